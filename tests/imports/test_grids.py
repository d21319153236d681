"""Grids of modules: where hexes lie, what they are called, and what of that a game can say."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from hexwar.hexmap import Numbering
from hexwar.imports.foreign_files import read_markup
from hexwar.imports.vassal.boards import (
    BadGridError,
    BoardPlace,
    LaidBoard,
    ModuleBoard,
    ModuleGrid,
    ModuleNumbering,
    laid,
    read_board,
    read_grid,
    read_numbering,
)
from hexwar.imports.vassal.maps import FittedNumbers, fitted, ground_of
from hexwar.imports.writing import called
from tests.imports.modules import board, element, hex_grid

PITCH = st.floats(20, 120)
OFFSET = st.integers(-200, 200)
GRIDS = st.builds(ModuleGrid, PITCH, PITCH, OFFSET, OFFSET, st.booleans())
PLACES = st.tuples(st.integers(-6, 30), st.integers(-6, 30))
NUMBERINGS = st.builds(
    ModuleNumbering,
    first=st.sampled_from(["H", "V"]),
    sep=st.sampled_from(["", ".", "-"]),
    h_label=st.sampled_from(["number", "letter"]),
    v_label=st.sampled_from(["number", "letter"]),
    h_off=st.integers(-3, 20),
    v_off=st.integers(-3, 20),
    h_leading=st.integers(0, 2),
    v_leading=st.integers(0, 2),
    h_descend=st.booleans(),
    v_descend=st.booleans(),
    stagger=st.booleans(),
)


def numbers_of(field: ModuleBoard) -> FittedNumbers | None:
    """The numbers that a game has for a board, if it has a hex."""
    ground = ground_of(field)
    return fitted(ground) if ground else None


def made(
    numbering: dict[str, object] | None, size: tuple[int, int] = (640, 480), **grid: object
) -> ModuleBoard:
    """A board with a grid."""
    said = {"dx": 60.0, "dy": 70.0, "x0": 40, "y0": 40} | grid
    text = board("Field", "Board.png", hex_grid(numbering, **said))
    return read_board(read_markup(text.encode(), "a board"), size)


def numbered(**said: object) -> dict[str, object]:
    """A numbering as a module writes it."""
    usual = {"first": "H", "sep": "", "hType": "N", "vType": "N", "hOff": 1, "vOff": 1}
    more = {"hLeading": 1, "vLeading": 1, "hDescend": "false", "vDescend": "false"}
    return usual | more | {"stagger": "false"} | said


@given(GRIDS, PLACES)
def test_the_middle_of_a_hex_lies_in_it(grid: ModuleGrid, place: tuple[int, int]) -> None:
    assert grid.hex_at(grid.middle(place)) == place


@given(GRIDS, PLACES)
def test_what_is_drawn_in_of_a_hex_lies_in_it(grid: ModuleGrid, place: tuple[int, int]) -> None:
    """The corners as well, a quarter of the way to the middle."""
    for corner in grid.corners(place, grid.dy / 8):
        assert grid.hex_at(corner) == place


@settings(max_examples=60)
@given(GRIDS, NUMBERINGS)
def test_a_number_is_that_of_one_hex(grid: ModuleGrid, numbering: ModuleNumbering) -> None:
    """From the middle to the hex, to its number, and back by all the numbers that there are."""
    size = (1000.0, 800.0)
    places = list(product(range(8), range(8)))
    names = {numbering.name(grid, size, place): place for place in places}
    counted = {numbering.counted(grid, size, place) for place in places}
    assert len(counted) == len(places)
    assume(len(names) == len(places))
    for place in places:
        found = grid.hex_at(grid.middle(place))
        assert names[numbering.name(grid, size, found)] == place


@pytest.mark.parametrize(
    ("numbering", "place", "size", "name"),
    [
        (
            ModuleNumbering(h_off=1, v_off=1, h_leading=1, v_leading=1, stagger=False),
            (2, 3), (640, 480), "0304",
        ),
        (ModuleNumbering(stagger=True), (1, 3), (640, 480), "14"),
        (ModuleNumbering(v_descend=True, stagger=False), (0, 1), (640, 480), "07"),
        (ModuleNumbering(v_descend=True, stagger=True), (1, 1), (640, 480), "16"),
        (ModuleNumbering(h_descend=True, stagger=False), (2, 0), (640, 480), "70"),
        (ModuleNumbering(h_label="letter", stagger=False), (27, 3), (640, 480), "BB3"),
        (ModuleNumbering(first="V", sep=".", stagger=False), (2, 3), (640, 480), "3.2"),
        (ModuleNumbering(h_off=-5, h_leading=1, stagger=False), (2, 3), (640, 480), "-033"),
        (ModuleNumbering(oblique=True, stagger=True), (4, 3), (640, 480), "45"),
        (ModuleNumbering(oblique=True, stagger=False), (4, 3), (640, 480), "42"),
        (ModuleNumbering(form="Hex $gridLocation$", stagger=False), (2, 3), (640, 480), "Hex 23"),
        (ModuleNumbering(form="$row$ of $column$", stagger=False), (2, 3), (640, 480), "3 of 2"),
    ],
)  # fmt: skip
def test_numbers_by_hand(
    numbering: ModuleNumbering, place: tuple[int, int], size: tuple[int, int], name: str
) -> None:
    """By the formulas of the original: floor(480 / 60 + 1/2) down, floor(640 / 70 + 1/2) across."""
    assert numbering.name(ModuleGrid(60, 70, 40, 40), size, place) == name


def test_sideways_counts_the_other_way() -> None:
    """Columns lie under one another; the size is taken as the original takes it."""
    grid = ModuleGrid(60, 70, 40, 40, sideways=True)
    assert grid.middle((1, 0)) == (75, 100)
    numbering = ModuleNumbering(v_descend=True, stagger=False)
    assert numbering.counted(grid, (640, 480), (1, 2)) == (7, 2)


def test_a_grid_takes_what_is_missing_from_what_is_there() -> None:
    read = read_grid(read_markup(hex_grid(dy=80.0).encode(), "a grid"))
    assert (round(read.dx, 3), read.x0, read.y0) == (69.282, 0, 32)
    usual = hex_grid(dx=55.42562584220407, dy=80.0).encode()
    assert round(read_grid(read_markup(usual, "a grid")).dx, 3) == 69.282


@pytest.mark.parametrize("said", [{"dx": "nan"}, {"dx": 0}, {"dy": 1e9}, {"x0": 1e7}, {"dx": "a"}])
def test_a_grid_that_none_could_have_is_refused(said: dict[str, object]) -> None:
    with pytest.raises(BadGridError):
        read_grid(read_markup(hex_grid(**said).encode(), "a grid"))


def test_missing_stagger_is_true() -> None:
    text = hex_grid({"first": "H", "hType": "N", "vType": "A"}).encode()
    found = read_numbering(read_markup(text, "a grid"))
    assert found == ModuleNumbering(v_label="letter")


@pytest.mark.parametrize("stagger", ["true", "false"])
@pytest.mark.parametrize("sideways", ["true", "false"])
@pytest.mark.parametrize("first", ["H", "V"])
@pytest.mark.parametrize(("h_off", "v_off"), [(1, 1), (0, 16), (5, 0)])
@pytest.mark.parametrize("sep", ["", "."])
def test_what_a_game_can_say_it_says(
    stagger: str, sideways: str, first: str, h_off: int, v_off: int, sep: str
) -> None:
    """Each hex has the number of the module, and neighbours are neighbours."""
    said = numbered(stagger=stagger, first=first, hOff=h_off, vOff=v_off, sep=sep)
    field = made(said, sideways=sideways)
    assert field.main is not None
    found = numbers_of(field)
    assert found is not None and found.numbering.orientation == (
        "pointy" if sideways == "true" else "flat"
    )
    grid, numbering = field.main.grid, field.main.numbering
    assert numbering is not None
    dotted_rows_first = sep == "." and (first == "V") != (sideways == "true")
    if not dotted_rows_first:
        assert found.how == "as the module numbers them"
        names = {place: numbering.name(grid, field.size, place) for place in found.ids}
        assert found.ids == names
    _lies_right(found.ids, grid, found.numbering.axial)


def _lies_right(ids: object, grid: ModuleGrid, axial: object) -> None:
    """Middles lie where the axial coordinates of the numbers say, to the pixel and a half."""
    assert isinstance(ids, dict) and callable(axial)
    places = list(ids)
    origin, first = axial(ids[places[0]]), grid.middle(places[0])
    across, down = (grid.dy, grid.dx) if grid.sideways else (grid.dx, grid.dy)
    for place in places:
        at, (x, y) = axial(ids[place]), grid.middle(place)
        q, r = at.q - origin.q, at.r - origin.r
        right, below = (q + r / 2, r) if grid.sideways else (q, r + q / 2)
        assert abs(x - first[0] - right * across) <= 2.5
        assert abs(y - first[1] - below * down) <= 2.5


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(["true", "false"]),
    st.sampled_from(["N", "A"]),
    st.sampled_from(["true", "false"]),
    st.sampled_from(["true", "false"]),
    st.integers(0, 2),
    st.floats(30, 90),
    st.floats(30, 90),
)
def test_whatever_the_numbers_are_every_hex_lies_where_it_is_drawn(
    stagger: str, kind: str, down: str, sideways: str, leading: int, dx: float, dy: float
) -> None:
    said = numbered(stagger=stagger, hType=kind, vDescend=down, hLeading=leading)
    field = made(said, dx=dx, dy=dy, sideways=sideways)
    assert field.main is not None
    found = numbers_of(field)
    assert found is not None
    _lies_right(found.ids, field.main.grid, found.numbering.axial)
    assert set(found.void).isdisjoint(found.ids.values())


def test_numbers_from_below_are_said() -> None:
    field = made(numbered(vDescend="true"))
    assert field.main is not None
    found = numbers_of(field)
    assert found is not None
    assert (found.numbering.rows_from, found.how) == ("bottom", "as the module numbers them")


def test_numbers_that_cannot_be_said_are_listed() -> None:
    """Less than 0: the game counts from 01, and the list has the module's own."""
    found = numbers_of(made(numbered(hOff=-3)))
    assert found is not None and not found.numbering.names
    assert "numbered from 01" in found.how
    assert found.printed["0101"] == "-0301"


@pytest.mark.parametrize("sideways", ["false", "true"])
@pytest.mark.parametrize(
    ("said", "first"),
    [
        ({"vType": "A", "hType": "A"}, "BB"),
        ({"vType": "A", "hType": "A", "hOff": 30, "sep": "."}, "EE.B"),
        ({"vType": "A", "hType": "A", "hDescend": "true", "stagger": "true"}, "KB"),
        ({"vLeading": 0, "hLeading": 0, "hOff": 1, "vOff": 1}, "11"),
    ],
)
def test_numbers_that_no_form_has_are_names_of_hexes(
    said: dict[str, object], first: str, sideways: str
) -> None:
    """Letters for both, digits that are not padded: each hex is called as the module calls it."""
    field = made(numbered(**said), sideways=sideways)
    main = field.main
    assert main is not None and main.numbering is not None
    found = numbers_of(field)
    assert found is not None and found.numbering.names
    names = {at: main.numbering.name(main.grid, field.size, at) for at in found.ids}
    assert found.ids == names and not found.printed
    assert sideways == "true" or found.ids[0, 0] == first
    _lies_right(found.ids, main.grid, found.numbering.axial)


def test_a_dot_parts_what_would_be_the_same() -> None:
    """1-11 and 11-1 are both 111."""
    field = made(numbered(vLeading=0, hLeading=0), size=(900, 900))
    found = numbers_of(field)
    assert found is not None and found.numbering.ids == "C.R"
    assert "with a dot between" in found.how and found.printed["1.11"] == "111"


def oblique(said: dict[str, object], sideways: str = "false") -> ModuleBoard:
    """A board whose numbering runs aslant."""
    text = board("Field", "Board.png", hex_grid(said, dx=60.0, dy=70.0, x0=40, y0=40))
    text = text.replace("mapgrid.HexGridNumbering", "mapgrid.ObliqueHexGridNumbering")
    text = text.replace("<VASSAL.build.module.map.boardPicker.board.HexGrid ", "<HexGrid ")
    text = text.replace("</VASSAL.build.module.map.boardPicker.board.HexGrid>", "</HexGrid>")
    text = text.replace("<HexGrid ", f'<HexGrid sideways="{sideways}" ')
    return read_board(read_markup(text.encode(), "a board"), (640, 480))


@pytest.mark.parametrize("stagger", ["true", "false"])
def test_rows_that_run_in_zigzag_are_named(stagger: str) -> None:
    """Aslant and counted from the right over an odd number of columns."""
    said = numbered(vOff=20, hOff=1, hDescend="true", stagger=stagger)
    field = oblique(said)
    main = field.main
    assert main is not None and main.numbering is not None and main.numbering.oblique
    found = numbers_of(field)
    assert found is not None and not found.is_new
    assert found.ids == {
        at: main.numbering.name(main.grid, field.size, at) for at in field.hexes(main)
    }
    _lies_right(found.ids, main.grid, found.numbering.axial)


@pytest.mark.parametrize(
    ("said", "ids", "first", "how"),
    [
        ({"vType": "A", "vOff": 0, "vLeading": 0}, "01A", "01A", "as the module numbers them"),
        ({"hType": "A", "hOff": 0}, "A01", "A01", "as the module numbers them"),
        ({"hType": "A", "hOff": 0, "vLeading": 0, "first": "V"}, "1A", "1A", "as the module"),
        ({"hLeading": 0, "vLeading": 0, "sep": "."}, "C.R", "1.1", "as the module numbers them"),
        ({"first": "V", "sep": "."}, "RR.CC", "01.01", "as the module numbers them"),
        ({"hLeading": 0, "vLeading": 0, "sep": ","}, "C.R", "1.1", "with a dot for its ','"),
        ({"hType": "A", "hOff": 0, "vLeading": 0, "sep": "-"}, "A1", "A1", "without its '-'"),
        ({"hDescend": "true"}, "CCRR", "1001", "as the module numbers them"),
        ({"hDescend": "true", "vDescend": "true", "stagger": "true"}, "CCRR", "1009", "as the"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("sideways", ["false", "true"])
def test_forms_of_numbers(
    said: dict[str, object], ids: str, first: str, how: str, sideways: str
) -> None:
    """Letters for columns or rows, unpadded numbers, other signs between, counted from anywhere."""
    field = made(numbered(**said), sideways=sideways)
    assert field.main is not None
    found = numbers_of(field)
    assert found is not None and how in found.how, found
    _lies_right(found.ids, field.main.grid, found.numbering.axial)
    if sideways == "false":
        assert (found.numbering.ids, found.ids[0, 0]) == (ids, first)
    if "its" in how:
        assert found.printed[found.ids[0, 0]] != found.ids[0, 0]


def test_half_hexes_are_none() -> None:
    """A frame traced four pixels too narrow still holds its hexes."""
    field = made(None, (640, 480), x0=37, y0=35)
    assert field.main is not None
    assert (0, 0) in field.hexes(field.main)
    assert (0, -1) not in field.hexes(field.main)
    cut = made(None, (640, 480), x0=20, y0=35)
    assert cut.main is not None
    assert (0, 0) not in cut.hexes(cut.main) and (1, 0) in cut.hexes(cut.main)


ZONES = """
<Board name="Field" image="a.png"><ZonedGrid>
<HexGrid dx="60" dy="70" x0="40" y0="40"/>
<Zone name="Turns" path="0,0;640,0;640,60;0,60" useParentGrid="false"/>
<Zone name="Frame" path="0,60;640,60;640,480;0,480" useParentGrid="true"/>
<Zone name="Box" path="0,60;200,60;200,300;0,300" useParentGrid="false"/>
</ZonedGrid></Board>
"""


def test_the_first_zone_in_the_file_decides() -> None:
    """The frame holds the box, and stands before it; the track has no hexes."""
    field = read_board(read_markup(ZONES.encode(), "a board"), (640, 480))
    assert field.main is not None
    assert field.spot((100, 20)).field is None and field.spot((100, 20)).zone == "Turns"
    assert field.spot((100, 100)).field is field.main
    assert all(field.main.grid.middle(place)[1] > 60 for place in field.hexes(field.main))


OWN_GRID = """
<Board name="Field" image="a.png"><ZonedGrid>
<Zone name="East" path="300,0;640,0;640,480;300,480" locationFormat="$name$ $gridLocation$">
<HexGrid dx="40" dy="46" x0="330" y0="30"><HexGridNumbering first="H" hType="N" vType="N"
 hOff="-6" stagger="false"/></HexGrid></Zone>
<HexGrid dx="60" dy="70" x0="40" y0="40"/>
</ZonedGrid></Board>
"""


def test_a_zone_with_a_grid_of_its_own_counts_by_its_own_size() -> None:
    field = read_board(read_markup(OWN_GRID.encode(), "a board"), (640, 480))
    assert len(field.fields) == 2
    east = field.fields[0]
    assert field.size_under(east) == (340, 480)
    assert east.numbering is not None and east.numbering.form == "East $gridLocation$"
    assert field.main is east
    assert field.spot((100, 100)).field is field.fields[1]


def zones(*numberings: dict[str, object], off: float = 0) -> ModuleBoard:
    """A board in zones, side by side, of one grid that each numbers in its own way."""
    wide = 640 // len(numberings)
    said = []
    for at, numbering in enumerate(numberings):
        left, right = at * wide, (at + 1) * wide
        inside = hex_grid(numbering, dx=60.0, dy=70.0, x0=40 + at * off, y0=40)
        path = f"{left},0;{right},0;{right},480;{left},480"
        said.append(element("Zone", inside, name=f"Part {'NSE'[at]}", path=path))
    text = board("Field", "a.png", element("ZonedGrid", "".join(said)))
    return read_board(read_markup(text.encode(), "a board"), (640, 480))


def test_zones_that_number_one_grid_are_one_map() -> None:
    """Each hex by the number of the zone that has its middle; those on the border are whole."""
    field = zones(numbered(), numbered(hOff=51, vType="A", vOff=0))
    assert len(field.fields) == 2 and field.together == field.fields
    ground = ground_of(field)
    alone = ground_of(made(numbered()))
    assert ground is not None and alone is not None
    assert ground.owners.keys() == alone.owners.keys()
    found = fitted(ground)
    for place, owner in ground.owners.items():
        x, _ = ground.grid.middle(place)
        assert owner.field is field.fields[x >= 320]
        numbering = owner.field.numbering
        assert numbering is not None
        assert found.ids[place] == numbering.name(owner.field.grid, owner.size, owner.place)
    assert found.ids[0, 0] == "0101" and found.ids[9, 0] == "60A" and not found.printed
    _lies_right(found.ids, ground.grid, found.numbering.axial)


def test_zones_with_the_same_numbers_have_their_names_before_them() -> None:
    field = zones(numbered(), numbered(hOff=-4))
    ground = ground_of(field)
    assert ground is not None
    found = fitted(ground)
    assert (found.ids[0, 0], found.ids[9, 0]) == ("N0101", "S0501")
    assert "N for Part N, S for Part S" in found.how and found.printed["N0101"] == "0101"


def test_a_zone_with_another_grid_is_no_part_of_the_map() -> None:
    field = zones(numbered(), numbered(hOff=20), off=20)
    assert field.together == [field.main]


def test_what_has_no_name_is_not_called_as_something_else() -> None:
    """It counts from 01, behind a letter where 0101 is the name of another hex."""
    plain = Numbering(2, 2)
    assert called(plain, {"0201": "A.A"}).numbers() == ("0101", "0102", "A.A", "0202")
    assert called(plain, {"0201": "0101"}).numbers() == ("X0101", "X0102", "0101", "X0202")
    both = called(plain, {"0201": "0101", "0202": "X0102"})
    assert both.numbers() == ("XX0101", "XX0102", "0101", "X0102")


def test_boards_lie_side_by_side() -> None:
    """Behind the edge; a turned one is seen from the other side."""
    wide = ModuleBoard("wide", "", (600, 400))
    high = ModuleBoard("high", "", (300, 500))
    first, second, third = laid(
        {"wide": wide, "high": high},
        [BoardPlace("wide"), BoardPlace("high", 1, 0, is_turned=True), BoardPlace("wide", 0, 1)],
        (20, 10),
    )
    assert (first.origin, second.origin, third.origin) == ((20, 10), (620, 10), (20, 510))
    assert first.own((25, 30)) == (5, 20) and first.own((621, 30)) is None
    assert second.own((630, 20)) == (290, 490)
    assert LaidBoard(wide).own((599, 399)) == (599, 399)


def test_what_is_more_than_a_map_may_have_is_cut_and_told() -> None:
    field = made(None, (4000, 100), dx=12.0, dy=14.0)
    assert field.main is not None
    found = numbers_of(field)
    assert found is not None and found.numbering.columns <= 250
    assert "beyond 250 columns or rows are cut" in found.how


@pytest.mark.parametrize("sideways", ["true", "false"])
@pytest.mark.parametrize("stagger", ["true", "false"])
def test_rows_that_run_aslant_are_said(sideways: str, stagger: str) -> None:
    """Of an oblique numbering, whose rows keep their number along a slant."""
    field = oblique(numbered(vOff=20, stagger=stagger), sideways)
    found = numbers_of(field)
    assert found is not None and not found.is_new
    assert found.numbering.shoved.startswith("each")
    main = field.main
    assert main is not None and main.numbering is not None and main.numbering.oblique
    names = {main.numbering.name(main.grid, field.size, place) for place in field.hexes(main)}
    assert set(found.numbering.numbers()) - set(found.void) == names
