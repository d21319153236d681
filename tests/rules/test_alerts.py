"""Reserves that are released together, states that units take of their own will, the lost.

In the tiny game *alerts* R1 and R2 (guard) and R3 (line) begin held. A held unit is released when
it is attacked or an enemy comes within two hexes, and with it its formation; all are from turn 3
on. One foot a turn goes into reserve in place of its move, outside of enemy zones, and attacks no
more until the end of a turn from the second on. Red opens dumps before combat: who is within three
hexes of an open one may attack, and it is used up when the combat is over. B3 begins among the
lost.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from shutil import copytree

import pytest

import hexwar
from hexwar.rules.invariants import broken_invariants
from hexwar.rules.state import State
from hexwar.rules.states.rules import StateRules
from tests.conformance.scs.variant import folder
from tests.rules.tiny import FOLDER, listed, place, play, tiny

FAR = {"R1": "0101", "R2": "0103", "R3": "0105", "B1": "0704"}


def begin(phase: str = "red_movement", turn: int = 1, **units: str) -> State:
    return place("alerts", {**FAR, **units}, phase, turn=turn, dice=(1, 1))


def put(state: State, name: str, *units: str) -> None:
    state.rules[StateRules].put(state, name, sum(1 << state.frame.unit_index[u] for u in units))


def held(state: State, name: str = "held") -> set[str]:
    return set(state.names_of(state.rules[StateRules].has(state, name)))


def test_a_formation_is_released_as_one_when_an_enemy_comes_near() -> None:
    state = begin("blue_movement", B1="0302", R2="0505")
    put(state, "held", "R1", "R2", "R3")
    state.apply("move B1 0301")  # two hexes from R1, three from R3
    state.apply("done")
    assert held(state) == {"R3"}


def test_a_unit_of_no_formation_is_released_by_itself() -> None:
    state = begin("blue_movement", B1="0302", D1="0102")
    put(state, "held", "D1", "R3")
    state.apply("move B1 0301")
    state.apply("done")
    assert held(state) == {"R3"}


def test_the_turn_releases_whoever_is_left() -> None:
    state = begin("blue_combat", turn=2)
    put(state, "held", "R1", "R3")
    assert held(state) == {"R1", "R3"}
    state = begin("blue_movement", turn=2)
    put(state, "held", "R1", "R3")
    while state.turn == 2:
        state.apply("done")
    assert held(state) == set()


def test_a_unit_goes_into_reserve_in_place_of_its_move() -> None:
    state = begin()
    assert set(listed(state, "take")) == {"take R1 reserve", "take R2 reserve", "take R3 reserve"}
    state.apply("take R2 reserve")
    assert held(state, "reserve") == {"R2"}
    assert not [line for line in listed(state, "move") if line.startswith("move R2")]
    assert listed(state, "take") == []  # one a turn


def test_who_has_moved_takes_no_state() -> None:
    state = begin()
    state.apply("move R1 0201")
    refused = state.explain("take R1 reserve")
    assert refused is not None and "has moved" in refused.message
    assert "take R2 reserve" in listed(state)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("take B1 reserve", "other side"),
        ("take R1 opened", "in this phase"),
        ("take R1 held", "No unit takes held"),
        ("take R2 reserve", "does not take"),
    ],
)
def test_why_a_state_is_not_taken(line: str, why: str) -> None:
    state = begin(R2="0604")
    refused = state.explain(line)
    assert refused is not None and why in refused.message


def test_a_moment_with_a_condition_ends_a_state_only_when_it_holds() -> None:
    """The reserve stays over the end of turn 1 and ends with turn 2."""
    state = begin()
    state.apply("take R1 reserve")
    while state.turn == 1:
        state.apply("done")
    assert held(state, "reserve") == {"R1"}
    while state.turn == 2:
        state.apply("done")
    assert held(state, "reserve") == set()


def test_an_attack_takes_a_dump_that_was_opened_near_by() -> None:
    state = begin("red_orders", R1="0304", B1="0404", D1="0104", D2="0101")
    assert listed(state) == ["take D1 opened", "take D2 opened", "done"]
    state.apply("take D1 opened")
    state.apply("done")
    assert listed(state, "attack") == ["attack 0404 by R1"]


def test_without_an_open_dump_there_is_no_attack() -> None:
    state = begin("red_orders", R1="0304", B1="0404", D1="0104", D2="0101")
    state.apply("take D2 opened")  # four hexes away
    told = [str(event) for event in state.apply("done")]
    assert state.phase == "blue_movement"
    assert not any("attacks" in line for line in told)


def test_dumps_that_were_opened_are_used_up_and_others_are_not() -> None:
    state = begin("red_orders", D1="0102", D2="0104")
    state.apply("take D1 opened")
    state.apply("done")
    assert (state.position("D1"), state.position("D2")) == (None, "0104")


def test_a_phase_of_orders_is_passed_over_where_nobody_can_take_any() -> None:
    state = begin()
    state.apply("done")
    assert state.phase == "blue_movement"


def test_who_begins_among_the_lost_comes_back_as_a_replacement() -> None:
    state = tiny("alerts").start()
    assert state.names_of(state.eliminated) == ("B3",)
    while state.phase != "blue_rest":
        state.apply("done")
    assert listed(state) == ["return B3 0701", "done"]
    state.apply("return B3 0701")
    assert (state.position("B3"), state.eliminated) == ("0701", 0)


@pytest.mark.parametrize(
    ("code", "yaml"),
    [
        ("HW650", "states: {reserve: {taken: {phase: red_combat}}}"),
        ("HW653", "states: {opened: {taken: {phase: red_movement}}}"),
        ("HW455", "states: {unsupplied: {taken: {phase: red_movement}}}"),
        ("HW651", "scenarios: {meeting: {eliminated: [B1]}}"),
        ("HW651", "replacements: {blue: {does: [rebuild]}}"),
    ],
)
def test_what_makes_no_sense_is_found(tmp_path: Path, code: str, yaml: str) -> None:
    copytree(FOLDER / "meadow", tmp_path / "meadow")
    found = hexwar.check(folder(tmp_path, f"{yaml}\n", FOLDER / "alerts"))
    assert code in {one.code for one in found}


def test_random_games_come_to_an_end_without_breaking_an_invariant() -> None:
    for seed in range(6):
        state = tiny("alerts").start(seed=seed)
        play(state, Random(seed), 300)
        assert broken_invariants(state) == []
