"""Section ``zones_of_control``: what they cost and what they block, worked out by hand.

B1 stands in 0303 and controls 0202, 0203, 0302, 0304, 0402, 0403. R1 has three movement points.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from hexwar.rules.state import State
from tests.rules.tiny import listed, place, prices, varied

OPEN_GROUND = {
    "0101": "1",
    "0103": "1",
    "0104": "2",
    "0105": "3",
    "0201": "1",
    "0202": "1",
    "0203": "2",
    "0204": "3",
    "0301": "2",
    "0302": "2",
    "0304": "3",
    "0401": "3",
    "0402": "3",
}
"""From 0102 with an enemy in 0303 who controls nothing."""


def before(options: str, start: str = "0102") -> State:
    return place("zones", {"R1": start, "B1": "0303"}, "red_movement", options)


def without(*numbers: str) -> dict[str, str]:
    return {number: cost for number, cost in OPEN_GROUND.items() if number not in numbers}


@pytest.mark.parametrize("options", ["", "no_zones"])
def test_zones_that_do_nothing_and_no_zones_leave_the_move_alone(options: str) -> None:
    state = before(options)
    assert prices(state, "R1") == OPEN_GROUND
    assert all(there.stops is None for there in state.reach("R1").values())


def test_entering_may_cost_extra() -> None:
    """One point more for every zone hex: 0202 costs 2, and 0302 is cheapest by 0201."""
    expected = without("0304", "0402") | {"0202": "2", "0203": "3", "0302": "3"}
    state = before("entry_cost")
    assert prices(state, "R1") == expected
    violation = state.explain("move R1 0102-0202-0302")
    assert violation is not None
    assert violation.reason == "movement.allowance"
    state.apply("move R1 0102-0202")
    assert str(state.movement_left("R1")) == "1"
    assert "move R1 0201" in listed(state)
    assert "move R1 0302" not in listed(state)


def test_leaving_may_cost_extra_and_a_fraction() -> None:
    """Half a point to leave: 0304 and 0402 lie behind a zone hex, at 3 1/2."""
    assert prices(before("exit_cost"), "R1") == without("0304", "0402")
    from_inside = prices(before("exit_cost", "0202"), "R1")
    assert from_inside["0102"] == "3/2"
    assert from_inside["0302"] == "3/2"
    assert from_inside["0101"] == "5/2"
    assert from_inside["0402"] == "3"
    assert from_inside["0104"] == "5/2"


def test_a_step_within_zones_pays_to_leave_and_to_enter() -> None:
    from_inside = prices(before("both_costs", "0202"), "R1")
    assert from_inside["0302"] == from_inside["0203"] == "3"
    assert from_inside["0102"] == from_inside["0103"] == from_inside["0201"] == "2"
    assert from_inside["0101"] == from_inside["0301"] == from_inside["0104"] == "3"
    assert set(from_inside) == {
        "0302", "0203", "0102", "0103", "0201", "0101", "0301", "0104"
    }  # fmt: skip


def test_entering_may_end_the_move() -> None:
    state = before("stop")
    assert prices(state, "R1") == without("0304", "0402")
    stopped = {number for number, there in state.reach("R1").items() if there.stops}
    assert stopped == {"0202", "0203", "0302"}
    violation = state.explain("move R1 0102-0202-0302")
    assert violation is not None
    assert violation.reason == "zones_of_control.entering"
    state.apply("move R1 0202")
    assert state.phase != "red_movement"


def test_a_unit_that_begins_in_a_zone_may_leave_it() -> None:
    """It stops again at once where it enters the next zone hex."""
    state = before("stop", "0202")
    there = state.reach("R1")
    assert (str(there["0302"].cost), str(there["0302"].left)) == ("1", "0")
    assert str(there["0101"].cost) == "2"
    assert "0402" not in there


def test_stop_and_cost_go_together() -> None:
    state = before("stop_and_cost")
    assert prices(state, "R1") == without("0304", "0402") | {
        "0202": "2",
        "0203": "3",
        "0302": "3",
    }
    assert state.reach("R1")["0202"].left == 0


def test_the_step_from_zone_to_zone_may_be_forbidden() -> None:
    """Through 0202 R1 may go on to 0201, though not to 0302: that takes the way outside."""
    state = before("no_zone_to_zone")
    assert prices(state, "R1") == without("0304", "0402")
    assert state.reach("R1")["0202"].left == 2
    assert state.reach("R1")["0302"].path == ("0102", "0201", "0302")
    violation = state.explain("move R1 0102-0202-0302")
    assert violation is not None
    assert violation.reason == "zones_of_control.zone_to_zone"
    assert state.explain("move R1 0102-0202-0201-0302") is None
    inside = before("no_zone_to_zone", "0202")
    assert prices(inside, "R1")["0302"] == "2"


def test_the_step_from_zone_to_zone_may_cost_more() -> None:
    """From 0202 to 0302 by the zone takes two points in place of one: outside it is as dear."""
    state = before("between_cost", "0202")
    assert prices(state, "R1")["0203"] == "2"
    assert prices(state, "R1")["0302"] == "2"
    assert prices(state, "R1")["0201"] == "1"
    assert prices(before("between_cost"), "R1")["0202"] == "1"


def test_who_may_go_from_zone_to_zone_differs_by_unit() -> None:
    setup = {"R1": "0202", "R2": "0102", "B1": "0303"}
    state = place("zones", setup, "red_movement", "between_by_unit")
    assert prices(state, "R1")["0203"] == "2", "by 0103"
    state.apply("move R1 0101")
    assert state.explain("move R2 0102-0202-0203") is None


def test_zones_that_nobody_may_enter() -> None:
    """At night, say: who stands in one may leave it, and may not go to another."""
    state = before("barred")
    inside = ("0202", "0203", "0302", "0304", "0402")
    assert prices(state, "R1") == without(*inside)
    refused = state.explain("move R1 0202")
    assert str(refused) == ("4.6: R1 may not enter 0202: it is in an enemy zone of control.")
    walled = place("zones", {"R1": "0102", "B1": "0303", "B2": "0201"}, "red_movement", "barred")
    refused = walled.explain("move R1 0401")
    assert str(refused) == "4.6: Enemy zones of control bar R1's way to 0401."
    within = before("barred", "0202")
    assert "0203" not in prices(within, "R1")
    assert prices(within, "R1")["0103"] == "1"


def test_who_may_not_enter_zones_differs_by_side() -> None:
    assert "0202" not in prices(before("red_barred"), "R1")
    setup = {"R1": "0102", "B1": "0303"}
    state = place("zones", setup, "blue_movement", "red_barred")
    assert prices(state, "B1")["0202"] == "1"
    assert "0101" not in prices(state, "B1"), "0202 stops it"


@pytest.mark.parametrize(
    ("options", "hexes"),
    [
        ("", ["0202", "0203", "0304", "0402", "0403"]),
        ("no_retreat", ["0203", "0304", "0403"]),
    ],
)
def test_zones_may_block_retreats(options: str, hexes: list[str]) -> None:
    """R1 in 0302 controls 0202 and 0402. Either section may forbid them."""
    state = place("zones", {"R1": "0302", "B1": "0303"}, "red_combat", options, dice=[1])
    state.apply("attack 0303 by R1")
    assert listed(state) == [f"retreat B1 {number}" for number in hexes]
    if options:
        violation = state.explain("retreat B1 0202")
        assert violation is not None
        assert violation.reason == "retreat.zone"


def test_zones_lie_under_friends_too() -> None:
    """A friend in a zone hex does not lift the zone."""
    state = place("zones", {"R1": "0102", "R2": "0202", "B1": "0303"}, "red_movement", "stop")
    violation = state.explain("move R1 0102-0202-0302")
    assert violation is not None
    assert violation.reason == "zones_of_control.entering"


def test_points_left_are_those_of_the_unit_not_of_where_it_would_be_stopped() -> None:
    """In 0201, with zones all round, R1 still has three points."""
    setup = {"R1": "0101", "B1": "0202", "B2": "0103", "B3": "0302"}
    state = place("zones", setup, "red_movement", "stop")
    assert {there.left for there in state.reach("R1").values()} == {0}
    assert str(state.movement_left("R1")) == "3"
    assert state.movement_left("B1") is None


# -- locking zones ---------------------------------------------------------------------------------


def refused(state: State, line: str) -> str:
    violation = state.explain(line)
    return violation.reason if violation else ""


def test_a_locking_zone_stops_who_enters_it_and_keeps_who_begins_in_it() -> None:
    """As with stop, 0304 and 0402 cannot be reached; from 0202 no hex can, in a zone or not."""
    state = before("locked")
    assert prices(state, "R1") == without("0304", "0402")
    assert state.reach("R1")["0202"].left == 0
    assert refused(state, "move R1 0102-0202-0201") == "zones_of_control.entering"
    inside = place("zones", {"R1": "0202", "R2": "0102", "B1": "0303"}, "red_movement", "locked")
    assert prices(inside, "R1") == {}
    assert refused(inside, "move R1 0101") == "zones_of_control.leaving"
    assert refused(inside, "move R1 0202-0102") == "zones_of_control.leaving"
    assert {line.split()[1] for line in listed(inside, "move")} == {"R2"}


def test_a_side_of_which_all_units_are_locked_moves_nobody() -> None:
    assert before("locked", "0202").phase != "red_movement"


def test_the_one_hex_that_a_unit_may_always_move_is_no_way_out_of_a_locking_zone() -> None:
    setup = {"R1": "0202", "R2": "0102", "B1": "0303"}
    state = place("zones", setup, "red_movement", "locked_and_minimum")
    assert prices(state, "R1") == {}
    assert refused(state, "move R1 0101") == "zones_of_control.leaving"


def test_the_one_hex_that_a_unit_may_always_move_does_not_lead_from_zone_to_zone() -> None:
    """R1 in 0202 is in the zone of B1 in 0303, and so are 0203 and 0302."""
    state = place("zones", {"R1": "0202", "B1": "0303"}, "red_movement", "apart_and_minimum")
    assert "0201" in prices(state, "R1")
    assert refused(state, "move R1 0302") == refused(state, "move R1 0202-0302") != ""
    assert all("0302" not in line and "0203" not in line for line in listed(state, "move"))


def test_who_ignores_zones_does_not_have_to_stay_where_he_begins_in_one() -> None:
    """R1 and R2 begin in the zone of B1; R1 alone moves."""
    setup = {"R1": "0202", "R2": "0203", "B1": "0303"}
    state = place("zones", setup, "red_movement", "stays_but_ignored")
    assert listed(state, "move")
    assert all(line.startswith("move R1 ") for line in listed(state, "move"))


def test_a_locked_unit_retreats_all_the_same() -> None:
    """Leaving is forbidden to units that move: B1 in 0303 is in the zone of R1 in 0302."""
    state = place("zones", {"R1": "0302", "B1": "0303"}, "red_combat", "locked", dice=[1])
    state.apply("attack 0303 by R1")
    assert "retreat B1 0304" in listed(state)


# -- units to which zones are nothing --------------------------------------------------------------


def test_units_that_ignore_zones_move_as_if_there_were_none() -> None:
    """R1 ignores them, and R2 beside it is locked as ever."""
    setup = {"R1": "0102", "R2": "0202", "B1": "0303"}
    state = place("zones", setup, "red_movement", "ignored")
    assert prices(state, "R1") == {n: c for n, c in OPEN_GROUND.items() if n != "0202"}
    assert all(there.stops is None for there in state.reach("R1").values())
    assert prices(state, "R2") == {}


def test_who_ignores_zones_may_hang_on_where_a_unit_stands() -> None:
    """It is asked where the move begins: R1 leaves 0202, and R2 from 0203 does not."""
    setup = {"R1": "0202", "R2": "0203", "B1": "0303"}
    state = place("zones", setup, "red_movement", "ignored_in_the_west")
    assert prices(state, "R1")["0101"] == "2"
    assert prices(state, "R2") == {}


# -- friends ---------------------------------------------------------------------------------------


def test_a_friend_in_the_hex_may_open_a_zone_to_units_that_move() -> None:
    """R2 in 0202 lifts the zone there for R1, who comes through; for itself R2 does not."""
    setup = {"R1": "0102", "R2": "0202", "B1": "0303"}
    state = place("zones", setup, "red_movement", "friends")
    assert state.explain("move R1 0102-0202-0201") is None
    assert refused(state, "move R1 0102-0103-0203-0204") == "zones_of_control.entering"
    assert prices(state, "R2") == {}
    assert refused(state, "move R2 0101") == "zones_of_control.leaving"


def test_what_a_friend_opened_is_shut_when_it_is_gone() -> None:
    """R2 comes to 0202 only during the phase: what R1 may do changes with it."""
    setup = {"R1": "0102", "R2": "0201", "B1": "0303"}
    state = place("zones", setup, "red_movement", "friends")
    assert refused(state, "move R1 0102-0202-0201") == "zones_of_control.entering"
    state.apply("move R2 0202")
    assert state.explain("move R1 0102-0202-0201") is None


def test_two_friends_in_one_hex_lift_the_zone_for_each_other_and_the_last_is_locked() -> None:
    setup = {"R1": "0202", "R2": "0202", "B1": "0303"}
    state = place("zones", setup, "red_movement", "friends stacks_of_two")
    assert prices(state, "R1")["0101"] == prices(state, "R2")["0101"] == "2"
    state.apply("move R1 0101")
    assert prices(state, "R2") == {}


@pytest.mark.parametrize(
    ("options", "open_"), [("no_retreat", False), ("friends_cover_retreats", True)]
)
def test_a_friend_in_the_hex_may_open_a_zone_to_retreats(options: str, open_: bool) -> None:
    """R1 in 0302 controls 0202, where B2 stands, and 0402, where nobody does."""
    setup = {"R1": "0302", "B1": "0303", "B2": "0202"}
    state = place("zones", setup, "red_combat", f"stacks_of_two {options}", dice=[1])
    state.apply("attack 0303 by R1")
    assert ("retreat B1 0202" in listed(state)) is open_
    assert refused(state, "retreat B1 0402") == "retreat.zone"


# -- hexsides --------------------------------------------------------------------------------------


def test_no_zone_extends_across_hexsides_that_bar_it(tmp_path: Path) -> None:
    """The river runs between B1 in 0303 and 0202: neither controls the other's hex across it."""
    yaml = """
terrain: {hexsides: {river: {title: River}, hedge: {title: Hedge}}}
map: {hexsides: {river: [0202/0303], hedge: [0203/0303]}}
zones_of_control: {entering: stop, not_across: [river]}
"""
    game = varied(tmp_path, yaml, "zones")
    state = game.start(None, setup={"R1": "0102", "B1": "0303"}, phase="red_movement")
    stopped = {number for number, there in state.reach("R1").items() if there.stops}
    assert stopped == {"0203", "0302"}
    state = game.start(None, setup={"R1": "0202", "B1": "0404"}, phase="blue_movement")
    assert state.reach("B1")["0303"].stops is None
    assert state.reach("B1")["0302"].stops is not None


def test_no_zone_extends_into_hexes_that_bar_it(tmp_path: Path) -> None:
    """B1 in 0303 controls the hexes around it but for the fort in 0202, or the woods in 0302."""
    yaml = """
terrain: {hexes: {woods: {title: Woods, cost: 1}}, features: {fort: {title: Fort}}}
map: {hexes: {woods: ["0302"]}, features: {fort: ["0202"]}}
zones_of_control: {entering: stop, not_into: {feature: fort}}
"""
    game = varied(tmp_path, yaml, "zones")
    state = game.start(None, setup={"R1": "0102", "B1": "0303"}, phase="red_movement")
    stopped = {number for number, there in state.reach("R1").items() if there.stops}
    assert stopped == {"0203", "0302"}
    state = game.start(None, setup={"R1": "0202", "B1": "0303"}, phase="red_movement")
    assert state.reach("R1")["0201"].stops is None
    in_woods = varied(tmp_path / "b", yaml.replace("feature: fort}}", "terrain: woods}}"), "zones")
    state = in_woods.start(None, setup={"R1": "0102", "B1": "0303"}, phase="red_movement")
    stopped = {number for number, there in state.reach("R1").items() if there.stops}
    assert stopped == {"0202", "0203", "0402"}


def test_who_has_a_zone_may_hang_on_where_others_are(tmp_path: Path) -> None:
    """B1 has none while R2 is within two hexes of him: R2 in 0503 opens the way for R1."""
    only = "{not: {within: {hexes: 2, of: {unit: R2}}}}"
    game = varied(tmp_path, f"zones_of_control: {{exerted_by: {only}, entering: stop}}\n", "zones")
    setup = {"R1": "0102", "R2": "0503", "B1": "0303"}
    state = game.start(None, setup=setup, phase="red_movement")
    assert prices(state, "R1") == OPEN_GROUND
    state.apply("move R2 0603")
    assert prices(state, "R1") == without("0304", "0402")


BESIDE = ["0202", "0203", "0302", "0304", "0402", "0403"]
TWO_AWAY = ["0102", "0103", "0104", "0201", "0204", "0301", "0305", "0401", "0404"]
TWO_AWAY += ["0502", "0503", "0504"]


def zone(state: State, unit: str) -> list[str]:
    return sorted(state.zone(unit))


def test_zones_may_reach_two_hexes() -> None:
    state = before("far", "0101")
    assert zone(state, "B1") == sorted([*BESIDE, *TWO_AWAY])
    assert prices(state, "R1") == {"0102": "1", "0201": "1"}
    violation = state.explain("move R1 0101-0201-0302")
    assert violation is not None
    assert violation.reason == "zones_of_control.entering"


def test_how_far_a_zone_reaches_may_differ_by_unit() -> None:
    state = place(
        "zones", {"R1": "0102", "B1": "0303", "B2": "0703"}, "red_movement", "far_by_unit"
    )
    assert zone(state, "B1") == sorted([*BESIDE, *TWO_AWAY])
    assert zone(state, "B2") == ["0602", "0603", "0702", "0704"]


def test_how_far_a_zone_reaches_may_hang_on_the_position() -> None:
    setup = {"R1": "0303", "B1": "0702"}
    state = place("zones", setup, "red_movement", "far_in_the_west")
    assert zone(state, "R1") == sorted([*BESIDE, *TWO_AWAY])
    state.apply("move R1 0303-0403")
    assert zone(state, "R1") == ["0303", "0304", "0402", "0404", "0503", "0504"]


def test_a_zone_passes_over_a_hex_into_which_it_does_not_extend() -> None:
    state = before("far_and_sheltered", "0104")
    assert zone(state, "B1") == sorted({*BESIDE, *TWO_AWAY} - {"0202"})


def test_zones_may_extend_only_where_the_unit_could_go(tmp_path: Path) -> None:
    """B1 cannot climb the cliff to 0302: there it controls nothing, though it stands beside."""
    yaml = """
map: {hexsides: {cliff: ["0302/0303"]}}
terrain: {hexsides: {cliff: {title: Cliff, cost: prohibited}}}
zones_of_control: {extends_to: %s, entering: stop}
"""
    zones, stopped = [], []
    for extent in ("adjacent", "passable"):
        game = varied(tmp_path / extent, yaml % extent, "zones")
        state = game.start(setup={"R1": "0101", "B1": "0303"}, phase="red_movement")
        zones.append(set(state.zone("B1")))
        stopped.append({at for at, there in state.reach("R1").items() if there.stops})
    assert zones[0] - zones[1] == {"0302"}
    assert zones[1] == {"0202", "0203", "0304", "0402", "0403"}
    assert stopped[0] - stopped[1] == {"0302"}
