"""What is cut out of a sheet: cells edge to edge, whose backs lie behind their fronts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from hexwar.viewer.printing.leaves import GREY, Item, Leaf, Letters, Paper, Stroke

Cell = Callable[[float, float], Iterable[Item]]
"""What lies in a cell whose upper left corner is there, in millimetres."""


class Grid:
    """Cells of one size (millimetres) in the middle of a leaf, with marks to cut by around them."""

    def __init__(self, paper: Paper, size: tuple[float, float], across: int, down: int) -> None:
        self._paper, (self._wide, self._high) = paper, size
        self._across, self._down = across, down
        self._left = (paper.width - across * self._wide) / 2
        self._top = (paper.height - down * self._high) / 2

    def leaf(self, words: str, cells: Sequence[Cell], *, behind: bool) -> Leaf:
        """One side of the sheet; ``behind``: the back, on which left is right."""
        leaf = Leaf(self._paper.width, self._paper.height)
        leaf.items.append(Letters(words, self._left, self._top - 6, 2.8, color=GREY))
        for place, cell in enumerate(cells):
            row, column = divmod(place, self._across)
            # Turned on the long edge, so that each back lies behind its front.
            column = self._across - 1 - column if behind else column
            leaf.items += cell(self._left + column * self._wide, self._top + row * self._high)
        leaf.items += self._marks()
        if not behind:
            leaf.items += self._scale()
        return leaf

    def _marks(self) -> Iterator[Item]:
        """Short lines beyond the cells where a ruler is laid."""
        right = self._left + self._across * self._wide
        foot = self._top + self._down * self._high
        for column in range(self._across + 1):
            left = self._left + column * self._wide
            yield Stroke((left, self._top - 4.5), (left, self._top - 1))
            yield Stroke((left, foot + 1), (left, foot + 4.5))
        for row in range(self._down + 1):
            y = self._top + row * self._high
            yield Stroke((self._left - 4.5, y), (self._left - 1, y))
            yield Stroke((right + 1, y), (right + 4.5, y))

    def _scale(self) -> Iterator[Item]:
        """A length to measure: whether the printer made the sheet smaller."""
        y = self._top + self._down * self._high + 8
        yield Stroke((self._left, y), (self._left + 50, y), 0.3)
        for end in (self._left, self._left + 50):
            yield Stroke((end, y - 1), (end, y + 1), 0.3)
        words = "this line is 50 mm long"
        yield Letters(words, self._left + 52, y + 1, 2.8, color=GREY)
