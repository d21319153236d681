"""What steps cost one class of units: by the hex that is entered, and where its side matters.

A map says it step by step; a flood wants to know which hexes of a mask are entered for so many
points. So costs are sorted once into groups: hexes that cost the same from every side are one mask
for each cost, and where a river, a road or a wall makes a side differ, one mask for each cost and
side.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from math import gcd
from operator import or_

from hexwar.hexmap.bitboard import Board

CANNOT_CROSS = -1
"""The cost, in the crossings of ``EntryCosts``, of a step that may not be made."""

Group = tuple[int, int]
"""A cost in movement points and the mask of the hexes that cost it to enter, from any side."""

SidedGroup = tuple[int, int, tuple[int, ...]]
"""A cost, the mask of the hexes that cost it from some side, and six masks: those of them that
cost it when entered by each of the six shifts, the one furthest towards cell 0 first."""


class EntryCosts:
    """What each step costs one class of units, compiled for a board.

    ``entry`` gives the cost to enter each cell; a cell that it lacks is prohibited. ``crossing``
    gives the total cost of a step from one cell to a neighbour where a hexside or a path makes it
    another than the entry cost: dearer (a river), cheaper or possible at all (a road), or
    ``CANNOT_CROSS``. Each direction has its own entry. Raises ``ValueError`` for a cost below 1 and
    for a crossing between cells that are not neighbours.

    ``uniform``   groups of hexes that cost the same from every side, cheapest first
    ``sided``     groups of hexes whose cost depends on the side, by cost and side
    ``passable``  mask of the hexes that can be entered from at least one side
    ``halting``   mask of the hexes in which a unit that enters them stops
    ``steps``     by cell, what :meth:`steps_from` has found; nothing where it was not asked
    ``rough``     mask of the hexes with a step out that is none of a uniform group
    ``rough_steps``  by cell, such steps: by cost, the cells that they enter
    ``least``     what the cheapest step of all costs; ``least_uniform``: of the uniform groups
    ``grain``     the greatest number of which all costs are multiples, as fractions scaled up are
    """

    __slots__ = (
        "_crossing",
        "_entry",
        "grain",
        "halting",
        "least",
        "least_uniform",
        "passable",
        "rough",
        "rough_steps",
        "sided",
        "steps",
        "uniform",
    )

    def __init__(
        self,
        board: Board,
        entry: Mapping[int, int],
        crossing: Mapping[tuple[int, int], int] | None = None,
        *,
        halting: int = 0,
    ) -> None:
        self.halting = halting
        self._entry = dict(entry)
        self._crossing = dict(crossing or {})
        self.steps: list[tuple[Group, ...]] = [()] * board.size
        self._check(board)
        side_by_side = self._entered_side_by_side()
        uniform: dict[int, int] = {}
        for cell, cost in self._entry.items():
            if cell not in side_by_side:
                uniform[cost] = uniform.get(cost, 0) | board.bit[cell]
        shifts = sorted(board.direction_shift(direction) for direction in range(6))
        sided: dict[int, list[int]] = {}
        rough: dict[int, dict[int, int]] = {}
        for from_cell, to_cell in self._sided_steps(board, side_by_side):
            step_cost = self.cost(from_cell, to_cell)
            if step_cost is not None:
                # Neighbours differ by one of the six shifts, whichever strip they lie in.
                side = shifts.index(to_cell - from_cell)
                sided.setdefault(step_cost, [0] * 6)[side] |= board.bit[to_cell]
                steps = rough.setdefault(from_cell, {})
                steps[step_cost] = steps.get(step_cost, 0) | board.bit[to_cell]
        self.uniform: tuple[Group, ...] = tuple(sorted(uniform.items()))
        self.sided: tuple[SidedGroup, ...] = tuple(
            (cost, reduce(or_, sides), tuple(sides)) for cost, sides in sorted(sided.items())
        )
        self.rough_steps: list[tuple[Group, ...]] = [()] * board.size
        for cell, steps in rough.items():
            self.rough_steps[cell] = tuple(sorted(steps.items()))
        self.rough = reduce(or_, [board.bit[cell] for cell in rough], 0)
        # A flood counts in steps of it: points that no sum of costs comes to are passed over.
        self.grain = gcd(*uniform, *sided)
        self.least_uniform = min(uniform, default=0)
        self.least = min((*uniform, *sided), default=0)
        entered = (*uniform.values(), *[mask for _, mask, _ in self.sided])
        self.passable = reduce(or_, entered, 0)

    def entry(self, cell: int) -> int | None:
        """Movement points to enter a cell where no crossing says otherwise; None: prohibited."""
        return self._entry.get(cell)

    def cost(self, from_cell: int, to_cell: int) -> int | None:
        """Movement points for the step between two neighbours, None when it cannot be made."""
        cost = self._crossing.get((from_cell, to_cell))
        if cost is None:
            return self._entry.get(to_cell)
        return None if cost == CANNOT_CROSS else cost

    def steps_from(self, board: Board, cell: int) -> tuple[Group, ...]:
        """The steps that a unit in a cell can take: by cost, the cells that it enters."""
        by_cost: dict[int, int] = {}
        for to_cell in board.neighbours[cell]:
            cost = self.cost(cell, to_cell) if to_cell else None
            if cost is not None:
                by_cost[cost] = by_cost.get(cost, 0) | board.bit[to_cell]
        self.steps[cell] = groups = tuple(sorted(by_cost.items()))
        return groups

    def without(self, board: Board, steps: Iterable[tuple[int, int]]) -> EntryCosts:
        """The same costs where some steps cannot be made."""
        shut = dict.fromkeys(steps, CANNOT_CROSS)
        return EntryCosts(board, self._entry, {**self._crossing, **shut}, halting=self.halting)

    def dearer(self, board: Board, more: Mapping[int, int], halting: int = 0) -> EntryCosts:
        """The same costs with more points to enter some cells, from any side; more of them halt."""
        entry = {cell: cost + more.get(cell, 0) for cell, cost in self._entry.items()}
        crossing = {
            step: cost if cost == CANNOT_CROSS else cost + more.get(step[1], 0)
            for step, cost in self._crossing.items()
        }
        return EntryCosts(board, entry, crossing, halting=self.halting | halting)

    def dearer_from(self, board: Board, cell: int, more: int) -> EntryCosts:
        """The same costs with more points for every step out of a cell."""
        steps = {(cell, to): self.cost(cell, to) for to in board.neighbours[cell] if to}
        paid = {step: cost + more for step, cost in steps.items() if cost is not None}
        return EntryCosts(board, self._entry, {**self._crossing, **paid}, halting=self.halting)

    def _check(self, board: Board) -> None:
        for cell, cost in self._entry.items():
            if cost < 1:
                raise ValueError(f"entering {board.number[cell]} must cost 1 or more, not {cost}")
        for (from_cell, to_cell), cost in self._crossing.items():
            names = f"{board.number[from_cell]} to {board.number[to_cell]}"
            if to_cell not in board.neighbours[from_cell] or not to_cell:
                raise ValueError(f"a crossing from {names} is not between neighbours")
            if cost < 1 and cost != CANNOT_CROSS:
                raise ValueError(f"crossing from {names} must cost 1 or more, not {cost}")

    def _entered_side_by_side(self) -> set[int]:
        """Cells with a side that is dearer than the rest, or shut.

        A cheaper side can be added on top of the uniform cost, as the cheapest step wins. A dearer
        one cannot, so such a cell leaves the uniform group and has each of its sides listed.
        """
        return {
            to_cell
            for (_, to_cell), cost in self._crossing.items()
            if to_cell in self._entry and (cost == CANNOT_CROSS or cost > self._entry[to_cell])
        }

    def _sided_steps(self, board: Board, side_by_side: set[int]) -> Iterable[tuple[int, int]]:
        for (from_cell, to_cell), cost in self._crossing.items():
            if to_cell not in side_by_side and cost != self._entry.get(to_cell):
                yield from_cell, to_cell
        for to_cell in side_by_side:
            for from_cell in board.neighbours[to_cell]:
                if from_cell:
                    yield from_cell, to_cell
