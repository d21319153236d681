"""Folders of games for the tests of the definition."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from hexwar.definition.codes import tiny

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write the tiny game, with files changed, added or (if their text is empty) left out."""

    def write_game(*, folder: str = "tiny", **changed: str) -> Path:
        place = tmp_path / folder
        place.mkdir(parents=True, exist_ok=True)
        for name, text in tiny.game(tuple((f"{k}.yaml", t) for k, t in changed.items())).items():
            (place / name).write_text(text, encoding="utf-8")
        return place

    return write_game
