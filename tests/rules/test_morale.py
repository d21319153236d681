"""Section ``morale``: dice that decide whether a unit stands when it has lost somebody to fire.

The tiny game *casualties* with fire and morale added: R1 and B1 are teams of four figures with a d8
of morale, R3 and B3 pairs with a d6. Fire is a d6 for each effective figure, against none.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from hexwar.engine.queries import FirePreview
from hexwar.rules.figures.rules import FigureRules
from hexwar.rules.game import Game
from hexwar.rules.morale import MoraleRules
from hexwar.rules.state import State
from tests.rules.tiny import varied

UNDER_FIRE = """
states: {pinned: {title: Pinned, forbids: [fire], ends: {at: end, turn: true}}}
fire: {most: {phase: unlimited}, dice: {count: figures, die: d6}, hits: figures}
morale: {die: morale, success: 4, fails: pinned}
tables: null
figures: {check: null}
sequence:
  phases:
    - {id: red_fire, kind: fire, side: red}
    - {id: blue_fire, kind: fire, side: blue}
"""
SETUP = {"R1": "0301", "B1": "0401", "B3": "0501"}


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return varied(tmp_path, UNDER_FIRE, "casualties")


def fired(game: Game, at: str, *dice: int) -> State:
    state = game.start(None, setup=SETUP, phase="red_fire", dice=dice)
    state.apply(f"fire {at} by R1")
    return state


def pinned(state: State) -> tuple[str, ...]:
    return state.names_of(state.marks.get("pinned", 0))


def test_one_die_is_rolled_for_each_figure_still_effective(game: Game) -> None:
    """One of four is hit: three dice."""
    state = game.start(None, setup=SETUP, phase="red_fire", dice=[4, 1, 1, 1, 8, 8, 1])
    events = [str(event) for event in state.apply("fire 0401 by R1")]
    assert "Morale of B1: 8, 8, 1; 2 of 3 must be 4 or more: it stands." in events
    assert pinned(state) == ()


def test_as_many_successes_as_failures_are_enough(game: Game) -> None:
    """Two of four are hit: two dice."""
    assert pinned(fired(game, "0401", 4, 4, 1, 1, 4, 3)) == ()


def test_more_failures_than_successes_are_not(game: Game) -> None:
    assert pinned(fired(game, "0401", 4, 4, 1, 1, 3, 3)) == ("B1",)


def test_who_loses_nobody_rolls_nothing(game: Game) -> None:
    assert pinned(fired(game, "0401", 1, 1, 1, 1)) == ()


def test_of_whom_nobody_is_left_nothing_is_rolled(game: Game) -> None:
    assert pinned(fired(game, "0501", 4, 4, 4, 4)) == ()


def test_what_its_state_forbids_it_does_not_until_the_turn_ends(game: Game) -> None:
    state = fired(game, "0401", 4, 4, 1, 1, 3, 3)
    state.apply("done")
    refused = state.explain("fire 0301 by B1")
    assert refused is not None
    assert refused.message == "B1 may not fire: Pinned."
    while not state.is_over and state.turn == 1:
        state.apply("done")
    assert pinned(state) == ()


def test_a_number_of_successes_may_be_asked_for(game: Game, tmp_path: Path) -> None:
    """One success and two failures are too few, but for a game that asks for one."""
    dice = (4, 1, 1, 1, 8, 1, 1)
    assert pinned(fired(game, "0401", *dice)) == ("B1",)
    yaml = UNDER_FIRE.replace("fails: pinned", "passes: {successes: 1}, fails: pinned")
    easy = varied(tmp_path / "easy", yaml, "casualties")
    assert pinned(fired(easy, "0401", *dice)) == ()


@pytest.mark.parametrize("dice", range(1, 5))
def test_the_chance_to_fail_is_that_of_all_dice_counted(game: Game, dice: int) -> None:
    state = game.start(None, setup=SETUP, phase="red_fire", seed=1)
    rolls = list(product(range(1, 9), repeat=dice))
    failed = [roll for roll in rolls if 2 * sum(face >= 4 for face in roll) < dice]
    rules = state.rules[MoraleRules]
    found = rules.failure(state, state.frame.unit_index["B1"], dice)
    assert found == Fraction(len(failed), len(rolls))


def test_the_preview_tells_the_chance_that_morale_fails(game: Game) -> None:
    """The pair of B3: of four dice one hit leaves one die of a d6, which fails on 1 to 3."""
    state = game.start(None, setup=SETUP, phase="red_fire", seed=1)
    preview = state.preview("fire 0501 by R1")
    assert isinstance(preview, FirePreview)
    assert preview.casualties[1] == Fraction(4, 16)
    assert preview.morale == preview.casualties[1] * Fraction(1, 2)
    assert state.rules[FigureRules].effective(state, state.frame.unit_index["B3"]) == 2


def test_a_state_that_bumps_the_die_bumps_the_check(tmp_path: Path) -> None:
    """Steady troops roll a d20: 4 to 20 are successes."""
    steady = UNDER_FIRE.replace(
        "states: {", "states: {steady: {title: Steady, modifiers: {morale: {set: d20}}}, "
    )
    state = varied(tmp_path, steady, "casualties").start(
        None, setup=SETUP, phase="red_fire", dice=[4, 4, 1, 1, 20, 3]
    )
    state.mark("steady", 1 << state.frame.unit_index["B1"])
    events = [str(event) for event in state.apply("fire 0401 by R1")]
    assert "Morale of B1: 20, 3; 1 of 2 must be 4 or more: it stands." in events
