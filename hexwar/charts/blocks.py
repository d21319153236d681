"""What a chart is made of: headings, prose, entries with a label, and grids of cells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

Rows = Sequence[Sequence[str]]
"""The cells of a grid by rows of equal length; the first row is the heading."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A line above what belongs to it; ``level`` 0 is the highest on a page."""

    text: str
    level: int = 0


@dataclass(frozen=True, slots=True)
class Prose:
    """A paragraph. ``hanging``: lines after its first stand further in, as in a list."""

    text: str
    level: int = 0
    hanging: bool = True


@dataclass(frozen=True, slots=True)
class Labelled:
    """A paragraph behind a label, such as a number or the code of a result.

    ``width`` characters are kept for the labels of a list, and ``gap`` between them and the text.
    """

    label: str
    text: str
    width: int
    gap: int = 2
    level: int = 0


@dataclass(frozen=True, slots=True)
class Cells:
    """A table of cells."""

    rows: Rows
    level: int = 0


@dataclass(frozen=True, slots=True)
class Gap:
    """Some room before what follows."""


Block = Heading | Prose | Labelled | Cells | Gap

Page = tuple[str, Iterable[Block]]
"""A chart with its title."""
