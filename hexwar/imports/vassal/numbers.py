"""From a module's grid to a game's: its own numbers where they can be said, else from 01."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from string import ascii_letters
from typing import Any, get_args

from hexwar.hexmap import Numbering
from hexwar.hexmap.axial import Hex
from hexwar.hexmap.numbering import Ids, RowsFrom, Shoved
from hexwar.imports.vassal.boards import MOST_LINES, HexField, ModuleBoard
from hexwar.imports.vassal.grids import Place


@dataclass(frozen=True)
class FittedNumbers:
    """The grid of a game for a field of a board.

    ``ids`` are the hexes as the game calls them, ``printed`` as the module does where that is
    something else; ``void`` the numbers that the board has no hex for; ``how`` is for the list.
    """

    numbering: Numbering
    ids: Mapping[Place, str]
    how: str
    printed: Mapping[str, str] = field(default_factory=dict)
    void: Sequence[str] = ()
    first: tuple[float, float] = (0, 0)
    """The middle of the first hex on the picture."""


def fitted(board: ModuleBoard, of: HexField) -> FittedNumbers | None:
    """The numbers of a field; ``None`` if it has no whole hex. Grids of too many lines are cut."""
    hexes = board.hexes(of)
    if not hexes:
        return None
    columns, rows = min(c for c, _ in hexes), min(r for _, r in hexes)
    hexes = [(c, r) for c, r in hexes if c - columns < MOST_LINES and r - rows < MOST_LINES]
    if of.numbering is None:
        return _from_01(of, hexes, "the module numbers no hexes: numbered from 01 here", {})
    size = board.size_under(of)
    plain = replace(of.numbering, form="$gridLocation$")
    names = {place: plain.name(of.grid, size, place) for place in hexes}
    counted = {place: plain.counted(of.grid, size, place) for place in hexes}
    if of.grid.sideways:
        counted = {place: (v, h) for place, (h, v) in counted.items()}
    for numbering in _candidates(of, counted, names):
        if _fits(numbering, of, counted, names):
            return _finished(of, numbering, names, "as the module numbers them", {})
    why = "the module's own numbers cannot be said here (they are in the list): numbered from 01"
    return _from_01(of, hexes, why, names)


def _candidates(
    of: HexField, counted: Mapping[Place, Place], names: Mapping[Place, str]
) -> Iterator[Numbering]:
    columns = [column for column, _ in counted.values()]
    rows = [row for _, row in counted.values()]
    given: dict[str, Any] = {
        "columns": max(columns) - min(columns) + 1,
        "rows": max(rows) - min(rows) + 1,
        "first_column": min(columns),
        "first_row": min(rows),
    }
    if min(given["first_column"], given["first_row"]) < 0:
        return
    if max(given["columns"], given["rows"]) > MOST_LINES:
        return
    first = next(iter(names.values()))
    letters = first[: len(first) - len(first.lstrip(ascii_letters))]
    forms: list[tuple[Ids, str]] = [(each, letters[:4]) for each in get_args(Ids) if each != "A1"]
    lettered = {**given, "first_column": min(columns) + 1}
    for ids, prefix in [*forms, ("A1", "")]:
        for rows_from, shoved in product(get_args(RowsFrom), _shoved(of)):
            said = lettered if ids == "A1" else given
            try:
                yield Numbering(
                    **said,
                    ids=ids,
                    prefix=prefix,
                    rows_from=rows_from,
                    shoved=shoved,
                    orientation="pointy" if of.grid.sideways else "flat",
                )
            except ValueError:
                continue


def _shoved(of: HexField) -> tuple[Shoved, Shoved]:
    if of.grid.sideways:
        return "even-rows-right", "odd-rows-right"
    return "even-columns-down", "odd-columns-down"


def _fits(
    numbering: Numbering,
    of: HexField,
    counted: Mapping[Place, Place],
    names: Mapping[Place, str],
) -> bool:
    """Whether a game's grid gives every hex its number, and puts it where it lies."""
    more = 1 if numbering.ids == "A1" else 0
    shift: Hex | None = None
    for place, (column, row) in counted.items():
        try:
            number = numbering.number(column + more, row)
        except ValueError:
            return False
        if number != names[place]:
            return False
        at, own = numbering.axial(number), _axial(of, place)
        moved = Hex(at.q - own.q, at.r - own.r)
        if shift not in (None, moved):
            return False
        shift = moved
    return len(set(names.values())) == len(names)


def _axial(of: HexField, place: Place) -> Hex:
    column, row = place
    along = row - column // 2
    return Hex(along, column) if of.grid.sideways else Hex(column, along)


def _place(of: HexField, at: Hex) -> Place:
    column, along = (at.r, at.q) if of.grid.sideways else (at.q, at.r)
    return column, along + column // 2


def _from_01(
    of: HexField, hexes: Sequence[Place], how: str, names: Mapping[Place, str]
) -> FittedNumbers:
    """Columns and rows of the paper, counted from 01."""
    columns, rows = min(c for c, _ in hexes), min(r for _, r in hexes)
    wide, high = max(c for c, _ in hexes) - columns + 1, max(r for _, r in hexes) - rows + 1
    even = columns % 2 == 0  # then odd columns, which lie lower, get even numbers
    pointy = of.grid.sideways
    numbering = Numbering(
        high if pointy else wide,
        wide if pointy else high,
        orientation="pointy" if pointy else "flat",
        shoved=_shoved(of)[0 if even else 1],
    )
    ids = {}
    for c, r in hexes:
        line, along = c - columns + 1, r - rows + 1
        ids[c, r] = numbering.number(*((along, line) if pointy else (line, along)))
    printed = {ids[place]: name for place, name in names.items()}
    return _finished(of, numbering, ids, how, printed)


def _finished(
    of: HexField,
    numbering: Numbering,
    ids: Mapping[Place, str],
    how: str,
    printed: Mapping[str, str],
) -> FittedNumbers:
    there = set(ids.values())
    void = [number for number in numbering.numbers() if number not in there]
    place, number = next(iter(ids.items()))
    at, own = numbering.axial(number), _axial(of, place)
    corner = numbering.axial(numbering.number(numbering.first_column, numbering.first_row))
    column, row = _place(of, Hex(corner.q - at.q + own.q, corner.r - at.r + own.r))
    grid = of.grid
    u = grid.x0 + grid.dx * column
    v = grid.y0 + grid.dy * row + (grid.dy / 2 if column % 2 else 0)
    first = (v, u) if grid.sideways else (u, v)
    return FittedNumbers(numbering, ids, how, printed, void, first)
