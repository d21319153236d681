"""Boards of a module that lie side by side: one map if their grids go on, else each its own."""

from __future__ import annotations

from html import escape

import pytest

from hexwar.imports.draft import Draft
from hexwar.imports.vassal.maps import together
from tests.imports.modules import (
    board,
    counter,
    element,
    hex_grid,
    module_map,
    png,
    save,
    saved_stack,
    set_up,
    slot,
)
from tests.imports.test_vassal import drafted, places, said, with_counters


def two_boards(east: str, setup: str = "Main MapBoardPicker\tWest\t0\t0\tEast\t1\t0") -> Draft:
    """A draft of two boards that lie side by side as the picker says, 400 by 300 pixels each."""
    west = board("West", "west.png", hex_grid(numbering(1), dx=50.0, dy=60.0, x0=25, y0=30))
    where = module_map([west, east])
    picker = "</VASSAL.build.module.map.BoardPicker>"
    made = with_counters(slot(counter("Red guard", "a.png", gpid="7"), "guard", "7"))
    made.inside = [
        *(each for each in made.inside if "BoardPicker" not in each),
        where.replace(picker, element("setup", escape(setup)) + picker),
        set_up("Dawn", "dawn.vsav"),
    ]
    made.files |= {
        "images/west.png": png(400, 300),
        "images/east.png": png(400, 300),
        "dawn.vsav": save(
            setup,
            counter("Red guard", "a.png", ident="1", gpid="7"),
            counter("Red guard", "a.png", ident="2", gpid="7"),
            saved_stack("Main Map", 75, 120, "1"),
            saved_stack("Main Map", 525, 90, "2"),
        ),
    }
    return drafted(made)


def numbering(first: int) -> dict[str, object]:
    return {"hOff": first, "vOff": 1, "hLeading": 1, "vLeading": 1, "stagger": "false"}


def test_boards_whose_grids_go_on_are_one_map() -> None:
    """With the numbers of each, and hexes over the seam; the pictures lie side by side."""
    east = hex_grid(numbering(9), dx=50.0, dy=60.0, x0=25, y0=30)
    draft = two_boards(board("East", "east.png", east))
    section = said(draft, "map.yaml")
    assert (section["grid"]["columns"], section["grid"]["rows"]) == (14, 5)
    assert section["picture"]["beside"] == [{"file": "pictures/east.png", "x": 400, "y": 0}]
    assert section["picture"]["grid"]["x0"] == 75, "the first column is cut by the edge"
    assert places(draft, "dawn") == {"red_guard": "0202", "red_guard_2": "1102"}
    told = draft.listing.text()
    assert "West, East lie side by side, and are one map" in told
    assert (
        "as the module numbers them; 63 whole hexes" in told and "variants.yaml" not in draft.files
    )


def test_boards_with_the_same_numbers_have_their_names_before_them() -> None:
    east = hex_grid(numbering(1), dx=50.0, dy=60.0, x0=25, y0=30)
    draft = two_boards(board("East", "east.png", east))
    assert places(draft, "dawn") == {"red_guard": "West0202", "red_guard_2": "East0302"}
    printed = draft.listing.numbers["map_main_map"]
    assert printed["West0202"] == "0202" and printed["East0302"] == "0302"


@pytest.mark.parametrize(
    ("east", "how"),
    [
        (hex_grid(dx=50.0, dy=60.0, x0=45, y0=30), "do not go on in one another"),
        (hex_grid(dx=52.0, dy=60.0, x0=25, y0=30), "do not go on in one another"),
        (hex_grid(dx=50.0, dy=60.0, x0=25, y0=30, sideways="true"), "do not go on"),
        ("", "has no hexes"),
    ],
)
def test_boards_that_do_not_go_on_are_maps_of_their_own(east: str, how: str) -> None:
    draft = two_boards(board("East", "east.png", east))
    assert how in draft.listing.text()
    assert ("variants.yaml" in draft.files) == bool(east)


def test_a_board_that_is_turned_round_is_joined_turned() -> None:
    """Its counters stand where they lie on the table; the unturned board is the first."""
    grid = hex_grid(numbering(1), dx=50.0, dy=60.0, x0=25, y0=60)
    setup = "Main MapBoardPicker\tEast/rev\t1\t0\tWest\t0\t0"
    draft = two_boards(board("East", "east.png", grid), setup)
    beside = said(draft, "map.yaml")["picture"]["beside"]
    assert beside == [{"file": "pictures/east.png", "x": 400, "y": 0, "turned": True}]
    assert "East, West lie side by side, and are one map" in draft.listing.text()
    assert places(draft, "dawn") == {"red_guard": "West0202", "red_guard_2": "East0603"}
    crooked = hex_grid(dx=50.0, dy=60.0, x0=25, y0=30)
    draft = two_boards(board("East", "east.png", crooked), setup)
    assert "do not go on in one another" in draft.listing.text()
    draft = two_boards(board("East", "east.png", grid), setup.replace("West", "West/rev"))
    assert "all of them are turned round" in draft.listing.text()


def test_a_hex_that_touches_no_other_is_left_out() -> None:
    """As one that lies whole in a gap of the frame: columns would be void for it."""
    block = [(c, r) for c in range(10) for r in range(10)]
    assert together([*block, (14, 5)]) == set(block)
    far = [(c + 20, r) for c, r in block]
    assert together([*block, *far]) == {*block, *far}
    assert together([(0, 0), (5, 5)]) == {(0, 0), (5, 5)}
