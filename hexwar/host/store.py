"""What a host keeps, and the questions and changes in which all stores are alike.

:class:`SqliteStore` is one file of one host; several hosts share a database of PostgreSQL
(:mod:`~hexwar.host.postgres`). Either survives a power cut with all that was acknowledged. One
connection writes; it is used only in the one thread of the host.

First the tables of the database and what their rows are here; then :class:`Store`: what is written
as a whole or not at all, what several hosts need of one another, and the questions and changes by
subject (tables, seats, talk, engines, notes); last the file. SQL is written once, for SQLite, and
for PostgreSQL some words are exchanged: so a statement uses only what both have.

``lines`` are the record of a game, and the truth of it. ``tables.position`` is only a snapshot of a
moment that nothing can take back, so that a sleeping game is opened without a replay. ``acts``
remembers the ids of messages that were done: what is sent twice is done once. ``moments`` tells
when lines were written, and is kept only where somebody looks on with a delay.
"""

from __future__ import annotations

import json
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

FORM = 1
"""The number of the form in which tables are kept."""

TABLES = """
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
create table if not exists moments (
    game text not null, lines integer not null, at real not null,
    primary key (game, lines)) strict, without rowid;
create table if not exists outbox (
    id integer primary key, tell text not null, text text not null, tries integer not null) strict;
"""

Row = tuple[Any, ...]

UNSAID = "(taken back)"
"""In the place of words that their speaker wants forgotten."""


class StoreError(Exception):
    """The store cannot be opened, read or written; one sentence says why."""


class ContendedError(StoreError):
    """Another host wrote at the same moment, and came first: catch up and try again."""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat as it is kept. ``player`` is a person, or the level of a computer; ``name`` is what a
    person wants to be called. ``orders`` are standing orders for reactions; ``resigns``: give the
    game up as soon as the side has to choose; ``tell``: where a note goes when the side has to
    choose.
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
    """A table as it is kept. ``source`` finds the game, ``policy`` is what was agreed on how it is
    played (clock, taking back, who looks on), ``offer`` what is at present offered to all who play,
    or the links to the next game.

    ``at``, which is a time everywhere else, is the number of lines up to which ``position`` stands.
    ``eyes`` has for each seat the number and the head of the last step that its eyes were told.
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


class SeatPlace(NamedTuple):
    """A seat of a table: what a secret opens."""

    table: str
    seat: str


class Remark(NamedTuple):
    """What somebody said at a table; they are numbered from 1."""

    number: int
    seat: str
    text: str
    at: float

    def to_dict(self) -> dict[str, Any]:
        """As all at the table are told it."""
        words = {"seat": self.seat, "text": self.text}
        return {"t": "chat", "k": self.number, **words, "at": int(self.at)}


class LastEngine(NamedTuple):
    """By which hexwar a table went on last, and why it rests since; both may be empty."""

    digest: str
    rests: str


class UnsentNote(NamedTuple):
    """A note that waits to go: where to, what it says, how often it was tried."""

    number: int
    to: str
    text: str
    tries: int


def hashed(token: str) -> bytes:
    """What is kept of the secret of a seat; it is long and random, so one round is enough."""
    return sha256(b"hexwar seat\n" + token.encode()).digest()


class Store(ABC):
    """All tables of a host. The methods that several hosts with one store need do nothing here."""

    begin = "begin"
    _depth = 0
    _written: set[str]
    """Tables that the open transaction writes. Only PostgreSQL's store reads it, when it commits:
    the other hosts are told which tables have changed.
    """

    @abstractmethod
    def run(self, sql: str, *values: object) -> list[Row]:
        """Run a statement, with a question mark for each value; its rows.

        :class:`StoreError` if it fails.
        """

    @abstractmethod
    def close(self) -> None:
        """Let go of it."""

    @abstractmethod
    def copy_to(self, path: Path) -> None:
        """Write a copy while the host runs. :class:`StoreError` if that fails or it is there."""

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """A transaction: all that is written within it, or nothing; the outermost one ends on the
        disk.
        """
        # A nested one that fails is rolled back alone: the rest of a batch is still stored.
        undo: tuple[str, ...]
        if self._depth:
            begin, undo = "savepoint part", ("rollback to part", "release part")
        else:
            begin, undo, self._written = self.begin, ("rollback",), set()
        self.run(begin)
        self._depth += 1
        try:
            yield
            if self._depth > 1:
                self.run("release part")
            else:
                self._commit()
        except BaseException:
            with suppress(StoreError):  # the first error is the one to raise
                for step in undo:
                    self.run(step)
            raise
        finally:
            self._depth -= 1

    def _commit(self) -> None:
        self.run("commit")

    def _wrote(self, table: str) -> None:
        """Something about a table was written that other hosts have to learn. Notes belong to no
        table, and one host alone sends them: so ``post`` and ``sent`` do not call this.
        """
        self._written.add(table)

    # -- who shares the store -----------------------------------------------------------------

    def behind(self, _: Collection[str]) -> list[str]:
        """Those of these tables that another host has written since the last call. Until the end of
        the transaction no other host writes any of them.
        """
        return []

    def listen(self, hear: Callable[[str], None]) -> None:
        """Have ``hear`` called, in another thread, with the id of each table that another host
        writes; with an empty id where all have to be looked at.
        """
        return

    def came(self, table: str, seat: str) -> None:
        """Somebody is here in a seat."""
        return

    def went(self, table: str, seat: str) -> None:
        """The last listener in a seat has left."""
        return

    def is_elsewhere(self, table: str, seat: str) -> bool:
        """Whether somebody is in a seat at another host."""
        return False

    def may_deliver(self) -> bool:
        """Whether notes are sent from here."""
        return True

    # -- tables -----------------------------------------------------------------------------

    def add_table(self, row: TableRow, header: bytes, tokens: Mapping[str, SeatRow]) -> None:
        """A new table with its header line, and its seats by their tokens."""
        with self.at_once():
            self.run(
                "insert into tables values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                *(row.id, row.made, row.source, *map(_plain, _kept(row))),
            )
            self.run("insert into lines values (?, 0, ?)", row.id, header)
            for token, seat in tokens.items():
                self.run(
                    "insert into seats values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    *(row.id, seat.seat, hashed(token), *_seated(seat)),
                )
            self._wrote(row.id)

    def table(self, table: str) -> TableRow | None:
        """A table by its id."""
        rows = self.run("select * from tables where id = ?", table)
        if not rows:
            return None
        _, created, source, *changing = rows[0]  # the last in the order of :func:`_kept`
        return TableRow(table, created, source, *(json.loads(str(value)) for value in changing))

    def tables(self) -> list[str]:
        """The ids of all tables, the latest first."""
        rows = self.run("select id from tables order by made desc")
        return [table for (table,) in rows]

    def keep(
        self,
        row: TableRow,
        lines: Sequence[bytes] = (),
        first: int = 0,
        act: str = "",
        seats: Sequence[SeatRow] = (),
        at: float | None = None,
    ) -> None:
        """A table as it is now, with new lines (``first`` is the number of the first of them), the
        ``act`` that brought them, seats that have changed, and when that was if it matters.

        :class:`ContendedError` if another host has written a line of one of these numbers.
        """
        with self.at_once():
            self.run(
                "update tables set policy = ?, dice_key = ?, clock = ?, at = ?, position = ?, "
                "eyes = ?, offer = ? where id = ?",
                *(*map(_plain, _kept(row)), row.id),
            )
            for number, line in enumerate(lines, first):
                self.run("insert into lines values (?, ?, ?)", row.id, number, line)
            if act:
                insert = "insert into acts values (?, ?, ?)"
                self.run(insert, row.id, act, first + len(lines))
            if lines and at is not None:
                self.run("insert into moments values (?, ?, ?)", row.id, first + len(lines), at)
            for seat in seats:
                self.run(
                    "update seats set player = ?, name = ?, notes = ?, orders = ?, resigns = ?, "
                    "tell = ? where game = ? and seat = ?",
                    *(*_seated(seat), row.id, seat.seat),
                )
            self._wrote(row.id)

    def lines(self, table: str, after: int = -1) -> list[bytes]:
        """The lines of a game, in their order, behind that of the number ``after``."""
        rows = self.run(
            "select line from lines where game = ? and seq > ? order by seq", table, after
        )
        return [line for (line,) in rows]

    def done(self, table: str, act: str) -> bool:
        """Whether an act of this id was done already."""
        return bool(self.run("select 1 from acts where game = ? and act = ?", table, act))

    def lines_at(self, table: str, at: float) -> int:
        """How many lines a game had at a moment, where moments are kept of it."""
        query = "select max(lines) from moments where game = ? and at <= ?"
        return self.run(query, table, at)[0][0] or 1  # before the first moment: the header

    def next_moment(self, table: str, at: float) -> float | None:
        """When something was done or said next after a moment, where moments are kept."""
        query = (
            "select min(at) from (select at from moments where game = ? and at > ? "
            "union all select at from talk where game = ? and at > ?) as later"
        )
        moment: float | None = self.run(query, table, at, table, at)[0][0]
        return moment

    # -- seats ------------------------------------------------------------------------------

    def seats(self, table: str) -> dict[str, SeatRow]:
        """The seats of a table."""
        rows = self.run(
            "select seat, player, name, notes, orders, resigns, tell from seats where game = ?",
            table,
        )
        return {
            seat: SeatRow(seat, player, name, notes, orders, bool(resigns), tell)
            for seat, player, name, notes, orders, resigns, tell in rows
        }

    def seat_of(self, token: str) -> SeatPlace | None:
        """The table and the seat that a secret opens."""
        rows = self.run("select game, seat from seats where token = ?", hashed(token))
        return SeatPlace(*rows[0]) if rows else None

    def renew(self, table: str, seat: str, token: str) -> None:
        """Let another secret open a seat, and forget its person's name, notes and address."""
        with self.at_once():
            self.run(
                "update seats set token = ?, name = '', notes = '', tell = '' "
                "where game = ? and seat = ?",
                *(hashed(token), table, seat),
            )
            self._wrote(table)

    # -- talk -------------------------------------------------------------------------------

    def talk(self, table: str, after: int, most: int, until: float = inf) -> list[Remark]:
        """The last of what was said at a table behind a number, until a moment."""
        rows = self.run(
            "select seq, seat, said, at from talk where game = ? and seq > ? and at <= ? "
            "order by seq desc limit ?",
            *(table, after, until, most),
        )
        return [Remark(*row) for row in reversed(rows)]

    def say(self, table: str, seat: str, said: str, at: float) -> int:
        """Keep what somebody said; its number."""
        with self.at_once():
            self.run(
                "insert into talk select ?, coalesce(max(seq), 0) + 1, ?, ?, ? from talk "
                "where game = ?",
                *(table, seat, said, at, table),
            )
            self._wrote(table)
            number: int = self.run("select max(seq) from talk where game = ?", table)[0][0]
        return number

    def unsay(self, table: str, seat: str) -> None:
        """Forget what somebody in a seat said; the numbers of what others said stay as they are."""
        with self.at_once():
            self.run("update talk set said = ? where game = ? and seat = ?", UNSAID, table, seat)
            self._wrote(table)

    # -- by which hexwar ----------------------------------------------------------------------

    def engine(self, table: str) -> LastEngine:
        """By which hexwar a table went on last, and why it rests since; both may be empty."""
        rows = self.run("select engine, rests from engines where game = ?", table)
        return LastEngine(*rows[0]) if rows else LastEngine("", "")

    def goes_on_by(self, table: str, engine: str, rests: str = "") -> None:
        """A table goes on by this hexwar, or rests because it parts there."""
        with self.at_once():
            self.run(
                "insert into engines values (?, ?, ?) on conflict (game) do update "
                "set engine = excluded.engine, rests = excluded.rests",
                *(table, engine, rests),
            )
            self._wrote(table)

    # -- notes ------------------------------------------------------------------------------

    def post(self, tell: str, text: str) -> None:
        """Keep a note until it has gone."""
        with self.at_once():
            self.run("insert into outbox (tell, text, tries) values (?, ?, 0)", tell, text)

    def unsent(self) -> UnsentNote | None:
        """The next note to go: one that fails lets all others go before it is tried again."""
        rows = self.run("select id, tell, text, tries from outbox order by tries, id limit 1")
        return UnsentNote(*rows[0]) if rows else None

    def sent(self, number: int, *, gone: bool) -> None:
        """A note has gone, or is given up; else it was tried once more."""
        change = "delete from outbox where id = ?"
        if not gone:
            change = "update outbox set tries = tries + 1 where id = ?"
        with self.at_once():
            self.run(change, number)


class SqliteStore(Store):
    """All tables in one file. Journal WAL and ``synchronous=FULL``: a commit waits for the disk."""

    begin = "begin immediate"

    def __init__(self, path: Path | str) -> None:
        """Open the file, or begin it. :class:`StoreError` if that cannot be."""
        try:
            # The thread that opens it is not the one that uses it, and only that one does.
            self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            self._db.execute("pragma journal_mode=wal")
            self._db.execute("pragma synchronous=full")
            form = self._db.execute("pragma user_version").fetchone()[0]
            if form not in (0, FORM):  # 0: a file that is new
                raise StoreError(f"{path} was written by another version of hexwar (form {form})")
            self._db.executescript(TABLES)
            self._db.execute(f"pragma user_version={FORM}")
        except sqlite3.Error as problem:
            raise StoreError(f"{path} cannot be used as a store: {problem}") from problem

    def run(self, sql: str, *values: object) -> list[Row]:
        """Run a statement; its rows. :class:`StoreError` if it fails."""
        try:
            return self._db.execute(sql, values).fetchall()
        except sqlite3.Error as problem:
            raise StoreError(f"the store cannot be read or written: {problem}") from problem

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


def _kept(row: TableRow) -> tuple[Any, ...]:
    """What of a table changes, in the order of its columns."""
    return row.policy, row.dice_key, row.clock, row.at, row.position, row.eyes, row.offer


def _seated(seat: SeatRow) -> tuple[str | int, ...]:
    """What of a seat changes, in the order of its columns."""
    return seat.player, seat.name, seat.notes, seat.orders, int(seat.resigns), seat.tell


def _plain(value: Any) -> str | int:
    """A value as its column holds it: a whole number as it is, anything else as JSON."""
    return value if isinstance(value, int) else json.dumps(value, separators=(",", ":"))
