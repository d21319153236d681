"""Section ``tables``: the dice, the modifiers, the column and the result of a table."""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple

from hexwar.definition.model import Effect
from hexwar.engine.state import State
from hexwar.rules.language.conditions import Conditions, Measure, Test
from hexwar.rules.language.wording import in_words
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.tables.section import Table, TablePhase, Tables
from hexwar.rules.tracks.rules import TrackRules
from hexwar.rules.tracks.section import Change, Tracks


class Compiled(NamedTuple):
    """A table ready to be rolled on. ``column`` answers with what chooses it, of which ``lows`` are
    the least for each; ``sets`` are the tracks that its results set for some turns.
    """

    table: Table
    column: Measure | None
    lows: tuple[int, ...]
    modifiers: tuple[tuple[Test, int], ...]
    totals: tuple[int, ...]
    codes: dict[int, tuple[str, ...]]
    sets: frozenset[str]


class TableRules:
    """The tables, and which of them each phase rolls on."""

    __slots__ = ("_by_phase", "_optional", "_tracks")

    def __init__(
        self,
        section: Tables,
        sequence: SequenceOfPlay,
        conditions: Conditions,
        tracks: Tracks | None,
        markers: TrackRules | None,
    ) -> None:
        self._tracks = markers
        words = tracks or Tracks()
        made = {name: _compiled(table, conditions, words) for name, table in section.tables.items()}
        said = [phase[TablePhase] for phase in sequence.phases]
        self._by_phase = {at: made[phase.table] for at, phase in enumerate(said) if phase.table}
        self._optional = frozenset(at for at, phase in enumerate(said) if phase.optional)

    def takes_place(self, state: State, phase: int) -> bool:
        """Whether a phase rolls: not while what its table set lasts."""
        compiled, tracks = self._by_phase.get(phase), self._tracks
        if compiled is None or tracks is None:
            return True
        return not any(tracks.is_kept(state, name) for name in compiled.sets)

    def is_optional(self, state: State) -> bool:
        """Whether the side whose phase it is decides if the table is rolled on."""
        return state.phase_index in self._optional

    def table(self, state: State) -> Table:
        """The table of the phase."""
        return self._of(state).table

    def roll(self, state: State) -> str:
        """Roll on the table of the phase; the id of the result."""
        compiled = self._of(state)
        dice = compiled.table.dice
        faces = tuple([state.roll(dice.sides) for _ in range(dice.count)])
        added = sum([by for holds, by in compiled.modifiers if holds(state)])
        total = _moved(compiled.totals, dice.read(faces), added)
        column = _column(compiled, state)
        code = compiled.codes[total][column]
        if state.events is not None:
            self._tell(state, compiled.table, faces, added, column, code)
        return code

    def program(self, state: State, code: str) -> tuple[Effect, ...]:
        """What a result of the phase's table does."""
        return self._of(state).table.result(code).steps

    def _of(self, state: State) -> Compiled:
        return self._by_phase[state.phase_index]

    def _tell(
        self,
        state: State,
        table: Table,
        faces: tuple[int, ...],
        added: int,
        column: int,
        code: str,
    ) -> None:
        heading = str(table.columns[column]) if table.columns else ""
        total = table.dice.read(faces)
        thrown = f"die {total}" if len(faces) == 1 else f"dice {', '.join(map(str, faces))}"
        thrown += f" = {total}" if len(faces) > 1 else ""
        modified = f", {added:+d}" if added else ""
        where = f"column {in_words(heading)}, " if heading else ""
        title = in_words(table.result(code).title)
        state.tell(
            "table",
            table.cite,
            f"{table.title}: {where}{thrown}{modified}, {title}.",
            table=table.id,
            column=heading,
            dice=faces,
            modifier=added,
            result=code,
        )


def _compiled(table: Table, conditions: Conditions, tracks: Tracks) -> Compiled:
    steps = [step.said for code in table.results for step in table.result(code).steps]
    changes = [part for said in steps if isinstance(said, tuple) for part in said]
    chosen = table.column
    track = tracks.tracks.get(str(chosen.arguments.get("track"))) if chosen else None
    return Compiled(
        table,
        None if chosen is None else conditions.measure(chosen),
        tuple(low for low, _ in table.spans(track.words if track else ())),
        tuple((conditions.test(each.condition), each.roll) for each in table.modifiers.values()),
        table.dice.totals,
        {total: table.codes(row) for row in table.rows for total in table.totals(row)},
        frozenset(part.track for part in changes if isinstance(part, Change) and part.turns),
    )


def _moved(totals: tuple[int, ...], total: int, by: int) -> int:
    """The total so many further on, or the last one there is."""
    return totals[max(0, min(totals.index(total) + by, len(totals) - 1))]


def _column(compiled: Compiled, state: State) -> int:
    if compiled.column is None:
        return 0
    return max(0, bisect_right(compiled.lows, compiled.column(state)) - 1)
