"""Its deciders by kind of decision, and the one of set-ups and of what a battle leaves to choose:
choices that throw no dice, one by one.
"""

from __future__ import annotations

from collections.abc import Iterator

from hexwar.engine import Action
from hexwar.players.decider import Briefing, Decider
from hexwar.players.deciding import Deciders
from hexwar.players.patrol.combat import COMBAT
from hexwar.players.patrol.movement import MOVEMENT
from hexwar.players.patrol.outlook import PatrolPriorities, best_choice, outlook_of, value_of
from hexwar.players.plotting import plotting


def patrol(priorities: PatrolPriorities | None = None) -> Deciders[PatrolPriorities]:
    """The deciders of a side with few units that count alike."""
    tables = MOVEMENT, COMBAT, AFTERMATH, plotting(value_of)
    return Deciders(tables, priorities or PatrolPriorities(), value_of)


class PatrolAftermath(Decider[PatrolPriorities]):
    """Takes what leads to the best position at once."""

    def wanted(self, briefing: Briefing) -> Iterator[Action]:
        """The best choice."""
        actions = list(briefing.seen.legal_actions())
        if len(actions) == 1:
            yield from actions
            return
        outlook = outlook_of(briefing, self._priorities)
        yield best_choice(briefing.seen, outlook.value, outlook.side)


AFTERMATH = {
    "setup": PatrolAftermath,
    "loss": PatrolAftermath,
    "step_loss": PatrolAftermath,
    "exchange_loss": PatrolAftermath,
    "retreat": PatrolAftermath,
    "advance": PatrolAftermath,
    "through": PatrolAftermath,
}
