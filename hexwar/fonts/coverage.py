"""Which signs a font file has: its table ``cmap``, read as the OpenType specification has it.

A library for fonts comes with the printing of PDFs alone, and pygame's own answer ends at U+FFFF.
A file may be anybody's and broken: whatever is in it, the answer is a glyph or none.
"""

from __future__ import annotations

import struct
import sys
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, Protocol

_MOST_TABLES = 100
_MOST_BYTES = 4 * 1024 * 1024
"""Of one table that is read."""

_OUTLINED = {"CFF ", "CFF2", "CBDT", "sbix"}
"""Tables that hold glyphs in which no empty one is looked for."""

_UNICODE = ((3, 10), (0, 6), (0, 4), (3, 1), (0, 3), (0, 2), (0, 1), (0, 0))
"""Platform and encoding of maps from Unicode, those of all planes first."""


class UnreadableFontError(ValueError):
    """A file is no font, breaks off, or has nothing that could be drawn."""


class _Map(Protocol):
    """From code points to glyphs."""

    def glyph(self, code: int) -> int:
        """The glyph of a code point, 0 if there is none."""


class FontFile:
    """The signs of one font file, of the first font where it is a collection.

    :class:`UnreadableFontError` or OSError if it cannot be read.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            with path.open("rb") as file:
                tables = _tables(file)
                self._map = _map(_read(file, tables, "cmap"))
                self._ends = self._ends_of_outlines(file, tables)
        except (struct.error, KeyError, IndexError) as broken:
            raise UnreadableFontError(f"{path} is no whole font") from broken

    def has(self, sign: str) -> bool:
        """Whether it can draw a character; of white space an empty glyph is right."""
        try:
            glyph = self._map.glyph(ord(sign))
            if not glyph or self._ends is None or sign.isspace():
                return bool(glyph)
            return self._ends[glyph] < self._ends[glyph + 1]
        except IndexError:  # it speaks of glyphs that it has not
            return False

    @staticmethod
    def _ends_of_outlines(file: BinaryIO, tables: dict[str, tuple[int, int]]) -> array[int] | None:
        """Where outlines end, in TrueType: colours of a kind that few can draw have empty ones."""
        if not tables.keys().isdisjoint(_OUTLINED):
            return None
        if "glyf" not in tables:
            raise UnreadableFontError("nothing that could be drawn")
        (is_long,) = struct.unpack_from(">h", _read(file, tables, "head"), 50)
        return _numbers(_read(file, tables, "loca"), "I" if is_long else "H")


def _tables(file: BinaryIO) -> dict[str, tuple[int, int]]:
    """Where each table lies, and how long it is."""
    start = 0
    kind = file.read(4)
    if kind == b"ttcf":
        (start,) = struct.unpack(">8xI", file.read(12))
        file.seek(start)
        kind = file.read(4)
    if kind not in (b"\0\1\0\0", b"OTTO", b"true"):
        raise UnreadableFontError("no font")
    (number,) = struct.unpack(">H6x", file.read(8))
    number = min(number, _MOST_TABLES)
    records = struct.iter_unpack(">4s4xII", file.read(16 * number))
    return {name.decode("latin-1"): (place, length) for name, place, length in records}


def _read(file: BinaryIO, tables: dict[str, tuple[int, int]], name: str) -> bytes:
    place, length = tables[name]
    file.seek(place)
    content = file.read(min(length, _MOST_BYTES))
    if len(content) < length:
        raise UnreadableFontError(f"{name} breaks off, or is too long")
    return content


def _numbers(content: bytes, kind: str) -> array[int]:
    """Numbers of two bytes (``H``) or four (``I``), the greatest byte first."""
    numbers = array(kind)
    numbers.frombytes(content[: len(content) // numbers.itemsize * numbers.itemsize])
    if sys.byteorder == "little":
        numbers.byteswap()
    return numbers


def _map(cmap: bytes) -> _Map:
    """The best of the maps in a table ``cmap``."""
    (number,) = struct.unpack_from(">2xH", cmap)
    offered: dict[tuple[int, int], int] = {}
    for index in range(min(number, _MOST_TABLES)):
        platform, encoding, place = struct.unpack_from(">HHI", cmap, 4 + 8 * index)
        offered.setdefault((platform, encoding), place)
    for kind in _UNICODE:
        place = offered.get(kind, 0)
        read = _FORMATS.get(struct.unpack_from(">H", cmap, place)[0]) if place else None
        if read is not None:
            return read(cmap[place:])
    raise UnreadableFontError("no map from Unicode")


class _Segments:
    """Format 4: stretches of the first plane, each with its glyphs by a distance or a list."""

    def __init__(self, table: bytes) -> None:
        self._words = _numbers(table, "H")
        count = self._count = self._words[3] // 2
        self._ends = self._words[7 : 7 + count]
        self._starts = self._words[8 + count : 8 + 2 * count]

    def glyph(self, code: int) -> int:
        place = bisect_left(self._ends, code)
        if place == len(self._ends) or self._starts[place] > code:
            return 0
        step = self._words[8 + 2 * self._count + place]
        at = 8 + 3 * self._count + place
        offset = self._words[at]
        if not offset:
            return (code + step) & 0xFFFF
        glyph = self._words[at + offset // 2 + code - self._starts[place]]
        return (glyph + step) & 0xFFFF if glyph else 0


class _Trimmed:
    """Format 6: one stretch and the glyph of each."""

    def __init__(self, table: bytes) -> None:
        first, count = struct.unpack_from(">6xHH", table)
        self._first = int(first)
        self._glyphs = _numbers(table[10 : 10 + 2 * count], "H")

    def glyph(self, code: int) -> int:
        place = code - self._first
        return self._glyphs[place] if 0 <= place < len(self._glyphs) else 0


class _Groups:
    """Format 12: stretches of all planes, each with glyphs in a row."""

    def __init__(self, table: bytes) -> None:
        (count,) = struct.unpack_from(">12xI", table)
        words = _numbers(table[16 : 16 + 12 * count], "I")
        self._starts, self._ends, self._glyphs = words[::3], words[1::3], words[2::3]

    def glyph(self, code: int) -> int:
        place = bisect_right(self._starts, code) - 1
        if place < 0 or self._ends[place] < code:
            return 0
        return self._glyphs[place] + code - self._starts[place]


_FORMATS: dict[int, Callable[[bytes], _Map]] = {4: _Segments, 6: _Trimmed, 12: _Groups}
