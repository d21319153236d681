"""Plans that follow from the rules alone."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

import hexwar
from hexwar.players.search.candidates import Candidates
from hexwar.players.search.forming import Deployments, Strikes, Ways
from hexwar.players.search.plans import Deployment
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
