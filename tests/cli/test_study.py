"""``hexwar study`` and ``hexwar report``, from the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexwar.cli import CLEAN, FINDINGS, USAGE, main

STUDY = """\
study: Does it matter who begins?
games:
  strike_force_one: {scenarios: [standard]}
players: random
number: 4
"""


@pytest.fixture
def study(tmp_path: Path) -> Path:
    """A small study in a folder of its own."""
    path = tmp_path / "begins.yaml"
    path.write_text(STUDY, encoding="utf-8")
    return path


def test_a_study_and_its_report(study: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["study", str(study), "--jobs", "1"]) == CLEAN
    folder = study.with_suffix(".results")
    assert "4 games" in capsys.readouterr().out
    assert main(["study", str(study), "--jobs", "1", "--parquet"]) == CLEAN
    assert (folder / "games.parquet").is_file()
    assert main(["report", str(folder)]) == CLEAN
    assert "Does it matter who begins?" in study.with_suffix(".html").read_text("utf-8")


def test_the_table_holds_what_the_rows_hold(study: Path) -> None:
    pandas = pytest.importorskip("pyarrow.parquet")
    assert main(["study", str(study), "--jobs", "1", "--parquet"]) == CLEAN
    table = pandas.read_table(study.with_suffix(".results") / "games.parquet").to_pylist()
    assert [row["seed"] for row in table] == [f"1:{number}" for number in range(4)]
    assert dict(table[0]["players"]) == {"soviet": "random", "us": "random"}


def test_what_would_be_played(study: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["study", str(study), "--dry-run"]) == CLEAN
    assert "Strike Force One: Standard Game: Soviet Random" in capsys.readouterr().out
    assert not study.with_suffix(".results").exists()


def test_a_broken_file_is_told_as_a_broken_game_is(
    study: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    study.write_text(STUDY.replace("number", "numbr"), encoding="utf-8")
    assert main(["study", str(study)]) == FINDINGS
    told = capsys.readouterr().err
    assert "begins.yaml:5" in told
    assert "number" in told


@pytest.mark.parametrize(
    "arguments",
    [
        ["study", "nowhere.yaml"],
        ["study", "FILE", "--jobs", "0"],
        ["study", "FILE", "--player", "mine"],
        ["study", "FILE", "--player", "mine=nobody:Here"],
        ["study", "FILE", "--player", "mine=human"],
        ["study", "FILE", "--cluster", "local:many"],
        ["report", "nowhere"],
        ["report", "page.html"],
        ["report", "FILE"],
    ],
)
def test_what_cannot_be_is_one_sentence(
    arguments: list[str], study: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = [str(study) if argument == "FILE" else argument for argument in arguments]
    assert main(given) in (USAGE, FINDINGS)
    told = capsys.readouterr().err
    assert told.startswith(("hexwar: ", "error["))
    assert "something went wrong" not in told


def test_a_player_that_there_is_not_is_answered_with_computers(
    study: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["study", str(study), "--player", "mine=x"]) == USAGE
    assert "there are: random, easy, normal, hard, greedy;" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["balance", "check", "study"])
def test_no_processes_are_too_few(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, "strike_force_one", "--jobs", "0"]) == USAGE
    assert "--jobs is 1 or more" in capsys.readouterr().err
