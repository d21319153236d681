"""Charts set in type: blocks run down the columns of leaves, and on to the next leaf.

A :class:`BookletSetter` is given charts in order. Before it sets anything it asks for the room
that must stay together (a title with what begins below it, headings with two lines, a table's
heading with its first row), and goes on to the next column if that is not there. Tables that are
broken repeat their heading.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from hexwar.charts.blocks import Block, Cells, Gap, Heading, Labelled, Prose, Rows
from hexwar.viewer.drawing.theme import Color
from hexwar.viewer.printing.leaves import (
    BLACK,
    GREY,
    MARGIN,
    InkedBox,
    Item,
    Leaf,
    Letters,
    Paper,
    Stroke,
    width_of,
    wrapped,
)

BODY = 3.2  # millimetres of an em: nine points
_TITLE = 5.0
_LINE = 1.32  # from base line to base line, in ems
_STEP = 4.0  # millimetres that a level stands further in
_BETWEEN = 8.0  # millimetres between columns
_CELL = 1.4  # millimetres beside the text of a cell
_LONGEST = 165.0  # millimetres of a line of prose: a longer one is hard to follow
_SMALL, _ABOVE_SMALL = 2.6, 4.0  # millimetres of an em at the foot of a leaf, and of room above it
_BELOW_TITLE, _BELOW_RULE = 1.4, 1.6  # millimetres around the rule below the title of a chart
_THICK, _THIN = 0.3, 0.1  # millimetres of the rules below titles and headings, and between rows
_HANGING = 3.0  # millimetres that further lines of a hanging paragraph stand in
_LABEL = 0.62  # ems that a letter of a label takes, by which labels are as wide as they say
# In ems of the text:
_BEFORE_CHART, _BEFORE_HEADING, _GAP, _AFTER_TEXT = 1.6, 0.5, 0.6, 0.3
_FEW_ROWS = 6  # of boxes of a track, which stand in one column
_NUMBER, _WORDS, _WORDS_APART = 4.2, 2.4, 2.8  # millimetres of ems in such a box; from line to line
_MOST_WORDS = 4  # lines of words in it
_RULED: Color = (150, 142, 128)
_BANDED: Color = (236, 229, 212)


class BookletSetter:
    """Fills leaves of one size from the top down, column by column.

    ``running`` stands at the foot of each, with its number from ``first`` on. ``endless``: there is
    one leaf, as long as what is on it.
    """

    def __init__(
        self,
        paper: Paper,
        running: str,
        *,
        columns: int = 1,
        first: int = 1,
        endless: bool = False,
    ) -> None:
        self.leaves: list[Leaf] = []
        self._paper, self._running, self._endless = paper, running, endless
        self._columns, self._first = columns, first
        room = paper.width - 2 * MARGIN - _BETWEEN * (columns - 1)
        self._width = room / columns
        self._column = columns - 1
        self._y = paper.height  # nothing is open yet
        self._empty = False

    # -- places --------------------------------------------------------------------------------

    @property
    def _left(self) -> float:
        return MARGIN + self._column * (self._width + _BETWEEN)

    @property
    def _foot(self) -> float:
        return float("inf") if self._endless else self._paper.height - MARGIN - _ABOVE_SMALL

    def _next(self) -> None:
        """Go on at the top of the next column, or of a new leaf."""
        self._column += 1
        if self._column >= self._columns or not self.leaves:
            self._column = 0
            leaf = Leaf(self._paper.width, self._paper.height)
            self.leaves.append(leaf)
            foot = self._paper.height - MARGIN
            if not self._endless:
                number = str(len(self.leaves) + self._first - 1)
                right = self._paper.width - MARGIN - width_of(number, _SMALL)
                leaf.items += [
                    Letters(self._running, MARGIN, foot, _SMALL, color=GREY),
                    Letters(number, right, foot, _SMALL, color=GREY),
                ]
        self._y = MARGIN
        self._empty = True

    def _need(self, height: float) -> None:
        """Make room for so much, here or further on."""
        # A block higher than a whole column begins at the top of one; no further column would do.
        if not self.leaves or (self._y + height > self._foot and not self._empty):
            self._next()

    def _put(self, *items: Item) -> None:
        self.leaves[-1].items += items
        self._empty = False

    def finished(self) -> list[Leaf]:
        """The leaves; an endless one ends below its last line."""
        if self._endless and self.leaves:
            self.leaves[-1].height = self._y + MARGIN
        return self.leaves

    # -- blocks --------------------------------------------------------------------------------

    def chart(self, title: str, blocks: Iterable[Block], beneath: float = 0.0) -> None:
        """A chart below its title, which is never the last of a column.

        ``beneath``: millimetres of what else will stand below it.
        """
        blocks = [*blocks]
        self._need(_TITLE * 3 + max(BODY * 3, beneath, self._beginning(blocks)))
        if not self._empty:
            self._y += BODY * _BEFORE_CHART
        for line in wrapped(title, self._width, _TITLE, True):
            self._y += _TITLE * 1.1
            self._put(Letters(line, self._left, self._y, _TITLE, True))
        self._y += _BELOW_TITLE
        self._put(Stroke((self._left, self._y), (self._left + self._width, self._y), _THICK))
        self._y += _BELOW_RULE
        headings: list[Heading] = []
        for block in blocks:
            if isinstance(block, Heading):
                headings.append(block)
                continue
            self._headed(headings)
            match block:
                case Gap():
                    self._y += BODY * _GAP * (not self._empty)
                case Prose(text, level, hanging):
                    self._text(text, level * _STEP, hang=_HANGING * hanging)
                case Labelled(label, text, width, _, level):
                    room = max(width * BODY * _LABEL, width_of(label, BODY, True)) + 2
                    self._text(text, level * _STEP + room, label=label, back=room)
                case Cells(rows, level):
                    self._need(self._top(block))
                    self._grid(rows, level * _STEP)
            headings = []
        self._headed(headings)

    def _beginning(self, blocks: Sequence[Block]) -> float:
        """Millimetres of the headings that a chart begins with, and of what the first is about."""
        height = 0.0
        for block in blocks:
            if not isinstance(block, Heading):
                return height + (self._top(block) if isinstance(block, Cells) else BODY * _LINE * 2)
            height += BODY * _LINE * 2
        return height

    def _top(self, grid: Cells) -> float:
        """Millimetres of the first rows of a table, without which its heading says nothing."""
        widths = _widths(grid.rows, self._width - grid.level * _STEP)
        return sum(_height(row, widths) for row in grid.rows[:2])

    def _headed(self, headings: Sequence[Heading]) -> None:
        """Headings above what comes next: none is the last of a column."""
        self._need(BODY * _LINE * (2 * len(headings) + 2))
        for heading in headings:
            self._y += BODY * _BEFORE_HEADING * (not self._empty)
            self._text(heading.text, heading.level * _STEP, bold=True)

    def _text(
        self,
        text: str,
        indent: float,
        *,
        hang: float = 0.0,
        bold: bool = False,
        label: str = "",
        back: float = 0.0,
    ) -> None:
        """A paragraph; ``hang``: how far its further lines stand in; ``label`` stands ``back``."""
        room = min(self._width - indent - hang, _LONGEST)
        for number, line in enumerate(wrapped(text, room, BODY, bold)):
            self._need(BODY * _LINE)
            self._y += BODY * _LINE
            left = self._left + indent + (hang if number else 0)
            if label and not number:
                self._put(Letters(label, left - back, self._y, BODY, True))
            self._put(Letters(line, left, self._y, BODY, bold))
        self._y += BODY * _AFTER_TEXT

    # -- grids ---------------------------------------------------------------------------------

    def _grid(self, rows: Rows, indent: float) -> None:
        """A table whose heading is said again at the top of every further column."""
        widths = _widths(rows, self._width - indent)
        head, *body = rows
        self._row(head, widths, indent, heading=True)
        for number, row in enumerate(body):
            high = _height(row, widths)
            if self._y + high > self._foot and not self._empty:
                self._next()
                self._row(head, widths, indent, heading=True)
            self._row(row, widths, indent, banded=number % 2 == 1)
        self._y += BODY * _GAP

    def _row(
        self,
        row: Sequence[str],
        widths: Sequence[float],
        indent: float,
        *,
        heading: bool = False,
        banded: bool = False,
    ) -> None:
        high = _height(row, widths)
        self._need(high)
        left = self._left + indent
        if banded:
            self._put(InkedBox(left, self._y, sum(widths), high, fill=_BANDED))
        right = left
        for cell, width in zip(row, widths, strict=True):
            self._cell(cell, right, width, heading)
            right += width
        self._y += high
        wide, color = (_THICK, BLACK) if heading else (_THIN, _RULED)
        self._put(Stroke((left, self._y), (right, self._y), wide, color))

    # -- boxes ---------------------------------------------------------------------------------

    def form(self, rows: Rows, widths: Sequence[float], high: float) -> None:
        """A form to be filled in: each cell in its box, ``high`` millimetres at least. Its heading
        is repeated at the top of every further column.
        """
        head, *body = rows
        self._need(high * 2)
        self._boxes(head, widths, _height(head, widths), bold=True)
        for row in body:
            tall = max(high, _height(row, widths))
            if self._y + tall > self._foot and not self._empty:
                self._next()
                self._boxes(head, widths, _height(head, widths), bold=True)
            self._boxes(row, widths, tall)
        self._y += BODY

    def _boxes(
        self, row: Sequence[str], widths: Sequence[float], high: float, *, bold: bool = False
    ) -> None:
        left = self._left
        for cell, width in zip(row, widths, strict=True):
            self._put(InkedBox(left, self._y, width, high, edge=BLACK))
            self._cell(cell, left, width, bold)
            left += width
        self._y += high

    def _cell(self, text: str, left: float, width: float, bold: bool) -> None:
        """The lines of a cell whose top is where the column has come to."""
        base = self._y + BODY * 1.05
        for line in wrapped(text, width - 2 * _CELL, BODY, bold):
            self._put(Letters(line, left + _CELL, base, BODY, bold))
            base += BODY * _LINE

    def track(self, title: str, labels: Sequence[tuple[str, str]], side: float) -> None:
        """A track below its title: boxes of ``side`` millimetres, each with a number and words
        below it. One of a few rows stands in one column.
        """
        fit = max(1, int(self._width // side))
        rows = -(-len(labels) // fit)
        self.chart(title, (), beneath=side * (rows if rows <= _FEW_ROWS else 1))
        for start in range(0, len(labels), fit):
            self._need(side)
            for place, (number, words) in enumerate(labels[start : start + fit]):
                left = self._left + place * side
                self._put(InkedBox(left, self._y, side, side, edge=BLACK))
                self._put(Letters(number, left + 1.2, self._y + 4.4, _NUMBER, True, GREY))
                base = self._y + side - 1.4
                for line in reversed(wrapped(words, side - 2, _WORDS)[:_MOST_WORDS]):
                    self._put(Letters(line, left + 1, base, _WORDS, color=GREY))
                    base -= _WORDS_APART
            self._y += side
        self._y += BODY


def _height(row: Sequence[str], widths: Sequence[float]) -> float:
    lines = (
        len(wrapped(cell, width - 2 * _CELL, BODY)) for cell, width in zip(row, widths, strict=True)
    )
    return max(1, *lines) * BODY * _LINE + BODY * 0.25


def _widths(rows: Rows, room: float) -> list[float]:
    """The widths of columns: as wide as each would be; where that is too much, columns with several
    words are narrowed in proportion, down to their longest word; where even that is too much, the
    widest are made equal.
    """
    natural, least = [], []
    for column in zip(*rows, strict=True):
        bold = [place == 0 for place in range(len(column))]
        cells = [*zip(column, bold, strict=True)]
        natural.append(_widest(cells))
        least.append(_widest([(word, head) for cell, head in cells for word in cell.split()]))
    if sum(natural) <= room:
        return natural
    if sum(least) <= room:
        share = (room - sum(least)) / (sum(natural) - sum(least))
        return [low + (high - low) * share for low, high in zip(least, natural, strict=True)]
    # The room is poured over the columns like water: all rise alike, and narrow ones are full
    # first.
    steps = sorted([0.0, *natural])
    given = 0.0
    for low, high in pairwise(steps):
        wider = sum(width > low for width in natural)
        if given + wider * (high - low) > room:
            most = low + (room - given) / wider
            return [min(width, most) for width in natural]
        given += wider * (high - low)
    return natural


def _widest(cells: Iterable[tuple[str, bool]]) -> float:
    """Millimetres of the widest of some texts, in bold or not, with the room beside it."""
    return max((width_of(text, BODY, bold) for text, bold in cells), default=0) + 2 * _CELL + 0.2
