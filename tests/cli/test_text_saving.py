"""The text mode's saves, its ends, and the whole program in it."""

from __future__ import annotations

import io
from pathlib import Path
from random import Random
from shutil import rmtree
from typing import Any

import pytest

from hexwar.cli import main
from hexwar.cli.text.conversation import run_text
from hexwar.records import Session, new_save_path
from tests.cli.conversation import GAME, position, talk


def test_at_the_end_of_the_input_the_game_is_saved(tmp_path: Path) -> None:
    """And can be gone on with."""
    path = tmp_path / "my game.jsonl"
    printed = talk(Session.new(GAME, seed=1, path=path), "move A 0801")
    assert f"The game is saved. To go on: hexwar play --text --load '{path}'" in printed
    resumed = Session.load(path)
    printed = talk(resumed, "quit")
    assert "Actions played before: 1; log tells of them." in printed
    assert resumed.state.position("A") == "0801"


def test_quit_leaves_at_once(tmp_path: Path) -> None:
    """Nothing after it is read."""
    session = Session.new(GAME, seed=1, path=tmp_path / "game.jsonl")
    talk(session, "quit", "move A 0801")
    assert session.entries == []


def test_a_game_that_was_not_played_leaves_no_save() -> None:
    """And says so."""
    session = Session.new(GAME, seed=1, path=new_save_path(GAME, "standard"))
    assert "Nothing was played, so nothing is kept." in talk(session, "map", "quit")
    assert session.path is not None and not session.path.exists()


def test_save_under_another_name(tmp_path: Path) -> None:
    """The game goes on there; a file that exists is left alone."""
    session = Session.new(GAME, seed=1, path=tmp_path / "one.jsonl")
    (tmp_path / "taken.jsonl").write_text("mine")
    printed = talk(
        session, f"save {tmp_path / 'taken.jsonl'}", f"save {tmp_path / 'two.jsonl'}", "move A 0801"
    )
    assert f"Not saved: {tmp_path / 'taken.jsonl'} exists already" in " ".join(printed.split())
    assert (tmp_path / "taken.jsonl").read_text() == "mine"
    assert len(Session.load(tmp_path / "two.jsonl").entries) == 1


def test_save_of_a_game_without_a_file_finds_a_place(tmp_path: Path) -> None:
    """In the folder for saves."""
    session = Session.new(GAME, seed=1)
    assert "The game is saved." in talk(session, "save")
    assert session.path is not None
    assert session.path.is_relative_to(tmp_path)


def test_a_position_set_up_by_hand_cannot_be_saved() -> None:
    """It says so, and plays on."""
    session = position("soviet_movement", A="0802", W="0302")
    printed = talk(session, "save", "move A 0801")
    assert "Not saved: a position that was set up by hand" in printed
    assert "The game is not saved." in printed
    assert session.state.position("A") == "0801"


def test_a_save_folder_that_has_become_unwritable_is_told(tmp_path: Path) -> None:
    """Once, when it happens; the game goes on in memory."""
    folder = tmp_path / "saves"
    session = Session.new(GAME, seed=1, path=folder / "game.jsonl")
    rmtree(folder)
    folder.write_text("a file where the folder was")
    printed = " ".join(talk(session, "move A 0801", "move B 0703").split())
    assert printed.count("The game cannot be saved in") == 1
    assert "The game is not saved." in printed


def test_an_interruption_says_where_the_game_is(tmp_path: Path) -> None:
    """The caller tells; the exit code is that of an interrupted program."""

    class Interrupted(io.StringIO):
        def readline(self, *_: Any) -> str:  # type: ignore[override]
            raise KeyboardInterrupt

    session = Session.new(GAME, seed=1, path=tmp_path / "game.jsonl")
    with pytest.raises(KeyboardInterrupt) as stopped:
        run_text(session, input=Interrupted(), output=io.StringIO())
    assert "The game is saved." in stopped.value.__notes__[0]


def test_a_finished_game_only_says_how_it_ended(save: Path) -> None:
    """There is nothing to ask."""
    printed = talk(Session.load(save), "move A 0801")
    assert "The game is over. " in printed
    assert f"hexwar replay {save}" in printed
    assert "> " not in printed


def test_a_save_folder_that_cannot_be_written_stops_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The game is played in memory, and says so at the beginning and at the end."""
    (tmp_path / "home").write_text("a file where a folder should be")
    monkeypatch.setenv("HEXWAR_HOME", str(tmp_path / "home"))
    monkeypatch.setattr("sys.stdin", io.StringIO("move A 0801\n"))
    assert main(["play", GAME, "--text"]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert "the game cannot be saved in" in printed.lower()
    assert "A moves 0802 to 0801" in printed
    assert printed.endswith("The game is not saved.")


def test_a_player_that_there_is_not_is_told_before_anything_is_played(tmp_path: Path) -> None:
    """And it is asked who plays in his place."""
    session = Session.new(GAME, seed=1, players={"us": "gredy"}, path=tmp_path / "game.jsonl")
    printed = io.StringIO()
    assert run_text(session, input=io.StringIO(), output=printed) == 0
    asked = " ".join(printed.getvalue().split())
    assert "there is no player 'gredy'; did you mean greedy? Who plays the U.S.: person," in asked
    assert "or one of your own (module:Class, or program:COMMAND), which starts it?" in asked
    assert session.entries == []


def test_the_whole_program_from_a_script(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """``printf ... | hexwar play GAME --text``."""
    monkeypatch.setattr("sys.stdin", io.StringIO("move A 0801\ndone\nquit\n"))
    assert main(["play", GAME, "--text", "--seed", "1"]) == 0
    captured = capsys.readouterr()
    assert "Soviet> move A 0801\nA moves 0802 to 0801 (1 MP)." in captured.out
    assert "Turn 1: U.S. movement." in captured.out
    assert captured.err == ""


def test_random_games_are_played_to_the_end_by_number_and_notation() -> None:
    """Whatever is legal can be typed, in every kind of decision."""
    for seed in range(5):
        session = Session.new(GAME, "advanced", ["west_german", "second_echelon"], seed=seed)
        random = Random(seed)
        twin = session.start()
        lines = []
        while not twin.is_over:
            lines.append(str(twin.sample_action(random)))
            twin.apply(lines[-1])
        printed = talk(session, *lines)
        assert "\nNo:" not in printed
        assert "\nNo, rule" not in printed
        assert session.state.winner == twin.winner
        assert [str(entry.action) for entry in session.entries] == lines
