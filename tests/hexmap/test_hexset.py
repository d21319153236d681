"""Hex sets behave as sets of hex numbers and look like maps."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwar.hexmap import HexMap, HexSet, Numbering, UnknownHexError
from tests.hexmap.maps import full_map, hexmaps


@st.composite
def pairs_of_sets(draw: st.DrawFn) -> tuple[HexMap, frozenset[str], frozenset[str]]:
    """A map and two sets of its hexes."""
    hexmap = draw(hexmaps())
    some = st.frozensets(st.sampled_from(hexmap.numbers))
    return hexmap, draw(some), draw(some)


@given(pairs_of_sets())
def test_a_hex_set_obeys_the_laws_of_sets(
    drawn: tuple[HexMap, frozenset[str], frozenset[str]],
) -> None:
    hexmap, left, right = drawn
    a, b = hexmap.hexes(left), hexmap.hexes(right)
    combined: list[AbstractSet[str]] = [a | b, a & b, a - b, a ^ b]
    assert combined == [left | right, left & right, left - right, left ^ right]
    assert ~a == set(hexmap) - left
    assert (a <= b, a < b, a == b, a.isdisjoint(b)) == (
        left <= right,
        left < right,
        left == right,
        left.isdisjoint(right),
    )
    assert (len(a), bool(a), hash(a)) == (len(left), bool(left), hash(left))
    assert all((number in a) == (number in left) for number in hexmap)


@given(pairs_of_sets())
def test_a_hex_set_combines_with_plain_sets_from_either_hand(
    drawn: tuple[HexMap, frozenset[str], frozenset[str]],
) -> None:
    hexmap, left, right = drawn
    a = hexmap.hexes(left)
    combined: list[AbstractSet[str]] = [a | right, a & right, a - right, a ^ right]
    assert combined == [left | right, left & right, left - right, left ^ right]
    combined = [right | a, right & a, right - a, right ^ a]
    assert combined == [left | right, left & right, right - left, left ^ right]
    assert all(isinstance(hexes, HexSet) for hexes in combined)


@given(pairs_of_sets())
def test_a_hex_set_is_the_same_from_a_mask_and_in_map_order(
    drawn: tuple[HexMap, frozenset[str], frozenset[str]],
) -> None:
    hexmap, left, _ = drawn
    hexes = hexmap.hexes(left)
    assert list(hexes) == [number for number in hexmap if number in left]
    assert hexmap.hexes(hexes.mask) == hexes == HexSet(hexmap, hexes)


@given(pairs_of_sets())
def test_its_picture_marks_as_many_hexes_as_it_holds(
    drawn: tuple[HexMap, frozenset[str], frozenset[str]],
) -> None:
    hexmap, left, _ = drawn
    picture = repr(hexmap.hexes(left))
    assert (picture.count("#"), picture.count(".")) == (len(left), len(hexmap) - len(left))


def test_a_hex_of_a_flat_topped_map_shows_its_ring() -> None:
    hexmap = full_map(Numbering(5, 3))
    assert str(hexmap.hexes(hexmap.neighbors("0302"))).splitlines() == [
        ".   #   .",
        "  #   #",
        ".   .   .",
        "  #   #",
        ".   #   .",
        "  .   .",
    ]


def test_a_hex_of_a_pointy_topped_map_shows_its_ring() -> None:
    hexmap = full_map(Numbering(4, 3, orientation="pointy", shoved="even-rows-right"))
    assert str(hexmap.hexes(hexmap.neighbors("0202"))).splitlines() == [
        ". # # .",
        " # . # .",
        ". # # .",
    ]


def test_void_shows_as_nothing() -> None:
    numbering = Numbering(3, 1, orientation="pointy", shoved="even-rows-right")
    hexmap = HexMap(numbering, {"0101": "clear", "0301": "clear"})
    assert str(hexmap.hexes(["0301"])) == ".   #"
    assert str(HexMap(numbering, {}).hexes(0)) == ""


def test_only_hexes_of_the_map_go_into_a_set() -> None:
    hexmap = full_map(Numbering(2, 2))
    with pytest.raises(UnknownHexError, match="there is no hex 0909"):
        hexmap.hexes(["0101", "0909"])
    assert "0909" not in hexmap.hexes(["0101"])
    assert hexmap.hexes(["0101"]) & {"0101", "0909"} == {"0101"}
    assert hexmap.hexes(["0101"]) - {"0101", "0909"} == set()


def test_bits_off_the_map_are_dropped() -> None:
    hexmap = full_map(Numbering(2, 2))
    assert len(hexmap.hexes((1 << 90) - 1)) == 4
