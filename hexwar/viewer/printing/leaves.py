"""Leaves of paper: what stands where, in millimetres; and leaves as pictures.

The modules that fill leaves know nothing of files, and what makes pictures and files of them (the
functions below, :mod:`hexwar.viewer.printing.pdf`) knows nothing of what is on them. Four kinds of
thing lie on a leaf, placed to the millimetre: no layout is left to the program that writes the
file, as no two programs break lines alike.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from dataclasses import dataclass, field
from html import escape
from io import BytesIO

import pygame

from hexwar.definition.svg import SVG
from hexwar.viewer.drawing.lettering import cut
from hexwar.viewer.drawing.theme import Color, font, mix
from hexwar.viewer.page.svg import element, hexed

BLACK: Color = (20, 17, 13)
GREY: Color = (110, 104, 94)

_WHITE: Color = (255, 255, 255)
EDGE = 0.15  # millimetres of a line that is to be thin, as the edge of a box
_SAVED = 0.8  # of white in a ground where ink is saved
_MEASURED = 100  # pixels of the letters that are measured: enough for a tenth of a millimetre


@dataclass(frozen=True, slots=True)
class Paper:
    """A size of paper, upright, in millimetres."""

    title: str
    width: float
    height: float

    @property
    def lying(self) -> Paper:
        """This paper on its side."""
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
    wide: float = EDGE
    color: Color = BLACK


@dataclass(frozen=True, slots=True)
class InkedBox:
    """A rectangle with a ground, an edge or both."""

    left: float
    top: float
    width: float
    height: float
    fill: Color | None = None
    edge: Color | None = None


@dataclass(frozen=True, slots=True)
class InkedPicture:
    """A picture, drawn when its leaf is. ``photo``: its many colours are packed with some loss."""

    draw: Callable[[], pygame.Surface]
    left: float
    top: float
    width: float
    height: float
    photo: bool = False


Item = Letters | Stroke | InkedBox | InkedPicture


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
    return mix(color, _WHITE, _SAVED) if saving else color


# Leaves as pictures: drawn by pixels, or as SVG.
#
# Leaves hold letters, strokes, panels and pictures, in millimetres, and nothing else; the same
# leaves are written as PDF elsewhere. So what is printed, seen as a picture and read as SVG cannot
# differ.


def drawn(leaf: Leaf, dots: float) -> pygame.Surface:
    """A leaf in pixels, ``dots`` to the millimetre."""
    surface = pygame.Surface((round(leaf.width * dots), round(leaf.height * dots)))
    surface.fill(_WHITE)
    for item in leaf.items:
        match item:
            case Letters():
                letters = font(round(item.size * dots), item.bold)
                text = letters.render(item.text, True, item.color)
                surface.blit(text, (item.left * dots, item.base * dots - letters.get_ascent()))
            case Stroke():
                start, end = ((x * dots, y * dots) for x, y in (item.start, item.end))
                pygame.draw.line(surface, item.color, start, end, max(1, round(item.wide * dots)))
            case InkedBox():
                box = _box(item, dots)
                if item.fill is not None:
                    pygame.draw.rect(surface, item.fill, box)
                if item.edge is not None:
                    pygame.draw.rect(surface, item.edge, box, 1)
            case InkedPicture():
                box = _box(item, dots)
                surface.blit(pygame.transform.smoothscale(item.draw(), box.size), box)
    return surface


def _box(item: InkedBox | InkedPicture, dots: float) -> pygame.Rect:
    """Where it lies in pixels. Its edges are rounded, not its size, so that neighbours meet."""
    left, top = round(item.left * dots), round(item.top * dots)
    right = round((item.left + item.width) * dots)
    foot = round((item.top + item.height) * dots)
    return pygame.Rect(left, top, right - left, foot - top)


def svg(leaf: Leaf) -> str:
    """A leaf as SVG; one unit of it is a millimetre."""
    size = f"0 0 {_mm(leaf.width)} {_mm(leaf.height)}"
    ground = element("rect", width="100%", height="100%", fill="#ffffff")
    parts = "".join(_element(item) for item in leaf.items)
    return element(
        "svg",
        ground + parts,
        xmlns=SVG,
        viewBox=size,
        width=f"{_mm(leaf.width)}mm",
        height=f"{_mm(leaf.height)}mm",
        font_family="Fira Sans, sans-serif",
    )


def _element(item: Item) -> str:
    """What lies on a leaf as an element of SVG."""
    match item:
        case Letters():
            return element(
                "text",
                escape(item.text),
                x=_mm(item.left),
                y=_mm(item.base),
                font_size=_mm(item.size),
                font_weight="600" if item.bold else None,
                fill=hexed(item.color),
                # The reader's font may be another: the text keeps the width for which it was set.
                textLength=_mm(item.width),
                lengthAdjust="spacingAndGlyphs",
            )
        case Stroke((x1, y1), (x2, y2), wide, color):
            ends = {"x1": _mm(x1), "y1": _mm(y1), "x2": _mm(x2), "y2": _mm(y2)}
            return element("line", **ends, stroke=hexed(color), stroke_width=_mm(wide))
        case InkedBox():
            fill = "none" if item.fill is None else hexed(item.fill)
            edge = None if item.edge is None else hexed(item.edge)
            line = None if edge is None else f"{EDGE:g}"
            return element("rect", **_placed(item), fill=fill, stroke=edge, stroke_width=line)
        case InkedPicture():
            png = BytesIO()
            pygame.image.save(item.draw(), png, "picture.png")
            embedded = f"data:image/png;base64,{b64encode(png.getvalue()).decode('ascii')}"
            return element("image", **_placed(item), href=embedded)


def _placed(item: InkedBox | InkedPicture) -> dict[str, str]:
    return {
        "x": _mm(item.left),
        "y": _mm(item.top),
        "width": _mm(item.width),
        "height": _mm(item.height),
    }


def _mm(length: float) -> str:
    return f"{round(length, 3):g}"
