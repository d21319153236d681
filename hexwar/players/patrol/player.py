"""Its deciders, by kind of decision."""

from __future__ import annotations

from hexwar.players.deciding import Deciders
from hexwar.players.patrol import aftermath, combat, movement
from hexwar.players.patrol.outlook import PatrolPriorities, value_of
from hexwar.players.plotting import plotting


def patrol(priorities: PatrolPriorities | None = None) -> Deciders[PatrolPriorities]:
    """The deciders of a side with few units that count alike."""
    tables = movement.DECIDES, combat.DECIDES, aftermath.DECIDES, plotting(value_of)
    return Deciders(tables, priorities or PatrolPriorities(), value_of)
