"""Find the files of Tiled's tilesets, and say what their tiles are called.

A map names its tilesets by where they lay on the machine it was drawn on. Opened is what lies
beside the map, in the folder above, or in a folder that the user names, and nothing else: a map is
a stranger's.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from urllib.parse import unquote

from hexwar.imports.foreign_files import Element

_MOST_IN_A_FOLDER = 20_000
"""Files that are looked at for one that is spelled otherwise."""
_LONGEST_SOURCE = 1000
"""Characters of a file's name."""


# -- where files are that a map names --------------------------------------------------------------


class FilesBeside:
    """Finds files that a map in ``folder`` names; ``named`` is a folder that the user allows.

    As on Windows upper and lower case are the same, if nothing is spelled exactly so, and a
    backslash is a slash. ``%20`` is a blank where no file is called so.
    """

    def __init__(self, folder: Path, named: Path | None) -> None:
        self._folder, self._named = folder.resolve(), named.resolve() if named else None

    def find(self, source: str) -> Path | None:
        """Find the file; ``None`` if it is nowhere where it may be opened."""
        source = source[:_LONGEST_SOURCE]
        for spelled in dict.fromkeys((source, unquote(source))):
            for home, way in self._places(spelled.replace("\\", "/")):
                if (file := _inside(home, way)) is not None:
                    return file
        return None

    def _places(self, source: str) -> Iterator[tuple[Path, Sequence[str]]]:
        """Yield folders that may be looked into, and the way from there, the likeliest first."""
        is_absolute = bool(re.match(r"^(/|[A-Za-z]:)", source))
        way: list[str] = []
        up = 0
        for step in source.split("/"):
            if step == ".." and way:
                way.pop()
            elif step == "..":
                up += 1
            elif step not in ("", "."):
                way.append(step)
        if not way:
            return
        if not is_absolute and up == 0:
            yield self._folder, way
        if not is_absolute and up == 1 and self._folder.parent != self._folder.parent.parent:
            yield self._folder.parent, way
        if self._named is not None:
            # As much of the way as the folder has: it may be the one that holds all of them.
            yield from ((self._named, way[begin:]) for begin in range(len(way)))
        # Somebody who was sent both files has laid them into one folder.
        yield self._folder, way[-1:]


def _inside(home: Path, way: Sequence[str]) -> Path | None:
    """Follow a way from a folder to a file; a link may not lead out of the folder."""
    path = home
    try:
        for name in way:
            following = path / name
            if not following.exists():
                children = islice(path.iterdir(), _MOST_IN_A_FOLDER)
                alike = sorted(p for p in children if p.name.casefold() == name.casefold())
                if not alike:
                    return None
                following = alike[0]
            path = following
        resolved = path.resolve()
        return path if resolved.is_relative_to(home) and resolved.is_file() else None
    except (OSError, ValueError):
        return None


# -- what tiles are called -------------------------------------------------------------------------


def properties_of(element: Element) -> dict[str, str]:
    """Read the properties of a map, layer, tile or object, as texts."""
    properties: dict[str, str] = {}
    for group in element.named("properties"):
        for entry in group.named("property"):
            properties.setdefault(entry.get("name"), entry.get("value") or entry.text)
    return properties


def names_of_tiles(tileset: Element) -> dict[int, str]:
    """Say what the tiles of a tileset stand for, by their own numbers: by a property ``terrain``,
    their class, a property ``type`` or ``name``, the colours of a Wang set, the terrain types of
    old versions, or their picture's file.
    """
    names_by_number: dict[int, str] = {}
    of_colors = {**_by_terrain_types(tileset), **_by_wang_sets(tileset)}
    for tile in tileset.named("tile"):
        number = _number(tile.get("id"))
        if number is None:
            continue
        image = next((picture.get("source") for picture in tile.named("image")), "")
        file = image.replace("\\", "/").rpartition("/")[2]
        properties = properties_of(tile)
        names = (properties.get("terrain"), tile.get("class"), tile.get("type"))
        further_names = (properties.get("type"), properties.get("name"), of_colors.get(number))
        of_file = file.rpartition(".")[0] or file
        if name := next(filter(None, (*names, *further_names, of_file)), ""):
            names_by_number[number] = name
    return {**of_colors, **names_by_number}


def _by_terrain_types(tileset: Element) -> dict[int, str]:
    """Name tiles by the terrain of their four corners, as versions before 1.5 wrote it."""
    kinds = [kind.get("name") for group in tileset.named("terraintypes") for kind in group.children]
    names: dict[int, str] = {}
    for tile in tileset.named("tile"):
        number, corners = _number(tile.get("id")), tile.get("terrain").split(",")[:4]
        indexes = [
            int(corner) for corner in corners if corner.strip().isdigit() and len(corner) < 9
        ]
        name = _joined(kinds[index] for index in indexes if index < len(kinds))
        if number is not None and name:
            names[number] = name
    return names


def _by_wang_sets(tileset: Element) -> dict[int, str]:
    """Name tiles by the colours of their edges and corners, as the first set does."""
    names: dict[int, str] = {}
    for group in tileset.named("wangsets"):
        for wang_set in group.named("wangset"):
            colors, corners, edges = (
                [color.get("name") for color in wang_set.named(kind)]
                for kind in ("wangcolor", "wangcornercolor", "wangedgecolor")
            )
            for tile in wang_set.named("wangtile"):
                number, wangid = _number(tile.get("tileid")), tile.get("wangid").strip()
                if number is None:
                    continue
                # A tile has a colour for each of its eight edges and corners, 0 for none.
                if wangid.startswith("0x"):
                    # Before 1.5 of Tiled: a digit for each, edges and corners in turn.
                    digits = [int(digit, 16) for digit in reversed(wangid[2:10]) if digit in _HEX]
                    kinds = [(corners if n % 2 else edges) or colors for n in range(len(digits))]
                else:
                    digits = [
                        int(digit) for digit in wangid.split(",")[:8] if digit.strip().isdigit()
                    ]
                    kinds = [colors] * len(digits)
                colors_named = (
                    names_of_kind[digit - 1]
                    for names_of_kind, digit in zip(kinds, digits, strict=True)
                    if 0 < digit <= len(names_of_kind)
                )
                if name := _joined(colors_named):
                    names.setdefault(number, name)
    return names


_HEX = frozenset("0123456789abcdefABCDEF")


def _joined(names: Iterable[str]) -> str:
    """Take the one name that there is; of several all, the commonest first, as ``sand-grass``."""
    times = Counter(name.strip() for name in names if name.strip())
    return "-".join(sorted(times, key=lambda name: (-times[name], name))[:3])


def _number(text: str) -> int | None:
    return int(text) if text.isdecimal() and len(text) <= 9 else None
