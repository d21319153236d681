"""Its deciders, by kind of decision."""

from __future__ import annotations

from hexwar.players.campaign import aftermath, combat, movement, setup
from hexwar.players.campaign.assessment import Priorities, value_of
from hexwar.players.deciding import Deciders


def campaign(priorities: Priorities | None = None) -> Deciders[Priorities]:
    """The deciders of a side with many units of unlike strength."""
    tables = movement.DECIDES, combat.DECIDES, setup.DECIDES, aftermath.DECIDES
    return Deciders(tables, priorities or Priorities(), value_of)
