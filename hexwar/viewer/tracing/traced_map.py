"""A map that is traced: how its grid is measured, its files, strokes of the brush.

The text of the map is changed in place, so that an author's comments and his order stay, and each
change is written at once: there is nothing to save and nothing to lose. Undo keeps whole texts.

:class:`TracedMap` is the map and its files, :class:`Calibration` makes its grid of three clicks,
and :func:`painted` says which hexes and sides a stroke of a :class:`Brush` changes.
"""

from __future__ import annotations

import math
import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from hexwar.definition.diagnostics import Findings
from hexwar.definition.forms import ID
from hexwar.definition.loading import GameFolder
from hexwar.definition.locations import GAME_FILE, is_pack
from hexwar.definition.map_editing import MapEditingError, MapText, with_kind
from hexwar.definition.printable import as_title
from hexwar.definition.writing_files import write_whole
from hexwar.hexmap import HexMap, Numbering
from hexwar.hexmap.axial import Orientation
from hexwar.imports.writing import Ids
from hexwar.rules.map.section import BoardPicture, PictureGrid
from hexwar.rules.terrain.section import Terrain
from hexwar.viewer.drawing.geometry import HexLayout, Point

_MOST_UNDONE = 1000

_TERRAIN = """\
# The kinds that the map has. What is not printed on it is open: `hexwar check` says what.
terrain:
  hexes:
    clear: {title: Clear}
    woods: {title: Woods}
    hills: {title: Hills}
    mountains: {title: Mountains}
    marsh: {title: Marsh}
    town: {title: Town}
    water: {title: Water}
  hexsides:
    river: {title: River}
    stream: {title: Stream}
  paths:
    road: {title: Road}
    rail: {title: Railway, pattern: rail}
  features:
    place: {title: Place}
    fort: {title: Fort}
"""


class Brush(NamedTuple):
    """Something that can be painted: a part of the map (hexes, hexsides, paths, features), id,
    title.
    """

    part: str
    id: str
    title: str


def begin(image: Path, folder: Path, calibration: Calibration, grid: PictureGrid) -> None:
    """A new draft on a picture. :class:`MapEditingError` or OSError if it cannot be."""
    if not re.fullmatch(ID, folder.name):
        raise MapEditingError(f"{folder.name} cannot be the name of a game: letters, digits and _")
    pictures = folder / "pictures"
    pictures.mkdir(parents=True, exist_ok=False)
    name = re.sub(r"[^A-Za-z0-9_.]+", "_", image.name).lstrip(".") or "board.png"
    shutil.copyfile(image, pictures / name)
    header = f"hexwar: 2\nid: {folder.name}\ntitle: {as_title(folder.name)}\ndraft: true\n"
    shape = f"columns: {calibration.columns}, rows: {calibration.rows}"
    if calibration.orientation == "pointy":
        shape += ", orientation: pointy"
    map_ = (
        f"map:\n  grid: {{{shape}, shoved: {calibration.shoved}}}\n"
        f"  picture:\n    file: pictures/{name}\n"
        f"    grid: {{dx: {grid.dx:g}, dy: {grid.dy:g}, x0: {grid.x0:g}, y0: {grid.y0:g}}}\n"
        "  default: clear\n"
    )
    for file, text in ((GAME_FILE, header), ("map.yaml", map_), ("terrain.yaml", _TERRAIN)):
        (folder / file).write_text(text, encoding="utf-8")


class TracedMap:
    """The map of a game's folder, changed in its file: each change is written at once."""

    def __init__(self, folder: Path) -> None:
        """:class:`MapEditingError` if the map cannot be changed there."""
        read = GameFolder(folder, Findings())
        entry = read.layers[-1].root.entries.get("map") if read.layers else None
        if entry is None or is_pack(folder):
            raise MapEditingError(f"{folder.name} has no section map of its own")
        self.path = entry.key.file.path
        self.text = MapText(self.path, _read(self.path))
        self.terrain: Terrain = _value(read, "terrain", folder)
        terrain = read.layers[-1].root.entries.get("terrain")
        self._folder, self._terrain_path = folder, terrain.key.file.path if terrain else None
        self.picture: BoardPicture | None = _value(read, "map", folder).picture
        self._before: list[str] = []
        self._after: list[str] = []

    @property
    def kinds(self) -> list[Brush]:
        """All that can be painted, in the author's order."""
        return [
            Brush(part, kind.id, kind.title)
            for part in ("hexes", "hexsides", "paths", "features")
            for kind in getattr(self.terrain, part).values()
        ]

    def change(self, make: Callable[[MapText], object], *, goes_on: bool = False) -> bool:
        """Change the map, and write it if that changes anything.

        ``goes_on``: one undo takes it back together with the change before it.
        """
        text_before = self.text.text
        make(self.text)
        if self.text.text == text_before:
            return False
        # A drag is one stroke of many changes, and is taken back as one.
        if not goes_on or not self._before:
            self._before = [*self._before[1 - _MOST_UNDONE :], text_before]
        self._after.clear()
        self._write()
        return True

    def add(self, part: str, title: str) -> Brush:
        """Add a kind to the terrain, and write it; comments of its file are kept.

        :class:`MapEditingError` or OSError if it cannot be.
        """
        if self._terrain_path is None:
            raise MapEditingError("the game has no section terrain of its own")
        ident = Ids(getattr(self.terrain, part)).one(title, part.removesuffix("s"))
        if self._terrain_path == self.path:
            self.change(lambda text: text.add_kind(part, ident, title))
        else:
            written = with_kind(self._terrain_path, _read(self._terrain_path), part, ident, title)
            write_whole(self._terrain_path.resolve(), written.encode("utf-8"))
        self.terrain = _value(GameFolder(self._folder, Findings()), "terrain", self._folder)
        return next(kind for kind in self.kinds if (kind.part, kind.id) == (part, ident))

    def undo(self) -> bool:
        """Take the last change back; answers whether there was one."""
        return self._swap(self._before, self._after)

    def redo(self) -> bool:
        """Make a change again that was taken back."""
        return self._swap(self._after, self._before)

    def _swap(self, source: list[str], target: list[str]) -> bool:
        if not source:
            return False
        target.append(self.text.text)
        self.text = MapText(self.path, source.pop())
        self._write()
        return True

    def _write(self) -> None:
        write_whole(self.path.resolve(), self.text.text.encode("utf-8"))


def _value(read: GameFolder, name: str, folder: Path) -> Any:
    """What a section says. :class:`MapEditingError` if it is unsound."""
    node = read.root.get(name)
    verdict = None if node is None else read.verdict(name, node)
    if verdict is None or verdict.flaws:
        raise MapEditingError(f"section {name} has to be mended first: hexwar check {folder}")
    return verdict.value


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        raise MapEditingError(f"{path.name} cannot be read: {problem}") from None


# Three clicks on a picture, and the grid that they define.
#
# Two pitches and a corner are all that a grid needs, and three clicks give them: the first hex, the
# last of its row, the last of its column. The farther apart they are the less it matters if a click
# misses the middle.


MOST = 250
"""Columns and rows that a grid may have."""
_CLICKS = 3  # that make a grid
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
    def is_complete(self) -> bool:
        """Whether all clicks have been made."""
        return len(self.clicks) == _CLICKS

    @property
    def prompt(self) -> str:
        """What to click next."""
        numbers = self.numbering
        if not self.clicks:
            return "Click the middle of the upper left hex."
        corner, place = (1, self.rows), "at the foot of the first column"
        if len(self.clicks) == 1:
            corner, place = (self.columns, 1), "at the right end of the top row"
        return f"Click the middle of the hex {place}: {numbers.number(*corner)} as it counts now."

    def take(self, at: Point) -> None:
        """A click. The third one tells which columns or rows are shoved, if the last is even."""
        self.clicks.append(at)
        if not self.is_complete:
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
        if not self.is_complete:
            return None
        (x1, y1), (x2, _), (_, y3) = self.clicks
        dx, dy = (x2 - x1) / (self.columns - 1), (y3 - y1) / (self.rows - 1)
        if not all(_LEAST_PITCH <= pitch <= _MOST_PITCH for pitch in (dx, dy)):
            return None
        return PictureGrid(dx=round(dx, 3), dy=round(dy, 3), x0=round(x1, 1), y0=round(y1, 1))


# Strokes of the brush: what the pointer passes over, and what that changes on the map.
#
# A point of the paper means a hex and the hexside nearest to it; a drag means all the points
# between two looks at the pointer. A stroke does something where it comes to a new hex or hexside,
# so that going to and fro within a hex does nothing twice.


_STEP = 0.15  # units of paper between two looks at where a drag passes
_NEAR, _ENDS = 0.4, 0.2  # units from a hexside, and the share of it at each end that is not meant


class TracedSpot(NamedTuple):
    """What the pointer is on: a hex, the neighbour beyond the hexside that is nearest, and whether
    that hexside is meant: near its ends two others are as near.
    """

    hex: str
    beyond: str
    on_side: bool = False

    @property
    def side(self) -> frozenset[str]:
        """The hexes on both sides of the hexside."""
        return frozenset((self.hex, self.beyond))


def spot_at(layout: HexLayout, board: HexMap, at: Point) -> TracedSpot | None:
    """What is at a point of the paper; ``None`` where no hex is."""
    numbering = board.numbering
    number = numbering.number_at(layout.hex_at(*at))
    if number is None:
        return None
    around = [*board.neighbors(number)] if number in board else []
    centers = {neighbour: layout.center(numbering.axial(neighbour)) for neighbour in around}
    beyond = min(centers, key=lambda neighbour: math.dist(at, centers[neighbour]), default="")
    if not beyond:
        return TracedSpot(number, "")
    start, end = layout.hexside(numbering.axial(number), numbering.axial(beyond))
    # The hexside is meant where its nearest point is near, and not close to one of its ends, where
    # three hexsides meet.
    (x, y), (ax, ay), (bx, by) = at, start, end
    along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / math.dist(start, end) ** 2
    foot = ax + (bx - ax) * along, ay + (by - ay) * along
    is_meant = _ENDS < along < 1 - _ENDS and math.dist(at, foot) < _NEAR
    return TracedSpot(number, beyond, is_meant)


def passed(layout: HexLayout, board: HexMap, start: Point, end: Point) -> Iterator[TracedSpot]:
    """What a drag passes over between two points of the paper, without the first one."""
    steps = max(1, math.ceil(math.dist(start, end) / _STEP))
    for step in range(1, steps + 1):
        # A fast drag skips pixels: hexes between two of them are painted as well.
        share = step / steps
        at = start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
        if (spot := spot_at(layout, board, at)) is not None:
            yield spot


def painted(brush: Brush, last: TracedSpot | None, spots: Sequence[TracedSpot]) -> list[TracedSpot]:
    """Those of the spots at which a stroke does something new, behind ``last``."""
    fresh = []
    for spot in spots:
        if brush.part == "hexsides":
            does_something = spot.on_side and (last is None or spot.side != last.side)
        else:
            does_something = last is None or spot.hex != last.hex
        if does_something:
            fresh.append(spot)
            last = spot
    return fresh


def put(
    text: MapText, brush: Brush, name: str, spot: TracedSpot, last: TracedSpot | None, *, away: bool
) -> None:
    """Paint in a hex, on a hexside, or from the ``last`` hex to this one; or take it ``away``."""
    part, kind = brush.part, brush.id
    if part == "hexes":
        text.paint(spot.hex, (text.default or kind) if away else kind)
    elif part == "features" and away:
        text.without_feature(spot.hex, kind)
    elif part == "features":
        text.feature(spot.hex, kind, name or None)
    elif part == "hexsides" and spot.beyond:
        if (kind in text.board.hexside(spot.hex, spot.beyond)) == away:
            text.toggle_hexside(spot.hex, spot.beyond, kind)
    elif part == "paths" and last is not None and last.hex != spot.hex:
        step = last.hex, spot.hex
        adjoins = step[0] in text.board and step[1] in text.board.neighbors(step[0])
        if adjoins and (kind in text.board.path(*step)) == away:
            text.toggle_path(*step, kind)
