"""``hexwar verify``: what a record proves, in sentences."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

import hexwar
from hexwar.cli import main
from hexwar.fair import Chain, Terms
from hexwar.records import SaveLine
from tests.fair.playing import Together
from tests.records.games import saved

GAME = hexwar.load_game("three_mills")
SIDES = tuple(GAME.start(seed=1).frame.side_ids)


def told(capsys: pytest.CaptureFixture[str], *arguments: Path | str) -> tuple[int, str]:
    """The exit code, and what was printed, without its line ends."""
    code = main(["verify", *map(str, arguments)])
    printed = capsys.readouterr()
    return code, " ".join((printed.out + printed.err).split())


@pytest.mark.parametrize("kind", ["joint", "sealed", "exchanged", "honour"])
def test_it_says_what_dice_of_a_kind_prove(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of a finished game, in which every die was thrown once more."""
    game = Together(GAME, Terms(kind, SIDES)).play(Random(4))
    code, text = told(capsys, game.saved(tmp_path / "game.jsonl"))
    thrown = sum(len(json.loads(line).get("thrown", ())) for line in game.lines)
    assert code == 0
    assert f"Dice: {kind}, with what League and Duke gave; {thrown} of {thrown} dice" in text
    assert "What this proves:" in text
    assert "What it does not prove" not in text.replace("What this does not prove", "")


def test_of_a_game_that_goes_on_it_says_what_can_be_checked_already(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With a host none of the dice; without one all."""
    joint = Together(GAME, Terms("joint", SIDES)).play(Random(4), 40)
    code, text = told(capsys, joint.saved(tmp_path / "joint.jsonl"))
    assert code == 0
    assert "can be checked when the game is over" in text
    assert "What this will prove: Nobody foresaw a die" in text
    exchanged = Together(GAME, Terms("exchanged", SIDES)).play(Random(4), 40)
    code, text = told(capsys, exchanged.saved(tmp_path / "exchanged.jsonl"))
    assert "can be checked when" not in text


def test_who_began_another_chain_in_the_middle_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the roll before which he did; of who kept to his chain nothing is said."""
    game = Together(GAME, Terms("exchanged", SIDES)).play(Random(4), 40)
    code, text = told(capsys, game.saved(tmp_path / "kept.jsonl"))
    assert code == 0
    assert "another chain" not in text
    number = game.transcript.rolled + 1
    game.chains["duke"] = Chain(bytes(32))
    game.write(SaveLine("anchor", "", "duke", value=game.chains["duke"].anchor.hex()))
    game.play(Random(4))
    assert game.transcript.rolled > number
    code, text = told(capsys, game.saved(tmp_path / "anew.jsonl"))
    assert code == 0
    assert f"Duke began another chain before roll {number}, " in text
    assert "League began" not in text


def test_two_records_of_a_game_are_laid_side_by_side(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The shorter may end before; anything else was told otherwise to somebody."""
    game = Together(GAME, Terms("joint", SIDES)).play(Random(4), 40)
    mine, short = game.saved(tmp_path / "mine.jsonl"), tmp_path / "short.jsonl"
    short.write_bytes(b"".join(game.lines[:20]))
    code, text = told(capsys, mine, short)
    assert (code, "Both records are the same; the shorter ends" in text) == (0, True)
    other = Together(GAME, Terms("joint", SIDES)).play(Random(5), 40)
    code, text = told(capsys, mine, other.saved(tmp_path / "theirs.jsonl"))
    assert (code, "The two records differ from line" in text) == (1, True)


def test_a_save_of_one_program_proves_less(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It says so."""
    path = tmp_path / "game.jsonl"
    saved(path)
    code, text = told(capsys, path)
    assert code == 0
    assert "by one program alone" in text
    assert "That whoever kept the save did not look ahead." in text


def test_what_is_wrong_is_named_with_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """And nothing is proved."""
    game = Together(GAME, Terms("joint", SIDES)).play(Random(4), 40)
    at = next(at for at, line in enumerate(game.lines) if b'"link"' in line)
    link = json.loads(game.lines[at])
    game.lines[at] = json.dumps({**link, "value": "0" * 64}).encode() + b"\n"
    code, text = told(capsys, game.saved(tmp_path / "game.jsonl"))
    assert code == 1
    assert f"line {at + 1}" in text
    assert "proves" not in text
