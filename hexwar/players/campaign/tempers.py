"""What can be minded otherwise than usual: supply by what the lack of it costs in a game."""

from __future__ import annotations

from dataclasses import replace

from hexwar.engine.rules import Rules
from hexwar.players.campaign.assessment import CampaignPriorities
from hexwar.rules.supply.section import Supply

REPLACED = 0.03
"""What it is worth to be supplied where that only brings replacements."""


def fitting(rules: Rules, usual: CampaignPriorities) -> CampaignPriorities:
    """Supply is minded as usual only where units without it move or fight worse, or waste away."""
    supply = rules.frame.resolved.section(Supply)
    if supply is None or supply.weakens:
        return usual
    return replace(usual, unsupplied=REPLACED)
