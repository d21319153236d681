"""What a counter is in words, for who does not read the symbols of maps."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import pygame

from hexwar.viewer.drawing.theme import Color, font, lettering

_SMALLEST = 7  # pixels of lettering; below, words are cut
_LETTERS = (99, 6, 5, 4, 3)
"""Letters that are kept of each word, fewer until all of it fits."""


def draw_words(surface: pygame.Surface, text: str, room: pygame.Rect, ink: Color) -> None:
    """A few words in the middle of a rectangle, as large as they go."""
    pixels, lines = fitted_words(text, room.width, room.height)
    high = _high(pixels)
    top = room.centery - high * len(lines) // 2
    for row, line in enumerate(lines):
        drawn = lettering(line, pixels, ink, bold=True)
        box = drawn.get_rect(center=(room.centerx, top + high * row + high // 2))
        surface.blit(drawn, box, drawn.get_rect().clip(room.move(-box.left, -box.top)))


def fitted_words(text: str, width: int, height: int) -> tuple[int, list[str]]:
    """The size in pixels, and the lines that fit: words are cut only when nothing else helps."""
    words = text.split() or [""]
    # Smaller letters come before shorter words: a whole word is read even if it is small.
    for most in _LETTERS:
        shortened = [word if len(word) <= most else f"{word[: most - 1]}." for word in words]
        for pixels in range(max(_SMALLEST, round(height * 0.62)), _SMALLEST - 1, -1):
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
    line = ""
    for word in words:
        longer = f"{line} {word}" if line else word
        if line and measure(longer)[0] > width:
            yield line
            longer = word
        line = longer
    yield line
