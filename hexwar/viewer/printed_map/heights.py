"""How high ground is, by the patterns of its hexes: light, contour lines and hachures follow it.

Hexes rise to rounded tops, several to each. Heights are kept in greys, as the picture of a relief;
contour lines are found in it by marching squares: the picture is read on a grid, and wherever a
level lies between two readings a line passes between them. :meth:`Heights.drawn` does all of it, in
steps that are short beside a frame of the window.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Iterator, Mapping
from itertools import pairwise
from random import Random
from typing import NamedTuple

import pygame

from hexwar.hexmap import HexMap
from hexwar.viewer.drawing.geometry import HexLayout, Nearby, PaperRect, Point, pieces
from hexwar.viewer.drawing.theme import Color

RISES = {
    "hills": 0.62,
    "hill": 0.62,
    "rough": 0.34,
    "rocks": 0.3,
    "boulders": 0.3,
    "mountain": 1.0,
    "mountains": 1.0,
}
"""How high ground rises by its pattern, the highest 1; all else is flat."""

CONTOURED = frozenset({"hills", "hill", "mountain", "mountains"})
"""Patterns that are drawn by contour lines."""

STEEP = frozenset({"mountain", "mountains"})
"""Patterns that are drawn by hachures too."""

_LEVELS = tuple(range(34, 255, 24))  # greys at which there is a contour line
_CELL = 0.17  # units between two readings of the height
_STROKES = 110  # hachures tried in a hex
_STEEP_ENOUGH = 6  # levels of grey from a reading to the next: flatter ground has no hachures
_SPECK = 5  # readings: a line around so few is none that a map would show
_FOOT = 0.4  # of its rise: so high is all of a hex, before its tops are set on it
_TOPS = 7  # to a hex


Corner = tuple[int, int, int]
"""A point on a line between two readings: column, row, and 0 to the right or 1 downwards."""


class Hachure(NamedTuple):
    """A hachure. ``shade`` is how much it lies in shadow, -1 to 1."""

    start: Point
    end: Point
    shade: float


class Heights:
    """The heights of one map; ``zoom`` pixels of the picture to the unit of the paper."""

    def __init__(
        self,
        hexmap: HexMap,
        layout: HexLayout,
        box: PaperRect,
        zoom: float,
        patterns: Mapping[str, str],
    ) -> None:
        self._map, self._layout, self._box, self._zoom = hexmap, layout, box, zoom
        self._patterns = patterns
        self._rises = {
            number: RISES[pattern] for number, pattern in patterns.items() if pattern in RISES
        }
        self._across = max(2, round(box.width / _CELL))
        self._down = max(2, round(box.height / _CELL))
        self._read = b""
        self.contours = Nearby[tuple[int, list[Point]]]()
        """Pieces of lines of one height each, with the number of their level."""
        self.hachures = Nearby[Hachure]()

    def drawn(self) -> Generator[None, None, pygame.Surface | None]:
        """Work them out, in steps; the answer is the picture in greys, None where all is flat."""
        if not self._rises:
            return None
        size = round(self._box.width * self._zoom), round(self._box.height * self._zoom)
        greys = pygame.Surface(size, 0, 32)
        for number, rise in self._rises.items():
            corners = self._layout.corners(self._map.axial(number))
            place = [self._pixel(corner) for corner in corners]
            pygame.draw.polygon(greys, _grey(rise * _FOOT), place)
            yield
        greys = blurred(greys, 0.5 * self._zoom)
        yield
        for number, rise in self._rises.items():
            rng = Random(f"tops {number}")
            x, y = self._layout.center(self._map.axial(number))
            for _ in range(_TOPS):
                top = self._pixel((x + rng.uniform(-0.7, 0.7), y + rng.uniform(-0.6, 0.6)))
                reach = rng.uniform(0.22, 0.5), rng.uniform(0.22, 0.42)
                sides = (max(2, round(2 * radius * self._zoom)) for radius in reach)
                mound = pygame.Surface((*sides,), 0, 32)
                grey = _grey(rise * rng.uniform(0.12, 0.3))
                pygame.draw.ellipse(mound, grey, mound.get_rect())
                box = mound.get_rect()
                box.center = round(top[0]), round(top[1])
                greys.blit(mound, box, special_flags=pygame.BLEND_RGB_ADD)
            yield
        greys = blurred(greys, 0.22 * self._zoom)
        yield
        if not CONTOURED.isdisjoint(self._patterns.values()):
            yield from self._survey(greys)
        return greys

    def _pixel(self, point: Point) -> Point:
        """Where a point of the paper lies in the picture."""
        return (point[0] - self._box.left) * self._zoom, (point[1] - self._box.top) * self._zoom

    # -- lines ---------------------------------------------------------------------------------

    def _survey(self, greys: pygame.Surface) -> Iterator[None]:
        """Read the heights on a grid, and find the lines and strokes that show them."""
        # A wider blur than for the light: lines are calm where light is lively.
        calm = blurred(greys, 0.42 * self._zoom)
        yield
        readings = pygame.transform.smoothscale(calm, (self._across, self._down))
        # Of grey all three bytes are alike, and one is enough.
        self._read = pygame.image.tobytes(readings, "RGB")[::3]
        yield
        segments: dict[int, dict[Corner, list[Corner]]] = {level: {} for level in _LEVELS}
        for row in range(self._down - 1):
            self._cross(row, segments)
            yield
        for index, level in enumerate(_LEVELS):
            # One line a step: all of them on a large map would hold up a frame.
            for line in _chained(segments[level]):
                points = [self._crossing(corner, level) for corner in line]
                if len(points) > _SPECK:
                    for piece in pieces(_calmed(points)):
                        self.contours.add((index, piece), piece)
                yield
        for number, pattern in self._patterns.items():
            if pattern in STEEP:
                for stroke in self._strokes(number):
                    self.hachures.add(stroke, stroke[:2])
                yield

    def _cross(self, row: int, segments: dict[int, dict[Corner, list[Corner]]]) -> None:
        """The pieces of contour lines in a row of cells, each joining two sides of its cell."""
        wide, read = self._across, self._read
        upper = read[row * wide : (row + 1) * wide]
        lower = read[(row + 1) * wide : (row + 2) * wide]
        if max(upper) < _LEVELS[0] and max(lower) < _LEVELS[0]:
            return
        for column in range(wide - 1):
            a, b, c, d = upper[column], upper[column + 1], lower[column + 1], lower[column]
            least, most = min(a, b, c, d), max(a, b, c, d)
            if most < _LEVELS[0]:
                continue
            for level in _LEVELS:
                if level > most:
                    break
                if level <= least:
                    continue
                ends = []
                if (a < level) != (b < level):
                    ends.append((column, row, 0))
                if (b < level) != (c < level):
                    ends.append((column + 1, row, 1))
                if (c < level) != (d < level):
                    ends.append((column, row + 1, 0))
                if (d < level) != (a < level):
                    ends.append((column, row, 1))
                # A saddle has four ends; paired in this order its two lines do not cross.
                for start, end in zip(ends[::2], ends[1::2], strict=True):
                    segments[level].setdefault(start, []).append(end)
                    segments[level].setdefault(end, []).append(start)

    def _crossing(self, corner: Corner, level: int) -> Point:
        """Where a level is passed between two readings."""
        column, row, downwards = corner
        height = self._read[row * self._across + column]
        height_beyond = self._read[(row + downwards) * self._across + column + 1 - downwards]
        share = (level - height) / ((height_beyond - height) or 1)
        across, down = column + share * (1 - downwards), row + share * downwards
        return (
            self._box.left + (across + 0.5) * self._box.width / self._across,
            self._box.top + (down + 0.5) * self._box.height / self._down,
        )

    def _strokes(self, number: str) -> Iterator[Hachure]:
        """Hachures of a hex: downhill where it is steep, the longer the steeper."""
        rng = Random(f"hachures {number}")
        x, y = self._layout.center(self._map.axial(number))
        for _ in range(_STROKES):
            at = x + rng.uniform(-0.9, 0.9), y + rng.uniform(-0.85, 0.85)
            if self._map.number_at(self._layout.hex_at(*at)) != number:
                continue
            across, down = self._slope(at)
            steep = math.hypot(across, down)
            if steep > _STEEP_ENOUGH:
                long = min(0.26, 0.12 + 0.004 * steep) / steep
                end = at[0] - across * long, at[1] - down * long
                # Light falls from the upper left: ground that sinks to the lower right is dark.
                yield Hachure(at, end, -(across + down) / steep / math.sqrt(2))

    def _slope(self, at: Point) -> Point:
        """How much the ground rises to the right and downwards, in levels of grey a reading."""
        column = round((at[0] - self._box.left) / self._box.width * self._across - 0.5)
        row = round((at[1] - self._box.top) / self._box.height * self._down - 0.5)
        if not (0 < column < self._across - 1 and 0 < row < self._down - 1):
            return 0.0, 0.0
        read, index = self._read, row * self._across + column
        return (
            (read[index + 1] - read[index - 1]) / 2,
            (read[index + self._across] - read[index - self._across]) / 2,
        )


def _chained(joined: dict[Corner, list[Corner]]) -> Iterator[list[Corner]]:
    """Corners in the order in which a line passes them; closed lines end where they begin."""
    # Open lines are followed from their ends, or they would fall into two.
    ends = [corner for corner, reached in joined.items() if len(reached) == 1]
    unwalked = {corner: list(reached) for corner, reached in joined.items()}
    for start in [*ends, *joined]:
        line = [start]
        while unwalked[line[-1]]:
            onward = unwalked[line[-1]].pop()
            unwalked[onward].remove(line[-1])
            line.append(onward)
        if len(line) > 1:
            yield line


def _calmed(line: list[Point]) -> list[Point]:
    """The line with its corners cut (Chaikin); its ends stay."""
    closed = line[0] == line[-1]
    cut: list[Point] = []
    for (ax, ay), (bx, by) in pairwise(line):
        cut.append((ax * 0.75 + bx * 0.25, ay * 0.75 + by * 0.25))
        cut.append((ax * 0.25 + bx * 0.75, ay * 0.25 + by * 0.75))
    return [*cut, cut[0]] if closed else [line[0], *cut, line[-1]]


def _grey(share: float) -> Color:
    """The grey of a share of the greatest height."""
    level = min(255, round(255 * share))
    return level, level, level


def blurred(surface: pygame.Surface, over: float) -> pygame.Surface:
    """The picture without what is finer than ``over`` pixels."""
    width, height = surface.get_size()
    small = max(1, round(width / over)), max(1, round(height / over))
    return pygame.transform.smoothscale(
        pygame.transform.smoothscale(surface, small), (width, height)
    )
