"""Works on hexsides: bridges, pontoons and road blocks that units build or wreck instead of moving.

In the tiny game *pontoons* a river that nobody crosses runs between columns 3 and 4; a road
crosses it from 0303 to 0403 on a bridge. Blue wrecks the bridge before its movement, a hex away at
most, on a 3; red's engineers build it again, or a pontoon anywhere, in place of their move. Blue's
engineers block the road at 0203/0303 or 0103/0203, red's clear it. Allowance 2, road 1/2.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from shutil import copytree

import pytest

import hexwar
from hexwar.rules.history import History
from hexwar.rules.invariants import broken_invariants
from hexwar.rules.state import State
from hexwar.rules.works.rules import charges_at
from tests.conformance.scs.variant import folder
from tests.rules.tiny import FOLDER, listed, place, play, prices, tiny

APART = {"R1": "0102", "RE": "0105", "B1": "0704", "BE": "0705"}


def begin(phase: str = "red_movement", dice: tuple[int, ...] = (), **units: str) -> State:
    return place("pontoons", {**APART, **units}, phase, dice=dice)


def wrecked(**units: str) -> State:
    """Red's movement after B1 has wrecked the bridge and gone, if it can."""
    state = begin("blue_orders", dice=(3,), B1="0403", **units)
    state.apply("wreck B1 0403-0303 bridge")
    state.apply("move B1 0502")
    while state.phase != "red_movement":
        state.apply("done")
    return state


def test_a_road_leads_over_the_river_while_its_bridge_stands() -> None:
    assert "0403" in prices(begin(R1="0303"), "R1")
    assert "0403" not in prices(wrecked(R1="0303"), "R1")
    assert prices(wrecked(R1="0103"), "R1")["0303"] == "1"  # on this side it is a road still


def test_a_bridge_is_wrecked_on_a_roll() -> None:
    state = begin("blue_orders", dice=(2,), B1="0403")
    assert listed(state) == ["wreck B1 0403-0303 bridge", "done"]
    told = [str(event) for event in state.apply("wreck B1 0403-0303 bridge")]
    assert told[0] == "B1: Bridge on 0303/0403, die 2, not wrecked."
    assert not state.on_map()


def test_who_has_tried_does_not_try_again_in_the_phase() -> None:
    state = begin("blue_orders", dice=(2, 6), B1="0403", B2="0503")
    state.apply("wreck B1 0403-0303 bridge")
    assert listed(state, "wreck") == ["wreck B2 0303-0403 bridge"]


def test_from_too_far_away_nobody_wrecks_it() -> None:
    state = begin("blue_movement", B1="0603")
    refused = state.explain("wreck B1 0303-0403 bridge")
    assert refused is not None and "not wrecked in this phase" in refused.message
    assert begin("blue_orders", B1="0603").phase == "blue_movement"  # there is nothing to do


def test_what_is_wrecked_is_seen_from_both_sides() -> None:
    titles = [(one.hex, one.title) for one in wrecked().on_map()]
    assert titles == [("0303", "Bridge to 0403: wrecked"), ("0403", "Bridge to 0303: wrecked")]


def test_engineers_rebuild_it_in_place_of_their_move() -> None:
    state = wrecked(RE="0303", R1="0203")
    state.apply("build RE 0303-0403 bridge")
    assert prices(state, "R1")["0403"] == "1"
    assert not state.on_map()


def test_nobody_builds_under_the_eyes_of_an_enemy_where_that_is_forbidden() -> None:
    state = begin("blue_orders", dice=(3,), B1="0403", RE="0303")
    state.apply("wreck B1 0403-0303 bridge")
    while state.phase != "red_movement":
        state.apply("done")
    refused = state.explain("build RE 0303-0403 bridge")
    assert refused is not None and "enemy" in refused.message
    assert not [line for line in listed(state, "build") if line.endswith("bridge")]


def test_what_is_built_serves_at_once_who_moves_later() -> None:
    state = begin(RE="0302", R1="0301")
    assert "build RE 0302-0402 pontoon" in listed(state)
    state.apply("build RE 0302-0402 pontoon")
    assert not [line for line in listed(state, "move") if line.startswith("move RE")]
    assert prices(state, "R1")["0402"] == "2"
    assert "0402" not in prices(begin(RE="0302", R1="0301"), "R1")


def test_a_pontoon_negates_the_river_for_moves_and_attacks() -> None:
    state = begin(RE="0303", R1="0302", B1="0402")
    assert state.explain("attack 0402 by R1") is not None
    state.apply("build RE 0303-0402 pontoon")
    state.apply("done")
    assert listed(state, "attack") == ["attack 0402 by RE"]


def test_who_has_moved_does_not_build() -> None:
    state = begin(RE="0202")
    state.apply("move RE 0302")
    refused = state.explain("build RE 0302-0402 pontoon")
    assert refused is not None and "has moved" in refused.message


def test_a_block_closes_the_road_and_is_cleared() -> None:
    state = begin("blue_movement", BE="0203", RE="0103", B1="0703")
    state.apply("build BE 0203-0103 block")
    while state.phase != "red_movement":
        state.apply("done")
    assert "0203" not in prices(state, "R1") or prices(state, "R1")["0203"] != "1/2"
    assert "wreck RE 0103-0203 block" in listed(state)
    state.apply("wreck RE 0103-0203 block")
    assert not state.on_map()


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("wreck RE 0303-0403 bridge", "not wrecked in this phase"),
        ("build R1 0302-0402 pontoon", "does not build"),
        ("build BE 0302-0402 pontoon", "other side"),
        ("build RE 0101-0102 pontoon", "no place for pontoon"),
        ("build RE 0302-0402 pontoon", "too far away"),
        ("wreck RE 0103-0203 block", "does not stand"),
    ],
)
def test_why_not(line: str, why: str) -> None:
    refused = begin().explain(line)
    assert refused is not None and why in refused.message


@pytest.mark.parametrize("verb", ["build", "wreck"])
@pytest.mark.parametrize("hexes", [(), ("0302",), ("0302", "0402", "0403")])
def test_a_work_lies_between_two_hexes(verb: str, hexes: tuple[str, ...]) -> None:
    refused = begin().explain(hexwar.Action(verb, ("RE",), hexes, "pontoon"))
    assert refused is not None and refused.message == f"Write: {verb} UNIT HEX-HEX WHAT."


def test_what_was_built_is_saved_undone_and_copied() -> None:
    state = begin(RE="0302", R1="0301")
    history = History(state)
    history.apply("build RE 0302-0402 pontoon")
    again = tiny("pontoons").state_from_dict(state.to_dict())
    assert [one.hex for one in again.on_map()] == ["0302", "0402"]
    assert listed(again) == listed(state.clone()) == listed(state)
    assert prices(again, "R1") == prices(state, "R1")
    history.undo()
    assert not history.state.on_map()


@pytest.mark.parametrize(
    "yaml",
    [
        "works: {bridge: {standing: [0303/0603]}}",
        "works: {bridge: {carries: null}}",
        "works: {pontoon: {build: null}}",
        "works: {pontoon: {sites: null}}",
        "works: {block: {build: {phase: blue_combat}}}",
    ],
)
def test_what_makes_no_sense_is_found(tmp_path: Path, yaml: str) -> None:
    copytree(FOLDER / "meadow", tmp_path / "meadow")
    found = hexwar.check(folder(tmp_path, f"{yaml}\n", FOLDER / "pontoons"))
    assert "HW652" in {one.code for one in found}


def test_random_games_come_to_an_end_without_breaking_an_invariant() -> None:
    for seed in range(6):
        state = tiny("pontoons").start(seed=seed)
        play(state, Random(seed), 300)
        assert broken_invariants(state) == []


# -- by itself -----------------------------------------------------------------------------------


def charged(dice: tuple[int, ...], options: str = "charges", **units: str) -> State:
    return place("pontoons", {**APART, "R1": "0203", **units}, "red_movement", options, dice=dice)


def test_a_charge_goes_off_before_the_enemy_crosses() -> None:
    """R1 would cross by the road; in 0303 the die is thrown, and on a 4 it goes no further."""
    state = charged((4,))
    [falls] = [one for one in state.apply("move R1 0203-0303-0403") if one.kind == "work_falls"]
    assert (falls.rule, str(falls)) == ("9.1", "Bridge on 0303/0403: die 4, wrecked.")
    assert state.position("R1") == "0303"
    assert "0403" not in prices(state, "R1")
    assert [one.title for one in state.on_map()] == [
        "Bridge to 0403: wrecked",
        "Bridge to 0303: wrecked",
    ]


def test_a_charge_that_fails_is_not_tried_again() -> None:
    state = charged((3,))
    state.apply("move R1 0203-0303-0403")
    assert state.position("R1") == "0403"
    assert state.rolled == 1, "0403 lies beside the bridge too"


def test_everybody_reads_beside_a_bridge_that_it_is_charged() -> None:
    state = charged((3,))
    falls = "Bridge to 0303 falls as red comes near, on 4 or more with 1d6"
    assert charges_at(state, "0403") == [falls]
    assert charges_at(state, "0203") == []
    state.apply("move R1 0303")
    assert charges_at(state, "0303") == ["Bridge to 0403: its charge has failed"]
    blown = charged((4,))
    blown.apply("move R1 0303")
    assert charges_at(blown, "0303") == []
    thaw = place("pontoons", {**APART, "R1": "0303"}, "red_movement", "thaw")
    assert charges_at(thaw, "0303") == ["Bridge to 0403 falls with Red movement"]
    assert charges_at(place("meadow", {}, "red_movement"), "0303") == []


def test_ones_own_units_set_nothing_off() -> None:
    state = place("pontoons", {**APART, "B1": "0503"}, "blue_movement", "charges")
    state.apply("move B1 0403")
    assert state.rolled == 0
    elsewhere = charged(())
    elsewhere.apply("move R1 0103")
    assert elsewhere.rolled == 0


def test_a_stack_comes_to_the_bridge_hex_by_hex() -> None:
    state = charged((4,), "charges stacks", R2="0203")
    state.apply("move R1+R2 0203-0303-0403")
    assert (state.position("R1"), state.position("R2")) == ("0303", "0303")


def test_a_work_falls_with_a_phase_under_its_condition() -> None:
    for turn, crosses in ((1, True), (2, False)):
        state = place("pontoons", {**APART, "R1": "0303"}, "red_movement", "thaw", turn=turn)
        assert ("0403" in prices(state, "R1")) is crosses


def test_charges_are_saved_with_the_game() -> None:
    state = charged((3,))
    state.apply("move R1 0303")
    again = tiny("pontoons").state_from_dict(state.to_dict())
    again.apply("move R1 0403")
    assert again.position("R1") == "0403" and again.rolled == 1


@pytest.mark.parametrize(
    "falls", ["{roll: {dice: 1d6, at_least: 3}}", "{nears: {side: red}, again: forbidden}"]
)
def test_charges_that_make_no_sense_are_found(tmp_path: Path, falls: str) -> None:
    copytree(FOLDER / "meadow", tmp_path / "meadow")
    yaml = f"works: {{bridge: {{falls: {falls}}}}}"
    found = hexwar.check(folder(tmp_path, yaml, FOLDER / "pontoons"))
    assert "HW652" in {one.code for one in found}
