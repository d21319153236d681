"""Kills hosts: ``python -m tests.host.killing FOLDER KILLS``, in a process with one thread, which
alone can be split without danger.
"""

from __future__ import annotations

import os
import signal
import sqlite3
import sys
from pathlib import Path
from random import Random
from select import select

from hexwar.host.host import Host
from hexwar.host.store import Store
from tests.host.serving import keys_of

SOURCE = str(Path(__file__).resolve().parent.parent / "games" / "meadow")


def host_of(store: Store) -> Host:
    """A host of one tiny game."""
    return Host(store, [SOURCE], lambda: 0.0, keys=keys_of(1))


def act(host: Host, table: str, random: Random) -> bool:
    """Do something at a table; whether that was acknowledged."""
    state = host.table(table).state
    seat = state.side_to_act or ""
    action = str(state.sample_action(random))
    message = {"t": "do", "base": host.table(table).eyes[seat].head, "do": action}
    return bool(host.handle_all([(table, seat, message)])[0].reply["t"] == "done")


def play_for_ever(folder: Path, table: str, seed: int, acknowledged: int) -> None:
    """Play a game, and write a byte for each step that was acknowledged."""
    host, random = host_of(Store(folder / "host.sqlite")), Random(seed)
    while not host.table(table).state.is_over:
        if not act(host, table, random):
            os._exit(1)
        os.write(acknowledged, b".")


def killed(folder: Path, table: str, seed: int, after: float) -> int:
    """How many steps a process acknowledged until it was killed, some time after the first."""
    read, write = os.pipe()
    process = os.fork()
    if process == 0:
        try:
            os.close(read)
            play_for_ever(folder, table, seed, write)
        finally:
            os._exit(2)
    os.close(write)
    select([read], [], [], 20)
    select([], [], [], after)
    os.kill(process, signal.SIGKILL)
    os.waitpid(process, 0)
    count = sum(len(part) for part in iter(lambda: os.read(read, 65_536), b""))
    os.close(read)
    return count


def main(folder: Path, kills: int) -> None:
    """Kill so many hosts; AssertionError if one lost anything that it had acknowledged."""
    random, store = Random(3), Store(folder / "host.sqlite")
    tables = [host_of(store).begin(SOURCE)[0] for _ in range(kills)]
    store.close()
    for number, table in enumerate(tables):
        acknowledged = killed(folder, table, number, random.random() * 0.05)
        store = Store(folder / "host.sqlite")
        host = host_of(store)
        opened = host.table(table)
        lines = sum(line.startswith(b'{"do"') for line in store.lines(table))
        assert acknowledged <= lines <= acknowledged + 1, (acknowledged, lines)
        assert {eyes.n for eyes in opened.eyes.values()} == {lines}
        assert opened.state.is_over or act(host, table, Random(number))
        store.close()
    with sqlite3.connect(folder / "host.sqlite") as file:
        assert file.execute("pragma integrity_check").fetchone() == ("ok",)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
