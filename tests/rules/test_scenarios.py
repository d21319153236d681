"""Section ``scenarios``: where units begin that have an area and no hex of their own."""

from __future__ import annotations

from pathlib import Path

import hexwar
from tests.conformance.scs.variant import folder
from tests.rules.tiny import FOLDER

CLOSED = """
terrain: {hexes: {mere: {title: Mere, cost: prohibited}}}
map: {hexes: {mere: ["0503", "0504"]}, regions: {water: ["0503", "0504"]}}
scenarios: {meeting: {setup: {R1: water}}}
"""


MISTAKEN = """
scenarios:
  meeting:
    setup: {R1: {hex: "9999", within: 1}, R2: {hex: nowhere, within: 1}, Z: "0101", B1: sea}
"""


def test_in_an_area_of_closed_terrain_a_unit_stands_in_the_first_hex_where_it_may_not(
    tmp_path: Path,
) -> None:
    """No hex of the area will do, so that it is left over, and reported there."""
    found = hexwar.check(folder(tmp_path, CLOSED, FOLDER / "meadow"))
    told = [finding.message for finding in found if finding.code == "HW501"]
    assert told == ["R1 begins in 0503, Mere, which it may not enter"]


def test_an_area_around_a_hex_that_there_is_not_is_a_mistake_of_the_scenario(
    tmp_path: Path,
) -> None:
    """Whoever cannot be placed is left out while everything else is checked."""
    found = hexwar.check(folder(tmp_path, MISTAKEN, FOLDER / "meadow"))
    assert [finding.message for finding in found] == [
        "there is no hex 9999 on the map",
        "there is no hex nowhere on the map",
        "there is no unit Z",
        "there is no region or hex sea",
    ]


def test_who_crowds_whom_is_told_with_all_hexes_that_are_full(tmp_path: Path) -> None:
    """R3 may stand where R1 may, R1 where R2 may: three in two hexes. B1 has an area of its own."""
    yaml = """
map: {regions: {west: ["0101"], both: ["0101", "0102"], east: ["0102"], far: ["0301"]}}
scenarios: {meeting: {setup: {R1: both, R2: west, R3: east, B1: far}}}
"""
    (told,) = hexwar.check(folder(tmp_path, yaml, FOLDER / "meadow"))
    assert told.message == "3 units begin in 2 hexes (both) with room for 2"
