"""Writing SVG: numbers, points and colours, and text that cannot end an element."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from hexwar.viewer.drawing.geometry import Point
from hexwar.viewer.drawing.theme import Color

UNIT = 40
"""Pixels of the drawing from a hex's centre to its corner."""


def size(units: float) -> str:
    """A length in pixels of the drawing.

    >>> size(1.5), size(0.333)
    ('60', '13.3')
    """
    return f"{round(units * UNIT, 1):g}"


def points(line: Iterable[Point]) -> str:
    """The points of a line as an attribute has them."""
    return " ".join(f"{size(x)},{size(y)}" for x, y in line)


def hexed(color: Color) -> str:
    """A colour as ``#rrggbb``."""
    return "#{:02x}{:02x}{:02x}".format(*color)


def element(tag: str, content: str = "", **attributes: object) -> str:
    """An element; a trailing or inner ``_`` of a name is none or a hyphen; values are escaped.

    >>> element("use", href="#h", class_="t0", stroke_width=2)
    '<use href="#h" class="t0" stroke-width="2"/>'
    """
    written = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{escape(str(value))}"'
        for name, value in attributes.items()
        if value is not None
    )
    return f"<{tag}{written}>{content}</{tag}>" if content else f"<{tag}{written}/>"


def text(line: str, at: Point, **attributes: object) -> str:
    """A line of text with its middle at a point."""
    return element("text", escape(line), x=size(at[0]), y=size(at[1]), **attributes)
