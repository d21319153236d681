"""``hexwar train``: bad input is told in a sentence, and what is found is written."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hexwar.cli import main
from hexwar.definition.locations import HOME_VARIABLE
from hexwar.laboratory import training
from hexwar.players.learned import learned_of


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A data folder of its own, and rounds of a few games."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    monkeypatch.setattr(training, "SAME", 1)
    monkeypatch.setattr(training, "DRAWN", 4)
    monkeypatch.setattr(training, "RUNGS", ((2, 1),))
    monkeypatch.setattr(training, "PAIRS", 2)
    monkeypatch.setattr(training, "LOOK", 2)
    learned_of.cache_clear()
    yield tmp_path
    learned_of.cache_clear()


def test_a_short_training(capsys: pytest.CaptureFixture[str], home: Path) -> None:
    """Two pairs prove nothing; a second run plays no game anew."""
    command = ["train", "strike_force_one", "--rounds", "1", "--rollouts", "0", "--jobs", "1"]
    assert main(command) == 0
    assert "nothing that plays better was found" in capsys.readouterr().out
    assert not (home / "learned" / "strike_force_one.json").exists()
    assert main(command) == 0
    assert "goes on after" in capsys.readouterr().out


def test_a_damaged_file_is_told_before_training(
    capsys: pytest.CaptureFixture[str], home: Path
) -> None:
    """The game is trained without it."""
    (home / "learned").mkdir()
    (home / "learned" / "strike_force_one.json").write_text("{")
    assert (
        main(["train", "strike_force_one", "--rounds", "1", "--rollouts", "0", "--jobs", "1"]) == 0
    )
    output = capsys.readouterr().out
    assert "strike_force_one.json is damaged: it is no JSON; the game goes on without it." in output


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        (["--hours", "nan"], "--hours is a number above 0"),
        (["--hours", "0"], "--hours is a number above 0"),
        (["--rounds", "0"], "--rounds is 1 or more"),
        (["--rollouts", "-1"], "--rollouts is 0 to 1000"),
        (["--scenario", "moon"], "moon"),
    ],
)
def test_bad_input_is_told(
    capsys: pytest.CaptureFixture[str], more: list[str], sentence: str
) -> None:
    """In a sentence, with the code of a mistake in use."""
    assert main(["train", "strike_force_one", *more]) == 2
    assert sentence in capsys.readouterr().err
