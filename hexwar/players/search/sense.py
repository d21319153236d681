"""Attacks that no player of sense makes: taken out of a plan, unless it does better with them.

Such is an attack that is likelier to harm than to help (:func:`is_bad`). All that can come of it is
gone through, with the decisions that follow, and ``evaluate`` says of each end what the chance of
winning is there (:func:`gains_of`). A plan that begins with a bad attack is compared with what is
left of it (:func:`sensible`), and followed if the rollouts say that it does better. Where a bad
attack comes after moves (an overrun) nothing is taken out, as the moves may be worth nothing
without it: another plan is preferred (:func:`attacks_badly`).

What else is taken out of plans: units shown for nothing (:mod:`hexwar.players.search.showing`), and
in the plan that is chosen in the end, moves that leave hexes for nothing
(:mod:`hexwar.players.search.mending`). These no sooner: in Strike Force One first plans that were
mended there did worse by 9 % of a victory.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from fractions import Fraction
from itertools import islice
from typing import NamedTuple

from hexwar.engine import Action
from hexwar.engine.action import DONE, PASS
from hexwar.engine.dice import chances
from hexwar.players.search.plans import decides, is_of_phase, laid_out, moment
from hexwar.rules.activation.rules import Activating
from hexwar.rules.state import State

LEAST = 0.001
"""A smaller difference of a chance of winning is none."""

_DECISIONS = 20
"""What follows a battle is settled for so many decisions, ..."""

_CHOICES = 3
"""... by the side for the best of so many choices, by others for the first."""


class JudgingBounds(NamedTuple):
    """How much may come of an attack that is judged: of more ``throws`` of the dice at once, or
    more ``ends`` of all that follows, nothing is said. All dice are counted, and not one throw
    taken for all; but what is rarer than ``least`` is left out, or not followed any further.
    """

    throws: int = 40
    ends: int = 200
    least: Fraction = Fraction(0)


USUAL = JudgingBounds()


class PossibleEnd(NamedTuple):
    """A position that something may come to, and its probability."""

    chance: float
    state: State


class PossibleGain(NamedTuple):
    """By how much the chance of winning may change, and the probability of that."""

    chance: float
    gain: float


def sensible(thought: State, side: int, actions: Iterable[Action]) -> tuple[Action, ...]:
    """A plan of a side (an index); without an attack that it begins with, if that is bad and need
    not be made: then the phase is ended, unless what others may still do in it is worth more.
    """
    given = tuple(actions)
    attacks = bool(given) and given[0].verb in thought.frame.registry.previews
    # Where the phase may not be ended yet there is nothing to do in its place.
    if not attacks or not is_of_phase(thought) or thought.explain(DONE) is not None:
        return given
    if not is_bad(thought, side, given[0]):
        return given
    if isinstance(thought.agenda[-1], Activating):
        # Units act one at a time, so that ending the phase lets all others of them pass: the attack
        # stays if it is worth more on the average than that, or if that cannot be told.
        worth, ending = expected(thought, side, given[0]), expected(thought, side, DONE)
        if worth is None or ending is None or worth > ending:
            return given
    return (DONE,)


def attacks_badly(thought: State, side: int, actions: Iterable[Action]) -> bool:
    """Whether a plan of a side (an index) comes to a bad attack, at once or after moves."""
    given, strikes = tuple(actions), thought.frame.registry.previews
    at = next((at for at, action in enumerate(given) if action.verb in strikes), None)
    if at is None:
        return False
    before = thought.clone() if at else thought
    if laid_out(before, side, given[:at]) != given[:at] or not decides(before, side):
        return False
    # Judged only where it is sure to come to it: no dice fall and no phase ends before.
    same = moment(before) == moment(thought) and before.rolled == thought.rolled
    return same and is_of_phase(before) and is_bad(before, side, given[at])


def is_bad(thought: State, side: int, attack: Action) -> bool:
    """Whether an attack of a side (an index) leaves it worse off more likely than better, and worse
    on the average.
    """
    gains = gains_of(thought, side, attack)
    better = sum(chance for chance, gain in gains if gain > LEAST)
    worse = sum(chance for chance, gain in gains if gain < -LEAST)
    return worse > better and sum(chance * gain for chance, gain in gains) < -LEAST


def gains_of(
    thought: State, side: int, attack: Action, bounds: JudgingBounds = USUAL
) -> list[PossibleGain]:
    """What can come of an attack to the chance of winning of a side (an index). Nothing where the
    attack is not legal, or more can come of it than the ``bounds`` allow.

    The last attack that can be made ends the phase. That is compared with the end of the phase
    without it: that the phase goes by is no harm that the attack does. So is an answer to what
    another unit does, or what is committed to a battle, which goes on in any case.
    """
    name, ends = thought.frame.side_ids[side], _all_ends(thought, side, attack, bounds)
    before = passed = thought.evaluate(name)
    instead = forgoing(thought)
    answers = instead == PASS
    # It costs as much again to find out, so only where it is needed.
    if answers or any(_passes(thought, after) for _, after in ends):
        worth_instead = _worth(_all_ends(thought, side, instead, bounds), name)
        passed = before if worth_instead is None else worth_instead
    gains = []
    for chance, after in ends:
        compared_with = passed if answers or _passes(thought, after) else before
        gains.append(PossibleGain(chance, after.evaluate(name) - compared_with))
    return gains


def expected(thought: State, side: int, action: Action) -> float | None:
    """The chance of winning of a side (an index) on the average of all that can come of an action;
    ``None`` where it is not legal, or too much can come of it.
    """
    return _worth(_all_ends(thought, side, action, USUAL), thought.frame.side_ids[side])


def forgoing(thought: State) -> Action:
    """The action that forgoes an attack: to end the phase, or to pass where that cannot be."""
    return DONE if is_of_phase(thought) or thought.explain(DONE) is None else PASS


def _passes(thought: State, after: State) -> bool:
    """Whether another phase has come since."""
    return moment(after) != moment(thought)


def _all_ends(
    thought: State, side: int, action: Action, bounds: JudgingBounds
) -> list[PossibleEnd]:
    """What can come of an action when all that follows has been decided, each with its probability;
    none where it is not legal, or that is too much.
    """
    if thought.explain(action) is not None:
        return []
    try:
        ends = list(islice(_ends(thought, side, (action,), _DECISIONS, bounds), bounds.ends + 1))
    except ValueError:
        return []
    return ends if len(ends) <= bounds.ends else []


def _ends(
    state: State,
    side: int,
    choices: Iterable[Action],
    longest: int,
    bounds: JudgingBounds,
    so_far: float = 1.0,
) -> Iterator[PossibleEnd]:
    """What comes of the best of some choices, for the side that decides, when all that follows has
    been decided: each end with its probability, where the choices come with that ``so_far``.
    ValueError for too many throws.
    """
    name = state.frame.side_ids[side]
    tried = [
        [  # the positions that the choice may lead to by its own dice
            PossibleEnd(float(outcome.probability), outcome.state)
            for outcome in chances(state, choice, bounds.throws, bounds.least)
        ]
        for choice in choices
    ]
    taken = max(tried, key=lambda ends: _worth(ends, name) or 0.0) if len(tried) > 1 else tried[0]
    for chance, after in taken:
        followed = longest and so_far * chance >= bounds.least
        if not followed or after.is_over or is_of_phase(after):
            yield PossibleEnd(chance, after)
            continue
        listed = islice(after.legal_actions(), _CHOICES if decides(after, side) else 1)
        for part, end in _ends(after, side, listed, longest - 1, bounds, so_far * chance):
            yield PossibleEnd(chance * part, end)


def _worth(ends: Collection[PossibleEnd], name: str) -> float | None:
    """The chance of winning on the average of all that can come of an action, if that is known."""
    return sum(chance * after.evaluate(name) for chance, after in ends) if ends else None
