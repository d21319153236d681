"""A store that several hosts share: a database of PostgreSQL.

Statements are those of every store. A game belongs to the host that has locked its row of
``versions``, until it commits; a host to which that version is new first reads what another has
written. If two write all the same, only one can take the number of a line: the second tries again.
When a game was written its id is notified, and nothing else. Who is here, and who sends notes, are
locks of the connection, which end with the host that held them.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection
from pathlib import Path
from threading import Event, Thread

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg.pq import TransactionStatus

from hexwar.host.store import FORM, TABLES, ContendedError, Row, Store, StoreError

CHANNEL = "hexwar"

PATIENCE = 5.0
"""Seconds until a connection that was lost is tried again."""

_IN_POSTGRES = {
    ") strict, without rowid;": ");",
    ") strict;": ");",
    " blob ": " bytea ",
    " real ": " double precision ",
    " integer ": " bigint ",
    "id bigint primary key": "id bigint generated always as identity primary key",
}
_MORE_TABLES = """
create table if not exists versions (game text primary key, version bigint not null);
create table if not exists form (number bigint primary key);
"""
_CONTENDED = {"23505", "40001", "40P01"}
"""The SQL states of a number that is taken, of a serialization failure, and of a deadlock."""

_logger = logging.getLogger(__name__)


class PostgresStore(Store):
    """All tables in a database, for as many hosts as are connected to it."""

    def __init__(self, address: str) -> None:
        """Connect to a database, as libpq does; its tables are made if they are not there.

        :class:`StoreError` if that fails. No message repeats a password.
        """
        try:
            self._name = str(conninfo_to_dict(address).get("dbname", "")) or "the database"
        except psycopg.ProgrammingError:  # its words repeat what stands there
            raise StoreError("the address of the store is none of a database") from None
        self._address = address
        self._known: dict[str, int] = {}
        self._delivers = False
        self._ended = Event()
        self._db = self._connected()
        try:
            with self.at_once():
                self.run("select pg_advisory_xact_lock(hashtext('hexwar form'))")
                self._make_tables()
        except StoreError:
            self._db.close()
            raise

    def _connected(self) -> psycopg.Connection[Row]:
        try:
            connection = psycopg.connect(self._address, autocommit=True, connect_timeout=10)
            connection.execute(b"set synchronous_commit to on")  # whatever the database is set to
            return connection
        except psycopg.Error as problem:
            why = str(problem).strip().splitlines()[-1:]
            raise StoreError(f"{self._name} cannot be used as a store: {''.join(why)}") from None

    def _make_tables(self) -> None:
        tables = TABLES
        for in_sqlite, in_postgres in _IN_POSTGRES.items():
            tables = tables.replace(in_sqlite, in_postgres)
        for statement in (tables + _MORE_TABLES).split(";")[:-1]:
            self.run(statement)
        self.run("insert into form select ? where not exists (select * from form)", FORM)
        form = self.run("select number from form")[0][0]
        if form != FORM:
            why = f"was written by another version of hexwar (form {form})"
            raise StoreError(f"{self._name} {why}")

    def run(self, sql: str, *values: object) -> list[Row]:
        """Run a statement; its rows. :class:`StoreError` if it fails."""
        if self._db.closed and not self._depth:
            self._db, self._delivers = self._connected(), False
        try:
            cursor = self._db.execute(sql.replace("?", "%s").encode(), values or None)
            return cursor.fetchall() if cursor.description else []
        except psycopg.Error as problem:
            if problem.sqlstate in _CONTENDED:
                raise ContendedError("another host wrote at the same moment") from problem
            why = str(problem).strip().splitlines()[:1]
            raise StoreError(f"the store cannot be read or written: {''.join(why)}") from problem

    def _commit(self) -> None:
        if self._db.info.transaction_status != TransactionStatus.INTRANS:
            raise StoreError("the store cannot be written: a statement had failed")
        for game in sorted(self._written):  # in their order: nobody waits for one another
            touch = (
                "insert into versions values (?, 1) on conflict (game) do update "
                "set version = versions.version + 1 returning version"
            )
            self._known[game] = self.run(touch, game)[0][0]
            self.run("select pg_notify(?, ?)", CHANNEL, game)
        super()._commit()

    def close(self) -> None:
        """Let go of the database."""
        self._ended.set()
        self._db.close()

    def copy_to(self, path: Path) -> None:
        """A database is copied by its own programs."""
        raise StoreError(f"{path} cannot be written: pg_dump copies a database")

    # -- who shares the store -----------------------------------------------------------------

    def behind(self, tables: Collection[str]) -> list[str]:
        """Those of these tables that another host has written since the last call. Until the end of
        the transaction no other host writes any of them.
        """
        query = "select game, version from versions where game = any(?) order by game for update"
        behind = []
        for game, version in self.run(query, sorted(set(tables))):
            if self._known.get(game, version) != version:
                behind.append(game)
            self._known[game] = version
        return behind

    def listen(self, hear: Callable[[str], None]) -> None:
        """Have ``hear`` called, in another thread, with the id of each table that another host
        writes; with an empty id where all have to be looked at.
        """
        Thread(target=self._listen, args=(hear,), name="notified", daemon=True).start()

    def _listen(self, hear: Callable[[str], None]) -> None:
        while not self._ended.is_set():
            try:
                with self._connected() as heard_by:
                    heard_by.execute(f"listen {CHANNEL}".encode())
                    hear("")  # whatever was notified before
                    while not self._ended.is_set():
                        for notice in heard_by.notifies(timeout=1.0, stop_after=1):
                            if notice.pid != self._db.info.backend_pid:
                                hear(notice.payload)
            except (StoreError, psycopg.Error) as problem:
                if not self._ended.wait(PATIENCE):
                    _logger.warning("nothing is heard of other hosts: %s", problem)

    def came(self, table: str, seat: str) -> None:
        """Somebody is here in a seat."""
        self.run("select pg_advisory_lock_shared(hashtext(?), hashtext(?))", table, seat)

    def went(self, table: str, seat: str) -> None:
        """The last listener in a seat has left."""
        self.run("select pg_advisory_unlock_shared(hashtext(?), hashtext(?))", table, seat)

    def is_elsewhere(self, table: str, seat: str) -> bool:
        """Whether somebody is in a seat at another host."""
        key = "hashtext(?), hashtext(?)"
        if not self.run(f"select pg_try_advisory_lock({key})", table, seat)[0][0]:
            return True
        self.run(f"select pg_advisory_unlock({key})", table, seat)
        return False

    def may_deliver(self) -> bool:
        """Whether notes are sent from here: one host does it for all."""
        if not self._delivers:
            query = "select pg_try_advisory_lock(hashtext('hexwar notes ' || current_schema()))"
            self._delivers = bool(self.run(query)[0][0])
        return self._delivers
