"""Its deciders, by kind of decision."""

from __future__ import annotations

from hexwar.players.campaign import aftermath, combat, movement, setup
from hexwar.players.campaign.assessment import CampaignPriorities, value_of
from hexwar.players.deciding import Deciders
from hexwar.players.plotting import plotting


def campaign(priorities: CampaignPriorities | None = None) -> Deciders[CampaignPriorities]:
    """The deciders of a side with many units of unlike strength."""
    written = plotting(value_of)
    tables = movement.DECIDES, combat.DECIDES, setup.DECIDES, aftermath.DECIDES, written
    return Deciders(tables, priorities or CampaignPriorities(), value_of)
