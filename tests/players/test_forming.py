"""Plans that follow from the rules alone."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

import hexwar
from hexwar.engine import Action
from hexwar.engine.position import bits
from hexwar.players.search.candidates import Candidates
from hexwar.players.search.forming import NEARBY, Acts, Deployments, Strikes, Ways, wanted
from hexwar.players.search.plans import Deployment, Plan
from hexwar.players.search.player import planning
from hexwar.rules.state import State

UNSEEN = Path(__file__).resolve().parents[1] / "unseen"


def battle(**more: Any) -> State:
    """Two armies, each unit alone in its hex; who loses most loses."""
    return hexwar.load_game(UNSEEN / "forty_points").start(seed=1, **more)


def formed(state: State, idea: str) -> list[Deployment]:
    """The forms of one kind that the first side finds."""
    return [form for form in Deployments(state, 0, Random(1)).all() if form.idea == idea]


def played(state: State, form: Deployment) -> State:
    """The state after the actions of a form, all of which are legal one after the other."""
    after = state.clone()
    for action in form.actions:
        after.apply(action, events=False)
    return after


@pytest.mark.parametrize("idea", ["gather", "assault", "advance"])
def test_forms_leave_no_hex_with_too_many(idea: str) -> None:
    state = battle()
    for form in formed(state, idea):
        after = played(state, form)
        cells = [cell for unit, cell in enumerate(after.cells) if after.frame.unit_side[unit] == 0]
        assert len({*cells} - {0}) == sum(map(bool, cells))


def test_who_assaults_outnumbers_several_enemies() -> None:
    state = battle()
    forms = formed(state, "assault")
    assert forms
    for form in forms:
        after = played(state, form)
        assert len(form.targets) > 1
        for target in form.targets:
            board = after.frame.board
            around = board.adjacent[board.cell[target]]
            assert any(
                around >> cell & 1
                for unit, cell in enumerate(after.cells)
                if cell and after.frame.unit_side[unit] == 0
            )


def test_who_advances_comes_nearer() -> None:
    state = battle()
    (form,) = formed(state, "advance")
    after, ways = played(state, form), Ways(state, 0, state.enemies_of(0))
    assert len(form.actions) > 10
    for action in form.actions:
        unit = state.frame.unit_index[action.units[0]]
        away = ways.of(unit)
        assert away[after.cells[unit]] < away[state.cells[unit]]


def test_ways_lead_round_the_enemy() -> None:
    """Through a hex of his nobody comes, and beside him half a move is lost."""
    setup = {"I6": "0914", "B4": "0912"}
    state = battle(setup=setup)
    board = state.frame.board
    unit, goal = state.frame.unit_index["I6"], board.cell["0910"]
    away = Ways(state, 0, board.bit[goal]).of(unit)
    free = Ways(battle(setup={"I6": "0914"}), 0, board.bit[goal]).of(unit)
    assert board.cell["0912"] not in away
    assert away[state.cells[unit]] > free[state.cells[unit]] == 4


def test_strikes_are_one_for_each_enemy_and_all_at_once() -> None:
    setup = {"I6": "1310", "I9": "1209", "GC": "1309", "C5": "1816", "BA2": "1817"}
    state = battle(setup=setup, phase="french_combat", turn=3)
    strikes = Strikes(state, 0, Random(1)).all()
    single = [form.actions[0] for form in strikes if form.idea == "attack"]
    assert {action.hexes for action in single} >= {("1309",), ("1817",)}
    assert all(len(form.actions) > 1 for form in strikes if form.idea == "assault")
    (at_all,) = [action for action in single if action.hexes == ("1309",)]
    assert set(at_all.units) == {"I6", "I9"}


def test_a_combat_phase_is_compared_with_attacks_from_the_rules() -> None:
    setup = {"I6": "1310", "I9": "1209", "GC": "1309", "C5": "1816", "BA2": "1817"}
    state = battle(setup=setup, phase="french_combat", turn=3)
    made = Candidates(state, 0, Random(1), planning)
    attacks = {plan.actions[0] for plan in made.of_phase(made.own(), 12)}
    assert "attack 1309 by I6 I9" in {str(action) for action in attacks}


def test_a_garrison_goes_to_an_empty_hex_that_counts_though_it_does_not_arrive() -> None:
    state = hexwar.load_game("orva_front").start(phase="union_movement", seed=1)
    side = state.agenda[-1].side(state)
    forms = Deployments(state, side, Random(1)).all()
    garrisons = [form for form in forms if form.idea == "garrison"]
    assert garrisons
    for form in garrisons:
        after = played(state, form)
        goals = wanted(state.rules) & ~state.enemies_of(side) & ~state.occupied[side]
        for action in form.actions:
            unit = state.frame.unit_index[action.units[0]]
            ways = [
                Ways(state, side, goal_bit).of(unit)
                for goal_bit in (state.frame.board.bit[cell] for cell in bits(goals))
            ]
            far = float("inf")
            assert any(
                way.get(after.cells[unit], far) < way.get(state.cells[unit], far) for way in ways
            )


def test_a_line_closes_ways_to_what_is_held() -> None:
    state = hexwar.load_game("orva_front").start(phase="halvar_movement", seed=1)
    side = state.agenda[-1].side(state)
    (line,) = [form for form in Deployments(state, side, Random(1)).all() if form.idea == "line"]
    after, board = played(state, line), state.frame.board
    held = Ways(state, side, wanted(state.rules) & state.occupied[side])
    for action in line.actions:
        unit = state.frame.unit_index[action.units[0]]
        around = board.bit[after.cells[unit]] | board.adjacent[after.cells[unit]]
        assert min(held.hexes(cell) for cell in bits(around)) <= NEARBY


def test_each_unit_has_a_fire_of_its_own_at_each_target() -> None:
    """Three ships against three: more fires than are simply all tried."""
    setup = {"W1": "0504", "W2": "0505", "W3": "0506", "E1": "0704", "E2": "0705", "E3": "0706"}
    game = hexwar.load_game(UNSEEN / "broadsides")
    state = game.start(setup=setup, phase="west_fires", seed=1)
    acts = {
        (form.actions[0].units, form.actions[0].hexes) for form in Acts(state, 0, Random(1)).all()
    }
    assert acts == {
        ((ship,), (at,)) for ship in ("W1", "W2", "W3") for at in ("0704", "0705", "0706")
    }
    made = Candidates(state, 0, Random(1), planning)
    assert "act" in {plan.idea for plan in made.of_phase(made.own(), 12)}


def test_to_do_nothing_is_compared_wherever_it_may_be_chosen() -> None:
    for state in (battle(), battle(phase="french_combat", turn=3)):
        made = Candidates(state, 0, Random(1), planning)
        may = state.explain(Action("done")) is None
        plans = made.of_phase(made.own(), 6)
        assert (Plan((Action("done"),)) in plans) == may
