"""What a battle leaves to choose: losses, retreats, advances.

Each choice is carried out on a copy without dice: steps and retreats that it leaves owed are
settled as cheaply as can be, then every unit that was moved or reduced is priced, ours and theirs,
by places and steps.
"""

from __future__ import annotations

from collections.abc import Iterator

from hexwar.engine import Action
from hexwar.players.campaign.assessment import Assessment, CampaignPriorities, assessment_of
from hexwar.players.decider import Briefing, Decider
from hexwar.rules.state import State


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
