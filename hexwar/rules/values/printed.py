"""Whether what is printed on counters counts, as far as attack and defence go."""

from __future__ import annotations

from hexwar.definition.model import ResolvedGame
from hexwar.rules.combat.section import Combat
from hexwar.rules.units.section import Units


def strengths_count(game: ResolvedGame) -> bool:
    """Whether the printed attack and defence count: as combat has it; in a game without combat
    where any are printed, for its fire.
    """
    combat = game.section(Combat)
    if combat is not None:
        return combat.strength == "printed"
    counters = game[Units].counters.values()
    return any(step.attack or step.defense for unit in counters for step in unit.steps)
