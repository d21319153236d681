"""Any position can be tried: hands, tracks, pools, states and cargo are said at the start."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import hexwar

HEAD = """\
hexwar: 2
id: tried
title: Tried
version: "1"
sides: {red: {name: Red, color: "#aa3333"}, blue: {name: Blue, color: "#3366aa"}}
map: {grid: {columns: 5, rows: 3}, default: open}
terrain: {hexes: {open: {title: Open, cost: 1}}}
movement: {allowance: 3}
stacking: {limit: 2}
units:
  types: {foot: {title: Foot}, lorry: {title: Lorry, traits: [lorry]}}
  counters:
    L: {side: red, type: lorry}
    R: {side: red, type: foot}
    B: {side: blue, type: foot}
transport:
  carriers: {trait: lorry}
  load: {not: {trait: lorry}}
  aboard: ABOARD
  begins: {L: [R]}
states: {pinned: {title: Pinned, forbids: [move]}}
pools: {orders: {title: Orders, side: red, begins: 1, kept: always}}
tracks: {weather: {words: [clear, mud], begins: clear}}
decks:
  events:
    hand: 1
    draws: [{phase: deal, to: hand}]
    cards: {storm: {title: Storm}, calm: {title: Calm}}
sequence:
  turns: 2
  phases:
    - {id: deal, kind: deal}
    - {id: play, kind: card, side: red}
    - {id: answer, kind: card, side: blue}
    - {id: red_movement, kind: movement, side: red}
    - {id: blue_movement, kind: movement, side: blue}
victory: [{winner: red, if: {turn: 2}}]
scenarios: {a: {title: A, setup: {L: "0101", B: "0503"}}}
"""

Start = Callable[..., Any]


@pytest.fixture(params=["off_map", "on_map"])
def aboard(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def start(tmp_path: Path, aboard: str) -> Start:
    (tmp_path / "game.yaml").write_text(HEAD.replace("ABOARD", aboard), encoding="utf-8")
    return partial(hexwar.load_game(tmp_path).start, phase="red_movement")


def test_a_game_is_tried_from_hands_that_are_said(start: Start) -> None:
    state = start("a", hands={"red": ["storm"], "blue": ["calm"]})
    held = {side: [card.id for card in state.hand(side)] for side in ("red", "blue")}
    assert held == {"red": ["storm"], "blue": ["calm"]}
    with pytest.raises(ValueError, match="no card storm is left in its deck"):
        start("a", hands={"red": ["storm"], "blue": ["storm"]})
    with pytest.raises(ValueError, match="did you mean storm"):
        start("a", hands={"red": ["strom"]})


def test_a_game_is_tried_with_tracks_and_pools_as_they_are_said(start: Start) -> None:
    state = start("a", tracks={"weather": "mud"}, pools={"orders": 5})
    assert (state.records()["weather"], state.records()["orders"]) == ("mud", 5)
    with pytest.raises(ValueError, match="never stands at 'snow'"):
        start("a", tracks={"weather": "snow"})
    with pytest.raises(ValueError, match="a whole number from 0"):
        start("a", pools={"orders": -1})


def test_a_game_is_tried_with_units_in_the_states_that_are_said(start: Start) -> None:
    assert [status.text for status in start("a").status("L")] == ["carries R"]
    state = start("a", states={"L": "pinned"})
    assert "Pinned" in str(state.status("L")) and state.explain("move L 0201") is not None
    with pytest.raises(ValueError, match="there is no state pined; did you mean pinned"):
        start("a", states={"L": ["pined"]})


def test_a_game_is_tried_with_the_cargo_that_is_said(start: Start) -> None:
    ashore = {"L": "0101", "R": "0103", "B": "0503"}
    assert any("carries R" in str(status) for status in start("a").status("L"))
    state = start("a", setup=ashore, cargo={})
    assert state.position("R") == "0103" and not state.status("R")
    state = start("a", setup={"L": "0301", "B": "0503"}, cargo={"L": ["R"]})
    assert state.explain("unload R 0301") is None
    with pytest.raises(ValueError, match="B cannot be aboard L"):
        start("a", cargo={"L": ["B"]})


def test_a_setup_that_takes_cargo_from_its_carrier_says_so(start: Start, aboard: str) -> None:
    with pytest.raises(ValueError, match="R begins aboard L and is set up in 0103"):
        start("a", setup={"L": "0101", "R": "0103"})
    if aboard == "on_map":
        state = start("a", setup={"L": "0101", "R": "0101"})
        assert any("aboard L" in str(status) for status in state.status("R"))


def test_what_a_game_has_not_cannot_be_said(start: Start) -> None:
    with pytest.raises(ValueError, match="there is no hand in this game; did you mean hands"):
        start("a", hand={"red": ["storm"]})
