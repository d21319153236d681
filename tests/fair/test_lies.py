"""Whoever does not keep to what was agreed about the dice is found by who reads the record."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

import hexwar
from hexwar.fair import Chain, FairError, Terms
from hexwar.records import RecordError, SaveLine, Session, read_record
from hexwar.records.lines import DiceKey, encoded
from hexwar.records.together import first_difference, taken_in, throws
from tests.fair.playing import Together

GAME = hexwar.load_game("three_mills")
SIDES = GAME.start(seed=1).frame.side_ids
KINDS = ("joint", "sealed", "exchanged", "honour")
Line = dict[str, Any]


def terms(kind: str, stops: str = "wait") -> Terms:
    return Terms(kind, tuple(SIDES), stops)


@pytest.fixture(scope="module")
def played() -> dict[str, list[bytes]]:
    """By kind of dice, the lines of a game that was played to its end."""
    return {kind: Together(GAME, terms(kind)).play(Random(4)).lines for kind in KINDS}


def changed(lines: list[bytes], change: Callable[[list[Line]], object]) -> list[Line]:
    """The lines of a record after somebody has changed them, as he would: heads fit again."""
    plain = [json.loads(line) for line in lines]
    change(plain)
    return plain


def refusal(tmp_path: Path, lines: list[Line]) -> str:
    """What is wrong with a record."""
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"".join(map(encoded, lines)))
    with pytest.raises(RecordError) as refused:
        Session.load(path, GAME)
    return str(refused.value)


def place(lines: list[Line], kind: str, number: int = 0) -> int:
    """Where the so-maniest line of a kind stands."""
    return [at for at, line in enumerate(lines) if kind in line][number]


@pytest.mark.parametrize("kind", KINDS)
def test_an_honest_record_is_sound_and_every_die_is_reckoned_again(
    kind: str, played: dict[str, list[bytes]], tmp_path: Path
) -> None:
    """And a game that threw none would prove nothing."""
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"".join(played[kind]))
    session = Session.load(path, GAME)
    assert session.state.is_over
    assert session.unchecked == 0
    assert sum(len(entry.dice) for entry in session.entries) > 10


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("number", range(0, 20, 5))
def test_a_die_that_was_changed_is_found(
    kind: str, number: int, played: dict[str, list[bytes]], tmp_path: Path
) -> None:
    """Whichever it is, though the heads were put right."""

    def change(lines: list[Line]) -> None:
        line = lines[[at for at, line in enumerate(lines) if line.get("thrown")][number]]
        line["thrown"][0] = line["thrown"][0] % 6 + 1

    why = refusal(tmp_path, changed(played[kind], change))
    assert any(word in why for word in ("thrown", "dice", "begin", "recorded was", "changed"))


def test_a_line_that_was_changed_is_found_at_the_next_roll(
    played: dict[str, list[bytes]], tmp_path: Path
) -> None:
    """Or one that was taken out, even where the rules would have nothing against it."""

    def seat(lines: list[Line]) -> None:
        lines.insert(place(lines, "rolls", 5), {"seat": SIDES[0], "player": "hard"})

    why = refusal(tmp_path, changed(played["joint"], seat))
    assert "a line before roll 6 was changed, put in or taken out" in why


def test_a_link_that_was_swapped_is_found(played: dict[str, list[bytes]], tmp_path: Path) -> None:
    """For that of another roll, of another seat, or one that somebody made up."""

    def swap(lines: list[Line]) -> None:
        first, second = place(lines, "link", 2), place(lines, "link", 3)
        lines[first]["value"], lines[second]["value"] = (
            lines[second]["value"],
            lines[first]["value"],
        )

    def older(lines: list[Line]) -> None:
        lines[place(lines, "link", 4)]["value"] = lines[place(lines, "link", 2)]["value"]

    def made_up(lines: list[Line]) -> None:
        lines[place(lines, "link", 4)]["value"] = "0" * 64

    for lie in (swap, older, made_up):
        assert "is not of its chain" in refusal(tmp_path, changed(played["joint"], lie))


@pytest.mark.parametrize("kind", ["joint", "sealed"])
def test_a_secret_that_was_chosen_late_is_found(
    kind: str, played: dict[str, list[bytes]], tmp_path: Path
) -> None:
    """It is not the one that was promised, and a promise that is changed changes every die."""

    def late(lines: list[Line]) -> None:
        lines[-1]["key"] = DiceKey(bytes(32)).to_dict()["key"]

    def promised(lines: list[Line]) -> None:
        late(lines)
        lines[0]["commitment"] = DiceKey(bytes(32)).commitment

    assert "not the one that the game was bound to" in refusal(
        tmp_path, changed(played[kind], late)
    )
    assert refusal(tmp_path, changed(played[kind], promised))


def test_a_die_cannot_be_thrown_twice(played: dict[str, list[bytes]], tmp_path: Path) -> None:
    """Neither by announcing it again nor by using its number again."""

    def again(lines: list[Line]) -> None:
        at = place(lines, "rolls", 3)
        lines.insert(at + 1, dict(lines[at]))

    def same_number(lines: list[Line]) -> None:
        lines[place(lines, "rolls", 3)]["k"] -= 1

    def without(lines: list[Line]) -> None:
        del lines[place(lines, "link", 3)]

    def unannounced(lines: list[Line]) -> None:
        for _ in range(1 + len(SIDES)):
            del lines[place(lines, "rolls", 3)]

    assert "is thrown once more" in refusal(tmp_path, changed(played["joint"], again))
    assert "roll 4 is expected" in refusal(tmp_path, changed(played["joint"], same_number))
    assert "was thrown without" in refusal(tmp_path, changed(played["joint"], without))
    assert refusal(tmp_path, changed(played["joint"], unannounced))

    def number_again(lines: list[Line]) -> None:
        line = [line for line in lines if line.get("thrown")][3]
        line["k"] -= 1

    assert "is expected" in refusal(tmp_path, changed(played["sealed"], number_again))


def test_two_people_who_were_told_different_things_see_it(
    played: dict[str, list[bytes]], tmp_path: Path
) -> None:
    """Each record may be sound by itself; side by side they are not."""
    mine, theirs = tmp_path / "mine.jsonl", tmp_path / "theirs.jsonl"
    mine.write_bytes(b"".join(played["joint"]))
    other = Together(GAME, terms("joint")).play(Random(5)).lines
    theirs.write_bytes(b"".join(other))
    Session.load(theirs, GAME)
    differs = first_difference(read_record(mine), read_record(theirs))
    assert differs is not None
    assert played["joint"][: differs - 1] == other[: differs - 1]
    shorter = tmp_path / "shorter.jsonl"
    shorter.write_bytes(b"".join(played["joint"][:30]))
    assert first_difference(read_record(mine), read_record(shorter)) is None


def test_a_player_who_gives_the_link_of_another_chain_is_refused() -> None:
    """At once, by whoever keeps the record: nothing of it is written."""
    game = Together(GAME, terms("joint")).play(Random(4), 6)
    while not throws(game.history.state, action := _any(game)):
        game.do(action)
    game.write(SaveLine("rolls", action, "x", roll=game.transcript.rolled + 1, head=_head(game)))
    wrong = Chain(bytes(32)).link(1).hex()
    number = game.transcript.rolled
    with pytest.raises(FairError, match="is not of its chain"):
        taken_in(game.transcript, SaveLine("link", "", SIDES[0], roll=number, value=wrong))


def test_somebody_who_stops_after_seeing_is_in_the_record(tmp_path: Path) -> None:
    """Where it was agreed the dice fall without him, else the record is not sound."""
    game = Together(GAME, terms("joint", "sealed"))
    missing = SIDES[1]
    while not throws(game.history.state, action := _any(game)):
        game.do(action)
    side = game.history.state.side_to_act or ""
    number = game.transcript.rolled + 1
    game.write(SaveLine("rolls", action, side, roll=number, head=_head(game)))
    game.write(game.link(SIDES[0]), SaveLine("missing", "", missing, roll=number))
    game.do(action)
    assert game.transcript.stopped == [(missing, number)]
    assert Session.load(game.saved(tmp_path / "game.jsonl"), GAME).entries
    agreed_otherwise = [json.loads(line) for line in game.lines]
    agreed_otherwise[0]["fair"]["stops"] = "forfeit"
    assert refusal(tmp_path, agreed_otherwise)


def test_going_back_by_consent_uses_no_number_again(tmp_path: Path) -> None:
    """So other dice fall, and nobody learns any that were to come."""
    game = Together(GAME, terms("sealed"))
    random = Random(4)
    while not (game.history.entries and game.history.entries[-1].dice):
        game.do(str(game.history.state.sample_action(random)))
    again, standing = str(game.history.entries[-1].action), len(game.history.entries) - 1
    before = game.transcript.rolled
    game.write(SaveLine("back", str(standing)))
    start = GAME.start(dice=_opening(game))
    game.history.back_to(start, standing)
    game.do(again)
    assert game.transcript.rolled == before + 1
    assert Session.load(game.saved(tmp_path / "game.jsonl"), GAME).unchecked > 0


def test_terms_of_which_nobody_could_know_what_they_mean_are_refused() -> None:
    """In a sentence."""
    for data in ({}, {"kind": "joint"}, {"kind": "x", "seats": [], "stops": "wait"}):
        with pytest.raises(FairError):
            Terms.from_dict(data)
    with pytest.raises(FairError):
        Terms.from_dict({"kind": "joint", "seats": ["a", "a"], "stops": "wait"})


def _any(game: Together) -> str:
    return str(game.history.state.sample_action(Random(len(game.lines))))


def _head(game: Together) -> str:
    return game.transcript.head.hex()


def _opening(game: Together) -> list[int]:
    begins = next(json.loads(line) for line in game.lines if b'"begins"' in line)
    return [int(face) for face in begins.get("thrown", [])]
