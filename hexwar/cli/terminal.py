"""What a command may assume of the place it writes to.

Colours, the width of prose, tables with aligned columns, and the charts of a game as lines:
commands print through these, so that all of them look alike and read well in a file.
"""

from __future__ import annotations

import os
import shutil
import textwrap
from collections.abc import Iterable, Iterator
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


def table(rows: Rows, *, indent: str = "  ") -> list[str]:
    """Rows as lines with aligned columns; the first row is the heading."""
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    return [
        (indent + "  ".join(f"{c:{w}}" for c, w in zip(row, widths, strict=True))).rstrip()
        for row in rows
    ]


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
