"""What is defined and never used, in any scenario with any options."""

from __future__ import annotations

from collections.abc import Sequence

from hexwar.definition.checks import Subject, of_all_games
from hexwar.definition.diagnostics import Findings
from hexwar.definition.tree import MappingNode


@of_all_games
def every_variant_is_played(subjects: Sequence[Subject], findings: Findings) -> None:
    """No variant that no scenario names: it could never be chosen."""
    played = {scenario.text("variant") for scenario in _scenarios(subjects[0])}
    for name, entry in subjects[0].root.mapping("variants").entries.items():
        if name not in played and subjects[0].is_own(entry.key):
            message = f"variant {name} is defined and never used"
            hint = f"name it in a scenario, `variant: {name}`, or make it an option"
            findings.add("HW302", entry.key.place(), message, help=hint)


def _scenarios(subject: Subject) -> list[MappingNode]:
    return [scenario for _, scenario in subject.root.mapping("scenarios").children()]
