"""Markers: counters that are no units, which sides or units place, cut supply lines, and end.

In the tiny game *works* Blue's units dig trenches in open ground in place of their moves (a column
for Blue's defenders, until nobody of his stands there); Red places a raid a turn, two at most,
within 4 hexes of his units: Blue pays a point more in its hex and around it, until the next raids.
Blue's ambush in 0504 keeps Red out until Blue's combat is over; his gate in 0602 adds 1 to the
defence of whoever holds it, until Red takes it. 0303 is rocky and costs 2.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from shutil import copytree

import pytest

import hexwar
from hexwar.engine.violation import IllegalAction
from hexwar.rules.history import History
from hexwar.rules.state import State
from tests.conformance.scs.variant import folder
from tests.rules.tiny import FOLDER, listed, place, play, prices, tiny, told, varied

FAR = {"R1": "0101", "B1": "0704"}


def blue(**setup: str) -> State:
    return place("works", {**FAR, **setup}, "blue_movement")


def raids(**setup: str) -> State:
    return place("works", {**FAR, **setup}, "red_raids")


def lie(state: State, kind: str) -> list[str]:
    return [one.hex for one in state.on_map() if one.kind == kind]


def refused(state: State, line: str) -> tuple[str, str]:
    violation = state.explain(line)
    assert violation is not None
    return violation.rule, violation.reason


def to(state: State, phase: str, turn: int = 1) -> State:
    while (state.turn, state.phase) != (turn, phase):
        state.apply("done")
    return state


# -- placed by units -------------------------------------------------------------------------------


def test_a_unit_digs_where_it_stands_in_place_of_its_move() -> None:
    state = blue(B2="0604")
    assert told(state, "dig B1 trench") == ["marker_placed"]
    assert lie(state, "trench") == ["0704"]
    assert not state.reach("B1")
    assert refused(state, "dig B1 trench") == ("5.1", "markers.place")
    assert "dig B2 trench" in listed(state)


def test_who_has_moved_digs_no_more() -> None:
    """Not even with points left: a unit under way has begun its move."""
    state = blue()
    state.apply("move B1 0703")
    assert state.movement_left("B1") == 2
    assert refused(state, "dig B1 trench") == ("5.1", "markers.place")


def test_nobody_digs_in_rocks_twice_in_a_hex_or_for_the_enemy() -> None:
    state = blue(B2="0303")
    assert refused(state, "dig B2 trench") == ("5.1", "markers.place")
    assert refused(state, "dig R1 trench") == ("5.1", "markers.place")
    assert refused(state, "lay 0704 trench") == ("", "sequence.order")
    assert listed(state, "dig") == ["dig B1 trench"]


def test_a_trench_shifts_battles_against_its_owner_alone() -> None:
    state = place("works", {"R1": "0604", "R2": "0603", "B1": "0704"}, "blue_movement")
    state.apply("dig B1 trench")
    preview = to(state, "red_combat", 2).preview("attack 0704 by R1")
    assert preview.shifts == -1
    assert [(line.label, line.rule) for line in preview.modifiers] == [("Trench", "5.2")]


def test_a_trench_is_gone_at_once_when_nobody_of_its_side_is_in_it() -> None:
    """It does not wait for somebody else who comes in the same phase."""
    state = blue(B2="0604")
    state.apply("dig B1 trench")
    to(state, "blue_movement", 2)
    assert lie(state, "trench") == ["0704"]
    assert told(state, "move B1 0703") == ["moved", "marker_removed"]
    state.apply("move B2 0704")
    assert lie(state, "trench") == []


def test_a_trench_whose_unit_is_beaten_is_gone() -> None:
    setup = {"R1": "0604", "R2": "0603", "R3": "0703", "B1": "0704"}
    state = place("works", setup, "blue_movement", dice=[1] * 9)
    state.apply("dig B1 trench")
    to(state, "red_combat", 2).apply("attack 0704 by R1 R2 R3")
    assert state.position("B1") is None
    assert lie(state, "trench") == []


# -- placed by a side ------------------------------------------------------------------------------


def test_a_side_places_markers_near_its_units_so_many_in_a_phase() -> None:
    state = raids()
    assert "lay 0501 raid" in listed(state)
    assert refused(state, "lay 0701 raid") == ("6.1", "markers.place")
    state.apply("lay 0303 raid")
    assert lie(state, "raid") == ["0303"]
    assert state.phase == "red_movement"  # one in a phase, and so it is over


def test_markers_end_with_the_beginning_of_a_phase() -> None:
    """Before anything is placed in it: last turn's raid is not in the way of this turn's."""
    state = raids()
    state.apply("lay 0303 raid")
    to(state, "red_raids", 2)
    assert lie(state, "raid") == []
    assert "lay 0303 raid" in listed(state)


def test_the_side_alone_pays_that_is_meant_and_near_enough() -> None:
    """Blue pays a point more in each hex within 1 of the raid; Red pays what he always does."""
    state = raids(B1="0405", R1="0104")
    before = prices(to(state.clone(), "blue_movement"), "B1")
    state.apply("lay 0403 raid")
    red = prices(state, "R1")
    after = prices(to(state, "blue_movement"), "B1")
    assert (before["0404"], after["0404"]) == ("1", "2")
    assert before["0403"] == "2"
    assert "0403" not in after
    assert after["0305"] == before["0305"] == "1"
    assert red["0204"] == "1"


def test_what_is_too_dear_for_a_raid_is_refused_by_its_rule() -> None:
    """From 0405 three points reach 0402, and through the raid in 0404 they do not."""
    state = raids(B1="0405", R1="0104")
    state.apply("lay 0403 raid")
    to(state, "blue_movement")
    assert refused(state, "move B1 0402") == ("6.3", "markers.cost")


def test_reach_that_was_known_before_a_raid_is_found_anew() -> None:
    """What is kept while others stand still does not outlive a marker: the enemy asked before."""
    state = raids(B1="0405", R1="0104")
    threats = state.threats("blue")
    state.apply("lay 0403 raid")
    assert "B1" in threats["0402"]
    assert "0402" not in state.threats("blue")


def test_a_copy_places_markers_of_its_own() -> None:
    state = raids(B1="0405", R1="0104")
    state.threats("blue")
    copy = state.clone()
    copy.apply("lay 0403 raid")
    assert "0402" not in copy.threats("blue")
    assert "0402" in state.threats("blue")
    assert lie(state, "raid") == []


# -- markers that lie there from the beginning ----------------------------------------------------


def test_nobody_enters_a_hex_that_a_marker_closes_to_him() -> None:
    state = place("works", {"R1": "0503", "B1": "0505"}, "red_movement")
    assert refused(state, "move R1 0504") == ("7.1", "markers.prohibited")
    assert refused(state, "move R1 0503-0504") == ("7.1", "markers.prohibited")
    assert "0504" not in state.reach("R1")
    assert "0504" in to(state, "blue_movement").reach("B1")


def test_who_stands_in_a_closed_hex_may_leave_it() -> None:
    state = place("works", {"R1": "0504", "B1": "0705"}, "red_movement")
    assert "0503" in state.reach("R1")


def test_the_way_around_is_found() -> None:
    """Past 0504 from 0503 to 0505 it is one hex more."""
    state = place("works", {"R1": "0503", "B1": "0701"}, "red_movement")
    assert prices(state, "R1")["0505"] == "3"


def test_an_ambush_ends_with_its_phase() -> None:
    state = place("works", {"R1": "0302", "B1": "0705"}, "blue_combat")
    assert state.turn == 2  # nobody fights, and the phase was over
    assert lie(state, "ambush") == []


def test_what_the_enemy_takes_is_removed_when_he_enters() -> None:
    state = place("works", {"R1": "0502", "B1": "0705"}, "red_movement")
    assert told(state, "move R1 0602") == ["moved", "marker_removed"]
    assert lie(state, "gate") == []


def test_a_gate_adds_to_the_defence_of_who_holds_it_whoever_he_is() -> None:
    """It says nothing of sides: only being entered by Red takes it off."""
    state = place("works", {"R1": "0502", "B1": "0602"}, "red_combat")
    preview = state.preview("attack 0602 by R1")
    assert [(line.label, line.value) for line in preview.modifiers] == [("Gate", "+1")]


# -- supply lines --------------------------------------------------------------------------------

CUT = """
supply: {sources: {red: ["0101"], blue: ["0705"]}}
markers: {cut: {title: Cut, side: red, place: {phase: red_raids}, does: {trace: blocked}}}
"""


def test_lines_of_the_enemy_go_around_hexes_that_a_marker_blocks(tmp_path: Path) -> None:
    """And there is none for who stands in one; those of its own side run on."""
    setup = {"R1": "0301", "B1": "0505", "B2": "0502"}
    state = varied(tmp_path, CUT, "works").start(setup=setup, phase="red_raids")
    before = state.supply_path("B1")
    assert before is not None
    state.apply(f"lay {before[1]} cut")
    after = state.supply_path("B1")
    assert after is not None
    assert before[1] not in after
    state.apply("lay 0502 cut")
    assert state.supply_path("B2") is None
    state.apply("lay 0301 cut")
    assert state.supply_path("R1") is not None


# -- findings --------------------------------------------------------------------------------------

RAID = "does: {cost: {add: 1}}, cite: {place: '1', cost: '1'}"


@pytest.mark.parametrize(
    ("code", "yaml"),
    [
        ("HW564", f"markers: {{x: {{side: red, place: {{phase: red_movement}}, {RAID}}}}}"),
        ("HW564", f"markers: {{x: {{side: blue, place: {{phase: red_raids}}, {RAID}}}}}"),
        ("HW565", f"markers: {{x: {{side: red, {RAID}}}}}"),
        ("HW566", "markers: {raid: {place: {phase: red_movement, by: {side: own}}}}"),
    ],
)
def test_what_can_never_be_placed_is_found(tmp_path: Path, code: str, yaml: str) -> None:
    copytree(FOLDER / "meadow", tmp_path / "meadow")
    found = hexwar.check(folder(tmp_path, yaml, FOLDER / "works"))
    assert code in [finding.code for finding in found]


def test_own_and_enemy_are_as_the_side_of_the_marker_sees_them(tmp_path: Path) -> None:
    """Red in Blue's works has nothing of what they do for Blue's own."""
    does = "{combat: {defender: {add: 1, only: {side: own}}}}"
    yaml = f'markers: {{post: {{title: Post, side: blue, begins: ["0302"], does: {does}}}}}'
    game = varied(tmp_path, yaml, "works")
    for defender, attacker, labels in (("B1", "R1", ["Post"]), ("R1", "B1", [])):
        side = "red" if attacker == "R1" else "blue"
        state = game.start(setup={defender: "0302", attacker: "0402"}, phase=f"{side}_combat")
        preview = state.preview(f"attack 0302 by {attacker}")
        assert [line.label for line in preview.modifiers] == labels


# -- kept, shown and taken back --------------------------------------------------------------------


def test_undo_takes_a_marker_back() -> None:
    history = History(raids())
    history.apply("lay 0303 raid")
    assert lie(history.state, "raid") == ["0303"]
    history.undo()
    assert lie(history.state, "raid") == []
    assert "lay 0303 raid" in listed(history.state)


def test_a_saved_game_has_its_markers() -> None:
    state = blue()
    state.apply("dig B1 trench")
    again = tiny("works").state_from_dict(state.to_dict())
    assert again.on_map() == state.on_map()
    assert lie(again, "trench") == ["0704"]


@pytest.mark.parametrize("line", ["dig B1", "lay 0303", "lay raid 0303 0404", "dig B1 trench raid"])
def test_what_cannot_be_read_is_refused(line: str) -> None:
    with pytest.raises(IllegalAction):
        raids().apply(line)


@pytest.mark.parametrize(
    "line", ["lay 9999 raid", "lay 0303 tunnel", "dig B1 raid", "lay 0303 gate"]
)
def test_what_is_not_there_is_refused(line: str) -> None:
    assert raids().explain(line) is not None


def test_random_games_end() -> None:
    placed = 0
    for seed in range(12):
        state = tiny("works").start(seed=seed)
        placed += sum(line.startswith(("lay", "dig")) for line in play(state, Random(seed)))
        assert state.is_over
    assert placed > 12


def test_a_game_without_markers_has_none() -> None:
    state = tiny("meadow").start()
    assert state.on_map() == ()
