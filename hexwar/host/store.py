"""What a host keeps: one SQLite file, which survives a power cut with all that was acknowledged.

Journal WAL and ``synchronous=FULL``: a commit waits for the disk. One connection writes; whoever
uses it is in the one thread of the host. A copy can be made while it runs (:meth:`Store.copy_to`).
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

FORM = 1
"""The number of the form in which tables are kept."""

_TABLES = """
create table if not exists tables (
    id text primary key, made real not null, source text not null, policy text not null,
    dice_key text not null, clock text not null, at integer not null, position text not null,
    eyes text not null, offer text not null) strict;
create table if not exists seats (
    game text not null, seat text not null, token blob not null unique, player text not null,
    name text not null, notes text not null, orders text not null, resigns integer not null,
    tell text not null, primary key (game, seat)) strict, without rowid;
create table if not exists lines (
    game text not null, seq integer not null, line blob not null,
    primary key (game, seq)) strict, without rowid;
create table if not exists acts (
    game text not null, act text not null, n integer not null,
    primary key (game, act)) strict, without rowid;
create table if not exists talk (
    game text not null, seq integer not null, seat text not null, said text not null,
    at real not null, primary key (game, seq)) strict, without rowid;
create table if not exists engines (
    game text primary key, engine text not null, rests text not null) strict, without rowid;
create table if not exists outbox (
    id integer primary key, tell text not null, text text not null, tries integer not null) strict;
"""


_OUTERMOST = "begin immediate", ("rollback",), "commit"
_WITHIN = "savepoint part", ("rollback to part", "release part"), "release part"

UNSAID = "(taken back)"
"""In the place of what somebody said who wants it forgotten."""


class StoreError(Exception):
    """The store cannot be opened or written; one sentence says why."""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat as it is kept. ``player`` is a person, or the level of a computer; ``name`` is what a
    person wants to be called. ``orders`` are standing orders for reactions; ``resigns``: give the
    game up as soon as the side has to choose; ``tell``: where a note goes that it has to.
    """

    seat: str
    player: str
    name: str = ""
    notes: str = ""
    orders: str = "ask"
    resigns: bool = False
    tell: str = ""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table as it is kept. ``source`` finds the game, ``at`` is the number of lines up to which
    ``position`` stands, ``eyes`` has the number and the head of the last step of each pair.
    """

    id: str
    made: float
    source: str
    policy: dict[str, Any]
    dice_key: dict[str, Any]
    clock: dict[str, Any]
    at: int
    position: dict[str, Any]
    eyes: dict[str, Any]
    offer: dict[str, Any]


def hashed(token: str) -> bytes:
    """What is kept of the secret of a seat; it is long and random, so one round is enough."""
    return sha256(b"hexwar seat\n" + token.encode()).digest()


class Store:
    """All tables of a host."""

    def __init__(self, path: Path | str) -> None:
        """Open the file, or begin it. :class:`StoreError` if that cannot be."""
        try:
            # The thread that opens it is not the one that uses it, and only that one does.
            self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            self._db.execute("pragma journal_mode=wal")
            self._db.execute("pragma synchronous=full")
            form = self._db.execute("pragma user_version").fetchone()[0]
            if form not in (0, FORM):
                raise StoreError(f"{path} was written by another version of hexwar (form {form})")
            self._db.executescript(_TABLES)
            self._db.execute(f"pragma user_version={FORM}")
        except sqlite3.Error as problem:
            raise StoreError(f"{path} cannot be used as a store: {problem}") from problem

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    def copy_to(self, path: Path) -> None:
        """Write a copy while the host runs. :class:`StoreError` if that fails or it is there."""
        if path.exists():
            raise StoreError(f"{path} exists already")
        try:
            self._db.execute("vacuum into ?", (str(path),))
        except sqlite3.Error as problem:
            raise StoreError(f"{path} cannot be written: {problem}") from problem

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """All of what is written within it, or nothing; it is on the disk after the outermost."""
        within = self._db.in_transaction
        begin, undo, done = _WITHIN if within else _OUTERMOST
        try:
            self._db.execute(begin)
            try:
                yield
            except BaseException:
                for step in undo:
                    self._db.execute(step)
                raise
            self._db.execute(done)
        except sqlite3.Error as problem:
            raise StoreError(f"the store cannot be written: {problem}") from problem

    # -- tables -----------------------------------------------------------------------------

    def add_table(self, row: TableRow, header: bytes, tokens: Mapping[str, SeatRow]) -> None:
        """A new table with its header line, and its seats by their tokens."""
        with self.at_once():
            self._db.execute(
                "insert into tables values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (row.id, row.made, row.source, *map(_plain, _kept(row))),
            )
            self._db.execute("insert into lines values (?, 0, ?)", (row.id, header))
            for token, seat in tokens.items():
                self._db.execute(
                    "insert into seats values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    (row.id, seat.seat, hashed(token), *_seated(seat)),
                )

    def table(self, table: str) -> TableRow | None:
        """A table by its id."""
        kept_row = self._db.execute("select * from tables where id = ?", (table,)).fetchone()
        if kept_row is None:
            return None
        table, made, source, *kept = kept_row
        policy, key, clock, at, position, eyes, offer = (json.loads(str(value)) for value in kept)
        return TableRow(table, made, source, policy, key, clock, at, position, eyes, offer)

    def tables(self) -> list[str]:
        """The ids of all tables, the latest first."""
        rows = self._db.execute("select id from tables order by made desc")
        return [table for (table,) in rows]

    def keep(
        self,
        row: TableRow,
        lines: Sequence[bytes] = (),
        first: int = 0,
        act: str = "",
        seats: Sequence[SeatRow] = (),
    ) -> None:
        """A table as it is now, with new lines (``first`` is the number of the first of them), the
        ``act`` that brought them, and seats that have changed.
        """
        with self.at_once():
            self._db.execute(
                "update tables set policy = ?, dice_key = ?, clock = ?, at = ?, position = ?, "
                "eyes = ?, offer = ? where id = ?",
                (*map(_plain, _kept(row)), row.id),
            )
            numbered = [(row.id, first + place, line) for place, line in enumerate(lines)]
            self._db.executemany("insert into lines values (?, ?, ?)", numbered)
            if act:
                insert = "insert into acts values (?, ?, ?)"
                self._db.execute(insert, (row.id, act, first + len(lines)))
            for seat in seats:
                self._db.execute(
                    "update seats set player = ?, name = ?, notes = ?, orders = ?, resigns = ?, "
                    "tell = ? where game = ? and seat = ?",
                    (*_seated(seat), row.id, seat.seat),
                )

    def lines(self, table: str, after: int = -1) -> list[bytes]:
        """The lines of a game, in their order, behind that of the number ``after``."""
        rows = self._db.execute(
            "select line from lines where game = ? and seq > ? order by seq", (table, after)
        )
        return [line for (line,) in rows]

    def done(self, table: str, act: str) -> bool:
        """Whether an act of this id was done already."""
        rows = self._db.execute("select 1 from acts where game = ? and act = ?", (table, act))
        return rows.fetchone() is not None

    # -- seats ------------------------------------------------------------------------------

    def seats(self, table: str) -> dict[str, SeatRow]:
        """The seats of a table."""
        rows = self._db.execute(
            "select seat, player, name, notes, orders, resigns, tell from seats where game = ?",
            (table,),
        )
        return {
            seat: SeatRow(seat, player, name, notes, orders, bool(resigns), tell)
            for seat, player, name, notes, orders, resigns, tell in rows
        }

    def seat_of(self, token: str) -> tuple[str, str] | None:
        """The table and the seat that a secret opens."""
        rows = self._db.execute("select game, seat from seats where token = ?", (hashed(token),))
        row: tuple[str, str] | None = rows.fetchone()
        return row

    def renew(self, table: str, seat: str, token: str) -> None:
        """Let another secret open a seat, and forget its person's name, notes and address."""
        with self.at_once():
            self._db.execute(
                "update seats set token = ?, name = '', notes = '', tell = '' "
                "where game = ? and seat = ?",
                (hashed(token), table, seat),
            )

    # -- talk -------------------------------------------------------------------------------

    def talk(self, table: str, after: int, most: int) -> list[tuple[int, str, str, float]]:
        """The last of what was said at a table behind a number: number, seat, words, when."""
        rows = self._db.execute(
            "select seq, seat, said, at from talk where game = ? and seq > ? "
            "order by seq desc limit ?",
            (table, after, most),
        ).fetchall()
        return rows[::-1]

    def say(self, table: str, seat: str, said: str, at: float) -> int:
        """Keep what somebody said; its number."""
        with self.at_once():
            self._db.execute(
                "insert into talk select ?, coalesce(max(seq), 0) + 1, ?, ?, ? from talk "
                "where game = ?",
                (table, seat, said, at, table),
            )
        last = self._db.execute("select max(seq) from talk where game = ?", (table,))
        number: int = last.fetchone()[0]
        return number

    # -- by which hexwar ----------------------------------------------------------------------

    def engine(self, table: str) -> tuple[str, str]:
        """By which hexwar a table went on last, and why it rests since; both may be empty."""
        row = self._db.execute("select engine, rests from engines where game = ?", (table,))
        return row.fetchone() or ("", "")

    def goes_on_by(self, table: str, engine: str, rests: str = "") -> None:
        """A table goes on by this hexwar, or rests because it parts there."""
        with self.at_once():
            self._db.execute(
                "insert or replace into engines values (?, ?, ?)", (table, engine, rests)
            )

    def unsay(self, table: str, seat: str) -> None:
        """Forget what somebody in a seat said."""
        with self.at_once():
            self._db.execute(
                "update talk set said = ? where game = ? and seat = ?", (UNSAID, table, seat)
            )

    # -- notes ------------------------------------------------------------------------------

    def post(self, tell: str, text: str) -> None:
        """Keep a note until it has gone."""
        with self.at_once():
            self._db.execute("insert into outbox values (null, ?, ?, 0)", (tell, text))

    def unsent(self) -> tuple[int, str, str, int] | None:
        """The next note to go: its number, where to, what it says, how often it was tried."""
        next_note = self._db.execute("select * from outbox order by tries, id limit 1").fetchone()
        row: tuple[int, str, str, int] | None = next_note
        return row

    def sent(self, number: int, *, gone: bool) -> None:
        """A note has gone, or is given up; else it was tried once more."""
        change = "delete from outbox where id = ?"
        if not gone:
            change = "update outbox set tries = tries + 1 where id = ?"
        with self.at_once():
            self._db.execute(change, (number,))


def _kept(row: TableRow) -> tuple[Any, ...]:
    """What of a table changes, in the order of its columns."""
    return row.policy, row.dice_key, row.clock, row.at, row.position, row.eyes, row.offer


def _seated(seat: SeatRow) -> tuple[str | int, ...]:
    """What of a seat changes, in the order of its columns."""
    return seat.player, seat.name, seat.notes, seat.orders, int(seat.resigns), seat.tell


def _plain(value: Any) -> str | int:
    return value if isinstance(value, int) else json.dumps(value, separators=(",", ":"))
