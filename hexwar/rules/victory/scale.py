"""Lines of victory that differ in a number only: levels of victory, as a table tells them.

Five lines that ask for the same count between other bounds are one table to a reader: 12 or more, 8
to 11, otherwise. They are put together only where nothing is lost: the same moment, no goal of
their own, nothing but the bounds different.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from hexwar.definition.model import Condition
from hexwar.rules.victory.section import VictoryLine

FEWEST = 3
"""Numbers that are told as a table; fewer lines are read as sentences."""

_BOUNDS = ("at_least", "at_most")


class VictoryScale(NamedTuple):
    """Lines that ask for the same count between other bounds.

    ``asked``: what they count, without bounds. ``rows``: the bounds in words, and their lines.
    """

    asked: Condition
    rows: tuple[tuple[str, VictoryLine], ...]

    @property
    def lines(self) -> list[VictoryLine]:
        """The lines in their order."""
        return [line for _, line in self.rows]


def lines_in_scales(lines: Sequence[VictoryLine]) -> Iterator[VictoryLine | VictoryScale]:
    """The lines in their order, those that belong together as one.

    Lines of one moment that follow each other; a line that always holds may be their last.
    """
    rest = list(lines)
    while rest:
        count, first = _alike(rest), rest[0].condition
        numbers = sum(line.condition is not None for line in rest[:count])
        if numbers < FEWEST or first is None:
            yield rest.pop(0)
            continue
        group, rest = rest[:count], rest[count:]
        rows = tuple((_row(line.condition, first), line) for line in group)
        yield VictoryScale(replace(first, arguments=_counted(first)), rows)


def _alike(lines: Sequence[VictoryLine]) -> int:
    """How many of the lines, from the first, are one scale."""
    first = lines[0]
    if first.condition is None or not _scalable(first):
        return 1
    for place, line in enumerate(lines):
        if line.when != first.when or line.goal:
            return place
        if line.condition is None:
            return place + 1
        if not _scalable(line) or not _same(line.condition, first.condition):
            return place
    return len(lines)


def _scalable(line: VictoryLine) -> bool:
    asked = line.condition
    if asked is None or asked.of or line.goal or {"share", "more_than"} & asked.arguments.keys():
        return False
    return bool(_counts(asked))


def _counts(asked: Condition) -> bool:
    """Whether bounds are given; a condition without any may be one that counts nothing."""
    return any(bound in asked.arguments for bound in _BOUNDS) or asked.kind == "points"


def _same(one: Condition, other: Condition) -> bool:
    return one.kind == other.kind and (
        _counted(one) == _counted(other) or _turned(one) == _counted(other)
    )


def _counted(asked: Condition) -> Mapping[str, Any]:
    return {name: value for name, value in asked.arguments.items() if name not in _BOUNDS}


def _turned(asked: Condition) -> Mapping[str, Any]:
    """What is counted of one side over another, seen from the other."""
    given = dict(_counted(asked))
    # Blue over Red is a row of the table of Red over Blue, with its sign turned.
    if given.get("over") is not None:
        given["side"], given["over"] = given["over"], given["side"]
    return given


def _row(asked: Condition | None, first: Condition) -> str:
    """The bounds of a line, as the first line counts."""
    if asked is None:
        return "otherwise"
    low, high = (asked.arguments.get(bound) for bound in _BOUNDS)
    if low is high is None:
        # A condition without bounds asks for one at least.
        low = 1
    if _counted(asked) != _counted(first):
        # Counted from the other side: at least 5 is at most -5.
        low, high = (None if high is None else -high), (None if low is None else -low)
    if low == high:
        return str(low)
    if low is not None and high is not None:
        return f"{low} to {high}"
    return f"{low} or more" if high is None else f"{high} or less"
