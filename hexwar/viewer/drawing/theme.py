"""Colours, fonts and sizes of the interface.

Sizes in code are *points*: pixels at an interface scale of 100 %. :meth:`Theme.px` turns them
into pixels. The map has a zoom of its own and does not follow the interface scale.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

import pygame

from hexwar.viewer.drawing.lettering import Lettering, cut

Color = tuple[int, int, int]

SMALLEST_SCALE, LARGEST_SCALE = 0.75, 3.0
SCALE_STEPS = (0.75, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0, 2.25, 2.5, 2.75, 3.0)

# How many the caches below keep: a screen has some hundred, a long rulebook some thousand words.
_TEXTS_KEPT = 1200
_WRAPPED_KEPT = 4000
_WIDTHS_KEPT = 8000


@dataclass(frozen=True, slots=True)
class Palette:
    """Every colour of the interface. No two meanings are told apart by colour alone."""

    table: Color = (38, 43, 46)  # what the map lies on
    paper: Color = (243, 237, 221)  # panels
    paper_edge: Color = (205, 195, 170)
    paper_dim: Color = (230, 222, 202)
    ink: Color = (38, 34, 28)
    ink_soft: Color = (92, 84, 70)
    ink_faint: Color = (150, 140, 120)
    heading: Color = (52, 38, 26)
    chrome: Color = (28, 32, 35)  # prompt line and command bar
    chrome_raised: Color = (52, 58, 63)
    chrome_ink: Color = (244, 240, 228)
    accent: Color = (20, 84, 138)  # reach, links, focus on paper
    accent_pale: Color = (205, 222, 236)
    gold: Color = (246, 190, 60)  # selection, focus on chrome
    danger: Color = (168, 34, 24)  # targets, refusals
    danger_pale: Color = (248, 220, 208)
    good: Color = (32, 104, 78)
    white: Color = (255, 253, 246)
    map_paper: Color = (238, 228, 200)
    map_ink: Color = (58, 46, 32)


PALETTE = Palette()


def parse_color(text: str, default: Color) -> Color:
    """The colour of ``#rrggbb``; ``default`` when there is none.

    >>> parse_color("#8a5a2b", (0, 0, 0))
    (138, 90, 43)
    """
    digits = text.removeprefix("#")
    if len(digits) != 6:
        return default
    try:
        return (int(digits[0:2], 16), int(digits[2:4], 16), int(digits[4:6], 16))
    except ValueError:
        return default


def mix(a: Color, b: Color, share: float) -> Color:
    """``a`` with a ``share`` (0 to 1) of ``b`` in it.

    >>> mix((0, 0, 0), (200, 100, 50), 0.5)
    (100, 50, 25)
    """
    return (
        round(a[0] + (b[0] - a[0]) * share),
        round(a[1] + (b[1] - a[1]) * share),
        round(a[2] + (b[2] - a[2]) * share),
    )


def luminance(color: Color) -> float:
    """Relative luminance, 0 (black) to 1 (white), as contrast rules define it."""

    def linear(channel: int) -> float:
        share = channel / 255
        return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)

    red, green, blue = (linear(channel) for channel in color)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(a: Color, b: Color) -> float:
    """Contrast ratio of two colours, 1 to 21.

    >>> round(contrast((0, 0, 0), (255, 255, 255)))
    21
    """
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def ink_on(color: Color) -> Color:
    """Dark or light ink, whichever reads better on ``color``."""
    light, dark = PALETTE.white, (24, 20, 16)
    return light if contrast(light, color) >= contrast(dark, color) else dark


@cache
def font(pixels: int, bold: bool = False) -> Lettering:
    """The bundled font at a height of ``pixels``; kept for as long as the program runs."""
    pygame.font.init()
    return Lettering(max(6, pixels), bold=bold)


@cache
def italic(pixels: int) -> Lettering:
    """The bundled font, slanted: for names of rivers and country."""
    pygame.font.init()
    return Lettering(max(6, pixels), slanted=True)


@lru_cache(maxsize=_TEXTS_KEPT)
def lettering(text: str, pixels: int, color: Color, bold: bool = False) -> pygame.Surface:
    """One rendered line of text; the most recent ones are kept."""
    return font(pixels, bold).render(text, True, color)


class Theme:
    """The palette and the sizes at one interface scale (1.0 is 100 %)."""

    def __init__(self, scale: float = 1.0) -> None:
        self.scale = min(LARGEST_SCALE, max(SMALLEST_SCALE, scale))

    def px(self, points: float) -> int:
        """Pixels for a size in points, at least one for anything above nothing."""
        return max(1, round(points * self.scale)) if points > 0 else round(points * self.scale)

    @property
    def fine(self) -> int:
        """Height of headings in capitals and of what stands below small print, in pixels."""
        return self.px(11.5)

    @property
    def small(self) -> int:
        """Height of small print, in pixels."""
        return self.px(12)

    @property
    def body(self) -> int:
        """Height of running text, in pixels."""
        return self.px(14)

    @property
    def title(self) -> int:
        """Height of headings, in pixels."""
        return self.px(17)

    @property
    def display(self) -> int:
        """Height of page titles, in pixels."""
        return self.px(26)

    def width(self, text: str, pixels: int, bold: bool = False) -> int:
        """Width of one line, in pixels."""
        return _width(text, pixels, bold)

    def line(self, pixels: int, bold: bool = False) -> int:
        """Height of a line of text, in pixels."""
        return round(font(pixels, bold).get_linesize() * 1.02)

    def wrap(self, text: str, pixels: int, width: int, bold: bool = False) -> tuple[str, ...]:
        """The text broken into lines no wider than ``width`` pixels; long words are cut."""
        return _wrapped(text, pixels, width, bold)


@lru_cache(maxsize=_WIDTHS_KEPT)
def _width(text: str, pixels: int, bold: bool) -> int:
    """Kept because the same words stand in a text again and again."""
    return int(font(pixels, bold).size(text)[0])


@lru_cache(maxsize=_WRAPPED_KEPT)
def _wrapped(text: str, pixels: int, width: int, bold: bool) -> tuple[str, ...]:
    """Kept because a text is broken into lines to be laid out, and again whenever it is drawn."""
    measure = font(pixels, bold).size
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in _words(paragraph):
            candidate = f"{line} {word}" if line else word
            if measure(candidate)[0] <= width:
                line = candidate
                continue
            if line:
                lines.append(line)
            *parts, line = cut(word, lambda part: measure(part)[0] <= width)
            lines.extend(parts)
        lines.append(line)
    return tuple(lines)


def _words(paragraph: str) -> list[str]:
    """What is not broken at the end of a line: a per cent sign stays with its number."""
    words: list[str] = []
    for word in paragraph.split():
        if words and word.startswith("%"):
            words[-1] += f" {word}"
        else:
            words.append(word)
    return words
