"""What lies below a map that is traced, its picture or bare paper, and what lies over it.

Before the grid is measured a picture has to be shown and clicked all the same: it gets a grid of
one hex in its corner, which nobody sees. What has been traced (:class:`Traced`) is laid over it.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import pygame

from hexwar.definition.forms import PictureFile
from hexwar.hexmap import HexMap
from hexwar.rules.map.section import BoardPicture, PictureGrid
from hexwar.rules.terrain.section import ClassCosts, HexTerrain, Terrain
from hexwar.viewer.drawing import ink
from hexwar.viewer.drawing.geometry import SQRT3, Camera, HexLayout, PaperRect, Point
from hexwar.viewer.drawing.theme import PALETTE, Color, lettering, mix, parse_color
from hexwar.viewer.printed_map.cartouche import Imprint
from hexwar.viewer.printed_map.map_sheet import MapSheet
from hexwar.viewer.printed_map.names import MapNames
from hexwar.viewer.printed_map.pictured_map import PicturedMap
from hexwar.viewer.printed_map.terrain import MapPainter
from hexwar.viewer.printed_map.tiles import Steps, Tiles
from hexwar.viewer.tracing.traced_map import Calibration

_MARGIN = 0.6
_SCALE = 40  # pixels of a picture to the unit, as long as it has no grid


class BareSheet(MapSheet):
    """Paper, for a map without a picture: what lies on it is laid over it."""

    def __init__(self, hexmap: HexMap, terrain: Terrain) -> None:
        super().__init__(hexmap, terrain, HexLayout(hexmap.numbering.orientation))
        self.sheet: PaperRect = self.hex_box.grown(_MARGIN, _MARGIN, _MARGIN, _MARGIN)
        self.names = MapNames(hexmap, self.layout, (), (), ())
        self.tiles = Tiles(self)

    def steps(self, view: PaperRect, zoom: int) -> Steps:
        """Bare paper."""
        size = max(1, round(view.width * zoom)), max(1, round(view.height * zoom))
        surface = pygame.Surface(size)
        surface.fill(PALETTE.map_paper)
        yield
        return surface


def pictured(hexmap: HexMap, terrain: Terrain, picture: BoardPicture) -> PicturedMap:
    """The picture of a map. OSError or ``PictureError`` if it cannot be shown."""

    def draw(stretch: tuple[float, float]) -> MapPainter:
        return MapPainter(hexmap, terrain, Imprint(""), stretch=stretch)

    return PicturedMap(hexmap, terrain, picture, draw)


def uncalibrated(image: Path) -> PicturedMap:
    """A picture of which nobody knows yet where hexes lie: with one, in its corner."""
    grid = PictureGrid(dx=1.5 * _SCALE, dy=SQRT3 * _SCALE, x0=_SCALE, y0=_SCALE)
    return over(image, Calibration(1, 1), grid)


def over(image: Path, calibration: Calibration, grid: PictureGrid) -> PicturedMap:
    """A picture with a grid."""
    numbering = calibration.numbering
    hexmap = HexMap(numbering, dict.fromkeys(numbering.numbers(), "clear"))
    terrain = Terrain(
        hexes={"clear": HexTerrain(id="clear", title="Clear", cost=ClassCosts({}, Fraction(1)))}
    )
    file = PictureFile.named(image.name, image.parent)
    return pictured(hexmap, terrain, BoardPicture(file=file, grid=grid))


# What has been traced, laid over the picture.
#
# The picture stays to be seen: terrain is a veil, hexsides and paths are plain strokes, features
# discs with a letter. It is not a printed map, but shows what the author has said so far.


_NUMBERS_FROM, _NAMES_FROM = 22, 14  # pixels to the unit
_WATER, _ROAD, _SIGN = (60, 120, 190), (150, 60, 40), (30, 24, 18)
_VEIL = 150  # of 255: the picture shines through
_VEILED, _WITHIN = 0.86, 0.84  # of the size of a hex: its veil, and what the pointer marks
_OUTLINE = 1.2  # pixels
_CROSS = 12  # pixels from the middle of the cross of a click to its ends


class _Stroke(NamedTuple):
    """How thick a line is drawn, or how large a disc or letters: pixels at least, units."""

    least: float
    units: float

    def at(self, zoom: int) -> float:
        """In pixels."""
        return max(self.least, zoom * self.units)


_POINTED_EDGE, _POINTED = _Stroke(4.0, 0.14), _Stroke(2.0, 0.07)
_HEXSIDE = _Stroke(3.0, 0.16)
_PATH_EDGE, _PATH = _Stroke(4.0, 0.15), _Stroke(2.0, 0.08)
_DISC_EDGE, _DISC = _Stroke(5.0, 0.24), _Stroke(4.0, 0.2)
_APART = 0.5  # units between the discs of a hex, and from a disc down to its name


class Traced:
    """Draws what a map says over its sheet, into a view."""

    def __init__(
        self, view: pygame.Surface, camera: Camera, sheet: MapSheet, board: HexMap
    ) -> None:
        self._view, self._camera, self._sheet, self._board = view, camera, sheet, board

    def draw(self, plain: str) -> None:
        """All of it; hexes of the terrain ``plain`` show the picture alone."""
        zoom, numbers = self._camera.zoom, [*self._in_view()]
        veil = pygame.Surface(self._view.get_size(), pygame.SRCALPHA)
        for number in numbers:
            kind = self._board.terrain(number) if number in self._board else ""
            if kind and kind != plain:
                color = self._sheet.colors.get(kind, PALETTE.map_paper)
                color = mix(color, PALETTE.ink, 0.12)  # else a pale kind cannot be told from paper
                pygame.draw.polygon(veil, (*color, _VEIL), self.corners(number, _VEILED))
        self._view.blit(veil, (0, 0))
        for number in numbers:
            # The outline of a hex with its number; a cross through what is no part of the map.
            corners = self.corners(number, 1.0)
            ink.stroke(self._view, corners, _OUTLINE, PALETTE.ink, closed=True)
            if number not in self._board:
                for start, end in zip(corners[:3], corners[3:], strict=True):
                    ink.segment(self._view, start, end, _OUTLINE, PALETTE.danger)
            if zoom >= _NUMBERS_FROM:
                text = lettering(number, max(9, round(zoom * 0.26)), PALETTE.ink, bold=True)
                top = min(y for _, y in corners)
                middle = sum(x for x, _ in corners) / 6
                box = text.get_rect(midtop=(round(middle), round(top + zoom * 0.06)))
                pygame.draw.rect(self._view, PALETTE.white, box.inflate(4, 0), 0, 3)
                self._view.blit(text, box)
        self._lines(zoom)
        for number in numbers:
            self._signs(number, zoom)

    def highlight(self, points: list[Point], color: Color) -> None:
        """A line round what the pointer is on."""
        zoom, closed = self._camera.zoom, len(points) > 2  # a hexside is a line, and has no inside
        ink.stroke(self._view, points, _POINTED_EDGE.at(zoom), PALETTE.white, closed=closed)
        ink.stroke(self._view, points, _POINTED.at(zoom), color, closed=closed)

    def corners(self, number: str, shrink: float = _WITHIN) -> list[Point]:
        """The corners of a hex in the view; by itself a little within its outline."""
        at = self._board.numbering.axial(number)
        around = self._sheet.layout.corners(at, shrink)
        return [self._camera.to_screen(*corner) for corner in around]

    def hexside(self, a: str, b: str) -> list[Point]:
        """The ends of a hexside in the view."""
        at = self._board.numbering.axial
        ends = self._sheet.layout.hexside(at(a), at(b))
        return [self._camera.to_screen(*end) for end in ends]

    def _in_view(self) -> Iterator[str]:
        wide, high = self._view.get_size()
        edge = 2 * self._camera.zoom
        numbering = self._board.numbering
        for number in numbering.numbers():
            x, y = self._camera.to_screen(*self._sheet.layout.center(numbering.axial(number)))
            if -edge < x < wide + edge and -edge < y < high + edge:
                yield number

    def _lines(self, zoom: int) -> None:
        """Rivers and roads as bare strokes: what was traced has to be seen over any picture."""
        terrain = self._sheet.terrain
        for (a, b), kinds in self._board.hexsides.items():
            for kind in kinds:
                side = terrain.hexsides.get(kind)
                color = parse_color(side.color if side else "", _WATER)
                ink.stroke(self._view, self.hexside(a, b), _HEXSIDE.at(zoom), color)
        for (a, b), kinds in self._board.paths.items():
            ends = [self._camera.to_screen(*self._sheet.center(number)) for number in (a, b)]
            for kind in kinds:
                path = terrain.paths.get(kind)
                color = parse_color(path.color if path else "", _ROAD)
                ink.stroke(self._view, ends, _PATH_EDGE.at(zoom), PALETTE.white)
                ink.stroke(self._view, ends, _PATH.at(zoom), color)

    def _signs(self, number: str, zoom: int) -> None:
        """Features: a disc with the letter of the kind, and the name below it."""
        features = self._board.features(number) if number in self._board else {}
        x, y = self._camera.to_screen(
            *self._sheet.layout.center(self._board.numbering.axial(number))
        )
        for place, (kind, name) in enumerate(features.items()):
            at = (x + round(place * zoom * _APART), y)
            ink.disc(self._view, at, _DISC_EDGE.at(zoom), PALETTE.white)
            ink.disc(self._view, at, _DISC.at(zoom), _SIGN)
            letter = lettering(
                kind[:1].upper(), max(8, round(zoom * 0.26)), PALETTE.white, bold=True
            )
            self._view.blit(letter, letter.get_rect(center=at))
            if name and zoom >= _NAMES_FROM:
                text = lettering(name, max(10, round(zoom * 0.3)), PALETTE.ink, bold=True)
                box = text.get_rect(center=(x, y + round(zoom * _APART)))
                pygame.draw.rect(self._view, PALETTE.white, box.inflate(6, 0), 0, 3)
                self._view.blit(text, box)


def draw_cross(view: pygame.Surface, x: float, y: float) -> None:
    """Where somebody clicked to measure the grid."""
    for color, wide in ((PALETTE.white, 5), (PALETTE.danger, 2)):
        pygame.draw.line(view, color, (x - _CROSS, y), (x + _CROSS, y), wide)
        pygame.draw.line(view, color, (x, y - _CROSS), (x, y + _CROSS), wide)
