"""Attacks that no player of sense makes: taken out of a plan, unless it does better with them.

Such is an attack that is likelier to harm than to help, by what ``evaluate`` says of the position
before and after. The plan as it was is compared with what has become of it, and followed if the
rollouts say that it does better. Hexes that are left, or left empty, are mended in the plan that is
chosen in the end and no sooner: in Strike Force One first plans that were mended there did worse by
9 % of a victory.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from hexwar.engine import Action
from hexwar.engine.chances import Chance
from hexwar.players.search.plans import decides, is_of_phase
from hexwar.rules.state import State

LEAST = 0.001
"""A smaller difference of a chance of winning is none."""

MOST_THROWS = 40
"""Attacks with more throws of the dice than this are not judged."""

LONGEST = 20
"""What follows a battle is settled for so many decisions, ..."""

FEW = 3
"""... by the side for the best of so many choices, by others for the first, ..."""

MOST_ENDS = 200
"""... and not judged where it can end in more ways than this: of dice that are thrown after
an answer all are counted, and not one throw taken for all.
"""

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
    gains = gains_of(thought, side, attack)
    better = sum(chance for chance, gain in gains if gain > LEAST)
    worse = sum(chance for chance, gain in gains if gain < -LEAST)
    return worse > better and sum(chance * gain for chance, gain in gains) < -LEAST


def gains_of(
    thought: State, side: int, attack: Action, most: int = MOST_THROWS
) -> list[tuple[float, float]]:
    """What can come of an attack: by how much the chance of winning of a side (an index) changes,
    each with its probability. None where the attack is not legal, has more throws than ``most`` or
    can end in too many ways.
    """
    if thought.explain(attack) is not None:
        return []
    try:
        ends = list(islice(_ends(thought, side, (attack,), LONGEST, most), MOST_ENDS + 1))
    except ValueError:
        return []
    before = thought.evaluate(thought.frame.side_ids[side])
    return [(chance, worth - before) for chance, worth in ends] if len(ends) <= MOST_ENDS else []


def _ends(
    state: State, side: int, choices: Iterable[Action], longest: int, most: int
) -> Iterator[tuple[float, float]]:
    """What comes of the best of some choices, for the side that decides, when all that follows has
    been decided: each end with its probability and a side's chance of winning there. ValueError for
    too many throws.
    """
    name = state.frame.side_ids[side]
    tried = [state.outcomes(choice, most=most) for choice in choices]
    taken = max(tried, key=lambda found: _mean(found, name)) if len(tried) > 1 else tried[0]
    for outcome in taken:
        chance, after = float(outcome.probability), outcome.state
        if not longest or after.is_over or is_of_phase(after):
            yield chance, after.evaluate(name)
            continue
        listed = islice(after.legal_actions(), FEW if decides(after, side) else 1)
        for part, worth in _ends(after, side, listed, longest - 1, most):
            yield chance * part, worth


def _mean(outcomes: Iterable[Chance[State]], name: str) -> float:
    """The chance of winning on the average of all that can come of an action."""
    return sum(float(one.probability) * one.state.evaluate(name) for one in outcomes)
