"""What is proved of section ``initiative``: that it can be rolled for, and that somebody has it."""

from __future__ import annotations

from hexwar.definition.checks import Subject, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.rules.initiative.section import PLACES, Initiative
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.sides.section import Sides


@of_each_game
def somebody_has_the_initiative(subject: Subject, findings: Findings) -> None:
    """A phase of the side with the initiative, or of the other, needs the section."""
    if subject.game.section(Initiative) is not None:
        return
    sides = subject.game[Sides].names
    for phase in subject.game[SequenceOfPlay].phases:
        if phase.decided in ("initiative", "others", *PLACES) and phase.decided not in sides:
            place = subject.node("sequence", "phases", *phase.at, "side").place()
            message = f"{phase.id} is of the side `{phase.decided}`, and nothing says which that is"
            findings.add("HW485", place, message, help="add the section initiative")


@of_each_game
def every_side_can_roll(subject: Subject, findings: Findings) -> None:
    """Each side has a die, and one that can succeed."""
    section = subject.game.section(Initiative)
    if section is None:
        return
    for side in subject.game[Sides].all:
        die = section.die.get(side.id)
        if die is None:
            place = subject.key("initiative", "die").place()
            message = f"side {side.id} has no die to roll for the initiative"
            findings.add("HW486", place, message, help=f"add `{side.id}: d6`, or another die")
        elif section.success is not None and int(die[1:]) < section.success:
            place = subject.node("initiative", "die", side.id).place()
            message = f"{side.id} rolls a {die}, which never shows {section.success}"
            findings.add("HW486", place, message, help="lower `success`, or give a larger die")


@of_each_game
def there_is_one_other_side(subject: Subject, findings: Findings) -> None:
    """`others` is one side: of more it does not say which; and nobody is third of two."""
    sides = len(subject.game[Sides].all)
    for phase in subject.game[SequenceOfPlay].phases:
        place = subject.node("sequence", "phases", *phase.at, "side").place()
        if phase.decided == "others" and sides > 2:
            message = f"{phase.id} is of the side without the initiative, of which there are more"
            findings.add("HW487", place, message, help="write `second`, `third` or a side's id")
        elif PLACES.get(phase.decided, 0) >= sides:
            message = f"{phase.id} is of the {phase.decided} side, and there are {sides}"
            findings.add("HW487", place, message, help="delete the phase, or name a side")
