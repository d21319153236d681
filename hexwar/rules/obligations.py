"""Phases in which something has to be done before their side may end them.

So many units must move, attack, fire, enter or be activated. What units do is noted as it is done;
owed is what is left, but only as long as one of the others could still do anything at all: nobody
is held to the impossible. Where phases are run for each unit that is activated, the phase around
them obliges, which its sides leave and come back to, so that its account lasts for the turn.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from hexwar.definition.checks import Subject, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.definition.forms import Form, RuleNumber, between, says
from hexwar.engine.position import bits
from hexwar.engine.rules import Frame
from hexwar.engine.slot import Slot, UnitMask
from hexwar.engine.state import NOBODY, Position
from hexwar.engine.violation import Violation
from hexwar.rules.formations import FormationRules
from hexwar.rules.language.places import EACH
from hexwar.rules.language.section import Selector
from hexwar.rules.language.selectors import Selectors
from hexwar.rules.language.wording import several
from hexwar.rules.sequence.section import ROUND, SequenceOfPlay
from hexwar.rules.units.rules import Forces

# What phases may say of what has to be done in them.


class PhaseObligation(Form, example={"units": 1}):
    """Units that have to do something in a phase: to move, attack, fire, enter or be activated.
    Its side may end it when so many have, or when no other can.
    """

    units: Annotated[int, between(1, 1000), says("How many units.", 2)] = 1
    only: Annotated[
        Selector | None,
        EACH,
        says("Which units count; all of the side if left out.", {"trait": "foot"}),
    ] = None
    cite: Annotated[RuleNumber, says("The rule that it comes from.", "4.0")] = ""


class ObligingPhases(Form):
    """What the section adds to phases."""

    obliges: Annotated[
        PhaseObligation | None,
        says(
            "In a phase of kind movement, combat, fire or activation: what has to be done before "
            "its side may end it, or pass where it activates units for phases within.",
            {"units": 1},
        ),
    ] = None


# What is still owed in a phase.


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
        """Whether any phase obliges any unit."""
        return bool(self._obliged)

    def did(self, state: Position, deed: str, units: int) -> None:
        """Note which units have done something."""
        phase = state.phase_index
        if deed not in DEEDS or phase not in self._obliged:
            return
        served = self._units_that_acted(state)
        if units & ~served and self._rounds[phase]:
            state.remember(CALLED, Activations(phase, served | units))
        elif units & ~served:
            state.remember(SERVED, UnitMask(served | units))

    def _units_that_acted(self, state: Position) -> int:
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
        served = self._units_that_acted(state)
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


# When phases oblige, and what is noted of units that have acted.


SLOTS = (CALLED, SERVED)
HOOKS = {
    "did": (ObligationRules, ObligationRules.did),
    "obliges": (ObligationRules, ObligationRules.owed),
}


# What is proved of phases that oblige: that units act in them.


ACTING = frozenset({"movement", "combat", "fire", "activation", ROUND})


@of_each_game
def obliging_phases_are_for_units(subject: Subject, findings: Findings) -> None:
    """What has to be done is done by units, in phases in which they act."""
    for phase in subject.game[SequenceOfPlay].phases:
        if phase[ObligingPhases].obliges is None:
            continue
        node = subject.node("sequence", "phases", *phase.at, "obliges")
        if phase.order == "chits":
            message = f"in {phase.id}, an activation by chits, no side has a choice"
            hint = "delete `obliges`, or say it of the phases within"
            findings.add("HW770", node.place(), message, help=hint)
        elif phase.kind not in ACTING:
            message = f"no units act in {phase.id}, a phase of kind {phase.written_kind}"
            hint = "delete `obliges`, or say it of a phase of movement, combat, fire or activation"
            findings.add("HW770", node.place(), message, help=hint)


@of_each_game
def who_is_obliged_is_of_the_side(subject: Subject, findings: Findings) -> None:
    """The units that must act in a phase are of the side whose phase it is."""
    for phase in subject.game[SequenceOfPlay].phases:
        obliges = phase[ObligingPhases].obliges
        sides = obliges.only.side if obliges and obliges.only else ()
        if phase.side and sides and not {phase.side, "own", "enemy"} & {*sides}:
            place = subject.node("sequence", "phases", *phase.at, "obliges", "only").place()
            message = f"no counter of {phase.side} is meant, whose phase {phase.id} is"
            findings.add("HW855", place, message, help=f"name units of {phase.side}, or delete it")
