"""From a module's grid to a game's: its own numbers where they can be said, else from 01."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from string import ascii_letters
from typing import Any, get_args

from hexwar.hexmap import Numbering
from hexwar.hexmap.axial import Hex
from hexwar.hexmap.numbering import ColumnsFrom, Ids, Letters, RowsFrom, Shoved
from hexwar.imports.vassal.boards import MOST_LINES
from hexwar.imports.vassal.grids import ModuleGrid, ModuleNumbering, Place
from hexwar.imports.vassal.grounds import HexGround


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
    is_new: bool = False
    """Whether the numbers are not the module's own."""


def fitted(ground: HexGround) -> FittedNumbers:
    """The numbers of hexes, of which there are some. Grids of too many lines are cut."""
    hexes = list(ground.owners)
    columns, rows = min(c for c, _ in hexes), min(r for _, r in hexes)
    whole = len(hexes)
    hexes = [(c, r) for c, r in hexes if c - columns < MOST_LINES and r - rows < MOST_LINES]
    found = _fitted(ground, hexes)
    if len(hexes) == whole:
        return found
    cut = f"{found.how}; {whole - len(hexes):,} hexes beyond {MOST_LINES} columns or rows are cut"
    return replace(found, how=cut)


def _fitted(ground: HexGround, hexes: Sequence[Place]) -> FittedNumbers:
    grid = ground.grid
    counted: dict[Place, Place] = {}
    for place in hexes:
        _, field_, own = owner = ground.owners[place]
        if field_.numbering is None:
            return _from_01(grid, hexes, "the module numbers no hexes: numbered from 01 here", {})
        counted[place] = field_.numbering.counted(field_.grid, owner.size, own)
    if grid.sideways:
        counted = {place: (v, h) for place, (h, v) in counted.items()}
    names = _names(ground, hexes, {})
    first = ground.owners[hexes[0]].field.numbering
    for how, said in _spellings(first).items() if first else ():
        spelled = _names(ground, hexes, said)
        aslant = first is not None and first.oblique
        for numbering in _candidates(grid, counted, spelled, aslant=aslant):
            if _fits(numbering, grid, counted, spelled):
                printed = {} if spelled == names else names
                return _finished(grid, numbering, spelled, how, _by_id(spelled, printed))
    if len(ground.boards) > 1:
        names = {at: f"{ground.owners[at].board.name} {name}" for at, name in names.items()}
    why = "the module's own numbers cannot be said here (they are in the list): numbered from 01"
    return _from_01(grid, hexes, why, names)


def _names(
    ground: HexGround, hexes: Sequence[Place], spelling: Mapping[str, Any]
) -> dict[Place, str]:
    """What the module calls hexes, with some of its signs changed."""
    found = {}
    for place in hexes:
        owner = ground.owners[place]
        if owner.field.numbering is not None:
            plain = replace(owner.field.numbering, form="$gridLocation$", **spelling)
            found[place] = plain.name(owner.field.grid, owner.size, owner.place)
    return found


def _by_id(ids: Mapping[Place, str], printed: Mapping[Place, str]) -> dict[str, str]:
    return {ids[place]: name for place, name in printed.items()}


def _spellings(numbering: ModuleNumbering) -> dict[str, dict[str, Any]]:
    """Ways to write the same numbers: as the module does, or else with a dot or nothing between."""
    found: dict[str, dict[str, Any]] = {"as the module numbers them": {}}
    if numbering.sep not in ("", "."):
        sign = repr(numbering.sep)
        found[f"as the module numbers them, with a dot for its {sign}"] = {"sep": "."}
        found[f"as the module numbers them, without its {sign}"] = {"sep": ""}
    elif numbering.sep:
        found["as the module numbers them, without its dot"] = {"sep": ""}
    return found


def _candidates(
    grid: ModuleGrid,
    counted: Mapping[Place, Place],
    names: Mapping[Place, str],
    *,
    aslant: bool,
) -> Iterator[Numbering]:
    """The grids that a game could have with these columns and rows."""
    columns = [column for column, _ in counted.values()]
    rows = [row for _, row in counted.values()]
    given: dict[str, Any] = {
        "columns": max(columns) - min(columns) + 1,
        "rows": max(rows) - min(rows) + 1,
        "orientation": "pointy" if grid.sideways else "flat",
    }
    if min(*columns, *rows) < 0 or max(given["columns"], given["rows"]) > MOST_LINES:
        return
    first = next(iter(names.values()))
    prefix = first[: len(first) - len(first.lstrip(ascii_letters))][:4]
    ways = product(
        get_args(Ids), get_args(RowsFrom), get_args(ColumnsFrom), _shoved(grid, aslant=aslant)
    )
    for ids, rows_from, columns_from, shoved in ways:
        said = {**given, "ids": ids, "rows_from": rows_from, "columns_from": columns_from}
        for letters in get_args(Letters) if "A" in ids else ("columns",):
            more = _more(ids, letters)
            try:
                yield Numbering(
                    **said,
                    shoved=shoved,
                    letters=letters,
                    prefix="" if "A" in ids else prefix,
                    first_column=min(columns) + more[0],
                    first_row=min(rows) + more[1],
                )
            except ValueError:
                continue


def _more(ids: str, letters: str) -> Place:
    """What is added to columns and rows: the letter A is 1 in a game, and 0 in a module."""
    return (int("A" in ids and letters == "columns"), int("A" in ids and letters == "rows"))


def _shoved(grid: ModuleGrid, *, aslant: bool = False) -> tuple[Shoved, Shoved]:
    if aslant:
        down: tuple[Shoved, Shoved] = ("each-column-down", "each-column-up")
        return ("each-row-right", "each-row-left") if grid.sideways else down
    if grid.sideways:
        return "even-rows-right", "odd-rows-right"
    return "even-columns-down", "odd-columns-down"


def _fits(
    numbering: Numbering,
    grid: ModuleGrid,
    counted: Mapping[Place, Place],
    names: Mapping[Place, str],
) -> bool:
    """Whether a game's grid gives every hex its number, and puts it where it lies."""
    more = _more(numbering.ids, numbering.letters)
    shift: Hex | None = None
    for place, (column, row) in counted.items():
        try:
            number = numbering.number(column + more[0], row + more[1])
        except ValueError:
            return False
        if number != names[place]:
            return False
        at, own = numbering.axial(number), _axial(grid, place)
        moved = Hex(at.q - own.q, at.r - own.r)
        if shift not in (None, moved):
            return False
        shift = moved
    return len(set(names.values())) == len(names)


def _axial(grid: ModuleGrid, place: Place) -> Hex:
    column, row = place
    along = row - column // 2
    return Hex(along, column) if grid.sideways else Hex(column, along)


def _place(grid: ModuleGrid, at: Hex) -> Place:
    column, along = (at.r, at.q) if grid.sideways else (at.q, at.r)
    return column, along + column // 2


def _from_01(
    grid: ModuleGrid, hexes: Sequence[Place], how: str, names: Mapping[Place, str]
) -> FittedNumbers:
    """Columns and rows of the paper, counted from 01."""
    columns, rows = min(c for c, _ in hexes), min(r for _, r in hexes)
    wide, high = max(c for c, _ in hexes) - columns + 1, max(r for _, r in hexes) - rows + 1
    even = columns % 2 == 0  # then odd columns, which lie lower, get even numbers
    pointy = grid.sideways
    numbering = Numbering(
        high if pointy else wide,
        wide if pointy else high,
        orientation="pointy" if pointy else "flat",
        shoved=_shoved(grid)[0 if even else 1],
    )
    ids = {}
    for c, r in hexes:
        line, along = c - columns + 1, r - rows + 1
        ids[c, r] = numbering.number(*((along, line) if pointy else (line, along)))
    printed = {ids[place]: name for place, name in names.items()}
    return replace(_finished(grid, numbering, ids, how, printed), is_new=True)


def _finished(
    grid: ModuleGrid,
    numbering: Numbering,
    ids: Mapping[Place, str],
    how: str,
    printed: Mapping[str, str],
) -> FittedNumbers:
    there = set(ids.values())
    void = [number for number in numbering.numbers() if number not in there]
    place, number = next(iter(ids.items()))
    at, own = numbering.axial(number), _axial(grid, place)
    corner = numbering.axial(numbering.first)
    column, row = _place(grid, Hex(corner.q - at.q + own.q, corner.r - at.r + own.r))
    u = grid.x0 + grid.dx * column
    v = grid.y0 + grid.dy * row + (grid.dy / 2 if column % 2 else 0)
    first = (v, u) if grid.sideways else (u, v)
    return FittedNumbers(numbering, ids, how, printed, void, first)
