"""What a battle leaves to choose, and a set-up: choices that throw no dice, one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from hexwar.engine import Action
from hexwar.players.decider import Briefing, Decider
from hexwar.players.patrol.outlook import PatrolPriorities, outlook_of
from hexwar.rules.state import State


def best_choice(state: State, value: Callable[[list[int]], float], side: int) -> Action:
    """The action that leads to the best position for whoever has to choose.

    ``value``: how good it is for ``side`` where the units stand. Only for choices that roll no die.
    """
    sign = 1 if state.agenda[-1].side(state) == side else -1

    def worth(action: Action) -> float:
        twin = state.clone()
        twin.events = None
        twin.agenda[-1].perform(twin, action)
        return sign * value(twin.cells)

    return max(state.legal_actions(), key=worth)


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


DECIDES = {
    "setup": PatrolAftermath,
    "loss": PatrolAftermath,
    "step_loss": PatrolAftermath,
    "exchange_loss": PatrolAftermath,
    "retreat": PatrolAftermath,
    "advance": PatrolAftermath,
    "through": PatrolAftermath,
}
