"""Action points: units act in turn with the enemy, a few points at a time, as long as they last."""

from __future__ import annotations

from pathlib import Path
from random import Random

from hexwar.players import choice_of, make_player
from hexwar.rules.action_points import POINTS
from hexwar.rules.fire.rules import FireRules
from hexwar.rules.invariants import broken_invariants
from hexwar.rules.state import State
from hexwar.rules.values import UnitValues
from tests.rules.tiny import place, tiny, varied

DEARER = """
sequence:
  turns: 4
  phases:
    - id: act
      kind: activation
      order: alternating
      points: {most: 3, fire: 2}
      phases:
        - {id: snap, kind: fire, points: {fire: 1}}
        - {id: go, kind: movement}
        - {id: shoot, kind: fire}
"""


def begun(dice: tuple[int, ...] = (), **setup: str) -> State:
    """A position at the beginning of the phase, red to activate."""
    return place("action_points", setup, "act", dice=dice)


def played(state: State, *actions: str) -> State:
    """The state, played on."""
    for action in actions:
        state.apply(action)
    return state


def spent(state: State, unit: str) -> int:
    """The points that a unit has spent in this turn."""
    return state.memory[POINTS].of(state.frame.unit_index[unit])


def left(state: State, unit: str) -> int:
    """The points that a unit has left in this turn."""
    return state.rules[UnitValues].allowance(state, state.frame.unit_index[unit])


def refused(state: State, action: str) -> tuple[str, str]:
    """The rule and the sentence with which an action is refused."""
    why = state.explain(action)
    assert why is not None, action
    return why.rule, why.message


def can(state: State, *actions: str) -> list[bool]:
    """Which of some actions are listed."""
    listed = {str(action) for action in state.legal_actions()}
    return [action in listed for action in actions]


def test_a_unit_spends_so_many_points_and_acts_again_with_the_rest() -> None:
    state = played(begun(R1="0101", B1="0905"), "activate R1")
    assert can(state, "move R1 0104", "move R1 0105") == [True, False]
    played(state, "move R1 0104")
    assert (spent(state, "R1"), state.decision.side if state.decision else "") == (3, "blue")
    played(state, "activate B1", "move B1 0904", "done")
    assert state.decision is not None
    assert state.decision.prompt == "Activate one of R1 (3 MP), or pass."
    played(state, "activate R1", "move R1 0304")
    assert can(state, "move R1 0404", "move R1 0504") == [True, False]
    played(state, "move R1 0404")
    assert spent(state, "R1") == 6
    assert not can(state, "activate R1")[0]


def test_a_step_costs_points_by_terrain() -> None:
    state = played(begun(R1="0104", B1="0905"), "activate R1", "move R1 0203")
    assert spent(state, "R1") == 2
    assert can(state, "move R1 0303", "move R1 0204") == [False, True]


def test_a_fire_costs_points_and_is_refused_without_them() -> None:
    state = played(begun((1,), R1="0301", B1="0601"), "activate R1", "done")
    assert can(state, "fire 0601 by R1") == [True]
    played(state, "fire 0601 by R1")
    assert spent(state, "R1") == 2
    state = begun(R1="0101", B1="0501")
    played(state, "activate R1", "move R1 0201", "decline", "move R1 0301", "decline")
    assert spent(state, "R1") == 2
    units, cells = state.frame.unit_index, state.frame.board.cell
    why = state.rules[FireRules].why_not(state, units["R1"], cells["0501"])
    assert why is not None
    told = "A fire costs R1 2 MP, and it has 1 MP left."
    assert (why.rule, why.message) == ("3.2", told)
    assert state.phase == "go"
    played(state, "done")  # in the phase of fire nobody can do anything
    assert (state.phase, state.side_to_act) == ("act", "blue")


def test_who_has_fired_goes_less_far_though_nobody_has_moved() -> None:
    state = begun((1, 1), R1="0301", B1="0601")
    for _ in range(2):
        played(state, "activate R1")
        assert can(state, "move R1 0303") == [True]
        played(state, "done", "fire 0601 by R1", "pass")
    played(state, "activate R1")
    assert left(state, "R1") == 2
    assert can(state, "move R1 0303", "move R1 0304") == [False, False]
    assert can(state, "move R1 0202", "move R1 0103") == [True, False]


def test_whoever_is_activated_spends_a_point_at_least() -> None:
    state = played(begun(R1="0101", B1="0905"), "activate R1", "done")
    assert spent(state, "R1") == 1
    assert state.decision is not None
    assert state.decision.side == "blue"


def test_points_come_back_with_the_turn_and_two_passes_end_it() -> None:
    state = played(begun(R1="0101", B1="0905"), "activate R1", "move R1 0401", "pass", "pass")
    assert (state.turn, spent(state, "R1")) == (2, 0)


def test_who_has_passed_acts_again_once_another_has_acted() -> None:
    state = played(begun(R1="0101", B1="0905"), "pass", "activate B1", "done")
    assert can(state, "activate R1") == [True]


def test_who_fires_in_answer_pays_and_must_have_kept_the_points() -> None:
    state = played(begun((1,), R1="0101", B1="0501"), "activate R1", "move R1 0201")
    assert state.side_to_act == "blue"
    played(state, "react B1", "fire 0201 by B1")
    assert spent(state, "B1") == 2
    state = begun(R1="0105", B1="0905", B2="0801")
    played(state, "pass", "activate B1", "move B1 0902")
    played(state, "pass", "activate B1", "move B1 0904", "done")
    assert spent(state, "B1") == 5
    played(state, "activate R1", "move R1 0304", "done")
    played(state, "pass", "activate R1", "move R1 0503")
    while state.side_to_act == "red":
        played(state, "move R1 0603")
    assert state.decision is not None
    assert state.decision.units == ("B2",)


def test_a_unit_that_was_hit_has_fewer_points() -> None:
    state = played(begun((6, 1), R1="0301", B1="0601"), "activate R1", "done", "fire 0601 by R1")
    assert left(state, "B1") == 4
    played(state, "activate B1", "done", "done")
    assert left(state, "B1") == 3


def test_a_phase_within_may_have_a_price_of_its_own(tmp_path: Path) -> None:
    game = varied(tmp_path, DEARER, "action_points")
    setup = {"R1": "0301", "B1": "0601"}
    state = game.start(setup=setup, phase="act", dice=(1, 1))
    played(state, "activate R1", "fire 0601 by R1")
    assert (spent(state, "R1"), state.phase) == (1, "go")
    played(state, "done", "fire 0601 by R1")
    assert spent(state, "R1") == 3


def test_whose_points_are_gone_is_not_activated() -> None:
    state = begun(R3="0104", R1="0101", B1="0905")
    played(state, "activate R3", "move R3 0105", "done", "pass", "activate R3", "done", "pass")
    why = refused(state, "activate R3")[1]
    assert why == "Red cannot activate R3: it has no action points left."


def test_a_game_is_saved_in_the_midst_of_it() -> None:
    state = played(begun(R1="0101", B1="0905"), "activate R1", "move R1 0201")
    again = tiny("action_points").state_from_dict(state.to_dict())
    assert sorted(map(str, again.legal_actions())) == sorted(map(str, state.legal_actions()))
    assert again.memory[POINTS] == state.memory[POINTS]


def test_random_games_keep_the_invariants_and_end() -> None:
    for seed in range(6):
        state, random = tiny("action_points").start(seed=str(seed)), Random(seed)
        while not state.is_over:
            action = state.sample_action(random)
            assert state.explain(action) is None
            state.apply(action)
            assert not list(broken_invariants(state))
            for unit, points in state.memory[POINTS].spent:
                assert points <= 6, state.frame.unit_ids[unit]


def test_the_computer_spends_its_points() -> None:
    state, random = tiny("action_points").start(seed="1"), Random(1)
    players = {side: make_player("greedy") for side in state.frame.side_ids}
    most = dict.fromkeys(state.frame.unit_ids, 0)
    while state.turn == 1 and not state.is_over:
        state.apply(choice_of(players[state.side_to_act or ""], state, random))
        for unit, points in state.memory[POINTS].spent:
            name = state.frame.unit_ids[unit]
            most[name] = max(most[name], points)
    assert sum(points > 3 for points in most.values()) >= 3, most
