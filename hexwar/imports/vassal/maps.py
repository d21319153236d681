"""Make maps of a game out of the boards of a module: which hexes, which numbers, which boxes.

A module shows pictures and knows where on them hexes lie; a game knows a grid and its numbers. So
three things are decided here, in this order:

1. Which boards are one map (:func:`joined`): those that lie side by side, where their grids go on
   in one another; every other board with a whole hex is a map of its own (:func:`ground_of`).
2. What its hexes are called (:func:`fitted`): as the module numbers them if any ``ids`` of a game
   do so, since rules, charts and players speak of those numbers; else by name, else from 01.
3. Which map is the game's (:func:`maps_of`): the one on which most counters begin, as that is what
   is played on. The others are variants. A zone without hexes in which units begin is a box.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from string import ascii_letters, ascii_uppercase
from typing import Any, NamedTuple, get_args

from hexwar.hexmap import Numbering
from hexwar.hexmap.axial import Hex
from hexwar.hexmap.numbering import ColumnsFrom, Letters, RowsFrom, Shoved
from hexwar.hexmap.numbering import Ids as NumberForm
from hexwar.imports.foreign_files import OTHER_KIND, ImportRefusedError
from hexwar.imports.vassal.boards import (
    DRAWN_IN,
    MOST_LINES,
    HexField,
    LaidBoard,
    ModuleBoard,
    ModuleGrid,
    Place,
    Point,
    lies_on,
    places_between,
)
from hexwar.imports.vassal.module import Module, plain_name
from hexwar.imports.vassal.setups import ModuleSetup, StandingCounter
from hexwar.imports.writing import (
    Ids,
    Nested,
    Rows,
    called,
    grid_of,
    is_name,
    names_of,
    ranges,
    told,
)

OPEN = "open"
"""The id of the one kind of terrain."""


@dataclass
class DraftMap:
    """A board, or some side by side, as a map of the game: its numbers, the pictures of its boards,
    the boxes beside it by name.
    """

    id: str
    title: str
    map: str
    ground: HexGround
    numbers: FittedNumbers
    pictures: list[str] = field(default_factory=list)
    scale: tuple[float, float] = (1, 1)
    """By how much the pictures are smaller than in the module, across and down."""
    boxes: dict[str, str] = field(default_factory=dict)
    """Names of zones to ids."""

    @property
    def images(self) -> list[str]:
        """The pictures of its boards, as the module calls them."""
        return [laid.board.image for laid in self.ground.boards]

    @property
    def names(self) -> set[str]:
        """What it may be called by a person who chooses it: its id, its title, the names of its
        boards.
        """
        boards = (laid.board.name for laid in self.ground.boards)
        return {plain_name(name) for name in (self.id, self.title, self.map, *boards)}

    def place(self, standing: StandingCounter) -> str:
        """Say where a counter stands on this map: a hex, a box, or empty if it is neither."""
        if standing.board is None or not self.ground.has(standing.board):
            return ""
        if standing.hex is not None:
            return self.numbers.ids.get(self.ground.place(standing.board, standing.hex), "")
        return self.boxes.get(standing.zone, "")

    def section(self) -> dict[str, object]:
        """Write the section ``map`` of a game."""
        numbers = self.numbers.numbering
        keys: dict[str, object] = {"grid": grid_of(numbers)}
        if names := names_of(numbers):
            keys["numbers"] = names
        if self.pictures and all(self.pictures):
            first_file, *further_files = self.pictures
            picture: dict[str, object] = {"file": first_file, "grid": self._calibration()}
            if further_files:
                across, down = self.scale
                picture["beside"] = Rows(
                    {
                        "file": file,
                        "x": float(laid.origin[0] * across),
                        "y": float(laid.origin[1] * down),
                    }
                    | ({"turned": True} if laid.is_turned else {})
                    for file, laid in zip(further_files, self.ground.boards[1:], strict=True)
                )
            keys["picture"] = Nested(picture)
        keys["default"] = OPEN
        if self.numbers.void:
            keys["hexes"] = {"void": ranges(numbers, self.numbers.void)}
        if self.boxes:
            titles = {box: {"title": told(name)} for name, box in self.boxes.items()}
            keys["boxes"] = Nested(titles)
        return keys

    def measures(self, scale: tuple[float, float] = (1, 1)) -> dict[str, float]:
        """Say where hexes lie on the picture: their pitches, and the middle of the first of the
        grid; on one that is ``scale`` times as large as that of the module.
        """
        (x0, y0), (across, down), grid = self.numbers.first, scale, self.ground.grid
        # In a module dx lies along the grid, here along the picture.
        dx, dy = (grid.dy, grid.dx) if grid.sideways else (grid.dx, grid.dy)
        return {"dx": dx * across, "dy": dy * down, "x0": x0 * across, "y0": y0 * down}

    def _calibration(self) -> dict[str, object]:
        """Say where hexes lie on the picture, and what is to be drawn over it that it lacks."""
        main = self.ground.boards[0].board.main
        keys: dict[str, object] = {
            key: float(number) for key, number in self.measures(self.scale).items()
        }
        if main and main.draws_grid:
            keys["lines"] = True
        if main and (main.numbering is None or main.draws_numbers or self.numbers.is_new):
            keys["numbers"] = True
        return keys


def maps_of(
    module: Module,
    setups: Iterable[ModuleSetup],
    layouts: Mapping[str, Sequence[LaidBoard]],
    chosen: str = "",
) -> tuple[list[DraftMap], dict[str, str]]:
    """List all boards with whole hexes; the first is the ``chosen`` one, or else that on which most
    counters begin. :class:`ImportRefusedError` if none is called so.

    Boards that lie side by side (``layouts``, by map) are one map if they can be; what became of
    them is returned too, by the name of the map, for the list.
    """
    ids, drafts = Ids(), []
    outcomes: dict[str, str] = {}
    for module_map in module.maps:
        # Hands hold cards; only as the first map of a module may such a one be played on.
        if module_map.is_hand and module.maps[0] is not module_map:
            continue
        grounds: list[tuple[str, HexGround]] = []
        if side_by_side := layouts.get(module_map.name, ()):
            ground_or_why = joined(side_by_side)
            if isinstance(ground_or_why, HexGround):
                how = "one map"
                grounds.append((module_map.name, ground_or_why))
            else:
                how = f"maps of their own: {ground_or_why}"
            names = ", ".join(told(laid.board.name) for laid in side_by_side)
            outcomes[told(module_map.name)] = f"{names} lie side by side, and are {how}"
        for board in module_map.boards:
            if not any(ground.has(board) for _, ground in grounds) and (alone := ground_of(board)):
                grounds.append((board.name or module_map.name, alone))
        for name, ground in grounds:
            if ground.owners:
                title = told(name) or "Map"
                ident = f"map_{ids.one(title, 'board')}"
                drafts.append(DraftMap(ident, title, module_map.name, ground, fitted(ground)))
    counters = [standing for setup in setups for standing in setup.standing]
    counters_on = {
        draft.id: sum(draft.ground.has(s.board) and s.hex is not None for s in counters)
        for draft in drafts
    }
    # Where no counter says which is played on, the largest.
    order = sorted(drafts, key=lambda draft: (-counters_on[draft.id], -len(draft.numbers.ids)))
    if chosen:
        order.sort(key=lambda draft: plain_name(chosen) not in draft.names)
        if not order or plain_name(chosen) not in order[0].names:
            titles = ", ".join(draft.title for draft in order) or "none"
            why = f"no board with hexes is called {told(chosen)}; there are: {titles}"
            raise ImportRefusedError(OTHER_KIND, why)
    for draft in order:
        box_ids = Ids([*draft.numbers.ids.values(), draft.id])
        in_zones = (s for s in counters if draft.ground.has(s.board) and s.hex is None and s.zone)
        zones = dict.fromkeys(standing.zone for standing in in_zones)
        draft.boxes = {zone: box_ids.one(zone, "box") for zone in zones}
    return order, outcomes


# -- the hexes of a map: those of one board, or of several whose grids go on in one another --------

# Boards that lie side by side are one map if each has hexes and a size, none lies there twice, and
# all their hexes lie where those of the first one's grid do; else each is a map of its own, and the
# list says why. Of a hex on the seam the board has the say that its middle lies on. The few hexes
# that touch no others come from gaps in a frame, and are no part of the map.


_STRAYS = 0.02  # of all hexes: so few that touch no others are left out


class HexOwner(NamedTuple):
    """What numbers a hex: a board, the field on it, and its place there."""

    board: ModuleBoard
    field: HexField
    place: Place

    @property
    def size(self) -> tuple[float, float]:
        """Width and height that its numbering counts from."""
        return self.board.size_under(self.field)


@dataclass(frozen=True)
class HexGround:
    """The hexes of one map, with the field that numbers each; the first of its boards lies at 0, 0,
    and is not turned round.
    """

    grid: ModuleGrid
    boards: tuple[LaidBoard, ...]
    owners: Mapping[Place, HexOwner]

    def has(self, board: ModuleBoard | None) -> bool:
        """Whether a board is one of its own."""
        return any(laid.board is board for laid in self.boards)

    def place(self, board: ModuleBoard, place_on_board: Place) -> Place:
        """Say where the hex of a board lying on this ground."""
        lying = next(laid for laid in self.boards if laid.board is board)
        if board.main is None or len(self.boards) == 1:
            return place_on_board
        return self.grid.hex_at(lying.outer(board.main.grid.middle(place_on_board)))


def ground_of(board: ModuleBoard) -> HexGround | None:
    """Take the hexes of one board; ``None`` if no hex of it lies whole on its picture."""
    main = board.main
    hexes = board.hexes(main) if main else []
    if main is None or not hexes:
        return None
    laid = LaidBoard(board)
    owners = {place: HexOwner(board, main, place) for place in hexes}
    if len(board.together) > 1:
        owners = dict(_owned(main.grid, [laid]))
    kept = together(owners)
    return HexGround(main.grid, (laid,), {p: owner for p, owner in owners.items() if p in kept})


def together(hexes: Collection[Place]) -> set[Place]:
    """Leave out the few hexes that touch no others: the gap in a frame is no part of the map."""
    unreached, parts = set(hexes), list[set[Place]]()
    while unreached:
        waiting, part = [unreached.pop()], set[Place]()
        while waiting:
            c, r = place = waiting.pop()
            part.add(place)
            low = r if c % 2 else r - 1  # odd columns stand half a hex lower
            in_next_columns = ((c + d, low + e) for d in (-1, 1) for e in (0, 1))
            for neighbor in ((c, r - 1), (c, r + 1), *in_next_columns):
                if neighbor in unreached:
                    unreached.discard(neighbor)
                    waiting.append(neighbor)
        parts.append(part)
    return {place for part in parts if len(part) >= _STRAYS * len(hexes) for place in part}


def joined(laid: Sequence[LaidBoard]) -> HexGround | str:
    """Make one ground of boards side by side; or say why not, behind their names."""
    # The first that is not turned round gives the grid, and all others are reckoned from it.
    boards = sorted(laid, key=lambda lying: (lying.is_turned, lying.origin[1], lying.origin[0]))
    if len({id(lying.board) for lying in boards}) < len(boards):
        return "one of them lies there twice"
    if boards[0].is_turned:
        return "all of them are turned round"
    x, y = boards[0].origin
    boards = [replace(lying, origin=(lying.origin[0] - x, lying.origin[1] - y)) for lying in boards]
    main = boards[0].board.main
    if main is None or any(
        lying.board.main is None or not all(lying.board.size) for lying in boards
    ):
        return "one of them has no hexes, or no size"
    if not all(_goes_on(main.grid, lying) for lying in boards):
        return "their grids do not go on in one another"
    return HexGround(main.grid, tuple(boards), dict(_owned(main.grid, boards)))


def _goes_on(grid: ModuleGrid, laid: LaidBoard) -> bool:
    """Whether the hexes of a board lie where those of a grid do."""
    main = laid.board.main
    if main is None or main.grid.sideways != grid.sideways:
        return False
    return all(
        lies_on(grid, laid.outer(field.grid.middle(place_on_board)))
        for field in laid.board.together
        for place_on_board in laid.board.hexes(field)
    )


def _owned(grid: ModuleGrid, boards: Sequence[LaidBoard]) -> list[tuple[Place, HexOwner]]:
    """List the hexes that lie whole on the boards together, each with the board that has its
    middle: that one numbers it.
    """
    right = max(laid.origin[0] + laid.board.size[0] for laid in boards)
    low = max(laid.origin[1] + laid.board.size[1] for laid in boards)
    corner = min(laid.origin[0] for laid in boards), min(laid.origin[1] for laid in boards)
    owned: list[tuple[Place, HexOwner]] = []
    for place in places_between(grid, corner, (right, low)):
        middle = grid.middle(place)
        owner = _under(boards, middle)
        if owner is not None and all(
            _under(boards, corner_of_hex) for corner_of_hex in grid.corners(place, DRAWN_IN)
        ):
            owned.append((place, owner))
    return owned


def _under(boards: Sequence[LaidBoard], point: Point) -> HexOwner | None:
    """Find the hex of a board's own under a point."""
    for laid in boards:
        own_point = laid.own(point)
        field = None if own_point is None else laid.board.field_at(own_point)
        if own_point is not None and field is not None and field in laid.board.together:
            return HexOwner(laid.board, field, field.grid.hex_at(own_point))
    return None


# -- from a module's grid to a game's: its own numbers where they can be said, else from 01 --------

# First a form of ``ids`` is looked for that numbers all hexes as the module does: all combinations
# of form, direction and shift are tried, and each hex is held against its number and its place.
# Then each hex is called by its name. Then the same with other signs between (a dot, nothing), and,
# where several boards or zones have the same numbers, with their names before them. What cannot be
# said in any way is numbered from 01, and the list has the module's own numbers.


_LONGEST_TAG = 4
"""Letters before the numbers of a board, where several have the same numbers."""


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
    """Number hexes, of which there are some. Grids of too many lines are cut."""
    hexes = list(ground.owners)
    columns, rows = min(c for c, _ in hexes), min(r for _, r in hexes)
    drawn = len(hexes)
    hexes = [(c, r) for c, r in hexes if c - columns < MOST_LINES and r - rows < MOST_LINES]
    numbers = _fitted(ground, hexes)
    if len(hexes) == drawn:
        return numbers
    cut = f"{numbers.how}; {drawn - len(hexes):,} hexes beyond {MOST_LINES} columns or rows are cut"
    return replace(numbers, how=cut)


def _fitted(ground: HexGround, hexes: Sequence[Place]) -> FittedNumbers:
    """Try numbers in turn, and take the first that are sound: by a form, by names, the same in
    other spellings, and from 01.
    """
    grid = ground.grid
    names = _names(ground, hexes, {})
    if not names:
        return _from_01(grid, hexes, "the module numbers no hexes: numbered from 01 here", {})
    exactly, *inexact = _spellings(ground, hexes).items()
    # As the module does by name goes before another spelling by form.
    for spellings in ((exactly,), inexact):
        for how, spelled in spellings:
            if form := _by_form(ground, hexes, spelled):
                return _finished(grid, form, spelled, how, _otherwise(spelled, names))
        for how, spelled in spellings:
            if len({*spelled.values()}) == len(spelled) and all(map(is_name, spelled.values())):
                # A grid that counts from 01, with these names in it.
                plain, numbers = _counted_from_01(grid, hexes)
                numbering = called(plain, {numbers[place]: n for place, n in spelled.items()})
                ids = {place: numbering.prefix + number for place, number in numbers.items()}
                ids |= spelled
                by_name = f"{how}; each hex by name (`numbers`), since no form of `ids` fits"
                return _finished(grid, numbering, ids, by_name, _otherwise(ids, names))
    why = "the module's own numbers cannot be said here (they are in the list): numbered from 01"
    return _from_01(grid, hexes, why, names)


def _names(
    ground: HexGround, hexes: Sequence[Place], spelling: Mapping[str, Any]
) -> dict[Place, str]:
    """Say what the module calls hexes, with some of its signs changed."""
    names = {}
    for place in hexes:
        owner = ground.owners[place]
        if owner.field.numbering is not None:
            plain = replace(owner.field.numbering, form="$gridLocation$", **spelling)
            names[place] = plain.name(owner.field.grid, owner.size, owner.place)
    return names


def _by_form(
    ground: HexGround, hexes: Sequence[Place], names: Mapping[Place, str]
) -> Numbering | None:
    """Find the grid of a game that numbers all hexes so."""
    counted: dict[Place, Place] = {}
    for place in hexes:
        _, field_, own_place = owner = ground.owners[place]
        if field_.numbering is None:
            return None
        counted[place] = field_.numbering.counted(field_.grid, owner.size, own_place)
    if ground.grid.sideways:
        counted = {place: (v, h) for place, (h, v) in counted.items()}
    numbering = ground.owners[hexes[0]].field.numbering
    aslant = numbering is not None and numbering.oblique
    candidates = _candidates(ground.grid, counted, names, aslant=aslant)
    return next((each for each in candidates if _fits(each, ground.grid, counted, names)), None)


def _otherwise(ids: Mapping[Place, str], names: Mapping[Place, str]) -> dict[str, str]:
    """List what the module calls hexes that are not called so here."""
    if all(ids[place] == name for place, name in names.items()):
        return {}
    return {ids[place]: name for place, name in names.items()}


def _spellings(ground: HexGround, hexes: Sequence[Place]) -> dict[str, dict[Place, str]]:
    """List ways to write the numbers: as the module does, or else with a dot or nothing between.

    Where boards or zones have the same numbers, the names of these before them.
    """
    fields = {id(owner.field): owner.field for owner in map(ground.owners.__getitem__, hexes)}
    numberings = (hex_field.numbering for hex_field in fields.values())
    signs = sorted({numbering.sep for numbering in numberings if numbering is not None})
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
                # With a dot where digits, or letters, would run into one another.
                place: f"{tag}.{name}" if tag[-1:].isdigit() == name[:1].isdigit() else tag + name
                for place, name in names.items()
                for tag in tags[_key(ground.owners[place])][:1]
            }
    return spellings


def _key(owner: HexOwner) -> tuple[int, int]:
    """Say by what hexes are known that are numbered together: boards and fields have no hash."""
    return id(owner.board), id(owner.field)


def _tags(ground: HexGround, hexes: Sequence[Place]) -> dict[tuple[int, int], tuple[str, str]]:
    """Say, by board and field, what stands before its numbers, and the name that it stands for.

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


def _candidates(
    grid: ModuleGrid,
    counted: Mapping[Place, Place],
    names: Mapping[Place, str],
    *,
    aslant: bool,
) -> Iterator[Numbering]:
    """Try all grids that a game could have with these columns and rows."""
    columns = [column for column, _ in counted.values()]
    rows = [row for _, row in counted.values()]
    entry: dict[str, Any] = {
        "columns": max(columns) - min(columns) + 1,
        "rows": max(rows) - min(rows) + 1,
        "orientation": "pointy" if grid.sideways else "flat",
    }
    # A game has no negative columns and rows.
    if min(*columns, *rows) < 0 or max(entry["columns"], entry["rows"]) > MOST_LINES:
        return
    any_name = next(iter(names.values()))
    prefix = any_name[: len(any_name) - len(any_name.lstrip(ascii_letters))][:4]
    ways = product(
        get_args(NumberForm),
        get_args(RowsFrom),
        get_args(ColumnsFrom),
        _shoved(grid, aslant=aslant),
    )
    for ids, rows_from, columns_from, shoved in ways:
        fields = {**entry, "ids": ids, "rows_from": rows_from, "columns_from": columns_from}
        has_letters = "A" in ids
        lettered_lines = get_args(Letters) if has_letters else ("columns",)
        for letters in lettered_lines:
            more_columns, more_rows = _from_letters(ids, letters)
            try:
                yield Numbering(
                    **fields,
                    shoved=shoved,
                    letters=letters,
                    prefix="" if has_letters else prefix,
                    first_column=min(columns) + more_columns,
                    first_row=min(rows) + more_rows,
                )
            except ValueError:  # no numbering is so: the next one
                continue


def _from_letters(ids: str, letters: str) -> Place:
    """Say what is added to columns and rows: the letter A is 1 in a game, and 0 in a module."""
    return (int("A" in ids and letters == "columns"), int("A" in ids and letters == "rows"))


def _shoved(grid: ModuleGrid, *, aslant: bool = False) -> tuple[Shoved, Shoved]:
    """Name the two ways to shove the lines of a game's grid so that they lie as a module's do."""
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
    """Say whether a game's grid gives every hex its number, and puts it where it lies."""
    more_columns, more_rows = _from_letters(numbering.ids, numbering.letters)
    shift: Hex | None = None
    for place, (column, row) in counted.items():
        try:
            number = numbering.number(column + more_columns, row + more_rows)
        except ValueError:
            return False
        if number != names[place]:
            return False
        numbered, on_board = numbering.axial(number), _axial(grid, place)
        shift_of_hex = Hex(numbered.q - on_board.q, numbered.r - on_board.r)
        # Not the numbers alone: all hexes must lie to one another as on the board.
        if shift not in (None, shift_of_hex):
            return False
        shift = shift_of_hex
    return len(set(names.values())) == len(names)


def _axial(grid: ModuleGrid, place: Place) -> Hex:
    column, row = place
    along = row - column // 2
    return Hex(along, column) if grid.sideways else Hex(column, along)


def _from_01(
    grid: ModuleGrid, hexes: Sequence[Place], how: str, names: Mapping[Place, str]
) -> FittedNumbers:
    """Number columns and rows of the paper from 01."""
    numbering, ids = _counted_from_01(grid, hexes)
    printed = {ids[place]: name for place, name in names.items()}
    return replace(_finished(grid, numbering, ids, how, printed), is_new=True)


def _counted_from_01(
    grid: ModuleGrid, hexes: Sequence[Place]
) -> tuple[Numbering, dict[Place, str]]:
    """Make a grid of columns and rows from 01, and say what it calls each hex."""
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
    """Complete a numbering that fits by where its first hex lies, reckoned from any."""
    numbers_used = set(ids.values())
    void = [number for number in numbering.numbers() if number not in numbers_used]
    place, number = next(iter(ids.items()))
    numbered, on_board = numbering.axial(number), _axial(grid, place)
    corner = numbering.axial(numbering.first)
    q, r = corner.q - numbered.q + on_board.q, corner.r - numbered.r + on_board.r
    column, along = (r, q) if grid.sideways else (q, r)  # the other way round than in ``_axial``
    row = along + column // 2
    # Not ``middle``, which cuts fractions off as VASSAL does: the picture is calibrated exactly.
    u = grid.x0 + grid.dx * column
    v = grid.y0 + grid.dy * row + (grid.dy / 2 if column % 2 else 0)
    first = (v, u) if grid.sideways else (u, v)
    return FittedNumbers(numbering, ids, how, printed, void, first)
