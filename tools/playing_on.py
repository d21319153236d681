"""Which of two courses comes to more when both are played on, as searches do: by their policy, no
farther than they look.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from random import Random
from statistics import fmean, pvariance

from hexwar.engine import Action
from hexwar.players.greedy import GreedyPlayer, guessed
from hexwar.players.search.plans import Plan, follows
from hexwar.players.search.player import far_in, rolling
from hexwar.players.search.rollouts import Maker, Rollouts
from hexwar.rules.state import State

LOOKS = (12, 24, 48)
"""After so many trials it is asked whether more are needed; both have the same dice in a trial."""

SURE = 2.5
"""What is better by so many standard errors is better: by luck alone one in fifty pairs is, of
those that are worth the same, in three looks.
"""

Trial = Callable[[int], float]
"""What a side's chance of winning is in the trial of a number, 0 to 1."""


def is_better(one: State, other: State, side: str) -> bool:
    """Whether a position comes to more for a side than another of the same game, beyond doubt."""
    return is_surely_more(_from(one, side), _from(other, side))


def is_harmful(state: State, action: Action, instead: Action, side: str) -> bool:
    """Whether an action of a side comes to less than another, beyond doubt."""
    return is_surely_more(_from(state, side, instead), _from(state, side, action))


def shows_in_vain(state: State, action: Action, units: frozenset[str], side: str) -> bool:
    """Whether an action by which some units are seen comes to less than what the policy does in the
    phase without these, beyond doubt. Who hides does so as long as it is played on, too.
    """
    policy, index = rolling(state, in_world=False), state.frame.side_index[side]
    sparing = GreedyPlayer(in_world=True, unwanted=lambda it: not units.isdisjoint(it.units))
    instead = follows(guessed(state, index), index, sparing, Random(1))
    spared = _from(state, side, *instead, policy=policy)
    return is_surely_more(spared, _from(state, side, action, policy=policy))


def _from(state: State, side: str, *first: Action, policy: Maker | None = None) -> Trial:
    """What a side's chance is in a trial that begins with some actions."""
    index = state.frame.side_index[side]
    rollouts = Rollouts(state, index, Random(1), policy or rolling(state), far_in(state))
    return lambda trial: rollouts.value(rollouts.played(Plan(first), trial))


def is_surely_more(one: Trial, other: Trial) -> bool:
    """Whether one comes to more than the other on the average of all trials, beyond doubt."""
    gains = list[float]()
    for trials in LOOKS:
        gains += [one(trial) - other(trial) for trial in range(len(gains), trials)]
        mean = fmean(gains)
        if mean <= 0:
            return False
        if mean > SURE * sqrt(pvariance(gains) / trials):
            return True
    return False
