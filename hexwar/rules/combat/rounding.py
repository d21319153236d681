"""How fractions of strengths and of odds become whole numbers."""

from __future__ import annotations

from fractions import Fraction

from hexwar.rules.combat.modifiers import Direction
from hexwar.rules.units.rules import Strength, plain


def whole(value: Strength, direction: Direction | None) -> Strength:
    """A strength as a whole number, or as it is where no direction is said.

    >>> whole(Fraction(5, 2), "up"), whole(Fraction(5, 2), "down"), whole(Fraction(5, 2), "nearest")
    (3, 2, 3)
    """
    if direction is None:
        return plain(Fraction(value))
    if direction == "nearest":
        return int((Fraction(value) + Fraction(1, 2)) // 1)
    return int(value // 1 if direction == "down" else -(-value // 1))


def rounded_ratio(ratio: Fraction, rounding: str) -> Fraction:
    """An odds ratio as N:1 or 1:N with N whole.

    ``down`` favours the defender, ``up`` the attacker; ``nearest`` rounds a half up.

    >>> rounded_ratio(Fraction(5, 2), "nearest"), rounded_ratio(Fraction(5, 2), "down")
    (Fraction(3, 1), Fraction(2, 1))
    >>> rounded_ratio(Fraction(2, 5), "down"), rounded_ratio(Fraction(3, 4), "nearest")
    (Fraction(1, 3), Fraction(1, 1))
    """
    if ratio <= 0:
        return ratio
    half = Fraction(1, 2)
    if ratio >= 1:
        whole = {"down": ratio // 1, "up": -(-ratio // 1), "nearest": (ratio + half) // 1}
        return Fraction(whole[rounding])
    inverse = 1 / ratio
    whole = {"down": -(-inverse // 1), "up": inverse // 1, "nearest": (inverse + half) // 1}
    return Fraction(1, whole[rounding])
