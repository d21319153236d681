"""Lines from centre to centre: what they cross, run along and touch."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwar.hexmap import Hex, HexMap, Numbering, distance
from hexwar.hexmap.sight import SightLine, SightLines, sight_line
from tests.hexmap.maps import GRIDS, full_map, hexmaps
from tests.hexmap.slow_sight import Twin, twin

HEXES = st.builds(Hex, st.integers(-20, 20), st.integers(-20, 20))


def told(hexmap: HexMap, line: SightLine) -> Twin:
    """A line in the terms of the twin, without what is off the map."""

    def numbers(hexes: tuple[Hex, ...]) -> frozenset[str]:
        return frozenset(n for at in hexes if (n := hexmap.number_at(at)) is not None)

    crossed = {numbers(pair) for pair, beside in steps_of(line) if not beside}
    along = {numbers(beside) for _, beside in steps_of(line) if len(beside) == 2}
    touched = {n for _, beside in steps_of(line) if len(beside) == 1 for n in numbers(beside)}
    return Twin(
        numbers(line.hexes),
        frozenset(side for side in crossed if len(side) == 2),
        frozenset(pair for pair in along if pair),
        frozenset(touched),
    )


def steps_of(line: SightLine) -> Iterator[tuple[tuple[Hex, Hex], tuple[Hex, ...]]]:
    """Each step of a line with what is beside it."""
    yield from zip(pairwise(line.hexes), line.beside, strict=True)


@pytest.mark.parametrize("grid", GRIDS)
def test_a_line_meets_what_its_slow_twin_finds(grid: tuple[str, str]) -> None:
    """From the middle of a grid to all of its hexes, whichever way its lines are shoved."""
    orientation, shoved = grid
    hexmap = full_map(Numbering(7, 7, orientation=orientation, shoved=shoved))  # type: ignore[arg-type]
    for number in hexmap:
        line = sight_line(hexmap.axial("0404"), hexmap.axial(number))
        assert told(hexmap, line) == twin(hexmap, "0404", number)


@given(hexmaps(most=12), st.randoms(use_true_random=False))
def test_any_line_on_any_map_meets_what_its_slow_twin_finds(hexmap: HexMap, chance: Random) -> None:
    a, b = chance.choice(hexmap.numbers), chance.choice(hexmap.numbers)
    line = sight_line(hexmap.axial(a), hexmap.axial(b))
    assert told(hexmap, line) == twin(hexmap, a, b)


@given(HEXES, HEXES)
def test_the_line_back_meets_the_same_in_the_other_order(a: Hex, b: Hex) -> None:
    there, back = sight_line(a, b), sight_line(b, a)
    assert back.hexes == there.hexes[::-1]
    beside = [set(hexes) for hexes in there.beside]
    assert [set(hexes) for hexes in back.beside] == beside[::-1]


def test_a_line_to_its_own_hex_meets_nothing_else() -> None:
    assert sight_line(Hex(2, 3), Hex(2, 3)) == SightLine((Hex(2, 3),), ())


def test_a_line_to_a_neighbour_crosses_the_side_between_them() -> None:
    assert sight_line(Hex(0, 0), Hex(1, -1)) == SightLine((Hex(0, 0), Hex(1, -1)), ((),))


def test_a_line_along_a_hexside_crosses_neither_of_the_hexes_beside_it() -> None:
    line = sight_line(Hex(0, 0), Hex(4, -2))
    assert line.hexes == (Hex(0, 0), Hex(2, -1), Hex(4, -2))
    assert [set(hexes) for hexes in line.beside] == [
        {Hex(1, -1), Hex(1, 0)},
        {Hex(3, -2), Hex(3, -1)},
    ]


def test_a_line_that_passes_a_corner_crosses_only_two_of_the_three_hexes_there() -> None:
    """Five hexes ahead and one to the side, it passes two corners."""
    line = sight_line(Hex(0, 0), Hex(5, -1))
    assert line.hexes == (*(Hex(q, 0) for q in range(3)), *(Hex(q, -1) for q in range(3, 6)))
    assert line.beside == ((), (Hex(2, -1),), (), (Hex(3, 0),), ())


@given(hexmaps(most=12), st.randoms(use_true_random=False))
def test_masks_know_which_hexes_a_line_meets(hexmap: HexMap, chance: Random) -> None:
    """One after another from many hexes, so that masks made for one pair serve others."""
    lines, board = SightLines(hexmap), hexmap.board
    blockers = chance.sample(hexmap.numbers, len(hexmap) // 5)
    for a in chance.sample(hexmap.numbers, min(5, len(hexmap))):
        open_to = lines.unmet(board.cell[a], board.mask(blockers), board.on_map)
        for b in hexmap:
            line = sight_line(hexmap.axial(a), hexmap.axial(b))
            beside = (at for pair in line.beside if len(pair) == 2 for at in pair)
            between = map(hexmap.number_at, {*line.hexes[1:-1], *beside})
            met = {number for number in between if number is not None}
            assert set(board.numbers(lines.met(board.cell[a], board.cell[b]))) == met
            assert (open_to >> board.cell[b] & 1) == met.isdisjoint(blockers)
            along = a == b or any(len(pair) == 2 for pair in line.beside)
            assert (lines.along(board.cell[a]) >> board.cell[b] & 1) == along


@given(hexmaps(most=12), st.randoms(use_true_random=False), st.integers(1, 3))
def test_a_line_along_hexsides_is_walled_by_hexes_on_it_or_enough_beside_it(
    hexmap: HexMap, chance: Random, enough: int
) -> None:
    lines, board = SightLines(hexmap), hexmap.board
    blockers = set(chance.sample(hexmap.numbers, len(hexmap) // 4))
    a = chance.choice(hexmap.numbers)
    for b in board.numbers(lines.along(board.cell[a])):
        line = sight_line(hexmap.axial(a), hexmap.axial(b))
        crossed = {hexmap.number_at(at) for at in line.hexes[1:-1]}
        beside = ({hexmap.number_at(at) for at in pair} for pair in line.beside)
        walled = bool(crossed & blockers) or any(len(two & blockers) >= enough for two in beside)
        mask = board.mask(blockers)
        assert lines.walled(board.cell[a], board.cell[b], mask, enough) == walled


@given(hexmaps(most=12), st.randoms(use_true_random=False))
def test_a_side_between_two_hexes_is_crossed_or_only_touched(
    hexmap: HexMap, chance: Random
) -> None:
    """Of all neighbours that a line crosses, asked from either of the two."""
    lines, board = SightLines(hexmap), hexmap.board
    a, b = chance.choice(hexmap.numbers), chance.choice(hexmap.numbers)
    line = sight_line(hexmap.axial(a), hexmap.axial(b))
    numbers = [number for at in line.hexes if (number := hexmap.number_at(at)) is not None]
    crossed = {frozenset(pair) for pair, beside in steps_of(line) if not beside}
    for one, other in permutations(numbers, 2):
        if other in hexmap.neighbors(one):
            direction = board.neighbours[board.cell[one]].index(board.cell[other])
            start, end, cell = (board.cell[number] for number in (a, b, one))
            side = frozenset((hexmap.axial(one), hexmap.axial(other)))
            assert lines.crosses(start, end, cell, direction) == (side in crossed)


@given(HEXES, HEXES)
def test_a_line_goes_on_from_hex_to_hex_without_a_gap(a: Hex, b: Hex) -> None:
    line = sight_line(a, b)
    steps = list(zip(pairwise(line.hexes), line.beside, strict=True))
    assert all(distance(*pair) == (2 if len(beside) == 2 else 1) for pair, beside in steps)
    assert all(distance(end, at) == 1 for pair, beside in steps for end in pair for at in beside)
