"""Numbers of modules beside a second reckoning, by pixels, as the original names a point.

It knows nothing of columns and rows of the importer: it takes the pixel in the middle of a hex and
goes by rectangles, which agrees in the middle of every hex.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from hypothesis import given, settings
from hypothesis import strategies as st

from hexwar.imports.vassal.boards import ModuleGrid, ModuleNumbering


@dataclass(frozen=True)
class SecondReckoning:
    """The numbers under a pixel: ``wide`` and ``high`` are those of what holds the grid."""

    width: float
    size: float
    origin: tuple[int, int]
    sideways: bool
    wide: int
    high: int

    def turned(self, x: int, y: int) -> tuple[int, int]:
        return (y, x) if self.sideways else (x, y)

    def most(self, along: Literal["rows", "columns"]) -> int:
        share = self.high / self.width if along == "rows" else self.wide / self.size
        return math.floor(share + 0.5)

    def raw(self, x: int, y: int) -> tuple[int, int]:
        a, b = self.turned(x, y)
        column = math.floor((a - self.origin[0]) / self.width + 0.5)
        down = b - self.origin[1] - (self.size / 2 if column % 2 else 0)
        return column, math.floor(down / self.size + 0.5)

    def numbers(self, said: ModuleNumbering, x: int, y: int) -> tuple[int, int]:
        """Column and row before anything is added."""
        column, row = shown = self.raw(x, y)
        turn_columns, turn_rows = said.h_descend, said.v_descend
        last_column, last_row = self.most("columns"), self.most("rows")
        if self.sideways:
            turn_columns, turn_rows = turn_rows, turn_columns
            last_column, last_row = last_row, last_column
        column = last_column - column if turn_columns else column
        row = last_row - row if turn_rows else row
        if said.stagger and shown[0] % 2:
            row += -1 if turn_rows else 1
        return column, row


@settings(max_examples=300, deadline=None)
@given(
    st.floats(20, 120),
    st.floats(20, 120),
    st.tuples(st.integers(-90, 90), st.integers(-90, 90)),
    st.booleans(),
    st.tuples(st.integers(100, 4000), st.integers(100, 4000)),
    st.builds(
        ModuleNumbering,
        h_descend=st.booleans(),
        v_descend=st.booleans(),
        stagger=st.booleans(),
        h_off=st.integers(-9, 30),
        v_off=st.integers(-9, 30),
    ),
    st.tuples(st.integers(-3, 40), st.integers(-3, 40)),
)
def test_the_numbers_are_those_of_the_original(
    width: float,
    size: float,
    origin: tuple[int, int],
    sideways: bool,
    extent: tuple[int, int],
    said: ModuleNumbering,
    place: tuple[int, int],
) -> None:
    grid = ModuleGrid(width, size, *origin, sideways)
    other = SecondReckoning(width, size, origin, sideways, *extent)
    x, y = grid.middle(place)
    assert (x, y) == (int(x), int(y)), "the original counts whole pixels"
    column, row = other.numbers(said, int(x), int(y))
    assert said.counted(grid, extent, place) == (column + said.h_off, row + said.v_off)
