"""What a command may assume of the place it writes to.

Colours, the width of prose, tables with aligned columns, and the charts of a game as lines:
commands print through these, so that all of them look alike and read well in a file.
"""

from __future__ import annotations

import os
import shutil
import textwrap
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import TextIO

from hexwar.charts.blocks import Block, Cells, Gap, Heading, Labelled, Prose, Rows

NARROWEST, WIDEST = 40, 100
"""Columns: prose is set no narrower and no wider, whatever the terminal is."""


def colored(stream: TextIO) -> bool:
    """Whether colours are welcome: on a terminal, unless NO_COLOR is set or it is a dumb one."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return stream.isatty()


def columns() -> int:
    """Columns for prose: those of the terminal, within reason; 80 where there is none."""
    return max(NARROWEST, min(WIDEST, shutil.get_terminal_size().columns))


def wrapped(text: str, indent: str = "", first: str | None = None) -> str:
    """Prose set to the terminal's width; ``first`` begins the first line instead of ``indent``.

    A number stays on one line with its ``%``.
    """
    return textwrap.fill(
        # ``textwrap`` breaks at blanks only, and this is none to it.
        " ".join(text.split()).replace(" %", "\N{NO-BREAK SPACE}%"),
        width=columns(),
        initial_indent=indent if first is None else first,
        subsequent_indent=indent,
        break_on_hyphens=False,
        break_long_words=False,
    ).replace("\N{NO-BREAK SPACE}%", " %")


def table(rows: Rows, *, indent: str = "  ", widest: int = WIDEST) -> list[str]:
    """Rows as lines with aligned columns; the first row is the heading.

    What is wider than ``widest`` is broken within its widest columns.
    """
    widths = _narrowed(rows, widest - len(indent))
    lines: list[str] = []
    for row in rows:
        cells = [
            [cell]
            if len(cell) <= width
            else textwrap.wrap(cell, width, break_on_hyphens=False, break_long_words=False)
            for cell, width in zip(row, widths, strict=True)
        ]
        for parts in zip_longest(*cells, fillvalue=""):
            padded = (f"{part:{width}}" for part, width in zip(parts, widths, strict=True))
            lines.append((indent + "  ".join(padded)).rstrip())
    return lines


def _narrowed(rows: Rows, room: int) -> list[int]:
    """As wide as each column needs; where that is too much the widest give way, down to their
    longest word.
    """
    columns = list(zip(*rows, strict=True))
    widths = [max(map(len, column)) for column in columns]
    words = [[word for cell in column for word in cell.split()] for column in columns]
    least = [max(map(len, of_column), default=0) for of_column in words]
    while sum(widths) + 2 * (len(widths) - 1) > room:
        wide = [place for place, width in enumerate(widths) if width > least[place]]
        if not wide:
            break
        widths[max(wide, key=widths.__getitem__)] -= 1
    return widths


def lines_of(blocks: Iterable[Block]) -> Iterator[str]:
    """A chart as lines of the terminal; a paragraph is one string with line breaks."""
    for block in blocks:
        if isinstance(block, Gap):
            yield ""
            continue
        indent = "  " * (block.level + 1)
        match block:
            case Heading():
                yield indent + block.text
            case Prose():
                yield wrapped(block.text, f"{indent}  " if block.hanging else indent, indent)
            case Labelled():
                room = block.width + block.gap
                first = indent + f"{block.label:{block.width}}" + " " * block.gap
                yield wrapped(block.text, indent + " " * room, first)
            case Cells():
                yield from table(block.rows, indent=indent)
