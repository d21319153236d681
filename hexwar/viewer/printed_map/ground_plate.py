"""The ground under everything on a map: its colours run into one another, and hills catch light.

It is drawn once for a map, coarsely, and enlarged for every tile: soft things need not be drawn
finely. Light falls from the upper left, as cartographers have it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from random import Random

import pygame

from hexwar.hexmap import Hex, HexMap
from hexwar.viewer.drawing import ink
from hexwar.viewer.drawing.geometry import HexLayout, PaperRect, Point, between, grid_point
from hexwar.viewer.drawing.theme import Color, mix
from hexwar.viewer.printed_map.heights import Heights, blurred

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
        center = self._map.axial(number)
        corners = self._layout.corners(center)
        outline: list[Point] = []
        for side, step in enumerate(self._layout.side_steps):
            a, b = corners[side], corners[(side + 1) % 6]
            neighbor = self._map.number_at(Hex(center.q + step.q, center.r + step.r))
            outline.append(a)
            if neighbor is None or self._colors[neighbor] == self._colors[number]:
                continue
            rng = Random(f"edge {sorted((number, neighbor))}")
            start, end = sorted((a, b), key=grid_point)
            bent = []
            for along in (0.2, 0.4, 0.6, 0.8):
                x, y = between(start, end, along)
                bent.append((x + rng.uniform(-_STRAY, _STRAY), y + rng.uniform(-_STRAY, _STRAY)))
            outline += bent if start == a else bent[::-1]
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
