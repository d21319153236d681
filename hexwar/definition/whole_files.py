"""Files written whole or not at all: a cut, or a full disk, leaves what was there."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def in_place_of(path: Path) -> Iterator[Path]:
    """A new file to be written beside one, with the same ending; at the end it takes its place.

    It is deleted if anything is raised meanwhile. OSError if it cannot take the place.
    """
    part = path.with_name(f".{path.stem}.{os.getpid()}.part{path.suffix}")
    try:
        yield part
        with suppress(FileNotFoundError):
            part.chmod(path.stat().st_mode)
        part.replace(path)
    finally:
        with suppress(OSError):  # as long as another program has it open, Windows removes nothing
            part.unlink(missing_ok=True)


def write_whole(path: Path, content: bytes) -> None:
    """Put new content in a file's place at once. OSError if that cannot be."""
    with in_place_of(path) as part:
        part.write_bytes(content)
