"""A picture of the whole map as it stands, for a file.

What is to be drawn is noted at once, as it is seen at this window; it is drawn later in a thread,
when the game may have gone on. Names of places are seated anew, as counters lie otherwise at that
size.
"""

from __future__ import annotations

from dataclasses import replace

import pygame

from hexwar.viewer.counters.counter import Face, Marks, back, counter
from hexwar.viewer.drawing.flags import flags
from hexwar.viewer.drawing.geometry import Camera
from hexwar.viewer.drawing.overlays import Overlay
from hexwar.viewer.match.match import Match
from hexwar.viewer.printed_map.lying_view import OnMap
from hexwar.viewer.printed_map.pictured_map import painter_of
from hexwar.viewer.printed_map.tiles import finished, whole_sheet
from hexwar.viewer.screens.setup_picture import counter_side, place_counters
from hexwar.viewer.table.pieces import Pieces
from hexwar.viewer.table.place_names import Around, PlaceNames

_ZOOM, _LEAST_ZOOM = 40, 4  # pixels to the unit
_LONGEST = 8000  # pixels of a side: a very large map is drawn smaller


class MapPicture:
    """What is seen of a match at this moment; it is drawn later, in a thread of its own.

    Only what those who look on may see is kept, and nothing of what a player is about to do.
    """

    def __init__(self, match: Match, pieces: Pieces) -> None:
        self._game, seen = match.resolved, match.visibility
        self._standing: dict[str, tuple[bool, list[tuple[Face, Marks]]]] = {}
        for number in self._game.map.numbers:
            if units := seen.units_at(number):
                # Faces and marks are taken now: the thread draws later, when the position may be
                # another.
                drawn = [
                    (pieces.face(unit), replace(pieces.marks(unit), lit=False)) for unit in units
                ]
                self._standing[number] = seen.hides(number), drawn
        self._lying = OnMap(match.state, self._game)
        self._flags = flags(seen.state, self._game)

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
        for number, (hides, seen) in self._standing.items():
            below = [back(seen[0][0].color, side)] if hides else []
            standing[number] = [*below, *(counter(face, side, marks) for face, marks in seen)]
        place_counters(picture, painter, zoom, standing)
        self._lying.draw_above(overlay)
        for flag in self._flags:
            overlay.pennant(*flag)
        stacks = {number: len(seen) for number, seen in standing.items()}
        around = Around(stacks, self._lying.many, [flag.hex for flag in self._flags])
        PlaceNames(painter).draw(picture, camera, around)
        return picture
