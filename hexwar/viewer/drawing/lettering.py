"""Lines of text in pixels: how they are set, in the shipped font or those of the machine.

Nearly all text is plain (:func:`is_plain`), and the shipped font sets it at once. Any other line
is put in the order in which it is seen (scripts that run to the left, with numbers within them),
cut into pieces of one font and one script each (:func:`pieces`), and these are drawn beside each
other on the base line of the shipped font.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_left
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache
from io import BytesIO
from itertools import groupby
from pathlib import Path
from typing import Any, Literal, NamedTuple

import pygame

from hexwar.definition.printable import clean, shown
from hexwar.fonts.machine import (
    BOLD,
    REGULAR,
    bold_beside,
    fonts_with,
    is_shipped,
    is_unseen,
    shipped_file,
)

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
        drawable = _drawable(text or "")
        if not super().size(drawable)[0]:
            drawable = ""
        return super().render(drawable, antialias, color, background)

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


@lru_cache(maxsize=2)
def _shipped_file(bold: bool) -> bytes:
    return shipped_file(BOLD if bold else REGULAR)


@lru_cache(maxsize=_FACES_KEPT)
def _face(path: Path, script: str, pixels: int, thickened: bool, slanted: bool) -> _Face:
    """A font of the machine, of which :func:`_opens` has seen that pygame can open it."""
    font, most = pygame.font.Font(str(path), pixels), _TALLEST * pixels
    is_high = font.get_height() > most
    if is_high:
        font = pygame.font.Font(str(path), max(1, int(pixels * most / font.get_height())))
    # One that stays as high has pictures of one size, which are made smaller when they are drawn.
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


# A line of text as it is set: pieces of one font each, from left to right.
#
# Right to left is ordered by the Unicode rules for it (UAX 9) without embeddings, which no name or
# sentence of a game needs: stretches of a strong direction, numbers within them, and what stands
# between goes with its neighbours or else with the line. The letters of a piece are then joined by
# the code that draws it, as its ``script`` demands.


_LINES_KEPT = 4000
_LETTERS_KEPT = 10_000
_FONTS_KEPT = 1000
_JOINERS = "\u200c\u200d"
_MARKS_OF_DIRECTION = "\u200e\u200f\u061c"
_MIRRORED = str.maketrans("()[]{}<>«»", ")(][}{><»«")
_SCRIPTS = {
    **{"ARABIC": "Arab", "HEBREW": "Hebr", "SYRIAC": "Syrc", "THAANA": "Thaa", "NKO": "Nkoo"},
    **{"DEVANAGARI": "Deva", "BENGALI": "Beng", "GURMUKHI": "Guru", "GUJARATI": "Gujr"},
    **{"ORIYA": "Orya", "TAMIL": "Taml", "TELUGU": "Telu", "KANNADA": "Knda"},
    **{"MALAYALAM": "Mlym", "SINHALA": "Sinh", "THAI": "Thai", "LAO": "Laoo"},
    **{"TIBETAN": "Tibt", "MYANMAR": "Mymr", "KHMER": "Khmr", "MONGOLIAN": "Mong"},
}
"""Scripts whose letters are joined, stacked or placed by each other: ISO 15924 by Unicode name."""


class Piece(NamedTuple):
    """Letters of one font, in the order in which they stand; ``font`` is None for the shipped one,
    ``script`` empty where each letter stands by itself.
    """

    text: str
    font: Path | None
    script: str


def is_plain(text: str) -> bool:
    """Whether the shipped font sets a text, letter after letter."""
    return text.isascii() or all(map(is_shipped, text))


@lru_cache(maxsize=_LINES_KEPT)
def pieces(text: str) -> tuple[Piece, ...]:
    """A line of text that is not plain, in pieces from left to right.

    >>> [piece.text for piece in pieces("Hill 12 (עיר)")]
    ['Hill 12 (', 'ריע', ')']
    """
    line = filter(None, _in_order(letters(unicodedata.normalize("NFC", text))))
    set_in = ((letter, _font_of(letter), _script_of(letter)) for letter in line)
    return tuple(
        Piece("".join(letter for letter, *_ in run), font, script)
        for (font, script), run in groupby(set_in, key=lambda setting: setting[1:])
    )


def letters(text: str) -> list[str]:
    """A text letter by letter, each with the marks on it and what is joined to it."""
    if text.isascii():
        return list(text)
    clusters: list[str] = []
    for sign in text:
        is_mark = unicodedata.category(sign)[0] == "M" or sign in _JOINERS
        if clusters and (is_mark or clusters[-1][-1] == "\u200d"):
            clusters[-1] += sign
        else:
            clusters.append(sign)
    return clusters


def cut(word: str, fits: Callable[[str], bool]) -> list[str]:
    """A word in parts that fit, each as long as may be, of a letter at least.

    Japanese has no blanks, so a word may be a chapter: what is measured grows by doubling.
    """
    unset, parts = letters(word), []
    while unset:
        most = 1
        while most < len(unset) and fits("".join(unset[: 2 * most])):
            most *= 2
        between = range(most + 1, min(2 * most, len(unset) + 1))
        most += bisect_left(between, True, key=lambda many: not fits("".join(unset[:many])))
        parts.append("".join(unset[:most]))
        del unset[:most]
    return parts


def units(text: str) -> list[str]:
    """A text in what may be set apart, from left to right: letters, or words where they join."""
    if is_plain(text):
        return list(text)
    if not any(
        piece.script or len(letters(piece.text)) < len(piece.text) for piece in pieces(text)
    ):
        return letters(text)
    words = [part for word in text.split() for part in (" ", word)][1:]
    return words[::-1] if _is_backward(letters(text)) else words


@lru_cache(maxsize=_LETTERS_KEPT)
def _font_of(letter: str) -> Path | None:
    """The first font of this machine that has all of a letter, or else what it is based on."""
    if all(map(is_shipped, letter)):
        return None
    fonts_of_marks = [{*fonts_with(sign)} for sign in letter[1:] if not is_unseen(sign)]
    whole = (
        font for font in fonts_with(letter[0]) if all(font in fonts for fonts in fonts_of_marks)
    )
    return next(filter(_opens, whole), None) or next(filter(_opens, fonts_with(letter[0])), None)


@lru_cache(maxsize=_FONTS_KEPT)
def _opens(font: Path) -> bool:
    """Whether a font is whole: one that cannot be drawn with is passed over."""
    pygame.font.init()
    try:
        return pygame.font.Font(str(font), 12).get_height() > 0
    except (pygame.error, OSError):
        return False


@lru_cache(maxsize=_LETTERS_KEPT)
def _script_of(letter: str) -> str:
    return _SCRIPTS.get(unicodedata.name(letter[0], "").partition(" ")[0], "")


# -- order -----------------------------------------------------------------------------------------


def _is_backward(line: Sequence[str]) -> bool:
    """Whether the first letter with a direction of its own goes from right to left."""
    kinds = (unicodedata.bidirectional(letter[0]) for letter in line)
    return next((kind in ("R", "AL") for kind in kinds if kind in ("L", "R", "AL")), False)


def _in_order(line: list[str]) -> list[str]:
    """Letters as they stand from left to right, with brackets turned where that is backward."""
    kinds, strong = [unicodedata.bidirectional(letter[0]) for letter in line], ""
    # Figures behind Arabic letters are Arabic numbers (rule W2).
    for index, kind in enumerate(kinds):
        strong = kind if kind in ("L", "R", "AL") else strong
        if kind == "EN" and strong == "AL":
            kinds[index] = "AN"
    if not {"R", "AL", "AN"}.intersection(kinds):
        return [_seen(letter) for letter in line]
    base = "R" if _is_backward(line) else "L"
    # How deep each is embedded: even goes to the right, odd to the left.
    depth = {"L": 0, "R": 1, "N": 2} if base == "L" else {"L": 2, "R": 1, "N": 2}
    levels = [depth[direction] for direction in _directions(kinds, base)]
    turned = [
        _seen(letter.translate(_MIRRORED) if level % 2 else letter)
        for letter, level in zip(line, levels, strict=True)
    ]
    # From the deepest level to the first, every run of at least this level is turned round as a
    # whole (rule L2): what has been turned within a longer run keeps its place in that run.
    for least in range(max(levels), 0, -1):
        start = 0
        for is_deep, run in groupby(level >= least for level in levels):
            end = start + len(list(run))
            if is_deep:
                turned[start:end] = turned[start:end][::-1]
            start = end
    return turned


_BETWEEN = {"ES": {"EN"}, "CS": {"EN", "AN"}}
"""Signs that belong to a number between two figures of one of these kinds."""


def _directions(kinds: list[str], base: str) -> list[str]:
    """L, R or N (a number within what goes to the left) for each: rules W4 to W7, N1 and N2."""
    strong, towards = base, []
    for index, kind in enumerate(kinds):
        around = {kinds[index - 1] if index else "", kinds[index + 1] if kinds[index + 1 :] else ""}
        if kind in ("L", "R", "AL"):
            strong = "L" if kind == "L" else "R"
            towards.append(strong)
        elif kind in ("EN", "AN") or (len(around) == 1 and around <= _BETWEEN.get(kind, set())):
            towards.append("L" if kind != "AN" and strong == "L" else "N")
        elif kind == "ET" and "EN" in around:
            towards.append("L" if strong == "L" else "N")
        else:
            towards.append("")
    # What has no direction goes with its neighbours where both go one way, else with the line.
    for index, direction in enumerate(towards):
        if direction:
            continue
        incoming = towards[index - 1] if index else base
        outgoing = next((later for later in towards[index:] if later), base)
        sides = {"L" if side == "L" else "R" for side in (incoming, outgoing)}
        towards[index] = sides.pop() if len(sides) == 1 else base
    return towards


def _seen(letter: str) -> str:
    """A letter without what only turns the writing; what cannot be seen is written out."""
    if letter.isprintable():
        return letter
    visible = ""
    for sign in letter:
        if sign in _MARKS_OF_DIRECTION:
            continue
        # Of no category (Cn) are characters that this Python does not know yet, but a font may.
        has_shape = sign.isprintable() or unicodedata.category(sign) in ("Cn", "Co")
        visible += sign if sign in _JOINERS or has_shape else shown(sign)
    return visible
