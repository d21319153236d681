"""Tables that a side may roll on if it wants to, and results that end the game."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexwar.rules.game import Game
from hexwar.rules.history import History
from tests.rules.tiny import listed, varied

STRIKE = """
tables:
  strike:
    title: Air strike
    dice: 1d8
    table: {1..3: none, 4..8: comes}
    results: {none: [nothing], comes: [{end: game}]}
sequence:
  phases:
    - {id: strike, kind: table, table: strike, side: red, optional: true}
    - {id: red_movement, kind: movement, side: red}
    - {id: blue_movement, kind: movement, side: blue}
victory:
  - {winner: red, if: {eliminated: {side: blue, at_least: 1}}}
  - {winner: blue, because: Nobody was hit.}
"""
"""Red may call for an air strike in every turn: 4 or more of a d8 end the game."""


@pytest.fixture
def strike(tmp_path: Path) -> Game:
    return varied(tmp_path, STRIKE, "meadow")


def test_the_side_decides_whether_to_roll(strike: Game) -> None:
    state = strike.start(dice=[])
    assert state.decision is not None
    assert (state.decision.side, state.decision.kind) == ("red", "table_offered")
    assert listed(state) == ["roll", "pass"]
    state.apply("pass")
    assert state.phase == "red_movement"
    assert state.rolled == 0


def test_what_is_rolled_is_carried_out(strike: Game) -> None:
    state = strike.start(dice=[3])
    events = [str(event) for event in state.apply("roll")]
    assert "Air strike: die 3, none." in events
    assert state.phase == "red_movement"


def test_the_game_ends_at_once_and_the_lines_for_its_end_decide(strike: Game) -> None:
    state = strike.start(dice=[4])
    state.apply("roll")
    assert state.is_over
    assert (state.turn, state.winner, state.outcome) == (1, "blue", "Nobody was hit.")


def test_nothing_but_the_roll_is_possible_then(strike: Game) -> None:
    state = strike.start(dice=[])
    violation = state.explain("move R1 0202")
    assert violation is not None
    assert violation.reason == "sequence.order"


def test_a_roll_is_not_taken_back(strike: Game) -> None:
    history = History(strike.start(dice=[3]))
    history.apply("roll")
    assert not history.can_undo


def test_it_is_offered_again_in_every_turn_and_saved(strike: Game) -> None:
    state = strike.start(dice=[2, 5])
    for line in ("roll", "done", "done"):
        state.apply(line)
    assert state.turn == 2
    again = strike.state_from_dict(state.to_dict())
    assert listed(again) == ["roll", "pass"]
    again.apply("roll")
    assert again.is_over


def test_a_battle_that_ends_the_game_owes_nothing_more(tmp_path: Path) -> None:
    """Of a result that goes on after the end nothing is carried out."""
    lost = "{eliminate: {who: defender, count: 1}}"
    yaml = f"combat: {{results: {{DE: [{lost}, {{end: game}}, {{advance: 1}}]}}}}"
    game = varied(tmp_path, yaml, "meadow")
    state = game.start(
        None, setup={"R1": "0301", "R2": "0302", "B1": "0401"}, phase="red_combat", dice=[1]
    )
    state.apply("attack 0401 by R1 R2")
    assert state.is_over
    assert state.position("R1") == "0301"


SALVO = """
pools: {hits: {title: Hits, side: red, kept: always}}
tables:
  salvo:
    title: Salvo
    dice: 1d6
    table: {1..4: miss, 5..6: hit}
    results: {miss: [nothing], hit: [{gain: {hits: 1}}]}
sequence:
  phases:
    - {id: salvo, kind: table, table: salvo, times: {units: {of: {side: red}}}}
    - {id: red_movement, kind: movement, side: red}
    - {id: blue_movement, kind: movement, side: blue}
victory: [{winner: red, if: {pool: {hits: {at_least: 9}}}}, {winner: blue}]
"""


def test_a_table_may_be_rolled_on_as_often_as_something_counts(tmp_path: Path) -> None:
    game = varied(tmp_path, SALVO, "meadow")
    state = game.start(
        None, setup={"R1": "0101", "R2": "0102", "B1": "0701"}, dice=[5, 6], phase="salvo"
    )
    assert (state.records()["hits"], state.phase) == (2, "red_movement")
    nobody = game.start(None, setup={"B1": "0701"}, dice=[], phase="salvo")
    assert nobody.records()["hits"] == 0


def test_whoever_has_the_initiative_decides_in_a_phase_of_his(tmp_path: Path) -> None:
    """Also where no side is named."""
    initiative = "initiative: {first: blue, die: {red: d6, blue: d6}}\n"
    yaml = STRIKE.replace("side: red, optional", "side: initiative, optional")
    state = varied(tmp_path, initiative + yaml, "meadow").start(dice=[4])
    assert (state.side_to_act, listed(state)) == ("blue", ["roll", "pass"])
