"""Dice as pictures: each kind has the outline of its solid, what it shows stands in it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from hexwar.engine import Event
from hexwar.rules.language.wording import every
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


_MOST_SHOWN = 4
"""More dice in a row would hide the map: then their total is shown."""


def faces_of(battle: Event) -> tuple[int, ...]:
    """The faces to show of the dice of a battle, none if it needed none."""
    dice = tuple(int(face) for face in battle.dice)
    return dice if len(dice) <= _MOST_SHOWN else (int(battle.die),)


def said_of(faces: Sequence[int]) -> str:
    """Dice in words.

    >>> said_of([4]), said_of([2, 5])
    ('Die 4', 'Dice 2 and 5')
    """
    return f"Die {faces[0]}" if len(faces) == 1 else f"Dice {every(map(str, faces))}"


def width_of(faces: Sequence[int], side: int) -> int:
    """Pixels that dice take side by side, each ``side`` pixels square."""
    return len(faces) * side + max(0, len(faces) - 1) * (side // 8)


def draw_thrown(surface: pygame.Surface, box: pygame.Rect, faces: Sequence[int]) -> None:
    """Dice side by side from the left of a box, each as high as it is."""
    for place, face in enumerate(faces):
        left = box.left + place * (box.height + box.height // 8)
        _pips(surface, pygame.Rect(left, box.top, box.height, box.height), face)


def _pips(surface: pygame.Surface, box: pygame.Rect, face: int) -> None:
    """A die showing ``face``: pips up to six, a number above."""
    radius = max(2, box.width // 6)
    pygame.draw.rect(surface, PALETTE.white, box, 0, radius)
    pygame.draw.rect(surface, PALETTE.ink, box, max(1, box.width // 18), radius)
    if face > 6:
        text = font(round(box.height * 0.62), bold=True).render(str(face), True, PALETTE.ink)
        surface.blit(text, text.get_rect(center=box.center))
        return
    third = box.width * 0.27
    spots = {
        1: [(0, 0)],
        2: [(-1, -1), (1, 1)],
        3: [(-1, -1), (0, 0), (1, 1)],
        4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
        5: [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
        6: [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
    }
    for dx, dy in spots.get(face, []):
        ink.disc(
            surface,
            (box.centerx + dx * third, box.centery + dy * third),
            box.width * 0.095,
            PALETTE.ink,
        )
