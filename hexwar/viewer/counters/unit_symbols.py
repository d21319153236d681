"""Unit symbols and size marks, drawn from the SVG files that ship in ``symbols``; and words.

A symbol that is not known is a plain box with letters. The ink and the weight of the lines are
written into the text of the SVG before it is drawn, so that one file serves counters of every
colour and size. For players who cannot read map symbols the same box says in words what a counter
is: how these are fitted into it stands last.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO

import pygame

from hexwar.rules.units.rules import LETTERED, known_symbol
from hexwar.viewer.drawing.theme import Color, font, lettering

ASPECT = 116 / 166
"""Height over width of a symbol with its margin."""

SIZE_ASPECT = 42 / 200
"""Height over width of a size mark; its width is 200 / 166 of the symbol's on the same scale."""

_BOX_TOP, _BOX_HEIGHT = 8 / 116, 100 / 116


@cache
def _shipped() -> frozenset[str]:
    folder = files("hexwar.viewer.counters").joinpath("symbols")
    return frozenset(file.name[:-4] for file in folder.iterdir() if file.name.endswith(".svg"))


@cache
def drawing(name: str) -> str:
    """The SVG of a symbol that is known, drawn in black."""
    return files("hexwar.viewer.counters").joinpath("symbols", f"{name}.svg").read_text("utf-8")


def _load(name: str, width: int, height: int, color: Color, weight: float) -> pygame.Surface:
    """The drawing at a size in pixels: SDL draws an SVG at the size that its text names."""
    ink = "#{:02x}{:02x}{:02x}".format(*color)
    text = drawing(name).replace("#000000", ink)
    text = re.sub(
        r'stroke-width="([\d.]+)"',
        lambda match: f'stroke-width="{float(match[1]) * weight:.2f}"',
        text,
    )
    text = re.sub(r'width="\d+" height="\d+"', f'width="{width}" height="{height}"', text, count=1)
    return pygame.image.load(BytesIO(text.encode()), f"{name}.svg")


def lettered(name: str, title: str) -> tuple[str, str]:
    """The drawing for a symbol, and the letters to put into it where there is none of its own.

    >>> lettered("armor", "Tanks"), lettered("elephants", "War elephants")
    (('armour', ''), ('plain', 'WE'))
    """
    if (drawn := known_symbol(name)) is not None:
        return drawn, ""
    return "plain", LETTERED.get(name.strip().lower()) or initials(title or name)


@lru_cache(maxsize=512)
def symbol(name: str, title: str, width: int, color: Color, weight: float = 1.0) -> pygame.Surface:
    """A unit symbol in its box, ``width`` pixels wide with its margin.

    ``title`` is the unit type's: its initials stand in a plain box when ``name`` is unknown.
    ``weight`` thickens every line.
    """
    height = max(4, round(width * ASPECT))
    drawing_name, letters = lettered(name, title)
    surface = _load(drawing_name, width, height, color, weight)
    if not letters:
        return surface
    text = font(max(7, round(height * (0.52 if len(letters) < 3 else 0.42))), bold=True)
    picture = text.render(letters, True, color)
    middle = (width // 2, round(height * (_BOX_TOP + _BOX_HEIGHT / 2)))
    surface.blit(picture, picture.get_rect(center=middle))
    return surface


@lru_cache(maxsize=256)
def size_mark(size: str, width: int, color: Color, weight: float = 1.0) -> pygame.Surface | None:
    """The mark of a unit's size (company, battalion ...), None for a size that has no mark."""
    name = f"size_{size.strip().lower().replace(' ', '_').replace('-', '_')}"
    if name not in _shipped():
        return None
    return _load(name, width, max(2, round(width * SIZE_ASPECT)), color, weight)


def initials(title: str) -> str:
    """Up to three initials of a title, of a single word its first two letters.

    >>> initials("War elephants"), initials("Elephants")
    ('WE', 'EL')
    """
    words = re.findall(r"\w+", title)
    if len(words) == 1:
        return str(words[0][:2]).upper()
    return "".join(word[0] for word in words[:3]).upper()


# -- what a counter is in words -------------------------------------------------------------------


_SMALLEST = 7  # pixels of lettering; below, words are cut
_LETTERS = (99, 6, 5, 4, 3)
"""Letters that are kept of each word, fewer until all of it fits."""


def draw_words(
    surface: pygame.Surface, text: str, room: pygame.Rect, ink: Color, largest: int | None = None
) -> None:
    """A few words in the middle of a rectangle, as large as they go, ``largest`` pixels at most."""
    pixels, lines = fitted_words(text, room.width, room.height, largest)
    pitch = _high(pixels)
    top = room.centery - pitch * len(lines) // 2
    for row, line in enumerate(lines):
        drawn = lettering(line, pixels, ink, bold=True)
        box = drawn.get_rect(center=(room.centerx, top + pitch * row + pitch // 2))
        surface.blit(drawn, box, drawn.get_rect().clip(room.move(-box.left, -box.top)))


def fitted_words(
    text: str, width: int, height: int, largest: int | None = None
) -> tuple[int, list[str]]:
    """The size in pixels, ``largest`` or less, and the lines that fit: words are cut only when
    nothing else helps.
    """
    words = text.split() or [""]
    tallest = round(height * 0.62) if largest is None else largest
    # Smaller letters come before shorter words: a whole word is read even if it is small.
    for most in _LETTERS:
        shortened = [word if len(word) <= most else f"{word[: most - 1]}." for word in words]
        for pixels in range(max(_SMALLEST, tallest), _SMALLEST - 1, -1):
            lines = list(_lines(shortened, width, font(pixels, bold=True).size))
            fits = all(font(pixels, bold=True).size(line)[0] <= width for line in lines)
            if fits and len(lines) * _high(pixels) <= height:
                return pixels, lines
    return _SMALLEST, [shortened[0]]


def _high(pixels: int) -> int:
    """The height of a line without the room for accents."""
    return round(pixels * 1.02)


def _lines(
    words: Sequence[str], width: int, measure: Callable[[str], tuple[int, int]]
) -> Iterator[str]:
    """Words set into lines of a width, each as long as it goes; a long word has one to itself."""
    line = ""
    for word in words:
        longer = f"{line} {word}" if line else word
        if line and measure(longer)[0] > width:
            yield line
            longer = word
        line = longer
    yield line
