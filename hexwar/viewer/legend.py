"""What the key of a map has beside terrain: what lies on the map in play."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

import pygame

from hexwar.definition.model import ResolvedGame
from hexwar.rules.sides.section import Sides
from hexwar.rules.victory.holding import is_held
from hexwar.viewer.flags import HIGH, WIDE, draw_flag
from hexwar.viewer.geometry import Point
from hexwar.viewer.theme import PALETTE, Color, parse_color

_LARGER = 0.8  # of a sample hex to a hex of the map; what lies in it is drawn larger


class Sample(NamedTuple):
    """A line of the key. ``draw``: on a surface, in the middle of a hex, pixels to its corner."""

    title: str
    draw: Callable[[pygame.Surface, Point, float], None]


def samples(game: ResolvedGame) -> Iterator[Sample]:
    """The flags of sides that hold places."""
    sides = game[Sides].all if is_held(game) else ()
    for band, side in enumerate(sides):
        color = parse_color(side.color, PALETTE.ink)
        yield Sample(f"Held by {side.name}", partial(_flag, color=color, band=band))


def _flag(surface: pygame.Surface, middle: Point, size: float, color: Color, band: int) -> None:
    zoom = size / _LARGER * 2
    foot = middle[0] - WIDE * zoom / 2, middle[1] + HIGH * zoom / 2
    draw_flag(surface, foot, zoom, color, band)
