"""Random maps, movement costs and enemies, and a plain reference for movement among them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import get_args

from hypothesis import strategies as st

from hexwar.hexmap import CANNOT_CROSS, EntryCosts, HexMap, Numbering, ZoneEffect
from hexwar.hexmap.axial import Orientation
from hexwar.hexmap.numbering import ColumnsFrom, Ids, Letters, RowsFrom, Shoved

GRIDS: tuple[tuple[Orientation, Shoved], ...] = (
    ("flat", "even-columns-down"),
    ("flat", "odd-columns-down"),
    ("pointy", "even-rows-right"),
    ("pointy", "odd-rows-right"),
    ("flat", "each-column-down"),
    ("flat", "each-column-up"),
    ("pointy", "each-row-right"),
    ("pointy", "each-row-left"),
)
ALL_IDS: tuple[Ids, ...] = get_args(Ids)
ROWS_FROM: tuple[RowsFrom, ...] = get_args(RowsFrom)


@st.composite
def numberings(draw: st.DrawFn, most: int = 8) -> Numbering:
    """Any grid: both orientations, all eight shoves, all forms of hex number, and names."""
    orientation, shoved = draw(st.sampled_from(GRIDS))
    columns, rows = draw(st.integers(1, most)), draw(st.integers(1, most))
    names = tuple(f"N.{at}" for at in range(columns * rows)) if draw(st.booleans()) else ()
    return Numbering(
        columns=columns,
        rows=rows,
        names=names,
        orientation=orientation,
        shoved=shoved,
        ids=draw(st.sampled_from(ALL_IDS)),
        rows_from=draw(st.sampled_from(ROWS_FROM)),
        first_column=draw(st.integers(1, 3)),
        first_row=draw(st.integers(1, 3)),
        prefix=draw(st.sampled_from(("", "B"))),
        columns_from=draw(st.sampled_from(get_args(ColumnsFrom))),
        letters=draw(st.sampled_from(get_args(Letters))),
    )


def full_map(numbering: Numbering) -> HexMap:
    """A map without void, all clear."""
    return HexMap(numbering, dict.fromkeys(numbering.numbers(), "clear"))


@st.composite
def hexmaps(draw: st.DrawFn, most: int = 8) -> HexMap:
    """A map with holes anywhere and at least one hex."""
    numbering = draw(numberings(most))
    kinds = st.sampled_from(("clear", "clear", "clear", "woods", "void"))
    terrain = {number: draw(kinds) for number in numbering.numbers()}
    if set(terrain.values()) == {"void"}:
        terrain[numbering.numbers()[0]] = "clear"
    return HexMap(numbering, {number: kind for number, kind in terrain.items() if kind != "void"})


@dataclass(frozen=True)
class Situation:
    """A unit about to move: what each step costs it, and where the enemy is, by hex number."""

    hexmap: HexMap
    entry: Mapping[str, int]
    crossing: Mapping[tuple[str, str], int]
    start: str
    allowance: int
    closed: frozenset[str] = frozenset()
    zone: frozenset[str] = frozenset()
    effect: ZoneEffect = field(default=ZoneEffect())

    def costs(self) -> EntryCosts:
        """The costs compiled for the board of the map."""
        board = self.hexmap.board
        return EntryCosts(
            board,
            {board.cell[number]: cost for number, cost in self.entry.items()},
            {(board.cell[a], board.cell[b]): cost for (a, b), cost in self.crossing.items()},
        )

    def closed_mask(self) -> int:
        """The closed hexes as a mask."""
        return self.hexmap.mask(self.closed)

    def zone_mask(self) -> int:
        """The zone hexes as a mask."""
        return self.hexmap.mask(self.zone)

    def step_cost(self, here: str, there: str) -> int | None:
        """What one step to a neighbour costs, by the rules in plain words."""
        cost = self.crossing.get((here, there), self.entry.get(there))
        if cost is None or cost == CANNOT_CROSS or there in self.closed:
            return None
        if there in self.zone and self.effect.bars:
            return None
        if here in self.zone:
            if self.effect.locks or (there in self.zone and not self.effect.between):
                return None
            cost += self.effect.exit_cost
            cost += self.effect.between_cost if there in self.zone else 0
        if there in self.zone:
            cost += self.effect.entry_cost
        return cost

    def reach(self) -> dict[str, int]:
        """Every hex that can be reached and the fewest points it takes: the reference.

        Repeats every possible step until none improves anything.
        """
        points = {self.start: 0}
        improved = True
        while improved:
            improved = False
            for here, so_far in list(points.items()):
                if self.effect.stop and here in self.zone and here != self.start:
                    continue
                for there in self.hexmap.neighbors(here):
                    cost = self.step_cost(here, there)
                    if cost is None or so_far + cost > self.allowance:
                        continue
                    if so_far + cost < points.get(there, self.allowance + 1):
                        points[there] = so_far + cost
                        improved = True
        del points[self.start]
        return points


EFFECTS = st.builds(
    ZoneEffect,
    stop=st.booleans(),
    between=st.booleans(),
    entry_cost=st.integers(0, 2),
    exit_cost=st.integers(0, 2),
    locks=st.booleans(),
    bars=st.sampled_from([False, False, True]),
    between_cost=st.integers(0, 2),
)


@st.composite
def situations(
    draw: st.DrawFn, *, crossings: bool = True, enemies: bool = True, scale: int = 1
) -> Situation:
    """A unit on a random map; ``scale`` multiplies costs and allowance, as fractions do."""
    hexmap = draw(hexmaps())
    costs = st.integers(1, 4 * scale)
    entry = {
        number: cost
        for number in hexmap
        if (cost := draw(st.one_of(costs, costs, costs, st.none()))) is not None
    }
    crossing = {}
    if crossings:
        steps = [(a, b) for a in hexmap for b in hexmap.neighbors(a)]
        for step in draw(st.lists(st.sampled_from(steps), max_size=20)) if steps else ():
            crossing[step] = draw(st.one_of(st.just(CANNOT_CROSS), st.integers(1, 6 * scale)))
    hexes = st.sets(st.sampled_from(hexmap.numbers), max_size=8)
    return Situation(
        hexmap,
        entry,
        crossing,
        start=draw(st.sampled_from(hexmap.numbers)),
        allowance=draw(st.integers(0, 8)) * scale,
        closed=frozenset(draw(hexes)) if enemies else frozenset(),
        zone=frozenset(draw(hexes)) if enemies else frozenset(),
        effect=draw(EFFECTS) if enemies else ZoneEffect(),
    )
