"""Pictures of a map with its counters: small ones on screens, a large one for a file.

What is to be drawn for a file is noted at once, as it is seen at this window; it is drawn later in
a thread, when the game may have gone on. Names of places are seated again, as counters lie
differently at that size.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import pygame

from hexwar.rules.sheet import Sheet
from hexwar.rules.state import State
from hexwar.viewer.counters.counter import LOWERED, SIDE, STACK, Face, Marks, back, counter
from hexwar.viewer.counters.fronts import bearing, draw_front, draw_plate
from hexwar.viewer.drawing.flags import flags
from hexwar.viewer.drawing.geometry import Camera, PaperRect
from hexwar.viewer.drawing.overlays import Overlay
from hexwar.viewer.drawing.theme import PALETTE, Color, mix
from hexwar.viewer.match.match import Match
from hexwar.viewer.printed_map.lying_view import OnMap
from hexwar.viewer.printed_map.map_sheet import MapSheet
from hexwar.viewer.printed_map.pictured_map import painter_of
from hexwar.viewer.printed_map.tiles import finished, whole_sheet
from hexwar.viewer.table.pieces import Around, Pieces, PlaceNames
from hexwar.viewer.table.views import draw_wind

_UNMARKED = Marks()
_ZOOM, _LEAST_ZOOM = 40, 4  # pixels to the unit
_LONGEST = 8000  # pixels of a side: a very large map is drawn smaller


class MapPicture:
    """What is seen of a match at this moment; it is drawn later, in a thread of its own.

    Only what those who look on may see is kept, and nothing of what a player is about to do.
    """

    def __init__(self, match: Match, pieces: Pieces) -> None:
        # All is taken now: when the thread draws, the position may be another.
        self._game, visibility = match.resolved, match.visibility
        self._standing: dict[str, tuple[bool, list[tuple[Face, Marks, float | None]]]] = {}
        """Hex to whether it hides counters, and those that are seen there, the lowest first."""
        for number in self._game.map.numbers:
            if units := visibility.units_at(number):
                marked = [
                    (
                        pieces.face(unit),
                        replace(pieces.marks(unit), lit=False),
                        bearing_of(visibility.state, unit),
                    )
                    for unit in units
                ]
                self._standing[number] = visibility.hides(number), marked
        self._lying = OnMap(match.state, self._game)
        self._flags = flags(visibility.state, self._game)

    def draw(self) -> pygame.Surface:
        """The sheet, the counters, what else lies on the map, and who holds its places."""
        game = self._game
        painter = painter_of(game, places=False)
        sheet = painter.sheet
        zoom = max(_LEAST_ZOOM, min(_ZOOM, int(_LONGEST / max(sheet.width, sheet.height))))
        picture = finished(whole_sheet(painter, zoom))
        camera = Camera.over(sheet, zoom, picture.get_size())
        overlay = Overlay(picture, camera, painter.layout, game.map)
        self._lying.draw_below(overlay)
        side = counter_side(zoom)
        standing = {}
        for number, (hides, marked) in self._standing.items():
            below = [LaidCounter(back(marked[0][0].color, side))] if hides else []
            laid = (laid_out(face, side, looks, marks) for face, marks, looks in marked)
            standing[number] = [*below, *laid]
        place_counters(picture, painter, zoom, standing)
        self._lying.draw_above(overlay)
        for flag in self._flags:
            overlay.pennant(*flag)
        stacks = {number: len(counters) for number, counters in standing.items()}
        around = Around(stacks, self._lying.many, [flag.hex for flag in self._flags])
        PlaceNames(painter).draw(picture, camera, around)
        printed = game.section(Sheet)
        if printed is not None and printed.wind_bearing is not None:
            draw_wind(picture, printed.wind_bearing, zoom / _ZOOM)
        return picture


class LaidCounter(NamedTuple):
    """A drawn counter; where it looks, as a bearing in degrees, and the plate that it lies on then,
    in a colour, unless it is a picture.
    """

    picture: pygame.Surface
    looks: float | None = None
    plate: Color | None = None


def laid_out(face: Face, side: int, looks: float | None, marks: Marks = _UNMARKED) -> LaidCounter:
    """A counter as it lies on the map of the window."""
    if looks is None:
        return LaidCounter(counter(face, side, marks))
    if face.picture is not None and not face.plain:
        return LaidCounter(counter(face, side, marks), looks)  # a picture has a card of its own
    plate = mix(face.color, PALETTE.paper, 0.5) if marks.dimmed else face.color
    return LaidCounter(counter(face, side, replace(marks, bare=True)), looks, plate)


def bearing_of(state: State, unit: str) -> float | None:
    """Where a unit looks, as a bearing; ``None``: nowhere."""
    facing = state.facing(unit)
    return bearing(facing, state.resolved.map.board.orientation) if facing else None


def counter_side(zoom: int) -> int:
    """Pixels of a counter's side."""
    return max(3, round(zoom * SIDE))


def place_counters(
    picture: pygame.Surface,
    painter: MapSheet,
    zoom: int,
    standing: Mapping[str, Sequence[LaidCounter]],
    part: PaperRect | None = None,
) -> None:
    """Put counters on a picture of the sheet, or of a part, those of a hex one above the other;
    those that look somewhere on their plates, turned as in the window.
    """
    sheet, side = part or painter.sheet, counter_side(zoom)
    for number, counters in standing.items():
        across, down = painter.center(number)
        for level, (face, looks, plate) in enumerate(counters):
            left = (across + level * STACK - sheet.left) * zoom - side / 2
            top = (down + LOWERED - level * STACK - sheet.top) * zoom - side / 2
            middle = left + side / 2, top + side / 2
            if looks is not None and plate is not None:
                draw_plate(picture, middle, side, looks, plate)
            picture.blit(face, (round(left), round(top)))
            if looks is not None and plate is None:
                draw_front(picture, middle, side, looks)
