"""Ground as seen from above: its heights and their light, fields, tree crowns, grass.

Fields are ploughed in one direction as far as they go and have a hedge around them; the crowns of
trees reach over into the next hex; grass grows anywhere. All is drawn in the coordinates of the
map, so that it meets from tile to tile.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import NamedTuple

import pygame

from hexwar.hexmap import Hex, HexMap
from hexwar.viewer.drawing import ink
from hexwar.viewer.drawing.geometry import (
    HexLayout,
    Nearby,
    PaperRect,
    Point,
    between,
    goes_round,
    grid_point,
    midpoint,
    pieces,
)
from hexwar.viewer.drawing.theme import Color, mix
from hexwar.viewer.printed_map.looks import (
    FAINT,
    FIELDS,
    MARSHES,
    TREES,
    VARIANTS,
    WOODS,
    crowns,
    draw_crown,
    draw_reeds,
    forest,
    furrows,
    scatter,
)

_Placer = Callable[[Point], Point]  # paper to pixels

_CROPS: tuple[Color, ...] = ((150, 118, 70), (196, 174, 96), (140, 158, 88), (172, 146, 96))
"""Earth, ripe corn, young corn, stubble: one for each field, beside its kind's own colour."""


class CropField(NamedTuple):
    """A field: the first of its hexes, its outlines and holes, its colour, and its furrows."""

    first: str
    loops: list[list[Point]]
    color: Color
    rows: Nearby[tuple[Point, Point]]


class GroundPatterns:
    """The hexes of one map whose patterns run on, and how they are drawn."""

    def __init__(
        self,
        hexmap: HexMap,
        layout: HexLayout,
        patterns: Mapping[str, str],
        colors: Mapping[str, Color],
    ) -> None:
        self.map = hexmap
        self.layout = layout
        self._patterns = patterns
        self._colors = colors
        self.is_aerial = not FAINT.isdisjoint(patterns.values())
        """Whether the map is one that is seen from above: the lines between its hexes are paler."""
        self._field_of: dict[str, str] = {}
        self._fields: dict[str, CropField] = {}
        self._crowns: dict[str, list[tuple[float, float, float, float]]] = {}
        for number in hexmap.numbers:
            if patterns[number] in FIELDS and number not in self._field_of:
                self._measure(number)

    def _measure(self, first: str) -> None:
        """Note the field that a hex belongs to: it is known by its first hex."""
        field, to_visit = {first}, [first]
        held: set[frozenset[tuple[int, int]]] = set()
        """Hexsides with something on them, by their corners: there the border stays."""
        while to_visit:
            number = to_visit.pop()
            for other in self.map.neighbors(number):
                if self.map.hexside(number, other):
                    ends = self.layout.hexside(self.map.axial(number), self.map.axial(other))
                    held.add(frozenset(map(grid_point, ends)))
                alike = self.map.terrain(other) == self.map.terrain(first)
                if alike and other not in field:
                    field.add(other)
                    to_visit.append(other)
        self._field_of.update(dict.fromkeys(field, first))
        outline = self.layout.outline([self.map.axial(number) for number in field])
        # Seeded by the hex, so that a field looks the same in every tile and on every machine.
        rng = Random(f"field {first}")
        color = mix(self._colors[self.map.terrain(first)], rng.choice(_CROPS), 0.45)
        angle = rng.choice((0.12, 0.5, 1.05, 1.6, 2.1, 2.7))
        loops = [_straightened(loop, held) for loop in outline]
        rows = Nearby[tuple[Point, Point]]()
        for row in furrows(loops, (0.0, 0.0), angle, 0.15):
            rows.add(row, row)
        self._fields[first] = CropField(first, loops, color, rows)

    def draw(
        self,
        surface: pygame.Surface,
        view: PaperRect,
        numbers: Sequence[str],
        at: _Placer,
        size: int,
    ) -> Iterator[None]:
        """Everything that runs on, in these hexes, in steps; fields first, crowns over them."""
        shown = {self._field_of[number] for number in numbers if number in self._field_of}
        for first in sorted(shown):
            yield from self._draw_field(surface, self._fields[first], view, at, size)
        for number in numbers:
            if self._patterns[number] in MARSHES:
                self._draw_marsh(surface, number, at, size)
                yield
        for number in numbers:
            if self._patterns[number] in WOODS:
                self._draw_woods(surface, number, at, size)
                yield
        yield from self._draw_trees(surface, numbers, at, size)

    def _draw_woods(self, surface: pygame.Surface, number: str, at: _Placer, size: int) -> None:
        """Trees of a hex, from one of a few stamps: drawing each tree by itself would take too
        long.
        """
        here, color = self.map.axial(number), self._colors[self.map.terrain(number)]
        # Which sides it goes on over decides the stamp: at the others the trees stand back.
        onward = set()
        for other in self.map.neighbors(number):
            if self._patterns[other] in WOODS:
                there = self.map.axial(other)
                step = Hex(there.q - here.q, there.r - here.r)
                onward.add(self.layout.side_steps.index(step))
        variant = Random(f"pattern {number}").randrange(VARIANTS)
        corners = tuple(self.layout.corner_offsets)
        picture = forest(variant, size, color, corners, frozenset(onward))
        x, y = at(self.layout.center(here))
        surface.blit(picture, (round(x - 2 * size), round(y - 2 * size)))

    def _draw_marsh(self, surface: pygame.Surface, number: str, at: _Placer, size: int) -> None:
        """Pools, and reeds between them; both reach into the marsh beside, and a little over its
        edge.
        """
        rng, color = Random(f"marsh {number}"), self._colors[self.map.terrain(number)]
        x, y = self.layout.center(self.map.axial(number))
        inside = {other for other in self.map.neighbors(number) if self._patterns[other] in MARSHES}
        for index, (dx, dy) in enumerate(scatter(rng, 22, 0.3, 1.08)):
            stray = rng.uniform(0.86, 1.0)  # the edge is not where the hexside is
            below = self.map.number_at(self.layout.hex_at(x + dx * stray, y + dy * stray))
            if below == number or below in inside:
                draw_reeds(surface, at((x + dx, y + dy)), size, color, pool=index % 3 == 0)

    def _draw_field(
        self, surface: pygame.Surface, field: CropField, view: PaperRect, at: _Placer, size: int
    ) -> Iterator[None]:
        """A field: its ground, its furrows, its hedges."""
        whole = pygame.Surface(surface.get_size(), pygame.SRCALPHA)
        for loop in field.loops:  # what lies within a field is cut out again
            fill = (*field.color, 255) if goes_round(loop) else (0, 0, 0, 0)
            pygame.draw.polygon(whole, fill, [at(point) for point in loop])
        surface.blit(whole, (0, 0))
        yield
        dark = mix(field.color, (80, 58, 30), 0.36)
        for a, b in field.rows.within(view, 0.2):
            ink.segment(surface, at(a), at(b), max(1.3, size * 0.035), dark)
        yield
        for loop in field.loops:
            self._draw_hedge(surface, field.first, [at(point) for point in loop], size)
            yield

    def _draw_hedge(
        self, surface: pygame.Surface, first: str, loop: list[Point], size: int
    ) -> None:
        """Bushes along the edge of a field; only those in sight of the surface."""
        box = surface.get_rect().inflate(size, size)
        bushes = ink.dashes(loop, size * 0.02, size * 0.16, closed=True)
        rng = Random(f"hedge {first}")
        for bush in bushes:
            radius, gap = size * rng.uniform(0.045, 0.075), rng.random() < 0.12
            if not gap and box.collidepoint(bush[0]):
                ink.disc(surface, bush[0], radius, (88, 104, 58))

    def _draw_trees(
        self, surface: pygame.Surface, numbers: Iterable[str], at: _Placer, size: int
    ) -> Iterator[None]:
        """Trees one by one, their crowns over the hexsides; what stands lower is drawn later."""
        wooded = [number for number in numbers if self._patterns[number] in TREES]
        trees = []
        for number in wooded:
            color = self._colors[self.map.terrain(number)]
            x, y = self.layout.center(self.map.axial(number))
            inside = {
                other for other in self.map.neighbors(number) if self._patterns[other] in TREES
            }
            if number not in self._crowns:
                self._crowns[number] = crowns(Random(f"trees {number}"))
            for dx, dy, radius, shade in self._crowns[number]:
                below = self.map.number_at(self.layout.hex_at(x + dx, y + dy))
                # At the wood's edge no tree stands beyond it, though a crown may reach over.
                if below == number or below in inside:
                    trees.append((at((x + dx, y + dy)), radius * size, shade, color))
            yield
        # All shadows before all crowns: a tree must not lie in the shadow of the one in front of
        # it.
        for center, radius, _, color in trees:
            shadow = mix(color, (24, 36, 20), 0.66)
            spot = (center[0] + radius * 0.24, center[1] + radius * 0.32)
            ink.disc(surface, spot, radius * 1.06, shadow)
        yield
        for center, radius, shade, color in sorted(trees, key=lambda crown: crown[0][1]):
            draw_crown(surface, center, radius, shade, color)
            yield


def is_continuous(pattern: str) -> bool:
    """Whether a pattern is drawn here, and not hex by hex."""
    return any(pattern in kinds for kinds in (FIELDS, TREES, WOODS, MARSHES, CONTOURED))


def _straightened(loop: list[Point], held: Collection[frozenset[tuple[int, int]]]) -> list[Point]:
    """An outline of hexes through the middles of its sides: a field's border does not zigzag.

    Sides that must be kept, as they have something on them, stay.
    """
    points: list[Point] = []
    for a, b in zip(loop, [*loop[1:], loop[0]], strict=True):
        if frozenset((grid_point(a), grid_point(b))) in held:
            points += [a, b]
        else:
            points.append(midpoint(a, b))
    return points


# How high ground is, by the patterns of its hexes: light, contour lines, hachures follow it.
#
# Hexes rise to rounded tops, several to each. Heights are kept in greys, as the picture of a
# relief; contour lines are found in it by marching squares.


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
            pygame.draw.polygon(
                greys, _grey(rise * 0.4), [self._pixel(corner) for corner in corners]
            )
            yield
        greys = blurred(greys, 0.5 * self._zoom)
        yield
        for number, rise in self._rises.items():
            rng = Random(f"tops {number}")
            x, y = self._layout.center(self._map.axial(number))
            for _ in range(7):
                top = x + rng.uniform(-0.7, 0.7), y + rng.uniform(-0.6, 0.6)
                wide, long = rng.uniform(0.22, 0.5), rng.uniform(0.22, 0.42)
                self._raise(greys, top, (wide, long), rise * rng.uniform(0.12, 0.3))
            yield
        greys = blurred(greys, 0.22 * self._zoom)
        yield
        if not CONTOURED.isdisjoint(self._patterns.values()):
            yield from self._survey(greys)
        return greys

    def _pixel(self, point: Point) -> Point:
        """Where a point of the paper lies in the picture."""
        return (point[0] - self._box.left) * self._zoom, (point[1] - self._box.top) * self._zoom

    def _raise(
        self, greys: pygame.Surface, top: Point, reach: tuple[float, float], by: float
    ) -> None:
        """Add a mound around a top, ``reach`` units to the right and downwards, ``by`` so much of
        the greatest height.
        """
        x, y = self._pixel(top)
        box = pygame.Rect(0, 0, *(max(2, round(2 * radius * self._zoom)) for radius in reach))
        mound = pygame.Surface(box.size, 0, 32)
        pygame.draw.ellipse(mound, _grey(by), mound.get_rect())
        box.center = round(x), round(y)
        greys.blit(mound, box, special_flags=pygame.BLEND_RGB_ADD)

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
                if len(points) > 5:  # rings around a few readings are specks
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
        here = self._read[row * self._across + column]
        there = self._read[(row + downwards) * self._across + column + 1 - downwards]
        share = (level - here) / ((there - here) or 1)
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
            if steep > 6:
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
        read, here = self._read, row * self._across + column
        return (
            (read[here + 1] - read[here - 1]) / 2,
            (read[here + self._across] - read[here - self._across]) / 2,
        )


def _chained(joined: dict[Corner, list[Corner]]) -> Iterator[list[Corner]]:
    """Corners in the order in which a line passes them; closed lines end where they begin."""
    # Open lines are followed from their ends, or they would fall into two.
    ends = [corner for corner, others in joined.items() if len(others) == 1]
    left = {corner: list(others) for corner, others in joined.items()}
    for first in [*ends, *joined]:
        line = [first]
        while left[line[-1]]:
            onward = left[line[-1]].pop()
            left[onward].remove(line[-1])
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


# The ground under everything on a map: its colours run into one another, and hills catch light.
#
# It is drawn once for a map, coarsely, and enlarged for every tile: soft things need not be drawn
# finely. Light falls from the upper left, as cartographers have it.


_FINEST = 10  # pixels to the unit
_LARGEST = 1100  # pixels along the longer side, for large maps
_SOFT = 0.26  # units over which two kinds of ground run into one another
_STRAY = 0.17  # units by which their border leaves the hexside
_LINES_FROM = 22  # pixels to the unit: below it contour lines would run together
_CONTOUR: Color = (158, 122, 78)
_HACHURE: Color = (134, 108, 82)


class GroundPlate:
    """The colour of the ground everywhere in ``box``, which is in units of the paper."""

    def __init__(
        self,
        hexmap: HexMap,
        layout: HexLayout,
        box: PaperRect,
        colors: Mapping[str, Color],
        patterns: Mapping[str, str],
    ) -> None:
        self._map, self._layout, self._box = hexmap, layout, box.grown(1, 1, 1, 1)
        self._colors = colors
        side = max(self._box.width, self._box.height)
        self._zoom = max(3.0, min(_FINEST, _LARGEST / side))
        self._plate: pygame.Surface | None = None
        self._making = self._drawn()
        self.heights = Heights(hexmap, layout, self._box, self._zoom, patterns)

    def draw(self, surface: pygame.Surface, view: PaperRect, size: int) -> None:
        """Lay the part in ``view`` under a surface, ``size`` pixels to the unit."""
        for _ in self.prepared():
            pass
        if self._plate is None:
            return
        plate, zoom = self._plate, self._zoom
        left, top = (view.left - self._box.left) * zoom, (view.top - self._box.top) * zoom
        right, bottom = left + view.width * zoom, top + view.height * zoom
        # Whole pixels of the plate, and the corner of the view within them.
        part = pygame.Rect(int(left) - 1, int(top) - 1, 0, 0)
        part.size = int(right) + 2 - part.left, int(bottom) + 2 - part.top
        part = part.clip(plate.get_rect())
        if part.width and part.height:
            share = size / zoom
            enlarged = pygame.transform.smoothscale(
                plate.subsurface(part), (round(part.width * share), round(part.height * share))
            )
            surface.blit(
                enlarged, (round((part.left - left) * share), round((part.top - top) * share))
            )

    def draw_lines(
        self, surface: pygame.Surface, view: PaperRect, at: Callable[[Point], Point], size: int
    ) -> Iterator[None]:
        """Contour lines and hachures, in steps; ``at`` is where a point of the paper lies."""
        yield
        if size < _LINES_FROM:
            return
        for level, line in self.heights.contours.within(view, 0.5):
            width = size * (0.032 if level % 3 == 1 else 0.02)
            # Strokes of one to two pixels would be dotted: they are hairs, or a little wider.
            width = width if width <= 1.2 else max(2.2, width)
            ink.stroke(surface, [at(point) for point in line], width, _CONTOUR)
            yield
        for index, stroke in enumerate(self.heights.hachures.within(view, 0.5)):
            dark = mix(_HACHURE, (66, 50, 40), 0.5 + 0.5 * stroke.shade)
            width = size * (0.02 + 0.012 * stroke.shade)
            ink.segment(surface, at(stroke.start), at(stroke.end), width, dark)
            if index % 8 == 0:
                yield

    def prepared(self) -> Iterator[None]:
        """Draw the plate, in steps, if it is not drawn yet; each call goes on where the last one
        stopped.
        """
        while self._plate is None:
            try:
                next(self._making)
            except StopIteration as end:
                self._plate = end.value
            yield

    def _drawn(self) -> Generator[None, None, pygame.Surface]:
        """Colours with ragged edges, made soft, and over them the light of the heights."""
        size = round(self._box.width * self._zoom), round(self._box.height * self._zoom)
        plate = pygame.Surface(size, 0, 32)
        plate.fill(next(iter(self._colors.values())))
        for number in self._map.numbers:  # beyond the map its edge goes on
            if len(self._map.neighbors(number)) < 6:
                color = self._colors[number]
                corners = self._layout.corners(self._map.axial(number), 1.7)
                pygame.draw.polygon(plate, color, [self._pixel(corner) for corner in corners])
                yield
        for number in self._map.numbers:
            outline = [self._pixel(point) for point in self._ragged(number)]
            pygame.draw.polygon(plate, self._colors[number], outline)
            yield
        plate = blurred(plate, _SOFT * self._zoom)
        yield
        heights = yield from self.heights.drawn()
        if heights is not None:
            yield from self._light(plate, heights)
        return plate

    def _pixel(self, point: Point) -> Point:
        """Where a point of the paper lies in the plate."""
        return (point[0] - self._box.left) * self._zoom, (point[1] - self._box.top) * self._zoom

    def _ragged(self, number: str) -> list[Point]:
        """The outline of a hex; towards another kind of ground it wavers.

        Neighbours agree on it, as it is drawn from the corners and sides themselves.
        """
        here = self._map.axial(number)
        corners = self._layout.corners(here)
        outline: list[Point] = []
        for side, step in enumerate(self._layout.side_steps):
            a, b = corners[side], corners[(side + 1) % 6]
            other = self._map.number_at(Hex(here.q + step.q, here.r + step.r))
            outline.append(a)
            if other is None or self._colors[other] == self._colors[number]:
                continue
            rng = Random(f"edge {sorted((number, other))}")
            first, last = sorted((a, b), key=grid_point)
            bent = []
            for along in (0.2, 0.4, 0.6, 0.8):
                x, y = between(first, last, along)
                bent.append((x + rng.uniform(-_STRAY, _STRAY), y + rng.uniform(-_STRAY, _STRAY)))
            outline += bent if first == a else bent[::-1]
        return outline

    # -- relief --------------------------------------------------------------------------------

    def _light(self, plate: pygame.Surface, heights: pygame.Surface) -> Iterator[None]:
        """Slopes towards the light are paler, those away from it darker."""
        step = max(1, round(self._zoom * 0.12))
        ahead, behind = heights.copy(), heights.copy()
        ahead.blit(heights, (-step, -step))
        behind.blit(heights, (step, step))
        yield
        lit, shaded = ahead.copy(), behind
        # The heights shifted one way minus those shifted the other are the slope: one difference is
        # above 0 where it faces the light, the other where it does not.
        lit.blit(behind, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
        shaded.blit(ahead, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
        yield
        lit.fill((150, 146, 120), special_flags=pygame.BLEND_RGB_MULT)
        shaded.fill((210, 214, 190), special_flags=pygame.BLEND_RGB_MULT)
        yield
        plate.blit(lit, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
        plate.blit(shaded, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
