"""Values that differ by unit, side or place: the first case that fits holds.

In the tiny game *cases* zones stop foot and cost horse a point; whoever is shaken does not leave
one. Horse of either side has five movement points, Blue's foot two and Red's three.
B1 stands in 0303 and controls 0202, 0203, 0302, 0304, 0402 and 0403.
"""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pytest

import hexwar
from hexwar.rules.state import State
from tests.conformance.scs.variant import folder
from tests.rules.tiny import FOLDER, place, prices, varied

FOE = {"B1": "0303"}


def red(setup: dict[str, str]) -> State:
    return place("cases", setup | FOE, "red_movement")


def findings(path: Path, yaml: str) -> list[str]:
    """What is found in the game with this YAML added, code by code."""
    copytree(FOLDER / "meadow", path / "meadow")
    return [found.code for found in hexwar.check(folder(path, yaml, FOLDER / "cases"))]


@pytest.mark.parametrize(("unit", "points"), [("R1", 3), ("R2", 5), ("B1", 2), ("B2", 5)])
def test_the_first_case_that_fits_holds(unit: str, points: int) -> None:
    """B2 is horse and Blue's: horse is said first."""
    phase = "red_movement" if unit.startswith("R") else "blue_movement"
    state = place("cases", {unit: "0103", "R3": "0705"}, phase)
    assert max(int(cost) for cost in prices(state, unit).values()) == points


def test_zones_stop_foot_and_only_cost_horse() -> None:
    """Both stand in 0102. Into the zone of 0202 and on to 0201: one pays, the other may not."""
    state = red({"R1": "0102"})
    foot = state.reach("R1")["0202"]
    assert foot.stops is not None
    assert foot.left == 0
    refused = state.explain("move R1 0102-0202-0201")
    assert refused is not None
    assert refused.reason == "zones_of_control.entering"
    state = red({"R2": "0102"})
    horse = state.reach("R2")["0202"]
    assert horse.stops is None
    assert (str(horse.cost), str(horse.left)) == ("2", "3")
    assert state.explain("move R2 0102-0202-0201") is None
    state.apply("move R2 0202")
    assert str(state.movement_left("R2")) == "3"
    assert "0201" in prices(state, "R2")


def test_units_side_by_side_do_not_share_what_zones_do_to_them() -> None:
    """Asked one after the other in one position, from hexes that lie alike."""
    state = red({"R1": "0102", "R2": "0103"})
    assert state.reach("R1")["0202"].stops is not None
    assert state.reach("R2")["0202"].stops is None


def test_a_state_decides_from_the_moment_when_it_is_marked() -> None:
    """R1 stands in a zone and may leave it; shaken, it may not; steady again, it may."""
    state = red({"R1": "0202"})
    assert state.explain("move R1 0101") is None
    unit = state.frame.unit_index["R1"]
    state.mark("shaken", 1 << unit)
    refused = state.explain("move R1 0101")
    assert refused is not None
    assert refused.reason == "zones_of_control.leaving"
    assert prices(state, "R1") == {}
    state.mark("shaken", 0)
    assert state.explain("move R1 0101") is None


def test_by_side_whoever_is_left_out_is_not_concerned(tmp_path: Path) -> None:
    yaml = """
zones_of_control: {entering: {cases: null, red: {cost: 2}}}
movement: {modifiers: {march: {set: {cases: null, red: 4}}}}
"""
    game = varied(tmp_path, yaml, "cases")
    state = game.start(setup={"R1": "0102", "B1": "0303"}, phase="red_movement")
    assert prices(state, "R1")["0202"] == "3"
    assert max(map(int, prices(state, "R1").values())) == 4
    state = game.start(setup={"R1": "0303", "B1": "0102"}, phase="blue_movement")
    assert prices(state, "B1")["0202"] == "1"


@pytest.mark.parametrize(
    "cases",
    [
        "{cases: [{only: {side: red}, is: 1}, {only: {side: blue}, is: 2}]}",
        "{cases: [1, {only: {side: blue}, is: 2}]}",
        "{red: 3, cases: [{only: {side: blue}, is: 2}, 1]}",
    ],
)
def test_cases_that_cannot_hold_are_found(tmp_path: Path, cases: str) -> None:
    assert findings(tmp_path, f"movement: {{modifiers: {{fodder: {{add: {cases}}}}}}}") == ["HW516"]


def test_sound_cases_are_not_found(tmp_path: Path) -> None:
    said = "{cases: [{only: {side: red}, is: 1}, {is: 2}]}"
    assert findings(tmp_path, f"movement: {{modifiers: {{fodder: {{add: {said}}}}}}}") == []


def test_what_never_changes_is_kept_for_those_alike(tmp_path: Path) -> None:
    """Without the shaken nothing hangs on the position: horse still passes where foot stops."""
    game = varied(tmp_path, "zones_of_control: {leaving: allowed}", "cases")
    state = game.start(setup={"R1": "0102", "R2": "0103", "B1": "0303"}, phase="red_movement")
    assert state.reach("R1")["0202"].stops is not None
    assert state.reach("R2")["0202"].stops is None
