"""Going back by agreement, beyond dice: others fall from there on, and the record proves it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hexwar.host.policy import Policy
from hexwar.records import RecordError, Replay, Session
from tests.host.test_away import Evening

FOUGHT = ("move B 0703", "move C 0704", "done", "attack 0603 by B C")


def fought(tmp_path: Path) -> Evening:
    """A game of which a battle has been fought."""
    evening = Evening(tmp_path)
    for do in FOUGHT:
        assert evening.say("soviet", "do", do=do)["t"] == "done"
    return evening


def saved(evening: Evening, folder: Path) -> Path:
    """The record as a save."""
    path = folder / "game.jsonl"
    path.write_bytes(b"".join(evening.host.record(evening.table, "").raw))
    return path


def test_both_go_back_beyond_a_battle_when_both_agree(tmp_path: Path) -> None:
    evening = fought(tmp_path)
    table = evening.host.table(evening.table)
    before = table.greeting("us")["dice"]["commitment"]
    assert evening.say("soviet", "undo")["t"] == "refused"
    assert evening.say("soviet", "offer", what="back")["t"] == "done"
    assert evening.now("us")["offer"]["said"].startswith("The Soviets offer to go back")
    assert evening.say("us", "answer", yes=True)["t"] == "done"
    assert table.state.decision is not None and table.state.decision.kind == "combat"
    assert table.state.rolled == 0
    assert table.greeting("us")["dice"]["commitment"] != before
    step = evening.host.arrival(evening.table, "us", table.eyes["us"].n - 1)[0]
    assert step["said"] == "By agreement all goes back to before what Soviet did last."


def test_a_game_that_went_back_goes_on_after_the_host_slept(tmp_path: Path) -> None:
    evening = fought(tmp_path)
    evening.say("soviet", "offer", what="back")
    evening.say("us", "answer", yes=True)
    position = evening.host.table(evening.table).state.to_dict()
    evening.sleep()
    assert evening.host.table(evening.table).state.to_dict() == position
    assert len(evening.host.table(evening.table).log) == 3
    assert evening.say("soviet", "do", do="attack 0603 by B C")["t"] == "done"


def test_the_record_of_a_game_that_went_back_proves_its_dice(tmp_path: Path) -> None:
    evening = fought(tmp_path)
    evening.say("soviet", "offer", what="back")
    evening.say("us", "answer", yes=True)
    evening.say("soviet", "do", do="attack 0603 by B C")
    while (side := evening.now("us")["waits"]) is not None:
        evening.say(side, "resign")
    session = Session.load(saved(evening, tmp_path))
    assert session.unchecked == 0 and session.state.is_over
    assert [str(entry.action) for entry in session.entries[:4]] == list(FOUGHT)
    assert len(Replay(session)) == len(session.entries)


def test_who_goes_back_and_keeps_the_dice_is_found_out(tmp_path: Path) -> None:
    """He would know what falls: a record that goes back has to tell the old key first."""
    evening = fought(tmp_path)
    evening.say("soviet", "offer", what="back")
    evening.say("us", "answer", yes=True)
    path = saved(evening, tmp_path)
    lines = path.read_bytes().splitlines(keepends=True)
    assert [next(iter(json.loads(line))) for line in lines[-3:]] == ["key", "back", "commitment"]
    path.write_bytes(b"".join([*lines[:-3], lines[-2]]))
    with pytest.raises(RecordError, match="could be thrown once more"):
        Session.load(path)
    path.write_bytes(b"".join([*lines[:-2], b'{"back": 99}\n']))
    with pytest.raises(RecordError, match="not so many actions"):
        Session.load(path)
    for wrong in (b'{"back": -1}\n', b'{"back": "1"}\n', b'{"back": true}\n'):
        path.write_bytes(b"".join([*lines[:-2], wrong]))
        with pytest.raises(RecordError, match="line 7"):
            Session.load(path)


def test_one_alone_goes_nowhere(tmp_path: Path) -> None:
    evening = fought(tmp_path)
    assert evening.say("us", "offer", what="back")["why"] == "There is nothing that you have done."
    evening.say("soviet", "offer", what="back")
    assert evening.say("us", "answer", yes=False)["t"] == "done"
    assert len(evening.host.table(evening.table).log) == 4


def test_a_table_may_do_without_going_back(tmp_path: Path) -> None:
    evening = Evening(tmp_path, policy=Policy(takebacks=False))
    evening.say("soviet", "do", do="move A 0801")
    assert "nothing is taken back" in evening.say("soviet", "offer", what="back")["why"]


def test_both_play_again_with_sides_exchanged(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    assert evening.say("soviet", "offer", what="rematch")["why"] == "The game is not over."
    assert evening.say("soviet", "resign")["t"] == "done"
    assert evening.say("us", "offer", what="back")["why"] == "The game is over."
    assert evening.say("us", "offer", what="rematch")["t"] == "done"
    assert (
        evening.now("soviet")["offer"]["said"] == "The U.S. offers a rematch with sides exchanged."
    )
    assert evening.say("soviet", "answer", yes=True)["t"] == "done"
    evening.sleep()
    secrets = {seat: evening.now(seat)["next"] for seat in ("soviet", "us")}
    places = {seat: evening.host.seat_of(secret) for seat, secret in secrets.items()}
    assert {seat: place and place[1] for seat, place in places.items()} == {
        "soviet": "us",
        "us": "soviet",
    }
    assert places["us"] and places["us"][0] != evening.table
    assert evening.say("us", "offer", what="rematch")["why"] == "The next game has begun."
    assert evening.say("us", "answer", yes=True)["t"] == "refused"


def test_who_played_against_a_computer_plays_it_from_the_other_side(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    table, _ = evening.host.begin("strike_force_one", players={"us": "easy"})
    evening.table = table
    assert evening.say("soviet", "resign")["t"] == "done"
    assert evening.say("soviet", "offer", what="rematch")["t"] == "done"
    place = evening.host.seat_of(evening.now("soviet")["next"])
    assert place is not None and place[1] == "us"
    assert evening.host.table(place[0]).seats["soviet"].player == "easy"
