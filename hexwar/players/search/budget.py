"""How long a decision may be thought about: so many rollouts, or so many seconds.

Rollouts alone spend the same whatever the machine, so that equal seeds give equal games. Of seconds
it is foreseen how many rollouts they will do, by what those made so far have taken: a round of the
comparison shares out what is left before it begins, and must not be cut off half-way.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

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
        """So many more may be spent, of what is left of the seconds if there are any."""
        if self._rollouts is not None:
            self._rollouts += rollouts

    def left(self) -> int:
        """So many rollouts can still be afforded, as far as is known; 0 when it is time to move."""
        if self.is_hurried():
            return 0
        # Both limits may be set, and the nearer one counts; who set neither has nothing to spend.
        left = None if self._rollouts is None else self._rollouts - self.spent
        if self._seconds is not None:
            in_time = self._in_time(self._seconds)
            left = in_time if left is None else min(left, in_time)
        return max(0, (left or 0) - self._kept)

    def is_hurried(self) -> bool:
        """Whether somebody wants the move now."""
        return self._hurried is not None and self._hurried()

    def is_pressed(self) -> bool:
        """Whether it is time to move whatever rollouts are left: somebody wants the move now, or
        the seconds are over. Never so for who is limited by rollouts alone and not hurried.
        """
        if self.is_hurried():
            return True
        return self._seconds is not None and self.taken >= self._seconds

    def is_half_over(self) -> bool:
        """Whether more than half of the seconds are over. Never so for who has none."""
        return self._seconds is not None and self.taken > self._seconds / 2

    @property
    def is_timed(self) -> bool:
        """Whether it is limited by seconds, besides rollouts or alone."""
        return self._seconds is not None

    @property
    def taken(self) -> float:
        """The seconds since it was made; 0 where it is not limited by them."""
        return monotonic() - self._begun if self._seconds is not None else 0.0

    def _in_time(self, seconds: float) -> int:
        if not self.spent:
            return UNKNOWN if self.taken < seconds else 0
        # A coarse clock may not have moved during the first rollouts.
        return int((seconds - self.taken) * self.spent / max(self.taken, 1e-6))

    def spend(self) -> bool:
        """Count one rollout; whether it may be made."""
        if not self.left():
            return False
        self.spent += 1
        return True
