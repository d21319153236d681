"""The luck of the dice in a rollout: shared out alike among plans, and taken off their values.

What a plan is worth is hard to see behind what its dice show. Here all that the dice of an action
can come to is judged, from the worst to the best; equal luck brings each plan an equal part of what
it could hope for; and what was better or worse than the average is taken off its value. On the
average over all throws nothing is taken off, whatever the judgement is worth.
"""

from __future__ import annotations

from bisect import bisect
from itertools import accumulate
from random import Random

from hexwar.engine import Action
from hexwar.engine.dice import Dice, DiceExhaustedError
from hexwar.rules.state import State

MOST_RESULTS = 16
"""Dice that can come to more than this (which card is drawn) fall as they like."""


class AsItFalls:
    """The dice of a rollout, left to themselves."""

    brought = 0.0

    def begin(self, seed: int) -> None:
        """From here on luck is that of a seed."""

    def after(self, state: State, action: Action) -> State:
        """What comes of a legal action; ``state`` is played on."""
        state.apply(action, events=False)
        return state


class Luck(AsItFalls):
    """The dice of a rollout, weighed for a side (its id). ``brought``: by how much all that fell is
    better for it than the average, in parts of a victory.
    """

    def __init__(self, side: str) -> None:
        self._side, self._random = side, Random()

    def begin(self, seed: int) -> None:
        """From here on luck is that of a seed."""
        self._random.seed(seed)

    def after(self, state: State, action: Action) -> State:
        """What comes of a legal action; only its first throw is weighed, and what is thrown besides
        falls as it likes. ``state`` is played on.
        """
        twin = state.clone()
        try:
            # With no faces to throw the first throw stops it, and says what it can come to.
            twin.apply(action, events=False, dice=())
        except DiceExhaustedError as more:
            results = more.results()
        else:
            return twin
        if len(results) > MOST_RESULTS:
            return super().after(state, action)
        ends = list[tuple[float, float, State]]()
        for faces, chance in results:
            following = state.clone()
            following.dice = Dice.begun(faces, state.rolled, state.dice)
            following.apply(action, events=False)
            # The face is thrown; what may be thrown in later actions falls as it would have.
            following.dice = state.dice
            ends.append((following.evaluate(self._side), float(chance), following))
        return self._drawn(ends)

    def _drawn(self, ends: list[tuple[float, float, State]]) -> State:
        """That end below which, when the worst come first, lies such a part of all that can come as
        is drawn.
        """
        ends.sort(key=lambda end: end[0])
        up_to = accumulate(chance for _, chance, _ in ends)
        # Without the last bound, which is 1 but for rounding: no draw may fall beyond the best end.
        at = bisect([*up_to][:-1], self._random.random())
        worth, _, state = ends[at]
        self.brought += worth - sum(worth * chance for worth, chance, _ in ends)
        return state
