"""Games and saves for the tests of the command line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from hexwar.definition.codes.tiny import game
from hexwar.players import make_player
from hexwar.records import Session

WriteGame = Callable[..., Path]


@pytest.fixture
def write_game(tmp_path: Path) -> WriteGame:
    """Write the tiny game into a folder, with some files changed (``""`` leaves one out)."""

    def write(name: str = "tiny", **changed: str) -> Path:
        folder = tmp_path / name
        folder.mkdir(parents=True)
        changes = tuple((f"{stem}.yaml", text) for stem, text in changed.items())
        for file, text in game(changes).items():
            (folder / file).write_text(text, encoding="utf-8")
        return folder

    return write


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """A finished game between two computer players."""
    path = tmp_path / "game.jsonl"
    session = Session.new("strike_force_one", seed=3, path=path)
    player, random = make_player("random"), Random(1)
    while not session.state.is_over:
        session.apply(player.choose(session.state, random))
    return path
