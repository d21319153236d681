"""Withdrawals: units that leave the map when their time comes.

In the tiny game *departures* R1 and R2 leave in turn 2, and R1 may come back in turn 3; blue picks
two guards that leave in turn 2, and from turn 3 on a unit of foot a turn.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from shutil import copytree

import pytest

import hexwar
from hexwar.rules.state import State
from tests.conformance.scs.variant import folder
from tests.rules.tiny import FOLDER, listed, place, play, tiny

STAND = {"R1": "0102", "R2": "0103", "R3": "0104", "B1": "0702", "B2": "0703"}
GUARDS = {"B4": "0601", "B5": "0602", "B6": "0603"}


def at(turn: int, phase: str = "red_movement", **setup: str) -> State:
    return place("departures", {**STAND, **setup}, phase, turn=turn)


def gone(state: State, *units: str) -> list[str]:
    return [unit for unit in units if state.position(unit) is None]


def test_named_units_leave_when_their_phase_begins() -> None:
    """At once, before anybody moves; nobody is asked."""
    state = at(2)
    assert gone(state, "R1", "R2", "R3") == ["R1", "R2"]
    told = [event for event in state.events or [] if event.kind == "withdrawn"]
    assert [(event.unit, event.rule) for event in told] == [("R1", "8.4"), ("R2", "8.4")]


def test_they_stay_until_then() -> None:
    assert gone(at(1), "R1", "R2") == []


def test_who_leaves_is_no_loss() -> None:
    state = at(2)
    assert state.casualties("red") == ()


def test_who_was_lost_before_need_not_leave() -> None:
    state = place("departures", {"R2": "0103", "R3": "0104", "B1": "0702"}, "red_movement", turn=2)
    assert gone(state, "R2") == ["R2"]


def test_units_leave_once_and_may_come_back() -> None:
    """R1 comes again as a reinforcement, and is not withdrawn a second time."""
    state = at(2)
    while state.turn == 2:
        state.apply(listed(state)[-1])
    assert state.waiting("red") == ("R1",)
    state.apply("enter R1 0101")
    while state.turn == 3:
        state.apply(listed(state)[-1])
    assert state.position("R1") == "0101"


def test_an_owner_chooses_who_leaves() -> None:
    state = at(2, "blue_movement", **GUARDS)
    assert state.decision is not None
    assert (state.decision.side, state.decision.kind) == ("blue", "withdrawal")
    assert listed(state) == ["remove B4", "remove B5", "remove B6"]
    refused = state.explain("remove B1")
    assert refused is not None
    assert refused.rule == "8.5"
    state.apply("remove B5")
    assert listed(state) == ["remove B4", "remove B6"]
    state.apply("remove B6")
    assert gone(state, "B4", "B5", "B6") == ["B5", "B6"]
    assert state.decision.kind == "movement"


def test_where_there_are_no_more_than_must_leave_all_do() -> None:
    state = at(2, "blue_movement", B4="0601")
    assert gone(state, "B4") == ["B4"]
    assert state.decision is not None
    assert state.decision.kind == "movement"


def test_it_may_happen_every_turn() -> None:
    """Twice in the two turns that are left."""
    state = at(3, "blue_movement")
    while not state.is_over:
        state.apply(listed(state)[-1])
    assert len(gone(state, "B1", "B2")) == 2


@pytest.mark.parametrize(
    ("said", "says"),
    [
        ("only: {side: own}", "names units and selects some"),
        ("units: [B1]", "B1 is of side blue"),
        ("units: null", "is about no units"),
    ],
)
def test_withdrawals_without_units_of_their_side_are_found(
    tmp_path: Path, said: str, says: str
) -> None:
    copytree(FOLDER / "meadow", tmp_path / "meadow")
    yaml = f"withdrawals: {{to_the_south: {{{said}}}}}"
    found = hexwar.check(folder(tmp_path, yaml, FOLDER / "departures"))
    assert any(one.code == "HW563" and says in one.message for one in found)


@pytest.mark.parametrize("seed", range(8))
def test_games_with_them_end(seed: int) -> None:
    state = tiny("departures").start(seed=seed)
    play(state, Random(seed))
    assert state.is_over
