"""The last question and its answer, so that what needs the rules is worked out once for each
position.

Every frame asks the same questions of a match: whose counters are seen, what the enemy can reach.
All of it holds as long as the position does. So each answer is kept with what it depends on: mostly
the ``version`` of the match, and anything that may change without it, such as who looks on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class LastAnswer(Generic[T]):
    """The answer to one question, kept until it is asked about something else."""

    _value: T

    def __init__(self) -> None:
        self._about: tuple[object, ...] | None = None

    def about(self, question: tuple[object, ...], find: Callable[[], T]) -> T:
        """The answer for everything that it depends on; worked out again where any of that has
        changed.
        """
        if question != self._about:
            # Worked out before it is kept: if that fails, the next caller tries again.
            self._value = find()
            self._about = question
        return self._value

    def latest(self, otherwise: T) -> T:
        """The answer that was found last, whatever it was about; ``otherwise`` before the first."""
        return otherwise if self._about is None else self._value

    def forget(self) -> None:
        """Forget the answer, so that the next call works it out again."""
        self._about = None
