"""What is proved of command: that units act in the phases in which they need orders."""

from __future__ import annotations

from hexwar.definition.checks import Subject, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.rules.combat.section import Combat
from hexwar.rules.command.section import CommandedPhase
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.spending.rules import DEEDS


@of_each_game
def orders_are_needed_where_units_act(subject: Subject, findings: Findings) -> None:
    """Leaders give orders in phases in which units move, attack or fire one after the other."""
    combat = subject.game.section(Combat)
    first = combat is not None and combat.battle.declare == "all_first"
    for phase in subject.game[SequenceOfPlay].phases:
        if phase[CommandedPhase].command is None:
            continue
        wrong = ""
        if phase.kind not in DEEDS:
            wrong = f"is a {phase.written_kind} phase, in which no orders are given"
        elif phase.kind == "combat" and first:
            wrong = "has all battles declared before the first order is used"
        if wrong:
            place = subject.node("sequence", "phases", *phase.at, "command").place()
            hint = "leave `command` out, or say it where units move, attack or fire"
            findings.add("HW654", place, f"{phase.id} {wrong}", help=hint)
