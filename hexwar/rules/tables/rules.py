"""Section ``tables``: the dice, the modifiers, the column and the result of a table.

A table has dice, modifiers, columns and results. It chooses its column itself (by a condition, the
calendar, a value of the unit rolled for), or is given a number by who rolls. A modifier moves the
total along the rows; the result is a program that `task` carries out.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from math import floor
from typing import NamedTuple

from hexwar.definition.model import Condition, Effect
from hexwar.engine.state import Position
from hexwar.rules.language.conditions import Conditions, Measure, Test
from hexwar.rules.language.dice import chances_of_totals
from hexwar.rules.language.layout import Layout
from hexwar.rules.language.programs import ForUnit, Nobody, in_roles
from hexwar.rules.language.roles import names_roles
from hexwar.rules.language.selectors import Selectors, value_shown
from hexwar.rules.language.throws import throws_read
from hexwar.rules.language.wording import in_words
from hexwar.rules.sequence.moved import ACTIVE
from hexwar.rules.sequence.section import Phase, SequenceOfPlay
from hexwar.rules.tables.section import GIVEN, Table, TablePhase, Tables
from hexwar.rules.tracks.rules import TrackRules
from hexwar.rules.tracks.section import TrackChange, Tracks
from hexwar.rules.values.rules import NamedValues

ON_STEPS = ("attack", "defense", "movement")
"""Values that each step of a counter prints, as no state of the unit changes what is printed."""

NO_UNIT = -1
"""In place of the unit that is rolled for, where a roll is for nobody."""


class Compiled(NamedTuple):
    """A table ready to be rolled on. ``column`` answers with what chooses it, unless whoever rolls
    or the unit that is rolled for does; ``lows`` are the least for each column; of modifiers each
    has when it counts and, perhaps, for whom; ``sets`` are the tracks that its results set for some
    turns; ``programs`` what results do, laid out; ``names_roles``: whether it asks for a role.
    """

    table: Table
    column: Measure | None
    lows: tuple[int, ...]
    modifiers: tuple[tuple[Test, Callable[[Position], int] | None, int], ...]
    totals: tuple[int, ...]
    codes: dict[int, tuple[str, ...]]
    sets: frozenset[str]
    programs: dict[str, tuple[Effect, ...]]
    names_roles: bool


class TableRules:
    """The tables, and which of them each phase rolls on."""

    __slots__ = (
        "_by_name",
        "_by_phase",
        "_each",
        "_inner",
        "_optional",
        "_selectors",
        "_times",
        "_tracks",
        "_values",
    )

    def __init__(
        self,
        section: Tables,
        sequence: SequenceOfPlay,
        conditions: Conditions,
        tracks: Tracks | None,
        markers: TrackRules | None,
        selectors: Selectors,
        values: NamedValues,
    ) -> None:
        self._selectors, self._values = selectors, values
        self._tracks = markers
        words = tracks or Tracks()
        layout = Layout(selectors, conditions)
        made = {
            name: _compiled(table, conditions, words, sequence, selectors, layout)
            for name, table in section.tables.items()
        }
        self._by_name = made
        rolls = [phase[TablePhase] for phase in sequence.phases]
        self._by_phase = {at: made[phase.table] for at, phase in enumerate(rolls) if phase.table}
        self._each = {
            at: selectors.mask(phase[TablePhase].for_each, _side(phase, selectors))
            for at, phase in enumerate(sequence.phases)
            if phase[TablePhase].for_each is not None
        }
        self._inner = frozenset(at for at, phase in enumerate(sequence.phases) if phase.within)
        self._times = tuple(_counted(phase.times, conditions) for phase in rolls)
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

    def roll_on(self, state: Position, name: str, number: int, added: int) -> str:
        """Roll on a table in the column for a number; the id of the result."""
        compiled = self._by_name[name]
        return self._rolled(state, compiled, _column_of(compiled, number), added)

    def _column(self, state: Position, compiled: Compiled, unit: int) -> int:
        """The column that the table chooses, or the unit that is rolled for."""
        if compiled.column is not None:
            count = compiled.column
            number = _in_roles(state, compiled, unit, count)
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
        self, state: Position, compiled: Compiled, column: int, added: int, unit: int = NO_UNIT
    ) -> str:
        dice = compiled.table.dice
        added += _added(compiled, state, unit)

        def result(total: int) -> str:
            return compiled.codes[_moved(compiled.totals, total, added)][column]

        # Listed by the result that they bring, as nothing else is asked of them.
        faces = state.throw((dice.sides,) * dice.count, partial(throws_read, dice, result))
        code = result(dice.read(faces))
        if state.events is not None:
            self._tell(state, compiled.table, faces, added, column, code, unit)
        return code

    def chances(self, state: Position, name: str, number: int, added: int) -> dict[str, Fraction]:
        """The probability of every result that :meth:`roll_on` can have, by its id."""
        compiled = self._by_name[name]
        column = _column_of(compiled, number)
        return _chances(compiled, column, added + _added(compiled, state, NO_UNIT))

    def chances_by_name(
        self, state: Position, name: str, unit: int = NO_UNIT, added: int = 0
    ) -> dict[str, Fraction]:
        """The probability of every result that :meth:`roll_by_name` can have, by its id."""
        compiled = self._by_name[name]
        column = self._column(state, compiled, unit)
        return _chances(compiled, column, added + _added(compiled, state, unit))

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
    ) -> None:
        heading = str(table.columns[column]) if table.columns else ""
        total = table.dice.read(faces)
        thrown = f"die {total}" if len(faces) == 1 else f"dice {', '.join(map(str, faces))}"
        thrown += f" = {total}" if len(faces) > 1 else ""
        modified = f", {added:+d}" if added else ""
        where = f"column {in_words(heading).replace('..', ' to ')}, " if heading else ""
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


def _counted(times: int | Condition, conditions: Conditions) -> Measure:
    return (lambda state: times) if isinstance(times, int) else conditions.measure(times)


def _compiled(
    table: Table,
    conditions: Conditions,
    tracks: Tracks,
    sequence: SequenceOfPlay,
    selectors: Selectors,
    layout: Layout,
) -> Compiled:
    programs = {code: layout.steps(table.result(code).steps) for code in table.results}
    steps = [step.said for program in programs.values() for step in program]
    changes = [part for changed in steps if isinstance(changed, tuple) for part in changed]
    chosen = table.column
    track = tracks.tracks.get(str(chosen.arguments.get("track"))) if chosen else None
    if table.by_calendar:
        measure: Measure | None = _by_calendar(table, sequence)
        lows = tuple(range(len(table.columns)))
    else:
        measure = None if chosen in (None, GIVEN) else conditions.measure(chosen)
        lows = tuple(low for low, _ in table.spans(track.words if track else ()))
    codes = {total: table.codes(row) for row in table.rows for total in table.totals(row)}
    return Compiled(
        table,
        measure,
        lows,
        tuple(
            (
                conditions.test(modifier.condition),
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
    )


def _side(phase: Phase, selectors: Selectors) -> int | None:
    """The side from which units are chosen: that of the phase; of nobody's, each unit's own."""
    return selectors.forces.side_ids.index(phase.side) if phase.side else None


def _by_calendar(table: Table, sequence: SequenceOfPlay) -> Measure:
    """The column for the turn, by its place."""
    columns = [table.columns_for(turn, sequence)[0] for turn in range(1, sequence.turns + 1)]
    return lambda state: columns[state.turn - 1]


def _moved(totals: tuple[int, ...], total: int, by: int) -> int:
    """The total so many further on, or the last one there is."""
    # By places and not by sums, so that a table with gaps is gone along row by row.
    return totals[max(0, min(totals.index(total) + by, len(totals) - 1))]


def _added(compiled: Compiled, state: Position, unit: int) -> int:
    """What is added to a roll for a unit, or for nobody."""

    def added(state: Position) -> int:
        return sum(
            by
            for holds, whom, by in compiled.modifiers
            if holds(state) and (whom is None or (unit != NO_UNIT and whom(state) >> unit & 1))
        )

    return _in_roles(state, compiled, unit, added) if compiled.modifiers else 0


def _in_roles(
    state: Position, compiled: Compiled, unit: int, question: Callable[[Position], int]
) -> int:
    """The answer to a question of a table, with the unit that is rolled for in its role, and those
    who fight in the battle that rolls on it in theirs.
    """
    if not compiled.names_roles:
        return question(state)
    return in_roles(state, Nobody() if unit == NO_UNIT else ForUnit(unit), question)


def _chances(compiled: Compiled, column: int, added: int) -> dict[str, Fraction]:
    """The probability of every result in a column, by its id."""
    chances: dict[str, Fraction] = {}
    for total, chance in chances_of_totals(compiled.table.dice).items():
        code = compiled.codes[_moved(compiled.totals, total, added)][column]
        chances[code] = chances.get(code, Fraction(0)) + chance
    return chances


def _column_of(compiled: Compiled, number: int) -> int:
    return max(0, bisect_right(compiled.lows, number) - 1)
