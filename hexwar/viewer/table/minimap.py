"""The whole map in a corner, while only a part of it is in view.

It stands in the corner where it and its button cover fewest counters. The paper is reduced once,
and counters are set on it once a position; only the frame of what the camera sees is drawn each
time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pygame

from hexwar.viewer.drawing.geometry import Camera, PaperRect, Point
from hexwar.viewer.drawing.theme import PALETTE, Color

_SHARE = 0.22  # of the view's width and height that it takes at most
_MARGIN = 10  # pixels
_CLEAR = 20  # pixels from the middle of a counter
_CORNERS = ("bottomleft", "bottomright", "topright", "topleft")


class Minimap:
    """A small picture of the sheet with a frame around what the camera sees."""

    def __init__(self, sheet: PaperRect) -> None:
        self.sheet = sheet
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.corner = _CORNERS[0]
        """The corner of the view where it stands."""
        self.button = (0, 0)
        """Pixels that the button takes that stands with it."""
        self._beside = True
        self._paper: tuple[pygame.Surface, pygame.Surface] | None = None
        """The overview that it was made from, and the picture without counters."""
        self._picture: pygame.Surface | None = None

    def seat(self, width: int, height: int) -> pygame.Rect:
        """Where it stands in a view of that size."""
        scale = min(width * _SHARE / self.sheet.width, height * _SHARE / self.sheet.height)
        size = round(self.sheet.width * scale), round(self.sheet.height * scale)
        rect = pygame.Rect((0, 0), size)
        room = pygame.Rect(0, 0, width, height).inflate(-2 * _MARGIN, -2 * _MARGIN)
        setattr(rect, self.corner, getattr(room, self.corner))
        return rect

    def seat_button(self, width: int, height: int) -> pygame.Rect:
        """Where its button stands in a view of that size: beside it, above or below."""
        seat = self.seat(width, height)
        rect = pygame.Rect((0, 0), self.button)
        left, low = "left" in self.corner, "bottom" in self.corner
        if self._beside:
            rect.bottom = min(seat.bottom, height - _MARGIN)
            rect.left = seat.right + _MARGIN if left else seat.left - _MARGIN - rect.w
            return rect
        rect.left = seat.left if left else seat.right - rect.w
        rect.top = seat.top - _MARGIN - rect.h if low else seat.bottom + _MARGIN
        return rect

    def make_way(self, width: int, height: int, pixels: Sequence[tuple[int, int]]) -> None:
        """Take the corner of such a view where it and its button cover fewest of these pixels."""

        def covered(place: tuple[bool, str]) -> int:
            # The seats hang on both, so each place is taken on trial; the best one is taken for
            # good below.
            self._beside, self.corner = place
            seats = self.seat(width, height), self.seat_button(width, height)
            near = [seat.inflate(2 * _CLEAR, 2 * _CLEAR) for seat in seats]
            return sum(any(seat.collidepoint(pixel) for seat in near) for pixel in pixels)

        # Of equal places the first is taken: low on the left, with the button beside it.
        places = [(beside, corner) for beside in (True, False) for corner in _CORNERS]
        self._beside, self.corner = min(places, key=covered)

    def draw(
        self,
        surface: pygame.Surface,
        camera: Camera,
        overview: pygame.Surface,
        counters: Iterable[tuple[Point, Color, int]],
    ) -> None:
        """Draw it into a view of the map.

        ``counters``: where each stands on the paper, its colour, and the place of its side;
        they stay as they are until :meth:`look_again`.
        """
        self.rect = self.seat(*surface.get_size())
        scale = self.rect.width / self.sheet.width
        paper = self._reduced(overview, self.rect.size)
        if self._picture is None:
            self._picture = paper.copy()
            for (across, down), color, band in counters:
                spot = pygame.Rect(0, 0, 5, 5)
                spot.center = self._offset(across, down, scale)
                pygame.draw.rect(self._picture, color, spot)
                # Sides are told apart by the shape and shade of the core too, for whoever cannot by
                # colour.
                core = spot.inflate(-2, -2 if band < 2 else -4)
                self._picture.fill(PALETTE.ink if band % 2 else PALETTE.white, core)
        pygame.draw.rect(surface, PALETTE.chrome, self.rect.inflate(6, 6), 0, 3)
        surface.blit(self._picture, self.rect)
        left, top = self._offset(camera.left, camera.top, scale)
        seen = pygame.Rect(
            (self.rect.left + left, self.rect.top + top),
            (round(camera.width / camera.zoom * scale), round(camera.height / camera.zoom * scale)),
        ).clip(self.rect)
        pygame.draw.rect(surface, PALETTE.ink, seen.inflate(2, 2), 3)
        pygame.draw.rect(surface, PALETTE.gold, seen, 1)

    def look_again(self) -> None:
        """Counters have moved: the picture is made anew."""
        self._picture = None

    def _reduced(self, overview: pygame.Surface, size: tuple[int, int]) -> pygame.Surface:
        known = self._paper
        if known is None or known[0] is not overview or known[1].get_size() != size:
            known = self._paper = overview, pygame.transform.smoothscale(overview, size)
            self._picture = None
        return known[1]

    def _offset(self, x: float, y: float, scale: float) -> tuple[int, int]:
        """Pixels of the small picture for a point of the paper."""
        return round((x - self.sheet.left) * scale), round((y - self.sheet.top) * scale)

    def paper_at(self, position: tuple[int, int]) -> Point | None:
        """The point on the paper under a pixel of the view, None beside the small picture."""
        if not self.rect.collidepoint(position):
            return None
        scale = self.rect.width / self.sheet.width
        return (
            self.sheet.left + (position[0] - self.rect.left) / scale,
            self.sheet.top + (position[1] - self.rect.top) / scale,
        )
