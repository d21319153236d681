"""Section ``pools``: points that come, are spent and are lost, worked out by hand.

In the tiny game *replacements* red gets 2 factors as its replacement phase begins and loses what is
left at its end; of captured stores it has 1, gains 1 by DE, loses 2 by AR and keeps them; blue gets
2 rations as its movement begins and 1 as its combat begins in turn 2, until the turn ends.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from hexwar.engine import Event
from hexwar.rules.pools.rules import PoolRules
from hexwar.rules.state import State
from tests.rules.tiny import place, tiny, varied

APART = {"R1": "0101", "B1": "0704"}
BATTLE = {"R1": "0301", "B1": "0401"}


def points(state: State, pool: str) -> int:
    return state.rules[PoolRules].points(state, pool)


def of_points(events: list[Event]) -> list[str]:
    return [str(event) for event in events if event.kind.startswith("points_")]


def test_points_are_there_from_the_beginning_or_come_with_their_phase() -> None:
    state = tiny("replacements").start(seed=1)
    assert (points(state, "captured"), points(state, "rations")) == (1, 0)
    assert of_points(state.events or [])[0] == "Replacement factors: Red gains 2 and has 2."


def test_what_is_kept_never_is_lost_with_its_phase() -> None:
    """Nobody is to be replaced: the phase ends by itself, and what came in it is lost."""
    state = tiny("replacements").start(seed=1)
    assert state.phase == "red_movement"
    assert of_points(state.events or []) == [
        "Replacement factors: Red gains 2 and has 2.",
        "Replacement factors: Red loses 2 and has 0.",
    ]


def test_what_is_always_kept_adds_up() -> None:
    state = place("replacements", APART, "red_movement", "kept", turn=1)
    for turn in (1, 2, 3):
        assert (state.turn, points(state, "factors")) == (turn, 2 * (turn - 1))
        while state.turn == turn:
            state.apply("done")


@pytest.mark.parametrize(("turn", "rations"), [(1, [2]), (2, [2, 3])])
def test_what_comes_under_a_condition_comes_when_it_holds(turn: int, rations: list[int]) -> None:
    """The enemies stand side by side, so that there is a combat phase to look at."""
    state = place("replacements", BATTLE, "blue_movement", turn=turn)
    assert points(state, "rations") == 2
    events = state.apply("done")
    gained = [event.points for event in events if event.kind == "points_gained"]
    assert gained[: len(rations) - 1] == ([1] if turn == 2 else [])
    if state.phase == "blue_combat":
        assert points(state, "rations") == rations[-1]


def test_what_is_kept_for_a_turn_is_lost_at_its_end() -> None:
    state = place("replacements", APART, "blue_movement")
    assert points(state, "rations") == 2
    events = state.apply("done")
    assert "Rations: Blue loses 2 and has 0." in of_points(events)
    assert (state.turn, points(state, "rations")) == (2, 0)


@pytest.mark.parametrize(("die", "captured"), [(1, 2), (5, 1)])
def test_a_result_gains_points(die: int, captured: int) -> None:
    """2 against 1: a difference of 1; a 1 is DE, which takes a step and brings a point."""
    state = place("replacements", BATTLE, "red_combat", dice=[die])
    state.apply("attack 0401 by R1")
    assert points(state, "captured") == captured


def test_a_result_spends_points_as_many_as_there_are() -> None:
    """1 against 2: a difference of -1; a 1 is AR, which costs two stores, and there is one."""
    state = place("replacements", BATTLE, "blue_combat", dice=[1])
    assert points(state, "captured") == 1
    events = state.apply("attack 0301 by B1")
    assert "Captured stores: Red loses 1 and has 0." in of_points(events)
    assert points(state, "captured") == 0


def test_the_preview_of_a_battle_tells_of_points() -> None:
    state = place("replacements", BATTLE, "red_combat")
    told = {
        outcome.code: outcome.effects for outcome in state.preview("attack 0401 by R1").outcomes
    }
    assert "Captured stores: Red gains 1 and has 2." in told["DE"]
    assert points(state, "captured") == 1


@pytest.mark.parametrize(("captured", "winner"), [(2, None), (3, "red")])
def test_a_condition_asks_for_points(captured: int, winner: str | None) -> None:
    state = place("replacements", APART, "red_movement", turn=4)
    pools = state.rules[PoolRules]
    pools.gain(state, "captured", captured - points(state, "captured"))
    while not state.is_over:
        state.apply("done")
    assert state.winner == winner


def test_points_are_saved_with_the_state() -> None:
    state = place("replacements", BATTLE, "red_combat", dice=[1])
    state.apply("attack 0401 by R1")
    again = tiny("replacements").state_from_dict(state.to_dict())
    assert points(again, "captured") == 2


def test_everybody_may_read_how_many_there_are() -> None:
    state = place("replacements", BATTLE, "red_combat")
    assert state.records() == {"factors": 0, "captured": 1, "rations": 0}
    assert state.view("blue").records() == state.records()


BY_TABLE = """
tables:
  convoy:
    dice: 1d6
    table: {1..3: sunk, 4..6: landed}
    results: {sunk: [nothing], landed: [{gain: {captured: 3}}]}
sequence:
  phases:
    - {id: convoy, kind: table, table: convoy}
    - {id: red_replacement, kind: replacement, side: red}
    - {id: red_movement, kind: movement, side: red}
    - {id: red_combat, kind: combat, side: red}
    - {id: blue_movement, kind: movement, side: blue}
    - {id: blue_combat, kind: combat, side: blue}
"""


@pytest.mark.parametrize(("die", "captured"), [(3, 1), (4, 4)])
def test_points_come_by_a_table(die: int, captured: int, tmp_path: Path) -> None:
    state = varied(tmp_path, BY_TABLE, "replacements").start(dice=[die])
    assert points(state, "captured") == captured
