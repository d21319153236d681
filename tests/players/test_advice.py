"""A hint: what its figures count, what it fears, and how long it takes."""

from __future__ import annotations

import pytest

import hexwar
from hexwar.engine import Action
from hexwar.players.advice import LOOKS, Outcomes, estimated
from hexwar.players.search.rollouts import Rollout
from hexwar.rules.state import State

SETUP = {"A": "0503", "W": "0603", "X": "0704"}
"""A Soviet regiment outside a town that a U.S. platoon holds."""


def us_holds() -> State:
    game = hexwar.load_game("strike_force_one")
    return game.start("standard", setup=SETUP, turn=3, phase="us_combat")


def taken() -> Rollout:
    """A trial in which the town is lost."""
    game = hexwar.load_game("strike_force_one")
    setup = {**SETUP, "A": "0603", "W": "0705"}
    return Rollout(soon=game.start("standard", setup=setup, turn=4, phase="us_movement"))


def struck() -> Rollout:
    """A trial in which it is attacked in vain."""
    return Rollout(soon=us_holds(), replies=[Action("attack", ("A",), ("0603",))])


def threats(*rollouts: Rollout) -> list[str]:
    state = us_holds()
    rest = [Rollout(soon=us_holds())] * (LOOKS - len(rollouts))
    return Outcomes(state, state.frame.side_index["us"], [*rollouts, *rest]).threats()


def test_what_happens_once_in_six_trials_is_not_feared() -> None:
    """Not even the loss of a hex that is held."""
    assert threats(taken()) == threats(struck()) == []


def test_what_happens_in_a_third_of_the_trials_is_feared() -> None:
    assert threats(taken(), struck()) == ["0603"]


def test_a_hex_that_is_attacked_and_lost_in_a_trial_counts_once() -> None:
    both = taken()
    both.replies += struck().replies
    assert threats(both) == []


def test_a_hint_is_no_surer_than_its_trials_allow() -> None:
    """Six trials that were won are not yet a victory, least of all in a bad position."""
    few, many = (estimated([1.0] * trials, [1.0] * LOOKS, 0.3)[0] for trials in (LOOKS, 60))
    assert few == pytest.approx(0.65)
    assert few < many < 1


def test_doing_nothing_is_told_by_the_trials_in_which_both_were_played() -> None:
    """A plan that was tried more often looks no better for that."""
    assert estimated([0.9] * 40, [0.9] * LOOKS, 0.4) == pytest.approx((0.835, 0.835), abs=0.001)
    promised, now = estimated([0.9] * 40, [0.5] * 3, 0.4)
    assert now == pytest.approx(promised - 0.3)
    promised, now = estimated([0.5] * 40, [0.9] * 3, 0.4)
    assert now == promised, "a hint does not advise against itself by three trials"
