"""Strengths and odds as whole numbers, in the direction that a game says."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor

from hexwar.rules.combat.modifiers import Direction
from hexwar.rules.units.rules import Strength, plain

_HALF = Fraction(1, 2)
_FOR_THE_OTHER: dict[Direction, Direction] = {"down": "up", "up": "down", "nearest": "nearest"}


def whole(value: Strength, direction: Direction | None) -> Strength:
    """A strength as a whole number, or as it is where no direction is said.

    >>> whole(Fraction(5, 2), "up"), whole(Fraction(5, 2), "down"), whole(Fraction(5, 2), "nearest")
    (3, 2, 3)
    >>> whole(Fraction(-5, 2), "up"), whole(Fraction(-5, 2), "down"), whole(Fraction(5, 2), None)
    (-2, -3, Fraction(5, 2))
    """
    if isinstance(value, int):
        return value
    if direction is None:
        return plain(value)
    if direction == "nearest":
        return floor(value + _HALF)
    return floor(value) if direction == "down" else ceil(value)


def rounded_ratio(ratio: Fraction, rounding: Direction) -> Fraction:
    """An odds ratio as N:1 or 1:N with N whole.

    ``down`` favours the defender, ``up`` the attacker; ``nearest`` rounds a half up.

    >>> rounded_ratio(Fraction(5, 2), "nearest"), rounded_ratio(Fraction(5, 2), "down")
    (Fraction(3, 1), Fraction(2, 1))
    >>> rounded_ratio(Fraction(2, 5), "down"), rounded_ratio(Fraction(2, 5), "up")
    (Fraction(1, 3), Fraction(1, 2))
    >>> rounded_ratio(Fraction(3, 4), "nearest"), rounded_ratio(Fraction(2, 5), "nearest")
    (Fraction(1, 1), Fraction(1, 3))
    """
    if ratio <= 0:
        return ratio
    if ratio >= 1:
        return Fraction(whole(ratio, rounding))
    # Below 1:1 it is the defender's odds that are made whole, the other way about.
    return 1 / Fraction(whole(1 / ratio, _FOR_THE_OTHER[rounding]))
