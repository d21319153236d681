"""The examples of the documentation that learn (docs/how-to/learning), with few games."""

from __future__ import annotations

import runpy
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("pettingzoo")
pytest.importorskip("gymnasium")

import numpy as np

from hexwar.definition.locations import shipped
from hexwar.learning.alone import AloneEnv
from hexwar.learning.games import env

FOLDER = shipped("docs") / "how-to" / "learning"
SMALL = "strike_force_one"


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Any]:
    """Runs the file of an example up to where it would begin; answers with its names."""
    monkeypatch.syspath_prepend(str(FOLDER))
    for name in ("policy", "train"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return lambda name: SimpleNamespace(**runpy.run_path(str(FOLDER / f"{name}.py")))


def test_what_went_better_than_usual_becomes_likelier(example: Callable[[str], Any]) -> None:
    train = example("train")
    game = AloneEnv(SMALL, "soviet", shaped=True, scenario="standard")
    policy = train.Policy(game.numbers)
    one, other = (train.played(game, policy, seed) for seed in (1, 2))
    worth = train.against_usual([np.array([1.0] * 9), np.array([0.0] * 5)])
    assert (worth[:5] > 0).all()
    assert (worth[9:] < 0).all()
    (better, worse), chance = (one.choices[0], other.choices[3]), policy.chances
    policy.learn([better, worse], np.array([1.0, -1.0]), 0.1)
    assert chance(better.features)[better.drawn] > better.chances[better.drawn]
    assert chance(worse.features)[worse.drawn] < worse.chances[worse.drawn]


def test_a_teacher_is_imitated(example: Callable[[str], Any]) -> None:
    """What it chose is chosen again, and also in games that were not learned from."""
    imitate = example("imitate")
    both = env(SMALL, scenario="standard")
    policy = imitate.Policy(both.numbers)
    lessons, kept = (
        [choice for seed in seeds for choice in imitate.watched(both, policy, "greedy", seed)]
        for seeds in ((1, 2), (3,))
    )
    imitate.fitted(policy, lessons, epochs=8)
    assert imitate.agreement(policy, lessons) > 0.6
    chance = np.mean([1 / len(choice.legal) for choice in kept])
    assert imitate.agreement(policy, kept) > 2 * chance


@pytest.mark.parametrize("name", ["train", "imitate"])
def test_an_example_runs_as_it_stands(
    example: Callable[[str], Any],
    name: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    given = {
        "train": ["--games", "20", "--out", str(tmp_path / "policy.json")],
        "imitate": ["--games", "2", "--teacher", "greedy", "--against", "random"],
    }[name]
    monkeypatch.setattr(sys, "argv", [name, *given, "--measure", "3"])
    example(name).main()
    assert "of 3 won" in capsys.readouterr().out
    assert name != "train" or (tmp_path / "policy.json").stat().st_size > 1000
