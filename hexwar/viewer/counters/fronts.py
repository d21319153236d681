"""Where counters look: a pointed mark at their edge, or a pointed plate below them.

A mark is recognized by its shape and its place, so that it can be read at any size and in grey.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import pygame

from hexwar.definition.model import ResolvedGame
from hexwar.hexmap import Orientation, directions
from hexwar.hexmap.axial import corners
from hexwar.rules.language.section import could_fit
from hexwar.rules.units.section import Units
from hexwar.viewer.counters.counter import SHADE, shadow_of
from hexwar.viewer.drawing import ink as strokes
from hexwar.viewer.drawing.theme import PALETTE, Color, mix

REACH = 0.24  # of a counter's side: how far a mark stands out from its edge
WIDE = 0.23  # and half of how wide it is there
_WITHIN = 0.1  # and how far within the edge its foot lies
_LEAST = 4  # pixels


def bearing(facing: str, orientation: Orientation) -> float:
    """A facing as an angle, clockwise from the top of the page, in degrees.

    >>> bearing("NE", "flat"), bearing("NE", "pointy"), bearing("E", "flat")
    (60.0, 30.0, 90.0)
    """
    names, first = tuple(directions(orientation)), 0.0 if orientation == "flat" else 30.0
    if facing in names:
        return names.index(facing) * 60 + first
    return (corners(orientation).index(facing) * 60 + first + 30) % 360


def pointed(
    middle: tuple[float, float], side: float, degrees: float, least: float = _LEAST
) -> list[tuple[float, float]]:
    """The corners of the mark at the edge of a counter, its point first. ``least``: it stands out
    by no less.
    """
    angle = math.radians(degrees)
    across, down = math.sin(angle), -math.cos(angle)
    # How far the edge of a square lies from its middle in that direction.
    edge = side / 2 / max(abs(across), abs(down))
    wide = max(least, side * WIDE)
    foot, tip = edge - side * _WITHIN, edge + max(least, side * REACH)
    return [
        (middle[0] + across * tip, middle[1] + down * tip),
        (middle[0] + across * foot - down * wide, middle[1] + down * foot + across * wide),
        (middle[0] + across * foot + down * wide, middle[1] + down * foot - across * wide),
    ]


def draw_front(
    view: pygame.Surface, middle: tuple[float, float], side: float, degrees: float
) -> None:
    """The mark of a counter that looks somewhere."""
    mark = pointed(middle, side, degrees)
    pygame.draw.polygon(view, PALETTE.ink, mark)
    pygame.draw.lines(view, PALETTE.white, True, mark, max(1, round(side / 28)))


_PLATE = ((0.0, -0.98), (0.19, -0.68), (0.35, -0.34), (0.44, 0.04), (0.44, 0.46), (0.33, 0.8))
"""Half of the plate of a counter with a facing, from its point: to its right and back, in sides of
the counter. It is twice as long as it is wide, as a hull is, with a straight stern. What is printed
stays upright on it, and no mark has to cover that.
"""


class Hull(NamedTuple):
    """The corners of a plate and of the ``bow`` at its front, from the point clockwise."""

    corners: list[tuple[float, float]]
    bow: list[tuple[float, float]]


def hull(middle: tuple[float, float], side: float, degrees: float) -> Hull:
    """The plate of a counter that looks somewhere."""
    turn = math.radians(degrees)
    cos, sin = math.cos(turn) * side, math.sin(turn) * side
    half = [*_PLATE, *((-x, y) for x, y in reversed(_PLATE[1:]))]
    corners_of_plate = [
        (middle[0] + x * cos - y * sin, middle[1] + x * sin + y * cos) for x, y in half
    ]
    return Hull(corners_of_plate, [*corners_of_plate[:3], *corners_of_plate[-2:]])


def draw_plate(
    view: pygame.Surface,
    middle: tuple[float, float],
    side: float,
    degrees: float,
    color: Color,
    *,
    lit: bool = False,
) -> None:
    """A pointed plate, turned to where its counter looks, as ships have their bow."""
    corners_of_plate, bow = hull(middle, side, degrees)
    shade = shadow_of(round(side))
    shadow = [(x + shade, y + shade) for x, y in corners_of_plate]
    strokes.shape(view, shadow, mix(color, SHADE, 0.75))
    strokes.shape(view, corners_of_plate, color)
    rim = PALETTE.gold if lit else mix(color, SHADE, 0.62)
    strokes.stroke(view, corners_of_plate, max(2.0, side / (12 if lit else 22)), rim, closed=True)
    strokes.shape(view, bow, PALETTE.paper)
    strokes.stroke(view, bow, max(1.5, side / 30), rim, closed=True)


def at_first(game: ResolvedGame) -> dict[str, float]:
    """The bearing of each unit that a scenario sets up looking somewhere; none in games without
    the section ``facing``.
    """
    if not game.has("facing"):
        return {}
    from hexwar.rules.facing.section import Facing  # not in games without it

    section, bearings = game[Facing], dict[str, float]()
    orientation, counters = game.map.board.orientation, game[Units].counters
    names = corners(orientation) if section.points_to == "corner" else directions(orientation)
    for unit in game.scenario.opening:
        if unit in counters and could_fit(section.only, counters[unit]):
            stated = dict(game.scenario.more.get(unit, ())).get("facing")
            looks = stated or section.begins.get(counters[unit].side) or next(iter(names))
            bearings[unit] = bearing(str(looks), orientation)
    return bearings
