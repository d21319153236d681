"""Where hexes lie on paper, and what lies on a part of it.

Lengths are in *units*: the distance from a hex's centre to its corner is one. ``x`` grows to the
right, ``y`` downwards. A :class:`HexLayout` puts hexes on the paper, a :class:`Camera` says how
many pixels a unit has and which part of the paper is looked at, and :class:`Nearby` knows what has
been drawn where.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from typing import Generic, TypeVar

from hexwar.hexmap import HexMap
from hexwar.hexmap.axial import Hex, Orientation, directions, round_axial

Point = tuple[float, float]

SQRT3 = math.sqrt(3.0)

SMALLEST_ZOOM, LARGEST_ZOOM = 5, 120
"""Pixels from a hex's centre to its corner."""

_ZOOM_STEP = 1.18


@dataclass(frozen=True, slots=True)
class PaperRect:
    """A rectangle on the paper, in units."""

    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The right edge."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.top + self.height

    def grown(self, left: float, top: float, right: float, bottom: float) -> PaperRect:
        """The box with a margin added on each side."""
        return PaperRect(
            self.left - left,
            self.top - top,
            self.width + left + right,
            self.height + top + bottom,
        )


class HexLayout:
    """Centres, corners and outlines of the hexes of a flat- or pointy-topped map.

    ``stretch``: by how much they are wider and higher than regular ones.
    """

    def __init__(
        self, orientation: Orientation = "flat", stretch: tuple[float, float] = (1.0, 1.0)
    ) -> None:
        self.orientation = orientation
        self.flat = orientation == "flat"
        self.stretch = wide, high = stretch
        first = 0 if self.flat else -30
        angles = [math.radians(60 * corner + first) for corner in range(6)]
        self.corner_offsets: tuple[Point, ...] = tuple(
            (math.cos(angle) * wide, math.sin(angle) * high) for angle in angles
        )
        steps = tuple(directions(orientation).values())
        # Directions run clockwise from north (flat) or north-east (pointy); hexside i lies between
        # corners i and i + 1, the first of them pointing south-east or east.
        turn = 2 if self.flat else 1
        self.side_steps: tuple[Hex, ...] = tuple(steps[(side + turn) % 6] for side in range(6))

    def center(self, at: Hex) -> Point:
        """The centre of a hex.

        >>> HexLayout("flat").center(Hex(1, 0))[0]
        1.5
        """
        wide, high = self.stretch
        if self.flat:
            return 1.5 * at.q * wide, SQRT3 * (at.r + at.q / 2) * high
        return SQRT3 * (at.q + at.r / 2) * wide, 1.5 * at.r * high

    def hex_at(self, x: float, y: float) -> Hex:
        """The hex that a point lies in: cube rounding of its fractional coordinates."""
        across, down = x / self.stretch[0], y / self.stretch[1]
        if self.flat:
            return round_axial(across / 1.5, down / SQRT3 - across / 3)
        return round_axial(across / SQRT3 - down / 3, down / 1.5)

    def corners(self, at: Hex, shrink: float = 1.0) -> list[Point]:
        """The six corners, clockwise; ``shrink`` below one draws them inside the hex."""
        x, y = self.center(at)
        return [(x + dx * shrink, y + dy * shrink) for dx, dy in self.corner_offsets]

    def hexside(self, a: Hex, b: Hex) -> tuple[Point, Point]:
        """The two ends of the hexside between neighbours. ValueError when they do not touch."""
        side = self.side_steps.index(Hex(b.q - a.q, b.r - a.r))
        corners = self.corners(a)
        return corners[side], corners[(side + 1) % 6]

    def bounds(self, hexes: Iterable[Hex]) -> PaperRect:
        """The smallest box around some hexes; an empty box for none."""
        points = [corner for at in hexes for corner in self.corners(at)]
        if not points:
            return PaperRect(0, 0, 0, 0)
        left, right = min(x for x, _ in points), max(x for x, _ in points)
        top, bottom = min(y for _, y in points), max(y for _, y in points)
        return PaperRect(left, top, right - left, bottom - top)

    def outline(self, hexes: Collection[Hex]) -> list[list[Point]]:
        """The outline of a region as closed loops of corners: outer edges and holes.

        The region lies to the right hand of somebody who walks a loop. Three hexes meet at a
        corner, so one loop at most passes any corner and loops never touch.
        """
        inside = set(hexes)
        following: dict[tuple[int, int], tuple[tuple[int, int], Point]] = {}
        """The sides with no such hex beyond, by the corner that each begins at: the corner that it
        ends at, and where it begins.
        """
        # In one order, however the region was gathered: hedges are drawn from where a loop begins.
        for at in sorted(inside):
            corners = self.corners(at)
            for side, step in enumerate(self.side_steps):
                if Hex(at.q + step.q, at.r + step.r) not in inside:
                    start, end = corners[side], corners[(side + 1) % 6]
                    following[grid_point(start)] = (grid_point(end), start)
        loops = []
        while following:
            corner = next(iter(following))
            loop = []
            while corner in following:
                corner, point = following.pop(corner)
                loop.append(point)
            loops.append(loop)
        return loops


def between(a: Point, b: Point, share: float) -> Point:
    """The point that lies a share of the way from one to another."""
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def midpoint(a: Point, b: Point) -> Point:
    """The point half way between two."""
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def towards(a: Point, b: Point) -> tuple[float, float]:
    """A step of length one from a point towards another; none where they are the same."""
    length = math.hypot(b[0] - a[0], b[1] - a[1]) or 1.0
    return (b[0] - a[0]) / length, (b[1] - a[1]) / length


def goes_round(loop: Sequence[Point]) -> bool:
    """Whether a loop of :meth:`HexLayout.outline` goes around a region, and not around a hole."""
    # The sign of twice its area says which way round it runs.
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise([*loop, loop[0]])) > 0


def grid_point(point: Point) -> tuple[int, int]:
    """A corner's identity: corners of neighbours differ by rounding errors only."""
    return round(point[0] * 64), round(point[1] * 64)


class Camera:
    """Which part of the paper is seen, and how large.

    ``zoom`` is in whole pixels per unit, so that tiles drawn once fit again. ``left`` and ``top``
    are the paper's coordinates, in units, at the upper left corner of the view of
    ``width`` x ``height`` pixels.
    """

    def __init__(self, sheet: PaperRect, width: int, height: int) -> None:
        self.sheet = sheet
        self.width, self.height = width, height
        self.zoom = SMALLEST_ZOOM
        self.left = self.top = 0.0
        self.fit()

    @classmethod
    def over(cls, sheet: PaperRect, zoom: int, size: tuple[int, int]) -> Camera:
        """Over a picture of the whole sheet, ``size`` in pixels."""
        camera = cls(sheet, *size)
        camera.zoom, camera.left, camera.top = zoom, sheet.left, sheet.top
        return camera

    def to_screen(self, x: float, y: float) -> tuple[int, int]:
        """Pixels in the view for a point on the paper."""
        return round((x - self.left) * self.zoom), round((y - self.top) * self.zoom)

    def to_paper(self, x: float, y: float) -> Point:
        """The point on the paper under a pixel of the view."""
        return self.left + x / self.zoom, self.top + y / self.zoom

    def fit(self) -> None:
        """Show the whole sheet, as large as it goes."""
        across = self.width / max(self.sheet.width, 0.1)
        down = self.height / max(self.sheet.height, 0.1)
        self.zoom = _whole_zoom(min(across, down))
        self._settle()

    def resize(self, width: int, height: int) -> None:
        """Take a new size of the view, keeping its centre where it was."""
        x, y = self.to_paper(self.width / 2, self.height / 2)
        self.width, self.height = width, height
        self.center_on(x, y)

    def change(self, sheet: PaperRect, grown: tuple[float, float]) -> None:
        """Look at another sheet, on which everything is ``grown`` times as far across and down;
        what is in the middle of the view stays there.
        """
        x, y = self.to_paper(self.width / 2, self.height / 2)
        self.sheet = sheet
        self.center_on(x * grown[0], y * grown[1])

    def center_on(self, x: float, y: float) -> None:
        """Bring a point of the paper to the middle, as far as the sheet's edges allow."""
        self.left = x - self.width / self.zoom / 2
        self.top = y - self.height / self.zoom / 2
        self._settle()

    def pan(self, dx: float, dy: float) -> None:
        """Move the view by pixels; positive shows what is further right and down."""
        self.left += dx / self.zoom
        self.top += dy / self.zoom
        self._settle()

    def zoom_at(self, x: float, y: float, steps: float) -> None:
        """Zoom in (positive ``steps``) or out, keeping what is under pixel (x, y) there."""
        paper_x, paper_y = self.to_paper(x, y)
        zoom = self.zoom * _ZOOM_STEP**steps
        # At small zooms a step is less than a pixel; it must still lead somewhere.
        if round(zoom) == self.zoom:
            zoom = self.zoom + math.copysign(1, steps)
        self.zoom = _whole_zoom(zoom)
        self.left = paper_x - x / self.zoom
        self.top = paper_y - y / self.zoom
        self._settle()

    @property
    def shows_all(self) -> bool:
        """Whether the whole sheet is in view."""
        across, down = self.width / self.zoom, self.height / self.zoom
        return self.sheet.width <= across + 0.01 and self.sheet.height <= down + 0.01

    @property
    def share(self) -> float:
        """How much of the sheet is in view, between 0 and 1."""
        across, down = self.width / self.zoom, self.height / self.zoom
        return min(1.0, across / self.sheet.width) * min(1.0, down / self.sheet.height)

    def shows(self, x: float, y: float, margin: float = 1.0) -> bool:
        """Whether a point of the paper is in view, ``margin`` units from the edges."""
        return (
            self.left + margin <= x <= self.left + self.width / self.zoom - margin
            and self.top + margin <= y <= self.top + self.height / self.zoom - margin
        )

    def _settle(self) -> None:
        """Keep the sheet in view: centred when it is smaller, edge to edge when larger."""
        self.left = _clamp(self.left, self.width / self.zoom, self.sheet.left, self.sheet.width)
        self.top = _clamp(self.top, self.height / self.zoom, self.sheet.top, self.sheet.height)


def _whole_zoom(zoom: float) -> int:
    # What is a hair below a whole number by rounding counts as that number.
    return int(min(LARGEST_ZOOM, max(SMALLEST_ZOOM, math.floor(zoom + 1e-6))))


def _clamp(start: float, view: float, sheet_start: float, sheet: float) -> float:
    """Where a view begins that would begin at ``start``: across or down, lengths in units."""
    if view >= sheet:
        return sheet_start - (view - sheet) / 2
    return min(max(start, sheet_start), sheet_start + sheet - view)


_LEAST_SHARE = 0.3
"""Of the way to a neighbour, how much must lead where an arrow key points."""


def leading(
    hexmap: HexMap, layout: HexLayout, number: str, direction: tuple[int, int]
) -> str | None:
    """The neighbour of a hex that lies most nearly in a direction (right and down) on the paper, if
    any.

    Where two lie equally near (left and right on a map of flat-topped hexes), the one in the lower
    half is taken from an even column and the upper from an odd one, so that a row of presses goes
    straight.
    """
    right, down = direction
    start = hexmap.axial(number)
    is_odd = bool((start.q if right else start.r) % 2)
    x, y = layout.center(start)
    best, best_share = None, _LEAST_SHARE
    for neighbor in hexmap.neighbors(number):
        neighbor_x, neighbor_y = layout.center(hexmap.axial(neighbor))
        dx, dy = neighbor_x - x, neighbor_y - y
        share = (dx * right + dy * down) / math.hypot(dx, dy)
        aside = dy if right else dx
        # Of two that lie equally near it is this hair that decides.
        if (aside if is_odd else -aside) > 0:
            share -= 0.001
        if share > best_share:
            best, best_share = neighbor, share
    return best


# Finding what is drawn on a part of the sheet, without asking everything that is on it.
#
# A tile of a large map shows only a few of its thousands of lines, and has to be drawn in steps
# shorter than a frame. Things are noted in a grid of coarse cells by their boxes; long lines are
# cut into pieces first (:func:`pieces`), or each would lie in half of the cells.


T = TypeVar("T")

_CELL = 4.0  # units
_PIECE = 20  # steps from point to point of a piece of a line


class Nearby(Generic[T]):
    """Things on the paper, each known by the box around its points; lengths are in units."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], list[tuple[int, PaperRect, T]]] = {}
        self._count = 0

    def add(self, item: T, points: Iterable[Point]) -> None:
        """Note a thing that lies around some points."""
        xs, ys = zip(*points, strict=True)
        box = PaperRect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
        for cell in _cells(box):
            self._cells.setdefault(cell, []).append((self._count, box, item))
        self._count += 1

    def within(self, view: PaperRect, margin: float) -> list[T]:
        """What is in a view or no further than ``margin`` from it, in the order of adding."""
        wide = view.grown(margin, margin, margin, margin)
        # By its number, since a thing that lies in several cells is met several times.
        items = {
            order: item
            for cell in _cells(wide)
            for order, box, item in self._cells.get(cell, ())
            if box.left <= wide.right
            and box.right >= wide.left
            and box.top <= wide.bottom
            and box.bottom >= wide.top
        }
        return [items[order] for order in sorted(items)]


def _cells(box: PaperRect) -> Iterable[tuple[int, int]]:
    """The cells that a box lies in."""
    across = range(int(box.left // _CELL), int(box.right // _CELL) + 1)
    down = range(int(box.top // _CELL), int(box.bottom // _CELL) + 1)
    return product(across, down)


def pieces(line: list[Point]) -> list[list[Point]]:
    """A long line in short ones, each of which begins where the one before it ends.

    >>> [len(piece) for piece in pieces([(float(x), 0.0) for x in range(45)])]
    [21, 21, 5]
    """
    return [line[start : start + _PIECE + 1] for start in range(0, len(line) - 1, _PIECE)]
