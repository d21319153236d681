"""The flags of sides on the map: who holds a place.

A place is a hex with something in it (a town, a base) or one that is scored for, and has a flag as
long as it is held. Of roads, railways and country that are held hex by hex only those hexes have
one beyond which another side holds them, and those that have no other beside them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import pygame

from hexwar.definition.model import ResolvedGame
from hexwar.rules.questions import Questions
from hexwar.rules.sides.section import Sides
from hexwar.rules.victory.holding import scored
from hexwar.viewer.drawing import ink
from hexwar.viewer.drawing.geometry import Point
from hexwar.viewer.drawing.theme import PALETTE, Color, parse_color

FOOT: Point = (0.6, 0.28)
"""Where a flag stands in its hex: beside the counter, in units from the middle."""
STAFF_HIGH, CLOTH_WIDE = 0.46, 0.31
"""Of the staff and of the cloth, in units."""
CUTS: tuple[tuple[Point, ...], ...] = (
    ((0, 1), (1, 0.72), (0, 0.44)),
    ((0, 1), (1, 1), (1, 0.5), (0, 0.5)),
    ((0, 1), (1, 1), (0.5, 0.72), (1, 0.44), (0, 0.44)),
    ((0, 1), (0.6, 1), (1, 0.72), (0.6, 0.44), (0, 0.44)),
)
"""How the flags of the sides are cut, in their order: across from the staff, and up it."""


class Flag(NamedTuple):
    """A flag in a hex; ``band`` is the place of its side in the order of sides."""

    hex: str
    color: Color
    band: int


def flags(state: Questions, game: ResolvedGame) -> list[Flag]:
    """All flags of a position, side by side, hexes in map order."""
    held = [state.holds(side.id) for side in game[Sides].all]
    return [
        Flag(number, parse_color(side.color, PALETTE.ink), band)
        for band, side in enumerate(game[Sides].all)
        for number in _shown(held, band, game)
    ]


def _shown(held: Sequence[Sequence[str]], band: int, game: ResolvedGame) -> Iterator[str]:
    places, mine = scored(game), frozenset(held[band])
    theirs = frozenset(number for at, all_ in enumerate(held) if at != band for number in all_)
    for number in held[band]:
        beside = set(game.map.neighbors(number))
        alone = not beside & (mine | theirs)
        if number in places or game.map.features(number) or alone or beside & theirs:
            yield number


def draw_flag(surface: pygame.Surface, foot: Point, zoom: float, color: Color, band: int) -> None:
    """A flag on its staff, whose foot is at a pixel."""
    picture = _picture(round(zoom), color, band)
    rim = picture.get_height() - _high(zoom)
    surface.blit(picture, (foot[0] - rim // 2, foot[1] - picture.get_height() + rim // 2))


def _high(zoom: float) -> int:
    return max(10, round(zoom * STAFF_HIGH))


# There are few zooms and few sides, and every frame draws all flags.
@lru_cache(maxsize=200)
def _picture(zoom: int, color: Color, band: int) -> pygame.Surface:
    """The flag with a pale rim, on nothing, the foot of its staff at the lower left."""
    high, wide, rim = _high(zoom), max(8, round(zoom * CLOTH_WIDE)), max(2, round(zoom * 0.06))
    surface = pygame.Surface((wide + 2 * rim, high + 2 * rim), pygame.SRCALPHA)
    foot, top = (rim, rim + high), (rim, rim)
    cut = CUTS[band % len(CUTS)]
    cloth = [(rim + wide * across, rim + high * (1 - up)) for across, up in cut]
    thick = max(1.6, zoom * 0.05)
    ink.stroke(surface, cloth, 2 * rim, PALETTE.white, closed=True)
    ink.segment(surface, foot, top, thick + rim, PALETTE.white)
    ink.shape(surface, cloth, color)
    ink.stroke(surface, cloth, max(1.0, zoom * 0.02), PALETTE.ink, closed=True)
    ink.segment(surface, foot, top, thick, PALETTE.ink)
    return surface
