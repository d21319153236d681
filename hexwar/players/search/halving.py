"""Sequential halving: of many candidates the worse half is dropped, round after round.

All candidates are tried in the same trials (equal dice, equal guesses at what is hidden), so that
their differences are those of the candidates and not of luck.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, log2, sqrt
from operator import eq
from typing import Generic, TypeVar

from hexwar.players.search.budget import Budget

T = TypeVar("T")

DOUBT = 1.0
"""A candidate replaces the first only if it is better by so many standard errors ..."""

MARGIN = 0.003
"""... and by so much, in parts of a victory."""

ENOUGH = 4
"""Whoever has been like the first in so many trials is taken to be so in all."""


class Halving(Generic[T]):
    """Candidates, of which the first is kept to the end and chosen unless another is better.

    ``tried(candidate, trial)`` is the value of a candidate in a trial, 0 to 1; equal trials
    bring equal luck to all. ``more(best)``, asked after the first round with the best two, names
    candidates to try besides.
    """

    def __init__(
        self,
        candidates: list[T],
        tried: Callable[[T, int], float],
        budget: Budget,
        more: Callable[[list[T]], list[T]] | None = None,
    ) -> None:
        self.candidates = candidates
        self.values: list[list[float]] = [[] for _ in candidates]
        self._tried, self._budget, self._more = tried, budget, more

    def best(self) -> T:
        """The candidate to take; the values found so far are in ``values``."""
        alive = list(range(len(self.candidates)))
        rounds = max(1, ceil(log2(max(2, len(alive)))))
        for number in range(rounds):
            self._round(alive, rounds - number)
            alive = self._better_half(alive)
            if number == 0 and not self._budget.is_pressed():
                alive += self._added([self.candidates[at] for at in alive[:3]])
            if len(alive) == 1:
                break
        return self.candidates[self._chosen(alive)]

    def _round(self, alive: list[int], rounds_left: int) -> None:
        """So many trials more for each that is left, trial by trial; who came late catches up."""
        share = self._budget.left() // (rounds_left * len(alive))
        begun = len(self.values[0])
        for trial in range(begun, begun + max(1, share)):
            for at in alive:
                values = self.values[at]
                while len(values) <= trial:
                    if not self._budget.spend():
                        return
                    values.append(self._tried(self.candidates[at], len(values)))

    def _added(self, best: list[T]) -> list[int]:
        """The places of the candidates that are made of the best ones."""
        known = len(self.candidates)
        for one in self._more(best) if self._more is not None else ():
            if one not in self.candidates:
                self.candidates.append(one)
                self.values.append([])
        return list(range(known, len(self.candidates)))

    def _better_half(self, alive: list[int]) -> list[int]:
        """The first, and the better half of the others by what they gain over it.

        Whoever has come to the same as the first in every trial is no better.
        """
        others = [at for at in alive if at and not self._is_like_the_first(at)]
        others.sort(key=lambda at: -self.gain(at)[0])
        return [0, *others[: max(1, (len(alive) - 1) // 2)]]

    def _is_like_the_first(self, at: int) -> bool:
        mine, first = self.values[at], self.values[0]
        return len(mine) >= ENOUGH and all(map(eq, mine, first))

    def gain(self, at: int) -> tuple[float, float]:
        """What a candidate brings over the first in the trials of both: mean, standard error."""
        both = list(zip(self.values[at], self.values[0], strict=False))
        if not both:
            return float("-inf"), 0.0
        gains = [mine - first for mine, first in both]
        mean = sum(gains) / len(gains)
        # One more trial, of the widest difference that is common: few trials prove little.
        variance = (sum((one - mean) ** 2 for one in gains) + 0.01) / len(gains)
        return mean, sqrt(variance / len(gains))

    def _chosen(self, alive: list[int]) -> int:
        best, most = 0, 0.0
        for at in alive:
            mean, error = self.gain(at)
            if at and mean > most and mean > MARGIN + DOUBT * error:
                best, most = at, mean
        return best
