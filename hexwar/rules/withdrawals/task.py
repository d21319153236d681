"""When units are withdrawn, and the choice of who leaves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from hexwar.engine.action import Action
from hexwar.engine.decision import Decision
from hexwar.engine.notation import UNIT, Verb
from hexwar.engine.state import Position
from hexwar.engine.task import Task
from hexwar.engine.violation import Violation
from hexwar.rules.language.wording import every, several
from hexwar.rules.withdrawals.rules import WITHDRAWN, WithdrawalRules


def _begin(rules: WithdrawalRules, state: Position) -> None:
    """Put on the agenda who leaves in this phase, what the section says first on top."""
    for place, units, count in reversed(rules.due(state)):
        state.agenda.append(PendingWithdrawal(place, units, count))


@dataclass(slots=True)
class PendingWithdrawal(Task):
    """``count`` of these units leave the map; their owner picks them."""

    kind = "withdrawal"
    place: int
    units: tuple[int, ...]
    count: int

    def side(self, state: Position) -> int:
        """Their owner."""
        return state.frame.unit_side[self.units[0]]

    def settle(self, state: Position) -> bool:
        """No choice when all of them leave."""
        if self.count < len(self.units):
            return True
        state.agenda.pop()
        for unit in self.units:
            state.rules[WithdrawalRules].leave(state, self.place, unit)
        return False

    def decision(self, state: Position) -> Decision:
        """Withdrawal: the units among which to choose."""
        names = self._names(state)
        title = state.rules[WithdrawalRules].title(self.place)
        return self.asks(
            state,
            f"{title}: choose {several(self.count, 'unit')} to leave the map.",
            units=names,
            hexes=tuple(dict.fromkeys(state.position(name) or "" for name in names)),
        )

    def _names(self, state: Position) -> tuple[str, ...]:
        return tuple(state.frame.unit_ids[unit] for unit in self.units)

    def actions(self, state: Position) -> Iterator[Action]:
        """One ``remove`` a unit, in the order of the units file."""
        return (Action("remove", (name,)) for name in self._names(state))

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Only the units concerned leave."""
        if action.verb != "remove":
            return state.out_of_turn(action)
        if action.units[0] in self._names(state):
            return None
        text = f"{action.units[0]} is not among the units that leave."
        rule = state.rules[WithdrawalRules].cite(self.place)
        return Violation(rule, text, "withdrawals.choice")

    def sample(self, state: Position, random: Random) -> Action:
        """One of them, each as likely."""
        unit = self.units[int(random.random() * len(self.units))]
        return Action("remove", (state.frame.unit_ids[unit],))

    def perform(self, state: Position, action: Action) -> None:
        """Take the unit off; go on choosing while more leave."""
        state.agenda.pop()
        gone = state.frame.unit_index[action.units[0]]
        state.rules[WithdrawalRules].leave(state, self.place, gone)
        if self.count > 1:
            rest = tuple(unit for unit in self.units if unit != gone)
            state.agenda.append(PendingWithdrawal(self.place, rest, self.count - 1))


def _line(action: Action, state: Position) -> str:
    return f"{every(action.units)} leaves the map"


VERBS = {"remove": Verb(UNIT, "unit", _line, does="take a unit off the map that is withdrawn")}
TASKS = {"withdrawal": PendingWithdrawal}
SLOTS = (WITHDRAWN,)
HOOKS = {"phase_begins": (WithdrawalRules, _begin)}
