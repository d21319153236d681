"""From a module's grid to a game's: its own numbers where they can be said, else from 01.

First a form of ``ids`` is looked for that numbers all hexes as the module does: all combinations of
form, direction and shift are tried, and each hex is held against its number and its place. Then
each hex is called by its name. Then the same with other signs between (a dot, nothing), and, where
several boards or zones have the same numbers, with their names before them. What cannot be said
in any way is numbered from 01, and the list has the module's own numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from string import ascii_letters, ascii_uppercase
from typing import Any, get_args

from hexwar.hexmap import Numbering
from hexwar.hexmap.axial import Hex
from hexwar.hexmap.numbering import ColumnsFrom, Letters, RowsFrom, Shoved
from hexwar.hexmap.numbering import Ids as NumberForm
from hexwar.imports.hexes import called, is_name
from hexwar.imports.vassal.boards import MOST_LINES
from hexwar.imports.vassal.grids import ModuleGrid, ModuleNumbering, Place
from hexwar.imports.vassal.grounds import HexGround, HexOwner
from hexwar.imports.writing import told

_LONGEST_TAG = 4


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
    numbers = _fitted(ground, hexes)
    if len(hexes) == whole:
        return numbers
    cut = f"{numbers.how}; {whole - len(hexes):,} hexes beyond {MOST_LINES} columns or rows are cut"
    return replace(numbers, how=cut)


def _fitted(ground: HexGround, hexes: Sequence[Place]) -> FittedNumbers:
    grid = ground.grid
    names = _names(ground, hexes, {})
    if not names:
        return _from_01(grid, hexes, "the module numbers no hexes: numbered from 01 here", {})
    exactly, *others = _spellings(ground, hexes).items()
    # As the module does by name goes before another spelling by form.
    for spellings in ((exactly,), others):
        for how, spelled in spellings:
            if form := _by_form(ground, hexes, spelled):
                return _finished(grid, form, spelled, how, _otherwise(spelled, names))
        for how, spelled in spellings:
            if len({*spelled.values()}) == len(spelled) and all(map(is_name, spelled.values())):
                ids, numbering = _by_name(grid, hexes, spelled)
                by_name = f"{how}; each hex by name (`numbers`), since no form of `ids` fits"
                return _finished(grid, numbering, ids, by_name, _otherwise(ids, names))
    why = "the module's own numbers cannot be said here (they are in the list): numbered from 01"
    return _from_01(grid, hexes, why, names)


def _by_form(
    ground: HexGround, hexes: Sequence[Place], names: Mapping[Place, str]
) -> Numbering | None:
    """The grid of a game that numbers all hexes so."""
    counted: dict[Place, Place] = {}
    for place in hexes:
        _, field_, own = owner = ground.owners[place]
        if field_.numbering is None:
            return None
        counted[place] = field_.numbering.counted(field_.grid, owner.size, own)
    if ground.grid.sideways:
        counted = {place: (v, h) for place, (h, v) in counted.items()}
    first = ground.owners[hexes[0]].field.numbering
    aslant = first is not None and first.oblique
    every = _candidates(ground.grid, counted, names, aslant=aslant)
    return next(
        (candidate for candidate in every if _fits(candidate, ground.grid, counted, names)), None
    )


def _by_name(
    grid: ModuleGrid, hexes: Sequence[Place], names: Mapping[Place, str]
) -> tuple[dict[Place, str], Numbering]:
    """What hexes are called, and a grid that counts from 01, with these names in it."""
    plain, ids = _counted_from_01(grid, hexes)
    numbering = called(plain, {ids[place]: name for place, name in names.items()})
    own = {place: numbering.prefix + number for place, number in ids.items()}
    return {**own, **names}, numbering


def _names(
    ground: HexGround, hexes: Sequence[Place], spelling: Mapping[str, Any]
) -> dict[Place, str]:
    """What the module calls hexes, with some of its signs changed."""
    names = {}
    for place in hexes:
        owner = ground.owners[place]
        if owner.field.numbering is not None:
            plain = replace(owner.field.numbering, form="$gridLocation$", **spelling)
            names[place] = plain.name(owner.field.grid, owner.size, owner.place)
    return names


def _otherwise(ids: Mapping[Place, str], names: Mapping[Place, str]) -> dict[str, str]:
    """What the module calls hexes that are not called so here."""
    if all(ids[place] == name for place, name in names.items()):
        return {}
    return {ids[place]: name for place, name in names.items()}


def _spellings(ground: HexGround, hexes: Sequence[Place]) -> dict[str, dict[Place, str]]:
    """Ways to write the numbers: as the module does, or else with a dot or nothing between.

    Where boards or zones have the same numbers, the names of these before them.
    """
    signs = sorted({numbering.sep for numbering in _numberings(ground, hexes)})
    marks = ", ".join(map(repr, filter(None, signs)))
    spellings = {"as the module numbers them": _names(ground, hexes, {})}
    if any(sign not in ("", ".") for sign in signs):
        spellings[f"as the module numbers them, with a dot for its {marks}"] = _names(
            ground, hexes, {"sep": "."}
        )
    if marks:
        sign = "dot" if signs == ["."] else marks
        spellings[f"as the module numbers them, without its {sign}"] = _names(
            ground, hexes, {"sep": ""}
        )
    else:
        spellings["as the module numbers them, with a dot between"] = _names(
            ground, hexes, {"sep": "."}
        )
    tags = _tags(ground, hexes)
    if len(tags) > 1:
        legend = ", ".join(f"{tag} for {name}" for tag, name in [*tags.values()][:6])
        for how, names in [*spellings.items()]:
            spellings[f"{how}, behind {legend}"] = {
                place: _joined(tags[_key(ground.owners[place])][0], name)
                for place, name in names.items()
            }
    return spellings


def _numberings(ground: HexGround, hexes: Sequence[Place]) -> Iterator[ModuleNumbering]:
    fields = {id(owner.field): owner.field for owner in map(ground.owners.__getitem__, hexes)}
    return (hex_field.numbering for hex_field in fields.values() if hex_field.numbering is not None)


def _key(owner: HexOwner) -> tuple[int, int]:
    return id(owner.board), id(owner.field)


def _tags(ground: HexGround, hexes: Sequence[Place]) -> dict[tuple[int, int], tuple[str, str]]:
    """By board and field, what stands before its numbers, and the name that it stands for.

    It is the last word of the name if those are short and differ, or else a letter.
    """
    owners = {_key(owner): owner for owner in map(ground.owners.__getitem__, hexes)}
    zones = {key: owner.field.zone for key, owner in owners.items()}
    names = {
        key: (zone.name if (zone := zones[key]) is not None else "") or owners[key].board.name
        for key in owners
    }
    words = [re.sub(r"[^A-Za-z0-9]+", " ", name).split()[-1:] for name in names.values()]
    tags = ["".join(word) for word in words]
    if len(set(tags)) < len(tags) or not all(0 < len(tag) <= _LONGEST_TAG for tag in tags):
        if len(tags) > len(ascii_uppercase):
            return {}
        tags = list(ascii_uppercase[: len(tags)])
    return {key: (tag, told(name)) for (key, name), tag in zip(names.items(), tags, strict=True)}


def _joined(tag: str, name: str) -> str:
    return f"{tag}.{name}" if tag[-1:].isdigit() == name[:1].isdigit() else tag + name


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
    # A game has no negative columns and rows.
    if min(*columns, *rows) < 0 or max(given["columns"], given["rows"]) > MOST_LINES:
        return
    first = next(iter(names.values()))
    prefix = first[: len(first) - len(first.lstrip(ascii_letters))][:4]
    ways = product(
        get_args(NumberForm),
        get_args(RowsFrom),
        get_args(ColumnsFrom),
        _shoved(grid, aslant=aslant),
    )
    for ids, rows_from, columns_from, shoved in ways:
        fields = {**given, "ids": ids, "rows_from": rows_from, "columns_from": columns_from}
        for letters in get_args(Letters) if "A" in ids else ("columns",):
            more = _more(ids, letters)
            try:
                yield Numbering(
                    **fields,
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
        # Not the numbers alone: all hexes must lie to one another as on the board.
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
    numbering, ids = _counted_from_01(grid, hexes)
    printed = {ids[place]: name for place, name in names.items()}
    return replace(_finished(grid, numbering, ids, how, printed), is_new=True)


def _counted_from_01(
    grid: ModuleGrid, hexes: Sequence[Place]
) -> tuple[Numbering, dict[Place, str]]:
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
    return numbering, ids


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
    # Not ``middle``, which cuts fractions off as VASSAL does: the picture is calibrated exactly.
    u = grid.x0 + grid.dx * column
    v = grid.y0 + grid.dy * row + (grid.dy / 2 if column % 2 else 0)
    first = (v, u) if grid.sideways else (u, v)
    return FittedNumbers(numbering, ids, how, printed, void, first)
