"""What a battle leaves to choose, and a set-up: choices that throw no dice, one by one."""

from __future__ import annotations

from collections.abc import Iterator

from hexwar.engine import Action
from hexwar.players.asked import Asked, Decider
from hexwar.players.patrol.outlook import Outlook, Priorities, outlook_of
from hexwar.rules.state import State


def best_choice(state: State, outlook: Outlook, side: int) -> Action:
    """The action that leads to the best position for whoever has to choose.

    ``side`` is the one that the outlook sees for. Only for choices that roll no die.
    """
    sign = 1 if state.agenda[-1].side(state) == side else -1

    def worth(action: Action) -> float:
        twin = state.clone()
        twin.events = None
        twin.agenda[-1].perform(twin, action)
        return sign * outlook.value(twin.cells)

    return max(state.legal_actions(), key=worth)


class Aftermath(Decider[Priorities]):
    """Takes what leads to the best position at once."""

    def wanted(self, asked: Asked) -> Iterator[Action]:
        """The best choice."""
        outlook = outlook_of(asked, self._priorities)
        yield best_choice(asked.seen, outlook, outlook.side)


DECIDES = {
    "setup": Aftermath,
    "loss": Aftermath,
    "step_loss": Aftermath,
    "exchange_loss": Aftermath,
    "retreat": Aftermath,
    "advance": Aftermath,
    "through": Aftermath,
}
