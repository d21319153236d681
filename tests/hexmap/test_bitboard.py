"""Bitboards agree with the map that they are compiled from."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwar.hexmap import HexMap, Numbering, directions
from tests.hexmap.maps import full_map, hexmaps

LARGE = full_map(Numbering(60, 40))


@st.composite
def marked_maps(draw: st.DrawFn) -> tuple[HexMap, list[str]]:
    """A map and some of its hexes, in map order."""
    hexmap = draw(hexmaps())
    marked = draw(st.sets(st.sampled_from(hexmap.numbers)))
    return hexmap, [number for number in hexmap if number in marked]


@given(hexmaps())
def test_cell_0_is_off_the_map(hexmap: HexMap) -> None:
    board = hexmap.board
    assert board.bit[0] == board.adjacent[0] == board.on_map & 1 == 0
    assert board.number[0] == ""
    assert 0 not in board.cell.values()


@given(hexmaps())
def test_every_hex_has_a_cell_of_its_own(hexmap: HexMap) -> None:
    board = hexmap.board
    assert [board.number[board.cell[number]] for number in hexmap] == list(hexmap)
    assert board.on_map.bit_count() == len(hexmap)
    assert board.size == len(board.number) == len(board.bit) == len(board.adjacent)


@given(hexmaps())
def test_neighbours_are_those_of_the_map_in_the_order_of_directions(hexmap: HexMap) -> None:
    board = hexmap.board
    for number in hexmap:
        around = [
            hexmap.neighbor(number, name) for name in directions(hexmap.numbering.orientation)
        ]
        cells = board.neighbours[board.cell[number]]
        assert cells == tuple(0 if near is None else board.cell[near] for near in around)
        assert set(board.numbers(board.adjacent[board.cell[number]])) == set(
            hexmap.neighbors(number)
        )


@given(hexmaps())
def test_the_graph_has_the_same_neighbours(hexmap: HexMap) -> None:
    for number in hexmap:
        around = hexmap.board.adjacent[hexmap.board.cell[number]]
        assert set(hexmap.graph[number]) == set(hexmap.board.numbers(around))


@given(marked_maps())
def test_expanding_a_set_gives_all_neighbours_of_its_hexes(
    marked: tuple[HexMap, list[str]],
) -> None:
    hexmap, numbers = marked
    expanded = hexmap.board.expand(hexmap.board.mask(numbers))
    around = {near for number in numbers for near in hexmap.neighbors(number)}
    assert set(hexmap.board.numbers(expanded)) == around


@given(marked_maps(), st.integers(0, 5))
def test_a_step_moves_every_hex_one_hex_in_a_direction(
    marked: tuple[HexMap, list[str]], direction: int
) -> None:
    hexmap, numbers = marked
    name = list(directions(hexmap.numbering.orientation))[direction]
    moved = hexmap.board.numbers(hexmap.board.step(hexmap.board.mask(numbers), direction))
    assert set(moved) == {hexmap.neighbor(number, name) for number in numbers} - {None}


@given(marked_maps())
def test_a_mask_names_its_hexes_in_map_order(marked: tuple[HexMap, list[str]]) -> None:
    hexmap, numbers = marked
    assert hexmap.board.numbers(hexmap.board.mask(numbers)) == numbers


@given(marked_maps())
def test_cells_of_a_mask_come_in_ascending_order(marked: tuple[HexMap, list[str]]) -> None:
    hexmap, numbers = marked
    cells = hexmap.board.cells(hexmap.board.mask(numbers))
    assert cells == sorted(hexmap.board.cell[number] for number in numbers)


@given(st.sets(st.integers(0, 2399), max_size=30), st.integers(0, 2300), st.integers(0, 100))
def test_cells_of_crowds_and_of_stragglers_are_all_found(
    stragglers: set[int], first: int, crowd: int
) -> None:
    numbers = list(LARGE)
    marked = {numbers[at] for at in {*stragglers, *range(first, first + crowd)}}
    cells = LARGE.board.cells(LARGE.board.mask(marked))
    assert cells == sorted(LARGE.board.cell[number] for number in marked)


@pytest.mark.parametrize("apart", [1, 40], ids=["a crowd", "stragglers"])
def test_each_hex_of_a_mask_is_as_likely_to_be_drawn(apart: int) -> None:
    """Drawn by their place where they stand close together, and one after the other elsewhere."""
    board = full_map(Numbering(20, 20)).board
    cells = sorted(board.cell.values())[50 : 50 + 4 * apart + 1 : apart]
    mask = sum(board.bit[cell] for cell in cells)
    random = Random(1)
    drawn = Counter(board.draw(mask, random) for _ in range(2000))
    assert sorted(drawn) == cells
    assert min(drawn.values()) > 320  # of 400 each


def test_a_hex_that_is_not_on_the_map_has_no_mask() -> None:
    with pytest.raises(KeyError):
        full_map(Numbering(2, 2)).board.mask(["0303"])
