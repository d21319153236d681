"""How long a decision may be thought about: so many rollouts, or so many seconds.

Rollouts alone spend the same whatever the machine, so that equal seeds give equal games. Of seconds
it is foreseen how many rollouts they will do, by what those made so far have taken: a round of the
comparison shares out what is left before it begins, and must not be cut off half-way.

First the budget; then the comparison that spends it.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from math import ceil, log2, sqrt
from operator import eq, sub
from time import monotonic
from typing import Generic, NamedTuple, TypeVar

UNKNOWN = 8
"""So many rollouts are taken to be affordable before the first has shown what one costs."""

Hurried = Callable[[], bool]
"""Whether somebody wants the move now."""


class OutOfTime(Exception):  # noqa: N818 - no error: it ends a rollout that has become too dear
    """It is time to move, and something is thought out only in part."""


class Budget:
    """Counts rollouts. With ``rollouts`` alone the same number is spent whatever the machine;
    with ``seconds`` as many as there is time for.
    """

    def __init__(
        self, rollouts: int | None, seconds: float | None, hurried: Hurried | None = None
    ) -> None:
        self._rollouts, self._seconds, self._hurried = rollouts, seconds, hurried
        self._begun = monotonic() if seconds is not None else 0.0
        self.spent, self._kept = 0, 0

    def keep(self, rollouts: int) -> None:
        """So many of those that are left are not spent until it is told to keep fewer."""
        self._kept = rollouts

    def grant(self, rollouts: int) -> None:
        """Allow so many more rollouts, within what is left of the seconds if there is a limit."""
        if self._rollouts is not None:
            self._rollouts += rollouts

    def left(self) -> int:
        """So many rollouts can still be afforded, as far as is known; 0 when it is time to move."""
        if self.is_hurried():
            return 0
        # Both limits may be set, and the nearer one counts; with neither set none can be spent.
        left = None if self._rollouts is None else self._rollouts - self.spent
        if self._seconds is not None:
            if self.spent:
                # A coarse clock may not have moved during the first rollouts.
                seconds_left = self._seconds - self.taken
                in_time = int(seconds_left * self.spent / max(self.taken, 1e-6))
            else:
                in_time = UNKNOWN if self.taken < self._seconds else 0
            left = in_time if left is None else min(left, in_time)
        return max(0, (left or 0) - self._kept)

    def is_hurried(self) -> bool:
        """Whether somebody wants the move now."""
        return self._hurried is not None and self._hurried()

    def is_pressed(self) -> bool:
        """Whether it is time to move whatever rollouts are left: somebody wants the move now, or
        the seconds are over. Never so for a budget limited by rollouts alone that is not hurried.
        """
        if self.is_hurried():
            return True
        return self._seconds is not None and self.taken >= self._seconds

    def is_half_over(self) -> bool:
        """Whether more than half of the seconds are over. Never so without a limit of seconds."""
        return self._seconds is not None and self.taken > self._seconds / 2

    def share(self, many: int) -> float | None:
        """The seconds that each of so many rollouts may take; ``None`` where nothing is timed."""
        return None if self._seconds is None else max(0.0, self._seconds) / many

    @property
    def is_timed(self) -> bool:
        """Whether it is limited by seconds, alone or together with rollouts."""
        return self._seconds is not None

    @property
    def taken(self) -> float:
        """The seconds since it was made; 0 where it is not limited by them."""
        return monotonic() - self._begun if self._seconds is not None else 0.0

    def spend(self) -> bool:
        """Count one rollout; whether it may be made."""
        if not self.left():
            return False
        self.spent += 1
        return True


# -- sequential halving: of many candidates the worse half is dropped, round after round -----------

# All candidates are tried in the same trials (equal dice, equal guesses at what is hidden), so that
# their differences are those of the candidates and not of luck. The first is what is played without
# any search: to replace it by mistake costs more than to keep it, and so the doubt is on its side.


T = TypeVar("T")

DOUBT = 1.0
"""A candidate replaces the first only if it is better by so many standard errors ..."""

MARGIN = 0.003
"""... and by so much, in parts of a victory."""

RASH = 2.5
"""One that no player of sense would choose has to be better by so many standard errors."""

SURE = 3.0
"""A candidate better than the first by so many standard errors is not tried further."""

SOUND = 1.0
"""A sound candidate is preferred unless it is worse by more than so many standard errors."""

HOPE = 1.0
"""A candidate worse than the first by more than so many standard errors is given up."""

NOISE = 0.09
"""The variance that is expected of a difference in one trial, where nothing else is said."""

ALIKE = 4
"""A candidate's differences are expected to vary as those of all do, as if that had been seen in so
many trials of it.
"""

ENOUGH = 4
"""In so many trials it shows whether a candidate is like the first, or worse."""


class MeanGain(NamedTuple):
    """A mean of differences, with its standard error."""

    mean: float
    error: float


class Halving(Generic[T]):
    """Candidates, of which the first is kept to the end and chosen unless another is better.

    ``tried(candidate, trial)`` is the value of a candidate in a trial, 0 to 1; equal trials
    bring equal luck to all. A trial that raises OutOfTime is left out, and ends the round.
    ``more(best)``, asked after the first round with the best two, names further candidates to try.
    ``rash(candidate)``, asked of one that would be chosen, tells whether it must be much better.
    ``noise``: the variance of a difference in one trial that is expected before any is known.
    """

    def __init__(
        self,
        candidates: list[T],
        tried: Callable[[T, int], float],
        budget: Budget,
        more: Callable[[list[T]], list[T]] | None = None,
        rash: Callable[[T], bool] = lambda candidate: False,
        noise: float = NOISE,
    ) -> None:
        self.candidates = candidates
        self.values: list[list[float]] = [[] for _ in candidates]
        self._tried, self._budget, self._more, self._rash = tried, budget, more, rash
        self._expected = noise

    def best(self) -> T:
        """The candidate to take; the values found so far are in ``values``."""
        alive = list(range(len(self.candidates)))
        rounds = max(1, ceil(log2(max(2, len(alive)))))
        for number in range(rounds):
            with suppress(OutOfTime):
                self._round(alive, rounds - number)
            # The first, and the better half of those that are worth more trials.
            noise = self._noise()
            others = [at for at in alive if at and self._is_worth_more(at, noise)]
            others.sort(key=lambda at: -self._gain(at, noise).mean)
            alive = [0, *others[: max(1, len(others) // 2)]]
            if number == 0 and self._more is not None and not self._budget.is_pressed():
                # Made of the first, which always stands in front, and the best two others.
                for candidate in self._more([self.candidates[at] for at in alive[:3]]):
                    if candidate not in self.candidates:
                        alive.append(len(self.candidates))
                        self.candidates.append(candidate)
                        self.values.append([])
            if self._is_settled(alive):
                break
        return self.candidates[self._chosen(alive)]

    def best_of(self, fits: Callable[[T], bool]) -> T | None:
        """The best of those candidates that have been tried and are fit; ``None`` for none."""
        noise = self._noise()
        tried = [at for at, values in enumerate(self.values) if values]
        tried.sort(key=lambda at: -self._gain(at, noise).mean)
        return next((self.candidates[at] for at in tried if fits(self.candidates[at])), None)

    def rather(self, sound: T, other: T, least: int = 0) -> T:
        """The first of two, tried as often as the second (both ``least`` times, if that is more)
        while the budget lasts, unless it is worse beyond a small doubt.
        """
        values = self.values[self.candidates.index(other)]
        known = sound in self.candidates
        tries = self.values[self.candidates.index(sound)] if known else list[float]()
        most = max(least, len(values))
        with suppress(OutOfTime):
            while len(tries) < most and self._budget.spend():
                tries.append(self._tried(sound, len(tries)))
                if len(values) < len(tries) and self._budget.spend():
                    values.append(self._tried(other, len(values)))
        # ``map`` stops with the shorter: only trials that both were given tell them apart.
        mean, error = self._mean(list(map(sub, tries, values)), self._noise())
        return other if tries and mean < -SOUND * error else sound

    def confirmed(self, chosen: T, least: int) -> T:
        """A candidate that has been chosen, if it is better than the first in so many trials too,
        which are made as long as the budget lasts; else the first.
        """
        at = self.candidates.index(chosen)
        with suppress(OutOfTime):
            for place in (0, at):
                while len(self.values[place]) < least and self._budget.spend():
                    tries = self.values[place]
                    tries.append(self._tried(self.candidates[place], len(tries)))
        return self.candidates[self._chosen([0, at])]

    def _round(self, alive: list[int], rounds_left: int) -> None:
        """More trials for each that is left, trial by trial; candidates added late catch up."""
        share = self._budget.left() // (rounds_left * len(alive))
        begun = len(self.values[0])
        for trial in range(begun, begun + max(1, share)):
            for at in alive:
                values = self.values[at]
                while len(values) <= trial:
                    if not self._budget.spend():
                        return
                    values.append(self._tried(self.candidates[at], len(values)))
            noise = self._noise()
            # In place, so that the loop above goes on without them; the first always stays.
            alive[1:] = [at for at in alive[1:] if self._is_worth_more(at, noise)]
            if self._is_settled(alive):
                return

    def _is_settled(self, alive: list[int]) -> bool:
        """Whether more trials would hardly change which candidate is chosen."""
        if len(alive) != 2:
            return len(alive) < 2
        mean, error = self._gain(alive[1], self._noise())
        return mean > MARGIN + SURE * error

    def _is_worth_more(self, at: int, noise: float) -> bool:
        """Whether a candidate is worth more trials: it is neither like the first nor far below."""
        mine, first = self.values[at], self.values[0]
        if len(mine) < ENOUGH:
            return True
        mean, error = self._gain(at, noise)
        return mean + HOPE * error >= 0 and not all(map(eq, mine, first))

    def gain(self, at: int) -> MeanGain:
        """What a candidate brings over the first in the trials of both."""
        return self._gain(at, self._noise())

    def _gain(self, at: int, noise: float) -> MeanGain:
        return self._mean(self._gains(at), noise)

    @staticmethod
    def _mean(gains: list[float], noise: float) -> MeanGain:
        """The mean of some differences; the variance of one of them is expected to be ``noise``."""
        if not gains:
            return MeanGain(float("-inf"), 0.0)
        mean = sum(gains) / len(gains)
        # Few trials of one prove little of how far they are off; those of all prove more.
        squares = sum((gain - mean) ** 2 for gain in gains) + ALIKE * noise
        return MeanGain(mean, sqrt(squares / (len(gains) - 1 + ALIKE) / len(gains)))

    def _gains(self, at: int) -> list[float]:
        """By trial of both, what a candidate brings over the first."""
        # A candidate added late or cut off by the clock has fewer trials: the rest has no pair.
        pairs = zip(self.values[at], self.values[0], strict=False)
        return [mine - first for mine, first in pairs]

    def _noise(self) -> float:
        """The variance of the differences of all candidates, each about its own mean."""
        # What is expected counts as one degree of freedom: it fades as real differences come in.
        squares, many = self._expected, 1
        for at in range(1, len(self.values)):
            gains = self._gains(at)
            if len(gains) > 1:
                mean = sum(gains) / len(gains)
                squares += sum((gain - mean) ** 2 for gain in gains)
                many += len(gains) - 1
        return squares / many

    def _chosen(self, alive: list[int]) -> int:
        """The best of those that are better than the first beyond doubt, else the first."""
        noise = self._noise()
        gains = sorted(((self._gain(at, noise), at) for at in alive if at), reverse=True)
        for (mean, error), at in gains:
            if mean <= MARGIN + DOUBT * error:
                continue
            if mean > MARGIN + RASH * error or not self._rash(self.candidates[at]):
                return at
        return 0
