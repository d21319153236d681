"""Markers that results of battles and tables leave behind on the map, and whom they bring on.

In the tiny game *partisans* a battle's die says what comes of it: 1 rubble in the hex fought for
(two at most on the map), 2 craters where the attack came from, 3 blue's reserve, 5 partisans under
the attacker, 6 the rubble is cleared. A table lets partisans rise in one of three hexes (1), go
away (2) or arm (3, from turn 2 on); bombs fall where blue stands in the woods.
"""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import hexwar
from hexwar.charts.sequence_of_play import sequence_of_play
from hexwar.cli.terminal import lines_of
from hexwar.rules.markers.rules import MarkerRules
from hexwar.rules.state import State
from tests.conformance.scs.variant import folder
from tests.rules.tiny import FOLDER, listed, place, prices, tiny, told

DUEL = {"R1": "0302", "B1": "0401"}


def fought(*dice: int, at: str = "0401") -> State:
    """The state before an attack from 0302."""
    return place("partisans", {"R1": "0302", "B1": at}, "red_combat", dice=dice)


def risen(*dice: int, turn: int = 1, **setup: str) -> State:
    """The state after the tables have been rolled on."""
    return place("partisans", {**DUEL, **setup}, "rising", dice=dice, turn=turn)


def lying(state: State, kind: str) -> list[str]:
    return [one.hex for one in state.on_map() if one.kind == kind]


def test_a_result_leaves_a_marker_where_the_battle_was() -> None:
    state = fought(1)
    events = state.apply("attack 0401 by R1")
    assert lying(state, "rubble") == ["0401"]
    [placed] = [event for event in events if event.kind == "marker_placed"]
    assert (placed.rule, str(placed)) == ("7.1", "Rubble is placed in 0401.")


def test_what_a_result_placed_makes_the_next_move_dearer() -> None:
    state = fought(1)
    assert prices(place("partisans", {"R1": "0302"}, "red_movement"), "R1")["0401"] == "1"
    state.apply("attack 0401 by R1")
    state.apply("retreat B1 0501")
    while state.phase != "blue_movement":
        state.apply("done")
    assert prices(state, "B1")["0401"] == "3"


def test_a_marker_lies_where_the_attack_came_from() -> None:
    state = fought(2)
    state.apply("attack 0401 by R1")
    assert lying(state, "craters") == ["0302"]


def test_results_place_no_more_than_there_are_and_one_of_a_kind_in_a_hex() -> None:
    setup = {"R1": "0302", "R2": "0304", "R3": "0102", "B1": "0401", "B2": "0404", "B3": "0101"}
    state = place("partisans", setup, "red_combat", dice=[1, 1, 1])
    for line in ("attack 0401 by R1", "attack 0404 by R2", "attack 0101 by R3"):
        state.apply(line)
        while state.decision and state.decision.kind == "retreat":
            state.apply(listed(state)[0])
    assert lying(state, "rubble") == ["0401", "0404"]


def test_a_result_clears_the_hex_that_was_fought_for_and_no_other() -> None:
    state, board = fought(6), fought().frame.board
    state.rules[MarkerRules].put(state, 0, board.mask(["0401", "0601"]))
    assert "marker_removed" in told(state, "attack 0401 by R1")
    assert lying(state, "rubble") == ["0601"]
    assert "marker_removed" not in told(fought(6), "attack 0401 by R1")


def test_dice_draw_the_hex_in_which_partisans_rise() -> None:
    apart = [risen(1, draw, R1="0101", B1="0704") for draw in (1, 2, 3)]
    drawn = [lying(state, "partisans") for state in apart]
    assert drawn == [["0302"], ["0502"], ["0602"]]


def test_partisans_do_not_rise_under_the_enemys_eyes() -> None:
    """They are taken off at once where an enemy stands, who need not move for that."""
    state = place("partisans", {**DUEL, "R2": "0304", "B2": "0404"}, "red_combat", dice=[5])
    assert told(state, "attack 0401 by R1") == ["battle", "marker_placed", "marker_removed"]
    assert state.phase == "red_combat"
    assert lying(state, "partisans") == []


def test_partisans_go_away_again() -> None:
    state = risen(1, 2, 2)
    while state.turn == 1:
        state.apply("done")
    assert lying(state, "partisans") == []


def test_bombs_leave_craters_under_each_unit_that_they_hit() -> None:
    state = risen(4, 1, 3, R1="0101", B1="0502", B2="0302")
    assert lying(state, "craters") == ["0502"]


def test_a_battle_brings_the_reserve_on_and_nothing_else_does() -> None:
    state = fought(3)
    events = state.apply("attack 0401 by R1")
    [comes] = [event for event in events if event.kind == "available"]
    assert (comes.rule, str(comes)) == ("8.1", "Reserve: B4 may enter.")
    while state.phase != "blue_movement":
        state.apply("done")
    assert listed(state, "enter") == ["enter B4 0701", "enter B4 0702"]
    idle = place("partisans", DUEL, "blue_movement", turn=3)
    assert listed(idle, "enter") == []
    why = idle.explain("enter B4 0701")
    assert why is not None and why.message == "B4 waits for a result that brings Reserve."


def test_a_table_brings_a_group_under_its_condition_and_again() -> None:
    """Guerrillas come from turn 2 on, and again when they have been lost."""
    early, late = (risen(3, 3, turn=turn) for turn in (1, 2))
    for state, comes in ((early, []), (late, ["B5"])):
        while state.phase != "blue_movement":
            state.apply("done")
        assert sorted({line.split()[1] for line in listed(state, "enter")}) == comes
    late.apply("enter B5 0502")
    late.eliminate(late.frame.unit_index["B5"])
    while late.turn == 2:
        late.apply("done")
    while late.phase != "blue_movement":
        late.apply("done")
    assert "enter B5 0502" in listed(late, "enter")


def test_a_marker_that_only_a_result_places_is_one_that_lies_somewhere(tmp_path: Path) -> None:
    copytree(FOLDER / "meadow", tmp_path / "meadow")
    yaml = "combat: {results: {RU: [{retreat: defender}]}}"
    [found] = hexwar.check(folder(tmp_path, yaml, FOLDER / "partisans"))
    assert (found.code, found.message) == (
        "HW565",
        "rubble never lies on the map: nothing places it",
    )


def test_the_rules_say_that_a_result_brings_the_group() -> None:
    text = " ".join(
        " ".join(lines_of(sequence_of_play(tiny("partisans").start().resolved))).split()
    )
    said = "Reserve: B4 may enter by east (0701 0702) in Blue movement, when a result brings it."
    assert said in text
