"""Dice as pictures: each kind has the outline of its solid, what it shows stands in it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from hexwar.viewer import ink
from hexwar.viewer.geometry import Point
from hexwar.viewer.theme import PALETTE, Color, font, mix

_CORNERS = {4: 3, 8: 4, 10: 4, 12: 5, 20: 6}
"""Corners of the outline of a die by its faces; a die of other faces is a square."""


@dataclass(frozen=True, slots=True)
class Die:
    """A die: how many faces it has (0: nobody knows), and the one that it shows (0: none yet).

    ``faded`` for one that came to nothing, ``marked`` for one that matters: it has a ring.
    """

    sides: int
    face: int = 0
    faded: bool = False
    marked: bool = False


def draw(surface: pygame.Surface, box: pygame.Rect, die: Die, color: Color) -> None:
    """A die in a square, in a colour of its side."""
    ground = mix(color, PALETTE.white, 0.82)
    line, text = color, PALETTE.ink
    if die.faded:
        ground, line, text = PALETTE.paper_dim, PALETTE.paper_edge, PALETTE.ink_soft
    if die.marked:
        ground, line = PALETTE.danger_pale, PALETTE.danger
    points = _outline(die.sides, box)
    if points:
        ink.shape(surface, points, ground)
        ink.stroke(surface, points, max(1.6, box.width / 14), line, closed=True)
    else:
        radius = max(2, box.width // 6)
        pygame.draw.rect(surface, ground, box.inflate(-2, -2), 0, radius)
        pygame.draw.rect(surface, line, box.inflate(-2, -2), max(2, box.width // 14), radius)
    shown = str(die.face) if die.face else f"d{die.sides}"
    size = round(box.height * (0.56 if die.face else 0.38))
    letters = font(max(7, size), bold=True).render(shown, True, text)
    surface.blit(letters, letters.get_rect(center=box.center))


def _outline(sides: int, box: pygame.Rect) -> list[Point]:
    """The corners of a die; none for a square one."""
    corners = _CORNERS.get(sides, 0)
    radius = box.width / 2 - 1
    turns = [math.tau * corner / corners - math.pi / 2 for corner in range(corners)]
    wide = 0.86 if sides == 10 else 1.0
    low = box.height * 0.1 if corners == 3 else 0
    return [
        (box.centerx + radius * wide * math.cos(t), box.centery + low + radius * math.sin(t))
        for t in turns
    ]


def rows(number: int, side: int, width: int) -> int:
    """How many rows so many dice take in a width; ``side`` is that of a die with its gap."""
    return -(-number // max(1, width // side)) if number else 1


def draw_rows(
    surface: pygame.Surface, rect: pygame.Rect, dice: Sequence[Die], side: int, color: Color
) -> None:
    """Dice from left to right, row by row; ``side`` is that of a die with its gap."""
    across = max(1, rect.width // side)
    for place, die in enumerate(dice):
        x, y = place % across * side, place // across * side
        box = pygame.Rect(rect.left + x, rect.top + y, side - 3, side - 3)
        draw(surface, box, die, color)
