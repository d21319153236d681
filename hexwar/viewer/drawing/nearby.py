"""Finding what is drawn on a part of the sheet, without asking everything that is on it.

A tile of a large map shows a few of thousands of lines, and has to be drawn in steps of less than a
frame. Things are noted in a grid of coarse cells by their boxes; long lines are cut into pieces
first (:func:`pieces`), or each would lie in half of the cells.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Generic, TypeVar

from hexwar.viewer.drawing.geometry import PaperRect, Point

T = TypeVar("T")

_CELL = 4.0  # units
_LENGTH = 20  # points of a piece of a line


class Nearby(Generic[T]):
    """Things on the paper, each known by the box around its points; lengths are in units."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], list[tuple[int, PaperRect, T]]] = {}
        self._count = 0

    def add(self, thing: T, points: Iterable[Point]) -> None:
        """Note a thing that lies around some points."""
        xs, ys = zip(*points, strict=True)
        box = PaperRect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
        for cell in _cells(box):
            self._cells.setdefault(cell, []).append((self._count, box, thing))
        self._count += 1

    def within(self, view: PaperRect, margin: float) -> list[T]:
        """What is in a view or no further than ``margin`` from it, in the order of adding."""
        wide = view.grown(margin, margin, margin, margin)
        # By its number, since a thing that lies in several cells is met several times.
        things = {
            order: thing
            for cell in _cells(wide)
            for order, box, thing in self._cells.get(cell, ())
            if box.left <= wide.right
            and box.right >= wide.left
            and box.top <= wide.bottom
            and box.bottom >= wide.top
        }
        return [things[order] for order in sorted(things)]


def _cells(box: PaperRect) -> Iterable[tuple[int, int]]:
    across = range(int(box.left // _CELL), int(box.right // _CELL) + 1)
    down = range(int(box.top // _CELL), int(box.bottom // _CELL) + 1)
    return product(across, down)


def pieces(line: list[Point]) -> list[list[Point]]:
    """A long line in short ones, each of which begins where the one before it ends.

    >>> [len(piece) for piece in pieces([(float(x), 0.0) for x in range(45)])]
    [21, 21, 5]
    """
    return [line[start : start + _LENGTH + 1] for start in range(0, len(line) - 1, _LENGTH)]
