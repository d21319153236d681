"""Write YAML as drafts have it: an entry a line, what belongs together on one, in a fixed order.

An author goes on by hand where an importer ends, and a second import compares texts. So this is no
dump of data: what is usual is left out, comments stand beside values, and equal data are equal
lines. First values, keys and comments as text; then hexes and all that lies on a map.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from hexwar.definition.board import LONGEST_NAME, NAME, labelled_rows
from hexwar.definition.forms import ID
from hexwar.definition.printable import clean
from hexwar.definition.writing_files import is_device
from hexwar.hexmap import Numbering

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?:[ .-][A-Za-z0-9_]+)*")
_TAKEN = frozenset({"true", "false", "null", "yes", "no", "on", "off", "y", "n"})
"""Plain words that some reader of YAML takes for something else."""

LONGEST_TEXT = 120
"""Of what a stranger calls things: enough to know them by."""


def told(text: str, most: int = LONGEST_TEXT) -> str:
    """Clean a stranger's text for a file: one line, and nothing in it that cannot be seen."""
    return clean(unicodedata.normalize("NFC", " ".join(text.split())), most).strip()


def value(data: object) -> str:
    """Write a value on one line."""
    if isinstance(data, bool):  # before numbers, as one is a number to Python
        return "true" if data else "false"
    if data is None:
        return "null"
    if isinstance(data, int):
        return str(data)
    if isinstance(data, float):
        return number(data)
    if isinstance(data, Mapping):
        entries = (f"{value(key)}: {value(member)}" for key, member in data.items())
        return f"{{{', '.join(entries)}}}"
    if isinstance(data, Sequence) and not isinstance(data, str):
        return f"[{', '.join(map(value, data))}]"
    text = str(data)
    if _PLAIN.fullmatch(text) and text.lower() not in _TAKEN:
        return text
    # Between quotes: not every reader of YAML would take it for a text.
    escaped = clean(text, 2000).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def number(pixels: float) -> str:
    """Write a number of pixels: four digits after the point, and none that are 0."""
    digits = f"{pixels:.4f}".rstrip("0").rstrip(".")
    return "0" if digits in ("-0", "") else digits


def block(
    entries: Mapping[str, object], indent: int = 0, notes: Mapping[str, str] = {}
) -> list[str]:
    """Write the lines of a mapping, an entry a line; those of lists of many and of mappings in
    ``Nested``.

    ``notes`` are comments by key.
    """
    lines: list[str] = []
    for key, data in entries.items():
        name = f"{' ' * indent}{value(key)}:"
        note = f"  # {told(notes[key])}" if notes.get(key) else ""
        if isinstance(data, Nested):
            lines += [name + note, *block(data.entries, indent + 2, data.notes)]
        elif isinstance(data, Rows):
            lines += [name + note, *(f"{' ' * (indent + 2)}- {value(row)}" for row in data.rows)]
        elif isinstance(data, Text):
            lines += [f"{name} |{note}", *(f"{' ' * (indent + 2)}{line}" for line in data.lines)]
        else:
            lines.append(f"{name} {value(data)}{note}")
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


_LONGEST_ID = 50


def slug(text: str, otherwise: str) -> str:
    """Turn a name into an id: letters, digits and _, a letter first; no device of
    Windows.

    >>> slug("10th Panzer (Élite)", "unit")
    'unit_10th_panzer_elite'
    """
    ascii_text = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    words = re.findall(r"[A-Za-z0-9]+", ascii_text)
    name = "_".join(words).lower()[:_LONGEST_ID].strip("_")
    if not name:
        return otherwise
    return name if name[0].isalpha() and not is_device(name) else f"{otherwise}_{name}"


def identity(text: str, otherwise: str) -> str:
    """Turn a name into an id: itself if it is one."""
    return text if re.fullmatch(ID, text) else slug(text, otherwise)


class Ids:
    """Ids that differ from one another, whatever they are made of; ``as_is``: ids stay ids."""

    def __init__(self, ids_taken: Iterable[str] = (), as_is: bool = False) -> None:
        self._as_is = as_is
        self._next: dict[str, int] = {}
        self._taken = {ident.casefold() for ident in ids_taken}

    def one(self, name: str, otherwise: str) -> str:
        """Make a new id for a name: its slug, with a running number from the second on."""
        base = identity(name, otherwise) if self._as_is else slug(name, otherwise)
        free = base
        while free.casefold() in self._taken:
            self._next[base] = self._next.get(base, 1) + 1
            free = f"{base}_{self._next[base]}"
        self._taken.add(free.casefold())
        return free


# -- hexes and what is on a map, as drafts write them ----------------------------------------------

# Both importers say a map in the same words: the grid without what is usual, hexes by name where no
# form of numbers fits, hexes in a column as ranges, paths as few chains. Equal hexes are written
# alike, so that a second import finds what has changed and nothing else.


X = "X"
"""Before numbers of hexes that would be called as others are."""


def grid_of(numbering: Numbering) -> dict[str, object]:
    """Write the key ``grid`` of a section ``map``; what is usual is not said."""
    grid: dict[str, object] = {
        "columns": numbering.columns,
        "rows": numbering.rows,
        "orientation": numbering.orientation,
        "shoved": numbering.shoved,
        "ids": numbering.ids,
    }
    for key, usual in _USUAL.items():
        if getattr(numbering, key) != usual:
            grid[key] = getattr(numbering, key)
    return grid


_USUAL = {
    "rows_from": "top",
    "columns_from": "left",
    "letters": "columns",
    "first_column": 1,
    "first_row": 1,
    "prefix": "",
}


def names_of(numbering: Numbering) -> Text | None:
    """Write the key ``numbers``: what is printed in hexes that the grid itself calls otherwise."""
    if not numbering.names:
        return None
    named = zip(numbering.numbers(), numbering.names, strict=True)
    return Text(labelled_rows(numbering, {number: name for number, name in named if name}))


def called(plain: Numbering, names: Mapping[str, str]) -> Numbering:
    """Put names into some hexes of a grid: ``names`` are by the numbers that it counts.

    The others keep their numbers, behind letters if one of the names is like that.
    """
    names_taken, numbers = set(names.values()), plain.numbers()
    prefixes = ("", *(X * times for times in range(1, 5)))
    free = (p for p in prefixes if names_taken.isdisjoint(p + number for number in numbers))
    return replace(
        plain, prefix=next(free, X), names=tuple(names.get(number, "") for number in numbers)
    )


def is_name(text: str) -> bool:
    """Say whether a hex may be called so."""
    return len(text) <= LONGEST_NAME and NAME.fullmatch(text) is not None


def ranges(numbering: Numbering, hexes: Collection[str]) -> list[str]:
    """Write hexes in map order, three and more that follow one another in a column as a range."""
    left_to_write = set(hexes)
    hexes_and_ranges: list[str] = []
    for column in range(numbering.first_column, numbering.first_column + numbering.columns):
        run: list[str] = []
        # One row beyond the last, so that a run to the end of the column is closed as any other.
        for row in range(numbering.first_row, numbering.first_row + numbering.rows + 1):
            is_beyond = row == numbering.first_row + numbering.rows
            number = "" if is_beyond else numbering.number(column, row)
            if number in left_to_write:
                run.append(number)
            elif run:
                hexes_and_ranges += run if len(run) < 3 else [f"{run[0]}..{run[-1]}"]
                run = []
    return hexes_and_ranges


def chains(pairs: Iterable[tuple[str, str]]) -> Iterator[list[str]]:
    """Join pairs of neighbours to chains: from ends first, then round; the same each time."""
    neighbors_left: dict[str, list[str]] = {}
    for a, b in sorted((min(pair), max(pair)) for pair in pairs):
        neighbors_left.setdefault(a, []).append(b)
        neighbors_left.setdefault(b, []).append(a)
    # Of odd places one chain must begin or end there; what is left when they are used up is round.
    ends = [number for number in neighbors_left if len(neighbors_left[number]) % 2 == 1]
    for start in [*sorted(ends), *sorted(neighbors_left)]:
        while neighbors_left[start]:
            chain = [start]
            while neighbors_left[chain[-1]]:
                following = neighbors_left[chain[-1]].pop(0)
                # Each pair is walked once, from either end.
                neighbors_left[following].remove(chain[-1])
                chain.append(following)
            yield chain
