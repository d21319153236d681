"""The phase that rolls on a table, and its result while it is carried out."""

from __future__ import annotations

from dataclasses import dataclass

from hexwar.engine.state import State
from hexwar.engine.task import AutomaticTask, PhaseTask
from hexwar.rules.language.programs import pending
from hexwar.rules.tables.rules import TableRules


class NoParties:
    """The result of a table concerns nobody who fights."""

    attackers: tuple[int, ...] = ()
    defenders: tuple[int, ...] = ()
    target: int = 0
    overrun: bool = False


NO_PARTIES = NoParties()


@dataclass(slots=True)
class RollPhase(AutomaticTask, PhaseTask):
    """A table is rolled on; nobody has to choose anything."""

    kind = "table"

    def begin(self, state: State) -> None:
        """Roll, and put the result on the agenda."""
        state.agenda.append(TableResult(state.rules[TableRules].roll(state)))

    def settle(self, state: State) -> bool:
        """The result has been carried out: end the phase."""
        state.end_phase()
        return False


@dataclass(slots=True)
class TableResult(AutomaticTask):
    """A result that is being carried out; ``step`` counts its steps."""

    kind = "table_result"
    code: str
    step: int = 0

    def settle(self, state: State) -> bool:
        """Carry out steps until one owes something, or to the end."""
        steps = state.rules[TableRules].program(state, self.code)
        state.agenda.pop()
        for step in range(self.step, len(steps)):
            task = pending(state, NO_PARTIES, steps[step])
            if task is not None:
                state.agenda += [TableResult(self.code, step + 1), task]
                break
        return False


PHASES = {"table": RollPhase}
TASKS = {"table_result": TableResult}
HOOKS = {"takes_place": (TableRules, TableRules.takes_place)}
