"""What is proved of section ``units``."""

from __future__ import annotations

from hexwar.definition.checks import Subject, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.definition.tree import MappingNode
from hexwar.rules.movement.section import Movement


@of_each_game
def printed_values_are_printed(subject: Subject, findings: Findings) -> None:
    """With `allowance: printed`, every counter prints its movement allowance."""
    if subject.game[Movement].allowance is not None:
        return
    lacking: dict[tuple[str, ...], list[str]] = {}
    for unit in subject.game.units.values():
        if any(step.movement is None for step in unit.steps):
            counter: tuple[str, ...] = ("units", "counters", unit.id)
            printed = ((*counter, "steps"), ("units", "types", unit.type.id, "steps"))
            where = next((path for path in printed if _is_written(subject, path)), counter)
            lacking.setdefault(where, []).append(unit.id)
    for where, units in lacking.items():
        who = f"{units[0]} prints" if len(units) == 1 else f"{', '.join(units)} print"
        hint = "write `steps: 4-3-6` with the movement last, or give the game an allowance"
        message = f"{who} no movement allowance"
        findings.add("HW408", subject.key(*where).place(), message, help=hint)


def _is_written(subject: Subject, path: tuple[str, ...]) -> bool:
    above = subject.node(*path[:-1])
    return isinstance(above, MappingNode) and path[-1] in above
