"""One stage of supply lines: how far hexes are from what its lines go to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from itertools import islice
from operator import and_, or_

from hexwar.engine.state import Position
from hexwar.hexmap import Board
from hexwar.rules.supply.rings import Rings, by_points, by_steps, from_all_sides, into
from hexwar.rules.supply.section import Trace
from hexwar.rules.terrain.geometry import Area
from hexwar.rules.terrain.rules import TerrainRules


class TraceStage:
    """One stage of supply lines, compiled. ``terrain``: where lines are as long as movement along
    them costs, else ``None``.
    """

    __slots__ = (
        "_along",
        "_board",
        "_open",
        "_scale",
        "entered_from",
        "paths",
        "price",
        "said",
        "through",
        "units",
    )

    def __init__(
        self,
        board: Board,
        said: Trace,
        units: tuple[Callable[[Position], int], ...],
        paths: list[int],
        entered_from: Mapping[str, Sequence[int]],
        terrain: TerrainRules | None,
        through: Area,
    ) -> None:
        self._board = board
        self.said, self.through = said, through
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
        self.price = {name: _price(terrain, name) for name in entered_from} if terrain else None

    def rings(
        self,
        name: str,
        hexes: int,
        most: int | None,
        bounds: tuple[int, int, int],
        entered_from: Sequence[int],
    ) -> tuple[Rings, Rings, int]:
        """The trunk to some hexes by steps along it, and by steps to it all at most so far from it,
        also together as a mask.

        For a class of movement, whose lines come into each cell from others as ``entered_from``
        has it now. ``bounds``: the hexes that are closed, those of them where lines may begin all
        the same, and those outside of what it may lead through.
        """
        closed, ends, outside = bounds
        trunk: Rings = [hexes & ~closed]
        # Steps that bonds close are in none of the compiled tables.
        compiled = entered_from is self.entered_from[name]
        if self._along:
            along = self._along[name] if compiled else list(map(and_, entered_from, self.paths))
            rings = by_steps(self._board, trunk[0], along, closed | outside)
            longest = self.said.path_hexes
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
            most = None if most is None else most * self._scale
        within = list(rings if most is None else islice(rings, most + 1))
        # Hexes shared with the enemy are reached, and nothing beyond them: so they come last.
        if ends:
            price = self.price[name] if self.price else lambda here, to: 1
            within = into(within, ends & ~outside, entered_from, most, price)
        return trunk, within, reduce(or_, within, 0)


def _price(terrain: TerrainRules, movement_class: str) -> Callable[[int, int], int]:
    return lambda here, to: terrain.costs[movement_class].cost(here, to) or 0
