"""What lies below a map that is traced: its picture, or bare paper; and the view of it.

Before the grid is measured a picture has to be shown and clicked all the same: it gets a grid of
one hex in its corner, which nobody sees.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pygame

from hexwar.definition.values import PictureFile
from hexwar.hexmap import HexMap
from hexwar.rules.map.section import BoardPicture, PictureGrid
from hexwar.rules.terrain.section import ClassCosts, HexTerrain, Terrain
from hexwar.viewer.drawing.geometry import SQRT3, HexLayout, PaperRect
from hexwar.viewer.drawing.theme import PALETTE
from hexwar.viewer.printed_map.cartouche import Imprint
from hexwar.viewer.printed_map.map_sheet import MapSheet
from hexwar.viewer.printed_map.names import MapNames
from hexwar.viewer.printed_map.pictured_map import PicturedMap
from hexwar.viewer.printed_map.terrain import MapPainter
from hexwar.viewer.printed_map.tiles import Steps, Tiles
from hexwar.viewer.tracing.calibration import Calibration

_MARGIN = 0.6
_SCALE = 40  # pixels of a picture to the unit, as long as it has no grid


class BareSheet(MapSheet):
    """Paper, for a map without a picture: what lies on it is laid over it."""

    def __init__(self, hexmap: HexMap, terrain: Terrain) -> None:
        super().__init__(hexmap, terrain, HexLayout(hexmap.numbering.orientation))
        self.sheet: PaperRect = self.hex_box.grown(_MARGIN, _MARGIN, _MARGIN, _MARGIN)
        self.names = MapNames(hexmap, self.layout, (), (), ())
        self.tiles = Tiles(self)

    def steps(self, view: PaperRect, zoom: int) -> Steps:
        """Bare paper."""
        size = max(1, round(view.width * zoom)), max(1, round(view.height * zoom))
        surface = pygame.Surface(size)
        surface.fill(PALETTE.map_paper)
        yield
        return surface


def pictured(hexmap: HexMap, terrain: Terrain, picture: BoardPicture) -> PicturedMap:
    """The picture of a map. OSError or ``PictureError`` if it cannot be shown."""

    def draw(stretch: tuple[float, float]) -> MapPainter:
        return MapPainter(hexmap, terrain, Imprint(""), stretch=stretch)

    return PicturedMap(hexmap, terrain, picture, draw)


def uncalibrated(image: Path) -> PicturedMap:
    """A picture of which nobody knows yet where hexes lie: with one, in its corner."""
    grid = PictureGrid(dx=1.5 * _SCALE, dy=SQRT3 * _SCALE, x0=_SCALE, y0=_SCALE)
    return over(image, Calibration(1, 1), grid)


def over(image: Path, said: Calibration, grid: PictureGrid) -> PicturedMap:
    """A picture with a grid."""
    numbering = said.numbering
    hexmap = HexMap(numbering, dict.fromkeys(numbering.numbers(), "clear"))
    terrain = Terrain(
        hexes={"clear": HexTerrain(id="clear", title="Clear", cost=ClassCosts({}, Fraction(1)))}
    )
    file = PictureFile.named(image.name, image.parent)
    return pictured(hexmap, terrain, BoardPicture(file=file, grid=grid))
