"""Pictures of a module: found under the names that modules use, with their sizes.

A name may be spelled in composed or decomposed letters, in the zip as well as in the module. What
is not there, or is no picture, is noted for the list. Drawings in lines are reduced to what is
drawn, and kept as far as there is room, as their size and their text are asked for at different
times.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from functools import cached_property
from posixpath import dirname, join, normpath

from hexwar.definition.pictures import (
    KINDS,
    MOST_BYTES,
    MOST_BYTES_TOGETHER,
    MOST_PIXELS,
    MOST_PIXELS_TOGETHER,
    PictureError,
    SvgDrawing,
    SvgError,
    SvgPart,
    looks_like_svg,
    parts_by_id,
    read_parts,
    read_svg,
    size_of,
)
from hexwar.imports.draft import PICTURES, Draft
from hexwar.imports.foreign_files import Archive
from hexwar.imports.writing import Ids

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


# -- the pictures of a draft: those that it shows, under names of our own, and within its limits ---

# A picture is copied when it is first asked for, if it can be shown and is within the bounds of one
# picture and of all; those of SVG are written anew as what is drawn of them. Whatever is left is
# counted by why.


_ENDINGS = {b"\x89PNG": ".png", b"\xff\xd8\xff": ".jpg", b"GIF8": ".gif"}


class Copies:
    """Pictures as they are asked for, each copied once; ``left`` are those that are not, by why."""

    def __init__(self, images: Images, draft: Draft, folder: str = PICTURES) -> None:
        self._images, self._draft, self._folder = images, draft, folder
        self._ids = Ids()
        self._copied: dict[str, str] = {}
        self._bytes, self._pixels = MOST_BYTES_TOGETHER, MOST_PIXELS_TOGETHER
        self.left: dict[str, Counter[str]] = {}
        self.drawn = 0
        """Of those that are copied: how many are drawn in lines."""

    def __len__(self) -> int:
        return sum(bool(name) for name in self._copied.values())

    def of(self, name: str) -> str:
        """The name of a picture in the folder of the game; empty if it is not carried over."""
        if not name:
            return ""
        entry = self._images.entry(name)
        if entry is None:
            return ""
        if entry not in self._copied:
            self._copied[entry] = self._copy(name, entry)
        return self._copied[entry]

    def _copy(self, name: str, entry: str) -> str:
        size = self._images.size(name)
        data = self._images.data(entry)
        ending = next((end for begin, end in _ENDINGS.items() if data.startswith(begin)), "")
        if size is not None and (drawing := self._images.drawing(entry)) is not None:
            data, ending = drawing, ".svg"
            self.drawn += 1
        if size is None or not ending:
            return self._leave(f"are no {KINDS} that can be shown", name)
        pixels = size[0] * size[1]
        if pixels > MOST_PIXELS or len(data) > MOST_BYTES:
            return self._leave(
                f"are larger than {MOST_PIXELS:,} pixels or {MOST_BYTES:,} bytes", name
            )
        if pixels > self._pixels or len(data) > self._bytes:
            return self._leave("are more than a game may have in all", name)
        self._pixels -= pixels
        self._bytes -= len(data)
        # No file is written under the name that the module has for it: that may be anything.
        plain = entry.rpartition("/")[2]
        stem = plain.rpartition(".")[0] or plain
        copied = f"{self._folder}/{self._ids.one(stem, 'picture')}{ending}"
        self._draft.files[copied] = data
        return copied

    def _leave(self, why: str, name: str) -> str:
        self.left.setdefault(why, Counter())[name] += 1
        return ""
