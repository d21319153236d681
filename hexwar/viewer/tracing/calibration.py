"""Three clicks on a picture, and the grid that they say.

Two pitches and a corner are all that a grid needs, and three clicks say them: the first hex, the
last of its row, the last of its column. The farther apart they are the less a click beside the
middle matters.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from hexwar.hexmap import Numbering
from hexwar.hexmap.axial import Orientation
from hexwar.rules.map.section import PictureGrid
from hexwar.viewer.drawing.geometry import Point

MOST = 250
"""Columns and rows that a grid may have."""
_LEAST_PITCH, _MOST_PITCH = 4, 2000


@dataclass(slots=True)
class Calibration:
    """The size of a grid, and where three of its hexes lie on the picture, in its pixels.

    The middles of the upper left hex, of the last one in its row (by number), and of the last one
    in its column. ``other``: odd columns (or rows) stand lower (or further right), not even ones.
    """

    columns: int = 20
    rows: int = 15
    orientation: Orientation = "flat"
    other: bool = False
    clicks: list[Point] = field(default_factory=list)

    @property
    def shoved(self) -> Any:
        """Which columns or rows are shoved, as the map's section says it."""
        parity = "odd" if self.other else "even"
        return f"{parity}-columns-down" if self.orientation == "flat" else f"{parity}-rows-right"

    @property
    def numbering(self) -> Numbering:
        """The numbers of the hexes."""
        return Numbering(self.columns, self.rows, self.orientation, self.shoved)

    @property
    def prompt(self) -> str:
        """What to click next."""
        numbers = self.numbering
        if not self.clicks:
            return "Click the middle of the upper left hex."
        corner = (self.columns, 1) if len(self.clicks) == 1 else (1, self.rows)
        where = (
            "at the right end of the top row"
            if len(self.clicks) == 1
            else ("at the foot of the first column")
        )
        return f"Click the middle of the hex {where}: {numbers.number(*corner)} as it counts now."

    def take(self, at: Point) -> None:
        """A click. The third one tells which columns or rows are shoved, if the last is even."""
        self.clicks.append(at)
        if len(self.clicks) < 3:
            return
        (x1, y1), (_, y2), (x3, _) = self.clicks
        flat = self.orientation == "flat"
        # Of an even number the last one is shoved against the first, so the clicks tell which way.
        if (self.columns if flat else self.rows) % 2 == 0:
            self.other = y2 < y1 if flat else x3 < x1

    def change(self, columns: int, rows: int) -> None:
        """So many columns and rows more."""
        self.columns = min(MOST, max(2, self.columns + columns))
        self.rows = min(MOST, max(2, self.rows + rows))

    def grid(self) -> PictureGrid | None:
        """The grid; ``None`` if no grid could be so narrow or so wide, or clicks are missing."""
        if len(self.clicks) < 3:
            return None
        (x1, y1), (x2, _), (_, y3) = self.clicks
        dx, dy = (x2 - x1) / (self.columns - 1), (y3 - y1) / (self.rows - 1)
        if not all(_LEAST_PITCH <= pitch <= _MOST_PITCH for pitch in (dx, dy)):
            return None
        return PictureGrid(dx=round(dx, 3), dy=round(dy, 3), x0=round(x1, 1), y0=round(y1, 1))
