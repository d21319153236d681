"""Look at pictures that a game brings: what they are and how large, before they are decoded.

Nothing is drawn here. A picture of a hundred kilobytes may claim a thousand million pixels, so
its size is read from its header, and what is too large is never given to a decoder.

First the bounds of a picture; then :func:`look_at`, which tells what is in a folder, and
:func:`read_picture`. The headers of pictures in pixels are read by :mod:`.raster`; :mod:`.svg`
reads an SVG whole and reduces it to what is drawn.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from hexwar.definition.folder import read_from, stamp_of
from hexwar.definition.raster import RasterError, raster_size
from hexwar.definition.svg import SvgError, looks_like_svg, read_svg

# Of one picture: a map of 8,000 by 8,000 pixels, which takes 256 megabytes when it is decoded.
MOST_BYTES = 16 * 1024 * 1024
MOST_PIXELS = 64_000_000

# Of all pictures that a game names.
MOST_BYTES_TOGETHER = 64 * 1024 * 1024
MOST_PIXELS_TOGETHER = 128_000_000

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
    """Look at a picture in a folder or a pack, by the name that the game gives it.

    OSError if it cannot be read, :class:`PictureError` if it is no picture of the kinds known.
    """
    path = folder / name
    return _size_as_of(folder, path, *stamp_of(folder, path))


# The time of the last change is part of the key, as the size is: a file that was written again is
# read again.
@lru_cache(maxsize=8192)
def _size_as_of(folder: Path, path: Path, changed: int, size: int) -> PictureSize:
    return PictureSize(size, *size_of(read_from(folder, path, MOST_BYTES + 1)))


def read_picture(folder: Path, name: str) -> bytes:
    """Read the bytes of a picture that may be decoded; else OSError or :class:`PictureError`."""
    if wrong := look_at(folder, name).too_large:
        raise PictureError(wrong)
    return read_from(folder, folder / name, MOST_BYTES)


def size_of(data: bytes) -> tuple[int, int]:
    """Read width and height from a picture's header. :class:`PictureError` if it is none.

    >>> size_of(b"GIF89a" + bytes([3, 0, 2, 0]))
    (3, 2)
    """
    try:
        if size := raster_size(data):
            return size
        if looks_like_svg(data):
            drawing = read_svg(data)
            return drawing.width, drawing.height
    except (RasterError, SvgError) as problem:
        raise PictureError(str(problem)) from None
    raise PictureError(f"is no picture that can be shown: it is no {KINDS}")
