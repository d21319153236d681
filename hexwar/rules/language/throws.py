"""What dice that are thrown together come to: throws between which nothing tells are one.

Of eight dice nobody reads which of them shows a success, only how many do. So all that a throw can
come to is found die by die, with what matters of the dice so far in place of their faces.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import prod
from typing import TypeVar

from hexwar.engine.dice import Thrown
from hexwar.rules.language.dice import DiceThrow

MOST_TOLD_APART = 4_000
"""Where more of some dice matters than this they are listed one after the other."""

Ways = tuple[tuple[int, ...], int]
"""The first faces, in order, that come to something, and how many throws do."""

K = TypeVar("K", bound=Hashable)


def join(all_ways: dict[K, Ways], to: K, more: Ways) -> None:
    """Add ways to come to something to those that are known."""
    faces, number = all_ways.get(to, more)
    known = number if to in all_ways else 0
    all_ways[to] = min(faces, more[0]), known + more[1]


def all_throws(
    dice: Sequence[int],
    nothing: K,
    after: Callable[[K, int, int], K],
    comes_to: Callable[[K], Hashable],
) -> Sequence[Thrown]:
    """Everything that dice, each by its number of faces, can come to, with its chance and the first
    faces in order that bring it.

    ``after``: what matters of a throw, which is ``nothing`` before the first die, when the die at a
    place (from 0) shows a face; ``comes_to``: what follows of that in the end. If too much
    matters, what the first die shows is listed alone.
    """
    ways: dict[K, Ways] = {nothing: ((), 1)}
    for place, sides in enumerate(dice):
        then: dict[K, Ways] = {}
        for known, (faces, number) in ways.items():
            for face in range(1, sides + 1):
                join(then, after(known, place, face), ((*faces, face), number))
        if len(then) > MOST_TOLD_APART:
            return [((face,), Fraction(1, dice[0])) for face in range(1, dice[0] + 1)]
        ways = then
    by_outcome: dict[Hashable, Ways] = {}
    for known, more in ways.items():
        join(by_outcome, comes_to(known), more)
    every = prod(dice)
    return [(faces, Fraction(number, every)) for faces, number in sorted(by_outcome.values())]


def throws_read(dice: DiceThrow, comes_to: Callable[[int], Hashable]) -> Sequence[Thrown]:
    """All that dice come to of which is read what they amount to.

    >>> throws_read(DiceThrow(2, 6), lambda total: total > 11)
    [((1, 1), Fraction(35, 36)), ((6, 6), Fraction(1, 36))]
    """
    shift = 10 if dice.digits else 1
    return all_throws(
        (dice.sides,) * dice.count, 0, lambda so_far, _, face: so_far * shift + face, comes_to
    )


@lru_cache(maxsize=4096)
def throws_to_pass(dice: tuple[int, ...], success: int, needed: int) -> Sequence[Thrown]:
    """The two things that dice come to of which so many must show a success; or the one.

    >>> throws_to_pass((6, 6), success=4, needed=1)
    [((1, 1), Fraction(1, 4)), ((1, 4), Fraction(3, 4))]
    """
    return all_throws(
        dice,
        0,
        lambda successes, _, face: min(needed, successes + (face >= success)),
        lambda successes: successes >= needed,
    )
