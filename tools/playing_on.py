"""Which of two courses comes to more when both are played on, by the policy that searches use."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from hexwar.engine import Action
from hexwar.players.search.plans import Plan
from hexwar.players.search.rollouts import Rollouts
from hexwar.players.search.thinking import rolling
from hexwar.rules.state import State

TRIALS = 12
"""So often both are played on, with the same dice for both."""


def is_better(one: State, other: State, side: str) -> bool:
    """Whether a position comes to more for a side than another of the same game, on the average."""
    return _total(_from(one, side)) > _total(_from(other, side))


def pays(state: State, action: Action, instead: Action, side: str) -> bool:
    """Whether an action of a side comes to at least as much as another, on the average."""
    return _total(_from(state, side, action)) >= _total(_from(state, side, instead))


def _from(state: State, side: str, *first: Action) -> Callable[[int], float]:
    """What a side's chance is in a trial that begins with some actions."""
    index = state.frame.side_ids.index(side)
    rollouts = Rollouts(state, index, Random(1), rolling(state))
    return lambda trial: rollouts.value(rollouts.played(Plan(first), trial))


def _total(value: Callable[[int], float]) -> float:
    return sum(map(value, range(TRIALS)))
