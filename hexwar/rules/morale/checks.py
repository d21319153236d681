"""What is proved of section ``morale``: that checks can be passed, and can fail."""

from __future__ import annotations

from hexwar.definition.checks import Subject, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.rules.morale.section import Morale
from hexwar.rules.units.section import Units


@of_each_game
def morale_decides_something(subject: Subject, findings: Findings) -> None:
    """On the die that a unit rolls some faces succeed, and some do not."""
    section = subject.game.section(Morale)
    if section is None:
        return
    for unit in subject.game[Units].counters.values():
        sides = unit.values.get(section.die)
        if isinstance(sides, int) and not 1 < section.success <= sides:
            place = subject.node("morale", "success").place()
            always = "always" if section.success <= 1 else "never"
            message = f"{unit.id} rolls a d{sides}, which {always} shows {section.success} or more"
            findings.add("HW468", place, message, help=f"say a number from 2 to {sides}")
            return
