"""A hint in words, the same in the window and in the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexwar.engine import Action
from hexwar.engine.task import offered
from hexwar.players.advice import Advice
from hexwar.rules.state import State


def steps(plan: Sequence[Action], state: State) -> Iterator[str]:
    """Each action of a plan as its choice reads."""
    return (offered(state, action).label for action in plan)


def chances(advice: Advice) -> str:
    """What the plan promises; one figure where the plan makes no difference to it.

    >>> chances(Advice((), 0.553, 0.471))
    'Chance of winning, as the computer sees it: 55 % with this plan, 47 % without.'
    >>> chances(Advice((), 0.342, 0.338))
    'Chance of winning, as the computer sees it: 34 %, with this plan or without.'
    """
    with_it, without = round(100 * advice.chance), round(100 * advice.now)
    told = "Chance of winning, as the computer sees it"
    if with_it == without:
        return f"{told}: {with_it} %, with this plan or without."
    return f"{told}: {with_it} % with this plan, {without} % without."
