"""Hex numbers as printed maps have them."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given

from hexwar.hexmap import Hex, Numbering, UnknownHexError
from hexwar.hexmap.numbering import Shoved
from tests.hexmap.maps import full_map, numberings


@given(numberings())
def test_every_hex_number_leads_back_to_its_column_and_row(numbering: Numbering) -> None:
    for text in numbering.numbers():
        place = numbering.parse(text)
        assert place is not None
        assert numbering.number(*place) == text


@given(numberings())
def test_every_hex_number_leads_back_from_its_axial_coordinates(numbering: Numbering) -> None:
    for text in numbering.numbers():
        assert numbering.number_at(numbering.axial(text)) == text


@given(numberings())
def test_numbers_and_axial_coordinates_name_each_hex_once(numbering: Numbering) -> None:
    numbers = numbering.numbers()
    assert len(set(numbers)) == numbering.columns * numbering.rows
    assert len({numbering.axial(text) for text in numbers}) == len(numbers)


@given(numberings())
def test_hexes_off_the_grid_have_no_number(numbering: Numbering) -> None:
    inside = {numbering.axial(text) for text in numbering.numbers()}
    around = {Hex(q, r) for q in range(-8, 17) for r in range(-8, 17)}
    assert all(numbering.number_at(at) is None for at in around - inside)


@given(numberings())
def test_map_order_is_column_by_column_and_row_by_row(numbering: Numbering) -> None:
    places = [numbering.parse(text) or (0, 0) for text in numbering.numbers()]
    assert places == sorted(places)


@given(numberings())
def test_shoved_hexes_sit_half_a_hex_down_or_right(numbering: Numbering) -> None:
    """On paper, hexes of one row (column) differ by half a hex, as ``shoved`` says."""
    top_left = next(text for text in numbering.numbers() if numbering.axial(text) == Hex(0, 0))
    place = numbering.parse(top_left)
    assert place is not None
    for text in numbering.numbers():
        column, row = numbering.parse(text) or (0, 0)
        at = numbering.axial(text)
        columns, rows = abs(column - place[0]), abs(row - place[1])
        doubled, expected = (
            (2 * at.r + at.q, 2 * rows)
            if numbering.orientation == "flat"
            else (2 * at.q + at.r, 2 * columns)
        )
        shove = numbering.is_shoved(column, row) - numbering.is_shoved(*place)
        if numbering.runs_aslant:
            lines = columns if numbering.orientation == "flat" else rows
            shove = -lines if numbering.shoved.endswith(("up", "left")) else lines
        assert doubled == expected + shove


def test_strike_force_one_puts_even_columns_half_a_hex_down() -> None:
    around = full_map(Numbering(9, 8)).neighbors("0503")
    assert set(around) == {"0502", "0504", "0402", "0403", "0602", "0603"}


def test_rows_counted_from_the_bottom_rise_up_the_paper() -> None:
    series = full_map(Numbering(5, 5, ids="CC.RR", rows_from="bottom"))
    assert series.neighbor("03.03", "N") == "03.04"
    # Column 4 is even and so lies lower: its own row is the one to the south-east.
    assert series.neighbor("03.03", "SE") == "04.03"
    assert series.neighbor("03.03", "NE") == "04.04"


def test_columns_counted_from_the_right() -> None:
    """The number says how far it is from the right; up and down are as ever."""
    series = full_map(Numbering(5, 5, columns_from="right"))
    assert series.neighbor("0303", "SE") == "0203" and series.neighbor("0303", "N") == "0302"
    assert series.numbering.place("0501") == (0, 0)
    assert series.numbering.number_in(4, 2) == "0103"


def test_pointy_topped_rows_are_shoved_right() -> None:
    around = full_map(Numbering(5, 5, orientation="pointy", shoved="even-rows-right"))
    assert around.neighbors("0302") == ("0401", "0402", "0403", "0303", "0202", "0301")


@pytest.mark.parametrize(
    ("numbering", "number"),
    [
        (Numbering(9, 8), "0503"),
        (Numbering(9, 8, ids="RRCC"), "0305"),
        (Numbering(9, 8, ids="CC.RR"), "05.03"),
        (Numbering(9, 8, ids="RR.CC"), "03.05"),
        (Numbering(19, 18, ids="C.R"), "5.3"),
        (Numbering(19, 18, ids="R.C"), "3.5"),
        (Numbering(9, 8, ids="A1"), "E3"),
        (Numbering(9, 8, ids="A01"), "E03"),
        (Numbering(9, 8, ids="1A"), "3E"),
        (Numbering(9, 8, ids="01A"), "03E"),
        (Numbering(9, 8, ids="A1", letters="rows"), "C5"),
        (Numbering(9, 8, ids="01A", letters="rows", prefix="N"), "N05C"),
        (Numbering(9, 8, prefix="B"), "B0503"),
        (Numbering(120, 8), "00503"),
        (Numbering(9, 150), "05003"),
    ],
)
def test_a_number_has_the_form_that_the_map_prints(numbering: Numbering, number: str) -> None:
    assert numbering.number(5, 3) == number


def test_letters_double_after_z() -> None:
    lettered = Numbering(54, 1, ids="A1")
    assert [lettered.number(column, 1) for column in (1, 26, 27, 28, 52, 53)] == [
        "A1",
        "Z1",
        "AA1",
        "BB1",
        "ZZ1",
        "AAA1",
    ]


@pytest.mark.parametrize("text", ["", "503", "00503", "0503 ", "05.03", "1003", "0509", "٠٥٠٣"])
def test_only_the_exact_text_of_a_hex_number_is_one(text: str) -> None:
    assert Numbering(9, 8).parse(text) is None
    with pytest.raises(UnknownHexError, match="there is no hex"):
        Numbering(9, 8).axial(text)


@pytest.mark.parametrize(("column", "row"), [(0, 1), (10, 1), (1, 0), (1, 9)])
def test_a_column_or_row_off_the_grid_is_refused(column: int, row: int) -> None:
    with pytest.raises(ValueError, match=r"there is no (column|row)"):
        Numbering(9, 8).number(column, row)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"orientation": "pointy"}, "pointy-topped map it is rows that are shoved"),
        ({"shoved": "odd-rows-right"}, "flat-topped map it is columns that are shoved"),
        ({"shoved": "sideways"}, "shoved must be one of even-columns-down"),
        ({"columns": 0}, "at least one column and one row"),
        ({"first_row": -1}, "numbered 0 or more"),
        ({"ids": "A1", "first_column": 0}, "start at 1, which is A"),
        ({"ids": "1A", "letters": "rows", "first_row": 0}, "lettered rows start at 1"),
        ({"columns_from": "above"}, "columns_from must be one of left, right"),
    ],
)
def test_a_grid_that_cannot_be_is_refused_in_a_sentence(
    wrong: dict[str, object], message: str
) -> None:
    grid: dict[str, object] = {"columns": 9, "rows": 8, **wrong}
    with pytest.raises(ValueError, match=message):
        Numbering(**grid)  # type: ignore[arg-type]


@pytest.mark.parametrize("shoved", get_args(Shoved))
def test_where_columns_and_rows_are_shoved_to(shoved: Shoved) -> None:
    """By how far the middle of a hex lies lower than that of the one left of it, or further right
    than that of the one above, in hexes.
    """
    flat = "column" in shoved
    grid = Numbering(9, 9, "flat" if flat else "pointy", shoved)

    def along(number: str) -> float:
        at = grid.axial(number)
        return at.r + at.q / 2 if flat else at.q + at.r / 2

    step = 0.5 if shoved.endswith(("down", "right")) else -0.5
    second = -step if shoved.startswith(("even", "odd")) else step
    if shoved.startswith("odd"):
        step, second = second, step
    first, middle, last = ("0105", "0205", "0305") if flat else ("0501", "0502", "0503")
    assert (along(middle) - along(first), along(last) - along(middle)) == (step, second)
    assert grid.runs_aslant == shoved.startswith("each")
    assert all(grid.number_at(grid.axial(number)) == number for number in grid.numbers())
