"""Games to record: random play through a session, and saves made of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from shutil import copytree
from typing import Any

import hexwar
from hexwar.engine.dice import key_from_seed
from hexwar.records import Session

GAME = "strike_force_one"
LOADED = hexwar.load_game(GAME)
FOLDER = LOADED.catalog.folder


def play(session: Session, random: Random, actions: int = 10_000) -> Session:
    """Play so many random actions, or to the end."""
    for _ in range(actions):
        if session.state.is_over:
            break
        session.apply(session.state.sample_action(random))
    return session


def play_about(session: Session, random: Random, steps: int) -> Session:
    """As :func:`play`, and now and then take an action back or do it again."""
    for _ in range(steps):
        if session.state.is_over:
            break
        what = random.random()
        if what < 0.2 and session.can_undo:
            session.undo()
        elif what < 0.3 and session.can_redo:
            session.redo()
        else:
            session.apply(session.state.sample_action(random))
    return session


def saved(path: Path, actions: int = 12, seed: int = 3) -> Session:
    """A game of so many random actions, in a save."""
    return play(Session.new(LOADED, seed=seed, path=path), Random(seed), actions)


def change_line(path: Path, number: int, change: Callable[[dict[str, Any]], object]) -> None:
    """Let ``change`` alter the mapping in a line (from 1) of a save."""
    lines = path.read_bytes().splitlines(keepends=True)
    data = json.loads(lines[number - 1])
    change(data)
    lines[number - 1] = json.dumps(data).encode() + b"\n"
    path.write_bytes(b"".join(lines))


def as_format_1(path: Path, seed: int) -> None:
    """Let a save of a game with this seed be one of the first format."""

    def begin(header: dict[str, Any]) -> None:
        del header["commitment"]
        header.update(hexwar_save=1, seed=seed, dice=key_from_seed(seed).hex())
        header.pop("thrown", None)

    change_line(path, 1, begin)
    for number in range(2, len(path.read_bytes().splitlines()) + 1):
        change_line(path, number, lambda line: line.pop("thrown", None))
    path.with_suffix(".key").unlink(missing_ok=True)


def copied_game(folder: Path, file: str, old: str, new: str) -> hexwar.Game:
    """A copy of the game in ``folder`` with one text in one file replaced."""
    copytree(FOLDER, folder)
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    return hexwar.load_game(folder)
