"""Attacks that no player of sense makes: taken out of a plan, unless it does better with them.

Such is an attack that is likelier to harm than to help, by what ``evaluate`` says of the position
before and after. The plan as it was is compared with what has become of it, and followed if the
rollouts say that it does better. Hexes that are left, or left empty, are mended in the plan that is
chosen in the end and no sooner: in Strike Force One first plans that were mended there did worse by
9 % of a victory.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from hexwar.engine import Action
from hexwar.players.search.plans import decides, is_of_phase
from hexwar.rules.state import State

LEAST = 0.001
"""A smaller difference of a chance of winning is none."""

MOST_THROWS = 40
"""Attacks with more throws of the dice than this are not judged."""

LONGEST = 20
"""What follows a battle is settled for so many decisions ..."""

FEW = 3
"""... among so many choices each."""

DONE = Action("done")


def sensible(thought: State, side: int, actions: Iterable[Action]) -> tuple[Action, ...]:
    """A plan of a side (an index); without an attack that it begins with, if that is bad and need
    not be made: then the phase is ended.
    """
    given = tuple(actions)
    attacks = bool(given) and given[0].verb in thought.frame.registry.previews
    if not attacks or not is_of_phase(thought) or thought.explain(DONE) is not None:
        return given
    return (DONE,) if is_bad(thought, side, given[0]) else given


def is_bad(thought: State, side: int, attack: Action) -> bool:
    """Whether an attack of a side (an index) leaves it worse off more likely than better, and worse
    on the average.
    """
    if thought.explain(attack) is not None:
        return False
    try:
        outcomes = thought.outcomes(attack, most=MOST_THROWS)
    except ValueError:
        return False
    before = thought.evaluate(thought.frame.side_ids[side])
    gains = [(o.probability, _settled(o.state, side) - before) for o in outcomes]
    better = sum(chance for chance, gain in gains if gain > LEAST)
    worse = sum(chance for chance, gain in gains if gain < -LEAST)
    return worse > better and sum(float(chance) * gain for chance, gain in gains) < -LEAST


def _settled(state: State, side: int) -> float:
    """What a side's chance is when all that follows a battle has been decided: by the side for the
    best of a few choices, by others for the first.
    """
    name = state.frame.side_ids[side]
    for _ in range(LONGEST):
        if state.is_over or is_of_phase(state):
            break
        after = [_after(state, action) for action in islice(state.legal_actions(), FEW)]
        state = max(after, key=lambda s: s.evaluate(name)) if decides(state, side) else after[0]
    return state.evaluate(name)


def _after(state: State, action: Action) -> State:
    following = state.clone()
    following.apply(action, events=False)
    return following
