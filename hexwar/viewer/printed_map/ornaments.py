"""What adorns the title of a map: compass, vane, scale, flags of the sides. Lengths are in pixels.

None of it is needed to play: it makes the sheet look like a printed one, and says where north is
and how long a hex is.
"""

from __future__ import annotations

import math

import pygame

from hexwar.viewer.drawing import ink
from hexwar.viewer.drawing.geometry import Point
from hexwar.viewer.drawing.theme import PALETTE, Color, font, mix

_INK = mix(PALETTE.map_ink, PALETTE.map_paper, 0.12)
_TURNS = {"up": 0.0, "right": math.pi / 2, "down": math.pi, "left": -math.pi / 2}


def compass(surface: pygame.Surface, center: Point, radius: float, north: str) -> None:
    """A rose of eight points, the one to the north with its letter; ``north``: up, right ..."""

    def place(angle: float, reach: float) -> Point:
        """A point by its angle from north, clockwise, and its share of the radius."""
        turn = angle + _TURNS[north]
        x, y = math.sin(turn) * reach * radius, -math.cos(turn) * reach * radius
        return center[0] + x, center[1] + y

    ring = [place(math.tau * step / 40, 0.56) for step in range(40)]
    ink.stroke(surface, ring, max(1.2, radius * 0.045), _INK, closed=True)
    for point in (1, 3, 5, 7, 0, 2, 4, 6):
        angle = point * math.tau / 8
        reach = 0.92 if point % 2 == 0 else 0.5
        for side, color in ((1, _INK), (-1, PALETTE.map_paper)):
            half = [place(angle, reach), place(angle + side * math.tau / 16, 0.2), center]
            ink.shape(surface, half, color)
            ink.stroke(surface, half, max(1.0, radius * 0.025), _INK, closed=True)
    letter = font(max(6, round(radius * 0.5)), bold=True).render("N", True, _INK)
    surface.blit(letter, letter.get_rect(center=tuple(map(round, place(0.0, 1.22)))))


def vane(surface: pygame.Surface, center: Point, radius: float, comes_from: float) -> None:
    """An arrow in a ring the way that the wind blows, with its name; degrees from the top."""

    def place(along: float, aside: float) -> Point:
        """A point so far down the wind and to one side, in shares of the radius."""
        turn = math.radians(comes_from)
        x = -math.sin(turn) * along + math.cos(turn) * aside
        y = math.cos(turn) * along + math.sin(turn) * aside
        return center[0] + x * radius, center[1] + y * radius

    ink.stroke(
        surface,
        [
            place(math.cos(step * math.tau / 40), math.sin(step * math.tau / 40))
            for step in range(40)
        ],
        max(1.2, radius * 0.05),
        _INK,
        closed=True,
    )
    half = [(-0.75, 0.1), (0.1, 0.1), (0.1, 0.38)]
    arrow = [*half, (0.8, 0.0), *((along, -aside) for along, aside in reversed(half))]
    ink.shape(surface, [place(*point) for point in arrow], _INK)
    word = font(max(6, round(radius * 0.7)), bold=True).render("Wind", True, _INK)
    middle = round(center[0]), round(center[1] - radius * 1.5)
    surface.blit(word, word.get_rect(center=middle))


def rule_of_scale(surface: pygame.Surface, left: Point, size: int, hexes_apart: float) -> None:
    """A bar as long as it is from a hex to the next, in quarters of dark and light."""
    x, y = left
    length, high = hexes_apart * size, max(2.0, size * 0.09)
    for quarter in range(4):
        box = [
            (x + length * (quarter + dx) / 4, y + dy * high)
            for dx, dy in ((0, 0), (1, 0), (1, 1), (0, 1))
        ]
        ink.shape(surface, box, _INK if quarter % 2 == 0 else PALETTE.map_paper)
        ink.stroke(surface, box, max(1.0, size * 0.015), _INK, closed=True)


def flag(surface: pygame.Surface, foot: Point, height: float, lean: float, color: Color) -> None:
    """A flag on its staff, which leans by ``lean`` radians and flies to that side."""
    fly = -1 if lean < 0 else 1
    along = (math.sin(lean), -math.cos(lean))

    def at(up: float, out: float) -> Point:
        """A point so far up the staff and out from it, in heights: the cloth waves."""
        x = foot[0] + along[0] * up * height + fly * out * height
        return x, foot[1] + along[1] * up * height + math.sin(out * 7) * height * 0.04

    ink.stroke(surface, [foot, at(1.04, 0)], max(1.5, height * 0.045), _INK)
    steps = [step * 0.09 for step in range(7)]
    cloth = [at(1.0, out) for out in steps] + [at(0.6, out) for out in reversed(steps)]
    ink.shape(surface, cloth, color)
    stripe = [at(0.84, out) for out in steps] + [at(0.76, out) for out in reversed(steps)]
    ink.shape(surface, stripe, mix(color, PALETTE.white, 0.75))
    ink.stroke(surface, cloth, max(1.0, height * 0.03), _INK, closed=True)
    ink.disc(surface, at(1.06, 0), height * 0.05, _INK)
