"""Fixtures of the rulebook tests."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

import hexwar
from hexwar.rules.game import Game

SFO = Path(__file__).resolve().parents[2] / "games" / "strike_force_one"


@pytest.fixture(scope="session")
def sfo() -> Game:
    """Strike Force One as it is shipped."""
    return hexwar.load_game("strike_force_one")


@pytest.fixture
def sfo_on(tmp_path: Path) -> Callable[..., Game]:
    """The shipped rules of Strike Force One on ground that the shipped map does not have.

    Call it with ``woods`` (hex numbers) and, for more companies, ``counters`` (lines of
    ``units.yaml``). Only positions that a test sets up itself can be played there.
    """

    def make(woods: Sequence[str], counters: Sequence[str] = ()) -> Game:
        folder = tmp_path / "strike_force_one"
        shutil.copytree(SFO, folder)
        hexes = ", ".join(f'"{number}"' for number in woods)
        _replace(folder / "map.yaml", r"woods: \[[^\]]*\]", f"woods: [{hexes}]")
        if counters:
            lines = "".join(f"    {line}\n" for line in counters)
            _replace(folder / "units.yaml", r"(?m)^  counters:\n", f"  counters:\n{lines}")
            _replace(folder / "rules.yaml", r"most: 6", "most: 12")
        # Nobody is asked to begin in hexes that are Woods now.
        _replace(folder / "game.yaml", r"setup: \{[^}]*\}", 'setup: {A: "0908", W: "0301"}')
        return hexwar.load_game(folder)

    return make


@pytest.fixture
def sfo_with(tmp_path: Path) -> Callable[[str, str, str], Game]:
    """Strike Force One with another rule: call it with a file, a pattern in it, a new text."""

    def make(file: str, pattern: str, text: str) -> Game:
        folder = tmp_path / "strike_force_one"
        shutil.copytree(SFO, folder)
        _replace(folder / file, pattern, text)
        return hexwar.load_game(folder)

    return make


def _replace(path: Path, pattern: str, text: str) -> None:
    """Replace what must be there."""
    changed, count = re.subn(pattern, lambda _: text, path.read_text(encoding="utf-8"))
    assert count, f"{path.name} has no {pattern}"
    path.write_text(changed, encoding="utf-8")
