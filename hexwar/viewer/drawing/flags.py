"""The flags of sides on the map: which side holds a place.

A place is a hex with something in it (a town, a base) or one that is scored for, and has a flag
as long as it is held. Where roads, railways and country are held hex by hex, a flag is only in
hexes that border on those of another side, and in single hexes.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import pygame

from hexwar.definition.model import ResolvedGame
from hexwar.rules.questions import Questions
from hexwar.rules.sides.section import Sides
from hexwar.rules.victory.rules import scored
from hexwar.viewer.drawing.geometry import Point
from hexwar.viewer.drawing.ink import segment, shape, stroke
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
    """A flag in a hex; ``band`` is the place of its side in the order of sides. ``coming``: the
    side takes the hex only as the phase ends.
    """

    hex: str
    color: Color
    band: int
    coming: bool = False


def flags(state: Questions, game: ResolvedGame) -> list[Flag]:
    """All flags of a position: those of the first side, then the next; hexes in map order."""
    sides, scoring = game[Sides].all, scored(game)
    hexes_held = [state.holds(side.id) for side in sides]
    flown = []
    for band, (side, region_hexes) in enumerate(zip(sides, hexes_held, strict=True)):
        color = parse_color(side.color, PALETTE.ink)
        # Two sides may hold one hex, where a hex is held by every side with a unit in it.
        theirs = {
            number for hexes in (*hexes_held[:band], *hexes_held[band + 1 :]) for number in hexes
        }
        for number in region_hexes:
            beside = set(game.map.neighbors(number))
            is_place = number in scoring or game.map.features(number)
            if is_place or beside & theirs or not beside.intersection(region_hexes):
                flown.append(Flag(number, color, band))
    return flown


def coming_flags(state: Questions, game: ResolvedGame) -> list[Flag]:
    """The flags of places that change hands as the phase ends, as things stand."""
    scoring = scored(game)
    return [
        Flag(number, parse_color(side.color, PALETTE.ink), band, coming=True)
        for band, side in enumerate(game[Sides].all)
        for number in state.comes_to_hold(side.id)
        if number in scoring or game.map.features(number)
    ]


def draw_flag(surface: pygame.Surface, foot: Point, zoom: float, color: Color, band: int) -> None:
    """A flag on its staff, whose foot is at a pixel."""
    picture = _flag(round(zoom), color, band)
    rim = picture.get_height() - _staff_high(zoom)
    surface.blit(picture, (foot[0] - rim // 2, foot[1] - picture.get_height() + rim // 2))


def _staff_high(zoom: float) -> int:
    return max(10, round(zoom * STAFF_HIGH))


# There are few zooms and few sides, and every frame draws all flags.
@lru_cache(maxsize=200)
def _flag(zoom: int, color: Color, band: int) -> pygame.Surface:
    """The flag with a pale rim, on nothing, the foot of its staff at the lower left."""
    high, wide = _staff_high(zoom), max(8, round(zoom * CLOTH_WIDE))
    rim = max(2, round(zoom * 0.06))
    surface = pygame.Surface((wide + 2 * rim, high + 2 * rim), pygame.SRCALPHA)
    foot, top = (rim, rim + high), (rim, rim)
    cut = CUTS[band % len(CUTS)]
    cloth = [(rim + wide * across, rim + high * (1 - up)) for across, up in cut]
    thick = max(1.6, zoom * 0.05)
    stroke(surface, cloth, 2 * rim, PALETTE.white, closed=True)
    segment(surface, foot, top, thick + rim, PALETTE.white)
    shape(surface, cloth, color)
    stroke(surface, cloth, max(1.0, zoom * 0.02), PALETTE.ink, closed=True)
    segment(surface, foot, top, thick, PALETTE.ink)
    return surface
