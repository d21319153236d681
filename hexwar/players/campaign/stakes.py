"""Units that the game is about: those that are to leave the map, or whose loss the rules name.

Their own side brings them on and guards them; the others lie in wait where they must pass.
:class:`Stakes` says of one position which units these are, and how near each hex is to them.
"""

from __future__ import annotations

from hexwar.players.campaign.tables import FADES, GameTables
from hexwar.players.goals import objectives_of
from hexwar.rules.state import State

AHEAD = 2
"""Guards and hunters look so many moves ahead on the way of such a unit."""


class Stakes:
    """The units that the game is about in one position; ``units`` is the mask of those on the map.

    ``pulls`` has the cells round them and on their way, 1 where they are or will be, then less.
    """

    def __init__(self, tables: GameTables, state: State) -> None:
        self._tables, self._state = tables, state
        objectives = objectives_of(tables.rules)
        # A game that names no unit is spared the questions.
        known_units = [*enumerate(state.cells)] if objectives.singles_out else []
        leaving = {
            u: objectives.exits_of(state, u)
            for u, at in known_units
            if at and objectives.counts_out(state, u)
        }
        on_map = [
            u for u, at in known_units if at and (leaving.get(u) or objectives.losses_count(u))
        ]
        self.units = sum(1 << unit for unit in on_map)
        self._ways = {unit: tables.ways(leaving.get(unit, 0), unit) for unit in on_map}
        self.pulls = self._fading(on_map) if on_map else {}

    def nearness(self, unit: int, cell: int) -> float:
        """How near a hex is to where such a unit leaves the map: 1 at the exit, then less."""
        return self._ways[unit].get(cell, 0.0)

    def leaves(self, unit: int) -> bool:
        """Whether a unit is one of those that are to leave the map."""
        return bool(self._ways.get(unit))

    def _fading(self, units: list[int]) -> dict[int, float]:
        """Each cell to what is left there of the pull of the nearest of them."""
        board = self._tables.rules.frame.board
        reached = 0
        for unit in units:
            # Where it is, and the cells that it will come to soon if nobody is in the way.
            cell, near = self._state.cells[unit], self._ways[unit]
            reached |= board.bit[cell]
            for _ in range(AHEAD * self._tables.hexes_a_move(unit)):
                nearer = [
                    at for at in board.neighbours[cell] if near.get(at, 0.0) > near.get(cell, 0.0)
                ]
                if not nearer:
                    break
                cell = max(nearer, key=near.__getitem__)
                reached |= board.bit[cell]
        fading = self._tables.fading(reached)
        weights = dict.fromkeys(board.cells(reached), 1.0)
        return weights | {cell: FADES * pull for cell, pull in fading.items()}
