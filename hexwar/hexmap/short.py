"""Moves of so many hexes at most, whatever movement points there are.

A flood by points does not know by how many hexes it came somewhere, and the cheapest way may be too
long where a dearer one is not. So this one goes round by round, a hex at a time, and keeps of each
round what it reaches for fewer points than all rounds before it.
"""

from __future__ import annotations

from collections.abc import Sequence

from hexwar.hexmap.bitboard import Board
from hexwar.hexmap.costs import EntryCosts
from hexwar.hexmap.flood import NO_EFFECT, Passage, ZoneEffect, spent

Round = dict[int, tuple[int, int]]
"""Cells that some hexes more lead to for fewer points: the points, and the cell before."""


class ShortPassage(Passage):
    """A passage of which a unit goes at most so many hexes in a move.

    >>> from hexwar.hexmap import Hex
    >>> board = Board({"0101": Hex(0, 0), "0102": Hex(0, 1), "0103": Hex(0, 2)})
    >>> costs = EntryCosts(board, dict.fromkeys(board.cell.values(), 1))
    >>> [board.numbers(mask) for mask in ShortPassage(board, costs, most=1).flood(1, 2)]
    [[], ['0102'], ['0102']]
    """

    __slots__ = ("most",)

    def __init__(
        self,
        board: Board,
        costs: EntryCosts,
        *,
        most: int,
        closed: int = 0,
        zone: int = 0,
        effect: ZoneEffect = NO_EFFECT,
    ) -> None:
        super().__init__(board, costs, closed=closed, zone=zone, effect=effect)
        self.most = most

    def flood(self, start: int, allowance: int) -> tuple[int, ...]:
        """What :meth:`Passage.flood` answers with, of the hexes that are near enough."""
        return self._layers([start], allowance)

    def threat(self, starts: int, allowance: int) -> int:
        """The same for a side: every cell that a unit on any of some cells can be in."""
        return starts | self._layers(self.board.cells(starts), allowance)[-1]

    def path(
        self,
        start: int,
        goal: int,
        layers: Sequence[int],
        known: dict[int, list[int]] | None = None,
    ) -> list[int]:
        """One cheapest path that is short enough, both ends included."""
        points = spent(layers, goal)
        rounds = self._rounds([start], len(layers) - 1)
        at = next((n for n, cells in enumerate(rounds) if cells.get(goal, (None,))[0] == points), 0)
        if points is None or not at:
            raise ValueError(f"the flood does not reach {self.board.number[goal] or goal}")
        back = [goal]
        for before in reversed(rounds[1 : at + 1]):
            back.append(before[back[-1]][1])
        return back[::-1]

    def _layers(self, starts: Sequence[int], allowance: int) -> tuple[int, ...]:
        masks = [0] * (allowance + 1)
        for reached in self._rounds(starts, allowance)[1:]:
            for cell, (points, _) in reached.items():
                masks[points] |= self.board.bit[cell]
        for points in range(1, allowance + 1):
            masks[points] |= masks[points - 1]
        return tuple(masks)

    def _rounds(self, starts: Sequence[int], allowance: int) -> list[Round]:
        """Hex by hex, what one hex more leads to; of ways with as many hexes the cheapest."""
        best = dict.fromkeys(starts, 0)
        rounds: list[Round] = [{cell: (0, cell) for cell in starts}]
        for hexes in range(self.most):
            reached: Round = {}
            for cell, (points, _) in rounds[-1].items():
                # Where it starts it may stand in a zone: only who enters one goes no further.
                if hexes and self.ends >> cell & 1:
                    continue
                for to in filter(None, self.board.neighbours[cell]):
                    cost = self.step_cost(cell, to)
                    if cost is None or points + cost > allowance:
                        continue
                    known = min(best.get(to, allowance + 1), reached.get(to, (allowance + 1,))[0])
                    if points + cost < known:
                        reached[to] = (points + cost, cell)
            best |= {cell: points for cell, (points, _) in reached.items()}
            rounds.append(reached)
        return rounds
