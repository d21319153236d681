"""What is proved of section ``exits``: that units can reach them, and that leaving counts."""

from __future__ import annotations

from hexwar.definition.checks import Subject, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.rules.exits.section import Exits


@of_each_game
def exits_decide_something(subject: Subject, findings: Findings) -> None:
    """Some condition or count asks who has left, if only by one of several exits."""
    exits = subject.game[Exits].by_id
    if exits and not any(condition.kind == "exited" for condition in subject.game.conditions()):
        name = next(iter(exits))
        place = subject.key("exits", name).place()
        message = f"units may leave by {name}, and nothing asks who has"
        hint = f"ask in victory or points, such as {{exited: {{exit: {name}, at_least: 2}}}}"
        findings.add("HW498", place, message, help=hint)
