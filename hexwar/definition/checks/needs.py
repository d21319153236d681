"""Rules that lean on a section which is missing, and sections that no phase of the turn uses."""

from __future__ import annotations

from collections.abc import Iterator

from hexwar.definition.checks import Subject, of_each_game, of_each_game_thoroughly
from hexwar.definition.diagnostics import Findings
from hexwar.definition.tree import MappingNode, Node, key_node


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
    for index, phase in enumerate(game.sequence.phases):
        if phase.begun_in_zone == "stays":
            node = subject.node("sequence", "phases", index, "begun_in_zone")
            yield node, "units in enemy zones stay where they are", "zones_of_control"


@of_each_game
def only_movement_is_for_some(subject: Subject, findings: Findings) -> None:
    """`only` and `begun_in_zone` are about who moves: they say nothing of another phase."""
    for index, phase in enumerate(subject.game.sequence.phases):
        if phase.kind == "movement":
            continue
        written = subject.node("sequence", "phases", index)
        for key in ("only", "begun_in_zone"):
            if isinstance(written, MappingNode) and key in written:
                place = key_node(written, key).place()
                message = f"{key} says who moves, and {phase.id} is a {phase.kind} phase"
                findings.add("HW406", place, message, help="delete one of the two")


@of_each_game_thoroughly
def zones_hold_who_moves_again(subject: Subject, findings: Findings) -> None:
    """A rule for units that begin a phase in an enemy zone, and a second move without it.

    A series cites the rule; its games write the phases, where the key is easily forgotten.
    """
    zones = subject.game.zones_of_control
    rule = zones.cite.get("begun_in_zone") if zones else None
    if not rule:
        return
    for index, phase in enumerate(subject.game.sequence.phases):
        if phase.kind == "movement" and phase.only and phase.begun_in_zone != "stays":
            place = subject.node("sequence", "phases", index).place()
            message = (
                f"{phase.id} lets units move that begin it in an enemy zone, against rule {rule}"
            )
            findings.add("HW421", place, message, help="add `begun_in_zone: stays`")
