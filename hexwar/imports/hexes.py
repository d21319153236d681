"""Hexes and what is on a map, as drafts write them."""

from __future__ import annotations

from collections.abc import Collection

from hexwar.hexmap import Numbering


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


def ranges(numbering: Numbering, hexes: Collection[str]) -> list[str]:
    """Hexes in map order, three and more that follow one another in a column as a range."""
    there = set(hexes)
    found: list[str] = []
    for column in range(numbering.first_column, numbering.first_column + numbering.columns):
        run: list[str] = []
        for row in range(numbering.first_row, numbering.first_row + numbering.rows + 1):
            beyond = row == numbering.first_row + numbering.rows
            number = "" if beyond else numbering.number(column, row)
            if number in there:
                run.append(number)
            elif run:
                found += run if len(run) < 3 else [f"{run[0]}..{run[-1]}"]
                run = []
    return found
