"""A map as its picture shows it: a scan, or a painting, with the hexes laid over it.

The unit of the paper is that of the narrower direction, so that counters are never wider than
hexes. The picture is decoded in a thread and halved again and again, so that a part of it is never
reduced by more than half when a tile is made of it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import NamedTuple

import pygame

from hexwar.definition.folder import stamp_of
from hexwar.definition.model import ResolvedGame
from hexwar.definition.pictures import PictureError
from hexwar.hexmap import HexMap
from hexwar.rules.map.pictures import PictureSheet, lay_out
from hexwar.rules.map.section import BoardPicture, Map, PictureGrid
from hexwar.rules.markers.section import Markers
from hexwar.rules.terrain.section import Terrain
from hexwar.rules.units.section import Units
from hexwar.viewer.drawing import ink
from hexwar.viewer.drawing.geometry import SQRT3, HexLayout, Nearby, PaperRect, Point
from hexwar.viewer.drawing.pictures import decoded
from hexwar.viewer.drawing.theme import PALETTE, mix
from hexwar.viewer.printed_map.map_sheet import NUMBERS_FROM_ZOOM, MapSheet
from hexwar.viewer.printed_map.names import MapNames
from hexwar.viewer.printed_map.terrain import MapPainter, drawn_map
from hexwar.viewer.printed_map.tiles import Steps, Tiles, finished

_SMALLEST = 128  # pixels of a side below which a picture is not halved again
_WAITING = 0.002  # seconds between two looks at whether it is decoded
_MARGIN = 0.3  # units of paper around hexes that lie off the picture


class PictureScale(NamedTuple):
    """How a picture lies on the paper: pixels to the unit, where its corner lies, how far hexes
    are stretched.
    """

    pixels: float
    corner: Point
    stretch: tuple[float, float]


def scale_of(grid: PictureGrid, hexmap: HexMap) -> PictureScale:
    """How the picture of a map lies on its paper."""
    numbering = hexmap.numbering
    flat = numbering.orientation == "flat"
    across, down = (1.5, SQRT3) if flat else (SQRT3, 1.5)
    wide, high = grid.dx / across, grid.dy / down
    pixels = min(wide, high)
    stretch = wide / pixels, high / pixels
    x, y = HexLayout(numbering.orientation, stretch).center(numbering.axial(numbering.first))
    return PictureScale(pixels, (x - grid.x0 / pixels, y - grid.y0 / pixels), stretch)


class PicturedMap(MapSheet):
    """Shows the picture of a map. Where it cannot be decoded the map is drawn, on the same paper.

    ``drawn`` draws it then, and ``fault`` says why.
    """

    is_picture = True

    def __init__(
        self,
        hexmap: HexMap,
        terrain: Terrain,
        picture: BoardPicture,
        draw: Callable[[tuple[float, float]], MapPainter],
    ) -> None:
        """``draw`` makes a drawing of this map whose hexes are stretched by so much."""
        scale = scale_of(picture.grid, hexmap)
        layout = HexLayout(hexmap.numbering.orientation, scale.stretch)
        super().__init__(hexmap, terrain, layout)
        self.picture = picture
        self.scale = scale
        self.names = MapNames(self.map, self.layout, (), (), ())
        self._pictures = lay_out(picture)
        left, top, wide, high = (pixels / scale.pixels for pixels in self._pictures[1:])
        self.paper = PaperRect(scale.corner[0] + left, scale.corner[1] + top, wide, high)
        self.sheet = _around(self.paper, self.hex_box)
        self._draw = draw
        self._hexes = Nearby[str]()
        for number, center in self.centers.items():
            self._hexes.add(number, [center])
        self.tiles = Tiles(self)

    @cached_property
    def drawn(self) -> MapPainter:
        """Draws the map in place of its picture."""
        return self._draw(self.layout.stretch)

    def steps(self, view: PaperRect, zoom: int) -> Steps:
        """Draw a part of the sheet little by little, ``zoom`` pixels to the unit."""
        levels = yield from self._levels()
        if not levels:
            surface = yield from self.drawn.steps(view, zoom)
            return surface
        size = max(1, round(view.width * zoom)), max(1, round(view.height * zoom))
        surface = pygame.Surface(size)
        surface.fill(PALETTE.table)
        self._lay(surface, levels, view, zoom)
        yield
        numbers = self._hexes.within(view, 1.5 * max(self.layout.stretch))
        self._overprint(surface, numbers, view, zoom)
        return surface.convert() if pygame.display.get_surface() else surface

    def whole(self, wide: int) -> pygame.Surface | None:
        """The picture alone, at most so many pixels wide; ``None`` if it cannot be decoded."""
        levels = finished(self._levels())
        if not levels:
            return None
        enough = (level for level in reversed(levels) if level.get_width() >= wide)
        level = next(enough, levels[0])
        width = min(wide, level.get_width())
        height = max(1, round(level.get_height() * width / level.get_width()))
        return pygame.transform.smoothscale(level, (width, height))

    def _levels(self) -> Generator[None, None, tuple[pygame.Surface, ...]]:
        """The picture in its sizes, the largest first; none if it cannot be decoded."""
        files = [part.file for part in self._pictures.parts]
        try:
            # With the time and size of the files in the key, a picture that its author has saved
            # again is decoded again.
            stamps = tuple(stamp_of(file.folder, file.folder / file) for file in files)
            decoding = _decoding(self._pictures, files[0].folder, stamps)
            # The thread that draws must not wait for it in one step, nor spin: it looks and yields.
            while not decoding.done():
                time.sleep(_WAITING)
                yield
            return decoding.result()
        except (OSError, PictureError) as problem:
            self.fault = f"{files[0]} {problem}"
            return ()

    def _lay(
        self,
        surface: pygame.Surface,
        levels: tuple[pygame.Surface, ...],
        view: PaperRect,
        zoom: int,
    ) -> None:
        """The part of the picture that lies in view."""
        # The smallest that is not enlarged.
        halved = 0
        while halved + 1 < len(levels) and self.scale.pixels / 2 ** (halved + 1) >= zoom:
            halved += 1
        level = levels[halved]
        # Halved sizes are rounded: how many pixels of the level a unit has in fact.
        pixels = self.scale.pixels * level.get_width() / levels[0].get_width()
        left, top = (view.left - self.paper.left) * pixels, (view.top - self.paper.top) * pixels
        part = pygame.Rect(int(left) - 2, int(top) - 2, 0, 0)
        part.width = int(view.width * pixels) + 5
        part.height = int(view.height * pixels) + 5
        part = part.clip(level.get_rect())
        if not part.width or not part.height:
            return
        share = zoom / pixels
        size = max(1, round(part.width * share)), max(1, round(part.height * share))
        scaled = pygame.transform.smoothscale(level.subsurface(part), size)
        surface.blit(scaled, (round((part.left - left) * share), round((part.top - top) * share)))

    def _overprint(
        self, surface: pygame.Surface, numbers: list[str], view: PaperRect, zoom: int
    ) -> None:
        """What the picture lacks: places off the map, and if the game says so lines and numbers."""
        grid = self.picture.grid
        for number in numbers:
            x, y = self.centers[number]
            corners = [
                ((x + dx - view.left) * zoom, (y + dy - view.top) * zoom)
                for dx, dy in self.layout.corner_offsets
            ]
            is_box = number in self.map.boxes
            if is_box:
                pygame.draw.polygon(surface, self.tint(number), corners)
            if is_box or grid.lines:
                line = mix(PALETTE.map_ink, PALETTE.map_paper, 0.3)
                ink.stroke(surface, corners, max(1.0, zoom * 0.022), line, closed=True)
            if (is_box or grid.numbers) and zoom >= NUMBERS_FROM_ZOOM:
                text = self.number_lettered(number, zoom, PALETTE.map_ink)
                box = text.get_rect(center=self.number_at(number, view, zoom))
                plate = box.inflate(zoom // 10, -max(2, box.height // 4))
                pygame.draw.rect(surface, PALETTE.map_paper, plate, 0, plate.height // 2)
                surface.blit(text, box)


def _around(paper: PaperRect, hexes: PaperRect) -> PaperRect:
    """The picture, and with a margin what hexes lie off it."""
    out = hexes.grown(_MARGIN, _MARGIN, _MARGIN, _MARGIN)
    left = min(paper.left, out.left) if hexes.left < paper.left else paper.left
    top = min(paper.top, out.top) if hexes.top < paper.top else paper.top
    right = max(paper.right, out.right) if hexes.right > paper.right else paper.right
    bottom = max(paper.bottom, out.bottom) if hexes.bottom > paper.bottom else paper.bottom
    return PaperRect(left, top, right - left, bottom - top)


_workers = ThreadPoolExecutor(max_workers=1, thread_name_prefix="pictures")


@lru_cache(maxsize=2)
def _decoding(
    pictures: PictureSheet, folder: Path, stamps: tuple[tuple[int, int], ...]
) -> Future[tuple[pygame.Surface, ...]]:
    """Pictures of a map that are being decoded, or have been; those of a few maps are kept."""
    return _workers.submit(_halved, pictures)


def _halved(pictures: PictureSheet) -> tuple[pygame.Surface, ...]:
    """The pictures side by side, as one; and that halved and again halved, down to a small one."""
    file = pictures.parts[0].file
    if len(pictures.parts) == 1:
        whole = decoded(file.folder, file)
    else:
        whole = pygame.Surface((pictures.width, pictures.height), pygame.SRCALPHA, 32)
        for part in pictures.parts:
            at = part.x - pictures.left, part.y - pictures.top
            picture = decoded(part.file.folder, part.file)
            whole.blit(pygame.transform.rotate(picture, 180) if part.turned else picture, at)
    levels = [whole]
    while min(levels[-1].get_size()) > _SMALLEST:
        wide, high = levels[-1].get_size()
        levels.append(pygame.transform.smoothscale(levels[-1], (wide // 2, high // 2)))
    return tuple(levels)


def brings_pictures(game: ResolvedGame) -> bool:
    """Whether a game has pictures of its map, of counters or of markers."""
    units = game[Units].counters.values()
    markers = game.section(Markers)
    return (
        game[Map].picture is not None
        or any(unit.picture for unit in units)
        or any(marker.picture for marker in (markers.by_id.values() if markers else ()))
    )


def without_pictures(game: ResolvedGame) -> ResolvedGame:
    """A game as if it brought no pictures: all of it is drawn."""
    units = game[Units]
    counters = {name: replace(unit, picture=None) for name, unit in units.counters.items()}
    plain = {Map: game[Map].but(picture=None), Units: units.but(counters=counters)}
    if (markers := game.section(Markers)) is not None:
        by_id = {name: marker.but(picture=None) for name, marker in markers.by_id.items()}
        plain[Markers] = markers.but(by_id=by_id)
    return replace(game, sections={**game.sections, **plain})


def painter_of(
    game: ResolvedGame,
    note: str = "",
    *,
    places: bool = True,
    flags: bool = True,
    pictured: bool = True,
) -> MapSheet:
    """What shows the map of a game: its picture, or a drawing with ``note`` in its title block.

    ``pictured``: its picture, if it has one; where it is drawn, ``places`` have their names, and
    the key has the ``flags`` of sides that hold places.
    """
    picture = game[Map].picture if pictured else None
    if picture is None:
        return drawn_map(game, note, places=places, flags=flags)

    def draw(stretch: tuple[float, float]) -> MapPainter:
        return drawn_map(game, note, places=places, stretch=stretch)

    try:
        return PicturedMap(game.map, game[Terrain], picture, draw)
    except (OSError, PictureError):  # taken away since the game was loaded
        return drawn_map(game, note, places=places)


def painter_of_play(game: ResolvedGame, *, pictured: bool = True) -> MapSheet:
    """What shows the map of a game on the table: with a word on what is played, and without the
    names of places, which stand above the counters there.
    """
    note = game.scenario.summary or game.header.summary
    return painter_of(game, note, places=False, pictured=pictured)
