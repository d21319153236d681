"""What is proved of section ``zones_of_control``: that what leans on zones has them."""

from __future__ import annotations

from hexwar.definition.checks import Subject, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.rules.retreat.section import Retreat
from hexwar.rules.zones_of_control.section import ZonesOfControl


@of_each_game
def zones_block_what_they_block(subject: Subject, findings: Findings) -> None:
    """`zones_of_control.blocks` against `into_zone: allowed`."""
    zones = subject.game.section(ZonesOfControl)
    if zones and "retreat" in zones.blocks and subject.game[Retreat].into_zone == "allowed":
        blocks = subject.key("zones_of_control", "blocks").place("blocked here")
        place = subject.node("retreat", "into_zone").place("allowed here")
        message = "zones of control block retreats, and retreats into them are allowed"
        findings.add("HW406", place, message, related=[blocks], help="delete one of the two")
