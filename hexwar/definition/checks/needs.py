"""Rules that lean on a section which is missing, and sections that no phase of the turn uses."""

from __future__ import annotations

from collections.abc import Iterator

from hexwar.definition.checks import Subject, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.definition.tree import Node


@of_each_game
def rules_have_the_sections_they_need(subject: Subject, findings: Findings) -> None:
    """What is said of zones, supply or battles needs the section that says what they are."""
    for node, rule, section in _needs(subject):
        message = f"{rule}, and the game has no section {section}"
        hint = f"add the section {section}, or delete this"
        findings.add("HW411", node.place(), message, help=hint)


def _needs(subject: Subject) -> Iterator[tuple[Node, str, str]]:
    """What asks for a section that is missing: where it is said, in words, and the section."""
    game = subject.game
    if "supply" not in subject.tree and game.retreat.toward == "supply":
        yield subject.node("retreat", "toward"), "retreats lead towards supply", "supply"
    if game.combat is None and "overrun" in subject.tree:
        yield subject.key("overrun"), "an overrun is a battle", "combat"
    if game.zones_of_control is not None:
        return
    if game.combat is not None and game.combat.reach == "own_zone":
        node = subject.node("combat", "attackers", "reach")
        yield node, "units attack into their own zones", "zones_of_control"
