"""Hex grids of boards, and the numbers of their hexes, as VASSAL reckons them.

All in pixels of the board's picture. Columns and rows count from 0 and may be negative; on a grid
that lies sideways (pointed tops) a column is a row of the paper. The formulas are those of the
classes ``HexGrid``, ``HexGridNumbering`` and ``RegularGridNumbering`` of VASSAL 3.7.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product
from math import floor, isfinite, sqrt, trunc
from typing import Literal

from hexwar.imports.markup import Element

Place = tuple[int, int]
"""A column and a row, from 0."""
Point = tuple[float, float]
"""x and y, in pixels."""

SMALLEST, LARGEST = 4.0, 2000.0
"""Pitches that a grid may have."""
FARTHEST = 100_000.0
DEFAULT_DX = 55.42562584220407
"""What the editor writes whether it is meant or not."""


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
        """The middle of a hex, in pixels of the picture.

        >>> ModuleGrid(51, 60, 10, 32).middle((1, 0))
        (61, 62)
        """
        column, row = place
        u = trunc(self.x0 + self.dx * column)
        v = trunc(self.y0 + self.dy * row + (trunc(self.dy / 2) if column % 2 else 0))
        return (v, u) if self.sideways else (u, v)

    def hex_at(self, point: Point) -> Place:
        """The hex that a point lies in; on an edge, one of the two."""
        u, v = (point[1], point[0]) if self.sideways else point
        near = floor((u - self.x0) / self.dx + 0.5)
        columns = (near - 1, near, near + 1)
        # By its corners a hex reaches into the columns beside its own.
        around = [(column, row) for column in columns for row in self._rows_near(column, v)]
        return min(around, key=lambda place: (self._distance(place, u, v), place))

    def corners(self, place: Place, drawn_in: float = 0) -> list[Point]:
        """The six corners of a hex, drawn towards its middle by so many pixels."""
        x, y = self.middle(place)
        return [(x + a, y + b) for a, b in self.around(drawn_in)]

    def around(self, drawn_in: float = 0) -> list[Point]:
        """The six corners of any hex, from its middle."""
        reach = max(0.0, 1 - drawn_in / max(1.0, self.dy / 2))
        long, half, short = 2 * self.dx / 3, self.dy / 2, self.dx / 3
        offsets = [(-long, 0.0), (long, 0.0), *product((-short, short), (-half, half))]
        if self.sideways:
            offsets = [(b, a) for a, b in offsets]
        return [(a * reach, b * reach) for a, b in offsets]

    def _rows_near(self, column: int, v: float) -> tuple[int, int]:
        shift = trunc(self.dy / 2) if column % 2 else 0
        row = floor((v - self.y0 - shift) / self.dy)
        return row, row + 1

    def _distance(self, place: Place, u: float, v: float) -> float:
        x, y = self.middle(place)
        a, b = abs(u - (y if self.sideways else x)), abs(v - (x if self.sideways else y))
        return max(2 * b / self.dy, 3 * a / (2 * self.dx) + b / self.dy)


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

    def counted(self, grid: ModuleGrid, size: tuple[float, float], place: Place) -> Place:
        """What is printed for the column and the row of a hex, as numbers.

        ``size`` is that of the picture, or of the zone that holds the grid.
        """
        column, row = place
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

    def name(self, grid: ModuleGrid, size: tuple[float, float], place: Place) -> str:
        """The number of a hex as it is told in a game."""
        h, v = self.counted(grid, size, place)
        column = _label(h, self.h_label, self.h_leading)
        row = _label(v, self.v_label, self.v_leading)
        plain = f"{column}{self.sep}{row}" if self.first == "H" else f"{row}{self.sep}{column}"
        if self.form in ("", "$gridLocation$"):
            return plain
        text = self.form.replace("$gridLocation$", plain)
        return text.replace("$column$", column).replace("$row$", row)


def _label(number: int, kind: Label, leading: int) -> str:
    """A number as it is printed: padded, or as a letter that is repeated after Z."""
    sign, size = ("-" if number < 0 else ""), abs(number)
    if kind == "letter":
        times, letter = divmod(size, 26)
        # AA comes after Z, then BB: the letter again, as often as it has come round.
        return sign + chr(ord("A") + letter) * min(times + 1, 20)
    return f"{sign}{size:0{leading + 1}}"


# -- out of a buildfile -------------------------------------------------------------------------


def read_grid(element: Element) -> ModuleGrid:
    """The grid that an element ``HexGrid`` describes. :class:`BadGridError` if none could be so."""
    dy = _number(element, "dy", 64.0)
    dx = _number(element, "dx", sqrt(3) / 2 * dy)
    # Written though nobody has chosen it: what goes with the height of the hexes is meant.
    if dx == DEFAULT_DX and dy != 64:
        dx = sqrt(3) / 2 * dy
    x0, y0 = _number(element, "x0", 0.0), _number(element, "y0", 32.0)
    if not (SMALLEST <= dx <= LARGEST and SMALLEST <= dy <= LARGEST):
        raise BadGridError(f"its hexes are {dx:g} by {dy:g} pixels apart")
    if max(abs(x0), abs(y0)) > FARTHEST:
        raise BadGridError(f"it begins at {x0:g}, {y0:g}")
    return ModuleGrid(dx, dy, x0, y0, is_true(element.get("sideways")))


def read_numbering(grid: Element, form: str = "") -> ModuleNumbering | None:
    """The numbering within an element ``HexGrid``; ``None`` if it has none."""
    element = next(grid.named("HexGridNumbering", "ObliqueHexGridNumbering"), None)
    if element is None:
        return None
    numbering = ModuleNumbering(
        first="V" if element.get("first", "H") == "V" else "H",
        sep=element.get("sep")[:8],
        h_label="letter" if element.get("hType") == "A" else "number",
        v_label="letter" if element.get("vType") == "A" else "number",
        h_off=_whole(element, "hOff"),
        v_off=_whole(element, "vOff"),
        h_leading=min(8, max(0, _whole(element, "hLeading"))),
        v_leading=min(8, max(0, _whole(element, "vLeading"))),
        h_descend=is_true(element.get("hDescend")),
        v_descend=is_true(element.get("vDescend")),
        stagger=is_true(element.get("stagger", "true")),
        oblique=element.name == "ObliqueHexGridNumbering",
    )
    wrapped = element.get("locationFormat") or form
    return replace(numbering, form=wrapped[:200]) if wrapped else numbering


def is_true(text: str) -> bool:
    """Whether an attribute says yes."""
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
    return number if abs(number) <= 10_000 else 0
