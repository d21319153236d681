"""Its deciders by kind of decision, the one of the set-up, each unit where it stands best; and what
can be minded otherwise than usual.

Which decisions these are is said by the tables ``MOVEMENT``, ``COMBAT``, ``SETUP`` and
``AFTERMATH``. What none of them knows is tried out (``Trial``), with ``value_of`` for what comes
of it.

Below: what a battle leaves to choose, each choice carried out on a copy and priced.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hexwar.engine import Action
from hexwar.engine.rules import Rules
from hexwar.players.campaign.assessment import (
    Assessment,
    CampaignPriorities,
    assessment_of,
    value_of,
)
from hexwar.players.campaign.combat import COMBAT
from hexwar.players.campaign.movement import INERTIA, MOVEMENT
from hexwar.players.decider import Briefing, Decider
from hexwar.players.deciding import Deciders
from hexwar.players.plotting import plotting
from hexwar.rules.scenarios.rules import SetupRules
from hexwar.rules.state import State
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
        # For every unit that stands better elsewhere, where.
        assessment = assessment_of(briefing, self._priorities)
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
        yield Action("done")


SETUP = {"setup": CampaignSetup}


REPLACED = 0.03
"""What it is worth to be supplied where that only brings replacements."""


def fitting(rules: Rules, usual: CampaignPriorities) -> CampaignPriorities:
    """Supply is minded as usual only where units without it move or fight worse, or waste away."""
    supply = rules.frame.resolved.section(Supply)
    if supply is None or supply.weakens:
        return usual
    return replace(usual, unsupplied=REPLACED)


# -- what a battle leaves to choose: losses, retreats, advances ------------------------------------

# Each choice is carried out on a copy without dice: steps and retreats that it leaves owed are
# settled as cheaply as can be, then every unit that was moved or reduced is priced, ours and
# theirs, by places and steps.


class CampaignAftermath(Decider[CampaignPriorities]):
    """Takes what changes most for the better at once."""

    def wanted(self, briefing: Briefing) -> Iterator[Action]:
        """The listed actions, the best first; the only one without a thought."""
        actions = list(briefing.seen.legal_actions())
        if len(actions) > 1:
            actions = _ranked(assessment_of(briefing, self._priorities), briefing.seen, actions)
        yield from actions


def _ranked(assessment: Assessment, seen: State, actions: list[Action]) -> list[Action]:
    """Actions, the best first, by what each changes at once."""
    worth = {action: _change(assessment, seen, action) for action in actions}
    return sorted(worth, key=lambda action: -worth[action])


def _change(assessment: Assessment, seen: State, action: Action) -> float:
    """What an action that rolls no die changes: units in better places, steps lost."""
    twin = seen.clone()
    twin.events = None
    twin.forget_computed()
    floor = len(twin.agenda)
    pending = twin.agenda[-1]
    pending.perform(twin, action)
    # Who passes a retreat can go nowhere: settling it says what that costs.
    owed = ("step_loss", "loss", "exchange_loss", *(["retreat"] if action.verb == "pass" else []))
    # What the action leaves owed is settled at once: else to lose steps would seem to cost nothing.
    while len(twin.agenda) >= floor and twin.agenda[-1].kind in owed:
        task = twin.agenda[-1]
        if task.settle(twin):
            task.perform(
                twin, min(task.actions(twin), key=lambda a: _next_step(assessment, twin, a))
            )
    # Steps in place of some hexes only: the rest of the retreat is not foreseen, so it is left out.
    value = -1.0 if action.verb == "hold" and twin.agenda[-1].kind == "retreat" else 0.0
    for unit in (*assessment.mine, *assessment.foes):
        if twin.cells[unit] != seen.cells[unit] or twin.lost[unit] != seen.lost[unit]:
            value += _changed(assessment, twin, unit)
    return value


def _next_step(assessment: Assessment, state: State, action: Action) -> float:
    """What the step of a unit that is to be lost is worth; who stops loses none."""
    if not action.units:
        return 0.0
    unit = assessment.tables.rules.frame.unit_index[action.units[0]]
    worth, lost = assessment.tables.worth[unit], state.lost[unit]
    return worth[lost] - worth[lost + 1]


def _changed(assessment: Assessment, twin: State, unit: int) -> float:
    """What the change of one unit, ours or theirs, means to us."""
    stood, stands = assessment.cells[unit], twin.cells[unit]
    worth = assessment.tables.worth[unit]
    left = worth[twin.lost[unit]] if stands else 0.0
    material = assessment.price * (left - assessment.worth[unit])
    if unit not in assessment.mine:
        return -material
    assessment.take(unit)
    before = assessment.place(unit, stood)
    after = assessment.place(unit, stands) if stands else 0.0
    assessment.put(unit, stood)
    return after - before + material


AFTERMATH = {
    "loss": CampaignAftermath,
    "step_loss": CampaignAftermath,
    "exchange_loss": CampaignAftermath,
    "retreat": CampaignAftermath,
    "advance": CampaignAftermath,
    "through": CampaignAftermath,
}
