"""Turns and orders by mail: what hides something is played by files, and tells a side no more."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

import hexwar
from hexwar.cli import main
from hexwar.engine import DiceExhaustedError
from hexwar.joining.client import Client
from hexwar.joining.orders import delivered, fetched, known_state, planned, read_mail, write_mail
from hexwar.records import RecordError
from hexwar.rules.state import State
from tests.host.serving import Running


def some_orders(state: State, side: str, random: Random) -> list[str]:
    """Random actions up to where dice fall, or it is not for the side to choose any more."""
    actions: list[str] = []
    while state.side_to_act == side and len(actions) < 20:
        action = state.sample_action(random)
        actions.append(str(action))
        try:
            state.apply(action, dice=())
        except DiceExhaustedError:
            break
    return actions


@pytest.mark.parametrize("name", ["tamrat", "three_mills"])
def test_a_game_that_hides_goes_to_its_end_by_mail(
    name: str, host: Running, tmp_path: Path
) -> None:
    """Every message is a file that was written, and read again."""
    table, tokens = host.begin(name)
    links = {seat: host.serving.link(token) for seat, token in tokens.items()}
    at, random, game = host.serving.host.table(table), Random(5), hexwar.load_game(name)
    sent = 0
    while not at.state.is_over and sent < 4000:
        seat = at.state.side_to_act or ""
        turn_file, orders_file = tmp_path / "turn.json", tmp_path / "orders.json"
        write_mail(turn_file, fetched(Client(links[seat], informed=True)))
        turn = read_mail(turn_file)
        actions = some_orders(known_state(turn, game), seat, random)
        write_mail(orders_file, planned(turn, actions, game))
        lines = delivered(Client(links[seat]), read_mail(orders_file))
        assert lines
        sent += 1
    assert at.state.is_over


def test_a_turn_tells_what_its_side_knows_and_no_more(host: Running) -> None:
    """It is the same whatever stands where the side does not see."""
    table, tokens = host.begin("tamrat")
    at = host.serving.host.table(table)
    for seat, token in tokens.items():
        turn = fetched(Client(host.serving.link(token), informed=True))
        seen = at.state.clone(seed="").seen_by(seat)
        assert turn["position"] == {**json.loads(json.dumps(seen.to_dict())), "rolled": 0}


def test_orders_for_a_position_that_is_over_are_refused(host: Running) -> None:
    """Whole, so that nothing is done that was meant otherwise."""
    table, tokens = host.begin("strike_force_one")
    at = host.serving.host.table(table)
    seat = at.state.side_to_act or ""
    link = host.serving.link(tokens[seat])
    turn = fetched(Client(link, informed=True))
    action = str(at.state.sample_action(Random(1)))
    orders = planned(turn, [action])
    assert delivered(Client(link), orders) == [f"{action}: done."]
    with pytest.raises(RecordError, match="has gone on"):
        delivered(Client(link), orders)
    with pytest.raises(RecordError, match="fly"):
        planned(turn, ["fly A 0101"])


@pytest.mark.parametrize("content", [b"", b"[]", b"{}", b'{"hexwar_turn": 2}', b"\xff" * 20])
def test_what_is_neither_is_refused_in_a_sentence(content: bytes, tmp_path: Path) -> None:
    """Whatever the file holds."""
    path = tmp_path / "turn.json"
    path.write_bytes(content)
    with pytest.raises(RecordError):
        read_mail(path)


def test_the_commands_fetch_answer_and_deliver(
    host: Running, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line each."""
    _, tokens = host.begin("strike_force_one")
    link, turn = host.serving.link(tokens["soviet"]), str(tmp_path / "turn.json")
    orders = str(tmp_path / "orders.json")
    assert main(["mail", "fetch", link, "--out", turn]) == 0
    assert main(["mail", "answer", turn]) == 0
    assert "move A 0703" in capsys.readouterr().out
    assert main(["mail", "answer", turn, "move A 0703", "--out", orders]) == 0
    assert main(["mail", "deliver", orders, "--link", link]) == 0
    assert "move A 0703: done." in capsys.readouterr().out
