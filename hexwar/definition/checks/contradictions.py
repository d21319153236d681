"""Pairs of rules that cannot both be meant, and values that a rule needs and lacks."""

from __future__ import annotations

from hexwar.definition.checks import Subject, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.definition.tree import MappingNode


@of_each_game
def zones_block_what_they_block(subject: Subject, findings: Findings) -> None:
    """`zones_of_control.blocks` against `into_zone: allowed`."""
    zones = subject.game.zones_of_control
    if zones is None:
        return
    blocks = subject.key("zones_of_control", "blocks").place("blocked here")
    if "retreat" in zones.blocks and subject.game.retreat.into_zone == "allowed":
        place = subject.node("retreat", "into_zone").place("allowed here")
        message = "zones of control block retreats, and retreats into them are allowed"
        findings.add("HW406", place, message, related=[blocks], help="delete one of the two")
    for group in subject.game.reinforcements.values():
        if "reinforcement" in zones.blocks and group.into_zone == "allowed":
            place = subject.node("reinforcements", group.id, "entry", "into_zone").place()
            message = f"zones of control block reinforcements, and {group.id} may enter them"
            findings.add("HW406", place, message, related=[blocks], help="delete one of the two")


@of_each_game
def printed_values_are_printed(subject: Subject, findings: Findings) -> None:
    """With `allowance: printed`, every counter prints its movement allowance."""
    if subject.game.movement.allowance is not None:
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
