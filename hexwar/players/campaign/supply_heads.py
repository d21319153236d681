"""Units from which others draw supply: where they serve most, and how safe they are there.

A head serves the units within its reach from a hex where it may stand in supply itself; a unit that
another head serves already counts little. An assessment adds this to what the hex is worth to the
head, and takes off most of it where the head would stand alone within the enemy's reach.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hexwar.hexmap import Board
from hexwar.rules.state import State
from hexwar.rules.supply.rules import SupplyRules

TWICE = 0.2
"""What it is worth to serve a unit that another head serves too, as a part."""

ALONE = 0.3
"""What a head is worth where it stands alone within the enemy's reach, as a part."""


class SupplyHeads:
    """The heads of one side's supply lines. Distances are counted as the crow flies."""

    __slots__ = ("_board", "_far", "_stands", "_within")

    def __init__(self, tracing: SupplyRules | None, board: Board, state: State, side: int) -> None:
        self._board = board
        self._within: dict[tuple[int, int], int] = {}
        self._far = tracing.heads(state, side) if tracing else {}
        self._stands = {
            unit: tracing.from_heads(state, side, unit) for unit in self._far if tracing
        }

    def __contains__(self, unit: int) -> bool:
        return unit in self._far

    def served(
        self,
        head: int,
        cell: int,
        mine: Iterable[int],
        cells: Sequence[int],
        worth: Sequence[float],
    ) -> float:
        """The worth of the units that would have a head within reach if it stood in a hex."""
        if not self._stands[head] >> cell & 1:
            return 0.0
        near = self._around(cell, self._far[head])
        zones_of_others = 0
        for other, far in self._far.items():
            if other != head and cells[other] and self._stands[other] >> cells[other] & 1:
                zones_of_others |= self._around(cells[other], far)
        return sum(
            worth[unit] * (TWICE if zones_of_others >> cells[unit] & 1 else 1.0)
            for unit in mine
            if unit not in self._far and near >> cells[unit] & 1
        )

    def _around(self, cell: int, far: int) -> int:
        """Mask of the hexes at most so far from a cell; looked up once."""
        hexes = self._within.get((cell, far))
        if hexes is None:
            hexes = self._within[cell, far] = self._board.within(self._board.bit[cell], far)
        return hexes
