"""Supply lines: through which hexes they run, stage by stage, from a unit to a source.

Lines are not traced unit by unit. For each stage it is found what lines may go to (its *heads*:
sources, or units that have a line by the next stage), and from there all hexes are flooded
backwards, ring by ring (``rings``); a unit has a line if its hex is in a ring. Only when somebody
wants to see a line is one walked, from ring to ring inwards (``trace``).

From the bottom up: rings, one stage of a line, then the lines of a side.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import islice
from operator import and_, or_
from typing import TYPE_CHECKING, NamedTuple

from hexwar.engine.position import bits
from hexwar.engine.rules import Frame
from hexwar.engine.state import Position
from hexwar.hexmap import Board, HexMap
from hexwar.rules.control.rules import ControlRules
from hexwar.rules.formations import FormationRules
from hexwar.rules.language.conditions import Conditions
from hexwar.rules.language.section import Selector, ValueOf
from hexwar.rules.language.selectors import Selectors
from hexwar.rules.supply.section import Source, Supply, Trace
from hexwar.rules.terrain.rules import Area, Geometry, TerrainRules
from hexwar.rules.units.rules import Forces
from hexwar.rules.values import NamedValues
from hexwar.rules.zones_of_control.rules import BondRules, ZoneRules

if TYPE_CHECKING:
    from hexwar.rules.markers.rules import MarkerRules
    from hexwar.rules.states.rules import StateRules


# -- how far hexes are from some others, ring by ring, as supply lines lead there ------------------

# Everything is flooded from the source outwards, and so against the way that a line is traced:
# ``entered_from`` says of a cell from which neighbours it can be entered, not which can be entered
# from it.


Rings = Sequence[int]
"""Masks of the hexes 0, 1, 2 ... steps or movement points away from something."""


def before(rings: Rings, cell: int) -> Iterator[int]:
    """The rings before the one with a cell."""
    for ring in rings:
        if ring >> cell & 1:
            return
        yield ring


def from_all_sides(board: Board, entered_from: Sequence[int]) -> int:
    """Mask of the cells into which lines come from every hex next to them."""
    cells = board.cell.values()
    return sum([board.bit[cell] for cell in cells if entered_from[cell] == board.adjacent[cell]])


def by_steps(
    board: Board, start: int, entered_from: Sequence[int], closed: int, open_: int = 0
) -> Iterator[int]:
    """Masks of the hexes 0, 1, 2 ... steps away from some (``start``) that nothing cuts off.

    ``open_``: cells that are entered from all sides, which are many and spread at once.
    """
    to_reach, rough, bit = board.on_map & ~(closed | start), board.on_map & ~open_, board.bit
    ring = start
    while ring:
        yield ring
        grown = board.expand(ring & open_) if ring & open_ else 0
        # Cells with a side from which nobody enters are spread from one by one.
        rough_left = ring & rough
        while rough_left:
            cell = rough_left.bit_length() - 1
            rough_left ^= bit[cell]
            grown |= entered_from[cell]
        ring = grown & to_reach
        to_reach ^= ring


def by_points(
    start: int, entered_from: Sequence[int], closed: int, price: Callable[[int, int], int]
) -> Iterator[int]:
    """Masks of the hexes 0, 1, 2 ... movement points away from some that nothing cuts off."""
    waiting, reached, points = {0: start}, closed & ~start, 0
    while waiting:
        fresh = waiting.pop(points, 0) & ~reached
        yield fresh
        reached |= fresh
        for cell in bits(fresh):
            for origin in bits(entered_from[cell] & ~reached):
                far = points + price(origin, cell)
                # In a bucket for each number of points, so that no cell is settled before all
                # nearer ones.
                waiting[far] = waiting.get(far, 0) | 1 << origin
        points += 1


def into(
    rings: Rings,
    hexes: int,
    entered_from: Sequence[int],
    most: int | None,
    price: Callable[[int, int], int],
) -> list[int]:
    """The rings with some closed hexes, to which lines lead though none leads on from there.

    ``most``: the last ring that counts.
    """
    wider = list(rings)
    for cell in bits(hexes):
        distances = []
        for away, ring in enumerate(rings):
            steps = [to for to in bits(ring) if entered_from[to] >> cell & 1]
            distances += [away + price(cell, to) for to in steps]
        far = min(distances, default=None)
        if far is not None and (most is None or far <= most):
            wider += [0] * (far + 1 - len(wider))
            wider[far] |= 1 << cell
    return wider


def away_from(source: int, entered_from: Sequence[int]) -> list[int]:
    """By cell: hexes to the nearest of a mask of hexes, out of reach a large number."""
    far = len(entered_from)
    away, fresh, gone, steps = [far] * far, source, 0, 0
    while fresh:
        grown = 0
        for cell in bits(fresh):
            away[cell] = steps
            grown |= entered_from[cell]
        gone |= fresh
        fresh = grown & ~gone
        steps += 1
    return away


def backwards(board: Board, steps: Mapping[str, Sequence[int]]) -> dict[str, list[int]]:
    """By movement class and cell: mask of the neighbours from which the cell can be entered."""
    by_class = {}
    for name, from_cell in steps.items():
        entered_from = [0] * len(board.number)
        for cell, mask in enumerate(from_cell):
            for to in bits(mask):
                entered_from[to] |= board.bit[cell]
        by_class[name] = entered_from
    return by_class


# -- one stage of supply lines: how far hexes are from what its lines go to ------------------------


class LineBounds(NamedTuple):
    """Masks of hexes that bound lines: those that are closed; those of them where a line may begin
    all the same, as its unit shares them with the enemy; and those outside of what it may lead
    through.
    """

    closed: int
    ends: int
    outside: int


class Flooded(NamedTuple):
    """What lines of a stage reach: the trunk to some hexes, ring by ring, by steps along it; then
    all hexes by steps or points to it; and these together as a mask.
    """

    trunk: Rings
    rings: Rings
    hexes: int


class TraceStage:
    """One stage of supply lines, compiled. ``terrain``: where lines are as long as movement along
    them costs, else ``None``.
    """

    def __init__(
        self,
        board: Board,
        trace: Trace,
        units: tuple[Callable[[Position], int], ...],
        paths: list[int],
        entered_from: Mapping[str, Sequence[int]],
        terrain: TerrainRules | None,
        through: Area,
    ) -> None:
        self._board = board
        self.form, self.through = trace, through
        self.units = units
        self.paths = paths
        self.entered_from = entered_from
        self._along = (
            {name: list(map(and_, table, paths)) for name, table in entered_from.items()}
            if any(paths)
            else {}
        )
        self._open = {name: from_all_sides(board, table) for name, table in entered_from.items()}
        self._scale = terrain.scale if terrain else 1
        self.price = (
            {name: _step_price(terrain, name) for name in entered_from} if terrain else None
        )

    def rings(
        self,
        name: str,
        hexes: int,
        most: int | None,
        bounds: LineBounds,
        entered_from: Sequence[int],
    ) -> Flooded:
        """The trunk to some hexes, and all that lines at most so long reach it from.

        For a class of movement, whose lines come into each cell from others as ``entered_from``
        has it now.
        """
        closed, ends, outside = bounds
        longest_line = most
        trunk: Rings = [hexes & ~closed]
        # Steps that bonds close are in none of the compiled tables.
        compiled = entered_from is self.entered_from[name]
        if self._along:
            along = self._along[name] if compiled else list(map(and_, entered_from, self.paths))
            rings = by_steps(self._board, trunk[0], along, closed | outside)
            longest = self.form.path_hexes
            # As far as lines may follow a path; the heads themselves are its beginning.
            trunk = list(islice(rings, None if longest is None else longest + 1))
        else:
            # ``through`` is about the paths that are followed, or where none are about the whole
            # line.
            closed |= outside
        start = reduce(or_, trunk, 0)
        if self.price is None:
            open_ = self._open[name] if compiled else 0
            rings = by_steps(self._board, start, entered_from, closed, open_)
        else:
            rings = by_points(start, entered_from, closed, self.price[name])
            longest_line = None if most is None else most * self._scale
        within = list(rings if longest_line is None else islice(rings, longest_line + 1))
        # Hexes shared with the enemy are reached, and nothing beyond them: so they come last.
        if ends:
            price = self.price[name] if self.price else lambda here, to: 1
            within = into(within, ends & ~outside, entered_from, longest_line, price)
        return Flooded(trunk, within, reduce(or_, within, 0))


def _step_price(terrain: TerrainRules, movement_class: str) -> Callable[[int, int], int]:
    """What a step from a cell to a neighbour costs a class, in scaled movement points."""
    return lambda here, to: terrain.costs[movement_class].cost(here, to) or 0


class Heads(NamedTuple):
    """What lines of a stage may go to: hexes, from which it is at most so far (None: any).

    ``serves``: the mask of the units that they supply; ``capacity``: how many (None: any number).
    """

    hexes: int
    units: int
    most: int | None
    serves: int = -1
    capacity: int | None = None


class Sometimes(NamedTuple):
    """A source with conditions: its hexes now, the units that draw from it, how many from a hex."""

    hexes: Callable[[Position, int], int]
    serves: Callable[[Position], int] | None
    most: int | None


class Reached(NamedTuple):
    """How far away hexes are from some heads, as :class:`Flooded` has it."""

    heads: Heads
    trunk: Rings
    rings: Rings
    hexes: int


MOST_KEPT = 4_000
"""So much of what lines reach is kept, so that a long series of games does not fill the memory."""


class SupplyLines:
    """Lines through hexes that the units could enter, past the enemy.

    A line goes from a unit to the heads of the first stage; where these are units, from each of
    them to the heads of the next. A source ends it. In every stage it goes to a *trunk*: the heads,
    and the paths that lead to them if the game lets lines follow any. Its hexes before the trunk
    and those along it are counted apart.

    ``shared``: by side, whether some heads do not supply all units that they reach.
    ``entered_from``: by movement class and cell, the neighbours from which lines come into it.
    """

    def __init__(
        self,
        frame: Frame,
        hexmap: HexMap,
        section: Supply,
        forces: Forces,
        terrain: TerrainRules,
        geometry: Geometry,
        zones: ZoneRules,
        bonds: BondRules,
        states: StateRules | None,
        values: NamedValues,
        selectors: Selectors,
        conditions: Conditions,
        markers: MarkerRules | None,
        formations: FormationRules | None,
        control: ControlRules,
    ) -> None:
        self._board, self._forces, self._zones, self._values = frame.board, forces, zones, values
        self._zones_close = section.into_zone == "forbidden"
        self._scale, self._draws = terrain.scale, section.draws
        self._bonds, self._formations = bonds if bonds.bars("supply") else None, formations
        self._markers = markers if markers and markers.cut_lines else None
        self._states = states if states and states.bars("trace") else None
        sources = [section.sources.get(side, ()) for side in forces.side_ids]
        plain = ([name for name in names if isinstance(name, str)] for names in sources)
        # By side: the hexes that always supply everybody, and the sources that do not.
        self._fixed = tuple(frame.board.mask(frame.map.listed(names)) for names in plain)

        def sometimes(source: Source) -> Sometimes:
            serves = selectors.anywhere(source.only) if source.only else None
            return Sometimes(_hexes_now(frame, source, conditions), serves, source.most)

        self._sometimes = tuple(
            tuple(sometimes(source) for source in of_side if isinstance(source, Source))
            for of_side in sources
        )
        self.shared = tuple(self._is_shared(section, side) for side in range(len(sources)))
        self._steps = {name: terrain.steps_from(name) for name in set(forces.movement_class)}
        self.entered_from = backwards(frame.board, self._steps)

        def compiled(stage: Trace) -> TraceStage:
            return TraceStage(
                frame.board,
                stage,
                tuple(selectors.mask(end) for end in stage.goals if isinstance(end, Selector)),
                _paths(frame, hexmap, stage.along),
                self._open_to(frame, stage, geometry),
                terrain if stage.movement is not None else None,
                Area(stage.through, frame, control),
            )

        # Lines of a side that has none of its own are those for all, without a name. A line of
        # which nothing is said has one stage, which goes to the sources.
        lines = {
            name: tuple(compiled(stage) for stage in stages or (Trace(),))
            for name, stages in section.lines.items()
        }
        self._known: dict[tuple[Hashable, ...], Flooded] = {}
        self._stages = tuple(lines.get(side, lines[""]) for side in forces.side_ids)

    def _is_shared(self, section: Supply, side: int) -> bool:
        """Whether a source, or a unit that heads a line, supplies only so many or such units."""
        first = section.stages(self._forces.side_ids[side])[0]
        limited = any(source.serves or source.most for source in self._sometimes[side])
        return limited or first.most is not None or first.formation == "same"

    def _open_to(
        self, frame: Frame, stage: Trace, geometry: Geometry
    ) -> Mapping[str, Sequence[int]]:
        """By class and cell: the neighbours from which a line of a stage comes into the cell."""
        if not (stage.not_through or stage.not_across):
            return self.entered_from
        through = {*stage.not_through}
        shut = {cell for cell, kind in geometry.terrain.items() if kind in through}
        open_to: dict[str, Sequence[int]] = {}
        for name, table in self.entered_from.items():
            cells = [0 if cell in shut else mask for cell, mask in enumerate(table)]
            for (cell, to), kinds in geometry.hexsides.items():
                if not set(kinds).isdisjoint(stage.not_across):
                    cells[to] &= ~frame.board.bit[cell]
            open_to[name] = cells
        return open_to

    # -- what is asked ----------------------------------------------------------------------------

    def sources(self, state: Position, side: int) -> int:
        """Mask of the hexes that supply a side now."""
        sometimes = [source.hexes(state, side) for source in self._sometimes[side]]
        return reduce(or_, sometimes, self._fixed[side])

    def providers(self, state: Position, side: int) -> list[tuple[int, int | None]]:
        """By head of the first stage: the mask of the units that could draw from it, and how many
        of them it supplies (None: any number).
        """
        mine = {unit: state.cells[unit] for unit in self._forces.of_side[side]}
        barred = self.barred(state)
        by_class: dict[str, list[int]] = {}
        for unit, cell in mine.items():
            if cell and not barred >> unit & 1:
                by_class.setdefault(self._forces.movement_class[unit], []).append(unit)
        drawing: dict[int, tuple[int, int | None]] = {}
        for name, units in by_class.items():
            # The heads are the same for all classes, in the same order.
            for index, reached in enumerate(self._hexes_from_heads(state, side, name, 0)):
                served = sum([1 << unit for unit in units if reached.hexes >> mine[unit] & 1])
                providers_known, _ = drawing.get(index, (0, None))
                drawing[index] = (
                    providers_known | served & reached.heads.serves,
                    reached.heads.capacity,
                )
        return list(drawing.values())

    def draws(self, state: Position, side: int) -> Mapping[int, int]:
        """By unit of a side: how much it takes of what supplies so many; of others it is one."""
        units, draws = self._forces.of_side[side], self._draws
        if isinstance(draws, ValueOf):
            number = self._values.number
            return {unit: max(0, int(number(state, unit, draws.value))) for unit in units}
        steps_left = self._forces.steps_left
        return {unit: steps_left(state, unit) for unit in units} if draws == "steps" else {}

    def heads(self, state: Position, side: int) -> dict[int, int]:
        """The units of a side that lines of the first stage may go to, and how far these may be.

        Where the length is not counted in hexes, it is any.
        """
        stage = self._stages[side][0]
        most = None if stage.price else stage.form.longest(self._forces.side_ids[side])
        mine = reduce(or_, [fits(state) for fits in stage.units], 0)
        heads = {}
        for unit in bits(mine & self._forces.mask_of_side[side] & ~self.barred(state)):
            far = self._most(state, unit, most)
            heads[unit] = self._board.size if far is None else far
        return heads

    def from_heads(self, state: Position, side: int, unit: int) -> int:
        """Mask of the hexes where such a unit has a line to a source itself."""
        if len(self._stages[side]) == 1:
            return self._board.on_map
        return self.supplied(state, side, self._forces.movement_class[unit], 1)

    def supplied(self, state: Position, side: int, movement_class: str, stage: int = 0) -> int:
        """Mask of the hexes from which a line of a class of units leads to a source."""
        reached = self._hexes_from_heads(state, side, movement_class, stage)
        return reduce(or_, [reach.hexes for reach in reached], 0)

    def barred(self, state: Position) -> int:
        """Mask of the units that trace no line for a state that they are in."""
        return self._states.barred(state, "trace") if self._states else 0

    def trace(self, state: Position, unit: int, stage: int = 0) -> tuple[int, ...]:
        """The cells of one of a unit's shortest lines, its own first; empty for none."""
        if self.barred(state) >> unit & 1:
            return ()
        name, cell = self._forces.movement_class[unit], state.cells[unit]
        side = self._forces.side[unit]
        reached, stages = self._hexes_from_heads(state, side, name, stage), self._stages[side]
        # The heads that are nearest to the unit's hex; a source ends the line, and is taken before
        # units that have to go on from there.
        lines: list[tuple[bool, int, Reached]] = []
        for reach in reached:
            away = len(list(before(reach.rings, cell)))
            if reach.heads.serves >> unit & 1 and away < len(reach.rings):
                lines.append((reach.heads.units != 0, away, reach))
        if not lines:
            return ()
        _, _, nearest = min(lines, key=lambda entry: entry[:2])
        line = self._way_back(state, nearest, cell, name, stages[stage], side)
        units = [head for head in bits(nearest.heads.units) if state.cells[head] == line[-1]]
        if not units or stage + 1 == len(stages):
            return tuple(line)
        return (*line[:-1], *self.trace(state, units[0], stage + 1))

    # -- how it is found --------------------------------------------------------------------------

    def _heads(self, state: Position, side: int, index: int) -> list[Heads]:
        """What lines of a stage may go to; units only that can trace the stages that follow."""
        stage = self._stages[side][index]
        most = stage.form.longest(self._forces.side_ids[side])
        heads: list[Heads] = []
        if "sources" in stage.form.goals:
            fixed = None if isinstance(most, ValueOf) else most
            # The sources of a side: those for everybody, and each that is not.
            free = self._fixed[side]
            for condition, serves, many in self._sometimes[side]:
                hexes = condition(state, side)
                if serves is None and many is None:
                    free |= hexes
                    continue
                units = serves(state) if serves else -1
                parts = [hexes] if many is None else [1 << cell for cell in bits(hexes)]
                heads.extend(Heads(part, 0, fixed, units, many) for part in parts if part)
            heads.append(Heads(free, 0, fixed))
        units = reduce(or_, [fits(state) for fits in stage.units], 0)
        by_most: dict[tuple[int | None, int, int | None], int] = {}
        for unit in bits(units & self._forces.mask_of_side[side] & ~self.barred(state)):
            if self._leads_on(state, side, unit, index):
                # A unit that supplies only so many is a head by itself; others that reach as far
                # and supply the same units are flooded from together.
                many = self._most(state, unit, stage.form.most)
                alike = (self._most(state, unit, most), self._units_served(unit, stage.form), many)
                if many is not None:
                    cell = self._board.bit[state.cells[unit]]
                    heads.append(Heads(cell, 1 << unit, *alike))
                else:
                    by_most[alike] = by_most.get(alike, 0) | 1 << unit
        for alike, mine in by_most.items():
            cells = reduce(or_, [self._board.bit[state.cells[unit]] for unit in bits(mine)])
            heads.append(Heads(cells, mine, *alike))
        return heads

    def _units_served(self, unit: int, trace: Trace) -> int:
        """The mask of the units that a unit supplies."""
        if trace.formation == "any" or self._formations is None:
            return -1
        name = self._formations.named(unit)
        return self._formations.of([name]) if name else 0

    def _leads_on(self, state: Position, side: int, unit: int, index: int) -> bool:
        """Whether the stages after one lead from a unit to a source."""
        if index + 1 == len(self._stages[side]):
            return True
        cell, name = state.cells[unit], self._forces.movement_class[unit]
        for reached in self._hexes_from_heads(state, side, name, index + 1):
            if reached.heads.serves >> unit & reached.hexes >> cell & 1:
                return True
        return False

    def _most(self, state: Position, unit: int, most: int | ValueOf | None) -> int | None:
        """A number that is written, or what it comes to of a unit; ``None`` for any."""
        if isinstance(most, ValueOf):
            return int(self._values.number(state, unit, most.value))
        return most

    def _hexes_from_heads(
        self, state: Position, side: int, movement_class: str, index: int
    ) -> tuple[Reached, ...]:
        """How far all hexes are from the heads of a stage; kept until anything changes."""
        key = ("supply", side, movement_class, index)
        reached: tuple[Reached, ...] | None = state.near.get(key)
        if reached is None:
            # Through `besides` the enemy lets no line, though he does not stand there.
            enemies, besides = state.enemies_of(side), 0
            if self._zones_close:
                zone = self._zones.enemy_zone(state, side)
                friends = state.occupied[side] if "supply" in self._zones.negated else 0
                besides |= zone & ~friends
            if self._bonds:
                besides |= self._bonds.against(state, side).hexes
            if self._markers:
                besides |= self._markers.blocked(state, side)
            # Where enemies share a hex with units, these are reached, and nobody beyond them.
            ends = state.held(side) & enemies & ~besides
            heads = self._heads(state, side, index)
            stage = self._stages[side][index]
            table = self._open_now(state, side, stage.entered_from[movement_class])
            outside = self._board.on_map & ~stage.through.mask(state, side)
            bounds = LineBounds(enemies | besides, ends, outside)
            reached = tuple(
                self._flood_from(head, stage, movement_class, bounds, table) for head in heads
            )
            state.near[key] = reached
        return reached

    def _open_now(self, state: Position, side: int, table: Sequence[int]) -> Sequence[int]:
        """Where lines come from into each cell, without the steps that bonds close."""
        steps = self._bonds.against(state, side).steps if self._bonds else ()
        if not steps:
            return table
        cells = list(table)
        for cell, to in steps:
            cells[to] &= ~self._board.bit[cell]
        return cells

    def _flood_from(
        self,
        heads: Heads,
        stage: TraceStage,
        name: str,
        bounds: LineBounds,
        entered_from: Sequence[int],
    ) -> Reached:
        """What is reached from some heads: often the same from position to position, so kept."""
        # A table that bonds have changed is made for one position, and not worth keeping anything
        # for.
        if entered_from is not stage.entered_from[name]:
            return Reached(heads, *stage.rings(name, heads.hexes, heads.most, bounds, entered_from))
        key = (heads.hexes, heads.most, stage, name, bounds)
        rings = self._known.get(key)
        if rings is None:
            if len(self._known) > MOST_KEPT:
                self._known.clear()
            rings = stage.rings(name, heads.hexes, heads.most, bounds, entered_from)
            self._known[key] = rings
        return Reached(heads, *rings)

    def _way_back(
        self, state: Position, reached: Reached, cell: int, name: str, stage: TraceStage, side: int
    ) -> list[int]:
        """The cells from one to the heads, both included."""
        line, steps = [cell], self._steps[name]
        away = next(n for n, ring in enumerate(reached.rings) if ring >> cell & 1)
        entered_from = self._open_now(state, side, stage.entered_from[name])
        while away:
            here = line[-1]
            for to in bits(steps[here]):
                # Any neighbour that is nearer by just that step lies on one of the shortest lines.
                still_to_go = away - (stage.price[name](here, to) if stage.price else 1)
                is_nearer = still_to_go >= 0 and reached.rings[still_to_go] >> to & 1
                if is_nearer and entered_from[to] >> here & 1:
                    line.append(to)
                    away = still_to_go
                    break
        # It has come to the trunk: from there along the paths that it follows.
        along = next(n for n, ring in enumerate(reached.trunk) if ring >> line[-1] & 1)
        for ring in reversed(reached.trunk[:along]):
            line.append(next(bits(steps[line[-1]] & stage.paths[line[-1]] & ring)))
        return line


def _hexes_now(
    frame: Frame, source: Source, conditions: Conditions
) -> Callable[[Position, int], int]:
    """A function of a state and a side: the mask of the hexes of a source that supply the side."""
    board, holds = frame.board, conditions.test(source.condition)
    places = [*source.at, *([source.controlled] if source.controlled else [])]
    mask = board.mask(frame.map.listed(places))
    owned = board.mask(frame.map.region(source.controlled)) if source.controlled else 0

    def now(state: Position, side: int) -> int:
        if not holds(state):
            return 0
        lost = owned & ~state.rules[ControlRules].held(state, side) if owned else 0
        return mask & ~lost

    return now


def _paths(frame: Frame, hexmap: HexMap, along: Iterable[str]) -> list[int]:
    """By cell: mask of the neighbours to which a path of some kinds leads."""
    board, kinds = frame.board, frozenset(along)
    neighbours = [0] * len(board.number)
    for a, b in (pair for pair, has in hexmap.paths.items() if has & kinds):
        neighbours[board.cell[a]] |= board.bit[board.cell[b]]
        neighbours[board.cell[b]] |= board.bit[board.cell[a]]
    return neighbours
