"""Kills hosts: ``python -m tests.host.killing FOLDER KILLS [STORE]``, in a process with one thread,
which alone can be split without danger.

It goes on where it was ended: ``timeout 400 nice python -m tests.host.killing FOLDER 1000``, again
and again until it says that all is done. Messages come to the host as they do from the network,
several at once stored with one commit, and every now and then the last one is sent again.
"""

from __future__ import annotations

import os
import signal
import sqlite3
import sys
from pathlib import Path
from random import Random
from select import select

from hexwar.host.host import Host, SeatMessage
from hexwar.host.serving import open_store
from hexwar.host.store import Store
from tests.host.serving import keys_of

SOURCE = str(Path(__file__).resolve().parent.parent / "games" / "meadow")


def host_of(store: Store) -> Host:
    """A host of one tiny game."""
    return Host(store, [SOURCE], lambda: 0.0, keys=keys_of(1))


def act(host: Host, table: str, random: Random) -> bool:
    """Do something at a table; whether that was acknowledged. It comes along with what else is
    said there, and once in a while it comes twice.
    """
    state = host.table(table).state
    seat = state.side_to_act or ""
    action, act = str(state.sample_action(random)), str(random.random())
    head = host.table(table).eyes[seat].head
    message = {"t": "do", "base": head, "do": action, "id": act}
    beside = {"t": "chat", "text": "Well."}
    again = [SeatMessage(table, seat, message)] * (random.random() < 0.3)
    messages = [SeatMessage(table, seat, beside), SeatMessage(table, seat, message), *again]
    return all(outcome.reply["t"] == "done" for outcome in host.handle_all(messages))


def play_for_ever(place: Path | str, table: str, seed: int, acknowledged: int) -> None:
    """Play a game, and write a byte for each step that was acknowledged."""
    host, random = host_of(open_store(place)), Random(seed)
    while not host.table(table).state.is_over:
        if not act(host, table, random):
            os._exit(1)
        os.write(acknowledged, b".")


def killed(place: Path | str, table: str, seed: int, after: float) -> int:
    """How many steps a process acknowledged until it was killed, some time after the first."""
    read, write = os.pipe()
    process = os.fork()
    if process == 0:
        try:
            os.close(read)
            play_for_ever(place, table, seed, write)
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


def main(folder: Path, kills: int, place: Path | str) -> None:
    """Kill so many hosts; AssertionError if one lost anything that it had acknowledged."""
    kept = folder / "killed"
    first = int(kept.read_text(encoding="utf-8")) if kept.exists() else 0
    for number in range(first, kills):
        store = open_store(place)
        table = host_of(store).begin(SOURCE)[0]
        store.close()
        after = Random(f"{number} is killed").random() * 0.05
        acknowledged = killed(place, table, number, after)
        store = open_store(place)
        host = host_of(store)
        opened = host.table(table)
        lines = sum(line.startswith(b'{"do"') for line in store.lines(table))
        assert acknowledged <= lines <= acknowledged + 1, (acknowledged, lines)
        assert {eyes.n for eyes in opened.eyes.values()} == {lines}
        assert opened.state.is_over or act(host, table, Random(number))
        store.close()
        kept.write_text(f"{number + 1}", encoding="utf-8")
    if isinstance(place, Path):
        file = sqlite3.connect(place)
        assert file.execute("pragma integrity_check").fetchone() == ("ok",)
    sys.stdout.write(f"{kills} hosts were killed, and nothing acknowledged was lost\n")


if __name__ == "__main__":
    to = Path(sys.argv[1])
    main(to, int(sys.argv[2]), sys.argv[3] if sys.argv[3:] else to / "host.sqlite")
