"""What is proved of section ``effects``: that each can come into force, and how is said once."""

from __future__ import annotations

from hexwar.definition.checks import Subject, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.rules.effects.section import Effects, PhaseEffects
from hexwar.rules.sequence.section import SequenceOfPlay


@of_each_game
def effects_come_into_force_one_way(subject: Subject, findings: Findings) -> None:
    """Either by a condition, or because phases name them."""
    phases = subject.game[SequenceOfPlay].phases
    named = {name for phase in phases for name in phase[PhaseEffects].effects}
    for name, effect in subject.game[Effects].effects.items():
        place = subject.key("effects", name).place()
        if effect.condition is not None and name in named:
            message = f"{name} has a condition, and a phase names it under `effects`"
            hint = "leave out its `if`, or list its `phases` and do not name it there"
            findings.add("HW438", place, message, help=hint)
        elif effect.condition is None and effect.phases:
            message = f"{name} has no condition: phases that name it decide, and not its `phases`"
            findings.add("HW438", place, message, help="give it an `if`, or leave `phases` out")
        elif effect.condition is None and name not in named:
            message = f"{name} has no condition, and no phase names it under `effects`"
            findings.add("HW437", place, message, help="give it an `if`, or name it in a phase")
