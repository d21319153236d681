"""When units are withdrawn, and the choice of who leaves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hexwar.engine.action import Action
from hexwar.engine.notation import UNIT, Verb
from hexwar.engine.state import Position
from hexwar.engine.task import SomeUnits
from hexwar.engine.violation import Violation
from hexwar.rules.language.wording import every, several
from hexwar.rules.withdrawals.rules import WITHDRAWN, WithdrawalRules


def _begin(rules: WithdrawalRules, state: Position) -> None:
    """Put on the agenda who leaves in this phase, what the section says first on top."""
    for place, units, count in reversed(rules.due(state)):
        state.agenda.append(PendingWithdrawal(place, units, count))


@dataclass(slots=True)
class PendingWithdrawal(SomeUnits):
    """``count`` of these units leave the map; their owner picks them."""

    kind = "withdrawal"
    verb = "remove"
    place: int
    units: tuple[int, ...]
    count: int

    def side(self, state: Position) -> int:
        """Their owner."""
        return state.frame.unit_side[self.units[0]]

    def _take(self, state: Position, units: tuple[int, ...]) -> None:
        for unit in units:
            state.rules[WithdrawalRules].leave(state, self.place, unit)

    def _prompt(self, state: Position, names: Sequence[str]) -> str:
        title = state.rules[WithdrawalRules].title(self.place)
        return f"{title}: choose {several(self.count, 'unit')} to leave the map."

    def _why_not(self, state: Position, unit: int) -> Violation:
        text = f"{state.frame.unit_ids[unit]} is not among the units that leave."
        return Violation(state.rules[WithdrawalRules].cite(self.place), text, "withdrawals.choice")


def _line(action: Action, state: Position) -> str:
    return f"{every(action.units)} leaves the map"


VERBS = {"remove": Verb(UNIT, "unit", _line, does="take a unit off the map that is withdrawn")}
TASKS = {"withdrawal": PendingWithdrawal}
SLOTS = (WITHDRAWN,)
HOOKS = {"phase_begins": (WithdrawalRules, _begin)}
