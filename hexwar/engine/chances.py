"""Chance with positions: what can come of an action, each with its exact probability.

An action is played again and again on copies with scripted dice. When the script runs out, the
dice say what can be thrown there, and the throw goes on from the start with each of these faces
behind those it had; when it does not, the action is over and its position is counted.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from fractions import Fraction
from typing import Generic, NamedTuple, Protocol, Self, TypeVar

from hexwar.engine.action import Action
from hexwar.engine.dice import DiceExhaustedError


class Playable(Protocol):
    """What can be copied, and played on with given dice."""

    def clone(self) -> Self:
        """A copy."""

    def apply(self, action: Action, *, dice: Iterable[int] | None = None) -> object:
        """Carry out an action with these faces."""

    def in_brief(self) -> Hashable:
        """What equal positions have in common, and most others do not; soon made."""

    def in_full(self) -> Hashable:
        """What equal positions have in common, and no others do."""


S = TypeVar("S", bound=Playable)


class Chance(NamedTuple, Generic[S]):
    """One thing that can come of an action.

    ``probability``: exact. ``state``: a copy in which it has come, at its next decision, with
    ``events`` of what was told. ``dice``: faces that bring it, the first such in order;
    ``State.apply(action, dice=...)`` makes it again.
    """

    probability: Fraction
    state: S
    dice: tuple[int, ...]


def chances(
    state: S, action: Action, most: int, least: Fraction = Fraction(0)
) -> tuple[Chance[S], ...]:
    """Throw every face of every die that a legal action asks for, and count equal positions once.
    Throws of several dice that come to the same are one.

    A throw is played from the start for each of its dice, as what is thrown next may hang on the
    faces before. Takes one application a throw; ValueError for more throws than ``most``. Throws
    that are rarer than ``least`` are left out, and the probabilities those of what is left.
    """
    outcomes: _Found[S] = _Found()
    waiting: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    thrown = 0
    while waiting:
        faces, probability = waiting.pop()
        thrown += 1
        if thrown > most:
            raise ValueError(f"more than {most:,} throws are possible: {action} is not listed")
        following = state.clone()
        try:
            following.apply(action, dice=faces)
        except DiceExhaustedError as more:
            # A stack: reversed, so that what comes first is thrown first, and its faces are kept.
            waiting += [
                ((*faces, *shown), probability * chance)
                for shown, chance in reversed(more.results())
                if probability * chance >= least
            ]
        else:
            outcomes.add(Chance(probability, following, faces))
    # What is left out is missing from the sum: without it, the chances add up to one as they are.
    if not least:
        return tuple(outcomes.all)
    in_all = sum([outcome.probability for outcome in outcomes.all])
    return tuple(
        [outcome._replace(probability=outcome.probability / in_all) for outcome in outcomes.all]
    )


class _Found(Generic[S]):
    """Chances of different positions, in the order in which they came. A position is looked at
    closely only when another is like it in brief: that takes long, and few are.
    """

    def __init__(self) -> None:
        self.all: list[Chance[S]] = []
        self._first: dict[Hashable, int | None] = {}
        self._places: dict[Hashable, int] = {}

    def add(self, more: Chance[S]) -> None:
        """Put a chance among the others, or to the one that led to the same position."""
        place, brief = len(self.all), more.state.in_brief()
        if brief in self._first:
            # Only when a second one is like it is the first written out; None says that it has
            # been.
            first, self._first[brief] = self._first[brief], None
            if first is not None:
                self._places[self.all[first].state.in_full()] = first
            place = self._places.setdefault(more.state.in_full(), place)
        else:
            self._first[brief] = place
        if place == len(self.all):
            self.all.append(more)
            return
        kept = self.all[place]
        self.all[place] = kept._replace(probability=kept.probability + more.probability)
