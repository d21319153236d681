"""How far hexes are from some others, ring by ring, as supply lines lead there.

Everything is flooded from the source outwards, and so against the way that a line is traced:
``entered_from`` says of a cell from which neighbours it can be entered, not which can be entered
from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from hexwar.engine.position import bits
from hexwar.hexmap import Board

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
    board: Board, fresh: int, entered_from: Sequence[int], closed: int, open_: int = 0
) -> Iterator[int]:
    """Masks of the hexes 0, 1, 2 ... steps away from some that nothing cuts off.

    ``open_``: cells that are entered from all sides, which are many and spread at once.
    """
    to_reach, rough, bit = board.on_map & ~(closed | fresh), board.on_map & ~open_, board.bit
    while fresh:
        yield fresh
        grown = board.expand(fresh & open_) if fresh & open_ else 0
        # Cells with a side from which nobody enters are spread from one by one.
        left = fresh & rough
        while left:
            cell = left.bit_length() - 1
            left ^= bit[cell]
            grown |= entered_from[cell]
        fresh = grown & to_reach
        to_reach ^= fresh


def by_points(
    start: int,
    entered_from: Sequence[int],
    closed: int,
    price: Callable[[int, int], int],
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
        ways = (
            n + price(cell, at)
            for n, ring in enumerate(rings)
            for at in bits(ring)
            if entered_from[at] >> cell & 1
        )
        far = min(ways, default=None)
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
