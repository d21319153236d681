"""Intervals that may be looked at again and again.

Whoever stops as soon as an interval of 95 % is narrow enough, and looks after every game, is wrong
more often than once in twenty. A confidence sequence holds at all looks together: with a chance of
95 % the true share is in every one of the intervals. The one here is the mixture of Robbins
(Statistical Methods Related to the Law of the Iterated Logarithm, 1970) for yes and no with an even
prior: shares under which the games seen would have been 20 times likelier on average over all
shares are left out.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf, lgamma, log

MISSED = 0.05
"""The chance that an interval, at any look, does not hold the true share."""

_PRECISION = 1e-9


def always_valid(wins: int, games: int, missed: float = MISSED) -> tuple[float, float]:
    """The interval of a share after so many games, whenever one looks.

    ValueError for counts that cannot be.

    >>> [tuple(round(end, 3) for end in always_valid(half, 2 * half)) for half in (0, 50, 500)]
    [(0.0, 1.0), (0.345, 0.655), (0.444, 0.556)]
    """
    if not 0 <= wins <= games:
        raise ValueError(f"{wins} of {games} games cannot be won")
    if games == 0:
        return 0.0, 1.0
    bound = log(1 / missed)
    # The logarithm of the average over all shares: the beta function of wins and losses.
    even = lgamma(wins + 1) + lgamma(games - wins + 1) - lgamma(games + 2)

    def is_out(share: float) -> bool:
        likely = _weighted(wins, share) + _weighted(games - wins, 1 - share)
        return even - likely >= bound

    middle = wins / games
    low = 0.0 if not is_out(0.0) else _border(0.0, middle, is_out)
    high = 1.0 if not is_out(1.0) else _border(1.0, middle, is_out)
    return low, high


def _weighted(count: int, share: float) -> float:
    """The logarithm of a power; of nothing to the power of nothing it is 0."""
    if count == 0:
        return 0.0
    return count * log(share) if share > 0 else -inf


def _border(outside: float, inside: float, is_out: Callable[[float], bool]) -> float:
    """Where a share that is out becomes one that is in, the outer end of the doubt."""
    while abs(outside - inside) > _PRECISION:
        middle = (outside + inside) / 2
        if is_out(middle):
            outside = middle
        else:
            inside = middle
    return outside
