"""Sections ``control`` and ``points``, phases under a condition, losses by steps.

In the tiny game *holdings* blue controls three farms at the start and red the mill. Red scores 4
for each farm and 1 for each step that blue's foot has lost; blue 2 for the mill in every turn and,
from turn 3 on, 3 while it controls two farms.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import hexwar
from hexwar.rules.history import History
from hexwar.rules.state import State
from tests.rules.tiny import place, tiny, varied

FAR = {"R1": "0101", "B1": "0701"}


def finish(state: State, phase: str) -> list[str]:
    """Play on without doing anything until a phase is over; the sentences of what happened."""
    said: list[str] = []
    while not state.is_over and state.phase == phase:
        said += map(str, state.apply("done"))
    return said


def finish_turn(state: State) -> list[str]:
    """Play on without doing anything until the turn is over."""
    said: list[str] = []
    turn = state.turn
    while not state.is_over and state.turn == turn:
        said += map(str, state.apply("done"))
    return said


def test_the_game_says_who_controls_what_at_the_start() -> None:
    state = place("holdings", FAR, "red_movement")
    assert state.controlled("blue") == ("0301", "0303", "0305")
    assert state.controlled("red") == ("0403",)
    assert state.points() == {"red": 0, "blue": 0}


def test_control_stays_when_units_leave() -> None:
    state = place("holdings", {"R1": "0202", "B1": "0701"}, "red_movement")
    state.apply("move R1 0303")
    assert state.controlled("red") == ("0403",)
    said = finish(state, "red_movement")
    assert "Red now controls 0303." in said
    assert state.controlled("red") == ("0303", "0403")
    assert state.controlled("blue") == ("0301", "0305")
    finish_turn(state)
    state.apply("move R1 0202")
    finish_turn(state)
    assert "0303" in state.controlled("red")
    assert state.points()["red"] == 4


def test_passing_through_is_not_control() -> None:
    state = place("holdings", {"R1": "0202", "B1": "0701"}, "red_movement")
    state.apply("move R1 0202-0303-0402")
    finish(state, "red_movement")
    assert "0303" not in state.controlled("red")


def test_units_that_begin_in_a_hex_control_it() -> None:
    state = place("holdings", {"R1": "0301", "B1": "0403"}, "red_movement")
    assert state.controlled("red") == ("0301",)
    assert state.controlled("blue") == ("0303", "0305", "0403")


def test_control_survives_saving_copying_and_undoing() -> None:
    history = History(place("holdings", {"R1": "0202", "B1": "0701"}, "red_movement"))
    before = history.state.to_dict()
    for action in ("move R1 0303", "done"):
        history.apply(action)
    state = history.state
    again = tiny("holdings").state_from_dict(json.loads(json.dumps(state.to_dict())))
    assert again.controlled("red") == state.clone().controlled("red") == ("0303", "0403")
    assert again.points() == state.points() == {"red": 4, "blue": 0}
    twin = state.clone()
    finish_turn(twin)
    assert state.points() == {"red": 4, "blue": 0}
    while history.can_undo:
        history.undo()
    assert history.state.to_dict() == before
    assert history.state.controlled("red") == ("0403",)


def test_points_of_every_turn_add_up_and_stay() -> None:
    state = place("holdings", {"R1": "0101", "B1": "0403"}, "red_movement")
    said = finish_turn(state)
    assert any("Blue scores 2: The mill." in line for line in said)
    finish_turn(state)
    assert state.points() == {"red": 0, "blue": 7}  # twice the mill, and turn 3
    state = place("holdings", {"R1": "0403", "B1": "0701"}, "red_movement")
    assert not any("scores" in line for line in finish_turn(state))


def test_what_is_scored_at_the_end_counts_when_the_game_is_over_and_decides_it(
    tmp_path: Path,
) -> None:
    """Blue's one point for its unit comes in time for the line that compares points."""
    yaml = """
points:
  spared:
    {title: Spared, side: blue, each: 9, for: {units: {of: {side: blue}}}, scored: at_the_end}
victory:
  - {winner: blue, if: {points: {side: blue, over: red}}, because: More points.}
  - {winner: red, because: Not.}
"""
    game = varied(tmp_path, yaml, "holdings")
    state = game.start(setup={"R1": "0101", "B1": "0701"}, phase="red_movement")
    told: list[str] = []
    while not state.is_over:
        assert state.points()["blue"] < 9
        told += map(str, state.apply("done"))
    assert "Blue scores 9: Spared." in told
    assert (state.winner, state.points()["blue"] >= 9) == ("blue", True)


def test_points_may_hang_on_a_condition() -> None:
    early = place("holdings", FAR, "red_movement", turn=2)
    late = place("holdings", FAR, "red_movement", turn=3)
    assert (early.points()["blue"], late.points()["blue"]) == (0, 3)


def test_steps_are_counted_with_those_of_the_dead() -> None:
    state = place("holdings", {"R1": "0101", "B1": "0701", "B2": "0702"}, "red_movement")
    rules = state.rules
    state.lost[rules.frame.unit_index["B1"]] = 1
    assert state.points()["red"] == 1
    state.eliminate(rules.frame.unit_index["B2"])
    assert state.points()["red"] == 3
    state.eliminate(rules.frame.unit_index["B1"])
    assert state.points()["red"] == 4


@pytest.mark.parametrize(
    ("lost", "winner", "because"),
    [
        ([], "blue", "Blue wins. Victory points: Red 0, Blue 3."),
        (
            [("B1", 1), ("B2", 1), ("B3", 1)],
            None,
            "Nobody is ahead. Victory points: Red 3, Blue 3.",
        ),
        ([("B1", 2), ("B2", 2)], "red", "Red wins narrowly. Victory points: Red 4, Blue 3."),
        ([("B1", 2), ("B2", 2), ("B3", 1)], "red", "Blue has lost five steps."),
    ],
)
def test_margins_decide_the_level_of_a_victory(
    lost: list[tuple[str, int]], winner: str | None, because: str
) -> None:
    setup = {"R1": "0101", "B1": "0701", "B2": "0702", "B3": "0703"}
    state = place("holdings", setup, "red_movement", turn=4)
    for unit, steps in lost:
        index = state.frame.unit_index[unit]
        if steps == 2:
            state.eliminate(index)
        else:
            state.lost[index] = steps
    finish_turn(state)
    assert (state.is_over, state.winner) == (True, winner)
    assert state.outcome.startswith(because)


def test_a_big_margin_is_asked_first() -> None:
    state = place("holdings", {"R1": "0301", "R2": "0303", "B1": "0701"}, "red_movement", turn=4)
    told = finish_turn(state)
    assert state.outcome == "Red wins decisively. Victory points: Red 8, Blue 0."
    assert (state.level, state.verdict) == ("Decisive", "Red wins (Decisive)")
    assert told[-1] == f"Red wins (Decisive). {state.outcome}"
    assert tiny("holdings").state_from_dict(state.to_dict()).level == "Decisive"
    assert state.clone().level == "Decisive"


def test_a_victory_without_a_level_is_only_that() -> None:
    setup = {"R1": "0301", "R2": "0303", "R3": "0305", "B1": "0701"}
    state = place("holdings", setup, "red_movement")
    finish_turn(state)
    assert (state.level, state.verdict) == ("", "Red wins")


def test_control_ends_a_game_at_once() -> None:
    setup = {"R1": "0301", "R2": "0303", "R3": "0305", "B1": "0701"}
    state = place("holdings", setup, "red_movement")
    finish_turn(state)
    assert (state.winner, state.turn) == ("red", 1)
    assert state.outcome == "Red has every farm. Victory points: Red 12, Blue 0."


def phases_of(turn: int) -> list[str]:
    """The phases of a turn that take place."""
    state = place("holdings", FAR, "red_movement", turn=turn)
    events = list(state.events or [])
    while not state.is_over and state.turn == turn:
        events += state.apply("done")
    return [e.phase for e in events if e.kind == "phase_begins" and e.turn == turn]


def test_a_phase_takes_place_only_under_its_condition() -> None:
    movement, combat = ["red_movement", "red_combat"], ["blue_movement", "blue_combat"]
    assert phases_of(1) == [*movement, "blue_movement"]
    assert phases_of(2) == [*movement, *combat]
    assert phases_of(3) == [*movement, "red_pursuit", *combat]


def test_a_game_begun_in_a_phase_that_does_not_take_place_goes_on_with_the_next() -> None:
    assert place("holdings", FAR, "red_pursuit", turn=1).phase == "blue_movement"


def test_a_game_without_points_has_none() -> None:
    state = hexwar.load_game("strike_force_one").start("standard")
    assert state.points() == {}
    assert state.controlled("us") == ()


def test_points_of_every_turn_wait_for_their_condition(tmp_path: Path) -> None:
    """The mill counts from turn 2 on."""
    yaml = "points: {mill: {if: {turn: {at_least: 2}}}}\n"
    game = varied(tmp_path, yaml, "holdings")
    setup = {"R1": "0101", "B1": "0403"}
    state = game.start("meeting", setup=setup, phase="red_movement")
    assert not any("scores" in line for line in finish_turn(state))
    assert state.points()["blue"] == 0
    assert any("Blue scores 2" in line for line in finish_turn(state))
