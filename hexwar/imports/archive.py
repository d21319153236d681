"""A zip of anybody's, read in memory and bounded: modules and saved games."""

from __future__ import annotations

import unicodedata
import zipfile
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from zlib import error as zlib_error

from hexwar.definition.archives import (
    TooMuchError,
    bytes_of,
    leads_elsewhere,
    swells,
    unreadable,
)
from hexwar.definition.printable import path_named
from hexwar.imports.refusal import UNREADABLE, ImportRefusedError

MOST_ENTRIES = 20_000
MOST_BYTES = 512 * 1024 * 1024
"""That come out of one file in all."""
MOST_OF_ONE = 64 * 1024 * 1024
MOST_RATIO = 500
"""Pictures of one colour are packed 300 times and more."""
LONGEST_ENTRY = 1000


class Archive:
    """What is in a zip, by name; every entry is read when it is asked for.

    Names that mean two files on some system are harmless, as nothing is unpacked: an entry is
    found by its own name, and of two of the same name the first counts. Raises
    :class:`ImportRefusedError` if the zip is broken or hostile; sentences begin with ``called``.
    """

    def __init__(self, data: bytes, called: str) -> None:
        self.called = called
        self._left = MOST_BYTES
        self._read: set[str] = set()
        self._entries: dict[str, zipfile.ZipInfo] = {}
        try:
            self._zip = zipfile.ZipFile(BytesIO(data))
            entries = self._zip.infolist()
        except _BROKEN as problem:
            raise self._refused(f"is no zip that can be read ({problem})") from None
        self._look_through(entries)
        self.names = tuple(self._entries)

    def __contains__(self, name: object) -> bool:
        return name in self._entries

    def read(self, name: str) -> bytes:
        """What is in an entry. ``KeyError`` if there is none."""
        entry = self._entries[name]
        try:
            most = MOST_OF_ONE if name in self._read else min(MOST_OF_ONE, self._left)
            data = bytes_of(self._zip, entry, most)
        except TooMuchError:
            what = f"holds {path_named(name)}, which has more in it than may be read"
            raise self._refused(what) from None
        except _BROKEN as problem:
            what = f"is broken: {path_named(name)} cannot be read ({problem})"
            raise self._refused(what) from None
        if name not in self._read:  # what is read again was counted
            self._read.add(name)
            self._left -= len(data)
        return data

    def _look_through(self, entries: Sequence[zipfile.ZipInfo]) -> None:
        if len(entries) > MOST_ENTRIES:
            limit = f"and {MOST_ENTRIES:,} are read"
            raise self._refused(f"holds {len(entries):,} files, {limit}")
        whole = 0
        for entry in entries:
            name, why = entry.filename, _wrong(entry)
            if why:
                shown = path_named(name)
                raise self._refused(f"is not read: {shown} {why}")
            whole += entry.file_size
            if not name.endswith("/"):
                self._entries.setdefault(name, entry)
        if whole > MOST_BYTES:
            limit = f"and {MOST_BYTES:,} are read"
            raise self._refused(f"unpacks to {whole:,} bytes, {limit}")

    def _refused(self, why: str) -> ImportRefusedError:
        return ImportRefusedError(UNREADABLE, f"{self.called} {why}")


_BROKEN = (
    zipfile.BadZipFile,
    NotImplementedError,
    EOFError,
    OSError,
    RuntimeError,
    ValueError,
    zlib_error,
)
"""What reading a broken zip raises."""


def _wrong(entry: zipfile.ZipInfo) -> str:
    name = entry.filename
    if len(name) > LONGEST_ENTRY:
        return "is longer than a name may be"
    if leads_elsewhere(name) or any(unicodedata.category(letter) == "Cc" for letter in name):
        return "leads out of the zip"
    if why := unreadable(entry):
        return why
    if entry.file_size > MOST_OF_ONE:
        return f"has {entry.file_size:,} bytes, and {MOST_OF_ONE:,} are read"
    if swells(entry, MOST_RATIO):
        return f"grows more than {MOST_RATIO} times when it is unpacked"
    return ""


def read_file(path: Path, most: int = MOST_BYTES) -> bytes:
    """A file from the disk, bounded. :class:`ImportRefusedError` if it cannot be read."""
    called = path_named(path)
    try:
        if not path.is_file():  # a pipe would be waited for without end
            what = "is a folder" if path.is_dir() else "is not there, or no file"
            raise ImportRefusedError(UNREADABLE, f"{called} {what}")
        with path.open("rb") as stream:
            data = stream.read(most + 1)
    except (OSError, ValueError) as problem:
        if isinstance(problem, ImportRefusedError):
            raise
        why = problem.strerror if isinstance(problem, OSError) else problem
        raise ImportRefusedError(UNREADABLE, f"{called} cannot be read: {why}") from None
    if len(data) > most:
        raise ImportRefusedError(UNREADABLE, f"{called} has more than {most:,} bytes")
    return data
