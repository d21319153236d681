"""Where a unit out of sight could be by now, as far as everybody knows.

Reckoned in favour of the unit, so that no place is left out that it could have come to: it begins
anywhere it may, marches in every phase at full allowance over the cheapest ground, and is moved
aside a little by retreats.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexwar.engine.frame import Frame
from hexwar.engine.state import NOBODY, OFF_MAP, Position
from hexwar.rules.activation.task import ActivationPhase
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.movement.task import MovementPhase
from hexwar.rules.reinforcements.groups import ARRIVALS
from hexwar.rules.scenarios.task import SetupRules

if TYPE_CHECKING:
    from hexwar.rules.reinforcements.rules import ReinforcementRules

ASIDE = 2
"""So many hexes in a turn a unit may come further than it marches: retreats and advances."""


class Whereabouts:
    """Hexes by where units begin or enter, and by how far they march."""

    __slots__ = ("_begins", "_frame", "_movement", "_reinforcements")

    def __init__(
        self,
        frame: Frame,
        setup: SetupRules,
        movement: MovementRules,
        reinforcements: ReinforcementRules | None,
    ) -> None:
        self._frame, self._movement, self._reinforcements = frame, movement, reinforcements
        opening, board = frame.resolved.scenario.opening, frame.board
        self._begins = tuple(
            setup.areas.get(unit, 0)
            | board.bit[board.cell[opening[name]] if name in opening else OFF_MAP]
            for unit, name in enumerate(frame.unit_ids)
        )

    def begins(self, unit: int) -> int:
        """Mask of the hexes where the scenario lets a unit begin; 0 if it is not there yet."""
        return self._begins[unit]

    def of(self, state: Position, unit: int) -> int:
        """Mask of the hexes where a unit may be if it is on the map: 0 if it cannot have come.

        Nobody is in its way, and each hex costs it as little as the cheapest.
        """
        board, costs = self._frame.board, self._movement.costs[unit]
        reached = self._begins[unit] | self._entered(state, unit)
        marched = self._marches(state, self._frame.unit_side[unit])
        groups = [*costs.uniform, *((cost, mask) for cost, mask, _ in costs.sided)]
        least = min([cost for cost, _ in groups], default=1)
        # As if every hex cost the least there is, so that no way that it may have gone is left out.
        hexes = marched * self._movement.values.most_movement(unit) // least
        for _ in range(hexes + ASIDE * state.turn if marched else 0):
            more = reached | board.expand(reached) & costs.passable
            if more == reached:
                break
            reached = more
        return reached

    def _entered(self, state: Position, unit: int) -> int:
        """Mask of the hexes where a unit may have entered the map."""
        if self._reinforcements is None:
            return 0
        came = {index for index, _, _ in state.memory[ARRIVALS].groups}
        mask = 0
        for group in self._reinforcements.groups:
            returns = (
                group.section.is_of_the_eliminated and group.side == self._frame.unit_side[unit]
            )
            if group.index in came and (returns or group.units >> unit & 1):
                mask |= group.area | group.fallback
        return mask

    def _marches(self, state: Position, side: int) -> int:
        """In how many phases units of a side may have moved until now, the present one included."""
        frame = self._frame
        phases = [
            index
            for index, kind in enumerate(frame.phase_kinds)
            if kind in (MovementPhase.kind, ActivationPhase.kind)
            and frame.phase_sides[index] in (side, NOBODY)
        ]
        begun = sum(index <= state.phase_index for index in phases)
        return len(phases) * (state.turn - 1) + begun
