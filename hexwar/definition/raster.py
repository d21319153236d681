"""Read how large pictures in pixels say they are, from their headers alone.

Nothing is decoded. First :func:`raster_size`; then a reader for each kind of file.
"""

from __future__ import annotations

from collections.abc import Callable


class RasterError(ValueError):
    """A picture breaks off or is damaged, in words that follow its name."""


def raster_size(data: bytes) -> tuple[int, int] | None:
    """Read width and height of a PNG, JPEG or GIF; ``None`` for anything else.

    >>> raster_size(b"GIF89a" + bytes([3, 0, 2, 0]))
    (3, 2)
    """
    for beginning, size_in_header in _READERS.items():
        if data.startswith(beginning):
            width, height = size_in_header(data)
            if width < 1 or height < 1:
                raise RasterError("is a picture without a pixel")
            return width, height
    return None


# A PNG has its header first: length, IHDR, width and height, four bytes each. A GIF has width and
# height behind its six letters, in two bytes each, the low one first. A JPEG is a row of segments,
# FF, a kind and a length, of which one, somewhere, has height and width.


_PNG_HEADER, _GIF_HEADER, _JPEG_SIZE = 24, 10, 9
"""Bytes up to the end of the size: of a file, and of a segment of a JPEG."""


def _png(data: bytes) -> tuple[int, int]:
    if data[12:16] != b"IHDR" or len(data) < _PNG_HEADER:
        raise RasterError("is a PNG that breaks off, or is damaged")
    return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")


def _gif(data: bytes) -> tuple[int, int]:
    if len(data) < _GIF_HEADER:
        raise RasterError("is a GIF that breaks off")
    return int.from_bytes(data[6:8], "little"), int.from_bytes(data[8:10], "little")


# C4 and CC hold tables of codes, C8 is kept for later: these are no frames.
_FRAMES = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})
"""The segments of a JPEG that say how large it is."""
_WITHOUT_LENGTH = frozenset({0x01, *range(0xD0, 0xD9)})
"""Those that are a mark and nothing else."""


def _jpeg(data: bytes) -> tuple[int, int]:
    offset = 2  # behind the mark of the kind of file
    while offset + _JPEG_SIZE <= len(data) and data[offset] == 0xFF:
        kind = data[offset + 1]
        if kind == 0xFF:  # padding
            offset += 1
        elif kind in _WITHOUT_LENGTH:
            offset += 2
        elif kind in _FRAMES:
            height, width = data[offset + 5 : offset + 7], data[offset + 7 : offset + 9]
            return int.from_bytes(width, "big"), int.from_bytes(height, "big")
        else:
            # A length counts its own two bytes.
            offset += 2 + max(2, int.from_bytes(data[offset + 2 : offset + 4], "big"))
    raise RasterError("is a JPEG that breaks off, or is damaged")


_READERS: dict[bytes, Callable[[bytes], tuple[int, int]]] = {
    b"\x89PNG\r\n\x1a\n": _png,
    b"\xff\xd8\xff": _jpeg,
    b"GIF87a": _gif,
    b"GIF89a": _gif,
}
"""What reads the size, by the bytes with which a file of the kind begins."""
