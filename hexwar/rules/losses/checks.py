"""What is proved of section ``losses``: that there are steps to lose."""

from __future__ import annotations

from hexwar.definition.checks import Subject, of_each_game_thoroughly
from hexwar.definition.diagnostics import Findings
from hexwar.rules.losses.section import Losses
from hexwar.rules.retreat.section import Retreat
from hexwar.rules.units.section import Units


@of_each_game_thoroughly
def steps_are_there_to_lose(subject: Subject, findings: Findings) -> None:
    """Rules that weigh one step against another need units with more than one."""
    game = subject.game
    if any(len(unit.steps) > 1 for unit in game[Units].counters.values()):
        return
    for said, path in (
        (game[Losses].evenly, ("losses", "evenly")),
        (game[Retreat].convertible == "allowed", ("retreat", "convertible")),
    ):
        key = subject.key(*path)
        if said and subject.is_own(key):
            message = f"{path[1]} is about steps, and every unit has only one"
            hint = "give unit types two lines of steps, or delete this"
            findings.add("HW414", key.place(), message, help=hint)
