"""Files of anybody: zips and XML, read in memory and bounded, and what is refused of them.

First archives, then XML, then the refusal that both of them raise.
"""

from __future__ import annotations

import unicodedata
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from zlib import error as zlib_error

from hexwar.definition.markup import MarkupError, parse_markup
from hexwar.definition.packs import TooMuchError, bytes_of, leads_elsewhere, swells, unreadable
from hexwar.definition.printable import clean, path_named

# -- a zip of anybody's: modules and saved games ---------------------------------------------------


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


# -- XML of a module or a map as a tree. No document type is accepted ------------------------------

# How much there may be, and how deep, is bounded by the reader (``hexwar.definition.markup``)
# before anything is made of it; names of Java classes are cut to their last part, as modules of
# some versions write all of it.


@dataclass(slots=True)
class Element:
    """One element: its name, attributes, own text and children.

    ``name`` of a Java class is its last component.
    """

    name: str
    attributes: Mapping[str, str]
    children: list[Element] = field(default_factory=list)
    parts: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The text directly in it."""
        return "".join(self.parts)

    def get(self, attribute: str, default: str = "") -> str:
        """The value of an attribute."""
        return self.attributes.get(attribute, default)

    def named(self, *names: str) -> Iterator[Element]:
        """The children of these names."""
        return (child for child in self.children if child.name in names)

    def within(self) -> Iterator[Element]:
        """All elements in it, itself too, in the order of the text."""
        waiting = [self]
        while waiting:
            element = waiting.pop()
            yield element
            waiting.extend(reversed(element.children))


class _TreeReader:
    def __init__(self) -> None:
        self._open: list[Element] = []
        self.root: Element | None = None

    def begin(self, name: str, attributes: dict[str, str]) -> None:
        element = Element(name.rpartition(".")[2], attributes)
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
    """The tree of a text in XML; its names are without packages.

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
