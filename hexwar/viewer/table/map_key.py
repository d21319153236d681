"""The line over the map that says what is laid over it: samples, each with its words.

Each sample is drawn by what draws it on the map, so that the key cannot say something else. The
samples are set into rows from left to right; a row is broken where the view has no more room.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import pygame

from hexwar.viewer.drawing.borders import Border
from hexwar.viewer.drawing.geometry import Point
from hexwar.viewer.drawing.theme import PALETTE, lettering

_LETTERS = 13  # points
_ZOOM = 30  # points to the unit of what is drawn as a sample
_MARGIN = 8  # points between the line and the edge of the map, and around what it says


class KeySample(NamedTuple):
    """What something means. ``sample`` draws it: where its middle is, pixels to the unit."""

    sample: Callable[[pygame.Surface, Point, float], None]
    words: str


def of_border(border: Border) -> Callable[[pygame.Surface, Point, float], None]:
    """A straight piece of a border, with the region below it."""

    def sample(surface: pygame.Surface, middle: Point, zoom: float) -> None:
        across, down = middle
        line = [(across - zoom * 0.6, down), (across + zoom * 0.6, down)]
        border.draw(surface, line, zoom)
        border.marks(surface, line, zoom)

    return sample


def draw_key(view: pygame.Surface, scale: float, entries: Sequence[KeySample]) -> pygame.Rect:
    """Draw the line at the upper edge of a view, in rows if need be; where it stands.

    ``scale``: pixels to the point.
    """
    zoom, edge = _ZOOM * scale, round(_MARGIN * scale)
    texts = [lettering(entry.words, round(_LETTERS * scale), PALETTE.ink) for entry in entries]
    sample, high = round(zoom * 1.7), round(zoom * 0.9)
    rows: list[list[int]] = [[]]
    room = view.get_width() - 4 * edge
    for place, text in enumerate(texts):
        taken = sum(texts[at].get_width() + sample + 2 * edge for at in rows[-1])
        if rows[-1] and taken + text.get_width() + sample > room:
            rows.append([])
        rows[-1].append(place)
    widths = [sum(texts[at].get_width() + sample + 2 * edge for at in row) for row in rows]
    plate = pygame.Rect(0, edge, max(widths), high * len(rows) + edge)
    plate.centerx = view.get_width() // 2
    pygame.draw.rect(view, PALETTE.ink, plate.inflate(2, 2), 0, edge)
    pygame.draw.rect(view, PALETTE.paper, plate, 0, edge)
    for number, row in enumerate(rows):
        left, middle = plate.left + edge, plate.top + edge // 2 + high * number + high // 2
        for at in row:
            entries[at].sample(view, (left + sample / 2, middle), zoom)
            left += sample
            view.blit(texts[at], texts[at].get_rect(midleft=(left, middle)))
            left += texts[at].get_width() + 2 * edge
    return plate
