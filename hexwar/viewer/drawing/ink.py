"""Strokes with smooth edges, and the signs and flags that are made of them.

All lengths are in pixels of the surface that is drawn on.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import pygame
from pygame import gfxdraw

from hexwar.definition.model import ResolvedGame
from hexwar.rules.questions import Questions
from hexwar.rules.sides.section import Sides
from hexwar.rules.victory.rules import scored
from hexwar.viewer.drawing.geometry import Point, between
from hexwar.viewer.drawing.theme import PALETTE, Color, font, parse_color

Ink = Color | tuple[int, int, int, int]


def disc(surface: pygame.Surface, center: Point, radius: float, color: Ink) -> None:
    """A filled circle."""
    x, y, r = round(center[0]), round(center[1]), max(1, round(radius))
    gfxdraw.filled_circle(surface, x, y, r, color)
    gfxdraw.aacircle(surface, x, y, r, color)


def shape(surface: pygame.Surface, points: Sequence[Point], color: Ink) -> None:
    """A filled polygon."""
    whole = [(round(x), round(y)) for x, y in points]
    gfxdraw.filled_polygon(surface, whole, color)
    gfxdraw.aapolygon(surface, whole, color)


def segment(surface: pygame.Surface, a: Point, b: Point, width: float, color: Ink) -> None:
    """A straight line ``width`` pixels thick, with square ends."""
    length = math.hypot(b[0] - a[0], b[1] - a[1])
    if length == 0:
        return
    if width <= 1.2:
        pygame.draw.aaline(surface, color, a, b)
        return
    nx = (a[1] - b[1]) / length * width / 2
    ny = (b[0] - a[0]) / length * width / 2
    quad = [(a[0] + nx, a[1] + ny), (b[0] + nx, b[1] + ny)]
    quad += [(b[0] - nx, b[1] - ny), (a[0] - nx, a[1] - ny)]
    gfxdraw.aapolygon(surface, quad, color)
    gfxdraw.filled_polygon(surface, quad, color)


def stroke(
    surface: pygame.Surface,
    points: Sequence[Point],
    width: float,
    color: Ink,
    closed: bool = False,
) -> None:
    """A line through points, with round joins."""
    ends = list(pairwise(points))
    if closed and len(points) > 2:
        ends.append((points[-1], points[0]))
    for a, b in ends:
        segment(surface, a, b, width, color)
    if width > 2.5:
        for point in points:
            disc(surface, point, width / 2 - 0.5, color)


def dashes(
    points: Sequence[Point], on: float, off: float, closed: bool = False
) -> list[list[Point]]:
    """A line cut into dashes ``on`` long and ``off`` apart.

    >>> dashes([(0, 0), (10, 0)], 4, 2)
    [[(0.0, 0.0), (4.0, 0.0)], [(6.0, 0.0), (10.0, 0.0)]]
    """
    line = list(points) + ([points[0]] if closed else [])
    whole: list[list[Point]] = []  # dashes that have reached their length
    dash: list[Point] = []
    left, drawing = on, True  # how long the dash, or the gap, still is
    for a, b in pairwise(line):
        length = math.hypot(b[0] - a[0], b[1] - a[1])
        done = 0.0
        # Without the small amount rounding would leave dashes of no length at the corners.
        while length - done > 1e-9:
            step = min(left, length - done)
            start, end = between(a, b, done / length), between(a, b, (done + step) / length)
            if drawing:
                dash = [*dash, end] if dash else [start, end]
            done, left = done + step, left - step
            if left <= 1e-9:
                if drawing and dash:
                    whole.append(dash)
                dash, drawing = [], not drawing
                left = on if drawing else off
    return [*whole, dash] if dash else whole


def curve(a: Point, control: Point, b: Point, steps: int = 10) -> list[Point]:
    """Points along the quadratic curve from ``a`` to ``b`` bent towards ``control``."""
    points = []
    for step in range(steps + 1):
        share = step / steps
        points.append(between(between(a, control, share), between(control, b, share), share))
    return points


def hatch(box: pygame.Rect, spacing: float, slope: int = 1) -> list[tuple[Point, Point]]:
    """Parallel diagonal lines that fill a box; ``slope`` is 1 or -1."""
    lines: list[tuple[Point, Point]] = []
    offset = -float(box.height)
    while offset < box.width:
        start, end = box.left + offset, box.left + offset + box.height
        top, bottom = float(box.top), float(box.bottom)
        lines.append(((start, bottom), (end, top)) if slope > 0 else ((start, top), (end, bottom)))
        offset += spacing
    return lines


def arrow_head(tip: Point, towards: Point, size: float) -> list[Point]:
    """A triangle whose tip is at ``tip``, pointing the way from ``towards`` to ``tip``."""
    angle = math.atan2(tip[1] - towards[1], tip[0] - towards[0])
    wings = [
        (tip[0] - size * math.cos(angle + turn), tip[1] - size * math.sin(angle + turn))
        for turn in (0.5, -0.5)
    ]
    return [tip, *wings]


def polygon(center: Point, radius: float, corners: int = 32, turned: float = 0.0) -> list[Point]:
    """Corners of a regular polygon; with 32 of them it is seen as a circle.

    The first lies to the right, ``turned`` parts of the angle between two of them further down.
    """
    turns = [math.tau * (corner + turned) / corners for corner in range(corners)]
    return [
        (center[0] + radius * math.cos(turn), center[1] + radius * math.sin(turn)) for turn in turns
    ]


def star(center: Point, radius: float) -> list[Point]:
    """A star of five points, one of them up."""
    points = []
    for tip in range(10):
        angle, reach = math.pi * (tip / 5 - 0.5), radius * (1 if tip % 2 == 0 else 0.42)
        points.append((center[0] + reach * math.cos(angle), center[1] + reach * math.sin(angle)))
    return points


# Signs for the map, for samples beside words, and as lines for a page. Lengths are in pixels.
#
# What is drawn on the map, in its key and on the page of a replay has one drawing here, as shapes
# on a surface or, where a page needs it too, as lines and discs (:class:`Glyph`).


def draw_network(surface: pygame.Surface, steps: Collection[Sequence[Point]], zoom: float) -> None:
    """Supply lines, by their steps."""
    for width, color in ((0.15, PALETTE.ink), (0.09, PALETTE.gold)):
        for step in steps:
            stroke(surface, step, max(2.0, zoom * width), color)


def draw_no_line(surface: pygame.Surface, middle: Point, zoom: float) -> None:
    """A struck-through ring."""
    x, y = middle
    radius = max(6.0, zoom * 0.28)
    reach = radius * 0.7
    disc(surface, middle, radius, PALETTE.white)
    for width, color in ((0.14, PALETTE.white), (0.07, PALETTE.danger)):
        wide = max(2.0, zoom * width)
        stroke(surface, polygon(middle, radius), wide, color, closed=True)
        segment(surface, (x - reach, y + reach), (x + reach, y - reach), wide, color)


def draw_source(
    surface: pygame.Surface, middle: Point, zoom: float, color: Color, band: int
) -> None:
    """A star on a plate in a side's colour, and of its shape: ``band`` is the side's place among
    the sides.
    """
    # Colours alone do not tell sides apart for everybody: a disc for the first side, then a square,
    # a diamond and an octagon.
    corners, turned = ((32, 0.0), (4, 0.5), (4, 0.0), (8, 0.5))[band % 4]
    radius = max(5.0, zoom * 0.24)
    for grown, paint in ((2.0, PALETTE.white), (0.0, color)):
        shape(surface, polygon(middle, radius + grown, corners, turned), paint)
    shape(surface, star(middle, radius * 0.8), PALETTE.white)


WIDE = 1.5  # of a plate's height: how wide it is around a sign


class Glyph(NamedTuple):
    """A sign as lines and discs, in heights of its plate from the plate's upper left corner."""

    lines: tuple[tuple[Point, ...], ...] = ()
    discs: tuple[tuple[Point, float], ...] = ()


_RISE = ((0.2, 0.66), (0.42, 0.66), (0.42, 0.34), (0.64, 0.34), (0.64, 0.66))
_BATTLEMENTS = (*_RISE, (0.86, 0.66), (0.86, 0.34), (1.08, 0.34), (1.08, 0.66), (1.3, 0.66))


GLYPHS: Mapping[str, Glyph] = {
    "trench": Glyph((_BATTLEMENTS,)),
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
    """The plate of a marker, ``high`` pixels high: with the sign that ``look`` names, or letters.

    ``band`` is the place of its owner among the sides: the plates of every second side are round.
    """
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
        points = [(x * high, y * high) for x, y in line]
        stroke(surface, points, max(1.5, high * 0.11), PALETTE.ink)
    for (x, y), radius in glyph.discs:
        disc(surface, (x * high, y * high), max(1.5, radius * high), PALETTE.ink)
    return surface


def draw_wrecked(surface: pygame.Surface, middle: Point, zoom: float) -> None:
    """A pale disc with a cross: what stood on the hexside stands no more."""
    radius = max(6.0, zoom * 0.22)
    reach, (x, y) = radius * 0.55, middle
    disc(surface, middle, radius + max(1.0, radius * 0.15), PALETTE.ink)
    disc(surface, middle, radius, PALETTE.white)
    for slope in (-1, 1):
        ends = (x - reach, y - reach * slope), (x + reach, y + reach * slope)
        segment(surface, *ends, max(2.0, radius * 0.3), PALETTE.danger)


# The flags of sides on the map: which side holds a place.
#
# A place is a hex with something in it (a town, a base) or one that is scored for, and has a flag
# as long as it is held. Where roads, railways and country are held hex by hex, a flag is only in
# hexes that border on those of another side, and in single hexes.


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
    held = [state.holds(side.id) for side in sides]
    shown = []
    for band, (side, own) in enumerate(zip(sides, held, strict=True)):
        color = parse_color(side.color, PALETTE.ink)
        # Two sides may hold one hex, where a hex is held by every side with a unit in it.
        theirs = {number for hexes in (*held[:band], *held[band + 1 :]) for number in hexes}
        for number in own:
            beside = set(game.map.neighbors(number))
            is_place = number in scoring or game.map.features(number)
            if is_place or beside & theirs or not beside.intersection(own):
                shown.append(Flag(number, color, band))
    return shown


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
