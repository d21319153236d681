"""Features with effects, regions of regions, rivers in a line, and units that keep to a region.

In the tiny game *forts* a fort in 0402 costs a point to enter and shifts battles a column for Blue,
two where guards of his defend, none for Red's infantry. Guards keep to the west and the east, the
columns up to 3 and from 6 on. The marsh in 0104, 0204 and 0205 stops who enters it. The river runs
between 0304 and 0404, 0404 and 0405, 0405 and 0505.
"""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pytest

import hexwar
from hexwar.rules.state import State
from tests.conformance.scs.variant import folder
from tests.rules.tiny import FOLDER, listed, place, prices, tiny, varied


def red(setup: dict[str, str], phase: str = "red_movement") -> State:
    return place("forts", setup, phase)


def findings(path: Path, yaml: str) -> list[str]:
    copytree(FOLDER / "meadow", path / "meadow")
    return [found.code for found in hexwar.check(folder(path, yaml, FOLDER / "forts"))]


def test_a_feature_adds_to_the_cost_of_its_hex() -> None:
    cost = prices(red({"R1": "0302", "B1": "0705"}), "R1")
    assert (cost["0402"], cost["0401"]) == ("2", "1")


def test_what_a_feature_adds_comes_on_top_of_hexsides() -> None:
    """Into the fort of 0404 from 0304: open ground, fort and river."""
    assert prices(red({"R1": "0304", "B1": "0705"}), "R1")["0404"] == "3"


@pytest.mark.parametrize(
    ("defender", "shifts", "lines"),
    [("B1", -1, ["Fort"]), ("B3", -2, ["Fort"]), ("B2", -1, ["Fort"])],
)
def test_the_first_case_that_fits_the_defender_shifts(
    defender: str, shifts: int, lines: list[str]
) -> None:
    state = red({"R1": "0302", "R2": "0401", defender: "0402"}, "red_combat")
    preview = state.preview("attack 0402 by R1 R2")
    assert preview.shifts == shifts
    assert [line.label for line in preview.modifiers] == lines
    assert preview.modifiers[0].value.startswith(str(-shifts))


def test_a_fort_that_is_the_enemys_helps_nobody_else() -> None:
    state = red({"B1": "0302", "B2": "0401", "R1": "0402"}, "blue_combat")
    preview = state.preview("attack 0402 by B1 B2")
    assert (preview.shifts, preview.modifiers) == (0, ())


def test_a_river_in_a_line_is_crossed_from_side_to_side() -> None:
    cost = prices(red({"R1": "0405", "B1": "0705"}), "R1")
    assert cost["0505"] == "2"
    assert cost["0305"] == "1"
    hexmap = tiny("forts").start("meeting").frame.map
    assert hexmap.hexside("0404", "0405") == {"river"}
    assert hexmap.hexside("0305", "0405") == set()


def test_a_region_of_regions_holds_all_their_hexes_in_whatever_order_they_are_said() -> None:
    hexmap = tiny("forts").start("meeting").frame.map
    assert hexmap.region("all_towns") == hexmap.region("east") | hexmap.region("west")


def test_who_keeps_to_a_region_does_not_move_out_of_it() -> None:
    state = red({"R3": "0302", "R1": "0303", "B1": "0705"})
    violation = state.explain("move R3 0402")
    assert violation is not None
    assert violation.reason == "movement.limits"
    assert "move R3 0401" not in listed(state)
    assert "move R3 0202" in listed(state)
    assert "move R1 0402" in listed(state)


def test_who_was_driven_out_may_come_back_and_go_nowhere_else() -> None:
    state = red({"R3": "0402", "B1": "0705"})
    assert prices(state, "R3").keys() >= {"0302", "0303"}
    assert not any(number.startswith(("04", "05")) for number in prices(state, "R3"))


def test_regions_that_hold_each_other_are_found(tmp_path: Path) -> None:
    said = "map: {regions: {a: {regions: [b]}, b: {regions: [a]}}}"
    assert "HW201" in findings(tmp_path, said)


def test_who_enters_a_marsh_stops_there() -> None:
    """From 0103 with three points: the marsh is entered, and nothing behind it by that way."""
    state = red({"R1": "0103", "R2": "0101", "B1": "0705"})
    reach = state.reach("R1")
    stops = reach["0104"].stops
    assert stops is not None
    assert (stops.reason, str(reach["0104"].left)) == ("terrain.stop", "0")
    violation = state.explain("move R1 0103-0104-0105")
    assert violation is not None
    assert violation.reason == "terrain.stop"
    assert "0105" not in reach
    state.apply("move R1 0104")
    assert not state.movement_left("R1")


def test_who_begins_in_a_marsh_moves_on() -> None:
    """Out of it as out of any hex, and into the next one, where it stops again."""
    state = red({"R1": "0104", "B1": "0705"})
    cost = prices(state, "R1")
    assert {"0103", "0105", "0204"} <= cost.keys()
    assert cost["0302"] == "3"
    assert state.explain("move R1 0104-0204-0304") is not None


def test_zones_and_marsh_stop_side_by_side(tmp_path: Path) -> None:
    game = varied(tmp_path, "zones_of_control: {entering: stop}", "forts")
    state = game.start(setup={"R1": "0103", "B1": "0302"}, phase="red_movement")
    for number, reason in (("0104", "terrain.stop"), ("0202", "zones_of_control.entering")):
        stops = state.reach("R1")[number].stops
        assert stops is not None
        assert stops.reason == reason
