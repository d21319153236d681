"""A phase of orders: units do what sections contribute, without moving."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hexwar.engine.action import Action
from hexwar.engine.decision import Decision
from hexwar.engine.state import Position
from hexwar.engine.task import PhaseTask
from hexwar.engine.violation import Violation
from hexwar.rules.sequence.contribution import MovementContribution

DONE = Action("done")


@dataclass(slots=True)
class OrdersPhase(PhaseTask):
    """A side has units do what sections contribute, such as ``take UNIT STATE``; or ``done``."""

    kind = "orders"

    def _contributed(self, state: Position) -> tuple[MovementContribution, ...]:
        sections: tuple[MovementContribution, ...] = state.rules.contributed[self.index]
        return sections

    def settle(self, state: Position) -> bool:
        """End the phase when there is nothing that any unit can do."""
        if any(more.can_act(state) for more in self._contributed(state)):
            return True
        return self.nothing_to_do(state)

    def decision(self, state: Position) -> Decision:
        """What may be done, and by which units."""
        actions = [action for action in self.actions(state) if action.units]
        return self.asks(
            state,
            "Give orders to units, or end the phase.",
            units=tuple(dict.fromkeys(action.units[0] for action in actions)),
            hexes=tuple(dict.fromkeys(number for action in actions for number in action.hexes)),
            may_decline=True,
        )

    def actions(self, state: Position) -> Iterator[Action]:
        """What each section contributes, one after the other; ``done``."""
        for more in self._contributed(state):
            yield from more.actions(state)
        yield DONE

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why a unit may not do it."""
        if action.verb == "done":
            return None
        for more in self._contributed(state):
            if action.verb in more.verbs:
                return more.explain(state, action)
        return state.out_of_turn(action)

    def perform(self, state: Position, action: Action) -> None:
        """Let a unit do it, or end the phase."""
        if action.verb == "done":
            state.end_phase()
            return
        contributed = self._contributed(state)
        next(more for more in contributed if action.verb in more.verbs).perform(state, action)
