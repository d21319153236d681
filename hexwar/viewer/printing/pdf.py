"""Leaves as a PDF, by fpdf2: which is pure Python, maintained, and has few dependencies.

Text is embedded in its fonts, so that it can be searched and copied. fpdf2 may fail on fonts of the
machine, when they are added or only when all is written at the end: then all is written again, with
their letters as pictures. The fonts that come with hexwar never fail.
"""

from __future__ import annotations

import logging
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib.resources import as_file, files
from itertools import tee
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pygame

from hexwar.fonts.machine import BOLD, REGULAR
from hexwar.viewer.drawing.lettering import is_plain
from hexwar.viewer.drawing.theme import font
from hexwar.viewer.printing.leaves import EDGE, InkedBox, InkedPicture, Leaf, Letters, Stroke

if TYPE_CHECKING:
    from fpdf import FPDF

_POINT = 25.4 / 72
_WRITTEN = datetime(2000, 1, 1, tzinfo=UTC)
"""The date in every file, so that equal leaves make equal files whenever they are written."""

_FINE = 24
"""Pixels to the millimetre, of letters that are pictures: as fine as printers print."""

_DARK, _LIGHT, _NEARLY_WHITE = 90, 150, 235
"""Channels of a photo where ink is saved: up to dark they are kept, from light on nearly white."""


class NoPrinterError(RuntimeError):
    """What writes PDFs is not installed."""


def pdf(title: str, leaves: Iterable[Leaf], *, saving: bool = False) -> bytes:
    """A PDF, a page a leaf; ``saving``: photos with little ink.

    :class:`NoPrinterError` where fpdf2 is not installed.
    """
    try:
        from fpdf import FPDF  # noqa: F401 - asked for here, since the rest needs it
    except ImportError as missing:
        why = "printing needs fpdf2, which comes with the extra: pip install 'hexwar[print]'"
        raise NoPrinterError(why) from missing
    # Leaves come one by one and only once: a copy of each waits for a second try.
    leaves, again = tee(leaves)
    with _in_silence():
        try:
            return _Printer(title, saving=saving).write(leaves)
        except Exception:  # whatever the library makes of fonts of the machine
            return _Printer(title, saving=saving, embedding=False).write(again)


@contextmanager
def _in_silence() -> Iterator[None]:
    """Lines of the libraries go nowhere meanwhile: what there is to say is hexwar's to say."""
    loggers = [logging.getLogger(name) for name in ("fpdf", "fontTools")]
    went_on = [logger.propagate for logger in loggers]
    nowhere = logging.NullHandler()
    for logger in loggers:
        logger.propagate = False
        logger.addHandler(nowhere)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        for logger, propagate in zip(loggers, went_on, strict=True):
            logger.propagate = propagate
            logger.removeHandler(nowhere)


class _Printer:
    """One document of fpdf2. ``embedding``: fonts of the machine are put into it."""

    def __init__(self, title: str, *, saving: bool, embedding: bool = True) -> None:
        from fpdf import FPDF

        self._saving, self._embedding = saving, embedding
        self._families: dict[Path, str] = {}
        self._document = document = FPDF(unit="mm")
        document.set_auto_page_break(False)
        document.set_title(title)
        document.set_creator("hexwar")
        document.set_creation_date(_WRITTEN)
        for style, name in (("", REGULAR), ("B", BOLD)):
            with as_file(files("hexwar.fonts").joinpath(name)) as path:
                document.add_font("Fira", style, path)

    def write(self, leaves: Iterable[Leaf]) -> bytes:
        """The leaves, a page each."""
        document = self._document
        for leaf in leaves:
            document.add_page(format=(leaf.width, leaf.height))
            for item in leaf.items:
                match item:
                    case Letters():
                        document.set_text_color(*item.color)
                        if is_plain(item.text):
                            self._letter(item, "Fira", item.text, item.left)
                        else:
                            self._letter_in_pieces(item)
                    case Stroke(start, end, wide, color):
                        document.set_line_width(wide)
                        document.set_draw_color(*color)
                        document.line(*start, *end)
                    case InkedBox():
                        style = "F" * (item.fill is not None) + "D" * (item.edge is not None)
                        document.set_line_width(EDGE)
                        if item.fill is not None:
                            document.set_fill_color(*item.fill)
                        if item.edge is not None:
                            document.set_draw_color(*item.edge)
                        document.rect(item.left, item.top, item.width, item.height, style=style)
                    case InkedPicture():
                        _paste(document, item, self._saving)
        return bytes(document.output())

    def _letter(self, letters: Letters, family: str, text: str, left: float) -> None:
        style = "B" if letters.bold and family == "Fira" else ""
        self._document.set_font(family, style, letters.size / _POINT)
        self._document.text(left, letters.base, text)

    def _letter_in_pieces(self, item: Letters) -> None:
        """Text of several fonts: as letters, or as a picture where letters are joined or coloured,
        as fpdf2 would need a library more for that.
        """
        lettering, left = font(round(item.size * _FINE), item.bold), item.left
        for piece, wide in lettering.measured(item.text):
            path = lettering.font_of(piece)
            family = "Fira" if path is None else self._family(path)
            if family and lettering.is_outlined(piece):
                self._letter(item, family, piece.text, left)
            elif wide:
                surface, down = lettering.draw(piece, item.color)
                top = item.base + (down - lettering.get_ascent()) / _FINE
                width, height = (pixels / _FINE for pixels in surface.get_size())
                picture = InkedPicture(surface.copy, left, top, width, height)
                _paste(self._document, picture, self._saving)
            left += wide / _FINE

    def _family(self, path: Path) -> str:
        """The family that a font of the machine is in the document; none if it cannot be in it."""
        if not self._embedding:
            return ""
        if path not in self._families:
            family = f"machine{len(self._families)}"
            try:
                self._document.add_font(family, "", path)
            except Exception:  # of a font that the library does not understand
                family = ""
            self._families[path] = family
        return self._families[path]


def _paste(document: FPDF, item: InkedPicture, saving: bool) -> None:
    """Put a picture into a document: a photo as JPEG, all else without loss."""
    from PIL import Image

    surface = item.draw()
    mode: Literal["RGB", "RGBA"] = "RGBA" if surface.get_flags() & pygame.SRCALPHA else "RGB"
    picture = Image.frombytes(mode, surface.get_size(), pygame.image.tobytes(surface, mode))
    if item.photo:
        picture = picture.convert("RGB")
    if saving and item.photo:
        picture = picture.point([_thinned(channel) for channel in range(256)] * 3)
    document.set_image_filter("DCTDecode" if item.photo else "FlateDecode")
    document.image(picture, item.left, item.top, item.width, item.height)


def _thinned(channel: int) -> int:
    """A channel of a photo where ink is saved: lines stay, backgrounds go.

    >>> _thinned(40), _thinned(150), _thinned(255)
    (40, 235, 255)
    """
    if channel <= _DARK:
        return channel
    if channel >= _LIGHT:
        return _NEARLY_WHITE + (channel - _LIGHT) * (255 - _NEARLY_WHITE) // (255 - _LIGHT)
    return _DARK + (channel - _DARK) * (_NEARLY_WHITE - _DARK) // (_LIGHT - _DARK)
