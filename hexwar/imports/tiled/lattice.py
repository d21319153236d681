"""Reckon where the hexes of a map of Tiled lie, in its pixels, and what they are called.

Columns and rows count from 0. The formulas are those of the documentation of Tiled 1.11 and of its
class ``HexagonalRenderer``, with its whole numbers: a lattice that is off by half a pixel a line
loses its corners in a large map.

First the geometry, for which flat tops are reckoned and pointed ones have the axes exchanged; then
numbers, boxes and titles as properties of the map carry them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import ceil, floor, hypot
from typing import Any, Literal, NamedTuple

from hexwar.definition.forms import ID
from hexwar.hexmap import HexMap, Numbering
from hexwar.imports.writing import is_name, told

Place = tuple[int, int]
Point = tuple[float, float]
Corner = tuple[int, int]
"""A corner of hexes, in half pixels, by which it is known to all of them."""
Edge = frozenset[Corner]


@dataclass(frozen=True)
class HexLattice:
    """A lattice of hexes: how many, the size of a tile, the side along the axis, the shift.

    ``axis``: x for flat tops, y for pointed. ``index``: which lines along it are shifted by half.
    """

    width: int
    height: int
    tile_width: int
    tile_height: int
    side: int
    axis: Literal["x", "y"] = "y"
    index: Literal["odd", "even"] = "odd"

    def is_shifted(self, along: int) -> bool:
        """Say whether a line, by its number along the axis, is shifted by half a hex."""
        return (along % 2 == 1) != (self.index == "even")

    def corner(self, place: Place) -> Point:
        """Reckon the upper left corner of the box around a hex."""
        along, across = place if self.axis == "x" else (place[1], place[0])
        a = along * (self._slant + self.side)
        b = across * self._high + (self._high / 2 if self.is_shifted(along) else 0)
        return (a, b) if self.axis == "x" else (b, a)

    def middle(self, place: Place) -> Point:
        """Reckon the middle of a hex.

        >>> HexLattice(5, 5, 14, 12, 6, "y", "odd").middle((0, 1))
        (14.0, 15.0)
        """
        x, y = self.corner(place)
        long, short = (2 * self._slant + self.side) / 2, self._high / 2
        return (x + long, y + short) if self.axis == "x" else (x + short, y + long)

    def corners(self, place: Place) -> list[Corner]:
        """Reckon the six corners of a hex in turn."""
        x, y = self.corner(place)
        slant, high = self._slant, self._high
        side_end, tip = slant + self.side, 2 * slant + self.side
        # Clockwise from the left end of the upper side.
        ring: list[Point] = [(slant, 0), (side_end, 0), (tip, high / 2)]
        ring += [(side_end, high), (slant, high), (0, high / 2)]
        if self.axis == "y":
            # Pointed tops are flat ones with the axes exchanged.
            ring = [(b, a) for a, b in ring]
        # In half pixels, as whole numbers: corners of neighbours meet exactly, and can be keys.
        return [(round(2 * (x + a)), round(2 * (y + b))) for a, b in ring]

    def place_at(self, point: Point) -> Place | None:
        """Find the hex whose middle is nearest to a point, ``None`` off the map."""
        places = list(self._near(point))
        nearest = min(places, key=lambda place: (_between(self.middle(place), point), place))
        column, row = nearest
        x, y = self.middle(nearest)
        wide = (2 * self._slant + self.side) / 2, self._high / 2
        a, b = wide if self.axis == "x" else wide[::-1]
        is_near = abs(point[0] - x) <= a and abs(point[1] - y) <= b  # in the box around the hex
        is_on_map = 0 <= column < self.width and 0 <= row < self.height
        return nearest if is_on_map and is_near else None

    def corner_at(self, point: Point) -> Corner | None:
        """Find the corner nearest to a point."""
        x, y = point
        corners = (corner for place in self._near(point) for corner in self.corners(place))
        return min(corners, key=lambda c: (hypot(c[0] / 2 - x, c[1] / 2 - y), c), default=None)

    @cached_property
    def edges(self) -> dict[Edge, list[Place]]:
        """Every edge with the hexes on its two sides."""
        edges: dict[Edge, list[Place]] = {}
        for column in range(self.width):
            for row in range(self.height):
                ring = self.corners((column, row))
                for a, b in zip(ring, ring[1:] + ring[:1], strict=True):
                    if a != b:
                        edges.setdefault(frozenset((a, b)), []).append((column, row))
        return edges

    @property
    def pitch(self) -> Point:
        """How far it is from column to column, and from row to row."""
        long, high = max(1, self._slant + self.side), max(1, self._high)
        return (long, high) if self.axis == "x" else (high, long)

    @property
    def reach(self) -> float:
        """About half the way from a hex to the next."""
        return max(1.0, min(self._slant + self.side, self._high) / 2)

    @property
    def _slant(self) -> int:
        """How far a hex reaches along the axis beyond its side, to each of its two points."""
        long = self.tile_width if self.axis == "x" else self.tile_height
        return max(0, (long - self.side) // 2)

    @property
    def _high(self) -> int:
        """The size of a tile across the axis: an even number, as Tiled shifts by half of it."""
        return 2 * ((self.tile_height if self.axis == "x" else self.tile_width) // 2)

    def _near(self, point: Point) -> Iterable[Place]:
        """Yield places among which the hex nearest to a point is; some may lie off the map."""
        a, b = point if self.axis == "x" else (point[1], point[0])
        long = (2 * self._slant + self.side) / 2
        along = (a - long) / max(1, self._slant + self.side)
        # A line more to either side: which hex is nearest depends on the shift of its line.
        for line in range(floor(along) - 1, ceil(along) + 2):
            shift = self._high / 2 if self.is_shifted(line) else 0
            across = (b - self._high / 2 - shift) / max(1, self._high)
            for hex_of_line in (floor(across), ceil(across)):
                yield (line, hex_of_line) if self.axis == "x" else (hex_of_line, line)


def _between(a: Point, b: Point) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])


def along(points: Iterable[Point], step: float) -> list[Point]:
    """List the points of a line drawn through some, not farther apart than a step."""
    line: list[Point] = []
    for point in points:
        if line:
            previous = line[-1]
            # Bounded, however far apart two points are said to be.
            times = min(10_000, ceil(_between(previous, point) / max(step, 0.5)))
            line += [
                (
                    previous[0] + (point[0] - previous[0]) * n / times,
                    previous[1] + (point[1] - previous[1]) * n / times,
                )
                for n in range(1, times)
            ]
        line.append(point)
    return line


# -- what Tiled has no word for, in properties of a map: numbers, boxes, titles --------------------

# A map of a game that is exported carries them in properties whose names begin with ``hexwar_``,
# and finds them again when it is imported. As anybody may write such properties, whatever does not
# fit is left out, and a numbering that cannot be is that from 01.


PREFIX = "hexwar_"
_NUMBERS = ("first_column", "first_row")
_WORDS = ("ids", "rows_from", "columns_from", "letters", "prefix")


def said_of(game_map: HexMap, numbering: Numbering) -> dict[str, str]:
    """Write the properties for a map, whose hexes lie as a numbering has them."""
    texts = {key: str(getattr(numbering, key)) for key in (*_NUMBERS, *_WORDS)}
    if numbering.names:
        texts["numbers"] = json.dumps(numbering.names)
    if game_map.boxes:
        terrain = {box: game_map.terrain(box) for box in game_map.boxes if box in game_map}
        boxes = {box: [game_map.boxes[box], terrain.get(box, "")] for box in game_map.boxes}
        texts["boxes"] = json.dumps(boxes, ensure_ascii=False)
    titles = {name: title for name, title in game_map.titles.items() if name not in game_map.boxes}
    if titles:
        texts["titles"] = json.dumps(titles, ensure_ascii=False)
    return {f"{PREFIX}{key}": value for key, value in texts.items()}


def numbering_of(lattice: HexLattice, properties: Mapping[str, str]) -> Numbering:
    """Read the numbers of a map: as its properties say, else from 01 at the upper left."""
    fields: dict[str, Any] = {}
    for key in _NUMBERS:
        text = properties.get(PREFIX + key, "")
        if re.fullmatch(r"\d{1,4}", text):
            fields[key] = int(text)
    for key in _WORDS:
        if text := properties.get(PREFIX + key, ""):
            fields[key] = text
    if not re.fullmatch(r"[A-Za-z]{0,4}", fields.get("prefix", "")):
        del fields["prefix"]
    names = _json(properties.get(f"{PREFIX}numbers", ""))
    if isinstance(names, list) and all(
        isinstance(name, str) and (not name or is_name(name)) for name in names
    ):
        fields["names"] = tuple(names)
    try:
        return _numbering(lattice, fields)
    except ValueError:  # a stranger's properties
        return _numbering(lattice, {})


def _numbering(lattice: HexLattice, settings: Mapping[str, Any]) -> Numbering:
    """Make the numbering of a lattice by settings. ValueError if they cannot be."""
    flat = lattice.axis == "x"
    number = settings.get("first_column" if flat else "first_row", 1)  # of the first line
    if flat and settings.get("columns_from") == "right":
        number += lattice.width - 1
    if not flat and settings.get("rows_from") == "bottom":
        number += lattice.height - 1
    # Tiled counts lines from 0, a game from the first number: which parity is shoved is worked out.
    parity = "even" if (number % 2 == 0) == lattice.is_shifted(0) else "odd"
    return Numbering(
        lattice.width,
        lattice.height,
        orientation="flat" if flat else "pointy",
        shoved=f"{parity}-{'columns-down' if flat else 'rows-right'}",  # type: ignore[arg-type]
        **settings,
    )


class BoxSaid(NamedTuple):
    """What a map says of a box beside it: its title, and its terrain if it has any."""

    title: str
    terrain: str


def boxes_of(properties: Mapping[str, str]) -> dict[str, BoxSaid]:
    """Read boxes beside a map by their ids."""
    boxes = {}
    for box, entry in _mapping(properties.get(f"{PREFIX}boxes", "")).items():
        if isinstance(entry, list) and len(entry) == 2 and re.fullmatch(ID, box):
            title, terrain = entry
            boxes[box] = BoxSaid(told(str(title)), str(terrain))
    return boxes


def titles_of(properties: Mapping[str, str]) -> dict[str, str]:
    """Read titles of regions by id."""
    titles = _mapping(properties.get(f"{PREFIX}titles", ""))
    return {name: told(str(title)) for name, title in titles.items() if re.fullmatch(ID, name)}


def _mapping(text: str) -> Mapping[str, Any]:
    data = _json(text)
    return data if isinstance(data, dict) else {}


_MOST_JSON = 1_000_000
"""Signs of a property that are read."""


def _json(text: str) -> Any:
    """What a property holds as JSON; nothing where it holds none, or more than is read."""
    if len(text) > _MOST_JSON:
        return None
    try:
        return json.loads(text or "null")
    except (ValueError, RecursionError):
        return None
