"""How far it is to some hexes, round the enemy where he leaves gaps.

The flood runs backwards, from the hexes outwards, once for all units of a movement class and
allowance: then every cell knows its way. Enemies' hexes are closed; in his zones of control a part
of a move is lost.
"""

from __future__ import annotations

from heapq import heappop, heappush

from hexwar.engine.position import bits
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.state import State
from hexwar.rules.units.rules import Forces

STOPPED = 0.5
"""The part of a move that is lost in a hex next to an enemy."""


class Ways:
    """Ways of a side's (an index) units to some hexes (a mask), as the enemy stands now."""

    def __init__(self, state: State, side: int, goals: int) -> None:
        rules = state.rules
        self._movement, self._forces = rules[MovementRules], rules[Forces]
        self._board, self._goals = rules.frame.board, goals
        self._closed = state.enemies_of(side)
        self._zone = self._movement.zones.enemy_zone(state, side)
        self._found: dict[tuple[str, int], dict[int, float]] = {}
        self._away: dict[int, int] | None = None

    def of(self, unit: int) -> dict[int, float]:
        """By cell the movement points from there to the nearest of the hexes, where a unit can come
        to it at all.
        """
        allowance = self._movement.values.most_movement(unit)
        key = (self._forces.movement_class[unit], allowance)
        if key not in self._found:
            self._found[key] = self._measured(unit, STOPPED * allowance)
        return self._found[key]

    def _measured(self, unit: int, stopped: float) -> dict[int, float]:
        board, costs = self._board, self._movement.costs[unit]
        points: dict[int, float] = {}
        queue = [(0.0, goal) for goal in bits(self._goals)]
        while queue:
            spent, cell = heappop(queue)
            # It may have been queued several times; the shortest way came first.
            if cell in points:
                continue
            points[cell] = spent
            for near in board.neighbours[cell]:
                if not near or near in points or self._closed >> near & 1:
                    continue
                # Backwards: the unit will step from ``near`` into ``cell``.
                step = costs.cost(near, cell)
                if step is not None:
                    held = stopped if self._zone >> near & 1 else 0.0
                    heappush(queue, (spent + step + held, near))
        return points

    def hexes(self, cell: int) -> int:
        """Hexes from a cell to the nearest of the hexes, as the crow flies; 0 if there are none."""
        if self._away is None:
            self._away, reached, away = {}, self._goals, 0
            ring = reached
            while ring:
                self._away |= dict.fromkeys(bits(ring), away)
                ring, away = self._board.expand(reached) & self._board.on_map & ~reached, away + 1
                reached |= ring
        return self._away.get(cell, 0)
