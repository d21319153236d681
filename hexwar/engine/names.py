"""Names that callers say: what they stand for, or a sentence that there is no such thing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from hexwar.definition.spelling import suggestion

T = TypeVar("T")


def named(there: Mapping[str, T], name: str, what: str) -> T:
    """What a name stands for. ValueError, with the nearest name there is, when nothing does.

    >>> named({"A": 3}, "B", "unit")
    Traceback (most recent call last):
        ...
    ValueError: there is no unit B; there are: A
    """
    try:
        return there[name]
    except (KeyError, TypeError):
        hint = suggestion(str(name), there)
        raise ValueError(f"there is no {what} {str(name)[:80]}; {hint}") from None


def index_of_side(sides: Sequence[str], side: str) -> int:
    """The index of a side by its id. ValueError, with the sides, when there is none."""
    if side not in sides:
        message = f"there is no side {str(side)[:80]}; the sides are {', '.join(sides)}"
        raise ValueError(message)
    return sides.index(side)
