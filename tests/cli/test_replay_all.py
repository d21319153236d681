"""``hexwar replay-all``, and ``--rules``: what a change of a game does to saves of it."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from shutil import rmtree

import pytest

import hexwar
from hexwar.cli import main
from hexwar.cli.replay_all import Saves
from hexwar.definition.locations import user_games
from hexwar.records import Session, saves_folder
from hexwar.records.kept_rules import rules_folder
from tests.cli.conftest import WriteGame
from tests.cli.conversation import talk
from tests.records.games import play


@pytest.fixture
def folder(write_game: WriteGame) -> Path:
    """A game with two saves of it in the folder ``saves`` beside it; both have moved."""
    folder = write_game()
    game = hexwar.load_game(folder)
    for seed in (1, 2):
        path = folder.parent / "saves" / f"{seed}.jsonl"
        play(Session.new(game, seed=seed, path=path), Random(seed), 6)
    return folder


def alter(folder: Path, file: str, old: str, new: str) -> None:
    """Replace a text in one of a game's files."""
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")


def replayed(folder: Path, *more: str) -> int:
    """Run the command on the saves."""
    saves = str(folder.parent / "saves")
    return main(["replay-all", saves, "--game", str(folder), *more])


def test_saves_that_go_the_same_way_are_no_finding(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each is a row."""
    assert replayed(folder) == 0
    printed = capsys.readouterr().out
    assert "1.jsonl  6        the same" in printed
    assert "2 saves: 0 broken, 2 the same." in printed


def test_a_save_that_breaks_is_told_with_the_action(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The exit code says it too; what is kept of the old rules makes no difference."""
    path = folder.parent / "saves" / "1.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines()
    line = json.loads(lines[3])
    line["events"][0]["kind"] = "nothing"
    lines[3] = json.dumps(line)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert replayed(folder) == 1
    printed = " ".join(capsys.readouterr().out.split())
    assert "1.jsonl 6 breaks at action 3" in printed
    assert "1.jsonl: the replay diverges at action 3 (" in printed
    assert "2 saves: 1 broken, 1 the same." in printed


def test_saves_of_other_games_are_left_out_and_counted(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """And what is no save is named."""
    saves = folder.parent / "saves"
    Session.new("strike_force_one", path=saves / "other.jsonl")
    (saves / "torn.jsonl").write_text("{")
    assert replayed(folder, "--format", "json") == 0
    outcomes = {each["save"]: each["outcome"] for each in json.loads(capsys.readouterr().out)}
    assert outcomes == {
        "1.jsonl": "the same",
        "2.jsonl": "the same",
        "torn.jsonl": "cannot be read",
    }
    assert replayed(folder) == 0
    assert "1 cannot be read; 1 of other games left out." in capsys.readouterr().out
    assert main(["replay-all", str(saves)]) == 0
    printed = capsys.readouterr().out
    assert "other.jsonl" in printed and "2 of other games left out" in printed


def test_what_was_done_is_told_when_it_is_stopped(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """By Ctrl-C in the middle of the second save."""
    outcome = Saves._outcome

    def stopped(saves: Saves, path: Path) -> object:
        if saves.outcomes:
            raise KeyboardInterrupt
        return outcome(saves, path)

    monkeypatch.setattr(Saves, "_outcome", stopped)
    assert replayed(folder) == 130
    assert "1 save: 0 broken, 1 the same; stopped after 1 of 2." in capsys.readouterr().out


def test_a_folder_that_is_none_makes_no_sense(tmp_path: Path) -> None:
    """As for every command."""
    assert main(["replay-all", str(tmp_path / "nowhere")]) == 2


# -- one save, and the rules -------------------------------------------------------------------


def test_the_terminal_says_how_to_go_on_by_the_rules_of_today(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The notice names the option; with it the game is another, and nothing is said any more."""
    save = str(folder.parent / "saves" / "1.jsonl")
    alter(folder, "sequence.yaml", "turns: ", "turns: 1")
    assert main(["replay", save, "--verify", "--game", str(folder)]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert "sequence.turns was" in printed and "--rules now shows it by those of today" in printed
    assert main(["replay", save, "--verify", "--game", str(folder), "--rules", "now"]) == 0
    assert "rules" not in capsys.readouterr().out
    rmtree(rules_folder())
    assert main(["replay", save, "--game", str(folder), "--rules", "then"]) == 1
    assert "are not kept here" in capsys.readouterr().err


def test_rules_are_chosen_for_a_save_alone(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A game that begins has those of today."""
    assert main(["play", str(folder), "--text", "--rules", "now"]) == 2
    assert "--rules needs a save" in capsys.readouterr().err


def test_what_is_replaced_is_kept_for_running_games(
    folder: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """They are counted; and if it cannot be kept, nothing is replaced."""
    name = hexwar.load_game(folder).catalog.header.id
    pack = tmp_path / f"{name}.hexwar"
    assert main(["pack", str(folder), "--out", str(pack)]) == main(["install", str(pack)]) == 0
    session = Session.new(name, seed=1, path=saves_folder() / "running.jsonl")
    play(session, Random(1), 6)
    rmtree(rules_folder())
    alter(folder, "sequence.yaml", "turns: ", "turns: 1")
    other = Session.new(folder, seed=1, path=saves_folder() / "other.jsonl")
    play(other, Random(1), 6)
    assert main(["pack", str(folder), "--out", str(pack)]) == 0
    installed = user_games() / f"{name}.hexwar"
    before = installed.read_bytes()
    monkeypatch.setattr("hexwar.records.kept_rules.MOST_OF_ONE", 10)
    assert main(["install", str(pack), "--replace"]) == 2
    assert "1 running game would be lost" in capsys.readouterr().err
    assert installed.read_bytes() == before
    monkeypatch.undo()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "xdg_data_home"))
    assert main(["install", str(pack), "--replace"]) == 0
    assert "1 running game began with what was there before" in capsys.readouterr().out
    assert installed.read_bytes() != before
    assert "goes on by those that it had" in talk(Session.load(saves_folder() / "running.jsonl"))
