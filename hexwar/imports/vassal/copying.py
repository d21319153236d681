"""The pictures of a draft: those that it shows, under names of our own, and within its limits.

A picture is copied when it is first asked for, if it can be shown and is within the bounds of one
picture and of all; those of SVG are written anew as what is drawn of them. Whatever is left is
counted by why.
"""

from __future__ import annotations

from collections import Counter

from hexwar.definition.pictures import (
    KINDS,
    MOST_BYTES,
    MOST_BYTES_TOGETHER,
    MOST_PIXELS,
    MOST_PIXELS_TOGETHER,
)
from hexwar.imports.draft import PICTURES, Draft
from hexwar.imports.vassal.images import Images
from hexwar.imports.writing import Ids

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
