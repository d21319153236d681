"""YAML as drafts have it: one value a line, what belongs together on one line, in a fixed order."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence

from hexwar.definition.file_names import is_device
from hexwar.definition.printable import clean
from hexwar.definition.values import ID

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?:[ .-][A-Za-z0-9_]+)*")
_TAKEN = frozenset({"true", "false", "null", "yes", "no", "on", "off", "y", "n"})
"""Plain words that some reader of YAML takes for something else."""

LONGEST_TEXT = 120


def told(text: str, most: int = LONGEST_TEXT) -> str:
    """A text of a stranger's for a file: on one line, with nothing in it that cannot be seen."""
    return clean(unicodedata.normalize("NFC", " ".join(text.split())), most).strip()


def value(given: object) -> str:
    """A value on one line."""
    if isinstance(given, bool):
        return "true" if given else "false"
    if given is None:
        return "null"
    if isinstance(given, int):
        return str(given)
    if isinstance(given, float):
        return number(given)
    if isinstance(given, Mapping):
        inside = (f"{value(key)}: {value(each)}" for key, each in given.items())
        return f"{{{', '.join(inside)}}}"
    if isinstance(given, Sequence) and not isinstance(given, str):
        return f"[{', '.join(map(value, given))}]"
    return _text(str(given))


def number(given: float) -> str:
    """A number of pixels: four digits after the point, and none that are 0."""
    written = f"{given:.4f}".rstrip("0").rstrip(".")
    return "0" if written in ("-0", "") else written


def block(
    entries: Mapping[str, object], indent: int = 0, notes: Mapping[str, str] = {}
) -> list[str]:
    """Lines of a mapping, an entry a line; those of lists of many and of mappings in ``Nested``.

    ``notes`` are comments by key.
    """
    lines: list[str] = []
    for key, given in entries.items():
        name = f"{' ' * indent}{value(key)}:"
        note = f"  # {told(notes[key])}" if notes.get(key) else ""
        if isinstance(given, Nested):
            lines += [name + note, *block(given.entries, indent + 2, given.notes)]
        elif isinstance(given, Rows):
            lines += [name + note, *(f"{' ' * (indent + 2)}- {value(row)}" for row in given.rows)]
        elif isinstance(given, Text):
            lines += [f"{name} |{note}", *(f"{' ' * (indent + 2)}{line}" for line in given.lines)]
        else:
            lines.append(f"{name} {value(given)}{note}")
    return lines


class Nested:
    """A mapping whose entries stand on lines of their own, with comments by key."""

    def __init__(
        self, entries: Mapping[str, object], notes: Mapping[str, str] | None = None
    ) -> None:
        self.entries, self.notes = entries, notes or {}


class Rows:
    """A list whose items stand on lines of their own."""

    def __init__(self, rows: Iterable[object]) -> None:
        self.rows = list(rows)


class Text:
    """A text whose lines stand below its key as they are; none begins with a blank."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.lines = list(lines)


def slug(text: str, otherwise: str) -> str:
    """A name as an id: letters, digits and _, beginning with a letter; no device of Windows.

    >>> slug("10th Panzer (Élite)", "unit")
    'unit_10th_panzer_elite'
    """
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    words = re.findall(r"[A-Za-z0-9]+", plain)
    name = "_".join(words).lower()[:50].strip("_")
    if not name:
        return otherwise
    return name if name[0].isalpha() and not is_device(name) else f"{otherwise}_{name}"


def identity(text: str, otherwise: str) -> str:
    """A name as an id: itself if it is one."""
    return text if re.fullmatch(ID, text) else slug(text, otherwise)


class Ids:
    """Ids that differ from one another, whatever they are made of; ``as_is``: ids stay ids."""

    def __init__(self, taken: Iterable[str] = (), as_is: bool = False) -> None:
        self._as_is = as_is
        self._next: dict[str, int] = {}
        self._taken = {each.casefold() for each in taken}

    def one(self, name: str, otherwise: str) -> str:
        """A new id for a name: its slug, with a running number from the second on."""
        base = identity(name, otherwise) if self._as_is else slug(name, otherwise)
        found = base
        while found.casefold() in self._taken:
            self._next[base] = self._next.get(base, 1) + 1
            found = f"{base}_{self._next[base]}"
        self._taken.add(found.casefold())
        return found


def _text(text: str) -> str:
    if _PLAIN.fullmatch(text) and text.lower() not in _TAKEN:
        return text
    escaped = clean(text, 2000).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
