"""The tool that says what evaluation is worth: on two short games."""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path
from typing import Any

import pytest

from tests.rules.tiny import FOLDER
from tools import brier


def test_games_are_kept_and_scored_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file that was cut is gone on with; what is told is scored by the parts of the game."""
    out = tmp_path / "games.jsonl"
    asked: dict[str, Any] = {"game": str(FOLDER / "breaking"), "scenario": None, "option": []}
    players = {"players": "random,random", "out": out}
    brier.play(Namespace(**asked, **players, games=1))
    first = out.read_text()
    out.write_text(first + '{"game": "cut')
    assert len([*brier.kept_in(out)]) == 1
    out.write_text(first)
    brier.play(Namespace(**asked, **players, games=2))
    assert out.read_text().startswith(first)
    assert [json.loads(line)["seed"] for line in out.read_text().splitlines()] == ["0", "1"]
    brier.score(Namespace(games=out, most=10, parts=2, eyes=True))
    head, line = capsys.readouterr().out.splitlines()
    assert head.split()[-2:] == ["1/2", "2/2"]
    name, games, won, *scores = line.split()
    assert (name, games) == ("breaking", "2") and 0 <= float(won) <= 1
    assert all(0 <= float(each) <= 1 for each in scores)
