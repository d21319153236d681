"""The map in square tiles, drawn once for a zoom and kept; and the whole of it, coarse.

A tile takes longer to draw than a frame of the window. It is therefore drawn in steps, as many as a
frame has time for. Until it is there its place is filled from the tiles of the zoom before, else
from the coarse picture of the whole sheet, else with the bare colours of the hexes: panning and
zooming never wait.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Generator, Iterator
from typing import Protocol, TypeVar

import pygame

from hexwar.viewer.drawing.geometry import Camera, PaperRect
from hexwar.viewer.drawing.theme import PALETTE

TILE = 256
"""Side of a tile, in pixels."""


Steps = Generator[None, None, pygame.Surface]
"""The drawing of a picture, in steps that take a fraction of a frame each."""


Drawn = TypeVar("Drawn")

_TILES_KEPT = 480  # of 256 KB each: several windows full
_STAND_INS_KEPT = 120
_COARSE_ZOOM = 14  # pixels to the unit
_COARSE_SIDE = 640  # pixels: a large map has a coarser picture
_MOVING, _RESTING = 0.004, 0.01
"""Seconds of a frame for drawing tiles, while the view moves and while it does not. Something may
be shown on a view that rests, such as a battle: a sixtieth of a second has to do for both.
"""


Key = tuple[int, int, int]
"""Zoom, column and row of a tile."""


class Printer(Protocol):
    """Draws parts of one sheet."""

    sheet: PaperRect

    def steps(self, view: PaperRect, zoom: int) -> Steps:
        """Draw a part of the sheet in steps, ``zoom`` pixels to the unit."""
        ...

    def sketch(self, zoom: int) -> pygame.Surface:
        """The whole sheet in bare colours, at once."""
        ...


class Tiles:
    """The tiles of one sheet."""

    def __init__(self, printer: Printer) -> None:
        self._printer = printer
        self._sheet = sheet = printer.sheet
        self._drawn: OrderedDict[Key, pygame.Surface] = OrderedDict()
        self._stand_ins: OrderedDict[Key, pygame.Surface] = OrderedDict()
        self._finished = 1
        """The zoom that was last shown whole."""
        self._job: tuple[Key, Steps] | None = None
        """The tile that is being drawn."""
        self._seen: tuple[int, int, int] | None = None
        """The zoom, and where the sheet's corner was, when it was drawn last."""
        self._coarse_zoom = max(
            3, min(_COARSE_ZOOM, round(_COARSE_SIDE / max(sheet.width, sheet.height)))
        )
        self._sketch: pygame.Surface | None = None
        self._coarse: pygame.Surface | None = None
        self._coarse_job: Steps | None = None

    def draw(self, surface: pygame.Surface, camera: Camera, budget: float | None = None) -> bool:
        """Draw what the camera sees; answers whether everything is the real picture.

        ``budget``: seconds that may go into what is missing; by default what suits a frame.
        """
        left, top = camera.to_screen(self._sheet.left, self._sheet.top)
        view_now = (camera.zoom, left, top)
        usual = _RESTING if view_now == self._seen else _MOVING
        self._seen = view_now
        places = self._places(camera, left, top)
        missing = [key for key in places if key not in self._drawn]
        self._work(missing, usual if budget is None else budget)
        surface.fill(PALETTE.table)
        complete = True
        for key, at in places.items():
            tile = self._drawn.get(key)
            if tile is None:
                complete = False
                tile = self._stand_in(key)
            else:
                self._drawn.move_to_end(key)
            surface.blit(tile, at)
        if complete and self._finished != camera.zoom:
            self._finished = camera.zoom
            self._stand_ins.clear()
        return complete and self.settled

    def overview(self) -> pygame.Surface:
        """A coarse picture of the whole sheet: in bare colours until the real one is drawn."""
        if self._coarse is not None:
            return self._coarse
        if self._sketch is None:
            self._coarse_job = whole_sheet(self._printer, self._coarse_zoom)
            self._sketch = self._printer.sketch(self._coarse_zoom)
        return self._sketch

    @property
    def settled(self) -> bool:
        """Whether nothing that was asked for is still being drawn."""
        return self._job is None and self._coarse_job is None

    def clear(self) -> None:
        """Forget all tiles."""
        self._drawn.clear()
        self._stand_ins.clear()
        self._job = None

    # -- which tiles ---------------------------------------------------------------------------

    def _places(self, camera: Camera, left: int, top: int) -> dict[Key, tuple[int, int]]:
        """The tiles in view, and the pixel of the view at which each begins."""
        zoom = camera.zoom
        across, down = _count(self._sheet.width * zoom), _count(self._sheet.height * zoom)
        columns = range(max(0, -left // TILE), min(across, (camera.width - left) // TILE + 1))
        rows = range(max(0, -top // TILE), min(down, (camera.height - top) // TILE + 1))
        return {
            (zoom, column, row): (left + column * TILE, top + row * TILE)
            for row in rows
            for column in columns
        }

    # -- drawing in steps ----------------------------------------------------------------------

    def _work(self, missing: list[Key], budget: float) -> None:
        """Draw tiles that are missing, then the coarse picture, for so many seconds."""
        deadline = time.perf_counter() + budget
        if self._job is not None and self._job[0] not in missing:
            self._job = None  # out of view before it was there
        # The loop goes on with the job that is begun, so that its tile has to be the first.
        for key in sorted(missing, key=lambda key: self._job is None or key != self._job[0]):
            if self._job is None:
                self._job = key, self._printer.steps(_box(self._sheet, key), key[0])
            picture = _until(deadline, self._job[1])
            if picture is None:
                return
            self._job = None
            self._drawn[key] = picture
            self._stand_ins.pop(key, None)
            while len(self._drawn) > _TILES_KEPT:
                self._drawn.popitem(last=False)
        if self._coarse_job is not None:
            self._coarse = _until(deadline, self._coarse_job)
            if self._coarse is not None:
                self._coarse_job = None
                self._stand_ins.clear()

    # -- until a tile is there -----------------------------------------------------------------

    def _stand_in(self, key: Key) -> pygame.Surface:
        """A tile out of the tiles of the zoom that was last shown whole, and where these are
        missing, out of the coarse picture of the whole sheet.
        """
        picture = self._stand_ins.get(key)
        if picture is None:
            # A tile's place on the coarse picture of the whole sheet.
            coarse = self.overview()
            zoom, column, row = key
            share = self._coarse_zoom / zoom
            part = pygame.Rect(
                column * TILE * share, row * TILE * share, TILE * share + 1, TILE * share + 1
            ).clip(coarse.get_rect())
            size = (round(part.width / share), round(part.height / share))
            picture = pygame.transform.scale(coarse.subsurface(part), size)
            for tile, seat in self._earlier(key):
                picture.blit(pygame.transform.scale(tile, seat.size), seat)
            self._stand_ins[key] = picture
            while len(self._stand_ins) > _STAND_INS_KEPT:
                self._stand_ins.popitem(last=False)
        return picture

    def _earlier(self, key: Key) -> Iterator[tuple[pygame.Surface, pygame.Rect]]:
        """The tiles of the zoom before that lie where a tile lies, and where in it."""
        zoom, column, row = key
        share = self._finished / zoom
        if not 0.3 < share < 3:
            return
        left, top, side = column * TILE * share, row * TILE * share, TILE * share
        for down in range(int(top // TILE), int((top + side) // TILE) + 1):
            for across in range(int(left // TILE), int((left + side) // TILE) + 1):
                tile = self._drawn.get((self._finished, across, down))
                if tile is None:
                    continue
                # Rounded up, so that there are no gaps between them.
                size = -(-tile.get_width() // share), -(-tile.get_height() // share)
                at = (across * TILE - left) // share, (down * TILE - top) // share
                yield tile, pygame.Rect(at, size)


def whole_sheet(printer: Printer, zoom: int) -> Steps:
    """Draw all of a sheet tile by tile, ``zoom`` pixels to the unit."""
    sheet = printer.sheet
    whole = pygame.Surface((round(sheet.width * zoom), round(sheet.height * zoom)))
    for row in range(_count(sheet.height * zoom)):
        for column in range(_count(sheet.width * zoom)):
            part = yield from printer.steps(_box(sheet, (zoom, column, row)), zoom)
            whole.blit(part, (column * TILE, row * TILE))
    return whole


def finished(steps: Generator[None, None, Drawn]) -> Drawn:
    """What steps lead to, all of them at once."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            drawing: Drawn = end.value
            return drawing


def _until(deadline: float, steps: Steps) -> pygame.Surface | None:
    """Go on with a picture; ``None`` if it is not done by the deadline."""
    while time.perf_counter() < deadline:
        try:
            next(steps)
        except StopIteration as end:
            picture: pygame.Surface = end.value
            return picture
    return None


def _box(sheet: PaperRect, key: Key) -> PaperRect:
    """The part of a sheet that a tile shows."""
    zoom, column, row = key
    return PaperRect(
        sheet.left + column * TILE / zoom,
        sheet.top + row * TILE / zoom,
        min(TILE / zoom, sheet.width - column * TILE / zoom),
        min(TILE / zoom, sheet.height - row * TILE / zoom),
    )


def _count(length: float) -> int:
    """Tiles along so many pixels."""
    return -(-round(length) // TILE)
