"""``hexwar check``: formats, totals and exit codes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from hexwar.cli import main

WriteGame = Callable[..., Path]
TWICE = "movement:\n  allowance: 4\n  allowance: 5\n  cite: {allowance: '1'}\n"
UNCITED = "movement:\n  allowance: 4\n"


def test_a_sound_game(capsys: pytest.CaptureFixture[str]) -> None:
    """A shipped game is found by its name."""
    assert main(["check", "--strict", "strike_force_one"]) == 0
    assert capsys.readouterr().out == "strike_force_one: no findings\n"


def test_a_finding_has_file_and_line(
    write_game: WriteGame, capsys: pytest.CaptureFixture[str]
) -> None:
    """The full format shows the line, and the totals come last."""
    folder = write_game(movement=TWICE)
    assert main(["check", str(folder)]) == 1
    printed = capsys.readouterr().out
    assert f"{folder / 'movement.yaml'}:3:3" in printed
    assert "3 |   allowance: 5" in printed
    assert printed.endswith("tiny: 1 error\n")


def test_concise_is_one_line_a_finding(
    write_game: WriteGame, capsys: pytest.CaptureFixture[str]
) -> None:
    """Editors jump to ``file:line:column``."""
    folder = write_game(movement=TWICE)
    assert main(["check", "--format", "concise", str(folder)]) == 1
    line, totals = capsys.readouterr().out.splitlines()
    assert line.startswith(f"{folder / 'movement.yaml'}:3:3: error[HW002]: ")
    assert totals == "tiny: 1 error"


def test_json_is_for_programs(write_game: WriteGame, capsys: pytest.CaptureFixture[str]) -> None:
    """One document with the totals and every finding."""
    assert main(["check", "--format", "json", str(write_game(movement=TWICE))]) == 1
    report = json.loads(capsys.readouterr().out)
    assert (report["errors"], report["warnings"]) == (1, 0)
    assert [(f["code"], f["line"], f["column"]) for f in report["findings"]] == [("HW002", 3, 3)]


def test_warnings_count_only_when_strict(
    write_game: WriteGame, capsys: pytest.CaptureFixture[str]
) -> None:
    """A game with warnings can be played; its author may want none all the same."""
    folder = str(write_game(movement=UNCITED))
    assert main(["check", folder]) == 0
    printed = capsys.readouterr().out
    assert "warning[" in printed
    assert "warning" in printed.splitlines()[-1]
    assert main(["check", "--strict", folder]) == 1


def test_errors_come_first_whatever_the_order_of_the_games(
    write_game: WriteGame, capsys: pytest.CaptureFixture[str]
) -> None:
    """Several games are one report."""
    warned = write_game("warned", movement=UNCITED)
    wrong = write_game("wrong", movement=TWICE)
    assert main(["check", "--format", "concise", str(warned), str(wrong)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert "error[" in lines[0]
    assert all("warning[" in line for line in lines[1:-1])
    assert lines[-1].startswith("2 games: 1 error, ")


def test_a_folder_of_games_is_checked_game_by_game(
    write_game: WriteGame, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """``hexwar check games`` does what ``hexwar check games/*`` does."""
    write_game("shelf/one")
    write_game("shelf/two", movement=TWICE)
    assert main(["check", str(tmp_path / "shelf")]) == 1
    assert "2 games: 1 error" in capsys.readouterr().out


def test_a_file_stands_for_its_game(
    write_game: WriteGame, capsys: pytest.CaptureFixture[str]
) -> None:
    """An editor knows the file that is open, and not which folder is a game."""
    folder = write_game(movement=TWICE)
    assert main(["check", str(folder / "units.yaml")]) == 1
    assert "movement.yaml:3:3" in capsys.readouterr().out


def test_an_empty_folder_is_a_finding(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A folder without game.yaml is no game, and check says so."""
    assert main(["check", str(tmp_path)]) == 1
    assert "error[HW010]" in capsys.readouterr().out


def test_an_unknown_game_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    """With the nearest name that there is."""
    assert main(["check", "strike_force_on"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "did you mean strike_force_one?" in captured.err
