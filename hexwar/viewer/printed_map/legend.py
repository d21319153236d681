"""What the key of a map has beside terrain: what lies on the map in play.

Terrain that is printed has its lines from the map itself; this adds the flags of who holds a place,
the game's markers, and works that can be built or wrecked in play. Each sample is drawn as on the
map.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

import pygame

from hexwar.definition.model import ResolvedGame
from hexwar.rules.markers.section import Markers
from hexwar.rules.sides.section import Sides
from hexwar.rules.terrain.section import HexsideTerrain
from hexwar.rules.victory.holding import is_held
from hexwar.rules.works.section import Works
from hexwar.viewer.counters.pictured import marker_picture
from hexwar.viewer.drawing.flags import CLOTH_WIDE, STAFF_HIGH, draw_flag
from hexwar.viewer.drawing.geometry import Point
from hexwar.viewer.drawing.signs import draw_wrecked
from hexwar.viewer.drawing.theme import PALETTE, Color, parse_color
from hexwar.viewer.printed_map.lines import draw_hexside
from hexwar.viewer.printed_map.looks import marker_look
from hexwar.viewer.printed_map.lying_view import Tag, style_of

_LARGER = 0.8  # of a sample hex to a hex of the map; what lies in it is drawn larger


class Sample(NamedTuple):
    """A line of the key. ``draw``: on a surface, in the middle of a hex, pixels to its corner."""

    title: str
    draw: Callable[[pygame.Surface, Point, float], None]


def samples(game: ResolvedGame) -> Iterator[Sample]:
    """The flags of sides that hold places; markers; what units build and wreck."""
    sides = game[Sides].all if is_held(game) else ()
    for band, side in enumerate(sides):
        color = parse_color(side.color, PALETTE.ink)
        yield Sample(f"Held by {side.name}", partial(_flag, color=color, band=band))
    bands = {side.id: (band, side.color) for band, side in enumerate(game[Sides].all)}
    markers = game.section(Markers)
    for marker in markers.by_id.values() if markers else ():
        band, written = bands[marker.side]
        color = parse_color(written, PALETTE.ink)
        picture = marker_picture(marker.picture)
        tag = Tag(marker_look(marker), marker.title[:2], color, band, picture)
        yield Sample(marker.title, partial(_tag, tag=tag))
    yield from _works(game)


def _works(game: ResolvedGame) -> Iterator[Sample]:
    """What is on hexsides in play and not printed there; a sample of it when it is wrecked."""
    printed = {kind for kinds in game.map.hexsides.values() for kind in kinds}
    works = game.section(Works)
    for work in works.by_id.values() if works else ():
        begins = work.begins(game.map)
        # What is printed on the map has its line among the terrain already.
        if work.kind not in printed:
            yield Sample(work.title, partial(_built, style=style_of(work, game)))
        if begins and (work.wreck is not None or work.falls is not None):
            yield Sample(f"{work.title}: wrecked", _wrecked)


def _built(surface: pygame.Surface, middle: Point, size: float, style: HexsideTerrain) -> None:
    (x, y), far = middle, size * 0.85
    draw_hexside(surface, (x - far, y), (x + far, y), round(size * 1.6), style)


def _wrecked(surface: pygame.Surface, middle: Point, size: float) -> None:
    draw_wrecked(surface, middle, size / _LARGER * 2)


def _tag(surface: pygame.Surface, middle: Point, size: float, tag: Tag) -> None:
    picture = tag.drawn(round(size * 0.8))
    surface.blit(picture, picture.get_rect(center=(round(middle[0]), round(middle[1]))))


def _flag(surface: pygame.Surface, middle: Point, size: float, color: Color, band: int) -> None:
    zoom = size / _LARGER * 2
    foot = middle[0] - CLOTH_WIDE * zoom / 2, middle[1] + STAFF_HIGH * zoom / 2
    draw_flag(surface, foot, zoom, color, band)
