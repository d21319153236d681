"""Find the pictures of a module under the names that modules use, and copy those of a draft.

A name may be spelled in composed or decomposed letters, in the zip as well as in the module. What
is not there, or is no picture, is noted for the list. Drawings in lines are reduced to what is
drawn, and kept as far as there is room, as their size and their text are asked for at different
times.

:class:`Images` finds and measures; :class:`Copies` gives a draft what it shows, under names of our
own, since a stranger's names are no names for files, and made smaller where it is too large.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from math import sqrt
from posixpath import dirname, join, normpath
from typing import NamedTuple

from hexwar.definition.pictures import (
    KINDS,
    MOST_BYTES,
    MOST_BYTES_TOGETHER,
    MOST_PIXELS,
    MOST_PIXELS_TOGETHER,
    PictureError,
    size_of,
)
from hexwar.definition.svg import (
    SvgDrawing,
    SvgError,
    SvgPart,
    looks_like_svg,
    parts_by_id,
    read_parts,
    read_svg,
)
from hexwar.imports.draft import PICTURES, Draft
from hexwar.imports.foreign_files import Entries, ImportRefusedError
from hexwar.imports.writing import Ids

FOLDER = "images/"
OWN_ICONS = "/images/"
"""Names that begin so are VASSAL's own icons, which are not in the module."""


class Images:
    """The pictures of a module, by the names that counters and boards have for them."""

    def __init__(self, archive: Entries) -> None:
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
        names = (*self._archive.names, *self._archive.refused)
        pictures = (name for name in names if name.startswith(FOLDER))
        return {unicodedata.normalize("NFC", name[len(FOLDER) :]): name for name in pictures}

    def entry(self, name: str) -> str | None:
        """Find the entry in the zip for a name; ``None`` if it is not there. Counts those."""
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
        """Measure a picture in pixels; ``None`` if it is not there or is none."""
        entry = self.entry(name)
        if entry is None:
            return None
        if entry not in self._sizes:
            self._sizes[entry] = self._measured(entry)
        return self._sizes[entry]

    def _measured(self, entry: str) -> tuple[int, int] | None:
        """Measure a picture that is read for the first time."""
        try:
            if drawing := self._read(entry):
                markup = drawing.markup().encode()
                self._room -= len(markup)
                if self._room >= 0:
                    self._drawn[entry] = markup
                return drawing.width, drawing.height
            # Its beginning says it, even of one that is too large to be read.
            return size_of(self._archive.head(entry))
        except (ImportRefusedError, PictureError, SvgError) as problem:
            self.unreadable[entry] = str(problem)
            return None

    def data(self, entry: str) -> bytes:
        """Read the bytes of a picture; none of one that cannot be read, which is noted."""
        try:
            if entry in self._archive:
                return self._archive.read(entry)
            self.unreadable[entry] = self._archive.refused[entry]
        except ImportRefusedError as problem:
            self.unreadable[entry] = str(problem)
        return b""

    def weight(self, name: str) -> int:
        """Say how many bytes a picture has; 0 if it is not there."""
        entry = self.entry(name)
        return 0 if entry is None else self._archive.weight(entry)

    def drawing(self, entry: str) -> bytes | None:
        """Read a picture that is drawn in lines, as what is drawn of it, whole: with what it shows
        of others of the module.

        ``None`` for any other. :class:`SvgError` if it cannot be drawn.
        """
        if (drawn_before := self._drawn.get(entry)) is not None:
            return drawn_before
        drawing = self._read(entry)
        return None if drawing is None else drawing.markup().encode()

    def _read(self, entry: str) -> SvgDrawing | None:
        """Read a drawing in lines; pictures that it names lie beside it."""
        if not looks_like_svg(self._archive.head(entry)):
            return None
        return read_svg(
            self.data(entry), lambda name: self._parts_of(normpath(join(dirname(entry), name)))
        )

    def _parts_of(self, entry: str) -> Mapping[str, SvgPart] | None:
        if entry not in self._parts:
            # Before it is read, so that pictures which show each other come to an end.
            self._parts[entry] = None
            if entry in self._archive:
                with suppress(SvgError):
                    self._parts[entry] = parts_by_id(read_parts(self.data(entry)))
        return self._parts[entry]


# -- the pictures of a draft: those that it shows, under names of our own, and within its limits ---

# A picture is copied when it is first asked for, if it can be shown and is within the bounds of one
# picture and of all; those of SVG are written out as what is drawn of them. Whatever is left is
# counted by why.


_ENDINGS = {b"\x89PNG": ".png", b"\xff\xd8\xff": ".jpg", b"GIF8": ".gif"}
MOST_REDUCED = 160_000_000
"""Pixels of a board of which a smaller picture is made: they take half a gigabyte."""
MOST_OF_BOARDS = 96_000_000
"""Pixels of all boards together, so that there is room for counters."""
MOST_BYTES_OF_BOARDS = 48 * 1024 * 1024
"""Bytes of the files of all boards together."""

Size = tuple[int, int]
Reduce = Callable[[bytes, int, int], bytes]
"""Makes a smaller picture, a JPEG, of one: its bytes, the new width and height.

``PictureError`` if it cannot be made.
"""


class CopiedBoards(NamedTuple):
    """Pictures of boards: their names in the folder of the game (empty: not carried over), and to
    what share of their size all of them were reduced (1: not at all).
    """

    names: list[str]
    share: float


class Copies:
    """Pictures as they are asked for, each copied once; ``left`` are those that are not, by why.

    ``reduce`` makes smaller ones of boards that are too large; without it they are left.
    """

    def __init__(
        self,
        images: Images,
        draft: Draft,
        folder: str = PICTURES,
        reduce: Reduce | None = None,
    ) -> None:
        self._images, self._draft, self._folder, self._reduce = images, draft, folder, reduce
        self._ids = Ids()
        self._copied: dict[tuple[str, float], str] = {}
        self._bytes, self._pixels = MOST_BYTES_TOGETHER, MOST_PIXELS_TOGETHER
        self.left: dict[str, Counter[str]] = {}
        self.drawn = 0
        """Of those that are copied: how many are drawn in lines."""
        self.reduced: dict[str, str] = {}
        """What was made smaller: from and to how many pixels, by name."""

    def __len__(self) -> int:
        return sum(bool(name) for name in self._copied.values())

    def of(self, name: str) -> str:
        """Name a picture in the folder of the game; empty if it is not carried over."""
        return self._of(name, 1)

    def boards(self, names: Sequence[str], every: Sequence[str]) -> CopiedBoards:
        """Copy pictures that lie side by side, of ``every`` picture of boards that there is."""
        # Those of one map by one share, or their hexes would differ in size.
        sizes = {image: size for image in {*every} if (size := self._images.size(image))}
        pixels = sum(wide * high for wide, high in sizes.values())
        weight = sum(self._images.weight(image) for image in sizes)
        share = min(1, sqrt(MOST_OF_BOARDS / max(pixels, 1)))
        if weight > MOST_BYTES_OF_BOARDS:
            share = min(share, sqrt(MOST_BYTES_OF_BOARDS / weight))
        for name in names:
            if size := sizes.get(name):
                share = min(share, sqrt(MOST_PIXELS / (size[0] * size[1])))
                if self._images.weight(name) > MOST_BYTES:
                    share = min(share, _SOMEWHAT)
        # Reckoned downwards, so that equal modules give equal pictures on all machines.
        share = int(share * 1000) / 1000 if self._reduce else 1
        return CopiedBoards([self._of(name, share) for name in names], share)

    def size(self, name: str, share: float) -> tuple[float, float]:
        """Say by how much width and height of a picture shrink if it is reduced to a share."""
        size = self._images.size(name)
        if size is None or share == 1:
            return 1, 1
        wide, high = _shared(size, share)
        return wide / size[0], high / size[1]

    def _of(self, name: str, share: float) -> str:
        entry = self._images.entry(name) if name else None
        if entry is None:
            return ""
        if (entry, share) not in self._copied:
            self._copied[entry, share] = self._copy(name, entry, share)
        return self._copied[entry, share]

    def _copy(self, name: str, entry: str, share: float) -> str:
        """Copy a picture and name it in the folder; empty where it is left, and why is noted."""
        size = self._images.size(name)
        data = self._images.data(entry)
        if size is None or not data:
            return self._leave(f"are no {KINDS} that can be read", name)
        ending = next((end for begin, end in _ENDINGS.items() if data.startswith(begin)), "")
        if (drawing := self._images.drawing(entry)) is not None:
            data, ending = drawing, ".svg"
        if not ending:
            return self._leave(f"are no {KINDS} that can be shown", name)
        picture_told = f"{name}: {size[0]:,} by {size[1]:,} pixels, {len(data):,} bytes"
        if share < 1:
            size, full_size = _shared(size, share), size
            try:
                if ending == ".svg":
                    data = read_svg(data).markup(*size).encode()
                elif full_size[0] * full_size[1] > MOST_REDUCED or self._reduce is None:
                    raise PictureError(f"can be made of {MOST_REDUCED:,} pixels at most")
                else:
                    data, ending = self._reduce(data, *size), ".jpg"
            except PictureError as problem:
                return self._leave(
                    f"are too large, and one that is smaller {problem}", picture_told
                )
            self.reduced[name] = (
                f"{size[0]:,} by {size[1]:,} pixels, made of {full_size[0]:,} by {full_size[1]:,}"
            )
        pixels = size[0] * size[1]
        if pixels > MOST_PIXELS or len(data) > MOST_BYTES:
            return self._leave(
                f"are larger than {MOST_PIXELS:,} pixels or {MOST_BYTES:,} bytes", picture_told
            )
        if pixels > self._pixels or len(data) > self._bytes:
            limit = f"{MOST_PIXELS_TOGETHER:,} pixels or {MOST_BYTES_TOGETHER:,} bytes"
            return self._leave(
                f"are more than a game may have in all, which is {limit}", picture_told
            )
        self.drawn += ending == ".svg"
        self._pixels -= pixels
        self._bytes -= len(data)
        # No file is written under the name that the module has for it: that may be anything.
        file = entry.rpartition("/")[2]
        stem = file.rpartition(".")[0] or file
        copied = f"{self._folder}/{self._ids.one(stem, 'picture')}{ending}"
        self._draft.files[copied] = data
        return copied

    def _leave(self, why: str, name: str) -> str:
        self.left.setdefault(why, Counter())[name] += 1
        return ""


_SOMEWHAT = 0.99
"""Of its size is a picture whose bytes alone are too many: as a JPEG it has fewer."""


def _shared(size: Size, share: float) -> Size:
    return max(1, round(size[0] * share)), max(1, round(size[1] * share))
