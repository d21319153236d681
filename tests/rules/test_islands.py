"""Boxes off the map, ways of moving at a price, and landings that are rolled for.

In the tiny game *islands* units have four movement points. Malta and a depot lie off the map. From
the ports 0101 and 0701 a unit sails to Malta for two points, and lands again for three; from there
paratroops drop into 0403 or 0404, and a table says whether they land there, drift or are lost.
Malta takes any number of units, a hex one.
"""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pytest

import hexwar
from hexwar.cli.text.map import draw_map
from hexwar.engine.violation import Violation
from hexwar.rules.state import State
from tests.conformance.scs.variant import folder
from tests.rules.tiny import FOLDER, listed, place, tiny, told, varied

FOE = {"B1": "0505"}


def red(setup: dict[str, str], *dice: int) -> State:
    return place("islands", FOE | setup, "red_movement", dice=dice)


def refused(state: State, line: str) -> Violation:
    violation = state.explain(line)
    assert violation is not None, line
    assert line not in listed(state)
    return violation


def test_a_box_touches_nothing_and_nothing_is_near_to_it() -> None:
    board = tiny("islands").start().resolved.map
    assert (board.boxes["malta"], board.boxes["depot"]) == ("Malta", "Depot")
    assert board.neighbors("malta") == () == board.neighbors("depot")
    assert board.distance("malta", "0701") == board.distance("0701", "malta") == 1000
    assert board.within("malta", 9) == ("malta",)
    assert not {*board.within("0701", 9)} & {"malta", "depot"}
    assert board.region("malta") == {"malta"}


def test_nobody_sees_into_a_box_or_out_of_it(tmp_path: Path) -> None:
    """Those on the map see each other all the same."""
    state = varied(tmp_path, "line_of_sight: {}", "islands").start()
    for here, there in (("malta", "0101"), ("0101", "malta"), ("malta", "depot")):
        sight = state.line_of_sight(here, there)
        assert sight is not None
        assert str(sight.why) == "Malta lies off the map: nobody sees into it or out of it."
        assert (sight.hexes, sight.along) == ((here, there), ())
        assert sight.distance == state.resolved.map.distance(here, there)
    for here, there in (("0101", "0505"), ("malta", "malta")):
        sight = state.line_of_sight(here, there)
        assert sight is not None
        assert sight.clear


def test_a_unit_in_a_box_goes_nowhere_by_itself() -> None:
    state = red({"R1": "malta"})
    assert set(listed(state, "move")) == {"move R1 0101 landing", "move R1 0701 landing"}
    assert refused(state, "move R1 0701").reason.startswith("movement.")


def test_any_number_may_share_a_box_where_the_game_says_so() -> None:
    state = red({"R1": "malta", "R2": "malta", "R3": "0101"})
    events = [str(event) for event in state.apply("move R3 malta sea")]
    assert any(text.startswith("R3 moves ") and " to Malta" in text for text in events)
    assert state.units_at("malta") == ("R1", "R2", "R3")


def test_nobody_in_a_box_is_surrounded_or_attacked() -> None:
    state = place("islands", {"R1": "malta", "B1": "0701"}, "blue_combat")
    assert not [line for line in listed(state) if line.startswith("attack")]


def test_a_way_at_a_price_may_be_taken_in_the_midst_of_a_move() -> None:
    """Two hexes to the port, and two points to sail."""
    state = red({"R1": "0103"})
    assert "There" in refused(state, "move R1 malta ferry").message
    state.apply("move R1 0101")
    state.apply("move R1 malta sea")
    assert state.position("R1") == "malta"
    assert refused(state, "move R1 0701 landing").message == (
        "R1 has too few movement points left to move to land."
    )


def test_a_way_at_a_price_leaves_the_rest_of_the_move() -> None:
    state = red({"R1": "malta"})
    state.apply("move R1 0701 landing")
    assert state.movement_left("R1") == 1
    state.apply("move R1 0601")
    assert state.position("R1") == "0601"


def test_who_cannot_pay_does_not_sail() -> None:
    state = red({"R1": "0104"})
    state.apply("move R1 0101")
    assert refused(state, "move R1 malta sea").reason == "movement.allowance"


def test_a_landing_is_rolled_for() -> None:
    state = red({"R3": "malta"}, 1)
    assert told(state, "move R3 0403 drop") == ["way_taken", "moved", "table"]
    assert state.position("R3") == "0403"


def test_a_unit_drifts_as_the_die_says() -> None:
    """Three is down and to the right."""
    state = red({"R3": "malta"}, 3, 3)
    events = state.apply("move R3 0403 drop")
    assert [str(e) for e in events if e.kind == "drifted"] == ["R3 drifts 1 hex to 0504 (dice 3)."]
    assert state.position("R3") == "0504"
    assert refused(state, "move R3 0503").reason == "movement.allowance"


@pytest.mark.parametrize(
    ("setup", "die"),
    [({"B1": "0504"}, 3), ({"R1": "0504"}, 3), ({}, 6)],
    ids=["an enemy", "a friend in a full hex", "nobody"],
)
def test_who_drifts_where_it_cannot_be_is_lost(setup: dict[str, str], die: int) -> None:
    state = red({"R3": "malta"} | setup, 4, die)
    state.apply("move R3 0403 drop")
    assert (state.position("R3") is None) is bool(setup)


def test_drifting_off_the_map_and_staying() -> None:
    """Straight up from 0404: six hexes lead off the map, and the unit stays where it aimed."""
    state = red({"R3": "malta"}, 5, 1, 6)
    state.apply("move R3 0404 drop")
    assert state.position("R3") == "0404"
    state = red({"R3": "malta"}, 5, 1, 2)
    state.apply("move R3 0404 drop")
    assert state.position("R3") == "0402"


def test_reinforcements_are_rolled_for_where_they_land() -> None:
    state = tiny("islands").start(dice=[6])
    state.apply("enter R4 0403")
    assert state.position("R4") is None
    assert state.names_of(state.eliminated) == ("R4",)


def test_boxes_stand_beside_the_map_in_the_terminal() -> None:
    state = red({"R1": "malta"})
    drawn = draw_map(state.resolved, state.units_at)
    assert "Malta" in drawn and "(R1)" in drawn
    assert drawn.index("Malta") > 0 and "depot" in drawn


# -- removed to a box ------------------------------------------------------------------------------

FRONT = {"R1": "0304", "R2": "0305", "B1": "0404"}


def fighting(setup: dict[str, str], *dice: int) -> State:
    """Red's combat where those who are routed go to the box of their side."""
    return place("islands", {**FRONT, **setup}, "red_combat", "rout", dice=dice)


def test_who_is_removed_goes_to_the_box_of_its_side_and_is_not_lost() -> None:
    state = fighting({}, 1)
    told = [str(event) for event in state.apply("attack 0404 by R1")]
    assert "B1 is removed from 0404 to Blue rally." in told
    assert (state.position("B1"), state.eliminated) == ("blue_rally", 0)
    assert listed(state, "advance") == ["advance R1"]


def test_who_finds_an_enemy_or_no_room_in_the_box_or_has_none_is_eliminated() -> None:
    """The box of blue holds one unit of one side; where blue has no box its unit is lost."""
    for setup, die in (({"B2": "blue_rally"}, 1), ({"R3": "blue_rally"}, 1), ({}, 3)):
        state = fighting(setup, die)
        state.apply("attack 0404 by R1")
        assert state.names_of(state.eliminated) == ("B1",), (setup, die)


def test_who_has_been_removed_is_no_part_of_what_the_battle_goes_on_with() -> None:
    """Blue chooses R1; R2 alone retreats, and both roll, whoever is in a box as well."""
    state = fighting({}, 2, 4, 4)
    state.apply("attack 0404 by R1 R2")
    assert listed(state) == ["lose R1", "lose R2"]
    assert state.side_to_act == "blue"
    state.apply("lose R1")
    assert state.position("R1") == "red_rally"
    assert {line.split()[1] for line in listed(state)} == {"R2"}


def test_units_are_removed_to_boxes_and_not_to_hexes(tmp_path: Path) -> None:
    result = "{remove: {who: attacker, to: {red: ports, blue: drop_zone}}}"
    yaml = f"combat: {{results: {{AR: [{result}]}}}}\n"
    copytree(FOLDER / "meadow", tmp_path / "meadow")
    found = hexwar.check(folder(tmp_path, yaml, FOLDER / "islands"))
    assert [one.code for one in found if one.severity == "error"] == ["HW660", "HW660"]


def test_units_come_back_from_the_box_as_the_game_says() -> None:
    state = place("islands", {"R1": "red_rally", "B1": "0505"}, "red_movement", "rout")
    assert "move R1 0101 rallied" in listed(state)


def test_what_a_result_will_do_is_told_beforehand() -> None:
    preview = fighting({}, 1).preview("attack 0404 by R1")
    effects = {outcome.code: outcome.effects for outcome in preview.outcomes}
    assert effects["DX"][0] == "B1 is removed from 0404 to Blue rally."
    assert effects["EX"][0] == "B1 is eliminated in 0404."


def test_who_arrives_in_a_box_comes_to_it_by_its_title(tmp_path: Path) -> None:
    yaml = "reinforcements: {second: {entry: {region: malta}}}"
    state = varied(tmp_path, yaml, "islands").start(setup={"B1": "0701"}, phase="red_movement")
    texts = [event.text for event in state.apply("enter R4 malta")]
    assert "R4 comes to Malta (0 MP)." in texts
