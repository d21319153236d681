"""What is proved of section ``losses``: that there are steps to lose, and boxes to go to."""

from __future__ import annotations

from itertools import pairwise

from hexwar.definition.checks import Subject, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.definition.tree import descend, pointer
from hexwar.rules.losses.section import Losses
from hexwar.rules.retreat.section import Retreat
from hexwar.rules.units.section import Units


@of_each_game
def steps_are_there_to_lose(subject: Subject, findings: Findings) -> None:
    """Rules that weigh one step against another need units with more than one."""
    game = subject.game
    if any(len(unit.steps) > 1 for unit in game[Units].counters.values()):
        return
    for weighs_steps, path in (
        (game[Losses].evenly, ("losses", "evenly")),
        (game[Retreat].convertible == "allowed", ("retreat", "convertible")),
    ):
        key = subject.key(*path)
        if weighs_steps and subject.is_own(key):
            message = f"{path[1]} is about steps, and every unit has only one"
            hint = "give unit types two lines of steps, or delete this"
            findings.add("HW414", key.place(), message, help=hint)


@of_each_game
def who_is_removed_goes_to_a_box(subject: Subject, findings: Findings) -> None:
    """Units are removed to boxes, not to hexes of the map."""
    board = subject.game.map
    for reference in subject.references:
        path = reference.path
        named = reference.kind == "region" and ("remove", "to") in pairwise(path)
        if named and reference.name in board.regions and reference.name not in board.boxes:
            message = f"{reference.name} is no box: units are not removed to hexes of the map"
            hint = "add a box to section map: `boxes: {rallying: {title: Rallying}}`"
            if board.boxes:
                hint = findings.suggestion(reference.name, board.boxes)
            node = descend(subject.tree, path)
            findings.add("HW660", node.place(), message, pointer=pointer(node), help=hint)
