"""The ground under everything on a map: its colours run into one another, and hills catch light.

It is drawn once for a map, coarsely, and enlarged for every tile: what is soft need not be drawn
fine. Light falls from the upper left, as cartographers have it.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from random import Random

import pygame

from hexwar.hexmap import HexMap
from hexwar.viewer.geometry import Box, HexLayout, Point
from hexwar.viewer.theme import Color

_FINEST = 10  # pixels to the unit
_LARGEST = 1100  # pixels along the longer side, for large maps
_SOFT = 0.3  # units over which two kinds of ground run into one another
_HEIGHTS = {
    "hills": 0.62,
    "hill": 0.62,
    "rough": 0.34,
    "rocks": 0.3,
    "boulders": 0.3,
    "mountain": 1.0,
    "mountains": 1.0,
}
"""How high ground rises by its pattern, the highest 1; all else is flat."""


class GroundPlate:
    """The colour of the ground everywhere in ``box``, which is in units of the paper."""

    def __init__(
        self,
        hexmap: HexMap,
        layout: HexLayout,
        box: Box,
        colors: Mapping[str, Color],
        patterns: Mapping[str, str],
    ) -> None:
        self._map, self._layout, self._box = hexmap, layout, box.grown(1, 1, 1, 1)
        self._colors, self._patterns = colors, patterns
        side = max(self._box.width, self._box.height)
        self._zoom = max(3.0, min(_FINEST, _LARGEST / side))
        self._plate: pygame.Surface | None = None
        self._making = self._drawn()

    def draw(self, surface: pygame.Surface, view: Box, size: int) -> None:
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

    def prepared(self) -> Iterator[None]:
        """Draw the plate, in steps, if it is not drawn yet; whoever goes on does not begin anew."""
        while self._plate is None:
            try:
                next(self._making)
            except StopIteration as end:
                self._plate = end.value
            yield

    def _drawn(self) -> Generator[None, None, pygame.Surface]:
        size = round(self._box.width * self._zoom), round(self._box.height * self._zoom)
        plate = pygame.Surface(size, 0, 32)
        plate.fill(next(iter(self._colors.values())))
        for number in self._map.numbers:  # beyond the map its edge goes on
            if len(self._map.neighbors(number)) < 6:
                self._fill(plate, number, self._colors[number], 1.7)
                yield
        for number in self._map.numbers:
            self._fill(plate, number, self._colors[number])
            yield
        yield from self._fray(plate)
        plate = _blurred(plate, _SOFT * self._zoom)
        yield
        if not _HEIGHTS.keys().isdisjoint(self._patterns.values()):
            yield from self._light(plate)
        return plate

    def _fill(self, plate: pygame.Surface, number: str, color: Color, scale: float = 1.0) -> None:
        corners = self._layout.corners(self._map.axial(number), scale)
        pygame.draw.polygon(plate, color, [self._pixel(corner) for corner in corners])

    def _pixel(self, point: Point) -> Point:
        return (point[0] - self._box.left) * self._zoom, (point[1] - self._box.top) * self._zoom

    def _fray(self, plate: pygame.Surface) -> Iterator[None]:
        """Let ground reach over the sides of its hexes, here and there."""
        for number in self._map.numbers:
            own = self._colors[number]
            here = self._map.axial(number)
            for other in self._map.neighbors(number):
                if self._colors[other] == own:
                    continue
                rng = Random(f"fray {number} {other}")
                (ax, ay), (bx, by) = self._layout.hexside(here, self._map.axial(other))
                x, y = self._layout.center(here)
                for _ in range(3):
                    along, reach = rng.uniform(0.1, 0.9), rng.uniform(0.12, 0.26)
                    spot = (ax + (bx - ax) * along, ay + (by - ay) * along)
                    spot = (spot[0] + (x - spot[0]) * 0.1, spot[1] + (y - spot[1]) * 0.1)
                    pygame.draw.circle(plate, own, self._pixel(spot), reach * self._zoom)
            yield

    # -- relief --------------------------------------------------------------------------------

    def _light(self, plate: pygame.Surface) -> Iterator[None]:
        """Slopes towards the light are paler, those away from it darker."""
        heights = yield from self._heights(plate.get_size())
        step = max(1, round(self._zoom * 0.12))
        ahead, behind = heights.copy(), heights.copy()
        ahead.blit(heights, (-step, -step))
        behind.blit(heights, (step, step))
        yield
        lit, shaded = ahead.copy(), behind
        lit.blit(behind, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
        shaded.blit(ahead, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
        yield
        lit.fill((150, 146, 120), special_flags=pygame.BLEND_RGB_MULT)
        shaded.fill((210, 214, 190), special_flags=pygame.BLEND_RGB_MULT)
        yield
        plate.blit(lit, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
        plate.blit(shaded, (0, 0), special_flags=pygame.BLEND_RGB_SUB)

    def _heights(self, size: tuple[int, int]) -> Generator[None, None, pygame.Surface]:
        """The height of the ground in greys: hexes rise to rounded tops, several to each."""
        heights = pygame.Surface(size, 0, 32)
        rises = {n: _HEIGHTS.get(self._patterns[n], 0.0) for n in self._map.numbers}
        for number, rise in rises.items():
            if rise:
                self._fill(heights, number, _grey(rise * 0.4))
                yield
        heights = _blurred(heights, 0.5 * self._zoom)
        yield
        for number, rise in rises.items():
            if not rise:
                continue
            rng = Random(f"tops {number}")
            x, y = self._layout.center(self._map.axial(number))
            for _ in range(7):
                top = x + rng.uniform(-0.7, 0.7), y + rng.uniform(-0.6, 0.6)
                wide, long = rng.uniform(0.22, 0.5), rng.uniform(0.22, 0.42)
                self._raise(heights, top, (wide, long), rise * rng.uniform(0.12, 0.3))
            yield
        return _blurred(heights, 0.22 * self._zoom)

    def _raise(
        self, heights: pygame.Surface, top: Point, reach: tuple[float, float], by: float
    ) -> None:
        x, y = self._pixel(top)
        box = pygame.Rect(0, 0, *(max(2, round(2 * part * self._zoom)) for part in reach))
        mound = pygame.Surface(box.size, 0, 32)
        pygame.draw.ellipse(mound, _grey(by), mound.get_rect())
        box.center = round(x), round(y)
        heights.blit(mound, box, special_flags=pygame.BLEND_RGB_ADD)


def _grey(share: float) -> Color:
    level = min(255, round(255 * share))
    return level, level, level


def _blurred(surface: pygame.Surface, over: float) -> pygame.Surface:
    """The picture without what is finer than ``over`` pixels."""
    width, height = surface.get_size()
    small = max(1, round(width / over)), max(1, round(height / over))
    return pygame.transform.smoothscale(
        pygame.transform.smoothscale(surface, small), (width, height)
    )
