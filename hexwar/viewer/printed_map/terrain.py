"""The printed map: paper, terrain, rivers, roads, towns, grid, numbers.

Each part of it is drawn at twice its size and then smoothed down, in steps that are short beside a
frame of the window (:mod:`hexwar.viewer.printed_map.map_sheet`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from random import Random

import pygame

from hexwar.definition.model import ResolvedGame
from hexwar.hexmap import HexMap
from hexwar.rules.terrain.section import Terrain
from hexwar.viewer.drawing import ink
from hexwar.viewer.drawing.geometry import HexLayout, Nearby, PaperRect, Point, pieces
from hexwar.viewer.drawing.theme import PALETTE, Color, mix, parse_color
from hexwar.viewer.printed_map.cartouche import Cartouche, Imprint, imprint_of
from hexwar.viewer.printed_map.courses import shores, watercourses
from hexwar.viewer.printed_map.ground import GroundPatterns, is_continuous
from hexwar.viewer.printed_map.ground_plate import GroundPlate
from hexwar.viewer.printed_map.lines import draw_hexside, draw_path, draw_scarp, draw_water
from hexwar.viewer.printed_map.looks import CROSSINGS, WATER, feature_look, ground_look, side_look
from hexwar.viewer.printed_map.map_sheet import NUMBERS_FROM_ZOOM, MapSheet
from hexwar.viewer.printed_map.names import MapNames
from hexwar.viewer.printed_map.patterns import (
    FAINT,
    FIELDS,
    VARIANTS,
    WATERS,
    blocks,
    draw_star,
    stamp,
)
from hexwar.viewer.printed_map.roads import RoadPiece, ways
from hexwar.viewer.printed_map.tiles import Steps, Tiles

_Placer = Callable[[Point], Point]  # paper to pixels

_FINE = 2  # tiles are drawn this much larger, then smoothed down
NAMES_FROM_ZOOM = 14  # pixels to the unit: below it names could not be read


class MapPainter(MapSheet):
    """Draws one map. ``sheet`` is the whole paper with frame and title, in units.

    Without ``places`` their names are left to the code that draws counters on it. ``stretch``: by
    how much hexes are wider and higher than regular ones.
    """

    def __init__(
        self,
        hexmap: HexMap,
        terrain: Terrain,
        imprint: Imprint,
        *,
        places: bool = True,
        stretch: tuple[float, float] = (1.0, 1.0),
    ) -> None:
        self._places = places
        super().__init__(hexmap, terrain, HexLayout(hexmap.numbering.orientation, stretch))
        self.grounds = {name: ground_look(kind) for name, kind in terrain.hexes.items()}
        """The pattern of each kind of hex, empty where it has none."""
        self.cartouche = Cartouche(self.layout, self.hex_box, hexmap, terrain, self.colors, imprint)
        self.sheet = self.cartouche.sheet
        self.key_lines = self.cartouche.key_lines()
        self._grain = _paper_grain()
        self.looks = {kind.id: side_look(kind) for kind in terrain.hexsides.values()}
        """The pattern of each kind of hexside."""
        self.rivers = watercourses(hexmap, self.layout, self.looks, WATER)
        self._water = [n for n in hexmap.numbers if self._pattern(n) in WATERS]
        printed = imprint.sheet.names if imprint.sheet else ()
        self.names = MapNames(hexmap, self.layout, printed, self.rivers, self._water)
        self._banks = watercourses(hexmap, self.layout, self.looks, {"cliff"})
        ends = [point for _, line in self.rivers for point in (line[0], line[-1])]
        self._shores = shores(hexmap, self.layout, self._water, ends) if self._water else []
        patterns = {n: self._pattern(n) for n in hexmap.numbers}
        self._ground_cover = GroundPatterns(hexmap, self.layout, patterns, self.colors)
        tints = {n: self.tint(n) for n in hexmap.numbers}
        self._plate = GroundPlate(hexmap, self.layout, self.hex_box, tints, patterns)
        self._outermost = {n for n in hexmap.numbers if len(hexmap.neighbors(n)) < 6}
        # Where everything lies, so that a part of the sheet is drawn by what is near it.
        self._hexes = Nearby[str]()
        for number, center in self.centers.items():
            self._hexes.add(number, [center])
        self._sides = Nearby[tuple[tuple[str, str], tuple[Point, Point]]]()
        for pair in hexmap.hexsides:
            side = self.layout.hexside(hexmap.axial(pair[0]), hexmap.axial(pair[1]))
            self._sides.add((pair, side), side)
        self._running = Nearby[tuple[str, list[Point]]]()
        self._gorges = Nearby[tuple[str, list[Point]]]()
        self._coasts = Nearby[list[Point]]()
        for nearby, lines in ((self._running, self.rivers), (self._gorges, self._banks)):
            for kind, line in lines:
                for piece in pieces(line):
                    nearby.add((kind, piece), piece)
        for _, line in self._shores:
            for piece in pieces([*line, line[0]]):
                self._coasts.add(piece, piece)
        self._ways = Nearby[RoadPiece]()
        for road in ways(hexmap, self.layout):
            self._ways.add(road, [road.center])
        self.tiles = Tiles(self)

    # -- parts of the sheet ----------------------------------------------------------------

    def steps(self, view: PaperRect, zoom: int) -> Steps:
        """Draw a part of the sheet little by little, ``zoom`` pixels to the unit."""
        width, height = max(1, round(view.width * zoom)), max(1, round(view.height * zoom))
        fine = pygame.Surface((width * _FINE, height * _FINE))
        yield from self._draw_fine(fine, view, zoom * _FINE)
        surface = pygame.transform.smoothscale(fine, (width, height))
        yield
        # The tooth of the paper, under ink and all; it does not grow with the zoom.
        side = self._grain.get_width()
        first_x = -round((view.left - self.sheet.left) * zoom) % side - side
        first_y = -round((view.top - self.sheet.top) * zoom) % side - side
        for x in range(first_x, width, side):
            for y in range(first_y, height, side):
                surface.blit(self._grain, (x, y), special_flags=pygame.BLEND_MULT)
        yield
        self._draw_lettering(surface, view, zoom)
        self.cartouche.letter(surface, view, zoom)
        return surface.convert() if pygame.display.get_surface() else surface

    def ground(self, surface: pygame.Surface, view: PaperRect, zoom: int) -> None:
        """The bare ground of a part of the sheet, without anything that stands on it."""
        self._plate.draw(surface, view, zoom)

    # -- the plates, in printing order --------------------------------------------------------

    def _draw_fine(self, surface: pygame.Surface, view: PaperRect, size: int) -> Iterator[None]:
        """From the ground upwards, as a printer lays one plate over the other. Hexsides are gone
        through twice: bridges come after the roads that they carry.
        """
        numbers = self._hexes.within(view, 1.5)

        def at(point: Point) -> Point:
            return (point[0] - view.left) * size, (point[1] - view.top) * size

        yield from self.cartouche.draw(surface, view, size)
        yield from self._plate.prepared()
        yield from self._lay_ground(surface, view, numbers, at, size)
        self._draw_shores(surface, view, at, size)
        yield
        for number in numbers:
            look = self._pattern(number)
            if look and not is_continuous(look):  # those come with the ground cover
                variant = Random(f"pattern {number}").randrange(VARIANTS)
                color = self.colors[self.map.terrain(number)]
                picture = stamp(look, variant, size, color, self.layout.orientation)
                (x, y), half = at(self.centers[number]), picture.get_width() / 2
                surface.blit(picture, (round(x - half), round(y - half)))
            yield
        yield from self._ground_cover.draw(surface, view, numbers, at, size)
        grid = mix(
            PALETTE.map_ink, PALETTE.map_paper, 0.62 if self._ground_cover.is_aerial else 0.42
        )
        for number in numbers:
            corners = [at(c) for c in self.layout.corners(self.map.axial(number))]
            ink.stroke(surface, corners, max(1.6, size * 0.022), grid, closed=True)
            yield
        yield from self._draw_rivers(surface, view, at, size)
        self._draw_hexsides(surface, view, at, size)
        yield
        # Roads and railways: all casings first, so that crossings join and do not cut.
        in_view = self._ways.within(view, 1)
        for casing in (True, False):
            for road in in_view:
                joint = at(road.joint) if road.joint is not None else None
                gates = [at(gate) for gate in road.gates]
                style = self.terrain.paths[road.kind]
                draw_path(surface, at(road.center), gates, size, style, casing, joint)
        yield
        self._draw_hexsides(surface, view, at, size, bridges=True)
        for number in numbers:
            self._draw_features(surface, number, at, size)
            yield

    def _lay_ground(
        self, surface: pygame.Surface, view: PaperRect, numbers: list[str], at: _Placer, size: int
    ) -> Iterator[None]:
        """The ground with its contour lines. Inland it is drawn as it is; at the edge of the map it
        is cut to the hexes, as its colours go on beyond them.
        """
        if not numbers:
            return  # between the map and what lies beside it there is bare paper
        if self._outermost.isdisjoint(numbers):
            self._plate.draw(surface, view, size)
            yield from self._plate.draw_lines(surface, view, at, size)
            return
        ground = pygame.Surface(surface.get_size(), pygame.SRCALPHA)
        self._plate.draw(ground, view, size)
        yield from self._plate.draw_lines(ground, view, at, size)
        stencil = pygame.Surface(surface.get_size(), pygame.SRCALPHA)
        for number in numbers:
            corners = [at(c) for c in self.layout.corners(self.map.axial(number))]
            pygame.draw.polygon(stencil, (255, 255, 255, 255), corners)
        yield
        ground.blit(stencil, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        surface.blit(ground, (0, 0))
        yield

    def _draw_shores(
        self, surface: pygame.Surface, view: PaperRect, at: _Placer, size: int
    ) -> None:
        """Open water in one piece; islands lie on it."""
        if not self._shores:
            return
        land = next(iter(self.colors.values()))
        water = self.colors[self.map.terrain(self._water[0])]
        for island, line in sorted(self._shores, key=lambda shore: shore[0]):
            fill = mix(land if island else water, PALETTE.white, 0.16)
            pygame.draw.polygon(surface, fill, [at(point) for point in line])
        bank = mix(water, PALETTE.map_ink, 0.5)
        for line in self._coasts.within(view, 1):
            ink.stroke(surface, [at(point) for point in line], max(2.0, size * 0.045), bank)

    def _draw_rivers(
        self, surface: pygame.Surface, view: PaperRect, at: _Placer, size: int
    ) -> Iterator[None]:
        """Running water, all banks before any water; then the cliffs along it."""
        running = self._running.within(view, 1)
        for casing in (True, False):
            for kind, line in running:
                style = self.terrain.hexsides[kind]
                draw_water(surface, [at(p) for p in line], size, style, casing)
                yield
        for kind, line in self._gorges.within(view, 1):
            style = self.terrain.hexsides[kind]
            draw_scarp(surface, [at(p) for p in line], size, style, banks=True)

    def _draw_hexsides(
        self,
        surface: pygame.Surface,
        view: PaperRect,
        at: _Placer,
        size: int,
        *,
        bridges: bool = False,
    ) -> None:
        """Everything on hexsides except running water; bridges separately, over their rivers.

        A cliff along a river is drawn with the river, on both of its banks.
        """
        for pair, (start, end) in self._sides.within(view, 1):
            kinds = self.map.hexsides[pair]
            looks = {self.looks[kind] for kind in kinds}
            drawn_before = WATER | {"cliff"} if looks & WATER else WATER
            for kind in sorted(kinds):
                look = self.looks[kind]
                if look not in drawn_before and (look in CROSSINGS) == bridges:
                    style = self.terrain.hexsides[kind]
                    draw_hexside(surface, at(start), at(end), size, style)

    def tint(self, number: str) -> Color:
        """The colour of the ground of a hex, as it is printed."""
        color = self.colors[self.map.terrain(number)]
        if self._pattern(number) in WATERS | FIELDS:
            color = next(iter(self.colors.values()))  # the land that shore and hedge leave free
        # Two inks never lie quite alike from hex to hex.
        return mix(
            mix(color, PALETTE.white, 0.16), PALETTE.map_ink, Random(number).uniform(0, 0.022)
        )

    def _pattern(self, number: str) -> str:
        """The pattern of the ground of a hex; empty where it has none."""
        return self.grounds[self.map.terrain(number)]

    def _draw_features(self, surface: pygame.Surface, number: str, at: _Placer, size: int) -> None:
        """Towns, capitals and what else stands in a hex, by the look that its kind has."""
        x, y = self.centers[number]
        for feature in self.map.features(number):
            style = self.terrain.features.get(feature)
            color = parse_color(style.color if style else "", (64, 42, 32))
            sign = feature_look(style)
            if sign in ("border", "buildings"):
                blocks(surface, at((x, y)), size, Random(f"town {number}"))
            if sign in ("border", "star"):
                inner = [at(c) for c in self.layout.corners(self.map.axial(number), 0.93)]
                wide = size * (0.085 if sign == "border" else 0.06)
                ink.stroke(surface, inner, max(2.0, wide), color, closed=True)
            if sign == "star":
                # Left of the counter: at its right is the flag of the side that holds it, below it
                # its name.
                draw_star(surface, at((x - 0.68, y - 0.1)), size * 0.2, color)
            elif sign == "dot":
                ink.disc(surface, at((x, y)), size * 0.16, color)
                ink.disc(surface, at((x, y)), size * 0.09, PALETTE.white)

    # -- lettering, at final size so that it stays crisp ---------------------------------------

    def _draw_lettering(self, surface: pygame.Surface, view: PaperRect, zoom: int) -> None:
        """Numbers and names, as far as they can be read at this zoom."""
        if zoom < NAMES_FROM_ZOOM:
            return
        if zoom >= NUMBERS_FROM_ZOOM:
            for number in self._hexes.within(view, 1.5):
                ground = self.tint(number)
                text = self.number_lettered(number, zoom, mix(PALETTE.map_ink, ground, 0.22))
                box = text.get_rect(center=self.number_at(number, view, zoom))
                if self._pattern(number) and self._pattern(number) not in FAINT:
                    # Over trees and hills the number needs ground of its own to be read on.
                    plate = box.inflate(zoom // 10, -max(2, box.height // 4))
                    pygame.draw.rect(
                        surface, mix(ground, PALETTE.white, 0.35), plate, 0, plate.height // 2
                    )
                surface.blit(text, box)
        self.names.letter(surface, view, zoom, places=self._places)


@cache
def _paper_grain() -> pygame.Surface:
    """The paper of all maps, as a square that tiles, near white: fibres and faint blotches."""
    side = 256
    draw = Random("paper").getrandbits
    grain = pygame.Surface((side, side))
    grain.fill((255, 255, 255))
    for cells, weight in ((8, 9), (32, 7), (128, 9)):
        bits, drawn = weight.bit_length(), bytearray()
        while len(drawn) < cells * cells:  # as randrange(weight) draws, in a third of its time
            if (grey := draw(bits)) < weight:
                drawn.append(grey)
        by_row = b"".join(drawn[row::cells] for row in range(cells))
        pixels = b"".join(bytes((grey, grey, grey + grey // 4)) for grey in by_row)
        plate = pygame.image.frombuffer(pixels, (cells, cells), "RGB")
        # Wrapped once around before scaling, so that opposite edges meet.
        wide = pygame.Surface((cells * 3, cells * 3))
        for x in range(3):
            for y in range(3):
                wide.blit(plate, (x * cells, y * cells))
        smooth = pygame.transform.smoothscale(wide, (side * 3, side * 3))
        grain.blit(smooth, (-side, -side), special_flags=pygame.BLEND_SUB)
    return grain


def drawn_map(
    game: ResolvedGame,
    note: str = "",
    *,
    places: bool = True,
    flags: bool = True,
    stretch: tuple[float, float] = (1.0, 1.0),
) -> MapPainter:
    """Draws the map of a game, with ``note`` in its title block and ``flags`` in its key."""
    imprint = imprint_of(game, note, flags=flags)
    return MapPainter(game.map, game[Terrain], imprint, places=places, stretch=stretch)
