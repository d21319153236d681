"""What is in the way of lines of sight: terrain, features, hexsides and higher ground.

Made once for a map: which hexes nobody sees over, up to which level others block, how high the
ground lies, and which hexsides block. Lines are looked at elsewhere; only whether one hex rises
into a line is answered here.
"""

from __future__ import annotations

from functools import reduce
from operator import or_

from hexwar.engine.frame import Frame
from hexwar.hexmap import HexMap
from hexwar.rules.line_of_sight.section import BlockedBy, Elevation, Levels, LineOfSight
from hexwar.rules.terrain.geometry import Geometry, Step
from hexwar.rules.terrain.section import Terrain

FLAT = Elevation()
"""What has no level of its own."""


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

    __slots__ = (
        "_blocking",
        "always",
        "ground",
        "hexsides",
        "levels",
        "sides",
        "titles",
        "tops",
    )

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
            kinds = _kinds(frame.map, number, terrain, blocked_by, levels)
            ground = self.ground[cell] = sum(level.ground for _, level, _ in kinds)
            self.levels[ground] = self.levels.get(ground, 0) | board.bit[cell]
            self.titles[cell] = kinds[0][0]
            heights = [(level.height, title) for title, level, blocks in kinds if blocks]
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
            mask = sum(board.bit[here] for here, there in self.hexsides if there - here == shift)
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


def _kinds(
    hexmap: HexMap, number: str, terrain: Terrain, by: BlockedBy, levels: Levels
) -> list[tuple[str, Elevation, bool]]:
    """The terrain of a hex and its features: title, level, and whether it blocks."""
    kind = hexmap.terrain(number)
    kinds = [(terrain.hexes[kind].title, levels.hexes.get(kind, FLAT), kind in by.hexes)]
    for kind in hexmap.features(number):
        title, level = terrain.features[kind].title, levels.features.get(kind, FLAT)
        kinds.append((title, level, kind in by.features))
    return kinds
