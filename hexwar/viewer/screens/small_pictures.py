"""Small pictures of a map with its counters: as a scenario sets them up, or as a save has them.

The picker shows a scenario that way, the list of saves the end of a save, the window on a game
being written its map. Only the hexes are drawn, as large as the room allows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import pygame

from hexwar.definition.model import ResolvedGame
from hexwar.rules.units.section import Unit, Units
from hexwar.viewer.counters.counter import back, face_of
from hexwar.viewer.counters.fronts import at_first
from hexwar.viewer.drawing.geometry import PaperRect
from hexwar.viewer.match.match import Match
from hexwar.viewer.printed_map.map_sheet import MapSheet
from hexwar.viewer.printed_map.pictured_map import painter_of
from hexwar.viewer.screens.map_picture import (
    LaidCounter,
    bearing_of,
    counter_side,
    laid_out,
    place_counters,
)

_EDGE = 0.2  # units of paper around the hexes
_SMALLEST = 4  # pixels to the unit; below, there is nothing to see


def setup_picture(game: ResolvedGame, width: int, height: int) -> pygame.Surface | None:
    """A scenario set up on the hexes of its map, no larger than given in pixels; ``None`` when that
    is too small to see.
    """
    painter = painter_of(game)
    part = _hexes(painter)
    zoom = int(min(width / part.width, height / part.height))
    if zoom < _SMALLEST:
        return None
    return _drawn(painter, zoom, set_up(game, zoom))


def opening(game: ResolvedGame) -> Iterator[tuple[Unit, str]]:
    """The units that a scenario sets up on the map, each with its hex."""
    units = game[Units].counters
    for unit, number in game.scenario.opening.items():
        if unit in units and number in game.map.numbers:
            yield units[unit], number


def set_up(game: ResolvedGame, zoom: int) -> dict[str, list[LaidCounter]]:
    """The counters of a scenario's set-up by hex, for :func:`place_counters`."""
    standing: dict[str, list[LaidCounter]] = {}
    bearings = at_first(game)
    for unit, number in opening(game):
        laid = laid_out(face_of(unit, game), counter_side(zoom), bearings.get(unit.id))
        standing.setdefault(number, []).append(laid)
    return standing


def position_picture(match: Match, width: int, height: int) -> pygame.Surface:
    """A match as it stands, no larger than given in pixels: with what those who play it may all
    know, and no more.
    """
    game, visibility, counters = match.resolved, match.visibility, match.resolved[Units].counters
    painter = painter_of(game)
    part = _hexes(painter)
    share = min(width / part.width, height / part.height)
    zoom = max(_SMALLEST, int(share * 2))  # drawn larger and smoothed: half a pixel is seen then
    side = counter_side(zoom)
    standing: dict[str, list[LaidCounter]] = {}
    for number in game.map.numbers:
        units = visibility.units_at(number)
        if not units:
            continue
        faces = [face_of(counters[unit], game, match.state.steps_lost(unit)) for unit in units]
        below = [LaidCounter(back(faces[0].color, side))] if visibility.hides(number) else []
        laid = (
            laid_out(face, side, bearing_of(visibility.state, unit))
            for unit, face in zip(units, faces, strict=True)
        )
        standing[number] = [*below, *laid]
    picture = _drawn(painter, zoom, standing)
    size = round(part.width * share), round(part.height * share)
    return pygame.transform.smoothscale(picture, size)


def _drawn(
    painter: MapSheet,
    zoom: int,
    standing: Mapping[str, Sequence[LaidCounter]],
) -> pygame.Surface:
    """The map with counters on it, without what is printed beside it: that is too small to read."""
    part = _hexes(painter)
    picture = painter.render(part, zoom)
    place_counters(picture, painter, zoom, standing, part)
    return picture


def _hexes(painter: MapSheet) -> PaperRect:
    """The part of the sheet with hexes on it, and a little around them."""
    return painter.hex_box.grown(_EDGE, _EDGE, _EDGE, _EDGE)
