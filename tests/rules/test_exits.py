"""Section ``exits``: units that leave the map for good, and what is counted of it.

In the tiny game *exits* a unit has three movement points. Red's foot may leave from 0702 and 0703;
each is a point, and three more if it left in turn 1. Blue leaves from the first column, for a point
each.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

from hexwar.rules.exits import DEPARTED
from hexwar.rules.history import History
from hexwar.rules.state import State
from tests.rules.tiny import listed, place, tiny, varied

NEAR = {"R1": "0602", "R2": "0603", "R3": "0601", "B1": "0202", "B2": "0203", "B3": "0204"}


def red(setup: dict[str, str], turn: int = 1) -> State:
    return place("exits", setup, "red_movement", turn=turn)


def why(state: State, line: str) -> str:
    violation = state.explain(line)
    return "" if violation is None else violation.message


def test_a_unit_on_the_edge_may_leave_for_one_point() -> None:
    state = red({"R1": "0702", "B1": "0105"})
    assert "leave R1" in listed(state)
    events = [str(event) for event in state.apply("leave R1")]
    assert "R1 leaves the map from 0702." in events
    assert state.position("R1") is None
    assert state.casualties("red") == ()


def test_a_unit_reaches_the_edge_and_leaves_in_one_move() -> None:
    state = red({"R1": "0502", "R2": "0101", "B1": "0105"})
    state.apply("move R1 0702")
    assert why(state, "leave R1") == ""
    state.apply("leave R1")
    assert state.position("R1") is None


def test_who_has_no_point_left_stays() -> None:
    state = red({"R1": "0402", "R2": "0101", "B1": "0105"})
    state.apply("move R1 0702")
    assert why(state, "leave R1") == "R1 has no movement point left to leave."


def test_a_zone_that_stops_a_unit_keeps_it_on_the_map() -> None:
    state = red({"R1": "0502", "R2": "0101", "B1": "0701"})
    state.apply("move R1 0702")
    assert why(state, "leave R1") == "R1 has no movement point left to leave."


def test_only_those_leave_that_may_and_only_from_there() -> None:
    state = red({"R1": "0704", "R3": "0702", "B1": "0105"})
    assert listed(state, "leave") == []
    assert why(state, "leave R1") == "R1 cannot leave the map from 0704: the east edge."
    assert why(state, "leave R3") == "R3 cannot leave the map from 0702: the east edge."
    assert why(state, "leave R2") == "R2 is not on the map."
    assert why(state, "leave B1") == "B1 belongs to the other side."


def test_who_is_outside_of_the_phase_is_told_whom_it_is_for(tmp_path: Path) -> None:
    yaml = (
        "sequence: {phases: [{id: ride, kind: movement, side: red, only: {type: horse}}]}\n"
        "units: {types: {horse: {title: Light horse}}}"
    )
    game = varied(tmp_path, yaml, "exits")
    state = game.start(setup={"R1": "0702", "R3": "0601", "B1": "0105"}, phase="ride")
    outside = "R1 may not move in this phase: it is for light horse units."
    assert why(state, "leave R1") == why(state, "move R1 0602") == outside


def test_each_unit_that_left_is_counted_by_turn_kind_and_exit() -> None:
    state = red({"R1": "0702", "R2": "0703", "B1": "0103"})
    state.apply("leave R1")
    assert state.points() == {"red": 4, "blue": 0}
    while state.turn == 1:
        state.apply("done")
    state.apply("leave R2")
    assert state.points() == {"red": 5, "blue": 0}


def test_a_condition_asks_who_has_left() -> None:
    state = place(
        "exits", {"R1": "0402", "B1": "0101", "B2": "0102", "B3": "0704"}, "blue_movement"
    )
    state.apply("leave B1")
    state.apply("leave B2")
    state.apply("done")
    while not state.is_over and state.turn == 1:
        state.apply("done")
    assert state.winner == "blue"


def test_leaving_is_undone_and_saved() -> None:
    history = History(red({"R1": "0702", "R2": "0101", "B1": "0105"}))
    before = history.state.to_dict()
    history.apply("leave R1")
    assert tiny("exits").state_from_dict(history.state.to_dict()) == history.state
    history.undo()
    assert history.state.to_dict() == before


def test_no_unit_is_lost_or_doubled_in_random_games() -> None:
    """Every unit is on the map, eliminated, or has left by an exit of its side."""
    left = 0
    for seed in range(25):
        state, random = tiny("exits").start(None, seed=seed, setup=NEAR), Random(seed)
        while not state.is_over:
            action = state.sample_action(random)
            left += action.verb == "leave"
            state.apply(action)
        units = state.frame.unit_ids
        gone = [unit for unit in units if state.position(unit) is None]
        dead = {*state.casualties("red"), *state.casualties("blue")}
        assert set(gone) - dead == {unit for unit, *_ in _departed(state)}
    assert left > 5


def _departed(state: State) -> list[tuple[str, int, int]]:
    units = state.frame.unit_ids
    return [(units[unit], by, turn) for unit, by, turn in state.memory[DEPARTED].units]


def test_an_exit_may_be_open_under_a_condition_only(tmp_path: Path) -> None:
    """Red leaves once an enemy is lost; until then it is said that the way is not open."""
    yaml = "exits: {east: {if: {eliminated: {side: blue}}}}"
    game = varied(tmp_path, yaml, "exits")
    setup = {"R1": "0702", "B1": "0105", "B2": "0104"}
    state = game.start(setup=setup, phase="red_movement")
    assert listed(state, "leave") == []
    assert why(state, "leave R1") == "R1 cannot leave by the east edge now: it is not open."
    state.eliminated |= 1 << state.frame.unit_index["B3"]
    state.near.clear()
    assert "leave R1" in listed(state)


def test_a_zone_that_locks_a_unit_keeps_it_on_the_map(tmp_path: Path) -> None:
    """It begins there, has all its points, and may not leave the zone; nor may it leave the map."""
    game = varied(tmp_path, "zones_of_control: {leaving: forbidden}", "exits")
    state = game.start(setup={"R1": "0702", "R2": "0501", "B1": "0701"}, phase="red_movement")
    assert listed(state, "leave") == []
    assert why(state, "leave R1") == (
        "R1 is in an enemy zone of control in 0702 and may not move out of it."
    )
    assert "leave R1" in listed(red({"R1": "0702", "B1": "0701"}))
