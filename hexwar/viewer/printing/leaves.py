"""Leaves of paper: what stands where, in millimetres from the upper left corner.

Whoever fills leaves knows nothing of files; :mod:`hexwar.viewer.printing.pdf` and
:mod:`hexwar.viewer.printing.pictures` know nothing of what is on them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import pygame

from hexwar.viewer.drawing.theme import Color, font, mix
from hexwar.viewer.drawing.writing import cut

BLACK: Color = (20, 17, 13)
GREY: Color = (110, 104, 94)

_MEASURED = 100  # pixels of the letters that are measured: enough for a tenth of a millimetre


@dataclass(frozen=True, slots=True)
class Paper:
    """A size of paper, upright, in millimetres."""

    title: str
    width: float
    height: float

    @property
    def lying(self) -> Paper:
        """The same paper on its side."""
        return Paper(self.title, self.height, self.width)


PAPERS = {"a4": Paper("A4", 210, 297), "letter": Paper("Letter", 215.9, 279.4)}

MARGIN = 10.0
"""Millimetres at each edge that printers leave white."""


@dataclass(frozen=True, slots=True)
class Letters:
    """A line of text from ``left`` on its ``base`` line; ``size`` is the height of an em."""

    text: str
    left: float
    base: float
    size: float
    bold: bool = False
    color: Color = BLACK

    @property
    def width(self) -> float:
        """How far the line runs."""
        return width_of(self.text, self.size, self.bold)


@dataclass(frozen=True, slots=True)
class Stroke:
    """A straight line between two points, so many millimetres ``wide``."""

    start: tuple[float, float]
    end: tuple[float, float]
    wide: float = 0.15
    color: Color = BLACK


@dataclass(frozen=True, slots=True)
class Panel:
    """A rectangle with a ground, an edge or both."""

    left: float
    top: float
    width: float
    height: float
    fill: Color | None = None
    edge: Color | None = None


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture, drawn when its leaf is. ``photo``: its many colours are packed with some loss."""

    draw: Callable[[], pygame.Surface]
    left: float
    top: float
    width: float
    height: float
    photo: bool = False


Item = Letters | Stroke | Panel | Picture


@dataclass(slots=True)
class Leaf:
    """One side of a sheet of paper."""

    width: float
    height: float
    items: list[Item] = field(default_factory=list)


def width_of(text: str, size: float, bold: bool = False) -> float:
    """How far a line of text runs, in millimetres, with letters of ``size`` millimetres."""
    return font(_MEASURED, bold).size(text)[0] * size / _MEASURED


def wrapped(text: str, width: float, size: float, bold: bool = False) -> list[str]:
    """A text in lines of at most ``width`` millimetres; a word that is longer is cut."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer, size, bold) <= width:
            lines[-1] = longer
        else:
            lines += cut(word, lambda part: width_of(part, size, bold) <= width)
    return lines


def printed(color: Color, saving: bool) -> Color:
    """A ground as it is printed: hardly a tint where ink is saved."""
    return mix(color, (255, 255, 255), 0.8) if saving else color
