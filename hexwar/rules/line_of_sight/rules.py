"""Section ``line_of_sight``: which hexes see each other, and what is in the way.

Most lines are settled by masks: from a cell to many, at the lower and at the higher of the two
levels. Only those that the masks leave open, and those along hexsides, are followed hex by hex.
`blocked` follows a line in its order, to say what is in the way first.
"""

from __future__ import annotations

from functools import reduce
from itertools import pairwise
from operator import or_
from typing import NamedTuple

from hexwar.engine.position import bits
from hexwar.engine.queries import Sight
from hexwar.engine.rules import Frame
from hexwar.engine.state import Position
from hexwar.engine.violation import SectionRefusals, Violation
from hexwar.hexmap import Hex, distance
from hexwar.hexmap.hexmap import FAR_AWAY
from hexwar.hexmap.sight import SightLines, sight_line
from hexwar.rules.language.section import Selector
from hexwar.rules.language.selectors import Fitting, Key, Selectors, Words
from hexwar.rules.language.wording import several
from hexwar.rules.line_of_sight.section import BlockedBy, Elevation, Levels, LineOfSight
from hexwar.rules.terrain.rules import Geometry, Step
from hexwar.rules.terrain.section import Terrain
from hexwar.rules.units.rules import mask_of

# What is in the way of lines of sight: terrain, features, hexsides and higher ground.
#
# Made once for a map: which hexes cannot be seen over, up to which level others block, how high the
# ground lies, and which hexsides block. Lines are looked at elsewhere; only whether one hex rises
# into a line is answered here.


FLAT = Elevation()
"""What has no level of its own."""


class GroundPart(NamedTuple):
    """The terrain of a hex, or a feature in it: how high it is, and whether it blocks sight."""

    title: str
    level: Elevation
    blocks: bool


class Obstacles:
    """What blocks where, by cell.

    ``always``     mask of the hexes that nobody sees over
    ``tops``       of the other hexes that block, the level up to which they do
    ``ground``     the level of the ground
    ``levels``     by level, mask of the hexes whose ground is there
    ``hexsides``   the steps across a hexside that blocks, both ways, with the title of its kind
    ``sides``      the same as masks: direction, its shift, the hexes whose side there blocks
    ``titles``     what blocks in a hex, by its title
    """

    def __init__(
        self, frame: Frame, section: LineOfSight, terrain: Terrain, geometry: Geometry
    ) -> None:
        board = frame.board
        blocked_by, levels = section.blocked_by or BlockedBy(), section.levels or Levels()
        self.always = 0
        self.tops: dict[int, int] = {}
        self.ground = [0] * board.size
        self.levels: dict[int, int] = {}
        self.titles: dict[int, str] = {}
        self._blocking: dict[int, int] = {}
        for number, cell in board.cell.items():
            kind = frame.map.terrain(number)
            title, level = terrain.hexes[kind].title, levels.hexes.get(kind, FLAT)
            standing = [GroundPart(title, level, kind in blocked_by.hexes)]
            for kind in frame.map.features(number):
                title, level = terrain.features[kind].title, levels.features.get(kind, FLAT)
                standing.append(GroundPart(title, level, kind in blocked_by.features))
            ground = self.ground[cell] = sum(part.level.ground for part in standing)
            self.levels[ground] = self.levels.get(ground, 0) | board.bit[cell]
            self.titles[cell] = standing[0].title
            heights = [(part.level.height, part.title) for part in standing if part.blocks]
            # What has no height blocks at every level.
            endless = [title for height, title in heights if height is None]
            if endless:
                self.always |= board.bit[cell]
                self.titles[cell] = endless[0]
            elif heights:
                height, self.titles[cell] = max((h, title) for h, title in heights if h is not None)
                self.tops[cell] = ground + height
        self.hexsides: dict[Step, str] = {
            step: terrain.hexsides[blocking[0]].title
            for step, kinds in geometry.hexsides.items()
            if (blocking := [kind for kind in kinds if kind in blocked_by.hexsides])
        }
        self.sides: list[tuple[int, int, int]] = []
        # The other three are the same hexsides, seen from the hex beyond.
        for direction in range(3):
            shift = board.direction_shift(direction)
            mask = sum(
                board.bit[cell_bit]
                for cell_bit, other in self.hexsides
                if other - cell_bit == shift
            )
            if mask:
                self.sides.append((direction, shift, mask))

    def blocking(self, level: int) -> int:
        """Mask of the hexes that block a line at a level."""
        mask = self._blocking.get(level)
        if mask is None:
            high = [cell for cell, top in self.tops.items() if top >= level]
            high += [
                cell for cell in self.titles if cell not in self.tops and self.ground[cell] > level
            ]
            mask = self._blocking[level] = reduce(or_, (1 << cell for cell in high), self.always)
        return mask

    def rises(self, cell: int, a: int, b: int, far_a: int, far_b: int) -> bool:
        """Whether a hex blocks a line from a to b that crosses it, so many hexes from the two."""
        if self.always >> cell & 1:
            return True
        # The height of the line over this hex, times the length of it: whole numbers need no
        # rounding.
        line, top = self.ground[a] * far_b + self.ground[b] * far_a, self.tops.get(cell)
        # Bare ground blocks what lies behind where it is higher than the line; what stands on it
        # blocks a line that only touches it.
        if top is None:
            return line < self.ground[cell] * (far_a + far_b)
        return line <= top * (far_a + far_b)


NOTHING = (0, 0)
"""What is known of sight at first: the hexes that were asked about, and those of them that are
seen.
"""

ENOUGH = {"either": 1, "both": 2, "never": 3}
"""How many of the two hexes beside a hexside must block, for a line along it to be blocked."""


class Blocker(NamedTuple):
    """What is in the way: a hex, the two of a hexside, or those beside one that block.

    ``label`` names it for players: ``0503 (Woods)``. ``reason`` is that of the rule.
    """

    cells: tuple[int, ...]
    label: str
    reason: str


class SightRules:
    """Lines of sight between cells. Terrain does not move, so what is found is kept."""

    def __init__(
        self, frame: Frame, section: LineOfSight, obstacles: Obstacles, lines: SightLines
    ) -> None:
        board = self._board = frame.board
        self.cite = section.cite
        self._range = section.range
        self._enough = ENOUGH[section.along_hexside]
        self._own_hexsides = section.own_hexsides == "block"
        self._titles = frame.map.boxes
        self._boxes = board.mask(self._titles)
        self._obstacles = obstacles
        self._lines = lines
        self._hexes = {cell: frame.map.axial(number) for number, cell in board.cell.items()}
        self._cell = {at: cell for cell, at in self._hexes.items()}
        self._known: dict[int, tuple[int, int]] = {}
        self._refuse = SectionRefusals("line_of_sight", self.cite)

    def sees(self, a: int, b: int) -> bool:
        """Whether two cells see each other; off the map nothing sees or is seen."""
        # Sight goes both ways: what was found from either end will do.
        for viewer, seen_cell in ((a, b), (b, a)):
            cells_asked, seen = self._known.get(viewer, NOTHING)
            if cells_asked >> seen_cell & 1:
                return bool(seen >> seen_cell & 1)
        if not (a and b and self._in_range(a, b)):
            return False
        return self._is_open(a, b) and not self._crosses_side(a, b)

    def visible(self, cell: int) -> int:
        """Mask of the hexes that are seen from a cell, its own among them; 0 off the map."""
        return self.seen_of(cell, self._board.on_map)

    def seen_of(self, cell: int, hexes: int) -> int:
        """Those of some hexes that are seen from a cell: asking about few of them costs less."""
        cells_asked, seen = self._known.get(cell, NOTHING)
        new = hexes & ~cells_asked if cell else 0
        if new:
            seen |= self._newly_seen(cell, new)
            self._known[cell] = cells_asked | new, seen
        return seen & hexes

    def blocked(self, a: int, b: int) -> Blocker | None:
        """What first blocks the line from one hex to another, however far they are apart."""
        line, obstacles = sight_line(self._hexes[a], self._hexes[b]), self._obstacles
        cells = self._cells(line.hexes)
        for (from_cell, to_cell), beside in zip(pairwise(cells), line.beside, strict=True):
            if len(beside) == 2:
                near = sorted(self._cells(beside))
                blocking = [cell for cell in near if self._rises(cell, a, b)]
                if len(blocking) >= self._enough:
                    label = " and ".join(map(self._label, blocking))
                    return Blocker(tuple(blocking), label, "along_hexside")
            # A hexside that blocks lines; one of their own hexes, perhaps, blocks none.
            elif (
                not beside
                and (from_cell, to_cell) in obstacles.hexsides
                and (self._own_hexsides or (from_cell != a and to_cell != b))
            ):
                numbers = f"{self._board.number[from_cell]}/{self._board.number[to_cell]}"
                label = f"{numbers} ({obstacles.hexsides[from_cell, to_cell]})"
                return Blocker((from_cell, to_cell), label, "hexsides")
            if to_cell != b and self._rises(to_cell, a, b):
                reason = "blocked" if obstacles.always >> to_cell & 1 else "levels"
                return Blocker((to_cell,), self._label(to_cell), reason)
        return None

    def line(self, a: int, b: int) -> tuple[int, ...]:
        """The hexes that the line from one to another crosses, both included, in its order."""
        return tuple(filter(None, self._cells(sight_line(self._hexes[a], self._hexes[b]).hexes)))

    def why(self, a: int, b: int) -> Violation | None:
        """Why two hexes do not see each other; ``None`` if they do."""
        return self._refusal(a, b, self.blocked(a, b))

    def sight(self, a: int, b: int) -> Sight:
        """All about the line from one hex to another, for players."""
        number = self._board.number
        if self._is_apart(a, b):
            why = self._refusal(a, b, None)
            return Sight(why, "", (), (number[a], number[b]), along=(), distance=FAR_AWAY)
        blocker = self.blocked(a, b)
        beside = sight_line(self._hexes[a], self._hexes[b]).beside
        along = (sorted(filter(None, self._cells(pair))) for pair in beside if len(pair) == 2)
        return Sight(
            why=self._refusal(a, b, blocker),
            blocked_by=blocker.label if blocker else "",
            blocking=tuple(number[cell] for cell in blocker.cells) if blocker else (),
            hexes=tuple(number[cell] for cell in self.line(a, b)),
            along=tuple(tuple(number[cell] for cell in pair) for pair in along),
            distance=distance(self._hexes[a], self._hexes[b]),
        )

    def _newly_seen(self, cell: int, hexes: int) -> int:
        """Those of some hexes that are seen from a cell."""
        board, obstacles, lines = self._board, self._obstacles, self._lines
        mine, near, seen = obstacles.ground[cell], hexes, 0
        if self._range is not None or self._boxes:
            near = sum(board.bit[to] for to in board.cells(hexes) if self._in_range(cell, to))
        for level, cells in obstacles.levels.items():
            low, high = sorted((mine, level))
            # Between ground of two levels a line is nowhere lower than the lower: what does not
            # block there does not block it at all, and what blocks at the higher blocks all of it.
            # Only in between, and along hexsides, is a line looked at by itself.
            seen |= lines.unmet(cell, obstacles.blocking(low), cells & near)
            unseen = cells & near & ~seen
            over = lines.unmet(cell, obstacles.blocking(high), unseen) if low != high else 0
            for to in board.cells(unseen & (over | lines.along(cell))):
                if self._is_open(cell, to):
                    seen |= board.bit[to]
        if obstacles.sides:
            for to in board.cells(seen):
                if self._crosses_side(cell, to):
                    seen ^= board.bit[to]
        return seen

    def _is_open(self, a: int, b: int) -> bool:
        """Whether no hex blocks the line."""
        obstacles, ground = self._obstacles, self._obstacles.ground
        low, high = sorted((ground[a], ground[b]))
        met = self._lines.met(a, b) & obstacles.blocking(low)
        if not met:
            return True
        if self._lines.along(a) >> b & 1:
            # Whether no hex blocks a line along hexsides, between hexes of two levels.
            lines, obstacles, enough = self._lines, self._obstacles, self._enough
            if not lines.walled(a, b, obstacles.blocking(low), enough):
                return True
            if low == high or lines.walled(a, b, obstacles.blocking(high), enough):
                return False
            return self.blocked(a, b) is None
        if met & obstacles.blocking(high):
            return False
        return not any(self._rises(cell, a, b) for cell in self._board.cells(met))

    def _crosses_side(self, a: int, b: int) -> bool:
        """Whether the line crosses a hexside that blocks."""
        sides, lines, board = self._obstacles.sides, self._lines, self._board
        if not sides:
            return False
        line = lines.met(a, b)
        if self._own_hexsides:
            line |= board.bit[a] | board.bit[b]
        for direction, shift, mask in sides:
            # Hexes of the line whose neighbour in this direction, across the side that blocks, is
            # on it too.
            sides_crossed = line & mask & (line >> shift if shift > 0 else line << -shift)
            if any(lines.crosses(a, b, cell, direction) for cell in board.cells(sides_crossed)):
                return True
        return False

    def _in_range(self, a: int, b: int) -> bool:
        if self._boxes and self._is_apart(a, b):
            return False
        return self._range is None or distance(self._hexes[a], self._hexes[b]) <= self._range

    def _is_apart(self, a: int, b: int) -> bool:
        """Whether one of two places lies off the map, where nothing is near."""
        return a != b and bool((self._boxes >> a | self._boxes >> b) & 1)

    def _rises(self, cell: int, a: int, b: int) -> bool:
        """Whether a hex blocks a line that crosses it or runs beside it; what is off the map never
        does.
        """
        if not cell:
            return False
        at = self._hexes[cell]
        far_a, far_b = distance(at, self._hexes[a]), distance(at, self._hexes[b])
        return self._obstacles.rises(cell, a, b, far_a, far_b)

    def _cells(self, hexes: tuple[Hex, ...]) -> list[int]:
        return [self._cell.get(at, 0) for at in hexes]

    def _label(self, cell: int) -> str:
        return f"{self._board.number[cell]} ({self._obstacles.titles[cell]})"

    def _refusal(self, a: int, b: int, blocker: Blocker | None) -> Violation | None:
        """Why there is no line of sight between two hexes; ``None`` if there is."""
        from_hex, to_hex = self._board.number[a], self._board.number[b]
        if self._is_apart(a, b):
            box = self._titles.get(from_hex) or self._titles[to_hex]
            text = f"{box} lies off the map: nobody sees into it or out of it."
            return self._refuse("range", text)
        if not self._in_range(a, b):
            far = distance(self._hexes[a], self._hexes[b])
            text = (
                f"{to_hex} is {several(far, 'hex')} from {from_hex}: sight reaches {self._range}."
            )
            return self._refuse("range", text)
        if blocker is None:
            return None
        rule = self.cite.get(blocker.reason, self.cite.get("blocked", ""))
        verb = "block" if " and " in blocker.label else "blocks"
        text = f"No line of sight from {from_hex} to {to_hex}: {blocker.label} {verb} it."
        return Violation(rule, text, f"line_of_sight.{blocker.reason}")


# The key ``sees`` of selectors.


def _sees(inner: Selector, selectors: Selectors, side: int) -> Fitting:
    """The units that one of some sees, as far as a side knows where these are."""
    seers, others = selectors.anywhere(inner, side), selectors.others(side)

    def seeing(state: Position) -> int:
        sights, cells, area = state.rules[SightRules], state.cells, 0
        unknown, taken = state.secret & others, reduce(or_, state.occupied)
        for cell in {cells[unit] for unit in bits(seers(state) & ~unknown)}:
            area |= sights.seen_of(cell, taken)
        seen = mask_of([unit for unit, cell in enumerate(cells) if area >> cell & 1])
        return seen & ~unknown

    return seeing


def _in_words(inner: Selector, words: Words) -> str:
    return f"in sight of {words(inner)}"


def _sight(state: Position, cell: int, other: int) -> Sight | None:
    sights = state.rules.find(SightRules)
    return None if sights is None else sights.sight(cell, other)


def _in_sight(state: Position, cell: int) -> tuple[str, ...]:
    sights = state.rules.find(SightRules)
    return () if sights is None else tuple(state.frame.board.numbers(sights.visible(cell)))


SELECTS = {"sees": Key(_sees, _in_words)}
ANSWERS = {"line_of_sight": _sight, "in_sight": _in_sight}
