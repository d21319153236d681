"""Lines of text in pixels: the shipped font, and those of the machine for what it lacks."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any, Literal, NamedTuple

import pygame

from hexwar.definition.printable import clean
from hexwar.fonts.machine import BOLD, REGULAR, bold_beside, shipped_file
from hexwar.viewer.drawing.writing import Piece, is_plain, pieces

_FACES_KEPT = 48
"""Fonts of the machine in one size each: every one is an open file, of which few are allowed."""

_TALLEST = 1.6
"""Ems of a line: a font that needs more, for its long strokes, is set smaller."""

_PICTURED = 1.15
"""Ems of the line of a font that has pictures of one size in place of outlines."""


class _Face(NamedTuple):
    """A font of the machine; what it draws is made so much smaller."""

    font: pygame.font.Font
    scale: float
    is_outlined: bool


class Lettering(pygame.font.Font):
    """A font that takes any text: names in games and saves are a stranger's words.

    What the shipped font lacks is set with fonts of the machine, on the same base line, and no line
    becomes higher by it. pygame's own raises an error at a null character, half a character or a
    text without width.
    """

    def __init__(self, pixels: int, *, bold: bool = False, slanted: bool = False) -> None:
        super().__init__(BytesIO(_shipped_file(bold)), pixels)
        self._looks = pixels, bold, slanted
        self.set_italic(slanted)

    def size(self, text: str | bytes) -> tuple[int, int]:
        """Width and height of a line of text, in pixels."""
        if isinstance(text, bytes) or is_plain(text):
            return super().size(_drawable(text))
        return sum(map(self._width, pieces(text))), self.get_height()

    def render(
        self,
        text: str | bytes | None,
        antialias: bool | Literal[0, 1],
        color: Any,
        background: Any = None,
    ) -> pygame.Surface:
        """A picture of a line of text."""
        if isinstance(text, str) and not is_plain(text):
            return self._composed(text, color, background)
        drawn = _drawable(text or "")
        if not super().size(drawn)[0]:
            drawn = ""
        return super().render(drawn, antialias, color, background)

    def measured(self, text: str) -> list[tuple[Piece, int]]:
        """The pieces of a text that is not plain, each with its width in pixels."""
        return [(piece, self._width(piece)) for piece in pieces(text)]

    def font_of(self, piece: Piece) -> Path | None:
        """The font of the machine that letters a piece: a bold one, where this is bold."""
        if piece.font is None or not self._looks[1]:
            return piece.font
        return bold_beside(piece.font, piece.text) or piece.font

    def is_outlined(self, piece: Piece) -> bool:
        """Whether a piece has outlines, set at the size of the line letter after letter."""
        face = self._face(piece)
        return not piece.script and (face is None or face.is_outlined)

    def draw(self, piece: Piece, color: Any) -> tuple[pygame.Surface, int]:
        """A picture of a piece, and how far below the top of the line it belongs."""
        face = self._face(piece)
        if face is None:
            return super().render(piece.text, True, color), 0
        picture = face.font.render(piece.text, True, color)
        if face.scale < 1:
            size = self._width(piece), max(1, round(picture.get_height() * face.scale))
            picture = pygame.transform.smoothscale(picture, size)
        ink = picture.get_bounding_rect()
        top = self.get_ascent() - round(face.font.get_ascent() * face.scale)
        # Rather a little off the base line than without its marks.
        return picture, max(-ink.top, min(top, self.get_height() - ink.bottom))

    def _face(self, piece: Piece) -> _Face | None:
        pixels, bold, slanted = self._looks
        path = self.font_of(piece)
        if path is None:
            return None
        return _face(path, piece.script, pixels, bold and path == piece.font, slanted)

    def _width(self, piece: Piece) -> int:
        face = self._face(piece)
        if face is None:
            return super().size(piece.text)[0]
        return round(face.font.size(piece.text)[0] * face.scale)

    def _composed(self, text: str, color: Any, background: Any) -> pygame.Surface:
        surface = pygame.Surface(self.size(text), pygame.SRCALPHA)
        if background is not None:
            surface.fill(background)
        left = 0
        for piece, wide in self.measured(text):
            if wide:
                picture, top = self.draw(piece, color)
                surface.blit(picture, (left, top))
            left += wide
        return surface


@lru_cache(maxsize=2)
def _shipped_file(bold: bool) -> bytes:
    return shipped_file(BOLD if bold else REGULAR)


@lru_cache(maxsize=_FACES_KEPT)
def _face(path: Path, script: str, pixels: int, thickened: bool, slanted: bool) -> _Face:
    """A font of the machine that pygame has opened before."""
    font, most = pygame.font.Font(str(path), pixels), _TALLEST * pixels
    is_high = font.get_height() > most
    if is_high:
        font = pygame.font.Font(str(path), max(1, int(pixels * most / font.get_height())))
    is_pictured = font.get_height() > most
    if not is_pictured:
        font.set_bold(thickened)
        font.set_italic(slanted)
    if script:
        with suppress(AttributeError, NotImplementedError, pygame.error):  # without HarfBuzz
            font.set_script(script)
    scale = _PICTURED * pixels / font.get_height() if is_pictured else 1.0
    return _Face(font, scale, not is_high)


def _drawable(text: str | bytes) -> str | bytes:
    return clean(text) if isinstance(text, str) and not text.isprintable() else text
