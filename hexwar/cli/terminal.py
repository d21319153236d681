"""What a command may assume of the place it writes to."""

from __future__ import annotations

import os
import shutil
import textwrap
from typing import TextIO

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
    """Prose set to the terminal's width; ``first`` begins the first line instead of ``indent``."""
    return textwrap.fill(
        " ".join(text.split()),
        width=columns(),
        initial_indent=indent if first is None else first,
        subsequent_indent=indent,
        break_on_hyphens=False,
        break_long_words=False,
    )
