"""The printed map: paper, terrain, rivers, roads, towns, grid, numbers.

The map is drawn once per zoom, in square tiles at twice their size which are then smoothed down,
and kept. A tile that is not drawn yet is shown from those of the zoom before, or from a coarse
picture of the whole sheet, so that panning and zooming never wait.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from functools import cache
from random import Random

import pygame

from hexwar.hexmap import HexMap
from hexwar.rules.terrain.section import HexTerrain, Terrain
from hexwar.viewer import ink
from hexwar.viewer.cartouche import Cartouche, Imprint
from hexwar.viewer.courses import edge_gate, shores, watercourses, within
from hexwar.viewer.geometry import Box, Camera, HexLayout, Point
from hexwar.viewer.ground import Ground, is_continuous
from hexwar.viewer.lines import bend, draw_hexside, draw_path, draw_scarp, draw_water
from hexwar.viewer.looks import CROSSINGS, WATER, side_look
from hexwar.viewer.names import Names
from hexwar.viewer.patterns import FAINT, VARIANTS, WATERS, blocks, draw_star, stamp
from hexwar.viewer.relief import GroundPlate
from hexwar.viewer.theme import PALETTE, Color, lettering, mix, parse_color

_Placer = Callable[[Point], Point]  # paper to pixels

TILE = 256
"""Side of a tile, in pixels."""

_TILES_KEPT = 480
_COARSE_ZOOM = 14
_COARSE_SIDE = 640  # pixels: a large map has a coarser picture
_FINE = 2  # tiles are drawn this much larger, then smoothed down
_NUMBERS_FROM_ZOOM = 24
_NAMES_FROM_ZOOM = 14
_DEFAULT_COLORS = {
    "open": (222, 214, 172),
    "clear": (222, 214, 172),
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


def _default_color(kind: HexTerrain) -> Color:
    """The colour of a kind of hex that has none: as its pattern or else its name suggests."""
    named = _DEFAULT_COLORS.get(kind.id, (222, 214, 172))
    return _DEFAULT_COLORS.get(kind.pattern, named)


class MapPainter:
    """Draws one map. ``sheet`` is the whole paper with frame and title, in units."""

    def __init__(self, hexmap: HexMap, terrain: Terrain, imprint: Imprint) -> None:
        self.map = hexmap
        self.terrain = terrain
        self.layout = HexLayout(hexmap.numbering.orientation)
        self.hex_box = self.layout.bounds(hexmap.axial(number) for number in hexmap.numbers)
        self.colors = {
            kind.id: parse_color(kind.color, _default_color(kind))
            for kind in terrain.hexes.values()
        }
        self.cartouche = Cartouche(self.layout, self.hex_box, hexmap, terrain, self.colors, imprint)
        self.sheet = self.cartouche.sheet
        self._centers = {n: self.layout.center(hexmap.axial(n)) for n in hexmap.numbers}
        self._tiles: OrderedDict[tuple[int, int, int], pygame.Surface] = OrderedDict()
        self._grain = _paper_grain()
        self.looks = {kind.id: side_look(kind) for kind in terrain.hexsides.values()}
        self.rivers = watercourses(hexmap, self.layout, self.looks, WATER)
        self._water = [n for n in hexmap.numbers if self._pattern(n) in WATERS]
        printed = imprint.sheet.names if imprint.sheet else ()
        self.names = Names(hexmap, self.layout, printed, self.rivers, self._water)
        self._banks = watercourses(hexmap, self.layout, self.looks, {"cliff"})
        ends = [point for _, line in self.rivers for point in (line[0], line[-1])]
        self._shores = shores(hexmap, self.layout, self._water, ends) if self._water else []
        patterns = {n: self._pattern(n) for n in hexmap.numbers}
        self._ground_cover = Ground(hexmap, self.layout, patterns, self.colors)
        tints = {n: self._ground(n) for n in hexmap.numbers}
        self._plate = GroundPlate(hexmap, self.layout, self.hex_box, tints, patterns)
        self._outermost = {n for n in hexmap.numbers if len(hexmap.neighbors(n)) < 6}
        self._coarse: pygame.Surface | None = None
        self._finished = 1
        largest = max(self.sheet.width, self.sheet.height)
        self._coarse_zoom = max(3, min(_COARSE_ZOOM, round(_COARSE_SIDE / largest)))

    # -- what the board shows --------------------------------------------------------------

    def draw(self, surface: pygame.Surface, camera: Camera, budget: float = 0.008) -> bool:
        """Draw what the camera sees; answers whether every tile was the real one.

        ``budget``: seconds that may go into drawing tiles that are missing.
        """
        surface.fill(PALETTE.table)
        zoom = camera.zoom
        left, top = camera.to_screen(self.sheet.left, self.sheet.top)
        across, down = self.tile_count(zoom)
        deadline = time.perf_counter() + budget
        complete = True
        for row in range(max(0, -top // TILE), min(down, (camera.height - top) // TILE + 1)):
            for column in range(
                max(0, -left // TILE), min(across, (camera.width - left) // TILE + 1)
            ):
                at = (left + column * TILE, top + row * TILE)
                tile = self._tiles.get((zoom, column, row))
                if tile is None and time.perf_counter() < deadline:
                    tile = self.tile(zoom, column, row)
                if tile is None:
                    complete = False
                    tile = self._stand_in(zoom, column, row)
                else:
                    self._tiles.move_to_end((zoom, column, row))
                surface.blit(tile, at)
        if complete:
            self._finished = zoom
        return complete

    def center(self, number: str) -> Point:
        """The middle of a hex on the paper."""
        return self._centers[number]

    def tile_count(self, zoom: int) -> tuple[int, int]:
        """Tiles across and down at a zoom."""
        return (
            -(-round(self.sheet.width * zoom) // TILE),
            -(-round(self.sheet.height * zoom) // TILE),
        )

    def tile(self, zoom: int, column: int, row: int) -> pygame.Surface:
        """One tile, drawn when it is first asked for."""
        key = (zoom, column, row)
        tile = self._tiles.get(key)
        if tile is None:
            view = Box(
                self.sheet.left + column * TILE / zoom,
                self.sheet.top + row * TILE / zoom,
                min(TILE / zoom, self.sheet.width - column * TILE / zoom),
                min(TILE / zoom, self.sheet.height - row * TILE / zoom),
            )
            tile = self.render(view, zoom)
            self._tiles[key] = tile
            while len(self._tiles) > _TILES_KEPT:
                self._tiles.popitem(last=False)
        return tile

    def render(self, view: Box, zoom: int) -> pygame.Surface:
        """A part of the sheet, ``zoom`` pixels to the unit."""
        width, height = max(1, round(view.width * zoom)), max(1, round(view.height * zoom))
        fine = pygame.Surface((width * _FINE, height * _FINE))
        self._draw_fine(fine, view, zoom * _FINE)
        surface = pygame.transform.smoothscale(fine, (width, height))
        self._draw_grain(surface, view, zoom)
        self._draw_lettering(surface, view, zoom)
        self.cartouche.letter(surface, view, zoom)
        return surface.convert() if pygame.display.get_surface() else surface

    def overview(self) -> pygame.Surface:
        """A coarse picture of the whole sheet, drawn when it is first asked for."""
        if self._coarse is None:
            self._coarse = self.render(self.sheet, self._coarse_zoom)
        return self._coarse

    def _stand_in(self, zoom: int, column: int, row: int) -> pygame.Surface:
        """A tile out of the tiles of the zoom that was last shown whole, and where they lack out of
        the coarse picture of the whole sheet.
        """
        picture = self._enlarged(zoom, column, row)
        share = self._finished / zoom
        if not 0.3 < share < 3:
            return picture
        box = pygame.Rect(0, 0, *picture.get_size())
        left, top, side = column * TILE * share, row * TILE * share, TILE * share
        for down in range(int(top // TILE), int((top + side) // TILE) + 1):
            for across in range(int(left // TILE), int((left + side) // TILE) + 1):
                tile = self._tiles.get((self._finished, across, down))
                if tile is None:
                    continue
                size = -(-tile.get_width() // share), -(-tile.get_height() // share)
                seat = pygame.Rect(
                    (across * TILE - left) // share, (down * TILE - top) // share, *size
                )
                if seat.colliderect(box):
                    picture.blit(pygame.transform.scale(tile, seat.size), seat)
        return picture

    def _enlarged(self, zoom: int, column: int, row: int) -> pygame.Surface:
        """A tile's place on the coarse picture of the whole sheet."""
        coarse = self.overview()
        share = self._coarse_zoom / zoom
        part = pygame.Rect(
            column * TILE * share, row * TILE * share, TILE * share + 1, TILE * share + 1
        ).clip(coarse.get_rect())
        size = (round(part.width / share), round(part.height / share))
        return pygame.transform.scale(coarse.subsurface(part), size)

    def ground(self, surface: pygame.Surface, view: Box, zoom: int) -> None:
        """The bare ground of a part of the sheet, without anything that stands on it."""
        self._plate.draw(surface, view, zoom)

    # -- the plates, in printing order --------------------------------------------------------

    def _draw_fine(self, surface: pygame.Surface, view: Box, size: int) -> None:
        numbers = self._visible(view)

        def at(point: Point) -> Point:
            return (point[0] - view.left) * size, (point[1] - view.top) * size

        self.cartouche.draw(surface, view, size)
        self._lay_ground(surface, view, numbers, at, size)
        self._draw_shores(surface, view, at, size)
        for number in numbers:
            self._draw_pattern(surface, number, at(self._centers[number]), size)
        self._ground_cover.draw(surface, numbers, at, size)
        grid = mix(
            PALETTE.map_ink, PALETTE.map_paper, 0.62 if self._ground_cover.is_aerial else 0.42
        )
        for number in numbers:
            corners = [at(c) for c in self.layout.corners(self.map.axial(number))]
            ink.stroke(surface, corners, max(1.6, size * 0.022), grid, closed=True)
        shown = set(numbers)
        self._draw_rivers(surface, view, at, size)
        self._draw_hexsides(surface, shown, at, size)
        self._draw_paths(surface, shown, at, size)
        self._draw_hexsides(surface, shown, at, size, bridges=True)
        for number in numbers:
            self._draw_features(surface, number, at, size)

    def _lay_ground(
        self, surface: pygame.Surface, view: Box, numbers: list[str], at: _Placer, size: int
    ) -> None:
        if not numbers:
            return  # between the map and what lies beside it there is bare paper
        if self._outermost.isdisjoint(numbers):
            self._plate.draw(surface, view, size)
            return
        ground = pygame.Surface(surface.get_size(), pygame.SRCALPHA)
        self._plate.draw(ground, view, size)
        stencil = pygame.Surface(surface.get_size(), pygame.SRCALPHA)
        for number in numbers:
            corners = [at(c) for c in self.layout.corners(self.map.axial(number))]
            pygame.draw.polygon(stencil, (255, 255, 255, 255), corners)
        ground.blit(stencil, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        surface.blit(ground, (0, 0))

    def _draw_shores(self, surface: pygame.Surface, view: Box, at: _Placer, size: int) -> None:
        """Open water in one piece; islands lie on it."""
        land = next(iter(self.colors.values()))
        box = view.left, view.top, view.right, view.bottom
        for island, line in sorted(self._shores, key=lambda shore: shore[0]):
            water = self.colors[self.map.terrain(self._water[0])]
            fill = mix(land if island else water, PALETTE.white, 0.16)
            pygame.draw.polygon(surface, fill, [at(point) for point in line])
            bank = mix(water, PALETTE.map_ink, 0.5)
            for part in within([*line, line[0]], *box):
                ink.stroke(surface, [at(point) for point in part], max(2.0, size * 0.045), bank)

    def _draw_rivers(self, surface: pygame.Surface, view: Box, at: _Placer, size: int) -> None:
        box = view.left, view.top, view.right, view.bottom
        for casing in (True, False):
            for kind, line in self.rivers:
                style = self.terrain.hexsides[kind]
                for part in within(line, *box):
                    draw_water(surface, [at(p) for p in part], size, style, casing)
        for kind, line in self._banks:
            for part in within(line, *box):
                style = self.terrain.hexsides[kind]
                draw_scarp(surface, [at(p) for p in part], size, style, banks=True)

    def _draw_hexsides(
        self,
        surface: pygame.Surface,
        shown: set[str],
        at: _Placer,
        size: int,
        *,
        bridges: bool = False,
    ) -> None:
        """Everything on hexsides but running water; bridges by themselves, over their rivers.

        A cliff along a river is drawn with the river, on both of its banks.
        """
        for (a, b), kinds in self.map.hexsides.items():
            if a not in shown and b not in shown:
                continue
            start, end = (at(p) for p in self.layout.hexside(self.map.axial(a), self.map.axial(b)))
            looks = {self.looks[kind] for kind in kinds}
            done = WATER | {"cliff"} if looks & WATER else WATER
            for kind in sorted(kinds):
                look = self.looks[kind]
                if look not in done and (look in CROSSINGS) == bridges:
                    draw_hexside(surface, start, end, size, self.terrain.hexsides[kind])

    def _visible(self, view: Box) -> list[str]:
        """Numbers of the hexes that touch a part of the sheet, in map order."""
        return [
            number
            for number, (x, y) in self._centers.items()
            if view.left - 2 < x < view.right + 2 and view.top - 2 < y < view.bottom + 2
        ]

    def _ground(self, number: str) -> Color:
        color = self.colors[self.map.terrain(number)]
        if self._pattern(number) in WATERS:
            color = next(iter(self.colors.values()))  # the land that its shore leaves free
        # Two inks never lie quite alike from hex to hex.
        return mix(
            mix(color, PALETTE.white, 0.16), PALETTE.map_ink, Random(number).uniform(0, 0.022)
        )

    def _pattern(self, number: str) -> str:
        return self.terrain.hexes[self.map.terrain(number)].pattern

    def _is_busy(self, number: str) -> bool:
        """Whether letters in a hex need ground of their own."""
        pattern = self._pattern(number)
        return bool(pattern) and pattern not in FAINT

    def _draw_pattern(self, surface: pygame.Surface, number: str, center: Point, size: int) -> None:
        kind = self.terrain.hexes[self.map.terrain(number)]
        if not kind.pattern or is_continuous(kind.pattern):
            return
        variant = Random(f"pattern {number}").randrange(VARIANTS)
        color = self.colors[kind.id]
        picture = stamp(kind.pattern, variant, size, color, self.layout.orientation)
        half = picture.get_width() / 2
        surface.blit(picture, (round(center[0] - half), round(center[1] - half)))

    def _draw_paths(self, surface: pygame.Surface, shown: set[str], at: _Placer, size: int) -> None:
        ways: dict[tuple[str, str], list[Point]] = {}
        for (a, b), kinds in self.map.paths.items():
            if a not in shown and b not in shown:
                continue
            middle = _middle(*self.layout.hexside(self.map.axial(a), self.map.axial(b)))
            for kind in kinds:
                ways.setdefault((kind, a), []).append(at(middle))
                ways.setdefault((kind, b), []).append(at(middle))
        self._run_off(ways, at)
        joints = self._joints(ways, at)
        # All casings first, so that crossings join instead of cutting one another.
        for casing in (True, False):
            for (kind, number), gates in ways.items():
                center, joint = at(self._centers[number]), joints.get(number)
                draw_path(surface, center, gates, size, self.terrain.paths[kind], casing, joint)

    def _joints(self, ways: dict[tuple[str, str], list[Point]], at: _Placer) -> dict[str, Point]:
        """Where ways in a hex meet: in the place that lies there, or on the way that runs on."""
        joints: dict[str, Point] = {}
        for (_, number), gates in ways.items():
            center = at(self._centers[number])
            if any(self.map.features(number).values()):
                joints[number] = center
            elif len(gates) == 2:
                joints.setdefault(number, bend(center, gates))
        return joints

    def _run_off(self, ways: dict[tuple[str, str], list[Point]], at: _Placer) -> None:
        """Roads that end in a hex of the map's edge go on to the edge."""
        for (kind, number), gates in ways.items():
            others = [n for n in self.map.neighbors(number) if self.map.path(number, n)]
            if len(gates) > 1 or len(others) != 1 or kind not in self.map.path(number, others[0]):
                continue
            here, there = self.map.axial(number), self.map.axial(others[0])
            gate = _middle(*self.layout.hexside(here, there))
            edge = edge_gate(self.map, self.layout, number, gate)
            if edge is not None:
                gates.append(at(edge))

    def _draw_features(self, surface: pygame.Surface, number: str, at: _Placer, size: int) -> None:
        for feature in self.map.features(number):
            style = self.terrain.features.get(feature)
            color = parse_color(style.color if style else "", (64, 42, 32))
            sign = style.sign if style else "dot"
            axial = self.map.axial(number)
            if sign in ("border", "buildings"):
                blocks(surface, at(self._centers[number]), size, Random(f"town {number}"))
            if sign == "border":
                inner = [at(c) for c in self.layout.corners(axial, 0.93)]
                ink.stroke(surface, inner, max(2.0, size * 0.085), color, closed=True)
            elif sign == "star":
                x, y = self._centers[number]
                inner = [at(c) for c in self.layout.corners(axial, 0.93)]
                ink.stroke(surface, inner, max(2.0, size * 0.06), color, closed=True)
                draw_star(surface, at((x + 0.52, y + 0.5)), size * 0.2, color)
            elif sign == "dot":
                ink.disc(surface, at(self._centers[number]), size * 0.16, color)
                ink.disc(surface, at(self._centers[number]), size * 0.09, PALETTE.white)

    def _draw_grain(self, surface: pygame.Surface, view: Box, zoom: int) -> None:
        """The tooth of the paper, under ink and all; it does not grow with the zoom."""
        side = self._grain.get_width()
        first_x = -round((view.left - self.sheet.left) * zoom) % side - side
        first_y = -round((view.top - self.sheet.top) * zoom) % side - side
        for x in range(first_x, surface.get_width(), side):
            for y in range(first_y, surface.get_height(), side):
                surface.blit(self._grain, (x, y), special_flags=pygame.BLEND_MULT)

    # -- lettering, at final size so that it stays crisp ---------------------------------------

    def _draw_lettering(self, surface: pygame.Surface, view: Box, zoom: int) -> None:
        if zoom < _NAMES_FROM_ZOOM:
            return
        height = max(8, round(zoom * 0.235))
        up = 0.70 if self.layout.flat else 0.66
        for number in self._visible(view) if zoom >= _NUMBERS_FROM_ZOOM else ():
            x, y = self._centers[number]
            ground = self._ground(number)
            title = self.map.boxes.get(number, number)
            text = lettering(title, height, mix(PALETTE.map_ink, ground, 0.22))
            place = (round((x - view.left) * zoom), round((y - up - view.top) * zoom))
            box = text.get_rect(center=place)
            if self._is_busy(number):
                # Over trees and hills the number needs ground of its own to be read on.
                plate = box.inflate(zoom // 10, -max(2, box.height // 4))
                pygame.draw.rect(
                    surface, mix(ground, PALETTE.white, 0.35), plate, 0, plate.height // 2
                )
            surface.blit(text, box)
        self.names.letter(surface, view, zoom)


def _middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


@cache
def _paper_grain() -> pygame.Surface:
    """A square that tiles, near white: fibres and faint blotches. All maps have the same."""
    side = 256
    rng = Random("paper")
    grain = pygame.Surface((side, side))
    grain.fill((255, 255, 255))
    for cells, weight in ((8, 9), (32, 7), (128, 9)):
        plate = pygame.Surface((cells, cells))
        for x in range(cells):
            for y in range(cells):
                grey = rng.randrange(weight)
                plate.set_at((x, y), (grey, grey, grey + grey // 4))
        # Wrapped once around before scaling, so that opposite edges meet.
        wide = pygame.Surface((cells * 3, cells * 3))
        for x in range(3):
            for y in range(3):
                wide.blit(plate, (x * cells, y * cells))
        smooth = pygame.transform.smoothscale(wide, (side * 3, side * 3))
        grain.blit(smooth, (-side, -side), special_flags=pygame.BLEND_SUB)
    return grain
