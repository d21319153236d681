"""Its deciders, by kind of decision."""

from __future__ import annotations

from hexwar.players.deciding import Deciders
from hexwar.players.patrol import aftermath, combat, movement
from hexwar.players.patrol.outlook import Priorities, value_of


def patrol(priorities: Priorities | None = None) -> Deciders[Priorities]:
    """The deciders of a side with few units that count alike."""
    tables = movement.DECIDES, combat.DECIDES, aftermath.DECIDES
    return Deciders(tables, priorities or Priorities(), value_of)
