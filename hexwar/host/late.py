"""A table as spectators with a delay see it: its record up to then, and nothing of now.

It is a table of its own, which reads a store that ends where the delay begins. So whatever it is
asked for (position, steps, record, talk, who plays) it cannot tell anything newer. Filtering what
the table of now says would be shorter, and one forgotten answer would tell a secret.

:class:`LateStore` answers what a table asks when it is opened and nothing else: any other statement
raises. :func:`open_late` plays the lines of then, as the snapshot that is stored is one of now.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import inf
from pathlib import Path
from typing import NoReturn

from hexwar.engine import Action
from hexwar.host.clocks import Clock
from hexwar.host.eyes import WATCH, eyes_of
from hexwar.host.policy import Policy
from hexwar.host.store import LastEngine, Remark, SeatRow, Store, StoreError, TableRow
from hexwar.host.table import Now, Table
from hexwar.records import SaveHeader, SaveLine
from hexwar.records.lines import SaveFile, decoded
from hexwar.records.verification import position_after
from hexwar.rules.game import Game
from hexwar.rules.history import LogEntry
from hexwar.viewer.printed_map.map_sheet import MapSheet


class LateStore(Store):
    """What a store had of one table at a moment: its first lines, and what was said. What is stored
    without a time is missing: names of people, offers, clocks.
    """

    def __init__(self, store: Store, table: str) -> None:
        self._store, self._table, self._at = store, table, -inf
        self.count = 1
        """How many lines there were then."""

    def until(self, at: float) -> None:
        """Go on to a moment."""
        self._at = at
        self.count = max(self.count, self._store.lines_at(self._table, at))

    def run(self, sql: str, *values: object) -> NoReturn:
        """Nothing else is read, and nothing written."""
        raise StoreError(f"who looks on asks for nothing else: {sql}, {values}")

    def close(self) -> None:
        """The store belongs to others."""

    def copy_to(self, path: Path) -> NoReturn:
        """Nothing is copied."""
        self.run(str(path))

    def lines(self, table: str, after: int = -1) -> list[bytes]:
        """The lines of a game up to the moment, behind that of the number ``after``."""
        return self._store.lines(table, after)[: max(0, self.count - 1 - after)]

    def talk(self, table: str, after: int, most: int, until: float = inf) -> list[Remark]:
        """The last of what had been said."""
        return self._store.talk(table, after, most, min(until, self._at))

    def seats(self, table: str) -> dict[str, SeatRow]:
        """The seats, and who sat there when the game began: lines of the record tell who sat down
        later.
        """
        seats, players = self._store.seats(table), decoded(self.lines(table)[0])["players"]
        return {
            seat: row if seat == WATCH else SeatRow(seat, players[seat])
            for seat, row in seats.items()
        }

    def engine(self, _: str) -> LastEngine:
        """A table rests now, and not then."""
        return LastEngine("", "")


def open_late(store: LateStore, row: TableRow, game: Game, painter: MapSheet, now: Now) -> Table:
    """A table as it stood at the moment to which a store goes."""
    raw = store.lines(row.id)
    lines = tuple(SaveLine.from_dict(decoded(line), at) for at, line in enumerate(raw[1:], 2))
    header = SaveHeader.from_dict(decoded(raw[0]))
    record = SaveFile(Path(row.id), header, lines, tuple(raw), len(raw), 0, False)
    if header.fair is not None and not any(line.kind == "begins" for line in lines):
        # Not all have sat down: it is there only to look at, and its dice are nobody's.
        state = game.start(header.scenario, header.options, 0, edition=header.edition)
    else:
        state = position_after(game, record)
    row_then = replace(
        row,
        at=len(raw),
        position=state.to_dict(),
        clock=Clock(Policy.from_dict(row.policy)).to_dict(),
        eyes={WATCH: (_steps(lines, eyes_of(WATCH, state)), "")},
        offer={},
    )
    return Table(store, row_then, game, painter, now, lags=True)


def _steps(lines: Iterable[SaveLine], eyes: tuple[str, ...]) -> int:
    """How many steps these lines were to those eyes. The number goes on from there, so that
    somebody who comes back knows which steps he has seen already.
    """
    steps, standing = 0, list[bool]()
    for line in lines:
        if line.kind == "do":
            entry = LogEntry(line.side, Action.parse(line.notation), ())
            standing.append(not entry.is_secret_from(eyes))
            steps += standing[-1]
        elif line.kind == "undo":
            steps += standing.pop()  # what was done in secret is taken back in secret
        elif line.kind == "back":
            del standing[int(line.notation) :]
            steps += 1
        elif line.kind == "begins":
            steps += 1
    return steps
