"""The fonts of this machine, for signs that the shipped font lacks, and what is in them.

They are looked for when the first such sign comes, where systems keep them: no program is asked, so
that one machine always answers the same. The first font that has a sign draws it, everywhere.
"""

from __future__ import annotations

import os
import struct
import sys
import unicodedata
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from importlib.resources import as_file, files
from itertools import islice
from pathlib import Path
from typing import BinaryIO, Protocol

REGULAR, BOLD = "FiraSans-Regular.ttf", "FiraSans-SemiBold.ttf"
"""The shipped fonts; both have the same signs."""

_PLAIN = "\u017f"
"""The shipped font has all of Latin as Europe writes it, up to this one."""

_ENDINGS = (".ttf", ".otf", ".ttc", ".otc")
_MOST_FILES = 5000
_DEEPEST = 8

_NOTHING_BUT_BOXES = ("lastresort", "adobeblank", "notdef", "tofu")
"""Fonts that claim to have every sign."""

_LATER = (
    *("italic", "oblique", "slant", "mono", "serif", "condensed", "narrow", "display"),
    *("bold", "black", "heavy", "light", "thin", "medium", "semi", "extra", "color", "emoji"),
)
"""Words in the names of fonts that are taken if there is no plainer one."""


_BOLD_ENDS = ("-Bold", "bd", "b", " Bold")
"""What the names of bold fonts have behind that of the plain one."""


def shipped_file(name: str) -> bytes:
    """A shipped font."""
    return files(__package__).joinpath(name).read_bytes()


@cache
def _shipped() -> FontFile:
    with as_file(files(__package__).joinpath(REGULAR)) as path:
        return FontFile(path)


@lru_cache(maxsize=10_000)
def is_shipped(sign: str) -> bool:
    """Whether the shipped font has a character, or it is one that nobody sees."""
    return sign <= _PLAIN or is_unseen(sign) or _shipped().has(sign)


def is_unseen(sign: str) -> bool:
    """Whether a character has no shape of its own: spaces, joiners, variants of the one before."""
    kind = unicodedata.category(sign)
    return kind in ("Zs", "Zl", "Zp", "Cc", "Cf") or 0xFE00 <= ord(sign) <= 0xFE0F


def fonts_with(sign: str) -> Iterator[Path]:
    """Fonts of this machine that have a character, the best first."""
    return (font.path for font in _fonts() if font.has(sign))


@lru_cache(maxsize=1000)
def bold_beside(font: Path, text: str) -> Path | None:
    """The bold one that belongs to a font of this machine, if it has a text."""
    names = {font.stem.replace("Regular", "Bold"), *(font.stem + end for end in _BOLD_ENDS)}
    beside = (each for each in _fonts() if each.path.parent == font.parent)
    bolder = (each for each in beside if each.path.stem in names - {font.stem})
    signs = [sign for sign in text if not is_unseen(sign)]
    return next((each.path for each in bolder if all(map(each.has, signs))), None)


@lru_cache(maxsize=10_000)
def is_drawable(sign: str) -> bool:
    """Whether any font here has a character."""
    return is_shipped(sign) or any(True for _ in fonts_with(sign))


def named(sign: str) -> str:
    """A character with its number, and its name where it has one that says more.

    >>> named("★"), named("東")
    ('★ (BLACK STAR, U+2605)', '東 (U+6771)')
    """
    number = f"U+{ord(sign):04X}"
    name = unicodedata.name(sign, "")
    says_more = name and not name.endswith(number[2:])
    return f"{sign} ({name}, {number})" if says_more else f"{sign} ({number})"


def folders() -> Sequence[Path]:
    """Where this system keeps fonts; those of the person first."""
    home = Path.home()
    if sys.platform == "win32":
        local = Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local"))
        system = Path(os.environ.get("WINDIR", "C:\\Windows"))
        return local / "Microsoft" / "Windows" / "Fonts", system / "Fonts"
    if sys.platform == "darwin":
        own = home / "Library" / "Fonts"
        return own, Path("/Library/Fonts"), Path("/System/Library/Fonts")
    own = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    shared = os.environ.get("XDG_DATA_DIRS", "").split(os.pathsep)
    places = [own, *map(Path, filter(None, shared)), Path("/usr/local/share"), Path("/usr/share")]
    return home / ".fonts", *(place / "fonts" for place in dict.fromkeys(places))


@cache
def _fonts() -> tuple[FontFile, ...]:
    """Every font that can be read, plain ones first."""
    paths = (path for folder in folders() for path in _inside(folder, _DEEPEST))
    return tuple(filter(None, map(_opened, sorted(islice(paths, _MOST_FILES), key=_rank))))


def _inside(folder: Path, deepest: int) -> Iterator[Path]:
    """The font files of a folder and those below it, in the order of their names."""
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:
        return
    for entry in entries:
        if entry.name.lower().endswith(_ENDINGS):
            yield Path(entry.path)
        elif deepest and entry.is_dir(follow_symlinks=False):
            yield from _inside(Path(entry.path), deepest - 1)


def _rank(path: Path) -> tuple[int, bool, str, str]:
    name = path.stem.lower()
    return sum(word in name for word in _LATER), "sans" not in name, name, str(path)


def _opened(path: Path) -> FontFile | None:
    if any(word in path.stem.lower() for word in _NOTHING_BUT_BOXES):
        return None
    try:
        return FontFile(path) if path.is_file() else None
    except (OSError, UnreadableFontError):
        return None


# Which signs a font file has: its table ``cmap``, read as the OpenType specification has it.
#
# A library for fonts comes with the printing of PDFs alone, and pygame's own answer ends at U+FFFF.
# A file may be anybody's and broken: whatever is in it, the answer is a glyph or none.


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
