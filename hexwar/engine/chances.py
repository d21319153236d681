"""Chance with positions: what can come of an action, each with its exact probability."""

from __future__ import annotations

from collections.abc import Iterable
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
    found: list[Chance[S]] = []
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
            waiting += [
                ((*faces, *shown), probability * chance)
                for shown, chance in reversed(more.results())
                if probability * chance >= least
            ]
        else:
            _add(found, Chance(probability, following, faces))
    if not least:
        return tuple(found)
    told = sum([one.probability for one in found])
    return tuple([one._replace(probability=one.probability / told) for one in found])


def _add(found: list[Chance[S]], more: Chance[S]) -> None:
    """Put a chance among the others, or to the one that led to the same position."""
    for at, one in enumerate(found):
        if one.state == more.state:
            found[at] = one._replace(probability=one.probability + more.probability)
            return
    found.append(more)
