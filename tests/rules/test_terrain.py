"""Section ``terrain``: classes, fractions, hexsides and paths, worked out by hand.

In the tiny game *crossings* F walks with 3 points, W has wheels and 4, H wheels and 2 1/2.
"""

from __future__ import annotations

import pytest

from tests.rules.tiny import listed, place, prices


def test_a_walker_pays_for_bog_woods_river_and_ford() -> None:
    """From 0304: by the ford 1 1/2, over the river 2, bog 1 1/2, woods 2, rocks never."""
    state = place("crossings", {"F": "0304"}, "red_movement")
    assert prices(state, "F") == {
        "0102": "3",
        "0104": "3",
        "0201": "3",
        "0202": "2",
        "0203": "1",
        "0204": "1",
        "0302": "5/2",
        "0303": "1",
        "0403": "2",
        "0404": "3/2",
        "0503": "3",
        "0504": "5/2",
    }


def test_wheels_cannot_cross_what_walkers_can() -> None:
    """The river is shut to W but for the ford and the road over it; rail and road are cheap."""
    state = place("crossings", {"W": "0304"}, "red_movement")
    assert prices(state, "W") == {
        "0101": "10/3",
        "0102": "3",
        "0103": "7/2",
        "0201": "3",
        "0202": "2",
        "0203": "1",
        "0204": "1",
        "0301": "10/3",
        "0302": "4",
        "0303": "1",
        "0401": "23/6",
        "0403": "3/2",
        "0404": "2",
        "0503": "5/2",
        "0504": "5/2",
        "0602": "7/2",
        "0603": "7/2",
        "0604": "7/2",
    }


def test_a_path_counts_in_place_of_hex_and_hexside() -> None:
    """The rail is cheapest as far as it goes; then the road, over a river that is shut."""
    state = place("crossings", {"W": "0101"}, "red_movement")
    cost = prices(state, "W")
    along = ["0201", "0301", "0401", "0501"]
    assert [cost[number] for number in along] == ["1/3", "2/3", "7/6", "5/3"]
    assert state.reach("W")["0501"].path == ("0101", "0201", "0301", "0401", "0501")
    walker = prices(place("crossings", {"F": "0101"}, "red_movement"), "F")
    assert [walker.get(number) for number in along] == ["1", "2", "3", None]


def test_a_path_counts_only_along_its_chain() -> None:
    """0101 and 0102 both have a road; none leads from one to the other."""
    state = place("crossings", {"W": "0101"}, "red_movement")
    assert prices(state, "W")["0102"] == "1"
    assert prices(state, "W")["0103"] == "3/2"


def test_a_path_leads_into_prohibited_terrain_and_out_of_it() -> None:
    """Into the rocks from 0102 only; out of them anywhere that is open."""
    state = place("crossings", {"W": "0102", "F": "0203"}, "red_movement")
    assert prices(state, "W")["0103"] == "1/2"
    violation = state.explain("move F 0203-0103")
    assert violation is not None
    assert violation.message == "F may not enter 0103: Rocks is prohibited terrain there."
    inside = place("crossings", {"W": "0103"}, "red_movement")
    assert prices(inside, "W")["0203"] == "1"
    assert "0104" not in prices(inside, "W")


def test_a_wall_is_crossed_by_nobody() -> None:
    state = place("crossings", {"F": "0502"}, "red_movement")
    assert state.reach("F")["0503"].path == ("0502", "0602", "0503")
    violation = state.explain("move F 0502-0503")
    assert violation is not None
    assert violation.reason == "terrain.prohibited"
    assert violation.message == "F may not cross from 0502 to 0503: the hexside is closed to it."


def test_printed_allowances_are_each_units_own() -> None:
    state = place("crossings", {"F": "0304", "W": "0404", "H": "0504"}, "red_movement")
    assert [str(state.movement_left(unit)) for unit in "FWH"] == ["3", "4", "5/2"]


def test_points_left_are_exact() -> None:
    """H has 2 1/2: a third, a third, a half, a half leave 5/6; the next hex costs one."""
    state = place("crossings", {"H": "0101"}, "red_movement")
    assert prices(state, "H")["0501"] == "5/3"
    for number in ("0201", "0301", "0401", "0501"):
        state.apply(f"move H {number}")
    assert str(state.movement_left("H")) == "5/6"
    assert prices(state, "H") == {"0401": "1/2"}


@pytest.mark.parametrize(("options", "passes"), [("", True), ("one_road", False)])
def test_friends_may_bar_the_way(options: str, passes: bool) -> None:
    """F stands on the rail at 0201; with the option W has to go round by 0102."""
    state = place("crossings", {"W": "0101", "F": "0201"}, "red_movement", options)
    cost = prices(state, "W")
    assert (cost.get("0301") == "2/3") is passes
    assert ("0201" in cost) is passes
    if not passes:
        violation = state.explain("move W 0101-0201-0301")
        assert violation is not None
        assert violation.reason == "movement.friends"


def test_friends_that_bar_the_way_move_out_of_it() -> None:
    """What a unit can reach is not remembered from before a friend moved."""
    state = place("crossings", {"W": "0101", "F": "0201"}, "red_movement", "one_road")
    assert prices(state, "W").get("0301") != "2/3"
    state.apply("move F 0202")
    assert prices(state, "W")["0301"] == "2/3"


def test_a_move_may_be_all_at_once() -> None:
    """With ``resume: never`` a unit that has stopped is done."""
    state = place("crossings", {"W": "0101", "F": "0404"}, "red_movement")
    state.apply("move W 0201")
    assert "move W 0301" in listed(state)
    state = place("crossings", {"W": "0101", "F": "0404"}, "red_movement", "one_move")
    state.apply("move W 0201")
    assert not [line for line in listed(state) if line.startswith("move W")]
    violation = state.explain("move W 0301")
    assert violation is not None
    assert violation.reason == "movement.one_at_a_time"


def test_retreats_and_advances_obey_hexsides() -> None:
    """B in 0403 may not retreat by wheels over the river; W may not advance over it."""
    setup = {"W": "0303", "F": "0304", "B": "0403"}
    state = place("crossings", setup, "red_combat", dice=[1])
    state.apply("attack 0403 by F W")
    state.apply("retreat B 0504")
    assert listed(state) == ["advance F", "advance W", "pass"]
    shut = {"W": "0304", "F": "0303", "B": "0403"}
    state = place("crossings", shut, "red_combat", dice=[1])
    state.apply("attack 0403 by F W")
    state.apply("retreat B 0504")
    assert listed(state) == ["advance F", "pass"]
    violation = state.explain("advance W")
    assert violation is not None
    assert violation.reason == "advance.participant"


def test_a_retreat_does_not_cross_a_closed_hexside() -> None:
    """The wall lies between 0503 and 0502."""
    state = place("crossings", {"F": "0504", "B": "0503"}, "red_combat", dice=[1])
    state.apply("attack 0503 by F")
    assert listed(state) == [f"retreat B {n}" for n in ("0402", "0403", "0602", "0603")]
    violation = state.explain("retreat B 0502")
    assert violation is not None
    assert violation.reason == "retreat.terrain"


def test_a_slope_is_climbed_from_the_hex_that_is_written_first() -> None:
    """Up from 0302 or 0303 it costs one more, down again nothing more."""
    assert prices(place("slopes", {"R1": "0302"}, "red_movement"), "R1")["0402"] == "2"
    down = prices(place("slopes", {"R1": "0402"}, "red_movement"), "R1")
    assert (down["0302"], down["0303"]) == ("1", "1")


def test_a_slope_helps_only_against_those_who_climb_it() -> None:
    up = place("slopes", {"R1": "0302", "B1": "0402"}, "red_combat")
    down = place("slopes", {"R1": "0402", "B1": "0302"}, "red_combat")
    assert up.preview("attack 0402 by R1").modifiers and "Slope" in str(
        up.preview("attack 0402 by R1")
    )
    assert "Slope" not in str(down.preview("attack 0302 by R1"))


def test_a_road_without_a_bridge_pays_for_the_river() -> None:
    """The river costs 2: by the road 2 1/2, which is more than going round; by the track 1/2."""
    from_road = place("slopes", {"R1": "0103"}, "red_movement")
    assert from_road.explain("move R1 0103-0203") is None
    assert [str(e.cost) for e in from_road.apply("move R1 0103-0203") if e.kind == "moved"] == [
        "5/2"
    ]
    assert prices(place("slopes", {"R1": "0104"}, "red_movement"), "R1")["0204"] == "1/2"


def test_what_costs_all_is_entered_from_beside_it_by_a_unit_that_has_not_moved() -> None:
    """R1 beside the bog of 0205 enters it with all it has; from farther away, or later, never."""
    beside = place("slopes", {"R1": "0204", "R2": "0601"}, "red_movement")
    assert prices(beside, "R1")["0205"] == "3"
    refused = place("slopes", {"R1": "0303"}, "red_movement").explain("move R1 0205")
    assert refused is not None
    assert refused.rule == "8.1" and "a whole move" in refused.message
    moved = place("slopes", {"R1": "0203"}, "red_movement")
    moved.apply("move R1 0204")
    assert moved.explain("move R1 0205") is not None
    beside.apply("move R1 0205")
    assert beside.explain("move R1 0305") is not None


def test_a_retreat_enters_what_costs_all() -> None:
    """The last hex open to B1 is the bog: it costs a mover all, and a retreat nothing."""
    state = place(
        "slopes",
        {"B1": "0105", "R1": "0104", "R2": "0204"},
        "red_combat",
        dice=[2],
    )
    state.apply("attack 0105 by R1 R2")
    assert state.frame.board.number[state.cells[state.frame.unit_index["B1"]]] == "0205"
