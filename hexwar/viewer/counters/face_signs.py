"""The shapes of symbols on dice: drawn in one colour, told apart by their outline alone.

A game names the sign of a symbol; one that is not known here is drawn as its first letter by
whoever draws the die. ``blank`` is known and nothing is drawn for it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

import pygame

from hexwar.viewer.drawing import ink
from hexwar.viewer.drawing.geometry import Point
from hexwar.viewer.drawing.theme import PALETTE

Corners = tuple[tuple[float, float], ...]
"""Corners in a square whose sides are 1, from its upper left corner."""

_OUTLINES: Mapping[str, tuple[Corners, ...]] = {
    "square": (((0.08, 0.08), (0.92, 0.08), (0.92, 0.92), (0.08, 0.92)),),
    "triangle": (((0.5, 0.02), (1, 0.95), (0, 0.95)),),
    "diamond": (((0.5, 0), (0.95, 0.5), (0.5, 1), (0.05, 0.5)),),
    "shield": (((0.1, 0.05), (0.9, 0.05), (0.9, 0.5), (0.5, 1), (0.1, 0.5)),),
    "flag": (
        ((0.1, 0), (0.2, 0), (0.2, 1), (0.1, 1)),
        ((0.2, 0.04), (0.98, 0.28), (0.2, 0.55)),
    ),
    "helmet": (
        ((0, 0.68), (1, 0.68), (1, 0.84), (0, 0.84)),
        ((0.12, 0.62), (0.18, 0.36), (0.34, 0.2), (0.66, 0.2), (0.82, 0.36), (0.88, 0.62)),
    ),
    "tank": (
        ((0, 0.56), (0.12, 0.46), (0.88, 0.46), (1, 0.56), (0.86, 0.86), (0.14, 0.86)),
        ((0.24, 0.4), (0.3, 0.18), (0.64, 0.18), (0.7, 0.4)),
        ((0.6, 0.22), (1, 0.16), (1, 0.25), (0.6, 0.31)),
    ),
}


def draw_sign(surface: pygame.Surface, box: pygame.Rect, sign: str) -> bool:
    """Draw the shape of a sign in a square; whether there is such a shape."""
    outlines = _OUTLINES.get(sign)
    if outlines is not None:
        for corners in outlines:
            ink.shape(surface, [_at(box, corner) for corner in corners], PALETTE.ink)
        return True
    drawn = _DRAWN.get(sign)
    if drawn is not None:
        drawn(surface, box)
    return drawn is not None or sign == "blank"


def _at(box: pygame.Rect, corner: tuple[float, float]) -> Point:
    return box.left + corner[0] * box.width, box.top + corner[1] * box.height


def _star(surface: pygame.Surface, box: pygame.Rect) -> None:
    ink.shape(surface, ink.star(box.center, box.width * 0.56), PALETTE.ink)


def _burst(surface: pygame.Surface, box: pygame.Rect) -> None:
    """Eight points of two lengths."""
    points = []
    for tip in range(16):
        reach = box.width * (0.22 if tip % 2 else 0.54 if tip % 4 == 0 else 0.42)
        angle = math.tau * tip / 16
        points.append(
            (box.centerx + reach * math.cos(angle), box.centery + reach * math.sin(angle))
        )
    ink.shape(surface, points, PALETTE.ink)


def _circle(surface: pygame.Surface, box: pygame.Rect) -> None:
    ink.disc(surface, box.center, box.width * 0.46, PALETTE.ink)
    ink.disc(surface, box.center, box.width * 0.22, PALETTE.white)


def _cross(surface: pygame.Surface, box: pygame.Rect) -> None:
    width = max(2.0, box.width * 0.17)
    for a, b in (((0.06, 0.06), (0.94, 0.94)), ((0.94, 0.06), (0.06, 0.94))):
        ink.segment(surface, _at(box, a), _at(box, b), width, PALETTE.ink)


_DRAWN: Mapping[str, Callable[[pygame.Surface, pygame.Rect], None]] = {
    "star": _star,
    "burst": _burst,
    "circle": _circle,
    "cross": _cross,
}
