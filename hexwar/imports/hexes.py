"""Hexes and what is on a map, as drafts write them.

Both importers say a map in the same words: the grid without what is usual, hexes by name where no
form of numbers fits, hexes in a column as ranges, paths as few chains. Equal hexes are written
alike, so that a second import finds what has changed and nothing else.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace

from hexwar.definition.grid import LONGEST_NAME, NAME, labelled_rows
from hexwar.hexmap import Numbering
from hexwar.imports.writing import Text

X = "X"
"""Before numbers of hexes that would be called as others are."""


def grid_of(numbering: Numbering) -> dict[str, object]:
    """The key ``grid`` of a section ``map``; what is usual is not said."""
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
    """The key ``numbers``: what is printed in hexes that the grid itself calls otherwise."""
    if not numbering.names:
        return None
    named = zip(numbering.numbers(), numbering.names, strict=True)
    return Text(labelled_rows(numbering, {number: name for number, name in named if name}))


def called(plain: Numbering, names: Mapping[str, str]) -> Numbering:
    """A grid with names in some of its hexes: ``names`` are by the numbers that it counts.

    The others keep their numbers, behind letters if one of the names is like that.
    """
    taken, numbers = set(names.values()), plain.numbers()
    prefixes = ("", *(X * times for times in range(1, 5)))
    free = (
        prefix for prefix in prefixes if taken.isdisjoint(prefix + number for number in numbers)
    )
    return replace(
        plain, prefix=next(free, X), names=tuple(names.get(number, "") for number in numbers)
    )


def is_name(text: str) -> bool:
    """Whether a hex may be called so."""
    return len(text) <= LONGEST_NAME and NAME.fullmatch(text) is not None


def ranges(numbering: Numbering, hexes: Collection[str]) -> list[str]:
    """Hexes in map order, three and more that follow one another in a column as a range."""
    there = set(hexes)
    hexes_and_ranges: list[str] = []
    for column in range(numbering.first_column, numbering.first_column + numbering.columns):
        run: list[str] = []
        # One row beyond the last, so that a run to the end of the column is closed as any other.
        for row in range(numbering.first_row, numbering.first_row + numbering.rows + 1):
            beyond = row == numbering.first_row + numbering.rows
            number = "" if beyond else numbering.number(column, row)
            if number in there:
                run.append(number)
            elif run:
                hexes_and_ranges += run if len(run) < 3 else [f"{run[0]}..{run[-1]}"]
                run = []
    return hexes_and_ranges


def chains(pairs: Iterable[tuple[str, str]]) -> Iterator[list[str]]:
    """Pairs of neighbours as chains: from ends first, then round; the same of the same pairs."""
    left: dict[str, list[str]] = {}
    for a, b in sorted(map(_sorted, pairs)):
        left.setdefault(a, []).append(b)
        left.setdefault(b, []).append(a)
    ends = [number for number in left if len(left[number]) % 2 == 1]
    for start in [*sorted(ends), *sorted(left)]:
        while left[start]:
            chain = [start]
            while left[chain[-1]]:
                following = left[chain[-1]].pop(0)
                # Each pair is walked once, from either end.
                left[following].remove(chain[-1])
                chain.append(following)
            yield chain


def _sorted(pair: tuple[str, str]) -> tuple[str, str]:
    return pair if pair[0] < pair[1] else (pair[1], pair[0])
