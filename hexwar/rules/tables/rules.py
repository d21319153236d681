"""Section ``tables``: the dice, the modifiers, the column and the result of a table.

A table has dice, modifiers, columns and results. It chooses its column itself (by a condition, the
calendar, a value of the unit rolled for), or is given a number by the caller. A modifier moves the
total along the rows; the result is a program.

First a table is compiled and rolled on (:class:`TableRules`). Then the phase that rolls, and the
tasks that lie on the agenda meanwhile: rolls that are owed, and results that are carried out step
by step (:class:`TableResult`). At the end, tables in words.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor
from random import Random
from typing import NamedTuple, cast

from hexwar.definition.model import Condition, Effect, ResolvedGame
from hexwar.engine.action import Action, Decision
from hexwar.engine.notation import BARE, Verb
from hexwar.engine.position import bits
from hexwar.engine.state import NOBODY, Position
from hexwar.engine.task import AutomaticTask, PhaseTask, Task
from hexwar.engine.violation import Violation
from hexwar.rules.language.choosing import Forecast
from hexwar.rules.language.conditions import Conditions, Measure, Test, amount
from hexwar.rules.language.dice import chances_of_totals, throw_and_read
from hexwar.rules.language.programs import (
    Carried,
    ForUnit,
    Layout,
    Nobody,
    Parties,
    chosen,
    in_roles,
    names_roles,
    seen_from,
)
from hexwar.rules.language.reading import Charted, Speaker, Words
from hexwar.rules.language.selectors import Selectors, names_eyes, selected, value_shown
from hexwar.rules.language.wording import (
    Names,
    called,
    every,
    in_words,
    mid_sentence,
    titles,
)
from hexwar.rules.sequence.rules import ACTIVE
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.tables.section import GIVEN, TURN, RollModifier, RollOn, Table, TablePhase, Tables
from hexwar.rules.tracks import TrackChange, TrackRules, Tracks
from hexwar.rules.values import NamedValues

ON_STEPS = ("attack", "defense", "movement")
"""Values that each step of a counter prints, as no state of the unit changes what is printed."""

NO_UNIT = -1
"""In place of the unit that is rolled for, where a roll is for nobody."""


class CompiledModifier(NamedTuple):
    """A modifier of a table: when it counts, by whose eyes look; for which units, if it is for some
    only; what it adds.
    """

    holds: tuple[Test, ...]
    whom: Callable[[Position], int] | None
    adds: int


class Compiled(NamedTuple):
    """A table ready to be rolled on."""

    table: Table

    column: tuple[Measure, ...] | None
    """By whose eyes look, what chooses it; ``None`` if the caller or the unit rolled for does."""

    lows: tuple[int, ...]
    """The least number for each column."""

    modifiers: tuple[CompiledModifier, ...]

    totals: tuple[int, ...]
    """What the rows are for, in their order."""

    codes: dict[int, tuple[str, ...]]
    """By total the results, one a column."""

    sets: frozenset[str]
    """The tracks that its results set for some turns."""

    programs: dict[str, tuple[Effect, ...]]
    """What results do, laid out."""

    names_roles: bool
    """Whether it asks for a role."""

    names_eyes: bool
    """Whether it asks for own or enemy."""


class TableRules:
    """The tables, and which of them each phase rolls on."""

    def __init__(
        self,
        section: Tables,
        sequence: SequenceOfPlay,
        conditions: Conditions,
        tracks_section: Tracks | None,
        tracks: TrackRules | None,
        selectors: Selectors,
        values: NamedValues,
    ) -> None:
        self._selectors, self._values, self._tracks = selectors, values, tracks
        named, layout = tracks_section or Tracks(), Layout(selectors, conditions)
        made = {
            name: _compiled(table, conditions, named, sequence, selectors, layout)
            for name, table in section.tables.items()
        }
        self._by_name = made
        rolls = [phase[TablePhase] for phase in sequence.phases]
        self._by_phase = {at: made[phase.table] for at, phase in enumerate(rolls) if phase.table}
        self._each = {
            at: selectors.mask(
                phase[TablePhase].for_each,
                selectors.forces.side_ids.index(phase.side) if phase.side else None,
            )
            for at, phase in enumerate(sequence.phases)
            if phase[TablePhase].for_each is not None
        }
        self._inner = frozenset(at for at, phase in enumerate(sequence.phases) if phase.within)
        self._times = tuple(conditions.measure_of(phase.times) for phase in rolls)
        self._optional = frozenset(at for at, phase in enumerate(rolls) if phase.optional)

    def takes_place(self, state: Position, phase: int) -> bool:
        """Whether a phase rolls: not while what its table set lasts."""
        compiled, tracks = self._by_phase.get(phase), self._tracks
        if compiled is None or tracks is None:
            return True
        return not any(tracks.is_kept(state, name) for name in compiled.sets)

    def is_optional(self, state: Position) -> bool:
        """Whether the side whose phase it is decides if the table is rolled on."""
        return state.phase_index in self._optional

    def table(self, state: Position) -> Table:
        """The table of the phase."""
        return self._of(state).table

    def units(self, state: Position) -> int | None:
        """The mask of the units for which the phase rolls; ``None`` where it does so once."""
        for_whom = self._each.get(state.phase_index)
        if for_whom is None or state.phase_index not in self._inner:
            return None if for_whom is None else for_whom(state)
        return for_whom(state) & state.memory[ACTIVE].units

    def times(self, state: Position) -> int:
        """How often the phase rolls, where it does so for no units."""
        return self._times[state.phase_index](state)

    def roll(self, state: Position, unit: int = NO_UNIT) -> str:
        """Roll on the table of the phase, perhaps for a unit; the id of the result."""
        compiled = self._of(state)
        return self._rolled(state, compiled, self._column(state, compiled, unit), 0, unit)

    def roll_by_name(self, state: Position, name: str, unit: int = NO_UNIT, added: int = 0) -> str:
        """Roll on a table in the column that it chooses itself; the id of the result."""
        compiled = self._by_name[name]
        return self._rolled(state, compiled, self._column(state, compiled, unit), added, unit)

    def roll_on(self, state: Position, name: str, number: int, added: int, parties: Parties) -> str:
        """Roll on a table in the column for a number, for some parties; the id of the result."""
        compiled = self._by_name[name]
        return self._rolled(state, compiled, _column_of(compiled, number), added, parties=parties)

    def _column(self, state: Position, compiled: Compiled, unit: int) -> int:
        """The column that the table chooses, or the unit that is rolled for."""
        if compiled.column is not None:
            parties = _parties(unit)
            eyes = seen_from(state, parties) if compiled.names_eyes else NOBODY
            number = _in_roles(state, compiled, parties, compiled.column[eyes])
            return _column_of(compiled, number)
        name = compiled.table.value
        if not name or unit == NO_UNIT:
            return 0
        if name in ON_STEPS:
            shown = value_shown(self._selectors, unit, state.lost[unit], name)
        else:
            shown = self._values.number(state, unit, name)
        return _column_of(compiled, floor(shown))

    def _rolled(
        self,
        state: Position,
        compiled: Compiled,
        column: int,
        added: int,
        unit: int = NO_UNIT,
        parties: Parties | None = None,
    ) -> str:
        """Roll in a column, and say so; the id of the result."""
        dice, taking_part = compiled.table.dice, parties or _parties(unit)
        in_all = added + _added_to_roll(compiled, state, unit, taking_part)

        def result(total: int) -> str:
            return compiled.codes[_total_moved(compiled.totals, total, in_all)][column]

        faces = throw_and_read(state, dice, result)
        code = result(dice.read(faces))
        if state.events is not None:
            reasons = [
                modifier.title
                for modifier, alone in zip(
                    compiled.table.modifiers.values(), compiled.modifiers, strict=True
                )
                if _added_to_roll(compiled._replace(modifiers=(alone,)), state, unit, taking_part)
            ]
            # What the caller adds has been told where it comes from.
            why = [] if added else reasons
            self._tell(state, compiled.table, faces, in_all, column, code, unit, why)
        return code

    def chances(
        self, state: Position, name: str, number: int, added: int, parties: Parties
    ) -> dict[str, Fraction]:
        """The probability of every result that :meth:`roll_on` can have, by its id."""
        compiled = self._by_name[name]
        column = _column_of(compiled, number)
        return _chances(compiled, column, added + _added_to_roll(compiled, state, NO_UNIT, parties))

    def chances_by_name(
        self, state: Position, name: str, unit: int = NO_UNIT, added: int = 0
    ) -> dict[str, Fraction]:
        """The probability of every result that :meth:`roll_by_name` can have, by its id."""
        compiled = self._by_name[name]
        column = self._column(state, compiled, unit)
        return _chances(
            compiled, column, added + _added_to_roll(compiled, state, unit, _parties(unit))
        )

    def heading(self, name: str, number: int) -> str:
        """The column of a table for a number; empty where it has none."""
        compiled = self._by_name[name]
        columns = compiled.table.columns
        return str(columns[_column_of(compiled, number)]) if columns else ""

    def program(self, state: Position, code: str, name: str = "") -> tuple[Effect, ...]:
        """What a result of a table does, laid out; of the phase's table if none is named."""
        compiled = self._by_name[name] if name else self._of(state)
        return compiled.programs[code]

    def _of(self, state: Position) -> Compiled:
        return self._by_phase[state.phase_index]

    def _tell(
        self,
        state: Position,
        table: Table,
        faces: tuple[int, ...],
        added: int,
        column: int,
        code: str,
        unit: int,
        why: Sequence[str],
    ) -> None:
        """Tell of a roll: the column, the dice, what was added and ``why``, the result."""
        heading = str(table.columns[column]) if table.columns else ""
        total = table.dice.read(faces)
        thrown = f"die {total}" if len(faces) == 1 else f"dice {', '.join(map(str, faces))}"
        thrown += f" = {total}" if len(faces) > 1 else ""
        reasons = f" ({every(why)}) = {total + added}" if why else ""
        modified = f", {added:+d}{reasons}" if added else ""
        where = f"{_column_told(table, heading, state.resolved)}, " if heading else ""
        title = in_words(table.result(code).title)
        named = {} if unit == NO_UNIT else {"unit": self._selectors.forces.ids[unit]}
        whom = f" for {self._selectors.forces.ids[unit]}" if named else ""
        state.tell(
            "table",
            table.cite,
            f"{table.title}{whom}: {where}{thrown}{modified}, {title}.",
            table=table.id,
            column=heading,
            dice=faces,
            modifier=added,
            result=code,
            **named,
        )


def _column_told(table: Table, heading: str, game: ResolvedGame) -> str:
    """A column by its heading, with what is counted where the heading is so many of it."""
    words = in_words(heading).replace("..", " to ")
    if not (isinstance(table.column, Condition) and heading[:1].isdigit()):
        return f"column {words}"
    if table.column.kind == "turn":
        return f"column of turns {words}"
    return f"column {words} ({amount(table.column, titles(game))})"


def _compiled(
    table: Table,
    conditions: Conditions,
    tracks: Tracks,
    sequence: SequenceOfPlay,
    selectors: Selectors,
    layout: Layout,
) -> Compiled:
    """A table with its conditions, columns and programs ready to be asked."""
    programs = {code: layout.steps(table.result(code).steps) for code in table.results}
    steps = [step.said for program in programs.values() for step in program]
    changes = [part for changed in steps if isinstance(changed, tuple) for part in changed]
    measured = table.column
    track = tracks.tracks.get(str(measured.arguments.get("track"))) if measured else None
    if table.by_calendar:
        measure: tuple[Measure, ...] | None = conditions.by_eyes(
            None, lambda _: _by_calendar(table, sequence)
        )
        lows = tuple(range(len(table.columns)))
    else:
        measure = None
        if measured is not None and measured != GIVEN:
            measure = conditions.by_eyes(measured, lambda view: view.measure(measured))
        lows = tuple(low for low, _ in table.spans(track.words if track else ()))
    codes = {total: table.codes(row) for row in table.rows for total in table.totals(row)}
    return Compiled(
        table,
        measure,
        lows,
        tuple(
            CompiledModifier(
                conditions.by_eyes(modifier.condition, _test_of(modifier.condition)),
                selectors.anywhere(modifier.only) if modifier.only else None,
                modifier.roll,
            )
            for modifier in table.modifiers.values()
        ),
        # Dice read as digits leave gaps (16, then 21): modifiers go along this list.
        table.dice.totals if table.dice.digits else tuple(sorted(codes)),
        codes,
        frozenset(part.track for part in changes if isinstance(part, TrackChange) and part.turns),
        programs,
        names_roles(table),
        names_eyes(table.column, *(modifier.condition for modifier in table.modifiers.values())),
    )


def _test_of(condition: Condition | None) -> Callable[[Conditions], Test]:
    return lambda view: view.test(condition)


def _by_calendar(table: Table, sequence: SequenceOfPlay) -> Measure:
    """The column for the turn, by its place."""
    columns = [table.columns_for(turn, sequence)[0] for turn in range(1, sequence.turns + 1)]
    return lambda state: columns[state.turn - 1]


def _total_moved(totals: tuple[int, ...], total: int, by: int) -> int:
    """The total so many further on, or the last one there is."""
    # By places and not by sums, so that a table with gaps is gone along row by row.
    return totals[max(0, min(totals.index(total) + by, len(totals) - 1))]


def _added_to_roll(compiled: Compiled, state: Position, unit: int, parties: Parties) -> int:
    """What is added to a roll for a unit, or for nobody."""

    def by_eyes(eyes: int) -> Measure:
        return lambda state: sum(
            modifier.adds
            for modifier in compiled.modifiers
            if modifier.holds[eyes](state)
            and (modifier.whom is None or (unit != NO_UNIT and modifier.whom(state) >> unit & 1))
        )

    if not compiled.modifiers:
        return 0
    eyes = seen_from(state, parties) if compiled.names_eyes else NOBODY
    return _in_roles(state, compiled, parties, by_eyes(eyes))


def _parties(unit: int) -> Parties:
    """The parties of a roll that is for a unit, or for nobody."""
    return Nobody() if unit == NO_UNIT else ForUnit(unit)


def _in_roles(state: Position, compiled: Compiled, parties: Parties, question: Measure) -> int:
    """The answer to a question of a table, with the unit that is rolled for in its role, and the
    units in the battle that rolls on it in theirs.
    """
    return in_roles(state, parties, question) if compiled.names_roles else question(state)


def _chances(compiled: Compiled, column: int, added: int) -> dict[str, Fraction]:
    """The probability of every result in a column, by its id."""
    chances: dict[str, Fraction] = {}
    for total, chance in chances_of_totals(compiled.table.dice).items():
        code = compiled.codes[_total_moved(compiled.totals, total, added)][column]
        chances[code] = chances.get(code, Fraction(0)) + chance
    return chances


def _column_of(compiled: Compiled, number: int) -> int:
    return max(0, bisect_right(compiled.lows, number) - 1)


# The phase that rolls on a table, perhaps if its side wants to, and the result.
#
# The phase puts its rolls on the agenda: so many, one for each of some units, or one that its side
# may decline. Each roll puts its result on top, which is carried out step by step before the next
# roll. Results of other packages may ask for rolls, too (`OwedRoll`).


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
class TableResult(Carried):
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
        state.agenda.pop()
        self.carry_out(state, _parties(self.unit))
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
    """The verb ``roll``: what a result owes that rolls on a table, for one unit or several."""
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


def _column(table: Table, speaker: Speaker) -> str:
    """What chooses the column."""
    if table.column is None:
        return "It has one column."
    if table.column == TURN:
        return "The turn chooses the column."
    if table.column == GIVEN:
        return "Whoever rolls says the column."
    return f"What chooses the column: {amount(table.column, speaker.names)}."


def _modifier(modifier: RollModifier, speaker: Speaker) -> str:
    """What a modifier adds to the roll, and when: ``Drought: 1 less, if it is turn 1 or 2.``"""
    more = f"{abs(modifier.roll)} {'less' if modifier.roll < 0 else 'more'}"
    when = f", if {speaker.condition(modifier.condition)}" if modifier.condition else ""
    whom = f", only for {speaker.units(modifier.only)}" if modifier.only else ""
    return f"{modifier.title or in_words(modifier.id)}: the roll counts {more}{when}{whom}."


WORDS: Words = {
    RollModifier: _modifier,
    Table: {
        # The chart of a table has the rest.
        **dict.fromkeys(("id", "title", "dice", "columns", "rows", "results"), Charted()),
        "column": _column,
    },
}
