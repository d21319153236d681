"""Reactions of units that hide, in a copy for a side that does not know of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hexwar.engine.action import Action
from hexwar.engine.decision import Decision
from hexwar.engine.state import Position
from hexwar.engine.task import Task
from hexwar.engine.violation import Violation
from hexwar.rules.reactions.acts import PASS, Act
from hexwar.rules.reactions.exchange import ContestRoll, ExchangeTurns
from hexwar.rules.reactions.windows import Joining, Window


@dataclass(slots=True)
class Unseen(Task):
    """A unit that nobody in this copy knows reacts: as far as is known, by nothing."""

    kind = "unseen_reaction"
    owner: int

    def settle(self, state: Position) -> bool:
        """It is for its owner to say."""
        return True

    def side(self, state: Position) -> int:
        """The side of the unit."""
        return self.owner

    def decision(self, state: Position) -> Decision:
        """Nothing is known of it."""
        return self.asks(state, "A hidden unit reacts.", units=(), may_decline=True)

    def actions(self, state: Position) -> Iterator[Action]:
        """It lets the action go on."""
        yield PASS

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Nothing else is known."""
        return None if action == PASS else state.out_of_turn(action)

    def perform(self, state: Position, action: Action) -> None:
        """Go on."""
        state.agenda.pop()


def forget(state: Position, units: int) -> None:
    """In a copy for a side, let nobody wait to react of whom (a mask) it does not know."""
    owners = state.frame.unit_side
    for place, task in enumerate(state.agenda):
        if isinstance(task, Act) and units >> task.unit & 1:
            state.agenda[place] = Unseen(owners[task.unit])
        elif isinstance(task, ExchangeTurns):
            known = task.without(units)
            # The game waits for somebody here: a copy that went on would have left the game behind.
            empty = task.entries and not known.entries and task is state.agenda[-1]
            state.agenda[place] = Unseen(owners[task.entries[0][0]]) if empty else known
        elif isinstance(task, (Act, Window, Joining, ContestRoll)):
            state.agenda[place] = task.without(units)
