"""Signs for the map, for samples beside words, and as lines for a page. Lengths are in pixels.

What is drawn on the map, in its key and on the page of a replay has one drawing here, as shapes
on a surface or, where a page needs it too, as lines and discs (:class:`Glyph`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import pygame

from hexwar.viewer.drawing.geometry import Point
from hexwar.viewer.drawing.ink import disc, polygon, segment, shape, star, stroke
from hexwar.viewer.drawing.theme import PALETTE, Color, font


def draw_network(surface: pygame.Surface, steps: Collection[Sequence[Point]], zoom: float) -> None:
    """Supply lines, by their steps."""
    for width, color in ((0.15, PALETTE.ink), (0.09, PALETTE.gold)):
        for step in steps:
            stroke(surface, step, max(2.0, zoom * width), color)


def draw_no_line(surface: pygame.Surface, middle: Point, zoom: float) -> None:
    """A struck-through ring."""
    x, y = middle
    radius = max(6.0, zoom * 0.28)
    reach = radius * 0.7
    disc(surface, middle, radius, PALETTE.white)
    for width, color in ((0.14, PALETTE.white), (0.07, PALETTE.danger)):
        wide = max(2.0, zoom * width)
        stroke(surface, polygon(middle, radius), wide, color, closed=True)
        segment(surface, (x - reach, y + reach), (x + reach, y - reach), wide, color)


def draw_source(
    surface: pygame.Surface, middle: Point, zoom: float, color: Color, band: int
) -> None:
    """A star on a plate in a side's colour, and of its shape: ``band`` is the side's place among
    the sides.
    """
    # Colours alone do not tell sides apart for everybody: a disc for the first side, then a square,
    # a diamond and an octagon.
    corners, turned = ((32, 0.0), (4, 0.5), (4, 0.0), (8, 0.5))[band % 4]
    radius = max(5.0, zoom * 0.24)
    for grown, paint in ((2.0, PALETTE.white), (0.0, color)):
        shape(surface, polygon(middle, radius + grown, corners, turned), paint)
    shape(surface, star(middle, radius * 0.8), PALETTE.white)


WIDE = 1.5  # of a plate's height: how wide it is around a sign


class Glyph(NamedTuple):
    """A sign as lines and discs, in heights of its plate from the plate's upper left corner."""

    lines: tuple[tuple[Point, ...], ...] = ()
    discs: tuple[tuple[Point, float], ...] = ()


_RISE = ((0.2, 0.66), (0.42, 0.66), (0.42, 0.34), (0.64, 0.34), (0.64, 0.66))
_BATTLEMENTS = (*_RISE, (0.86, 0.66), (0.86, 0.34), (1.08, 0.34), (1.08, 0.66), (1.3, 0.66))
GLYPHS: Mapping[str, Glyph] = {
    "trench": Glyph((_BATTLEMENTS,)),
    "mines": Glyph((), (((0.4, 0.5), 0.14), ((0.75, 0.5), 0.14), ((1.1, 0.5), 0.14))),
    "obstacle": Glyph(
        (
            ((0.3, 0.3), (0.7, 0.7)),
            ((0.3, 0.7), (0.7, 0.3)),
            ((0.8, 0.3), (1.2, 0.7)),
            ((0.8, 0.7), (1.2, 0.3)),
        )
    ),
    "fort": Glyph(
        (((0.45, 0.22), (1.05, 0.22), (1.05, 0.78), (0.45, 0.78), (0.45, 0.22)),),
        (((0.45, 0.22), 0.1), ((1.05, 0.22), 0.1), ((1.05, 0.78), 0.1), ((0.45, 0.78), 0.1)),
    ),
}
"""Sign of the section ``markers`` to its drawing; ``letters`` has none."""


@lru_cache(maxsize=300)
def plate(look: str, letters: str, color: Color, band: int, high: int) -> pygame.Surface:
    """The plate of a marker, ``high`` pixels high: with the sign that ``look`` names, or letters.

    ``band`` is the place of its owner among the sides: the plates of every second side are round.
    """
    glyph = GLYPHS.get(look)
    text = font(round(high * 0.85), bold=True).render(letters, True, PALETTE.ink)
    wide = round(high * WIDE) if glyph else text.get_width() + high // 2
    surface = pygame.Surface((wide, high), pygame.SRCALPHA)
    box, rim = surface.get_rect(), max(2, round(high * 0.1))
    round_by = 0 if band % 2 else high // 2
    pygame.draw.rect(surface, color, box, 0, round_by)
    pygame.draw.rect(surface, PALETTE.paper, box.inflate(-2 * rim, -2 * rim), 0, round_by)
    if glyph is None:
        surface.blit(text, text.get_rect(center=box.center))
        return surface
    for line in glyph.lines:
        points = [(x * high, y * high) for x, y in line]
        stroke(surface, points, max(1.5, high * 0.11), PALETTE.ink)
    for (x, y), radius in glyph.discs:
        disc(surface, (x * high, y * high), max(1.5, radius * high), PALETTE.ink)
    return surface


def draw_wrecked(surface: pygame.Surface, middle: Point, zoom: float) -> None:
    """A pale disc with a cross: what stood on the hexside stands no more."""
    radius = max(6.0, zoom * 0.22)
    reach, (x, y) = radius * 0.55, middle
    disc(surface, middle, radius + max(1.0, radius * 0.15), PALETTE.ink)
    disc(surface, middle, radius, PALETTE.white)
    for slope in (-1, 1):
        ends = (x - reach, y - reach * slope), (x + reach, y + reach * slope)
        segment(surface, *ends, max(2.0, radius * 0.3), PALETTE.danger)
