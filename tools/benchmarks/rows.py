"""A row of the benchmark table: a measure of ours, a yardstick, and how the two compare."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log
from statistics import median
from time import process_time
from typing import Any, Literal

from rich.console import Console
from rich.progress import track
from rich.table import Table

Measure = Callable[[], float]
"""Runs something for a while and answers with seconds per unit of it."""

Compare = Literal["ratio", "time", "percent over", "over", "growth", "share"]
"""How a row is read: the yardstick's time over ours, our time, by how much ours is longer, by which
power of their number it grows with things of which the yardstick has a hundredth, or as a share.
"""


@dataclass(frozen=True, slots=True)
class Yardstick:
    """Something well known that does the same kind of work."""

    name: str
    measure: Measure


@dataclass(frozen=True, slots=True)
class Aim:
    """How a row is read, and what it should reach in that unit."""

    compare: Compare
    floor: float | None = None
    stretch: float | None = None

    def figure(self, ours: float, yardstick: float) -> float:
        """The figure that is held against floor and stretch."""
        match self.compare:
            case "ratio":
                return yardstick / ours
            case "time":
                return ours
            case "percent over":
                return 100 * (ours / yardstick - 1)
            case "over":
                return ours - yardstick
            case "growth":
                return log(ours / yardstick, 100)
            case "share":
                return 100 * ours

    def written(self, figure: float | None) -> str:
        """A figure with its unit."""
        if figure is None:
            return ""
        match self.compare:
            case "ratio":
                return f"{figure:.2f} x"
            case "percent over":
                return f"{figure:.1f} %"
            case "share":
                return f"{figure:.2f} %"
            case "growth":
                return f"n^{figure:.2f}"
            case _:
                return duration(figure)

    def verdict(self, figure: float) -> str:
        """Where the figure stands: below the floor, at the floor, at the stretch."""
        if self.floor is None or self.stretch is None:
            return ""
        sign = 1 if self.compare == "ratio" else -1
        if sign * figure >= sign * self.stretch:
            return "stretch"
        return "floor" if sign * figure >= sign * self.floor else "BELOW"


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table."""

    name: str
    ours: Measure
    yardstick: Yardstick
    aim: Aim


def duration(seconds: float) -> str:
    """Seconds in the unit that people would use."""
    for size, unit in ((1, "s"), (1e-3, "ms"), (1e-6, "us")):
        if abs(seconds) >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def per_call(
    function: Callable[[], Any], calls: int, clock: Callable[[], float] = process_time
) -> Measure:
    """Seconds per call, over so many calls in a row.

    Processor time, which is the same whatever else the machine does, unless another ``clock`` is
    given: for what waits on another process or on a screen.
    """

    def measure() -> float:
        began = clock()
        for _ in range(calls):
            function()
        return (clock() - began) / calls

    return measure


def longest(function: Callable[[], Any], calls: int) -> Measure:
    """Seconds of a call that one call in a hundred exceeds, of processor time."""

    def measure() -> float:
        taken = []
        for _ in range(calls):
            began = process_time()
            function()
            taken.append(process_time() - began)
        return sorted(taken)[-1 - calls // 100]

    return measure


def measured(rows: Sequence[Row], rounds: int) -> list[tuple[float, float]]:
    """The medians of each row and its yardstick, measured in turn, round after round."""
    samples: list[tuple[list[float], list[float]]] = [([], []) for _ in rows]
    for _ in track(range(rounds), "measuring", transient=True, console=Console(stderr=True)):
        for row, (ours, yardstick) in zip(rows, samples, strict=True):
            ours.append(row.ours())
            yardstick.append(row.yardstick.measure())
    return [(median(ours), median(yardstick)) for ours, yardstick in samples]


def table(rows: Sequence[Row], medians: Sequence[tuple[float, float]]) -> Table:
    """The figures for a person."""
    lines = Table(title="hexwar against its yardsticks")
    for heading in ("row", "hexwar", "yardstick", "", "figure", "floor", "stretch", "reached"):
        lines.add_column(heading, justify="left" if heading in ("row", "") else "right")
    for row, (ours, yardstick) in zip(rows, medians, strict=True):
        figure = row.aim.figure(ours, yardstick)
        aims = (row.aim.written(value) for value in (figure, row.aim.floor, row.aim.stretch))
        written = row.aim.written if row.aim.compare == "share" else duration
        factor = 100 if row.aim.compare == "share" else 1
        both = (written(factor * ours), written(factor * yardstick))
        seen = (row.name, *both, row.yardstick.name)
        lines.add_row(*seen, *aims, row.aim.verdict(figure))
    return lines
