"""The names on a map: those of places in their hexes, those of rivers and country along their
course.

A place's name stands at the foot of its hex, where no counter and no hex number covers it. On a map
with counters the names of places come last: see :mod:`hexwar.viewer.table.pieces`. Lengths are in
units of the paper unless pixels are named.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from itertools import accumulate, groupby, pairwise
from typing import NamedTuple

import pygame

from hexwar.hexmap import HexMap
from hexwar.rules.sheet import PrintedName
from hexwar.viewer.drawing.geometry import HexLayout, PaperRect, Point, between
from hexwar.viewer.drawing.lettering import units
from hexwar.viewer.drawing.theme import PALETTE, Color, font, italic, lettering, mix
from hexwar.viewer.printed_map.courses import through
from hexwar.viewer.printed_map.lines import beside

_COUNTER = 0.62  # half the side of a counter, and half a letter
_NUMBER = (0.5, 0.3, -0.68)  # half its width and height with half a letter, and where it stands
_NAME = (1.0, 0.32)  # half its width and height with half a letter
_ON_COUNTER, _ON_NUMBER, _ON_NAME, _OFF_MAP = 1.0, 3.0, 5.0, 2.0
"""What it costs a letter to lie there."""


def foot_of(layout: HexLayout) -> float:
    """From a hex's middle down to the middle of the letters of its name.

    Beside the lower point of a hex that stands on one are the numbers of the two hexes below.
    """
    return (0.735 if layout.flat else 0.66) * layout.stretch[1]


class LabelRoom:
    """The room between what lies in the hexes of a map; ``named`` are the hexes with a name."""

    def __init__(self, hexmap: HexMap, layout: HexLayout, named: Collection[str]) -> None:
        self._map, self._layout, self._named = hexmap, layout, frozenset(named)

    def cost(self, at: Point) -> float:
        """How much a letter with its middle there is in the way; 0 where it is free."""
        here = self._layout.hex_at(*at)
        number = self._map.number_at(here)
        if number is None:
            return _OFF_MAP
        x, y = self._layout.center(here)
        across, down = abs(at[0] - x), at[1] - y
        cost = 0.0
        if across < _COUNTER and abs(down) < _COUNTER:
            cost += _ON_COUNTER
        wide, high, where = _NUMBER
        if across < wide and abs(down - where) < high:
            cost += _ON_NUMBER
        wide, high = _NAME
        foot = foot_of(self._layout)
        if number in self._named and across < wide and abs(down - foot) < high:
            cost += _ON_NAME
        return cost


_HEIGHT = 0.3  # of the letters of a place's name
_RUNNING = 0.44  # height of a name along a course
_BESIDE = 1.25  # from the middle of a hex: as far a river is the one that runs by it
_MEASURED = 60  # pixels of the letters by which names are measured
_WIDEST = 1.9  # names that are wider are set smaller, so that they keep off the counters beside
_WATER: Color = (38, 84, 124)
_LAND: Color = (72, 48, 24)


class PlaceName(NamedTuple):
    """The name of a place, the middle of its letters where nothing is in their way, its hex."""

    text: str
    at: Point
    hex: str


class NameAlongLine(NamedTuple):
    """A name along a line, and the colour of its letters.

    ``lean`` is the share of the free length of the line that lies before the name, ``spread`` how
    far apart its letters stand, 1 as far as they go.
    """

    text: str
    line: tuple[Point, ...]
    color: Color
    lean: float = 0.5
    spread: float = 1.0


class LetterSeat(NamedTuple):
    """Where a letter of a name along a line stands: its middle, and how far it leans (radians)."""

    letter: str
    at: Point
    angle: float


class MapNames:
    """All names of one map.

    ``rivers`` are lines of running water, each with its kind, ``water`` the hexes of open water.
    """

    def __init__(
        self,
        hexmap: HexMap,
        layout: HexLayout,
        printed: Iterable[PrintedName],
        rivers: Collection[tuple[str, list[Point]]],
        water: Collection[str],
    ) -> None:
        self._map, self._layout = hexmap, layout
        self.places = []
        for number in hexmap.numbers:
            x, y = layout.center(hexmap.axial(number))
            foot = x, y + foot_of(layout)
            names = filter(None, hexmap.features(number).values())
            self.places += [PlaceName(name, foot, number) for name in names]
        named = {number for number in hexmap.numbers if any(hexmap.features(number).values())}
        self._room = LabelRoom(hexmap, layout, named)
        self.courses = [self._course(name, rivers, water) for name in printed]

    def _course(
        self,
        name: PrintedName,
        rivers: Collection[tuple[str, list[Point]]],
        water: Collection[str],
    ) -> NameAlongLine:
        """The line that a name follows: the stretch of its river near the hexes named with it,
        else through their middles.
        """
        middles = [self._layout.center(self._map.axial(number)) for number in name.along]
        if name.of is None:
            color = _WATER if set(name.along) <= set(water) else _LAND
            line = _read_on(through(middles))
            return self._seated(name.text, line, color, (0.0, 0.5, -0.5, 0.8, -0.8))
        longest: list[Point] = []
        for kind, river in rivers:
            if kind == name.of:
                near = groupby(
                    river, lambda point: min(math.dist(point, at) for at in middles) < _BESIDE
                )
                stretches = [list(points) for is_near, points in near if is_near]
                longest = max([longest, *stretches], key=_length)
        line = _read_on(longest) or middles
        return self._seated(name.text, line, _WATER, (0.24, -0.3))

    def _seated(
        self, text: str, line: list[Point], color: Color, offs: Iterable[float]
    ) -> NameAlongLine:
        """The name at the place where its letters are least in the way; among equals the first.

        ``offs`` are the distances from the line that it may have, upwards.
        """
        best, least = NameAlongLine(text, tuple(line), color), math.inf
        for rank, off in enumerate(offs):
            moved = tuple(_above(line, off)) if off else tuple(line)
            for lean in (0.5, 0.3, 0.7, 0.1, 0.9):
                for spread in (1.0, 0.5):
                    course = NameAlongLine(text, moved, color, lean, spread)
                    # All else being equal: in the middle, wide apart, on the line itself.
                    taste = 0.1 * rank + 0.1 * abs(lean - 0.5) + 0.1 * (1 - spread)
                    seats = _seats(course, course.line, _RUNNING)
                    cost = sum(self._room.cost(seat.at) for seat in seats) / len(seats) + taste
                    if cost < least:
                        best, least = course, cost
        return best

    # -- drawing -------------------------------------------------------------------------------

    def letter(self, surface: pygame.Surface, view: PaperRect, zoom: int, *, places: bool) -> None:
        """Letter a part of the sheet, ``zoom`` pixels to the unit, with or without ``places``."""
        for course in self.courses:
            xs, ys = zip(*course.line, strict=True)
            seen = max(xs) > view.left - 3 and min(xs) < view.right + 3
            if seen and max(ys) > view.top - 3 and min(ys) < view.bottom + 3:
                line = [((x - view.left) * zoom, (y - view.top) * zoom) for x, y in course.line]
                height = max(9, round(zoom * _RUNNING))
                for letter, (x, y), angle in _seats(course, line, height):
                    # Glyphs are kept, so they are turned by steps of three degrees.
                    turn = round(math.degrees(-angle) / 3) * 3
                    glyph = _glyph(letter, height, course.color, turn)
                    surface.blit(glyph, glyph.get_rect(center=(round(x), round(y))))
        if not places:
            return
        for name, (x, y), _ in self.places:
            if view.left - 4 < x < view.right + 4 and view.top - 2 < y < view.bottom + 2:
                at = round((x - view.left) * zoom), round((y - view.top) * zoom)
                picture = plate(name, zoom)
                surface.blit(picture, picture.get_rect(center=at))


@lru_cache(maxsize=400)
def plate(name: str, zoom: int) -> pygame.Surface:
    """The name of a place in bold with a pale rim, on nothing."""
    height = max(9, round(zoom * _HEIGHT))
    while height > 9 and font(height, bold=True).size(name)[0] > _WIDEST * zoom:
        height -= 1
    text = lettering(name, height, (44, 28, 18), bold=True)
    halo = lettering(name, height, mix(PALETTE.map_paper, PALETTE.white, 0.5), bold=True)
    rim = max(1, round(height / 12))
    surface = pygame.Surface(
        (text.get_width() + 2 * rim, text.get_height() + 2 * rim), pygame.SRCALPHA
    )
    for step in range(12):
        turn = math.tau * step / 12
        surface.blit(halo, (rim + round(rim * math.cos(turn)), rim + round(rim * math.sin(turn))))
    surface.blit(text, (rim, rim))
    return surface


def _seats(course: NameAlongLine, line: Sequence[Point], height: float) -> list[LetterSeat]:
    """The letters of a name along its line, for letters of a height; a word whose letters are
    joined is one.
    """
    # Blanks are three wide: letters stand apart, and words have to stand farther.
    text, scale = units(course.text.replace(" ", "   ")), height / _MEASURED
    letters = italic(_MEASURED)
    natural = letters.size("".join(text))[0] * scale  # its length with no room between the letters
    whole = lengthened(line, natural * 1.05)
    # How far along the line each of its points lies.
    reach = [0.0, *accumulate(math.dist(a, b) for a, b in pairwise(whole))]
    wide = (0.7 if course.color == _LAND else 0.35) * course.spread
    room = (reach[-1] * 0.9 - natural) / max(1, len(text) - 1)
    spread = max(0.0, min(height * wide, room))
    first = (reach[-1] - natural - spread * (len(text) - 1)) * course.lean
    seats = []
    for place, letter in enumerate(text):
        if letter.isspace():
            continue
        before = letters.size("".join(text[:place]))[0] * scale + spread * place
        far = first + before + letters.size(letter)[0] * scale / 2
        along = min(max(far, 0.0), reach[-1])
        index = next((i for i, done in enumerate(reach[1:]) if done >= along), len(whole) - 2)
        step = reach[index + 1] - reach[index] or 1.0
        at = between(whole[index], whole[index + 1], (along - reach[index]) / step)
        # Its angle over several steps: by a single one letters would stagger in every bend.
        (ax, ay), (bx, by) = whole[max(0, index - 2)], whole[min(len(whole) - 1, index + 3)]
        seats.append(LetterSeat(letter, at, math.atan2(by - ay, bx - ax)))
    return seats


@lru_cache(maxsize=800)
def _glyph(letter: str, height: int, color: Color, turn: int) -> pygame.Surface:
    """A letter in italics, turned by so many degrees, on a pale halo."""
    text = italic(height).render(letter, True, color)
    halo = italic(height).render(letter, True, mix(PALETTE.map_paper, PALETTE.white, 0.3))
    halo.set_alpha(190)
    surface = pygame.Surface((text.get_width() + 4, text.get_height() + 4), pygame.SRCALPHA)
    for spot in ((1, 1), (3, 1), (1, 3), (3, 3), (1, 2), (3, 2), (2, 1), (2, 3)):
        surface.blit(halo, spot)
    surface.blit(text, (2, 2))
    return pygame.transform.rotozoom(surface, turn, 1.0) if turn else surface


# -- lines -------------------------------------------------------------------------------------


def _length(line: Sequence[Point]) -> float:
    return sum(math.dist(a, b) for a, b in pairwise(line))


def _read_on(line: list[Point]) -> list[Point]:
    """The line from left to right, or from below where it is steep: so letters never hang."""
    if len(line) < 2:
        return [(x + step, y) for x, y in line for step in (-0.6, 0.6)]
    (ax, ay), (bx, by) = line[0], line[-1]
    steep = abs(bx - ax) < abs(by - ay) * 0.2
    return line[::-1] if (ay < by if steep else ax > bx) else line


def lengthened(line: Sequence[Point], length: float) -> list[Point]:
    """The line, straight on at both ends if it is shorter than that."""
    missing = (length - _length(line)) / 2
    if missing <= 0:
        return list(line)
    ends = []
    for (ax, ay), (bx, by) in ((line[1], line[0]), (line[-2], line[-1])):
        share = missing / (math.dist((ax, ay), (bx, by)) or 1.0)
        ends.append((bx + (bx - ax) * share, by + (by - ay) * share))
    return [ends[0], *line, ends[1]]


def _above(line: Sequence[Point], off: float) -> list[Point]:
    """The line a little above itself, smoothed: letters do not follow every turn of a river."""
    smooth = []
    for index in range(len(line)):
        around = line[max(0, index - 4) : index + 5]
        xs, ys = zip(*around, strict=True)
        smooth.append((sum(xs) / len(around), sum(ys) / len(around)))
    return beside(smooth, -off, 2)
