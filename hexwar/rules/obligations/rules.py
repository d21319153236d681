"""Phases in which something has to be done: what is still owed of it.

A phase may oblige its side: so many units must move, attack, fire, enter or be activated before it
may end. What they do is noted as it is done; owed is what is left, as long as one of the others
could still do anything at all.
"""

from __future__ import annotations

from hexwar.engine.frame import Frame
from hexwar.engine.slot import Slot, UnitMask
from hexwar.engine.state import Position
from hexwar.engine.violation import Violation
from hexwar.rules.language.selectors import Selectors
from hexwar.rules.language.wording import several
from hexwar.rules.obligations.section import ObligingPhases, PhaseObligation
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.units.rules import Forces

DEEDS = frozenset({"moved", "attacked", "fired", "entered", "activated"})
"""What a unit may do to have done something."""


SERVED = Slot("obligations", UnitMask(), lasts="phase")
"""Mask of the units that have done something in this phase."""


class ObligationRules:
    """What is owed in each phase that obliges its side."""

    __slots__ = ("_forces", "_obliged", "_who")

    def __init__(
        self, frame: Frame, sequence: SequenceOfPlay, forces: Forces, selectors: Selectors
    ) -> None:
        self._forces = forces
        self._obliged: dict[int, PhaseObligation] = {}
        self._who = {}
        for index, phase in enumerate(sequence.phases):
            obligation = phase[ObligingPhases].obliges
            if obligation is not None:
                self._obliged[index] = obligation
                self._who[index] = selectors.mask(obligation.only)

    def concerned_at(self, moment: str) -> bool:
        """Whether any phase obliges anybody."""
        return bool(self._obliged)

    def did(self, state: Position, deed: str, units: int) -> None:
        """Note who has done something."""
        if deed in DEEDS and state.phase_index in self._obliged:
            served = state.memory[SERVED].units
            if units & ~served:
                state.remember(SERVED, UnitMask(served | units))

    def owed(self, state: Position) -> Violation | None:
        """Why the phase may not be ended yet; ``None`` if it may, or if nobody else can act."""
        obligation = self._obliged.get(state.phase_index)
        if obligation is None:
            return None
        served = state.memory[SERVED].units
        counting = self._who[state.phase_index](state)
        counting &= self._forces.mask_of_side[state.phase_side]
        left = obligation.units - (served & counting).bit_count()
        if left <= 0 or not self._can_act(state, counting & ~served):
            return None
        verb = "has" if left == 1 else "have"
        text = f"{several(left, 'more unit')} {verb} to act in this phase."
        return Violation(obligation.cite, text, "obligations")

    def _can_act(self, state: Position, units: int) -> bool:
        """Whether any action is listed that is one of these units (a mask)."""
        anybody: bool | None = state.near.get(("obliged", units))
        if anybody is None:
            names = set(state.names_of(units))
            # Of whatever kind the phase is: what it lists is what can be done in it.
            actions = state.agenda[-1].actions(state)
            anybody = any(not names.isdisjoint(action.units) for action in actions)
            state.near["obliged", units] = anybody
        return anybody
