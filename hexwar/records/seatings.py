"""Who took a side over while a game went on, and after how many of its actions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple

from hexwar.records.lines import SaveLine


class Seating(NamedTuple):
    """``player`` plays ``side`` from here on; ``after`` counts the actions that stand before."""

    after: int
    side: str
    player: str


def seatings_in(lines: Sequence[SaveLine]) -> list[Seating]:
    """Those of a save. Whoever was seated after actions that were taken back plays from where that
    led to.
    """
    found: list[Seating] = []
    played = list(accumulate(_COUNTS[line.kind] for line in lines))
    least = played[-1] if played else 0
    for line, standing in zip(reversed(lines), reversed(played), strict=True):
        least = min(least, standing)
        if line.kind == "seat":
            found.append(Seating(least, line.side, line.notation))
    return found[::-1]


def taken_back(seatings: Iterable[Seating], standing: int) -> list[Seating]:
    """The same, when so many actions are left standing."""
    return [seating._replace(after=min(seating.after, standing)) for seating in seatings]


_COUNTS = {"do": 1, "undo": -1, "redo": 1, "seat": 0, "rules": 0, "key": 0, "commitment": 0}
