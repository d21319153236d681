"""Where counters look: a pointed mark at their edge, and the arcs of the one that is pointed at.

A mark is told by its shape and its place, so that it can be read at any size and in grey.
"""

from __future__ import annotations

import math

import pygame

from hexwar.hexmap import Orientation, directions
from hexwar.hexmap.bearings import corners
from hexwar.rules.language.wording import in_words
from hexwar.viewer.drawing.overlays import Overlay
from hexwar.viewer.drawing.theme import PALETTE
from hexwar.viewer.match.match import Match
from hexwar.viewer.table.selection import Selection

REACH = 0.24  # of a counter's side: how far a mark stands out from its edge
WIDE = 0.23  # and half of how wide it is there
_LEAST = 4  # pixels
_ARCS = 2  # hexes around a unit to which its arcs are drawn


def bearing(facing: str, orientation: Orientation) -> float:
    """A facing as an angle, clockwise from the top of the page, in degrees.

    >>> bearing("NE", "flat"), bearing("NE", "pointy"), bearing("E", "flat")
    (60.0, 30.0, 90.0)
    """
    names, first = tuple(directions(orientation)), 0.0 if orientation == "flat" else 30.0
    if facing in names:
        return names.index(facing) * 60 + first
    return (corners(orientation).index(facing) * 60 + first + 30) % 360


def pointed(middle: tuple[float, float], side: float, degrees: float) -> list[tuple[float, float]]:
    """The corners of the mark at the edge of a counter, its point first."""
    angle = math.radians(degrees)
    x, y = math.sin(angle), -math.cos(angle)
    edge = side / 2 / max(abs(x), abs(y))
    out, wide = max(_LEAST, side * REACH), max(_LEAST, side * WIDE)
    foot, tip = edge - side * 0.1, edge + out
    return [
        (middle[0] + x * tip, middle[1] + y * tip),
        (middle[0] + x * foot - y * wide, middle[1] + y * foot + x * wide),
        (middle[0] + x * foot + y * wide, middle[1] + y * foot - x * wide),
    ]


def draw_front(
    view: pygame.Surface, middle: tuple[float, float], side: float, degrees: float
) -> None:
    """The mark of a counter that looks somewhere."""
    mark = pointed(middle, side, degrees)
    pygame.draw.polygon(view, PALETTE.ink, mark)
    pygame.draw.lines(view, PALETTE.white, True, mark, max(1, round(side / 28)))


def draw_arcs(overlay: Overlay, match: Match, chosen: Selection) -> None:
    """The arcs around the unit picked up, or the one pointed at, each with its name."""
    known, number = match.visibility.state, chosen.focus_hex
    unit = chosen.unit if chosen.unit and known.position(chosen.unit) == number else None
    if unit is None and number is not None:
        unit = next((u for u in reversed(known.units_at(number)) if known.facing(u)), None)
    if unit is None or number is None or not match.visibility.sees(unit):
        return
    beside = match.resolved.map.neighbors(number)
    for arc, numbers in known.arcs(unit, within=_ARCS).items():
        if numbers:
            overlay.border(set(numbers), PALETTE.ink)
        for near in numbers:
            if near in beside:
                overlay.lettered(number, near, in_words(arc))
