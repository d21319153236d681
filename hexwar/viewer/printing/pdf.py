"""Leaves as a PDF, by fpdf2: written in Python alone, kept up, and small in what it drags in."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from importlib.resources import as_file, files
from typing import TYPE_CHECKING, Literal

import pygame

from hexwar.fonts.machine import BOLD, REGULAR
from hexwar.viewer.printing.leaves import Item, Leaf, Letters, Panel, Picture, Stroke

if TYPE_CHECKING:
    from fpdf import FPDF

_POINT = 25.4 / 72
_WRITTEN = datetime(2000, 1, 1, tzinfo=UTC)
"""The same leaves make the same file, whenever it is written."""

_DARK, _LIGHT = 90, 150
"""Channels of a photo: darker ones are kept where ink is saved, those above are nearly white."""


class NoPrinterError(RuntimeError):
    """What writes PDFs is not installed."""


def pdf(title: str, leaves: Iterable[Leaf], *, saving: bool = False) -> bytes:
    """A PDF, a page a leaf; ``saving``: photos with little ink.

    :class:`NoPrinterError` where fpdf2 is not installed.
    """
    try:
        from fpdf import FPDF
    except ImportError as missing:
        told = "printing needs fpdf2, which comes with the extra: pip install 'hexwar[print]'"
        raise NoPrinterError(told) from missing
    document = FPDF(unit="mm")
    document.set_auto_page_break(False)
    document.set_title(title)
    document.set_creator("hexwar")
    document.set_creation_date(_WRITTEN)
    for style, name in (("", REGULAR), ("B", BOLD)):
        with as_file(files("hexwar.fonts").joinpath(name)) as path:
            document.add_font("Fira", style, path)
    for leaf in leaves:
        document.add_page(format=(leaf.width, leaf.height))
        for item in leaf.items:
            _draw(document, item, saving)
    return bytes(document.output())


def _draw(document: FPDF, item: Item, saving: bool) -> None:
    match item:
        case Letters():
            document.set_font("Fira", "B" if item.bold else "", item.size / _POINT)
            document.set_text_color(*item.color)
            document.text(item.left, item.base, item.text)
        case Stroke(start, end, wide, color):
            document.set_line_width(wide)
            document.set_draw_color(*color)
            document.line(*start, *end)
        case Panel():
            style = "F" * (item.fill is not None) + "D" * (item.edge is not None)
            document.set_line_width(0.15)
            if item.fill is not None:
                document.set_fill_color(*item.fill)
            if item.edge is not None:
                document.set_draw_color(*item.edge)
            document.rect(item.left, item.top, item.width, item.height, style=style)
        case Picture():
            _paste(document, item, saving)


def _paste(document: FPDF, item: Picture, saving: bool) -> None:
    from PIL import Image

    drawn = item.draw()
    mode: Literal["RGB", "RGBA"] = "RGBA" if drawn.get_flags() & pygame.SRCALPHA else "RGB"
    picture = Image.frombytes(mode, drawn.get_size(), pygame.image.tobytes(drawn, mode))
    if item.photo:
        picture = picture.convert("RGB")
    if saving and item.photo:
        picture = picture.point([_thinned(channel) for channel in range(256)] * 3)
    document.set_image_filter("DCTDecode" if item.photo else "FlateDecode")
    document.image(picture, item.left, item.top, item.width, item.height)


def _thinned(channel: int) -> int:
    """A channel of a photo where ink is saved: lines stay, grounds go.

    >>> _thinned(40), _thinned(150), _thinned(255)
    (40, 235, 255)
    """
    if channel <= _DARK:
        return channel
    if channel >= _LIGHT:
        return 235 + (channel - _LIGHT) * 20 // (255 - _LIGHT)
    return _DARK + (channel - _DARK) * (235 - _DARK) // (_LIGHT - _DARK)
