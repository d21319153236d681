"""A table: what is done there, by whom, and what each seat is told of it."""

from __future__ import annotations

from pathlib import Path

from hexwar.joining.client import Client
from hexwar.records import Session
from tests.host.serving import Running, seats


def test_two_programs_move_and_each_is_told(host: Running) -> None:
    sides = seats(host, "strike_force_one")
    greeting, whole, now = sides["us"].hear()
    assert (greeting["t"], whole["t"], now["t"]) == ("hello", "whole", "now")
    assert now["now"]["waits"] == "soviet" and "ask" not in now["now"]
    sides["soviet"].hear()
    assert sides["soviet"].say("do", do="move A 0801")["t"] == "done"
    step, now = sides["us"].hear()
    assert step["said"] == "A moves 0802 to 0801 (1 MP)." and step["n"] == 1


def test_who_does_not_choose_is_refused_in_a_sentence(host: Running) -> None:
    us = seats(host, "strike_force_one")["us"]
    us.hear()
    refused = us.say("do", do="move W 0602")
    assert (refused["t"], refused["why"]) == ("refused", "It is not for you to choose now.")


def test_a_refusal_has_the_number_of_the_rule(host: Running) -> None:
    soviet = seats(host, "strike_force_one")["soviet"]
    soviet.hear()
    refused = soviet.say("do", do="move A 0101")
    assert refused["why"] == "0101 is too far: A has 4 MP." and refused["rule"] == "4.1"


def test_what_is_sent_twice_is_done_once(host: Running) -> None:
    soviet = seats(host, "strike_force_one")["soviet"]
    soviet.hear()
    message = {"do": "move A 0801", "id": "once"}
    assert soviet.say("do", **message)["t"] == "done"
    assert soviet.say("do", **message)["t"] == "done"
    steps = [heard for heard in soviet.hear() if heard["t"] == "step"]
    assert [step["said"] for step in steps] == ["A moves 0802 to 0801 (1 MP)."]


def test_whoever_has_not_seen_the_last_step_does_nothing(host: Running) -> None:
    soviet = seats(host, "strike_force_one")["soviet"]
    soviet.hear()
    assert soviet.say("do", do="move A 0801")["t"] == "done"
    refused = soviet.say("do", do="move B 0703")
    assert refused["t"] == "refused" and refused["stale"] is True


def test_an_own_move_is_taken_back_and_both_are_told(host: Running) -> None:
    sides = seats(host, "strike_force_one")
    sides["us"].hear()
    sides["soviet"].hear()
    sides["soviet"].say("do", do="move A 0801")
    assert sides["us"].say("undo")["t"] == "refused"
    sides["soviet"].hear()
    assert sides["soviet"].say("undo")["t"] == "done"
    _, taken_back, _ = sides["us"].hear()
    assert taken_back["said"] == "Soviet: taken back. A moves 0802 to 0801 (1 MP)."
    refused = sides["soviet"].say("undo")
    assert refused["t"] == "refused"


def test_a_battle_comes_with_its_table_and_its_chances(host: Running) -> None:
    sides = seats(host, "strike_force_one")
    soviet, us = sides["soviet"], sides["us"]
    us.hear()
    for do in ("move B 0703", "move C 0704", "done"):
        soviet.hear()
        assert soviet.say("do", do=do)["t"] == "done", do
    soviet.hear()
    foreseen = soviet.say("preview", do="attack 0603 by B C")
    assert foreseen["why"] is None and foreseen["lines"][0].startswith("B and C against W in 0603")
    assert soviet.say("do", do="attack 0603 by B C")["t"] == "done"
    battle = next(message for message in us.hear() if "battle" in message)
    column, row, result = battle["battle"]
    assert battle["table"]["rows"][row][column + 1] in result or result


def test_choices_are_those_of_what_is_picked(host: Running) -> None:
    soviet = seats(host, "strike_force_one")["soviet"]
    soviet.hear()
    offered = soviet.say("choices", picked=["A"], at="0101")["choices"]
    assert [choice["why"]["rule"] for choice in offered] == ["4.1"]
    assert soviet.say("choices", picked=["nobody"])["why"] == "There is no such unit."
    assert soviet.say("choices", at="9999")["why"] == "There is no such hex."


def test_a_game_is_exported_as_a_save_that_opens(host: Running, tmp_path: Path) -> None:
    sides = seats(host, "strike_force_one")
    soviet = sides["soviet"]
    for do in ("move B 0703", "move C 0704", "done", "attack 0603 by B C"):
        soviet.hear()
        assert soviet.say("do", do=do)["t"] == "done"
    assert sides["us"].say("resign")["t"] in ("done", "refused")
    _, text = soviet.request("GET", f"{soviet.path}/save")
    path = tmp_path / "game.jsonl"
    path.write_text(text, encoding="utf-8")
    assert len(Session.load(path).entries) == 4


def test_a_computer_takes_its_seat(host: Running) -> None:
    sides = seats(host, "strike_force_one", players={"us": "easy"})
    soviet = sides["soviet"]
    for do in ("done", "done"):
        messages = soviet.hear()
        while not any("ask" in message.get("now", {}) for message in messages):
            messages = soviet.hear(wait=20)
        kind = next(m["now"]["ask"]["kind"] for m in messages if "ask" in m.get("now", {}))
        if kind != "movement":
            break
        soviet.say("do", do=do)
    assert any(message.get("side") == 1 for message in messages)


def test_a_table_goes_on_where_it_was_when_the_host_is_started_again(host: Running) -> None:
    sides = seats(host, "strike_force_one")
    soviet = sides["soviet"]
    soviet.hear()
    soviet.say("do", do="move A 0801")
    soviet.hear()
    host.serving.host._open.clear()
    assert soviet.say("do", do="move B 0703")["t"] == "done"
    _, whole, _ = Client(host.serving.link(soviet.token)).hear()
    assert whole["n"] == 2
