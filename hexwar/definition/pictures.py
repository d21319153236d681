"""Pictures that a game brings: what they are and how large, told before they are decoded.

Nothing is drawn here. A picture of a hundred kilobytes may claim a thousand million pixels, so
its size is read from its header, and what is too large is never given to a decoder.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from hexwar.definition.files import read_from, stamp_of
from hexwar.definition.svg import SvgError, looks_like_svg, read_svg

MOST_BYTES = 16 * 1024 * 1024
MOST_PIXELS = 64_000_000
"""Of one picture."""
MOST_BYTES_TOGETHER = 64 * 1024 * 1024
MOST_PIXELS_TOGETHER = 128_000_000
"""Of all that a game names."""

KINDS = "PNG, JPEG, GIF or SVG"


class PictureError(ValueError):
    """A picture cannot be used, in words that follow its name."""


class PictureSize(NamedTuple):
    """A picture from outside: its bytes, and its width and height in pixels."""

    bytes: int
    width: int
    height: int

    @property
    def pixels(self) -> int:
        """The pixels that it has when it is decoded."""
        return self.width * self.height

    @property
    def too_large(self) -> str:
        """What is too large about it, in words that follow its name; empty if nothing is."""
        if self.bytes > MOST_BYTES:
            return f"has more than {MOST_BYTES:,} bytes"
        if self.pixels > MOST_PIXELS:
            size = f"{self.width:,} x {self.height:,}"
            return f"is {size} pixels, and a picture may have {MOST_PIXELS:,}"
        return ""


def look_at(folder: Path, name: str) -> PictureSize:
    """A picture in a folder or a pack, by the name that the game gives it.

    OSError if it cannot be read, :class:`PictureError` if it is no picture of the kinds known.
    """
    path = folder / name
    return _look(folder, path, *stamp_of(folder, path))


@lru_cache(maxsize=8192)
def _look(folder: Path, path: Path, changed: int, size: int) -> PictureSize:
    return PictureSize(size, *size_of(read_from(folder, path, MOST_BYTES + 1)))


def read_picture(folder: Path, name: str) -> bytes:
    """The bytes of a picture that may be decoded; else OSError or :class:`PictureError`."""
    if wrong := look_at(folder, name).too_large:
        raise PictureError(wrong)
    return read_from(folder, folder / name, MOST_BYTES)


def size_of(data: bytes) -> tuple[int, int]:
    """Width and height of a picture as it says itself. :class:`PictureError` if it is none.

    >>> size_of(b"GIF89a" + bytes([3, 0, 2, 0]))
    (3, 2)
    """
    for beginning, read in _KINDS.items():
        if data.startswith(beginning):
            width, height = read(data)
            if width < 1 or height < 1:
                raise PictureError("is a picture without a pixel")
            return width, height
    if looks_like_svg(data):
        try:
            drawing = read_svg(data)
        except SvgError as problem:
            raise PictureError(str(problem)) from None
        return drawing.width, drawing.height
    raise PictureError(f"is no picture that can be shown: it is no {KINDS}")


def _png(data: bytes) -> tuple[int, int]:
    if data[12:16] != b"IHDR" or len(data) < 24:
        raise PictureError("is a PNG that breaks off, or is damaged")
    return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")


def _gif(data: bytes) -> tuple[int, int]:
    if len(data) < 10:
        raise PictureError("is a GIF that breaks off")
    return int.from_bytes(data[6:8], "little"), int.from_bytes(data[8:10], "little")


_SIZED = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})
"""The segments of a JPEG that say how large it is."""
_BARE = frozenset({0x01, *range(0xD0, 0xD9)})
"""Those without a length."""


def _jpeg(data: bytes) -> tuple[int, int]:
    at = 2
    while at + 9 <= len(data) and data[at] == 0xFF:
        kind = data[at + 1]
        if kind == 0xFF:  # padding
            at += 1
        elif kind in _BARE:
            at += 2
        elif kind in _SIZED:
            height, width = data[at + 5 : at + 7], data[at + 7 : at + 9]
            return int.from_bytes(width, "big"), int.from_bytes(height, "big")
        else:
            at += 2 + max(2, int.from_bytes(data[at + 2 : at + 4], "big"))
    raise PictureError("is a JPEG that breaks off, or is damaged")


_KINDS: dict[bytes, Callable[[bytes], tuple[int, int]]] = {
    b"\x89PNG\r\n\x1a\n": _png,
    b"\xff\xd8\xff": _jpeg,
    b"GIF87a": _gif,
    b"GIF89a": _gif,
}
