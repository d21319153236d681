"""The phase that rolls on a table, perhaps if its side wants to, and the result.

The phase puts its rolls on the agenda: so many, one for each of some units, or one that its side
may decline. Each roll puts its result on top, which is carried out step by step before the next
roll. Results of other packages may ask for rolls, too (`OwedRoll`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random
from typing import cast

from hexwar.definition.model import Effect
from hexwar.engine.action import Action
from hexwar.engine.decision import Decision
from hexwar.engine.notation import BARE, Verb
from hexwar.engine.position import bits
from hexwar.engine.state import Position
from hexwar.engine.task import AutomaticTask, PhaseTask, Task
from hexwar.engine.violation import Violation
from hexwar.rules.language.forecast import Forecast
from hexwar.rules.language.programs import ForUnit, Nobody, Parties, carry_out, chosen
from hexwar.rules.language.selectors import selected
from hexwar.rules.language.wording import Names, called, every, in_words, mid_sentence
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.tables.rules import NO_UNIT, TableRules
from hexwar.rules.tables.section import RollOn, TablePhase, Tables

ROLL, PASS = Action("roll"), Action("pass")


@dataclass(slots=True)
class RollPhase(AutomaticTask, PhaseTask):
    """A table is rolled on: at once, or if the side whose phase it is wants to."""

    kind = "table"

    def begin(self, state: Position) -> None:
        """Roll and put the result on the agenda, or ask first."""
        optional = state.rules[TableRules].is_optional(state)
        state.agenda.append(RollOffered() if optional else _rolled(state))

    def settle(self, state: Position) -> bool:
        """The result has been carried out: end the phase."""
        state.end_phase()
        return False


def _rolled(state: Position) -> Task:
    """The rolls of the phase, or those for its units."""
    rules = state.rules[TableRules]
    units = rules.units(state)
    return RollAgain(rules.times(state)) if units is None else RollsInTurn(tuple(bits(units)))


@dataclass(slots=True)
class RollAgain(AutomaticTask):
    """The table of the phase is rolled on so many times, one result after the other."""

    kind = "table_again"
    rolls = True
    left: int

    def settle(self, state: Position) -> bool:
        """Roll, and put the result on the agenda."""
        state.agenda.pop()
        if self.left:
            # Below the result, which is carried out before the next roll.
            more = [RollAgain(self.left - 1)] if self.left > 1 else []
            state.agenda += [*more, TableResult(state.rules[TableRules].roll(state))]
            _thrown(state, 0)
        return False


@dataclass(slots=True)
class RollsInTurn(AutomaticTask):
    """Each of these units is rolled for, one after the other, if it is still on the map.

    On ``table``, or on that of the phase if none is named; ``added`` to each roll.
    """

    kind = "table_rolls"
    rolls = True
    units: tuple[int, ...]
    table: str = ""
    added: int = 0

    def settle(self, state: Position) -> bool:
        """Roll for the next unit, and put its result on the agenda."""
        state.agenda.pop()
        rules = state.rules[TableRules]
        # An earlier result may have taken some of them off the map.
        units = [unit for unit in self.units if state.cells[unit]]
        if units:
            first, rest = units[0], tuple(units[1:])
            if self.table:
                code = rules.roll_by_name(state, self.table, first, self.added)
            else:
                code = rules.roll(state, first)
            state.agenda += [replace(self, units=rest), TableResult(code, 0, self.table, first)]
            _thrown(state, self.added)
        return False

    def falls(self, state: Position) -> Iterator[tuple[Fraction, tuple[Task, ...]]]:
        """The results for the next unit, and the rolls for those after it."""
        units = tuple(unit for unit in self.units if state.cells[unit])
        if not units or not self.table:
            return
        chances = state.rules[TableRules].chances_by_name(state, self.table, units[0], self.added)
        for code, chance in chances.items():
            result = TableResult(code, 0, self.table, units[0])
            yield chance, (replace(self, units=units[1:]), result)


@dataclass(slots=True)
class RollOffered(Task):
    """The side whose phase it is may roll on the table: ``roll`` or ``pass``."""

    kind = "table_offered"
    is_offer = True

    def settle(self, state: Position) -> bool:
        """There is always something to choose."""
        return True

    def side(self, state: Position) -> int:
        """The side whose phase it is."""
        return state.phase_side

    def decision(self, state: Position) -> Decision:
        """Whether to roll."""
        title = mid_sentence(state.rules[TableRules].table(state).title)
        return self.asks(state, f"Roll for {title}, or decline.", may_decline=True)

    def actions(self, state: Position) -> Iterator[Action]:
        """``roll``, ``pass``."""
        return iter((ROLL, PASS))

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Nothing else is possible now."""
        return None if action.verb in (ROLL.verb, PASS.verb) else state.out_of_turn(action)

    def sample(self, state: Position, random: Random) -> Action:
        """One of the two."""
        return ROLL if random.random() < 0.5 else PASS

    def perform(self, state: Position, action: Action) -> None:
        """Roll, or leave it."""
        state.agenda.pop()
        if action.verb == ROLL.verb:
            state.agenda.append(_rolled(state))


@dataclass(slots=True)
class TableResult(AutomaticTask):
    """A result that is being carried out; ``step`` counts its steps.

    It is one of ``table``, or of the table of the phase if none is named.
    """

    kind = "table_result"
    code: str
    step: int = 0
    table: str = ""
    unit: int = NO_UNIT

    def settle(self, state: Position) -> bool:
        """Carry out steps until one owes something, or to the end."""
        parties = Nobody() if self.unit == NO_UNIT else ForUnit(self.unit)
        state.agenda.pop()
        carry_out(state, parties, self.program(state), self.step, self.going_on_at)
        return False

    def program(self, state: Position) -> tuple[Effect, ...]:
        """What the result does, laid out."""
        return state.rules[TableRules].program(state, self.code, self.table)

    def name(self, state: Position) -> str:
        """The table."""
        return self.table or state.rules[TableRules].table(state).id

    def result_in_words(self, state: Position) -> str:
        """What the dice came to."""
        table = state.resolved[Tables].tables[self.name(state)]
        return in_words(table.result(self.code).title)

    def thrown_again(self, state: Position, dice: int, column: int, added: int) -> TableResult:
        """The result of another throw on the table."""
        rules = state.rules[TableRules]
        if self.table:
            return replace(self, code=rules.roll_by_name(state, self.table, self.unit, added))
        return replace(self, code=rules.roll(state, self.unit))

    def going_on_at(self, step: int) -> TableResult:
        """The same result at another step."""
        return replace(self, step=step)


@dataclass(slots=True)
class OwedRoll(AutomaticTask):
    """A result asks for a roll on a table, with so much ``added``."""

    kind = "table_roll"
    rolls = True
    table: str
    unit: int = NO_UNIT
    added: int = 0

    def settle(self, state: Position) -> bool:
        """Roll, and put the result on the agenda."""
        state.agenda.pop()
        code = state.rules[TableRules].roll_by_name(state, self.table, self.unit, self.added)
        state.agenda.append(TableResult(code, 0, self.table, self.unit))
        _thrown(state, self.added)
        return False

    def falls(self, state: Position) -> Iterator[tuple[Fraction, tuple[Task, ...]]]:
        """The results of the table."""
        rules = state.rules[TableRules]
        chances = rules.chances_by_name(state, self.table, self.unit, self.added)
        for code, chance in chances.items():
            yield chance, (TableResult(code, 0, self.table, self.unit),)


def _thrown(state: Position, added: int) -> None:
    """Dice were thrown on a table, with so much added, and the result waits."""
    for hook in state.rules.hooks.thrown:
        hook(state, 0, 0, added)


def _roll(state: Position, parties: Parties, effect: Effect) -> Task | None:
    roll = cast(RollOn, effect.said)
    if roll.for_each is not None:
        units = chosen(state, parties, roll.for_each)
        return RollsInTurn(tuple(bits(units)), roll.table, roll.add) if units else None
    if parties.targets:
        return RollsInTurn(parties.targets, roll.table, roll.add)
    unit = parties.unit if isinstance(parties, ForUnit) else NO_UNIT
    return OwedRoll(roll.table, unit, roll.add)


def _roll_in_words(effect: Effect, names: Names) -> str:
    roll = cast(RollOn, effect.said)
    whom = f" for each unit ({selected(roll.for_each)})" if roll.for_each else ""
    added = f", at {roll.add:+d}" if roll.add else ""
    return f"there is a roll on the table {called(names, 'table', roll.table)}{whom}{added}"


def _forecast_each(forecast: Forecast, state: Position, task: RollsInTurn) -> None:
    who, title = every(forecast.names(task.units)), state.resolved[Tables].tables[task.table].title
    forecast.sentences.append(f"{who} rolls on the table {title}.")


def _forecast(forecast: Forecast, state: Position, task: OwedRoll) -> None:
    title = state.resolved[Tables].tables[task.table].title
    forecast.sentences.append(f"There is a roll on the table {title}.")


def _roll_label(action: Action, state: Position) -> str:
    return f"Roll for {mid_sentence(state.rules[TableRules].table(state).title)}"


VERBS = {
    "roll": Verb(
        BARE,
        label=_roll_label,
        does="roll on the table of the phase",
        needs=lambda game: any(phase[TablePhase].optional for phase in game[SequenceOfPlay].phases),
    )
}
PHASES = {"table": RollPhase}
TASKS = {
    "table_result": TableResult,
    "table_rolls": RollsInTurn,
    "table_again": RollAgain,
    "table_offered": RollOffered,
    "table_roll": OwedRoll,
}
TITLES = {"table": lambda game: game[Tables].tables}
RESULTS = {"roll": _roll}
MEANINGS = {"roll": _roll_in_words}
FORECASTS = {"table_roll": _forecast, "table_rolls": _forecast_each}
HOOKS = {"takes_place": (TableRules, TableRules.takes_place)}
