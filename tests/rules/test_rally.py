"""Phases of recovery, turns that end early, and games of a length that is rolled.

In the tiny game *rally* red's shaken units roll a 4 in red's rally; the spent recover in any phase
of recovery, and dawn is nobody's. A storm (a 1) ends the turn after red's combat; from turn 3 on
the game ends on a 1 to 3 at the end of the turn.
"""

from __future__ import annotations

from random import Random

from hexwar.rules.history import History
from hexwar.rules.invariants import broken_invariants
from hexwar.rules.state import State
from hexwar.rules.states.rules import StateRules
from tests.rules.tiny import place, play, tiny

APART = {"R1": "0101", "R2": "0103", "B1": "0703"}


def begin(*dice: int, turn: int = 1) -> State:
    """Red's movement, with R1, R2 and B1 shaken and R1 spent."""
    state = place("rally", APART, "red_movement", dice=dice, turn=turn)
    rules, index = state.rules[StateRules], state.frame.unit_index
    rules.put(state, "shaken", sum(1 << index[unit] for unit in APART))
    rules.put(state, "spent", 1 << index["R1"])
    return state


def held(state: State, name: str) -> str:
    return " ".join(state.names_of(state.marks.get(name, 0)))


def test_each_unit_of_the_side_rolls_for_itself() -> None:
    state = begin(6, 3, 4)  # the sky, then R1 and R2
    events = state.apply("done")
    rolls = [str(event) for event in events if event.kind == "state_roll"]
    assert rolls == ["R1 rolls 3 on 1d6: Shaken.", "R2 rolls 4 on 1d6: Shaken."]
    assert held(state, "shaken") == "R1 B1"


def test_what_needs_no_roll_ends_in_every_phase_of_recovery() -> None:
    state = begin(6, 1, 1)
    assert held(state, "spent") == "R1"
    state.apply("done")
    assert (state.phase, held(state, "spent")) == ("blue_movement", "")


def test_a_storm_ends_the_turn_and_nobody_rallies() -> None:
    state = begin(1)
    events = state.apply("done")
    assert "The turn ends with this phase." in map(str, events)
    assert (state.turn, state.phase) == (2, "red_movement")
    assert (held(state, "shaken"), held(state, "spent")) == ("R1 R2 B1", "R1")


def test_the_next_turn_takes_its_course() -> None:
    state = begin(1, 6, 4, 4)
    state.apply("done")
    state.apply("done")
    assert (state.turn, state.phase) == (2, "blue_movement")


def test_the_length_of_the_game_is_rolled() -> None:
    lasts = begin(6, 4, 4, 4, turn=3)
    lasts.apply("done")
    lasts.apply("done")
    assert (lasts.turn, lasts.is_over) == (4, False)
    ends = begin(6, 4, 4, 3, turn=3)
    ends.apply("done")
    ends.apply("done")
    assert ends.is_over


def test_a_rally_is_never_taken_back() -> None:
    history = History(begin(6, 4, 4))
    history.apply("done")
    assert not history.can_undo


def test_random_games_come_to_an_end() -> None:
    for seed in range(10):
        state = tiny("rally").start(seed=seed)
        play(state, Random(seed), 2_000)
        assert state.is_over
        assert broken_invariants(state) == []
