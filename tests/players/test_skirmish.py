"""Where units act one at a time, the computer makes for what counts, fires, watches and leaves."""

from __future__ import annotations

from random import Random

import pytest

import hexwar
from hexwar.players import GreedyPlayer, choice_of
from hexwar.rules.state import State
from tests.rules.tiny import FOLDER

SEEDS = range(10)


def begun(name: str, seed: int = 1) -> State:
    """A tiny game at its first decision."""
    return hexwar.load_game(FOLDER / name).start(seed=seed)


def played(state: State, side: str, seed: int) -> list[str]:
    """What the computer does with a side until the game ends; the other side acts at random."""
    player, random, done = GreedyPlayer(), Random(seed), []
    while not state.is_over:
        if state.side_to_act == side:
            action = choice_of(player, state, random)
            done.append(str(action))
        else:
            action = state.sample_action(random)
        state.apply(action)
    return done


def test_who_is_to_be_fetched_is_fetched_and_brought_off_the_map() -> None:
    """Ten points are worth the way."""
    state = begun("escort")
    played(state, "red", 1)
    assert state.points()["red"] >= 10


def test_only_who_scores_by_leaving_leaves() -> None:
    """An exit is open to every team of red; the pilot alone counts."""
    state = begun("escort")
    played(state, "red", 1)
    gone = [name for name in ("R1", "R2", "R3") if state.position(name) is None]
    assert gone == ["R3"]


@pytest.mark.parametrize("name", ["activation", "overwatch"])
def test_who_aims_takes_twice_what_it_loses_to_one_who_acts_at_random(name: str) -> None:
    """Over ten games, in units."""
    lost = [0, 0]
    for seed in SEEDS:
        state = begun(name, seed)
        played(state, "red", seed)
        for unit, side in enumerate(state.frame.unit_side):
            lost[side] += state.eliminated >> unit & 1
    assert lost[1] > 2 * lost[0]


def test_a_unit_that_waits_where_it_wants_to_be_goes_on_overwatch() -> None:
    """It has nobody in range, and may act in the enemy's time in this way only."""
    games = [begun("overwatch", seed) for seed in SEEDS]
    done = [action for seed, state in enumerate(games) for action in played(state, "red", seed)]
    assert any(action.startswith("overwatch") for action in done)
