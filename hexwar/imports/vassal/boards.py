"""Reckon where the hexes of a board lie on its picture, and what the module calls them.

A board has one grid behind everything, and zones with grids of their own, or with none; the first
zone that holds a point decides what is there. The field with the most hexes becomes the map, and
with it those of other zones whose hexes lie where its own do. Only hexes count that lie whole on
the picture and under their grid, but for a few pixels, as frames are traced by hand.

First one grid and its numbers, in VASSAL's own formulas (its oddities included: a number that
differs by one from the printed map makes every scenario wrong); then a board with its zones and
fields; then boards side by side; last how all of these are read out of a buildfile.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from math import dist, floor, isfinite, sqrt, trunc
from typing import Literal, NamedTuple

from hexwar.imports.foreign_files import Element
from hexwar.imports.outline import Outline

Place = tuple[int, int]
"""A column and a row, from 0."""
Point = tuple[float, float]
"""x and y, in pixels of a picture."""
Size = tuple[float, float]
"""Width and height, in pixels."""

SMALLEST, LARGEST = 4.0, 2000.0
"""Pitches that a grid may have."""
FARTHEST = 100_000.0
"""Pixels from a corner: what is written farther off is on no picture."""
USUAL_DY = 64.0
"""The height of hexes whose grid does not say it."""
DEFAULT_DX = 55.42562584220407
"""What the editor writes whether it is meant or not."""
DRAWN_IN = 4
"""Pixels by which a hex may stick out of its frame: frames are traced by hand."""
OFF = 0.15
"""Of a pitch: how far the grid of a board or a zone may lie off that which it goes on."""
UNKNOWN_SIZE = (0, 0)
"""Of a board whose picture is not there, and of which the file does not say how large it is."""

# A module is a stranger's: what would take very long, or make very long texts, is cut off.
MOST_CORNERS = 10_000
"""Of the outline of a zone, as each is tried at every hex."""
MOST_LINES = 250
"""Columns or rows that a map may have."""
MOST_LETTERS, MOST_DIGITS, LONGEST_SEPARATOR, LONGEST_FORM = 20, 8, 8, 200
"""Of the numbers of hexes, and of the text around them."""
FARTHEST_NUMBER = 10_000
"""From which columns or rows are counted."""


# -- hex grids of boards, and the numbers of their hexes, as VASSAL reckons them -------------------

# All in pixels of the board's picture. Columns and rows count from 0 and may be negative; on a grid
# that lies sideways (pointed tops) a column is a row of the paper. The formulas are those of the
# classes ``HexGrid``, ``HexGridNumbering`` and ``RegularGridNumbering`` of VASSAL 3.7.


class BadGridError(ValueError):
    """A grid has numbers that none could have."""


@dataclass(frozen=True, slots=True)
class ModuleGrid:
    """A hex grid: pitches, the middle of hex (0, 0), and whether it lies sideways.

    Along the picture's own axes ``x0`` and ``y0`` are swapped with it, as in the module.
    """

    dx: float
    dy: float
    x0: float = 0
    y0: float = 32
    sideways: bool = False

    def middle(self, place: Place) -> Point:
        """Reckon the middle of a hex, in pixels of the picture.

        >>> ModuleGrid(51, 60, 10, 32).middle((1, 0))
        (61, 62)
        """
        column, row = place
        u = trunc(self.x0 + self.dx * column)
        v = trunc(self.y0 + self.dy * row + (trunc(self.dy / 2) if column % 2 else 0))
        return (v, u) if self.sideways else (u, v)

    def hex_at(self, point: Point) -> Place:
        """Find the hex that a point lies in; on an edge, one of the two."""
        u, v = (point[1], point[0]) if self.sideways else point
        nearest_column = floor((u - self.x0) / self.dx + 0.5)
        candidates = []
        # By its corners a hex reaches into the columns beside its own.
        for column in (nearest_column - 1, nearest_column, nearest_column + 1):
            shift = trunc(self.dy / 2) if column % 2 else 0
            row = floor((v - self.y0 - shift) / self.dy)
            candidates += [(column, row), (column, row + 1)]

        def distance(place: Place) -> float:
            """How far off a middle the point is: the same for all points of the edge of a hex."""
            x, y = self.middle(place)
            a, b = abs(u - (y if self.sideways else x)), abs(v - (x if self.sideways else y))
            # The greater of what the flat sides are off, and what those aslant are.
            return max(2 * b / self.dy, 3 * a / (2 * self.dx) + b / self.dy)

        return min(candidates, key=lambda place: (distance(place), place))

    def corners(self, place: Place, drawn_in: float = 0) -> list[Point]:
        """Reckon the six corners of a hex, drawn towards its middle by so many pixels."""
        x, y = self.middle(place)
        return [(x + a, y + b) for a, b in self.around(drawn_in)]

    def around(self, drawn_in: float = 0) -> list[Point]:
        """Reckon the six corners of any hex, from its middle."""
        reach = max(0.0, 1 - drawn_in / max(1.0, self.dy / 2))
        long, half, short = 2 * self.dx / 3, self.dy / 2, self.dx / 3
        offsets = [(-long, 0.0), (long, 0.0), *product((-short, short), (-half, half))]
        if self.sideways:
            offsets = [(b, a) for a, b in offsets]
        return [(a * reach, b * reach) for a, b in offsets]


Label = Literal["number", "letter"]


@dataclass(frozen=True, slots=True)
class ModuleNumbering:
    """How the hexes of a grid are numbered, in the words of a module.

    ``h`` numbers columns of the module's own, ``v`` its rows. ``oblique``: rows run aslant.
    ``form`` is the text around a number, with ``$gridLocation$``, ``$column$`` and ``$row$``.
    """

    first: Literal["H", "V"] = "H"
    sep: str = ""
    h_label: Label = "number"
    v_label: Label = "number"
    h_off: int = 0
    v_off: int = 0
    h_leading: int = 0
    v_leading: int = 0
    h_descend: bool = False
    v_descend: bool = False
    stagger: bool = True
    oblique: bool = False
    form: str = "$gridLocation$"

    def counted(self, grid: ModuleGrid, size: Size, place: Place) -> Place:
        """Reckon what is printed for the column and the row of a hex, as numbers.

        ``size`` is that of the picture, or of the zone that holds the grid.
        """
        column, row = place
        # VASSAL divides the width by dy and the height by dx, though dx lies across: numbers that
        # run backwards count from there, so that it must not be set right.
        across = floor(size[0] / grid.dy + 0.5)
        down = floor(size[1] / grid.dx + 0.5)
        of_columns, of_rows = across, down
        down_columns, down_rows = self.h_descend, self.v_descend
        if grid.sideways:
            of_columns, of_rows = down, across
            down_columns, down_rows = self.v_descend, self.h_descend
        h = of_columns - column if down_columns else column
        v = of_rows - row if down_rows else row
        if column % 2 and self.stagger:
            v += -1 if down_rows else 1
        if self.oblique:
            v += trunc(h / 2) if self.stagger else 1 - trunc(h / 2)
        return h + self.h_off, v + self.v_off

    def name(self, grid: ModuleGrid, size: Size, place: Place) -> str:
        """Write the number of a hex as it is told in a game."""
        h, v = self.counted(grid, size, place)
        column = _label(h, self.h_label, self.h_leading)
        row = _label(v, self.v_label, self.v_leading)
        number = f"{column}{self.sep}{row}" if self.first == "H" else f"{row}{self.sep}{column}"
        if self.form in ("", "$gridLocation$"):
            return number
        text = self.form.replace("$gridLocation$", number)
        return text.replace("$column$", column).replace("$row$", row)


def _label(number: int, kind: Label, leading: int) -> str:
    """Write a number as it is printed: padded, or as a letter that is repeated after Z."""
    sign, size = ("-" if number < 0 else ""), abs(number)
    if kind == "letter":
        times, letter = divmod(size, 26)
        # AA comes after Z, then BB: the letter again, as often as it has come round.
        return sign + chr(ord("A") + letter) * min(times + 1, MOST_LETTERS)
    return f"{sign}{size:0{leading + 1}}"


# -- boards, with their zones and the hex grids in them ------------------------------------------


@dataclass(frozen=True)
class BoardZone:
    """A part of a board with a name: its outline, and whether the grid behind it counts in it."""

    name: str
    outline: Outline
    uses_parent: bool = False

    @property
    def size(self) -> Size:
        """Width and height of its bounding box."""
        box = self.outline
        return box.right - box.left, box.bottom - box.top


@dataclass(frozen=True, slots=True)
class HexField:
    """A grid with its numbering, in the zone that holds it or on all of a board."""

    grid: ModuleGrid
    numbering: ModuleNumbering | None
    zone: BoardZone | None
    draws_grid: bool = False
    draws_numbers: bool = False


@dataclass(frozen=True, slots=True)
class Spot:
    """What is at a point of a board: a hex of one of its fields, or a zone, or neither."""

    field: HexField | None = None
    place: Place = (0, 0)
    zone: str = ""


@dataclass
class ModuleBoard:
    """One board of a map: its picture, size, zones in the order of the file, and hex fields."""

    name: str
    image: str
    size: Size
    zones: list[BoardZone] = field(default_factory=list)
    fields: list[HexField] = field(default_factory=list)
    points: list[tuple[str, Point]] = field(default_factory=list)
    """Named points of a board of regions."""
    other_grids: int = 0
    troubles: list[str] = field(default_factory=list)

    def field_at(self, point: Point) -> HexField | None:
        """Find the field that a point lies in: the first zone decides, else the grid."""
        zone = self._zone_at(point)
        if zone is None or zone.uses_parent:
            return self._behind
        return next((hex_field for hex_field in self.fields if hex_field.zone is zone), None)

    def spot(self, point: Point) -> Spot:
        """Say what is at a point."""
        zone, hex_field = self._zone_at(point), self.field_at(point)
        name = zone.name if zone else ""
        if hex_field is None:
            # In no hex and no zone: at the named point nearest to it, if there is one.
            x, y = point
            by_distance = ((abs(a - x) + abs(b - y), called) for called, (a, b) in self.points)
            return Spot(zone=name or min(by_distance, default=(0, ""))[1])
        return Spot(hex_field, hex_field.grid.hex_at(point), name)

    def _zone_at(self, point: Point) -> BoardZone | None:
        return next((zone for zone in self.zones if zone.outline.holds(point)), None)

    @cached_property
    def _behind(self) -> HexField | None:
        return next((hex_field for hex_field in self.fields if hex_field.zone is None), None)

    @cached_property
    def main(self) -> HexField | None:
        """The field with the most hexes; it becomes the map."""
        return max(self.fields, key=lambda hex_field: len(self.hexes(hex_field)), default=None)

    @cached_property
    def together(self) -> list[HexField]:
        """The main field, and those of other zones that go on in it: one map, each of which may be
        numbered in its own way.
        """
        if self.main is None:
            return []
        grid = self.main.grid
        return [
            hex_field
            for hex_field in self.fields
            if hex_field.grid.sideways == grid.sideways
            and all(lies_on(grid, hex_field.grid.middle(place)) for place in self.hexes(hex_field))
        ]

    def hexes(self, hex_field: HexField) -> list[Place]:
        """List the hexes of which all lies on the picture and under that grid, by columns."""
        return self._hexes[self.fields.index(hex_field)]

    @cached_property
    def _hexes(self) -> list[list[Place]]:
        """The hexes of each field, in the order of the fields: kept, as often asked for."""
        return [list(self._whole_hexes(hex_field)) for hex_field in self.fields]

    def size_under(self, hex_field: HexField) -> Size:
        """Say from which width and height the numbering of a field counts."""
        return self.size if hex_field.zone is None else hex_field.zone.size

    def _whole_hexes(self, hex_field: HexField) -> Iterator[Place]:
        width, height = self.size
        if hex_field.zone is not None:
            box = hex_field.zone.outline
            corner = (max(0.0, box.left), max(0.0, box.top))
            opposite = (min(width or box.right, box.right), min(height or box.bottom, box.bottom))
        else:
            corner, opposite = (0.0, 0.0), (width, height)
        offsets = hex_field.grid.around(DRAWN_IN)
        wide, high = max(a for a, _ in offsets), max(b for _, b in offsets)
        for place in places_between(hex_field.grid, corner, opposite):
            x, y = hex_field.grid.middle(place)
            # Corners lie as far from every middle: the edges of the picture are checked at once.
            if not (wide <= x <= width - wide and high <= y <= height - high):
                continue
            if not self.zones or all(
                self.field_at((x + a, y + b)) is hex_field for a, b in offsets
            ):
                yield place


def lies_on(grid: ModuleGrid, middle: Point) -> bool:
    """Say whether a hex with its middle there is, more or less, one of a grid."""
    return dist(middle, grid.middle(grid.hex_at(middle))) <= OFF * min(grid.dx, grid.dy)


def places_between(grid: ModuleGrid, corner: Point, opposite: Point) -> Iterator[Place]:
    """Yield the places whose middles may lie in a rectangle; not more than a map may have."""
    # The grid runs along the picture, so its outermost hexes are near the corners; one more column
    # and row each way are for those that only reach in.
    ends = [(x, y) for x in (corner[0], opposite[0]) for y in (corner[1], opposite[1])]
    places = [grid.hex_at(end) for end in ends]
    columns = min(c for c, _ in places) - 1, max(c for c, _ in places) + 1
    rows = min(r for _, r in places) - 1, max(r for _, r in places) + 1
    for column in range(columns[0], min(columns[1], columns[0] + MOST_LINES + 2) + 1):
        for row in range(rows[0], min(rows[1], rows[0] + MOST_LINES + 2) + 1):
            yield column, row


# -- boards side by side ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LaidBoard:
    """A board as it lies on its map: its upper left corner, and whether it is turned by 180°."""

    board: ModuleBoard
    origin: Point = (0, 0)
    is_turned: bool = False

    def own(self, point: Point) -> Point | None:
        """Say where a point of the map lies on the board; ``None`` if it does not lie on it."""
        x, y = point[0] - self.origin[0], point[1] - self.origin[1]
        width, height = self.board.size
        if not (0 <= x < (width or x + 1) and 0 <= y < (height or y + 1)):
            return None
        return (width - x, height - y) if self.is_turned else (x, y)

    def outer(self, own: Point) -> Point:
        """Say where a point of the board lies on the map."""
        (x, y), (width, height) = own, self.board.size
        if self.is_turned:
            x, y = width - x, height - y
        return x + self.origin[0], y + self.origin[1]


class BoardPlace(NamedTuple):
    """Where a board goes on its map: by its name, in a column and a row from 0."""

    name: str
    column: int = 0
    row: int = 0
    is_turned: bool = False


def laid(
    boards: Mapping[str, ModuleBoard], places: Iterable[BoardPlace], edge: Size = (0, 0)
) -> list[LaidBoard]:
    """Lay boards, by their names, each right of and below those before; some may be
    missing.

    A column is as wide as the widest of its boards, a row as high as the highest.
    """
    known_places = [place for place in places if place.name in boards]
    widths: dict[int, float] = {}
    heights: dict[int, float] = {}
    for place in known_places:
        width, height = boards[place.name].size
        widths[place.column] = max(widths.get(place.column, 0), width)
        heights[place.row] = max(heights.get(place.row, 0), height)
    lying = []
    for place in known_places:
        left_edge = edge[0] + sum(wide for column, wide in widths.items() if column < place.column)
        top = edge[1] + sum(high for row, high in heights.items() if row < place.row)
        lying.append(LaidBoard(boards[place.name], (left_edge, top), place.is_turned))
    return lying


# -- out of a buildfile -------------------------------------------------------------------------


def read_board(element: Element, picture_size: Size | None) -> ModuleBoard:
    """Read a board. ``picture_size`` is that of its picture, ``None`` if that is not there."""
    width, height = (pixels(element.get(name)) for name in ("width", "height"))
    board = ModuleBoard(
        element.get("name") or element.get("image"),
        element.get("image"),
        picture_size or (width, height),
    )
    for child in element.children:
        if child.name == "ZonedGrid":
            board.zones = []
            for element_of_zone in child.named("Zone"):
                zone = read_zone(element_of_zone)
                board.zones.append(zone)
                if not zone.uses_parent:
                    form = element_of_zone.get("locationFormat")
                    _add_grids(board, element_of_zone.children, zone, form)
            _add_grids(board, child.children, None)
    _add_grids(board, element.children, None)
    # Neither the picture nor the file says how large it is: then as far as its zones go.
    if board.size == UNKNOWN_SIZE:
        corners = [corner for zone in board.zones for corner in zone.outline.corners]
        board.size = (
            max((x for x, _ in corners), default=0),
            max((y for _, y in corners), default=0),
        )
    return board


def read_zone(element: Element) -> BoardZone:
    """Read a zone; one whose outline cannot be read holds nothing."""
    outline: list[Point] = []
    for pair in element.get("path").split(";")[:MOST_CORNERS]:
        x, _, y = pair.partition(",")
        try:
            point = (float(x), float(y))
        except ValueError:
            continue
        if abs(point[0]) <= FARTHEST and abs(point[1]) <= FARTHEST:
            outline.append(point)
    parent = is_true(element.get("useParentGrid"))
    return BoardZone(element.get("name"), Outline(outline), parent)


def _add_grids(
    board: ModuleBoard, children: Iterable[Element], zone: BoardZone | None, form: str = ""
) -> None:
    """Add the grids among some elements; the first that is a hex grid counts."""
    for child in children:
        if child.name == "HexGrid":
            if any(hex_field.zone is zone for hex_field in board.fields):
                continue
            try:
                grid = read_grid(child)
            except BadGridError as problem:
                board.troubles.append(f"the grid of board {board.name} is left out: {problem}")
                continue
            location_form = form.replace("$name$", zone.name) if zone else ""
            number = next(child.named("HexGridNumbering", "ObliqueHexGridNumbering"), None)
            board.fields.append(
                HexField(
                    grid,
                    read_numbering(child, location_form if "$" in location_form else ""),
                    zone,
                    is_true(child.get("visible")),
                    number is not None and is_true(number.get("visible")),
                )
            )
        elif child.name == "RegionGrid":
            board.other_grids += 1
            for region in child.named("Region"):
                point = (pixels(region.get("originx")), pixels(region.get("originy")))
                board.points.append((region.get("name"), point))
        elif child.name == "SquareGrid":
            board.other_grids += 1


def read_grid(element: Element) -> ModuleGrid:
    """Read the grid of an element ``HexGrid``. :class:`BadGridError` if none could be so."""
    dy = _number(element, "dy", USUAL_DY)
    dx = _number(element, "dx", sqrt(3) / 2 * dy)
    # Written though nobody has chosen it: what goes with the height of the hexes is meant.
    if dx == DEFAULT_DX and dy != USUAL_DY:
        dx = sqrt(3) / 2 * dy
    x0, y0 = _number(element, "x0", 0.0), _number(element, "y0", USUAL_DY / 2)
    if not (SMALLEST <= dx <= LARGEST and SMALLEST <= dy <= LARGEST):
        raise BadGridError(f"its hexes are {dx:g} by {dy:g} pixels apart")
    if max(abs(x0), abs(y0)) > FARTHEST:
        raise BadGridError(f"it begins at {x0:g}, {y0:g}")
    return ModuleGrid(dx, dy, x0, y0, is_true(element.get("sideways")))


def read_numbering(grid: Element, form: str = "") -> ModuleNumbering | None:
    """Read the numbering within an element ``HexGrid``; ``None`` if it has none."""
    element = next(grid.named("HexGridNumbering", "ObliqueHexGridNumbering"), None)
    if element is None:
        return None
    numbering = ModuleNumbering(
        first="V" if element.get("first", "H") == "V" else "H",
        sep=element.get("sep")[:LONGEST_SEPARATOR],
        h_label="letter" if element.get("hType") == "A" else "number",
        v_label="letter" if element.get("vType") == "A" else "number",
        h_off=_whole(element, "hOff"),
        v_off=_whole(element, "vOff"),
        h_leading=min(MOST_DIGITS, max(0, _whole(element, "hLeading"))),
        v_leading=min(MOST_DIGITS, max(0, _whole(element, "vLeading"))),
        h_descend=is_true(element.get("hDescend")),
        v_descend=is_true(element.get("vDescend")),
        stagger=is_true(element.get("stagger", "true")),
        oblique=element.name == "ObliqueHexGridNumbering",
    )
    form = element.get("locationFormat") or form
    return replace(numbering, form=form[:LONGEST_FORM]) if form else numbering


def pixels(text: str) -> float:
    """Read a measure as it is written; 0 where it is no number, or one that no picture has."""
    try:
        number = float(text or 0)
    except ValueError:
        return 0
    return number if abs(number) <= FARTHEST else 0


def is_true(text: str) -> bool:
    """Say whether an attribute says yes."""
    return text.strip().lower() == "true"


def _number(element: Element, attribute: str, default: float) -> float:
    text = element.get(attribute)
    if not text:
        return default
    try:
        number = float(text)
    except ValueError:
        raise BadGridError(f"its {attribute} is {text[:40]!r}") from None
    if not isfinite(number):
        raise BadGridError(f"its {attribute} is {text[:40]!r}")
    return number


def _whole(element: Element, attribute: str) -> int:
    try:
        number = int(element.get(attribute) or 0)
    except ValueError:
        return 0
    return number if abs(number) <= FARTHEST_NUMBER else 0
