"""``hexwar check --play``: what playtests find, beside what the files say."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hexwar.cli import main
from hexwar.definition.codes import CODES
from hexwar.playtest import promises
from hexwar.playtest.playing import Playthrough, played
from hexwar.records import Session

WriteGame = Callable[..., Path]
ALL_HAPPENS = dict(CODES["HW688"].good)["combat.yaml"]


@pytest.fixture(autouse=True)
def saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where saves are written."""
    monkeypatch.setenv("HEXWAR_HOME", str(tmp_path / "home"))
    return tmp_path / "home" / "saves"


def play(folder: Path, *more: str) -> int:
    """Check and play in this process."""
    return main(["check", "--format", "concise", "--play", "10", "--jobs", "1", *more, str(folder)])


def test_a_game_in_which_all_comes_up(
    write_game: WriteGame, capsys: pytest.CaptureFixture[str]
) -> None:
    """What was played is told beside the findings, of which there are none."""
    assert play(write_game(combat=ALL_HAPPENS), "--strict") == 0
    said = capsys.readouterr()
    assert said.out == "tiny: no findings\n"
    assert said.err.strip().startswith("played 10 games of 1 setting, ")


def test_what_never_happens_is_a_warning(
    write_game: WriteGame, capsys: pytest.CaptureFixture[str]
) -> None:
    """With one attacker the second column of the table is never reached."""
    folder = write_game()
    assert play(folder) == 0
    assert play(folder, "--strict") == 1
    assert "combat.yaml:9:5: warning[HW684]: " in capsys.readouterr().out


def test_a_comment_leaves_such_a_warning_out(
    write_game: WriteGame, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is not called useless where nothing was played, or where it happened by chance."""
    victory = "victory:\n  # hexwar: ignore[HW688]\n"
    victory += "  - {winner: red, if: {eliminated: {side: blue}}}\n  - {winner: blue}\n"
    folder = write_game(victory=victory)
    assert play(folder) == 0
    assert "HW688" not in capsys.readouterr().out
    assert main(["check", "--strict", str(folder)]) == 0


def test_a_comment_that_check_found_of_use_is_so_after_playing(
    write_game: WriteGame, capsys: pytest.CaptureFixture[str]
) -> None:
    """What playing finds says nothing of comments about what the files say; those are told once."""
    victory = "# hexwar: ignore[HW508]\nvictory: [{winner: red, if: {turn: {at_least: 1}}}]\n"
    play(write_game(victory=victory))
    assert "HW021" not in capsys.readouterr().out
    stacking = "stacking: {limit: 2, cite: {limit: '1'}}  # hexwar: ignore[HW110]\n"
    play(write_game("other", stacking=stacking))
    assert capsys.readouterr().out.count("HW021") == 1


def test_a_game_with_errors_is_not_played(
    write_game: WriteGame, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play(write_game(movement="movement: {allowance: many}")) == 1
    assert "played" not in capsys.readouterr().err


def test_a_failure_is_written_as_a_save(
    write_game: WriteGame,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    saves: Path,
) -> None:
    """The finding names the save, which leads to the place in as few actions as can be."""
    with monkeypatch.context() as broken:
        broken.setattr(
            promises, "broken_invariants", lambda state: ["it is turn 2"] if state.turn == 2 else []
        )
        assert play(write_game(combat=ALL_HAPPENS), "--format", "full") == 1
    said = capsys.readouterr().out
    assert "error[HW681]: a promise of the rules is broken: it is turn 2" in said
    (save,) = saves.glob("*.jsonl")
    assert f"hexwar play --load {save}" in said
    session = Session.load(save)
    assert session.state.turn == 2
    assert {str(entry.action) for entry in session.entries} == {"done"}


def test_ctrl_c_gives_what_was_found_so_far(
    write_game: WriteGame, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The exit code says that it was interrupted."""

    def interrupted(*asked: object) -> Iterator[Playthrough]:
        yield from list(everything(*asked))[:3]
        raise KeyboardInterrupt

    everything: Callable[..., Iterator[Playthrough]] = played
    monkeypatch.setattr("hexwar.cli.playtest.played", interrupted)
    assert play(write_game()) == 130
    said = capsys.readouterr()
    assert "(in 3 games)" in said.out
    assert said.err.strip().startswith("played 3 games of 1 setting, ")
    assert said.err.endswith("(interrupted)\n")


def test_numbers_that_make_no_sense(
    write_game: WriteGame, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play(write_game(), "--play", "-1") == 2
    assert "--play is 0 or more" in capsys.readouterr().err
