"""The files of a map that is traced: begun, changed, written as one goes, taken back.

The text of the map is changed in place, so that an author's comments and his order stay, and each
change is written at once: there is nothing to save and nothing to lose. Undo keeps whole texts.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from hexwar.definition.diagnostics import Findings
from hexwar.definition.loading import GameFolder
from hexwar.definition.locations import GAME_FILE, is_pack
from hexwar.definition.map_editing import MapEditingError, MapText, with_kind
from hexwar.definition.printable import as_title
from hexwar.definition.values import ID
from hexwar.definition.whole_files import write_whole
from hexwar.imports.writing import Ids
from hexwar.rules.map.section import BoardPicture, PictureGrid
from hexwar.rules.terrain.section import Terrain
from hexwar.viewer.tracing.calibration import Calibration

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


def begin(image: Path, folder: Path, said: Calibration, grid: PictureGrid) -> None:
    """A new draft on a picture. :class:`MapEditingError` or OSError if it cannot be."""
    if not re.fullmatch(ID, folder.name):
        raise MapEditingError(f"{folder.name} cannot be the name of a game: letters, digits and _")
    pictures = folder / "pictures"
    pictures.mkdir(parents=True, exist_ok=False)
    name = re.sub(r"[^A-Za-z0-9_.]+", "_", image.name).lstrip(".") or "board.png"
    shutil.copyfile(image, pictures / name)
    header = f"hexwar: 2\nid: {folder.name}\ntitle: {as_title(folder.name)}\ndraft: true\n"
    shape = f"columns: {said.columns}, rows: {said.rows}"
    if said.orientation == "pointy":
        shape += ", orientation: pointy"
    map_ = (
        f"map:\n  grid: {{{shape}, shoved: {said.shoved}}}\n"
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
        own = read.layers[-1].root.entries.get("terrain")
        self._folder, self._terrain_path = folder, own.key.file.path if own else None
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

        ``goes_on``: with the change before it, it is taken back as one.
        """
        before = self.text.text
        make(self.text)
        if self.text.text == before:
            return False
        # A drag is one stroke of many changes, and is taken back as one.
        if not goes_on or not self._before:
            self._before = [*self._before[1 - _MOST_UNDONE :], before]
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
