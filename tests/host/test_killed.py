"""A host that is killed at any moment has kept all that it acknowledged, and goes on from there."""

from __future__ import annotations

import os
import signal
import sqlite3
from pathlib import Path
from random import Random
from select import select

import pytest

from hexwar.host.host import Host
from hexwar.host.store import Store
from tests.host.serving import keys_of
from tests.rules.tiny import FOLDER

SOURCE = str(FOLDER / "meadow")
pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be split here")


def play_for_ever(folder: Path, table: str, seed: int, acknowledged: int) -> None:
    """Play, and write a byte for each step that was acknowledged; a new game when one is over."""
    host, random = (
        Host(Store(folder / "host.sqlite"), [SOURCE], lambda: 0.0, keys=keys_of(1)),
        Random(seed),
    )
    while True:
        state = host.table(table).state
        if state.is_over:
            os._exit(0)
        seat = state.side_to_act or ""
        message = {"t": "do", "base": host.table(table).eyes[seat].head}
        action = str(state.sample_action(random))
        if host.handle(table, seat, {**message, "do": action}).reply["t"] != "done":
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


@pytest.mark.parametrize("kills", [8, pytest.param(1000, marks=pytest.mark.slow)])
def test_nothing_that_was_acknowledged_is_lost(tmp_path: Path, kills: int) -> None:
    folder, random = tmp_path, Random(3)
    store = Store(folder / "host.sqlite")
    tables = [
        Host(store, [SOURCE], lambda: 0.0, keys=keys_of(1)).begin(SOURCE)[0] for _ in range(kills)
    ]
    store.close()
    for number, table in enumerate(tables):
        acknowledged = killed(folder, table, number, random.random() * 0.05)
        store = Store(folder / "host.sqlite")
        host = Host(store, [SOURCE], lambda: 0.0, keys=keys_of(1))
        opened = host.table(table)
        lines = sum(line.startswith(b'{"do"') for line in store.lines(table))
        assert acknowledged <= lines <= acknowledged + 1
        assert {eyes.n for eyes in opened.eyes.values()} == {lines}
        if not opened.state.is_over:
            seat = opened.state.side_to_act or ""
            action = str(opened.state.sample_action(Random(number)))
            message = {"t": "do", "base": opened.eyes[seat].head, "do": action}
            assert host.handle(table, seat, message).reply["t"] == "done"
        store.close()
    with sqlite3.connect(folder / "host.sqlite") as file:
        assert file.execute("pragma integrity_check").fetchone() == ("ok",)
