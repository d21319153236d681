"""Signs with a middle of their own, for the map and for samples beside words. Lengths in pixels."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence

import pygame

from hexwar.viewer.drawing import ink
from hexwar.viewer.drawing.geometry import Point
from hexwar.viewer.drawing.theme import PALETTE, Color


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
    radius = max(5.0, zoom * 0.24)
    for grown, paint in ((2.0, PALETTE.white), (0.0, color)):
        ink.shape(surface, _plate(middle, radius + grown, band), paint)
    ink.shape(surface, ink.star(middle, radius * 0.8), PALETTE.white)


def _plate(center: Point, radius: float, band: int) -> list[Point]:
    """A disc for the first side, then a square, a diamond and an octagon for the others."""
    corners, turned = ((32, 0.0), (4, 0.5), (4, 0.0), (8, 0.5))[band % 4]
    turns = [math.tau * (step + turned) / corners for step in range(corners)]
    return [(center[0] + radius * math.cos(t), center[1] + radius * math.sin(t)) for t in turns]


def circle(center: Point, radius: float) -> list[Point]:
    """Points of a circle."""
    turns = [math.tau * step / 32 for step in range(32)]
    return [(center[0] + radius * math.cos(t), center[1] + radius * math.sin(t)) for t in turns]
