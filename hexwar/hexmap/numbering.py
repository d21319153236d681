"""Hex numbers as they are printed on the map, and where each of them lies.

A hex has three kinds of place here, and the words keep them apart: ``column`` and ``row`` are its
printed numbers, wherever these begin and whichever way they count; ``across`` and ``down`` (or a
``line``) count from the top left of the paper; a :class:`~hexwar.hexmap.axial.Hex` is what geometry
reckons with.

All numbers of a grid are made once and looked up from then on. What is printed (letters, dots,
names of its own) is never taken apart again, so nothing that only looks like a number is taken for
one.

In this order: numbers and the places on the paper and in geometry that they stand for, which lines
are shoved and what that does to geometry, columns and rows as they are counted, and how a number is
written.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Literal, get_args

from hexwar.hexmap.axial import Hex, Orientation

Shoved = Literal[
    "even-columns-down",
    "odd-columns-down",
    "each-column-down",
    "each-column-up",
    "even-rows-right",
    "odd-rows-right",
    "each-row-right",
    "each-row-left",
]
Ids = Literal["CCRR", "RRCC", "CC.RR", "RR.CC", "C.R", "R.C", "A1", "A01", "1A", "01A"]
RowsFrom = Literal["top", "bottom"]
ColumnsFrom = Literal["left", "right"]
Letters = Literal["columns", "rows"]


class UnknownHexError(ValueError):
    """A hex number that is not on the map."""


@dataclass(frozen=True)
class Numbering:
    """How a printed map numbers its hexes.

    ``shoved`` says which columns of a flat-topped map sit half a hex lower, or which rows of a
    pointy-topped map sit half a hex further right. Even and odd are meant by the printed number,
    and down is down on the paper, also when rows are counted from the bottom. Where each column
    sits half a hex lower (or higher) than the one left of it, rows run aslant over the paper; where
    each row sits further right (or left) than the one above, columns do.

    ``ids`` is the form of a number. CC and RR stand for the column and the row, padded with zeros
    to two digits or to as many as the largest needs, a single C or R for one that is not padded.
    ``A`` stands for letters, A to Z, AA, BB and so on, of the columns or the rows as ``letters``
    says, and 1 or 01 for the number of the other. Where no form fits, ``names`` has what is printed
    in each hex, in map order, column by column; a name is empty where the grid's own number is
    printed. Columns and rows are counted all the same.

    The top left hex of the grid is ``Hex(0, 0)``. ``boxes`` are no part of the grid: hexes with
    names of their own that touch no other, laid out to the right of it.

    >>> grid = Numbering(9, 8)
    >>> grid.number(5, 3), grid.parse("0503"), grid.parse("1003")
    ('0503', (5, 3), None)
    >>> grid.axial("0503")
    Hex(q=4, r=0)
    """

    columns: int
    rows: int
    orientation: Orientation = "flat"
    shoved: Shoved = "even-columns-down"
    ids: Ids = "CCRR"
    rows_from: RowsFrom = "top"
    first_column: int = 1
    first_row: int = 1
    prefix: str = ""
    boxes: tuple[str, ...] = ()
    columns_from: ColumnsFrom = "left"
    letters: Letters = "columns"
    names: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name, choices in (
            ("orientation", get_args(Orientation)),
            ("shoved", get_args(Shoved)),
            ("ids", get_args(Ids)),
            ("rows_from", get_args(RowsFrom)),
            ("columns_from", get_args(ColumnsFrom)),
            ("letters", get_args(Letters)),
        ):
            value = getattr(self, name)
            if value not in choices:
                raise ValueError(f"{name} must be one of {', '.join(choices)}, not {value!r}")
        if self.columns < 1 or self.rows < 1:
            raise ValueError(
                f"a map needs at least one column and one row, not {self.columns} by {self.rows}"
            )
        if self.first_column < 0 or self.first_row < 0:
            raise ValueError("the first column and the first row are numbered 0 or more")
        lettered = self.first_column if self.letters == "columns" else self.first_row
        if self.is_lettered and lettered < 1:
            raise ValueError(f"lettered {self.letters} start at 1, which is A")
        line_shoved = "column" if self.orientation == "flat" else "row"
        if line_shoved not in self.shoved:
            raise ValueError(
                f"on a {self.orientation}-topped map it is {line_shoved}s that are shoved: "
                f"{self.shoved!r} cannot be"
            )
        if self.names and len(self.names) != self.columns * self.rows:
            raise ValueError(f"{self.columns * self.rows} hexes, and {len(self.names)} names")
        # Now that the fields are known to be sound, all numbers can be made. ``_printed`` keeps a
        # number that two hexes have only once.
        if self.names and len(self._printed) < len(self.names):
            raise ValueError(f"two hexes are called {self._doubled}")
        for box in self.boxes:
            if box in self._printed:
                raise ValueError(f"box {box} has the number of a hex")

    def __contains__(self, text: object) -> bool:
        """Whether it is the number of a hex of the grid, or the name of a box."""
        return text in self._printed or text in self.boxes

    def number(self, column: int, row: int) -> str:
        """The number of the hex in a column and a row, both by their printed numbers.

        Raises ``ValueError`` when the grid has no such column or row.

        >>> Numbering(30, 20, ids="A1").number(28, 7)
        'BB7'
        """
        if not 0 <= column - self.first_column < self.columns:
            raise ValueError(f"there is no column {column} on this map")
        if not 0 <= row - self.first_row < self.rows:
            raise ValueError(f"there is no row {row} on this map")
        return self._format(column, row)

    def parse(self, text: str) -> tuple[int, int] | None:
        """Column and row of a hex number; None for a text that is not exactly one of this grid's.

        >>> Numbering(9, 8, ids="CC.RR", prefix="A").parse("A05.03")
        (5, 3)
        """
        return self._printed.get(text)

    def numbers(self) -> tuple[str, ...]:
        """Every hex number of the grid in map order: column by column, row by row.

        >>> Numbering(2, 2).numbers()
        ('0101', '0102', '0201', '0202')
        """
        return tuple(self._printed)

    @property
    def first(self) -> str:
        """The number of the hex in the first column and the first row."""
        return self.number(self.first_column, self.first_row)

    def axial(self, text: str) -> Hex:
        """Axial coordinates of a hex number or a box; raises ``UnknownHexError`` for others."""
        at = self._axials.get(text)
        if at is None:
            raise UnknownHexError(f"there is no hex {text} on this map")
        return at

    @cached_property
    def _axials(self) -> dict[str, Hex]:
        """Where every hex and every box lies for geometry, by number or name."""
        hexes = {
            number: self._axial(self._across(column), self._line_of(row))
            for number, (column, row) in self._printed.items()
        }
        for order, box in enumerate(self.boxes):
            # One column and row are left free around each box, so that it touches nothing.
            across, down = divmod(order, (self.rows + 1) // 2)
            hexes[box] = self._axial(self.columns + 1 + 2 * across, 2 * down)
        return hexes

    def _axial(self, across: int, down: int) -> Hex:
        """Where a hex lies for geometry, from where it lies on the paper; `number_at` undoes it."""
        if self.orientation == "flat":
            return Hex(across, down - self._back(across))
        return Hex(across - self._back(down), down)

    def number_at(self, hex: Hex) -> str | None:  # noqa: A002 (the domain's word)
        """The number of the hex at axial coordinates, None when they are off the grid.

        >>> Numbering(9, 8).number_at(Hex(4, 0))
        '0503'
        """
        if self.orientation == "flat":
            across, down = hex.q, hex.r + self._back(hex.q)
        else:
            across, down = hex.q + self._back(hex.r), hex.r
        if not (0 <= across < self.columns and 0 <= down < self.rows):
            return None
        return self.number_in(across, down)

    def place(self, text: str) -> tuple[int, int] | None:
        """How many columns are left of a hex, and how many rows above it, on the paper."""
        printed = self.parse(text)
        return None if printed is None else (self._across(printed[0]), self._line_of(printed[1]))

    def number_in(self, across: int, down: int) -> str:
        """The number of the hex with so many columns left of it and rows above it.

        >>> Numbering(9, 8, columns_from="right").number_in(0, 0)
        '0901'
        """
        return self._format(self._column_of(across), self._row_of(down))

    # -- which lines are shoved, and by how much that turns the axes of geometry ----------------

    @property
    def runs_aslant(self) -> bool:
        """Whether each column or row is shoved the same way from the one before."""
        return self.shoved.startswith("each")

    def is_shoved(self, column: int, row: int) -> bool:
        """Whether a hex, by printed column and row, sits half a hex lower or further right.

        >>> Numbering(9, 8).is_shoved(2, 1)
        True
        """
        along = column if self.orientation == "flat" else row
        return along % 2 == (0 if self.shoved.startswith("even") else 1)

    @cached_property
    def _first_is_shoved(self) -> bool:
        """Whether the line at the top left of the paper is shoved, whatever it is numbered."""
        return self.is_shoved(self._column_of(0), self._row_of(0))

    def _back(self, line: int) -> int:
        """How many hexes the axial axis is ahead of the paper in a line, counted from the top left;
        a line is a column of a flat-topped map, a row of a pointy-topped one.
        """
        if self.runs_aslant:
            # The axis runs half a hex down (or right) in each line. So does the paper, or else it
            # runs half a hex up (or left): then it falls a whole hex behind in each.
            return line if self.shoved.endswith(("up", "left")) else 0
        # The paper goes down and up in turn: it falls one hex behind in every two lines.
        return (line + self._first_is_shoved) // 2

    # -- columns and rows as they are counted ---------------------------------------------------

    def _across(self, column: int) -> int:
        """Columns left of a printed column on the paper."""
        index = column - self.first_column
        return index if self.columns_from == "left" else self.columns - 1 - index

    def _column_of(self, across: int) -> int:
        """Printed column of what has so many columns left of it; undoes ``_across``."""
        index = across if self.columns_from == "left" else self.columns - 1 - across
        return self.first_column + index

    def _line_of(self, row: int) -> int:
        """Rows above a printed row on the paper."""
        index = row - self.first_row
        return index if self.rows_from == "top" else self.rows - 1 - index

    def _row_of(self, line: int) -> int:
        """Printed row of the line that has so many rows above it; undoes ``_line_of``."""
        return self.first_row + (line if self.rows_from == "top" else self.rows - 1 - line)

    @property
    def places(self) -> Iterator[tuple[int, int]]:
        """Printed columns and rows of all hexes, in map order."""
        columns = range(self.first_column, self.first_column + self.columns)
        return product(columns, range(self.first_row, self.first_row + self.rows))

    # -- how a number is written ----------------------------------------------------------------

    @cached_property
    def _printed(self) -> dict[str, tuple[int, int]]:
        """Hex number to its printed column and row, in map order; boxes are not among them."""
        return {self._format(*printed): printed for printed in self.places}

    @property
    def _doubled(self) -> str:
        """A number that more than one hex has, for the words of an error."""
        numbers = Counter(self._format(*printed) for printed in self.places)
        return numbers.most_common(1)[0][0]

    def _format(self, column: int, row: int) -> str:
        """The number of a hex, or the name that stands in its place, by printed column and row."""
        name = ""
        if self.names:
            name = self.names[(column - self.first_column) * self.rows + row - self.first_row]
        return name or self.counted(column, row)

    def counted(self, column: int, row: int) -> str:
        """The number of a hex by its column and row alone, whatever is printed in it."""
        if self.is_lettered:
            lettered, numbered = (column, row) if self.letters == "columns" else (row, column)
            # After Z come AA, BB, CC: wargame maps double the letter instead of counting on.
            times, letter = divmod(lettered - 1, 26)
            letters = chr(ord("A") + letter) * (times + 1)
            digits = f"{numbered:02}" if "0" in self.ids else str(numbered)
            return self.prefix + (letters + digits if self.ids[0] == "A" else digits + letters)
        column_text, row_text = str(column), str(row)
        if self.ids not in ("C.R", "R.C"):
            column_text = column_text.zfill(self._column_digits)
            row_text = row_text.zfill(self._row_digits)
        dot = "." if "." in self.ids else ""
        parts = (row_text, column_text) if self.ids[0] == "R" else (column_text, row_text)
        return self.prefix + dot.join(parts)

    @property
    def is_lettered(self) -> bool:
        """Whether columns or rows have letters."""
        return "A" in self.ids

    @cached_property
    def _column_digits(self) -> int:
        return max(2, len(str(self.first_column + self.columns - 1)))

    @cached_property
    def _row_digits(self) -> int:
        return max(2, len(str(self.first_row + self.rows - 1)))
