"""Open one door to both importers: say what a file is, and make a draft of it.

A file is known by what is in it, and only where that does not say by its ending: modules are sent
around as ``.zip`` and unpacked, maps as ``.xml``. The importer itself is loaded once it is needed.
"""

from __future__ import annotations

import os
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

from hexwar.imports.draft import NOTHING, Draft, ImportChoices, Telling, silent
from hexwar.imports.foreign_files import opened

if TYPE_CHECKING:
    from hexwar.imports.vassal.images import Reduce

MODULE, MAP = "vassal", "tiled"
"""What is imported, as the command calls it."""
_ENDINGS = {".vmod": MODULE, ".vmdx": MODULE, ".tmx": MAP, ".tmj": MAP}
_BUILDFILES = ("buildFile.xml", "buildFile")
_BEGINNING = 4096
"""Bytes in which a map of Tiled says what it is."""
_MOST_FOLDERS = 1000
"""That are looked into for the buildfile of a module."""


def kind_of(path: Path) -> str:
    """Say what a file or a folder is, by what is in it: :data:`MODULE` or :data:`MAP`, or empty."""
    if path.is_dir():
        if not os.access(path, os.R_OK):
            return ""
        folders = (path, *sorted(path.iterdir())[:_MOST_FOLDERS])
        buildfiles = (folder / name for folder in folders for name in _BUILDFILES)
        return MODULE if any(map(Path.is_file, buildfiles)) else ""
    try:
        if not path.is_file():  # a pipe would be waited for without end
            return ""
        with path.open("rb") as file:
            head = file.read(_BEGINNING)
        if zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as archive:
                files = (name.rpartition("/")[2] for name in archive.namelist())
                if any(name in _BUILDFILES for name in files):
                    return MODULE
    except (OSError, ValueError, zipfile.BadZipFile, NotImplementedError):
        return ""
    is_markup = head.lstrip(b"\xef\xbb\xbf \r\n\t").startswith(b"<")
    if b"<map" in head and is_markup:
        return MAP
    if path.name in _BUILDFILES and is_markup:
        return MODULE
    return _ENDINGS.get(path.suffix.lower(), "")


def draft_of_file(
    kind: str,
    path: Path,
    name: str,
    tell: Telling = silent,
    chosen: ImportChoices = NOTHING,
    reduce: Reduce | None = None,
    tilesets: Path | None = None,
) -> Draft:
    """Make the draft of a module or a map; ``name`` is that of its folder.

    What was ``chosen`` goes before guesses, and ``reduce`` makes smaller pictures, of a module;
    ``tilesets`` is a folder with those of a map. A file ``buildFile.xml`` stands for its folder.
    :class:`~hexwar.imports.foreign_files.ImportRefusedError` if there is nothing to import.
    """
    if kind == MAP:
        from hexwar.imports.tiled.drafting import draft_of_map

        return draft_of_map(path, name, tilesets)
    from hexwar.imports.vassal.drafting import draft_of

    source = path.parent if path.name in _BUILDFILES and path.is_file() else path
    called = source.name or source.resolve().name
    return draft_of(opened(source), called, name, tell, chosen, reduce)
