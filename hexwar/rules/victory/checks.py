"""What is proved of section ``victory``: that its lines are reached, and by whom."""

from __future__ import annotations

from hexwar.definition.checks import Subject, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.rules.victory.section import Victory


@of_each_game
def victory_lines_are_reached(subject: Subject, findings: Findings) -> None:
    """No line of `victory` stands after one that always decides at the same moment."""
    decided: set[str] = set()
    for index, rule in enumerate(subject.game[Victory].lines):
        if rule.when in decided:
            place = subject.node("victory", index).place()
            message = "this line is never reached: a line above it always decides"
            findings.add("HW509", place, message, help="put it above the line without `if`")
        if rule.condition is None:
            decided.add(rule.when)
