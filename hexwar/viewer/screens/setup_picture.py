"""A small picture of a map with the counters as a scenario sets them up."""

from __future__ import annotations

from functools import cached_property

import pygame

from hexwar.definition.model import ResolvedGame
from hexwar.rules.terrain.section import Terrain
from hexwar.rules.units.section import Units
from hexwar.viewer.cartouche import imprint_of
from hexwar.viewer.counters import counter, face_of
from hexwar.viewer.terrain import MapPainter

_SIDE = 1.06  # of a counter, in units, as on the board
_STACK = 0.085
_SMALLEST = 4  # pixels to the unit; below, there is nothing to see


class SetupPicture:
    """The picture of one scenario, ``size`` pixels large, which is drawn when it is looked at."""

    def __init__(self, game: ResolvedGame, painter: MapPainter, zoom: int) -> None:
        self._game, self._painter, self._zoom = game, painter, zoom
        self.size = round(painter.sheet.width * zoom), round(painter.sheet.height * zoom)

    @cached_property
    def surface(self) -> pygame.Surface:
        """The picture itself."""
        game, painter, zoom = self._game, self._painter, self._zoom
        sheet = painter.sheet
        picture = painter.render(sheet, zoom)
        side = max(3, round(zoom * _SIDE))
        levels: dict[str, int] = {}
        for unit, number in game.scenario.opening.items():
            if unit not in game[Units].counters or number not in game.map.numbers:
                continue
            level = levels.get(number, 0)
            levels[number] = level + 1
            x, y = painter.layout.center(game.map.axial(number))
            left = (x + level * _STACK - sheet.left) * zoom - side / 2
            top = (y + 0.06 - level * _STACK - sheet.top) * zoom - side / 2
            face = face_of(game[Units].counters[unit], game)
            picture.blit(counter(face, side), (round(left), round(top)))
        return picture


def setup_picture(game: ResolvedGame, width: int, height: int) -> SetupPicture | None:
    """The whole sheet, no larger than given in pixels; ``None`` when that is too small to see."""
    painter = MapPainter(game.map, game[Terrain], imprint_of(game))
    zoom = int(min(width / painter.sheet.width, height / painter.sheet.height))
    return SetupPicture(game, painter, zoom) if zoom >= _SMALLEST else None
