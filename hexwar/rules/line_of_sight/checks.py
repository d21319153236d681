"""What is proved of section ``line_of_sight``: that it says something, and about what can block."""

from __future__ import annotations

from hexwar.definition.checks import Subject, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.rules.line_of_sight.section import BlockedBy, LineOfSight
from hexwar.rules.terrain.section import VOID


@of_each_game
def something_ends_sight(subject: Subject, findings: Findings) -> None:
    """Something blocks a line of sight, or it has a range."""
    sight = subject.game.section(LineOfSight)
    if sight and not (sight.blocked_by or sight.range or sight.levels):
        place = subject.key("line_of_sight").place()
        hint = "add blocked_by, such as {hexes: [woods]}, or a range"
        findings.add("HW456", place, "every hex is seen from every other", help=hint)


@of_each_game
def what_blocks_is_on_the_map(subject: Subject, findings: Findings) -> None:
    """What is no part of the map does not block."""
    sight = subject.game.section(LineOfSight)
    blocked_by = sight.blocked_by if sight else None
    if blocked_by and VOID in blocked_by.hexes:
        place = subject.node(
            "line_of_sight", "blocked_by", "hexes", blocked_by.hexes.index(VOID)
        ).place()
        hint = "give these hexes a terrain of their own, and list that"
        findings.add("HW457", place, f"{VOID} is no part of the map: it never blocks", help=hint)


@of_each_game
def what_has_a_height_blocks(subject: Subject, findings: Findings) -> None:
    """A height says up to where something blocks: so it belongs to something that does."""
    sight = subject.game.section(LineOfSight)
    if not (sight and sight.levels):
        return
    blocked_by = sight.blocked_by or BlockedBy()
    for where, levels, blocking in (
        ("hexes", sight.levels.hexes, blocked_by.hexes),
        ("features", sight.levels.features, blocked_by.features),
    ):
        for name, level in levels.items():
            if level.height is not None and name not in blocking:
                place = subject.key("line_of_sight", "levels", where, name, "height").place()
                hint = f"add {name} to blocked_by.{where}, or write ground for how high it lies"
                findings.add("HW458", place, f"{name} has a height and does not block", help=hint)
