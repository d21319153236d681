"""Where counters look: a pointed mark at their edge.

A mark is told by its shape and its place, so that it can be read at any size and in grey.
"""

from __future__ import annotations

import math

import pygame

from hexwar.definition.model import ResolvedGame
from hexwar.hexmap import Orientation, directions
from hexwar.hexmap.bearings import corners
from hexwar.rules.language.selector import could_fit
from hexwar.rules.units.section import Units
from hexwar.viewer.drawing.theme import PALETTE

REACH = 0.24  # of a counter's side: how far a mark stands out from its edge
WIDE = 0.23  # and half of how wide it is there
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
    out, wide = max(least, side * REACH), max(least, side * WIDE)
    foot, tip = edge - side * 0.1, edge + out
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
