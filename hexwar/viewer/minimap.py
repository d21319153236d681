"""The whole map in a corner, while only a part of it is in view."""

from __future__ import annotations

from collections.abc import Iterable

import pygame

from hexwar.viewer.geometry import Box, Camera, Point
from hexwar.viewer.theme import PALETTE, Color

_SHARE = 0.22  # of the view's width and height that it takes at most
_MARGIN = 10  # pixels


class Minimap:
    """A small picture of the sheet with a frame around what the camera sees."""

    def __init__(self, sheet: Box) -> None:
        self.sheet = sheet
        self.rect = pygame.Rect(0, 0, 0, 0)
        self._paper: tuple[pygame.Surface, pygame.Surface] | None = None
        """The overview that it was made from, and the picture without counters."""
        self._picture: pygame.Surface | None = None

    def wanted(self, camera: Camera) -> bool:
        """Whether some of the sheet is out of view."""
        across, down = camera.width / camera.zoom, camera.height / camera.zoom
        return self.sheet.width > across + 0.01 or self.sheet.height > down + 0.01

    def draw(
        self,
        surface: pygame.Surface,
        camera: Camera,
        overview: pygame.Surface,
        counters: Iterable[tuple[Point, Color, int]],
    ) -> None:
        """Draw it into the lower left corner of a view of the map.

        ``counters``: where each stands on the paper, its colour, and the place of its side;
        they stay as they are until :meth:`look_again`.
        """
        room = surface.get_width() * _SHARE, surface.get_height() * _SHARE
        scale = min(room[0] / self.sheet.width, room[1] / self.sheet.height)
        size = round(self.sheet.width * scale), round(self.sheet.height * scale)
        self.rect = pygame.Rect(_MARGIN, surface.get_height() - _MARGIN - size[1], *size)
        paper = self._reduced(overview, size)
        if self._picture is None:
            self._picture = paper.copy()
            for (x, y), color, band in counters:
                spot = pygame.Rect(0, 0, 5, 5)
                spot.center = self._offset(x, y, scale)
                pygame.draw.rect(self._picture, color, spot)
                heart = spot.inflate(-2, -2 if band < 2 else -4)
                self._picture.fill(PALETTE.ink if band % 2 else PALETTE.white, heart)
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
