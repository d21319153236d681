"""The names of places on a map with counters: above them, and where they cover least of them.

A name keeps its place at the foot of its hex as long as no counter lies there; else it stands where
it is least in the way. Lengths are in units of the paper but where pixels are said.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import pygame

from hexwar.viewer.drawing.flags import CLOTH_WIDE, FOOT, STAFF_HIGH
from hexwar.viewer.drawing.geometry import Camera, PaperRect, Point
from hexwar.viewer.printed_map.map_sheet import MapSheet
from hexwar.viewer.printed_map.names import PlaceName, plate
from hexwar.viewer.printed_map.terrain import NAMES_FROM_ZOOM
from hexwar.viewer.table.pieces import STACK, side_at

_NUMBER = PaperRect(-0.35, -0.82, 0.7, 0.28)
"""Where the number of a hex is printed, from the middle of the hex."""
_LETTERS = 0.6  # of the height of a line: the letters without what is free above and below them
_NEAR = (4.0, 2.5)  # across and down: what is farther from a hex is not in the way of its name
_ON_COUNTER, _ON_NAME, _ON_NUMBER, _OFF_SHEET = 1.0, 2.0, 0.4, 9.0
_TASTE = 0.012  # of a square unit, for each place that comes later among those to choose from


class Around(NamedTuple):
    """What stands in the way: hex to how many counters, and how many markers, lie there; the hexes
    with flags.
    """

    stacks: Mapping[str, int]
    tags: Mapping[str, int]
    flags: Sequence[str]


class PlaceNames:
    """Names of one map, seated once for all that stands in their way."""

    def __init__(self, painter: MapSheet) -> None:
        self._painter = painter
        self._known: tuple[object, list[tuple[str, Point]]] = (None, [])

    def draw(self, surface: pygame.Surface, camera: Camera, around: Around) -> None:
        """Letter them; where they stand is thought of again when something else is in the way."""
        zoom = camera.zoom
        if zoom < NAMES_FROM_ZOOM:
            return
        if self._known[0] != (around, zoom):
            self._known = (around, zoom), self.seated(zoom, around)
        for name, at in self._known[1]:
            picture = plate(name, zoom)
            surface.blit(picture, picture.get_rect(center=camera.to_screen(*at)))

    def seated(self, zoom: int, around: Around) -> list[tuple[str, Point]]:
        """Each name with the middle of its letters."""
        taken = list(_room(self._painter, around, zoom))
        seats: list[tuple[str, Point]] = []
        names: list[PaperRect] = []
        for place in self._painter.names.places:
            wide, line = (pixels / zoom for pixels in plate(place.text, zoom).get_size())
            high = line * _LETTERS
            across, down = self._painter.center(place.hex)
            # Only what is near is weighed: not each name against all that is on the map.
            near = [box for box in taken if _is_near(box, across, down)]
            others = [box for box in names if _is_near(box, across, down)]
            numbers = [*self._numbers(place.hex)]
            best, least = place.at, float("inf")
            for rank, at in enumerate(_seats(place, (across, down), wide)):
                box = PaperRect(at[0] - wide / 2, at[1] - high / 2, wide, high)
                # Among seats that cover equally much the earlier one wins by its taste; the foot of
                # the hex is first.
                cost = rank * _TASTE + self._cost(box, near, others, numbers)
                if cost < least:
                    best, least = at, cost
            seats.append((place.text, best))
            names.append(PaperRect(best[0] - wide / 2, best[1] - high / 2, wide, high))
        return seats

    def _numbers(self, hex_: str) -> Iterator[PaperRect]:
        """Where the numbers of a hex and of those around it are printed."""
        for number in (hex_, *self._painter.map.neighbors(hex_)):
            across, down = self._painter.center(number)
            yield PaperRect(
                across + _NUMBER.left, down + _NUMBER.top, _NUMBER.width, _NUMBER.height
            )

    def _cost(
        self,
        box: PaperRect,
        taken: list[PaperRect],
        names: list[PaperRect],
        numbers: list[PaperRect],
    ) -> float:
        sheet = self._painter.sheet
        inside = (
            sheet.left <= box.left
            and box.right <= sheet.right
            and sheet.top <= box.top
            and box.bottom <= sheet.bottom
        )
        return (
            _ON_COUNTER * sum(_shared(box, other) for other in taken)
            + _ON_NAME * sum(_shared(box, other) for other in names)
            + _ON_NUMBER * sum(_shared(box, other) for other in numbers)
            + (0.0 if inside else _OFF_SHEET)
        )


def _room(painter: MapSheet, around: Around, zoom: int) -> Iterator[PaperRect]:
    """The room that stacks, flags and markers take."""
    side = side_at(zoom) / zoom
    for number, many in around.stacks.items():
        across, down = painter.center(number)
        grown = (many - 1) * STACK
        yield PaperRect(
            across - side / 2, down + 0.06 - side / 2 - grown, side + grown, side + grown
        )
    for number in around.flags:
        across, down = painter.center(number)
        yield PaperRect(across + FOOT[0], down + FOOT[1] - STAFF_HIGH, CLOTH_WIDE, STAFF_HIGH)
    for number, many in around.tags.items():
        across, down = painter.center(number)
        yield PaperRect(across - 0.28 * many, down + 0.5, 0.56 * many, 0.36)


def _seats(place: PlaceName, middle: Point, wide: float) -> Iterator[Point]:
    """Where a name may stand: below, above and beside the counters of its hex."""
    (across, height), (_, foot) = middle, place.at
    yield place.at
    for off in (0.3, -0.3, 0.6, -0.6):
        yield across + off, foot
    for down in (0.14, -1.48):  # a little lower, and above
        yield across, foot + down
    beside = wide / 2 + 0.6
    for down in (0.5, -0.3):
        yield across + beside, height + down
        yield across - beside, height + down
    for off in (0.5, -0.5):
        yield across + off, foot - 1.48


def _is_near(box: PaperRect, x: float, y: float) -> bool:
    return (
        abs(box.left + box.width / 2 - x) < _NEAR[0]
        and abs(box.top + box.height / 2 - y) < _NEAR[1]
    )


def _shared(a: PaperRect, b: PaperRect) -> float:
    """The area that two boxes have in common."""
    across = min(a.right, b.right) - max(a.left, b.left)
    down = min(a.bottom, b.bottom) - max(a.top, b.top)
    return across * down if across > 0 and down > 0 else 0.0
