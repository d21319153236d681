"""What is proved of section ``overrun``."""

from __future__ import annotations

from hexwar.definition.checks import Subject, lacks, of_each_game
from hexwar.definition.diagnostics import Findings


@of_each_game
def battles_are_there_to_overrun_by(subject: Subject, findings: Findings) -> None:
    """An overrun needs the section that says how battles are fought."""
    if "combat" not in subject.tree and "overrun" in subject.tree:
        lacks("combat", subject.key("overrun"), "an overrun is a battle", findings)
