"""Phases in which something has to be done (`obliges`), in the tiny game *levies*.

Two red units have to move, one has to attack if any can, and B1 has to move.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random

import pytest

import hexwar
from hexwar.players import make_player
from hexwar.rules.invariants import broken_invariants
from hexwar.rules.state import State
from tests.conformance.scs.variant import folder
from tests.rules.tiny import FOLDER, listed, place, play, tiny, told, varied

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


ROUNDS = """
units:
  counters:
    R1: {formation: guard}
    R2: {formation: guard}
formations: {guard: {title: Guard}}
initiative: {first: red, die: {red: d6, blue: d6}}
sequence:
  turns: 3
  phases:
    - id: act
      kind: activation
      order: alternating
      each: EACH
      obliges: {units: 2, cite: "5.4"}
      phases: [{id: go, kind: movement}, {id: fight, kind: combat}]
"""


@pytest.mark.parametrize(("each", "first"), [("unit", "R1"), ("formation", "guard")])
def test_a_side_that_activates_units_does_not_pass_before_it_has_activated_enough(
    each: str, first: str, tmp_path: Path
) -> None:
    """Each side for itself, in every turn, however often the phase is left and come back to."""
    state = varied(tmp_path, ROUNDS.replace("EACH", each), "meadow").start(seed=1)
    assert why(state, "pass") == "5.4: 2 more units have to act in this phase."
    assert "pass" not in listed(state)
    assert state.decision is not None and "or pass" not in state.decision.prompt
    for line in (f"activate {first}", "done"):
        state.apply(line)
    assert why(state, "pass") == "5.4: 2 more units have to act in this phase.", "it is blue's go"
    for line in ("activate B1", "done"):
        state.apply(line)
    owed = "5.4: 1 more unit has to act in this phase." if each == "unit" else ""
    assert why(state, "pass") == owed
    for line in ("activate R3", "done", "activate B2", "done"):
        state.apply(line)
    while state.turn == 1:
        state.apply("pass")
    assert why(state, "pass") == "5.4: 2 more units have to act in this phase."


def test_where_chits_decide_nobody_is_obliged(tmp_path: Path) -> None:
    """What the phase is called in the finding is what its author wrote."""
    chits = ROUNDS.replace("alternating", "chits").replace("      each: EACH\n", "")
    varied_folder = folder(
        tmp_path, chits + "cup: {all: {title: All, side: all}}\n", FOLDER / "meadow"
    )
    (finding,) = [found for found in hexwar.check(varied_folder) if found.code == "HW770"]
    assert finding.message == "in act, an activation by chits, no side has a choice"


@pytest.mark.parametrize("options", ["", "fire"])
def test_random_games_with_obligations_go_on_to_their_end(options: str) -> None:
    for seed in range(4):
        state = tiny("levies").start("meeting", options.split(), seed=seed)
        play(state, Random(seed), 400)
        assert broken_invariants(state) == []
        assert state.is_over or state.turn > 1
