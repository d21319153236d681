"""Its deciders by kind of decision, the one of the set-up, each unit where it stands best; and what
can be minded otherwise than usual.

Which decisions these are is said by the tables ``MOVEMENT``, ``COMBAT``, ``SETUP`` and
``AFTERMATH``. What none of them knows is tried out (``Trial``), with ``value_of`` for what comes
of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hexwar.engine import Action
from hexwar.engine.rules import Rules
from hexwar.players.campaign.aftermath import AFTERMATH
from hexwar.players.campaign.assessment import (
    Assessment,
    CampaignPriorities,
    assessment_of,
    value_of,
)
from hexwar.players.campaign.combat import COMBAT
from hexwar.players.campaign.march import INERTIA
from hexwar.players.campaign.movement import MOVEMENT
from hexwar.players.decider import Briefing, Decider
from hexwar.players.deciding import Deciders
from hexwar.players.plotting import plotting
from hexwar.rules.scenarios.task import SetupRules
from hexwar.rules.supply.section import Supply


def campaign(priorities: CampaignPriorities | None = None) -> Deciders[CampaignPriorities]:
    """The deciders of a side with many units of unlike strength."""
    written = plotting(value_of)
    tables = MOVEMENT, COMBAT, SETUP, AFTERMATH, written
    return Deciders(tables, priorities or CampaignPriorities(), value_of)


class CampaignSetup(Decider[CampaignPriorities]):
    """Places units until none would stand better elsewhere."""

    def wanted(self, briefing: Briefing) -> Iterator[Action]:
        """The placements, then the end of the set-up."""
        yield from _placements(assessment_of(briefing, self._priorities))
        yield Action("done")


def _placements(assessment: Assessment) -> Iterator[Action]:
    """For every unit that stands better elsewhere, where."""
    rules, seen = assessment.tables.rules, assessment.state
    for unit in assessment.mine:
        mask = rules[SetupRules].free(seen, unit)
        if not mask:
            continue
        stood = assessment.cells[unit]
        assessment.take(unit)
        assessment.appraise()
        worth = {cell: assessment.place(unit, cell) for cell in rules.frame.board.cells(mask)}
        better = max(worth, key=worth.__getitem__)
        gain = worth[better] - assessment.place(unit, stood)
        assessment.put(unit, stood)
        if gain > INERTIA:
            yield Action(
                "place", (rules.frame.unit_ids[unit],), (rules.frame.board.number[better],)
            )


SETUP = {"setup": CampaignSetup}


REPLACED = 0.03
"""What it is worth to be supplied where that only brings replacements."""


def fitting(rules: Rules, usual: CampaignPriorities) -> CampaignPriorities:
    """Supply is minded as usual only where units without it move or fight worse, or waste away."""
    supply = rules.frame.resolved.section(Supply)
    if supply is None or supply.weakens:
        return usual
    return replace(usual, unsupplied=REPLACED)
