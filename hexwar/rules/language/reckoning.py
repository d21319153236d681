"""The one order in which several changes of one value are reckoned."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Protocol


class Change(Protocol):
    """What becomes of a value; ``None`` where it is not set, added to or multiplied."""

    @property
    def set(self) -> int | Fraction | None:
        """It is this."""

    @property
    def add(self) -> Fraction | None:
        """Added to it."""

    @property
    def multiply(self) -> Fraction | None:
        """It is multiplied by this."""


def reckoned(changes: Sequence[Change], value: int | Fraction) -> int | Fraction:
    """A value after all of some changes: the last that is set, then all that is added, then all
    that is multiplied.
    """
    value = last_set(changes, value)
    value += sum([change.add for change in changes if change.add is not None])
    for change in changes:
        if change.multiply is not None:
            value *= change.multiply
    return value


def last_set(changes: Iterable[Change], value: int | Fraction) -> int | Fraction:
    """What the last of some changes sets a value to, or the value if none does."""
    for change in changes:
        if change.set is not None:
            value = change.set
    return value
