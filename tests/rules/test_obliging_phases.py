"""Phases in which something has to be done (`obliges`), in the tiny game *levies*.

Two red units have to move, one has to attack if any can, and B1 has to move.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest

from hexwar.players import make_player
from hexwar.rules.invariants import broken_invariants
from hexwar.rules.state import State
from tests.rules.tiny import listed, place, play, tiny, told

APART = {"R1": "0102", "R2": "0104", "B1": "0702", "B2": "0704"}


def begin(phase: str, setup: Mapping[str, str] = APART, options: str = "") -> State:
    return place("levies", setup, phase, options, dice=(1, 1, 1, 1))


def why(state: State, line: str) -> str:
    violation = state.explain(line)
    return "" if violation is None else str(violation)


def test_a_phase_ends_when_enough_units_have_acted() -> None:
    state = begin("red_movement")
    assert state.decision is not None and not state.decision.may_decline
    assert state.decision.prompt.startswith("2 more units have to act in this phase.")
    assert "end the phase" not in state.decision.prompt
    assert "done" not in listed(state)
    assert "done" not in [str(choice.action) for choice in state.choices()]
    assert why(state, "done") == "5.1: 2 more units have to act in this phase."
    told(state, "move R1 0202")
    assert why(state, "done") == "5.1: 1 more unit has to act in this phase."
    told(state, "move R2 0204")
    assert "done" in listed(state)


def test_who_acts_is_said() -> None:
    state = begin("blue_movement")
    told(state, "move B2 0604")
    assert why(state, "done") == "5.2: 1 more unit has to act in this phase."
    told(state, "move B1 0602")
    assert why(state, "done") == ""


def test_nobody_is_obliged_who_cannot() -> None:
    state = begin("red_movement", {"R1": "0102", "B1": "0702"})
    told(state, "move R1 0202")
    assert why(state, "done") == "", "there is no other"
    assert begin("blue_movement", {"R1": "0102", "B2": "0702"}).explain("done") is None


def test_battles_and_fires_are_deeds() -> None:
    state = begin("red_combat", {**APART, "R1": "0602"})
    assert listed(state) == ["attack 0702 by R1"]
    near = {"R1": "0602", "R2": "0604", "B1": "0702", "B2": "0704", "B3": "0705"}
    state = begin("red_fire", near, "fire")
    assert "done" not in listed(state)
    told(state, next(line for line in listed(state) if line.endswith("R1")))
    assert why(state, "done") == "5.3: 1 more unit has to act in this phase."
    state = begin("red_acts", near, "fire")
    assert why(state, "done") == "1 more unit has to act in this phase."
    told(state, "move R2 0504")
    assert why(state, "done") == ""


@pytest.mark.parametrize("player", ["greedy", "easy", "random"])
def test_computer_players_do_what_they_have_to(player: str) -> None:
    state = begin("red_movement")
    for _ in range(3):
        action = make_player(player).choose(state, Random(1))
        assert state.explain(action) is None
        state.apply(action)
        if state.phase != "red_movement":
            break


@pytest.mark.parametrize("options", ["", "fire"])
def test_random_games_with_obligations_go_on_to_their_end(options: str) -> None:
    for seed in range(4):
        state = tiny("levies").start("meeting", options.split(), seed=seed)
        play(state, Random(seed), 400)
        assert broken_invariants(state) == []
        assert state.is_over or state.turn > 1
