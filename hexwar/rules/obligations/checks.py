"""What is proved of phases that oblige: that units act in them."""

from __future__ import annotations

from hexwar.definition.checks import Subject, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.rules.obligations.section import ObligingPhases
from hexwar.rules.sequence.section import ROUND, SequenceOfPlay

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
