"""The table of the gate, from rows that are made by hand."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hexwar.players.matches import GameResult, Match
from hexwar.players.rows import Question, ResultsFile, question
from tools import gate


def asked(soviet: str, us: str, scenario: str = "standard") -> Question:
    return question(Match("strike_force_one", scenario, (), (("soviet", soviet), ("us", us))))


def games(winners: list[str | None]) -> list[GameResult]:
    """Two choices of the first side in a second, and four of the other in a second."""
    return [
        GameResult(f"1:{n}", winner, 4, 6, (0, 0), "", (2, 4), 2.0, (1.0, 1.0), (1.0, 1.0))
        for n, winner in enumerate(winners)
    ]


def written(path: Path, rows: dict[Question, list[str | None]]) -> Path:
    with ResultsFile(path) as table:
        for of, winners in rows.items():
            for result in games(winners):
                table.add(of, result)
    return path


def lines_of(*files: Path) -> list[str]:
    return list(gate.tables(gate.gathered(files), "greedy"))


def test_one_row_a_game_and_seat(tmp_path: Path) -> None:
    own = written(tmp_path / "own.jsonl", {asked("greedy", "greedy"): ["soviet", "us", "us", "us"]})
    searched = written(
        tmp_path / "hard.jsonl",
        {
            asked("greedy", "hard,rollouts=9"): ["us", "us", "us", None],
            asked("hard,rollouts=9", "greedy"): ["soviet", "us", "soviet", "soviet"],
        },
    )
    lines = lines_of(own, searched)
    assert lines[2].startswith("| game | seat | ")
    assert lines[4:6] == [
        "| strike_force_one + standard | Soviet | 25% [5% to 70%] of 4; 0.5 s "
        "| 75% [30% to 95%] of 4; 0.5 s |",
        "| strike_force_one + standard | U.S. | 75% [30% to 95%] of 4; 0.25 s "
        "| 75% [30% to 95%] of 4, 25% drawn; 0.25 s |",
    ]
    assert len(lines) == 6


def test_games_between_equals_have_a_table_of_their_own(tmp_path: Path) -> None:
    hard: dict[Question, list[str | None]] = {
        asked("hard,rollouts=9", "hard,rollouts=9", "advanced"): ["soviet", "us"]
    }
    lines = lines_of(written(tmp_path / "hard.jsonl", hard))
    assert "Between two players of the same kind." in lines
    assert "| strike_force_one + advanced | U.S. | 50% [9% to 91%] of 2; 0.25 s |" in lines


def test_a_game_in_two_files_counts_once(tmp_path: Path) -> None:
    rows: dict[Question, list[str | None]] = {asked("greedy", "greedy"): ["soviet", "us"]}
    first, second = (written(tmp_path / name, rows) for name in ("a.jsonl", "b.jsonl"))
    assert lines_of(first, second) == lines_of(first)


def test_other_code_and_other_rules_are_not_added_up_silently(tmp_path: Path) -> None:
    one = asked("greedy", "greedy")
    rows: dict[Question, list[str | None]] = {
        one: ["soviet"],
        replace(one, code="0", digest="0"): ["us"],
    }
    lines = lines_of(written(tmp_path / "two.jsonl", rows))
    assert "The games were played by 2 states of the code." in lines
    assert lines[-1].startswith("Of these the rules changed meanwhile: strike_force_one + standard")


def test_a_file_that_is_none_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "x.jsonl").write_text("{}\n")
    monkeypatch.setattr("sys.argv", ["gate", str(tmp_path / "x.jsonl")])
    assert gate.main() == 2
    assert "line 1 of" in capsys.readouterr().err
