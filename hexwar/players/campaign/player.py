"""A side with many units of unlike strength: what decides for it, by kind of decision.

Each decider stands in a table by the kinds of decision that are its own: ``MOVEMENT`` and
``COMBAT`` in modules of theirs; here ``SETUP``, each unit where it stands best, and below it
``AFTERMATH``, what a battle leaves to choose, each choice carried out on a copy and priced. What
none of the tables knows is tried out (:class:`~hexwar.players.deciding.Trial`), and ``value_of``
says what comes of it.
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
    tables = MOVEMENT, COMBAT, SETUP, AFTERMATH, plotting(value_of)
    return Deciders(tables, priorities or CampaignPriorities(), value_of)


class CampaignSetup(Decider[CampaignPriorities]):
    """Places units until none would stand better elsewhere."""

    def wanted(self, briefing: Briefing) -> Iterator[Action]:
        """A placement for every unit that stands better elsewhere, then the end of the set-up."""
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
            best = max(worth, key=worth.__getitem__)
            gain = worth[best] - assessment.place(unit, stood)
            assessment.put(unit, stood)
            if gain > INERTIA:
                name, number = rules.frame.unit_ids[unit], rules.frame.board.number[best]
                yield Action("place", (name,), (number,))
        yield Action("done")


SETUP = {"setup": CampaignSetup}
"""By kind of decision, the deciders that place units before the game begins."""


REPLACED = 0.03
"""What it is worth to be supplied where that only brings replacements."""


def fitting(rules: Rules, usual: CampaignPriorities) -> CampaignPriorities:
    """What is minded in a game: supply as usual only where units without it move or fight worse, or
    waste away.
    """
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
            assessment = assessment_of(briefing, self._priorities)
            changes = {action: _change(assessment, briefing.seen, action) for action in actions}
            actions = sorted(changes, key=lambda action: -changes[action])
        yield from actions


def _change(assessment: Assessment, seen: State, action: Action) -> float:
    """What an action that rolls no die changes: units in better places, steps lost."""
    twin = seen.clone()
    twin.events = None
    twin.forget_computed()
    floor = len(twin.agenda)
    pending = twin.agenda[-1]
    pending.perform(twin, action)
    # A unit that passes a retreat can go nowhere: settling it shows what that costs.
    owed = ("step_loss", "loss", "exchange_loss", *(["retreat"] if action.verb == "pass" else []))
    # What the action leaves owed is settled at once: else to lose steps would seem to cost nothing.
    while len(twin.agenda) >= floor and twin.agenda[-1].kind in owed:
        task = twin.agenda[-1]
        if task.settle(twin):
            cheapest = min(task.actions(twin), key=lambda loss: _step(assessment, twin, loss))
            task.perform(twin, cheapest)
    # Steps in place of some hexes only: the rest of the retreat is not foreseen, so it is left out.
    value = -1.0 if action.verb == "hold" and twin.agenda[-1].kind == "retreat" else 0.0
    for unit in (*assessment.mine, *assessment.foes):
        if twin.cells[unit] != seen.cells[unit] or twin.lost[unit] != seen.lost[unit]:
            value += _changed(assessment, twin, unit)
    return value


def _step(assessment: Assessment, state: State, loss: Action) -> float:
    """What the step is worth that a unit loses by an action; one that names nobody loses none."""
    if not loss.units:
        return 0.0
    unit = assessment.tables.rules.frame.unit_index[loss.units[0]]
    worth, lost = assessment.tables.worth[unit], state.lost[unit]
    return worth[lost] - worth[lost + 1]


def _changed(assessment: Assessment, twin: State, unit: int) -> float:
    """What the change of one unit, ours or theirs, means to us."""
    stood, stands = assessment.cells[unit], twin.cells[unit]
    worth_left = assessment.tables.worth[unit][twin.lost[unit]] if stands else 0.0
    material = assessment.price * (worth_left - assessment.worth[unit])
    if unit not in assessment.mine:
        return -material
    # Where it stands is worth what it adds to the others: so it is taken from among them first.
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
"""By kind of decision, the deciders that choose what a battle leaves open."""
