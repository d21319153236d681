"""What is proved of section ``control``."""

from __future__ import annotations

from hexwar.definition.checks import Subject, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.rules.control.section import Control


@of_each_game
def sides_begin_with_other_hexes(subject: Subject, findings: Findings) -> None:
    """No hex is controlled by two sides at the start."""
    first: dict[str, str] = {}
    game = subject.game
    for side, places in game[Control].begins.items():
        for number in game.map.listed(places):
            if first.setdefault(number, side) != side:
                place = subject.node("control", "begins", side).place()
                related = [subject.node("control", "begins", first[number]).place("the other")]
                message = f"{side} and {first[number]} both control {number} at the start"
                findings.add("HW420", place, message, related=related, help="take it out of one")
                break
