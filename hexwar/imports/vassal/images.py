"""Pictures of a module: found under the names that modules use, with their sizes.

A name may be spelled in composed or decomposed letters, in the zip as well as in the module. What
is not there, or is no picture, is noted for the list. Drawings in lines are reduced to what is
drawn, and kept as far as there is room, as their size and their text are asked for at different
times.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from contextlib import suppress
from functools import cached_property
from posixpath import dirname, join, normpath

from hexwar.definition.pictures import MOST_BYTES_TOGETHER, PictureError, size_of
from hexwar.definition.svg import (
    SvgDrawing,
    SvgError,
    SvgPart,
    looks_like_svg,
    parts_by_id,
    read_parts,
    read_svg,
)
from hexwar.imports.archive import Archive

FOLDER = "images/"
OWN_ICONS = "/images/"
"""Names that begin so are VASSAL's own icons, which are not in the module."""


class Images:
    """The pictures of a module, by the names that counters and boards have for them."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._sizes: dict[str, tuple[int, int] | None] = {}
        self._parts: dict[str, Mapping[str, SvgPart] | None] = {}
        self._drawn: dict[str, bytes] = {}
        self._room = MOST_BYTES_TOGETHER  # more are read again when they are copied
        self.missing: dict[str, int] = {}
        self.unreadable: dict[str, str] = {}

    @cached_property
    def _by_name(self) -> dict[str, str]:
        """Composed names without the folder, as some zips write them composed."""
        inside = (name for name in self._archive.names if name.startswith(FOLDER))
        return {unicodedata.normalize("NFC", name[len(FOLDER) :]): name for name in inside}

    def entry(self, name: str) -> str | None:
        """The entry in the zip for a name; ``None`` if it is not there. Counts those."""
        if not name.strip() or name.startswith(OWN_ICONS):
            return None
        composed = unicodedata.normalize("NFC", name)
        # A module may leave the ending of a GIF out.
        for spelled in (composed, f"{composed}.gif"):
            if (entry_name := self._by_name.get(spelled)) is not None:
                return entry_name
        self.missing[name] = self.missing.get(name, 0) + 1
        return None

    def size(self, name: str) -> tuple[int, int] | None:
        """Width and height of a picture in pixels; ``None`` if it is not there or is none."""
        entry = self.entry(name)
        if entry is None:
            return None
        if entry not in self._sizes:
            self._sizes[entry] = self._measured(entry)
        return self._sizes[entry]

    def data(self, entry: str) -> bytes:
        """The bytes of a picture."""
        return self._archive.read(entry)

    def drawing(self, entry: str) -> bytes | None:
        """A picture that is drawn in lines, as what is drawn of it, whole: with what it shows of
        others of the module.

        ``None`` for any other. :class:`SvgError` if it cannot be drawn.
        """
        if (known := self._drawn.get(entry)) is not None:
            return known
        drawing = self._read(entry)
        return None if drawing is None else drawing.markup().encode()

    def _read(self, entry: str) -> SvgDrawing | None:
        data = self._archive.read(entry)
        if not looks_like_svg(data):
            return None
        return read_svg(data, lambda name: self._parts_of(normpath(join(dirname(entry), name))))

    def _parts_of(self, entry: str) -> Mapping[str, SvgPart] | None:
        if entry not in self._parts:
            # Before it is read, so that pictures which show each other come to an end.
            self._parts[entry] = None
            if entry in self._archive:
                with suppress(SvgError):
                    self._parts[entry] = parts_by_id(read_parts(self._archive.read(entry)))
        return self._parts[entry]

    def _measured(self, entry: str) -> tuple[int, int] | None:
        try:
            if drawing := self._read(entry):
                markup = drawing.markup().encode()
                self._room -= len(markup)
                if self._room >= 0:
                    self._drawn[entry] = markup
                return drawing.width, drawing.height
            return size_of(self._archive.read(entry))
        except (PictureError, SvgError) as problem:
            self.unreadable[entry] = str(problem)
            return None
