"""Opponents of several strengths, and what they advise."""

from __future__ import annotations

from random import Random

import pytest

import hexwar
from hexwar.players import LEVELS, make_player
from hexwar.players.advice import advise


def played(level: str, rollouts: int, phases: int) -> list[str]:
    """What a level plays on both sides, for so many phases."""
    state, draw = hexwar.load_game("strike_force_one").start("standard", seed=2), Random(2)
    players = {side: make_player(level, rollouts=rollouts) for side in ("soviet", "us")}
    actions = []
    until = (1, phases)
    while not state.is_over and (state.turn, state.phase_index) < until:
        side = state.side_to_act or ""
        action = players[side].choose(state.seen_by(side), draw)
        actions.append(str(action))
        state.apply(action)
    return actions


@pytest.mark.parametrize("level", LEVELS)
def test_equal_seeds_bring_equal_choices(level: str) -> None:
    assert played(level, 2, 1) == played(level, 2, 1)


def test_advice_is_a_plan_that_can_be_played() -> None:
    state = hexwar.load_game("strike_force_one").start("standard", seed=2)
    advice = advise(state, Random(1), rollouts=4)
    assert advice.now is not None
    assert 0 <= advice.now <= advice.chance
    assert 0 <= advice.chance <= 1
    for action in advice.actions:
        assert state.explain(action) is None
        state.apply(action)


def test_no_advice_is_given_when_all_is_over() -> None:
    state = hexwar.load_game("strike_force_one").start("standard", seed=2)
    state.resign()
    with pytest.raises(ValueError, match="over"):
        advise(state, Random(1), rollouts=8)
