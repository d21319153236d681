"""What is proved of section ``advance``."""

from __future__ import annotations

from hexwar.definition.checks import Subject, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.rules.advance.section import Advance
from hexwar.rules.combat.section import Combat
from hexwar.rules.language.effects import Cases


@of_each_game
def somebody_goes_beyond_the_first_hex(subject: Subject, findings: Findings) -> None:
    """Results that let units advance several hexes concern those that may go on."""
    combat = subject.game.section(Combat)
    if combat is None or subject.game[Advance].beyond_first is not None:
        return
    for code, result in combat.results.items():
        if not result.by_pattern and any(
            step.verb == "advance" and step.hexes > 1 and not isinstance(step.said, Cases)
            for step in result.effects
        ):
            message = f"{code} lets units advance several hexes, and none may go beyond the first"
            hint = "say who may in the section advance (`beyond_first`), or give `hexes` in cases"
            place = subject.key("combat", "results", code).place()
            findings.add("HW642", place, message, help=hint)
            return
