"""Geometry that needs no map."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwar.hexmap import (
    AXIAL_DIRECTIONS,
    FLAT_DIRECTIONS,
    POINTY_DIRECTIONS,
    Hex,
    distance,
    line,
    ring,
    round_axial,
    within,
)

HEXES = st.builds(Hex, st.integers(-40, 40), st.integers(-40, 40))


def center(at: Hex, flat: bool) -> tuple[float, float]:
    """The middle of a hex on paper, x to the right and y down, in hexes from side to side."""
    along, across = (at.q, at.r) if flat else (at.r, at.q)
    far, near = along * math.sqrt(3) / 2, across + along / 2
    return (far, near) if flat else (near, far)


@pytest.mark.parametrize(("names", "flat"), [(FLAT_DIRECTIONS, True), (POINTY_DIRECTIONS, False)])
def test_directions_run_clockwise_and_are_named_after_the_compass(
    names: dict[str, Hex], flat: bool
) -> None:
    bearings = []
    for name, step in names.items():
        x, y = center(step, flat)
        bearings.append(math.degrees(math.atan2(x, -y)) % 360)
        assert ("E" in name, "W" in name) == (x > 0.01, x < -0.01)
        assert ("S" in name, "N" in name) == (y > 0.01, y < -0.01)
    assert bearings == sorted(bearings)


@given(HEXES, HEXES, HEXES)
def test_distance_is_a_metric(a: Hex, b: Hex, c: Hex) -> None:
    assert distance(a, a) == 0
    assert distance(a, b) == distance(b, a)
    assert distance(a, c) <= distance(a, b) + distance(b, c)


@given(HEXES, HEXES)
def test_a_line_goes_from_neighbour_to_neighbour_by_the_shortest_way(a: Hex, b: Hex) -> None:
    hexes = line(a, b)
    assert (hexes[0], hexes[-1]) == (a, b)
    assert len(hexes) == distance(a, b) + 1
    assert all(distance(*pair) == 1 for pair in pairwise(hexes))


@given(HEXES, HEXES)
def test_the_line_back_is_the_line_there_reversed(a: Hex, b: Hex) -> None:
    assert line(b, a) == line(a, b)[::-1]


@given(HEXES, HEXES)
def test_no_hex_of_a_line_lies_more_than_half_a_hex_and_a_hair_off_it(a: Hex, b: Hex) -> None:
    (ax, ay), (bx, by) = center(a, flat=True), center(b, flat=True)
    for at in line(a, b):
        x, y = center(at, flat=True)
        share = line(a, b).index(at) / max(1, distance(a, b))
        off = math.hypot(x - (ax + (bx - ax) * share), y - (ay + (by - ay) * share))
        assert off <= 1 / math.sqrt(3) + 1e-9


def test_a_line_along_hexsides_always_keeps_to_the_same_hand() -> None:
    assert line(Hex(0, 0), Hex(1, 1)) == line(Hex(0, 0), Hex(1, 1))
    offset = [Hex(at.q + 5, at.r - 3) for at in line(Hex(0, 0), Hex(3, 3))]
    assert list(line(Hex(5, -3), Hex(8, 0))) == offset


@given(HEXES, st.integers(0, 6))
def test_a_ring_is_every_hex_at_its_radius_once(at: Hex, radius: int) -> None:
    hexes = ring(at, radius)
    assert len(set(hexes)) == len(hexes) == (6 * radius or 1)
    assert all(distance(at, other) == radius for other in hexes)


@given(HEXES, st.integers(1, 6))
def test_a_ring_is_walked_clockwise_from_the_first_direction(at: Hex, radius: int) -> None:
    hexes = ring(at, radius)
    corners = [Hex(at.q + step.q * radius, at.r + step.r * radius) for step in AXIAL_DIRECTIONS]
    assert [hexes[corner * radius] for corner in range(6)] == corners
    assert all(distance(*pair) == 1 for pair in pairwise(hexes))


@given(HEXES, st.integers(0, 6))
def test_within_holds_all_hexes_up_to_a_distance_nearest_first(at: Hex, radius: int) -> None:
    hexes = within(at, radius)
    assert len(set(hexes)) == len(hexes) == 3 * radius * (radius + 1) + 1
    away = [distance(at, other) for other in hexes]
    assert away == sorted(away)


@pytest.mark.parametrize("shape", [ring, within])
def test_a_negative_radius_is_refused(shape: object) -> None:
    with pytest.raises(ValueError, match="radius"):
        shape(Hex(0, 0), -1)  # type: ignore[operator]


@given(
    HEXES,
    st.floats(0, 0.49),
    st.floats(0, 2 * math.pi),
)
def test_a_point_well_inside_a_hex_picks_that_hex(at: Hex, away: float, turn: float) -> None:
    # Every point closer to the middle than half the width of a hex lies in the hex.
    x, y = away * math.cos(turn), away * math.sin(turn)
    dq = x / (math.sqrt(3) / 2)
    dr = y - dq / 2
    assert round_axial(at.q + dq, at.r + dr) == at
