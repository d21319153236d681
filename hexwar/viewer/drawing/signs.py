"""Signs for the map, for samples beside words, and as lines for a page. Lengths are in pixels.

What is drawn on the map, in its key and on the page of a replay has one drawing here, as shapes on
a surface or, where a page needs it too, as lines and discs (:class:`Glyph`).
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import pygame

from hexwar.viewer.drawing import ink
from hexwar.viewer.drawing.geometry import Point
from hexwar.viewer.drawing.theme import PALETTE, Color, font


def draw_network(surface: pygame.Surface, steps: Collection[Sequence[Point]], zoom: float) -> None:
    """Supply lines, by their steps."""
    for width, color in ((0.15, PALETTE.ink), (0.09, PALETTE.gold)):
        for step in steps:
            ink.stroke(surface, step, max(2.0, zoom * width), color)


def draw_no_line(surface: pygame.Surface, middle: Point, zoom: float) -> None:
    """A struck-through ring."""
    x, y = middle
    radius = max(6.0, zoom * 0.28)
    reach = radius * 0.7
    ink.disc(surface, middle, radius, PALETTE.white)
    for width, color in ((0.14, PALETTE.white), (0.07, PALETTE.danger)):
        wide = max(2.0, zoom * width)
        ink.stroke(surface, circle(middle, radius), wide, color, closed=True)
        ink.segment(surface, (x - reach, y + reach), (x + reach, y - reach), wide, color)


def draw_source(
    surface: pygame.Surface, middle: Point, zoom: float, color: Color, band: int
) -> None:
    """A star on a plate in a side's colour, and of its shape: ``band`` is the side's place among
    the sides.
    """
    # A plate for each side by its shape too, as colours alone do not tell sides apart for
    # everybody.
    radius = max(5.0, zoom * 0.24)
    for grown, paint in ((2.0, PALETTE.white), (0.0, color)):
        ink.shape(surface, _plate(middle, radius + grown, band), paint)
    ink.shape(surface, ink.star(middle, radius * 0.8), PALETTE.white)


def _plate(center: Point, radius: float, band: int) -> list[Point]:
    """A disc for the first side, then a square, a diamond and an octagon for the others."""
    corners, turned = ((32, 0.0), (4, 0.5), (4, 0.0), (8, 0.5))[band % 4]
    turns = [math.tau * (step + turned) / corners for step in range(corners)]
    return [
        (center[0] + radius * math.cos(turn), center[1] + radius * math.sin(turn)) for turn in turns
    ]


def circle(center: Point, radius: float) -> list[Point]:
    """Points of a circle."""
    turns = [math.tau * step / 32 for step in range(32)]
    return [
        (center[0] + radius * math.cos(turn), center[1] + radius * math.sin(turn)) for turn in turns
    ]


WIDE = 1.5  # of a plate's height: how wide it is around a sign


class Glyph(NamedTuple):
    """A sign as lines and discs, in heights of its plate from the plate's upper left corner."""

    lines: tuple[tuple[Point, ...], ...] = ()
    discs: tuple[tuple[Point, float], ...] = ()


def _battlements() -> tuple[Point, ...]:
    steps = ((0.2, 0.66), (0.42, 0.66), (0.42, 0.34), (0.64, 0.34), (0.64, 0.66), (0.86, 0.66))
    return (*steps, (0.86, 0.34), (1.08, 0.34), (1.08, 0.66), (1.3, 0.66))


GLYPHS: Mapping[str, Glyph] = {
    "trench": Glyph((_battlements(),)),
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
    """The plate of a marker, so many pixels high."""
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
        ends = [(x * high, y * high) for x, y in line]
        ink.stroke(surface, ends, max(1.5, high * 0.11), PALETTE.ink)
    for (x, y), radius in glyph.discs:
        ink.disc(surface, (x * high, y * high), max(1.5, radius * high), PALETTE.ink)
    return surface


def draw_wrecked(surface: pygame.Surface, middle: Point, zoom: float) -> None:
    """A pale disc with a cross: what stood on the hexside stands no more."""
    radius = max(6.0, zoom * 0.22)
    reach, (x, y) = radius * 0.55, middle
    ink.disc(surface, middle, radius + max(1.0, radius * 0.15), PALETTE.ink)
    ink.disc(surface, middle, radius, PALETTE.white)
    for way in (-1, 1):
        ends = (x - reach, y - reach * way), (x + reach, y + reach * way)
        ink.segment(surface, *ends, max(2.0, radius * 0.3), PALETTE.danger)
