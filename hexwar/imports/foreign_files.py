"""Read files of anybody: zips, folders and XML, in memory and bounded, and refuse what may do harm.

A stranger's file may be made to do harm: to grow without end when it is unpacked, to lead out of
its folder, to nest deeper than a stack. So nothing is unpacked to the disk, and each bound below is
held against before what it bounds is made.

First what is in a zip or a folder, then XML, then the refusal that both of them raise.
"""

from __future__ import annotations

import os
import unicodedata
import zipfile
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from io import BytesIO
from pathlib import Path
from typing import IO, Any
from zlib import error as zlib_error

from hexwar.definition.archives import leads_elsewhere, swells, unreadable
from hexwar.definition.markup import MarkupError, parse_markup
from hexwar.definition.printable import clean, path_named

# -- what is in a zip of anybody's, or in a folder: modules and saved games ------------------------


MOST_ENTRIES = 20_000
MOST_BYTES = 512 * 1024 * 1024
"""That come out of one file in all."""
MOST_OF_ONE = 64 * 1024 * 1024
MOST_RATIO = 500
"""Pictures of one colour are packed 300 times and more."""
LONGEST_ENTRY = 1000
"""Characters of a name."""
HEAD = 1024 * 1024
"""Of an entry, to see what it is and how large a picture."""
DEEPEST_FOLDER = 12


class Entries(ABC):
    """What is in a file or folder of a stranger's, by name; each is read when it is asked for.

    ``names`` are those that may be read, ``refused`` the others with what is wrong with them: a
    caller that asks for none of these has nothing to fear from them. Sentences begin with
    ``called``.
    """

    def __init__(self, called: str) -> None:
        self.called = called
        self.refused: dict[str, str] = {}
        self.names: tuple[str, ...] = ()
        self._left = MOST_BYTES
        self._read: dict[str, str] = {}

    def __contains__(self, name: object) -> bool:
        return name in self._known

    @property
    def digest(self) -> str:
        """Of all that was read of it until now."""
        digest = blake2b(digest_size=16)
        for name in sorted(self._read):
            digest.update(f"{name}\0{self._read[name]}\0".encode("utf-8", "replace"))
        return digest.hexdigest()

    def read(self, name: str) -> bytes:
        """Read what is in an entry. ``KeyError`` if there is none.

        :class:`ImportRefusedError` if it is broken, or more than may be read.
        """
        # What is read again was counted.
        most = MOST_OF_ONE if name in self._read else min(MOST_OF_ONE, self._left)
        data = self._bytes(name, most + 1)
        if len(data) > most:
            why = f"{path_named(name)} has more in it than the {most:,} bytes that may be read"
            raise self._refusal(f"holds too much: {why}")
        if name not in self._read:
            self._read[name] = blake2b(data, digest_size=16).hexdigest()
            self._left -= len(data)
        return data

    def head(self, name: str) -> bytes:
        """Read the beginning of an entry, of one that is too large to be read as well."""
        return self._bytes(name, HEAD)

    def below(self, folder: str) -> None:
        """Be what lies in a folder of it, which ends with a slash; names are those in there."""
        self._take(
            {
                name.removeprefix(folder): self._places[name]
                for name in self._places
                if name.startswith(folder)
            },
            {
                name.removeprefix(folder): why
                for name, why in self.refused.items()
                if name.startswith(folder)
            },
        )

    def _take(self, places: dict[str, Any], refused: dict[str, str]) -> None:
        self._places, self.refused = places, refused
        self.names = tuple(name for name in places if name not in refused)
        self._known = frozenset(self.names)

    def _bytes(self, name: str, most: int) -> bytes:
        """Read so many bytes of an entry, or all of it."""
        try:
            with self._open(self._places[name]) as file:
                return file.read(most)
        except _BROKEN as problem:
            why = problem.strerror if isinstance(problem, OSError) else problem
            trouble = f"is broken: {path_named(name)} cannot be read ({why})"
            raise self._refusal(trouble) from None

    @abstractmethod
    def weight(self, name: str) -> int:
        """Say how many bytes an entry has by its own word."""

    @abstractmethod
    def _open(self, place: Any) -> IO[bytes]: ...

    def _refusal(self, why: str) -> ImportRefusedError:
        return ImportRefusedError(UNREADABLE, f"{self.called} {why}")


class Archive(Entries):
    """A zip. Names that mean two files on some system are harmless, as nothing is unpacked: an
    entry is found by its own name, and of two of the same name the first counts.

    Old tools write a backslash between folders. :class:`ImportRefusedError` if it is no zip.
    """

    def __init__(self, data: bytes, called: str) -> None:
        super().__init__(called)
        self._digest = blake2b(data, digest_size=16).hexdigest()
        try:
            self._zip = zipfile.ZipFile(BytesIO(data))
            entries = self._zip.infolist()
        except _BROKEN as problem:
            raise self._refusal(f"is no zip that can be read ({problem})") from None
        if len(entries) > MOST_ENTRIES:
            limit = f"and {MOST_ENTRIES:,} are read"
            raise self._refusal(f"holds {len(entries):,} files, {limit}")
        places: dict[str, zipfile.ZipInfo] = {}
        refused: dict[str, str] = {}
        # Of two the one with slashes of its own is meant.
        for entry in sorted(entries, key=lambda entry: "\\" in entry.filename):
            name = entry.filename.replace("\\", "/")
            if not name.endswith("/") and name not in places:
                places[name] = entry
                if why := _wrong(name, entry):
                    refused[name] = why
        self._take(places, refused)

    @property
    def digest(self) -> str:
        """Of the zip as it is."""
        return self._digest

    def weight(self, name: str) -> int:
        """Say how many bytes an entry has by its own word."""
        return int(self._places[name].file_size)

    def _open(self, place: zipfile.ZipInfo) -> IO[bytes]:
        return self._zip.open(place)


class Folder(Entries):
    """A folder with what an archive would hold; links and what is hidden in it are not looked at.

    :class:`ImportRefusedError` if there is more in it than in anybody's.
    """

    def __init__(self, folder: Path, called: str) -> None:
        super().__init__(called)
        places: dict[str, Path] = {}
        waiting = [(folder, 0)]
        looked_at = 0
        while waiting:
            inner, depth = waiting.pop(0)
            try:
                members = sorted(os.scandir(inner), key=lambda entry: entry.name)
            except OSError:  # not ours to read: what is in it is not in the module either
                continue
            for entry in members:
                looked_at += 1
                if looked_at > MOST_ENTRIES:
                    raise self._refusal(f"holds more than {MOST_ENTRIES:,} files")
                if entry.name.startswith(".") or entry.is_symlink():
                    continue
                path = Path(entry.path)
                if entry.is_dir() and depth < DEEPEST_FOLDER:
                    waiting.append((path, depth + 1))
                elif entry.is_file():
                    places[path.relative_to(folder).as_posix()] = path
        self._take(places, {})

    def weight(self, name: str) -> int:
        """Say how many bytes a file has; 0 if that cannot be seen."""
        try:
            return int(self._places[name].stat().st_size)
        except OSError:
            return 0

    def _open(self, place: Path) -> IO[bytes]:
        return place.open("rb")


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


def _wrong(name: str, entry: zipfile.ZipInfo) -> str:
    """Say what is wrong with an entry, behind its name; empty if it may be read."""
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


def opened(path: Path) -> Entries:
    """Open a file or a folder. :class:`ImportRefusedError` if it cannot be read."""
    if path.is_dir():
        return Folder(path, path_named(path.name or path.resolve().name))
    return Archive(read_file(path), path_named(path.name))


def read_file(path: Path, most: int = MOST_BYTES) -> bytes:
    """Read a file from the disk, bounded. :class:`ImportRefusedError` if it cannot be read."""
    called = path_named(path)
    try:
        if not path.is_file():  # a pipe would be waited for without end
            trouble = "is a folder" if path.is_dir() else "is not there, or no file"
            raise ImportRefusedError(UNREADABLE, f"{called} {trouble}")
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


# -- XML of a module or a map as a tree. No document type is accepted ------------------------------

# How much there may be, and how deep, is bounded by the reader (``hexwar.definition.markup``)
# before anything is made of it; names of Java classes are cut to their last part, as modules of
# some versions write all of it.


@dataclass(slots=True)
class Element:
    """One element: its name, attributes, own text and children.

    ``name`` of a Java class is its last component, ``spelled`` all of it.
    """

    name: str
    attributes: Mapping[str, str]
    children: list[Element] = field(default_factory=list)
    parts: list[str] = field(default_factory=list)
    spelled: str = ""

    @property
    def text(self) -> str:
        """The text directly in it."""
        return "".join(self.parts)

    def get(self, attribute: str, default: str = "") -> str:
        """The value of an attribute."""
        return self.attributes.get(attribute, default)

    def named(self, *names: str) -> Iterator[Element]:
        """Yield the children of these names."""
        return (child for child in self.children if child.name in names)

    def within(self) -> Iterator[Element]:
        """Yield all elements in it, itself too, in the order of the text."""
        waiting = [self]
        while waiting:
            element = waiting.pop()
            yield element
            waiting.extend(reversed(element.children))


class _TreeReader:
    """Makes a tree of what the reader of markup comes past."""

    def __init__(self) -> None:
        self._open: list[Element] = []
        self.root: Element | None = None

    def begin(self, name: str, attributes: dict[str, str]) -> None:
        element = Element(name.rpartition(".")[2], attributes, spelled=name)
        if self._open:
            self._open[-1].children.append(element)
        else:
            self.root = element
        self._open.append(element)

    def end(self, _: str) -> None:
        self._open.pop()

    def text(self, text: str) -> None:
        if self._open:
            self._open[-1].parts.append(text)


def read_markup(data: bytes, called: str) -> Element:
    """Read a text in XML as a tree; its names are without packages.

    :class:`ImportRefusedError`, whose sentence begins with ``called``, if it is none or too much.
    """
    reader = _TreeReader()
    try:
        parse_markup(data, reader)
    except MarkupError as problem:
        raise ImportRefusedError(BAD_MARKUP, f"{called} {problem}") from None
    if reader.root is None:
        raise ImportRefusedError(BAD_MARKUP, f"{called} holds no element")
    return reader.root


# -- what cannot be imported, in one sentence ------------------------------------------------------


class ImportRefusedError(ValueError):
    """A file is not imported, or not into that folder; the text is the sentence for the user.

    ``code`` is that of the finding (``hexwar explain``).
    """

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        super().__init__(clean(message))


UNREADABLE = "HW850"
"""The file cannot be read, or is larger than anybody's."""
BAD_MARKUP = "HW851"
"""The XML or JSON in it cannot be."""
OTHER_KIND = "HW852"
"""It is something else than what is imported."""
NO_PLACE = "HW853"
"""It cannot be written there."""
BAD_LAYER = "HW854"
"""A map's data contradict themselves."""
