"""What is proved of section ``tables``: whole tables, and phases that roll on them.

First the table by itself: a row for every total, a column for whatever chooses it, a meaning for
every result, and rolls that come to an end. Then what rolls on it: phases of kind table name
theirs, and results about a unit stand in tables that are rolled on for units.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from hexwar.definition.checks import Subject, of_all_games, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.definition.grammar import a_or_an
from hexwar.rules.language.callers import Callers, rolled_on
from hexwar.rules.language.section import ACTOR, TARGET, each_step, is_about
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.tables.section import GIVEN, TURN, RollOn, Table, TablePhase, Tables
from hexwar.rules.tracks import Tracks

FEW = 12
"""Of more missing rows, so many are named."""


@of_each_game
def tables_are_whole(subject: Subject, findings: Findings) -> None:
    """One row for each total, one result for each column, and each result explained."""
    for table in subject.game[Tables].tables.values():
        _rows(subject, table, findings)
        for row in table.rows:
            codes = table.codes(row)
            place = subject.key("tables", table.id, "table", row).place()
            wide = len(table.columns) or 1
            if len(codes) != wide:
                message = f"row {row} has {len(codes)} results for {wide} columns"
                findings.add("HW433", place, message, help="one result for each column")
            for code in dict.fromkeys(codes):
                if code not in table.results:
                    message = f"row {row} leads to {code}, and the table has no such result"
                    hint = findings.suggestion(code, table.results)
                    at = subject.node("tables", table.id, "table", row, codes.index(code)).place()
                    findings.add("HW434", at, message, help=hint)


@of_all_games
def every_result_is_in_a_row(subjects: Sequence[Subject], findings: Findings) -> None:
    """No result that no row of its table leads to, in any game."""
    tables = [(s, table) for s in subjects for table in s.game[Tables].tables.values()]
    used = {
        (table.id, code) for _, table in tables for row in table.rows for code in table.codes(row)
    }
    for subject, table in tables:
        for code in table.results:
            key = subject.key("tables", table.id, "results", code)
            if (table.id, code) not in used and subject.is_own(key):
                message = f"result {code} is defined and never used"
                findings.add("HW302", key.place(), message, help="use it or delete it")


def _rows(subject: Subject, table: Table, findings: Findings) -> None:
    """A row for each total that can be rolled or reached, and a result in each column."""
    dice = table.dice
    rows = {row: table.totals(row) for row in table.rows}
    totals_written = [total for totals in rows.values() for total in totals]
    wanted: Sequence[int] = dice.totals
    modified = not dice.digits and _is_modified(subject, table)
    if modified:
        wanted = range(min(*totals_written, wanted[0]), max(*totals_written, wanted[-1]) + 1)
    missing = [str(total) for total in wanted if total not in totals_written]
    if missing:
        and_more = f" and {len(missing) - FEW} more" if len(missing) > FEW else ""
        message = f"the table has no row for {', '.join(missing[:FEW])}{and_more}"
        place = subject.key("tables", table.id, "table").place()
        hint = f"{dice} rolls {dice.totals[0]} to {dice.totals[-1]}"
        findings.add("HW432", place, message, help=hint)
    first: dict[int, str] = {}
    for row, totals in rows.items():
        place = subject.key("tables", table.id, "table", row).place()
        never = [total for total in totals if total not in wanted]
        twice = [total for total in totals if total in first]
        if never:
            findings.add("HW432", place, f"{dice} never rolls {never[0]}", help="delete it")
        elif twice:
            message = f"rows {first[twice[0]]} and {row} are both for {twice[0]}"
            other = subject.key("tables", table.id, "table", first[twice[0]]).place("the other")
            findings.add("HW432", place, message, related=[other], help="keep one of them")
        first.update(dict.fromkeys(totals, row))


def _is_modified(subject: Subject, table: Table) -> bool:
    """Whether anything may be added to the roll: by the table, by fire, or by the caller."""
    sections = subject.game.sections.values()
    asked = (roll for section in sections for roll in section.parts(RollOn))
    added = any(roll.add and roll.table == table.id for roll in asked)
    return bool(table.modifiers) or table.column == GIVEN or added


@of_each_game
def columns_can_be_told(subject: Subject, findings: Findings) -> None:
    """Columns ascend, and something chooses among them: a number, or a track's word."""
    game = subject.game
    for table in game[Tables].tables.values():
        place = subject.key("tables", table.id, "columns" if table.columns else "column").place()
        chosen = (table.column is not None) + bool(table.value)
        if chosen != bool(table.columns):
            message = f"{table.id} has {'columns and no column' if table.columns else 'no columns'}"
            hint = "`column` says what chooses among the `columns`: give both, or neither"
            if chosen > 1:
                message = f"column and value both choose the column of {table.id}"
                hint = "keep one of them"
            findings.add("HW435", place, message, help=hint)
            continue
        if not chosen:
            continue
        if table.by_calendar:
            _columns_by_calendar(subject, table, findings)
            continue
        by_track = table.column.arguments.get("track") if table.column else None
        track = game[Tracks].tracks.get(str(by_track))
        words = track.words if track else ()
        columns = [str(column) for column in table.columns]
        unknown = [column for column in columns if column not in words]
        named = [column for column in unknown if words or column[0].isalpha()]
        if named:
            message = f"nothing chooses the column {named[0]}"
            findings.add("HW435", place, message, help=findings.suggestion(named[0], words))
            continue
        spans = table.spans(words)
        falls = any(low > high for low, high in spans)
        if falls or any(last >= first for (_, last), (first, _) in pairwise(spans)):
            findings.add("HW435", place, "columns must ascend", help="sort them and their rows")
            continue
        lacking = [word for word in words if word not in columns]
        if table.column == TURN:
            turns = range(1, game[SequenceOfPlay].turns + 1)
            lacking = [str(t) for t in turns if not any(low <= t <= high for low, high in spans)]
        if lacking:
            column_kind = "turn" if table.column == TURN else "word"
            message = f"{table.id} has no column for {column_kind} {lacking[0]}"
            findings.add("HW435", place, message, help="every one needs a column")


@of_each_game
def rolls_come_to_an_end(subject: Subject, findings: Findings) -> None:
    """No table of which every result rolls on, on one that does the same."""
    tables = subject.game[Tables].tables
    endless = set(tables)
    while True:
        # A table ends if a result of it rolls on none of those that may not.
        ended = {
            name
            for name in endless
            if any(endless.isdisjoint(rolled_on) for rolled_on in _tables_by_result(tables[name]))
        }
        if not ended:
            break
        endless -= ended
    for name in sorted(endless):
        message = f"every result of {name} asks for another roll, and so for ever"
        place = subject.key("tables", name, "results").place()
        findings.add("HW447", place, message, help="let one result, at least, end it")


def _tables_by_result(table: Table) -> Iterator[list[str]]:
    """For each result on a table those that it rolls on, for the unit that it is about."""
    for code in {code for row in table.rows for code in table.codes(row)}:
        steps = table.result(code).steps if code in table.results else ()
        yield [step.said.table for step in each_step(steps) if isinstance(step.said, RollOn)]


def _columns_by_calendar(subject: Subject, table: Table, findings: Findings) -> None:
    """Names that the calendar has, and for each turn one column."""
    sequence = subject.game[SequenceOfPlay]
    place = subject.key("tables", table.id, "columns").place()
    columns = [str(column) for column in table.columns]
    unknown = [name for name in columns if name[0].isalpha() and name not in sequence.calendar]
    if unknown:
        hint = findings.suggestion(unknown[0], sequence.calendar)
        findings.add("HW435", place, f"nothing chooses the column {unknown[0]}", help=hint)
        return
    for turn in range(1, sequence.turns + 1):
        of_turn = table.columns_for(turn, sequence)
        if len(of_turn) != 1:
            message = f"{table.id} has no column for turn {turn}"
            if of_turn:
                columns_told = f"{columns[of_turn[0]]} and {columns[of_turn[1]]}"
                message = f"columns {columns_told} are both for turn {turn}"
            findings.add("HW435", place, message, help="every one needs a column of its own")
            return


@of_each_game
def phases_roll_on_tables(subject: Subject, findings: Findings) -> None:
    """A phase of kind table names its table, and no other does."""
    for phase in subject.game[SequenceOfPlay].phases:
        if (phase.kind == "table") != bool(phase[TablePhase].table):
            place = subject.node("sequence", "phases", *phase.at).place()
            message = f"{phase.id} is {a_or_an(phase.written_kind)} phase and rolls on a table"
            hint = "leave `table` out, or make it a phase of kind table"
            if phase.kind == "table":
                message = f"{phase.id} rolls on no table"
                hint = "say on which: `table:` and its id"
            findings.add("HW436", place, message, help=hint)
        elif phase[TablePhase].optional and not (
            phase.kind == "table" and (phase.side or phase.decided)
        ):
            place = subject.node("sequence", "phases", *phase.at, "optional").place()
            message = (
                f"{phase.id} is {a_or_an(phase.written_kind)} phase, in which no roll is chosen"
            )
            hint = "leave `optional` out"
            if phase.kind == "table":
                message = f"nobody decides whether {phase.id} rolls on its table"
                hint = "say who: `side:` and a side's id"
            findings.add("HW439", place, message, help=hint)
        elif phase[TablePhase].times != 1 and (
            phase.kind != "table" or phase[TablePhase].for_each is not None
        ):
            place = subject.node("sequence", "phases", *phase.at, "times").place()
            message = f"{phase.id} rolls once for each unit, or not at all"
            findings.add("HW436", place, message, help="leave `times` out")
        elif phase[TablePhase].for_each is not None and phase.kind != "table":
            place = subject.node("sequence", "phases", *phase.at, "for_each").place()
            message = f"{phase.id} is {a_or_an(phase.written_kind)} phase, and rolls for nobody"
            findings.add("HW436", place, message, help="leave `for_each` out")


@of_each_game
def units_are_rolled_for(subject: Subject, findings: Findings) -> None:
    """Results about the unit that is rolled for stand in tables that are rolled on for units."""
    tables = subject.game[Tables].tables
    rolled = subject.once(rolled_on)
    for_units = {name for name in tables if rolled.get(name, Callers()).is_for_units}
    for name in sorted(tables.keys() - for_units):
        for code in tables[name].results:
            if is_about(ACTOR, tables[name].result(code).steps):
                place = subject.key("tables", name, "results", code).place()
                message = f"{code} is about the unit that is rolled for, and {name} is for no units"
                hint = "say `for_each` in the phase that rolls on it, or name it where units land"
                if tables[name].column == GIVEN:
                    hint = "write `who: target`: the table of a fire is about who was fired at"
                findings.add("HW448", place, message, help=hint)
        # Only results of the table that decides fire are about the target. Whether such a table
        # has its column from the fire is another question, which the section fire asks.
        table = tables[name]
        by_fire = subject.tree.mapping("fire").mapping("resolve").text("table") == name
        for code in () if by_fire or table.column == GIVEN else table.results:
            if is_about(TARGET, table.result(code).steps):
                place = subject.key("tables", table.id, "results", code).place()
                message = f"{code} is about the target of a fire, and {table.id} decides none"
                hint = (
                    "write `who: actor` for the unit that is rolled for, or let `fire` roll on it"
                )
                findings.add("HW448", place, message, help=hint)
        asked: list[tuple[str, ...]] = [("value",)] if tables[name].value else []
        asked += [("modifiers", m.id, "only") for m in tables[name].modifiers.values() if m.only]
        for path in asked:
            message = f"{path[-1]} asks for the unit that is rolled for, and {name} is for no units"
            place = subject.key("tables", name, *path).place()
            hint = "say `for_each` in the phase that rolls on it, or leave it out"
            if tables[name].column == GIVEN:
                hint = (
                    "say it where fire rolls: `fire.resolve.roll: [{only: …, of: target, add: 1}]`"
                )
            findings.add("HW448", place, message, help=hint)
