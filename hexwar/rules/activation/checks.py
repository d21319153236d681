"""What is proved of section ``activation``: phases in which units can do what it says."""

from __future__ import annotations

from hexwar.definition.checks import Subject, lacks, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.rules.activation.section import MOVE, Activation
from hexwar.rules.fire.section import Fire
from hexwar.rules.sequence.section import SequenceOfPlay


@of_each_game
def first_actions_are_in_their_phase(subject: Subject, findings: Findings) -> None:
    """The first action that must be a fire is one of a phase of kind activation."""
    section = subject.game.section(Activation)
    if section is None or section.must_fire is None:
        return
    named = [
        phase
        for phase in subject.game[SequenceOfPlay].phases
        if phase.id == section.must_fire.phase
    ]
    if named and named[0].kind != "activation":
        place = subject.node("activation", "must_fire", "phase").place()
        message = f"{named[0].id} is a {named[0].written_kind} phase, in which nobody is activated"
        findings.add("HW492", place, message, help="name a phase of kind activation")
    turns = subject.game[SequenceOfPlay].turns
    if section.must_fire.turn > turns:
        place = subject.node("activation", "must_fire", "turn").place()
        message = f"the first action of turn {section.must_fire.turn} must be a fire"
        findings.add("HW492", place, f"{message}, and the game has {turns} turns")


@of_each_game
def who_fires_can_fire(subject: Subject, findings: Findings) -> None:
    """Units that may do nothing but fire, or must, need the section fire."""
    section = subject.game.section(Activation)
    if section is None or subject.game.section(Fire) is not None:
        return
    if section.must_fire is not None:
        node = subject.node("activation", "must_fire")
        lacks("fire", node, "the first action must be a fire", findings)
    elif MOVE not in section.may:
        node = subject.node("activation", "may")
        lacks("fire", node, "units fire when they act", findings)
