"""Phases in which something has to be done: what is still owed of it.

A phase may oblige its side: so many units must move, attack, fire, enter or be activated before it
may end. What they do is noted as it is done; owed is what is left, as long as one of the others
could still do anything at all. Where phases are run for each unit that is activated, that is done
in the phase around them, which its sides leave and come back to.
"""

from __future__ import annotations

from typing import NamedTuple

from hexwar.engine.frame import Frame
from hexwar.engine.position import bits
from hexwar.engine.slot import Slot, UnitMask
from hexwar.engine.state import NOBODY, Position
from hexwar.engine.violation import Violation
from hexwar.rules.formations.rules import FormationRules
from hexwar.rules.language.selectors import Selectors
from hexwar.rules.language.wording import several
from hexwar.rules.obligations.section import ObligingPhases, PhaseObligation
from hexwar.rules.sequence.section import ROUND, SequenceOfPlay
from hexwar.rules.units.rules import Forces

DEEDS = frozenset({"moved", "attacked", "fired", "entered", "activated"})
"""What a unit may do to have done something."""


SERVED = Slot("obligations", UnitMask(), lasts="phase")
"""Mask of the units that have done something in this phase."""


class Activations(NamedTuple):
    """The mask of the units that have been activated in a phase with phases of its own, by its
    index.
    """

    phase: int = NOBODY
    units: int = 0

    def without(self, units: int) -> Activations:
        """The record without these units (a mask)."""
        return self._replace(units=self.units & ~units)


CALLED = Slot("obliged_activations", Activations(), lasts="turn")


class ObligationRules:
    """What is owed in each phase that obliges its side."""

    __slots__ = ("_forces", "_formations", "_obliged", "_rounds", "_who")

    def __init__(
        self,
        frame: Frame,
        sequence: SequenceOfPlay,
        forces: Forces,
        selectors: Selectors,
        formations: FormationRules | None,
    ) -> None:
        self._forces, self._formations = forces, formations
        self._rounds = tuple(phase.kind == ROUND for phase in sequence.phases)
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
        phase = state.phase_index
        if deed not in DEEDS or phase not in self._obliged:
            return
        served = self._served(state)
        if units & ~served and self._rounds[phase]:
            state.remember(CALLED, Activations(phase, served | units))
        elif units & ~served:
            state.remember(SERVED, UnitMask(served | units))

    def _served(self, state: Position) -> int:
        """The mask of the units that have done something in the phase under way."""
        if not self._rounds[state.phase_index]:
            return state.memory[SERVED].units
        called = state.memory[CALLED]
        return called.units if called.phase == state.phase_index else 0

    def owed(self, state: Position) -> Violation | None:
        """Why the phase may not be ended yet; ``None`` if it may, or if nobody else can act."""
        obligation = self._obliged.get(state.phase_index)
        if obligation is None:
            return None
        served = self._served(state)
        counting = self._who[state.phase_index](state)
        # Of the side that is asked: sides may take turns in a phase that is nobody's.
        counting &= self._forces.mask_of_side[state.agenda[-1].side(state)]
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
            if self._formations and self._rounds[state.phase_index]:
                # Whole formations are activated by their own names.
                names |= {self._formations.named(unit) for unit in bits(units)} - {""}
            # Of whatever kind the phase is: what it lists is what can be done in it.
            actions = state.agenda[-1].actions(state)
            anybody = any(not names.isdisjoint((*action.units, action.name)) for action in actions)
            state.near["obliged", units] = anybody
        return anybody
