"""Pictures of a module: found under the names that modules use, with their sizes."""

from __future__ import annotations

import re
import unicodedata
from functools import cached_property

from hexwar.definition.pictures import PictureError, size_of
from hexwar.imports.archive import Archive

FOLDER = "images/"
OWN_ICONS = "/images/"
"""Names that begin so are VASSAL's own icons, which are not in the module."""

_SVG = re.compile(rb"<svg[\s>]")


class Images:
    """The pictures of a module, by the names that counters and boards have for them."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._sizes: dict[str, tuple[int, int] | None] = {}
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
        for spelled in (composed, f"{composed}.gif"):
            if (found := self._by_name.get(spelled)) is not None:
                return found
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

    def is_svg(self, entry: str) -> bool:
        """Whether a picture is drawn in lines: such are not shown."""
        return entry.lower().endswith(".svg")

    def _measured(self, entry: str) -> tuple[int, int] | None:
        data = self._archive.read(entry)
        if self.is_svg(entry):
            return _svg_size(data)
        try:
            return size_of(data)
        except PictureError as problem:
            self.unreadable[entry] = str(problem)
            return None


def _svg_size(data: bytes) -> tuple[int, int] | None:
    """Width and height as the first element says; no more of an SVG is ever read."""
    head = data[:20_000]
    found = _SVG.search(head)
    if found is None:
        return None
    tag = head[found.start() : head.find(b">", found.start()) + 1].decode("utf-8", "replace")
    numbers = [_length(tag, name) for name in ("width", "height")]
    if all(numbers):
        return numbers[0], numbers[1]
    box = re.search(r"viewBox\s*=\s*[\"']([^\"']{1,100})", tag)
    parts = re.split(r"[\s,]+", box[1].strip()) if box else []
    try:
        return round(float(parts[2])), round(float(parts[3]))
    except (IndexError, ValueError, OverflowError):
        return None


def _length(tag: str, name: str) -> int:
    found = re.search(rf"\s{name}\s*=\s*[\"'](\d{{1,6}})(?:\.\d{{1,9}})?(?:px)?[\"']", tag)
    return int(found[1]) if found else 0
