"""A sheet with the hexes of a map: what all maps have in common, drawn or pictured.

It knows where hexes lie on the paper and their colours; subclasses draw its parts, in steps, so
that a frame of the window is never kept waiting. :mod:`hexwar.viewer.printed_map.tiles` makes tiles
of these steps, and a sketch in bare colours stands in until they are there.
"""

from __future__ import annotations

import pygame

from hexwar.hexmap import HexMap
from hexwar.rules.terrain.section import Terrain
from hexwar.viewer.drawing.geometry import HexLayout, PaperRect, Point
from hexwar.viewer.drawing.theme import PALETTE, Color, lettering, parse_color
from hexwar.viewer.printed_map.looks import ground_look
from hexwar.viewer.printed_map.names import MapNames
from hexwar.viewer.printed_map.tiles import Steps, Tiles, finished

NUMBERS_FROM_ZOOM = 24  # pixels to the unit: below it the numbers of hexes could not be read

_LAND = (222, 214, 172)
_DEFAULT_COLORS = {
    "open": _LAND,
    "clear": _LAND,
    "woods": (150, 176, 112),
    "forest": (150, 176, 112),
    "water": (150, 190, 212),
    "lake": (150, 190, 212),
    "marsh": (186, 200, 160),
    "rough": (206, 190, 150),
    "hills": (208, 190, 142),
    "city": (206, 194, 176),
    "town": (206, 194, 176),
    "swamp": (186, 200, 160),
    "mountain": (196, 178, 140),
    "mountains": (196, 178, 140),
    "sea": (150, 190, 212),
    "grass": (211, 197, 154),
    "fields": (201, 179, 124),
    "trees": (147, 165, 102),
    "building": (205, 185, 146),
    "rocks": (203, 189, 150),
}


class MapSheet:
    """The sheet of one map. ``sheet`` is the whole paper and ``hex_box`` the part with hexes, in
    units; ``colors`` are those of kinds of hex.

    ``is_picture``: whether it shows the game's own picture, on which the names of places stand
    already; ``fault``: why it cannot be shown, as far as that is known; ``key_lines``: the parts of
    the paper that the lines of its key take.
    """

    sheet: PaperRect
    names: MapNames
    tiles: Tiles
    key_lines: tuple[PaperRect, ...] = ()
    is_picture = False
    fault = ""

    def __init__(self, hexmap: HexMap, terrain: Terrain, layout: HexLayout) -> None:
        self.map = hexmap
        self.terrain = terrain
        self.layout = layout
        self.colors = {
            # A kind that has no colour gets the one that its pattern or else its name suggests.
            kind.id: parse_color(
                kind.color,
                _DEFAULT_COLORS.get(ground_look(kind), _DEFAULT_COLORS.get(kind.id, _LAND)),
            )
            for kind in terrain.hexes.values()
        }
        self.hex_box = layout.bounds(hexmap.axial(number) for number in hexmap.numbers)
        self.centers = {number: layout.center(hexmap.axial(number)) for number in hexmap.numbers}

    def center(self, number: str) -> Point:
        """The middle of a hex on the paper."""
        return self.centers[number]

    def render(self, view: PaperRect, zoom: int) -> pygame.Surface:
        """A part of the sheet, ``zoom`` pixels to the unit."""
        return finished(self.steps(view, zoom))

    def steps(self, view: PaperRect, zoom: int) -> Steps:
        """Draw a part of the sheet little by little, ``zoom`` pixels to the unit."""
        raise NotImplementedError

    def sketch(self, zoom: int) -> pygame.Surface:
        """The whole sheet in the bare colours of its hexes: what can be drawn at once."""
        sheet = self.sheet
        surface = pygame.Surface((round(sheet.width * zoom), round(sheet.height * zoom)))
        surface.fill(PALETTE.map_paper)
        for number, (x, y) in self.centers.items():
            corners = [
                ((x + dx - sheet.left) * zoom, (y + dy - sheet.top) * zoom)
                for dx, dy in self.layout.corner_offsets
            ]
            pygame.draw.polygon(surface, self.tint(number), corners)
        return surface

    def tint(self, number: str) -> Color:
        """The colour of the ground of a hex."""
        return self.colors[self.map.terrain(number)]

    def number_at(self, number: str, view: PaperRect, zoom: int) -> tuple[int, int]:
        """The pixel of a picture of ``view`` at which the number of a hex has its middle."""
        x, y = self.centers[number]
        up = (0.70 if self.layout.flat else 0.66) * self.layout.stretch[1]
        return round((x - view.left) * zoom), round((y - up - view.top) * zoom)

    def number_lettered(self, number: str, zoom: int, ink: Color) -> pygame.Surface:
        """The number of a hex, or the title of a box, in letters that suit the zoom."""
        return lettering(self.map.boxes.get(number, number), max(8, round(zoom * 0.235)), ink)
