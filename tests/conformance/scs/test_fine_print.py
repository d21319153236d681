"""Words of the rulebook that are easily read past, each with a small position of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conformance.scs.field import (
    CENTRE,
    RING,
    listed,
    place_all,
    play,
    position,
    refused,
    until,
)
from tests.conformance.scs.results import FOLDER, beaten, dice_of, steps, stood
from tests.conformance.scs.variant import variant

NORTH, NORTH_EAST, SOUTH_EAST, SOUTH, WEST, NORTH_WEST = RING


# -- 3.1e: "a unit with an MA greater than 0" ------------------------------------------------------

WORN = "units: {types: {infantry: {steps: [4-4-4, 2-2-0]}}}\n"
"""The back of the infantry's counter has an allowance of 0."""


@pytest.mark.rule("scs", "3.1e")
def test_the_allowance_on_the_side_that_shows_must_be_above_nought(tmp_path: Path) -> None:
    game = variant(tmp_path, WORN)
    setup = {"RI1": "02.05", "RI2": "02.03"}
    state = position(setup, lost={"RI1": 1}, game=game)
    assert not state.reach("RI1")
    assert refused(state, "move RI1 02.06") == "3.1b"
    assert "02.04" in state.reach("RI2")


# -- 3.2b: "units may use roads" -------------------------------------------------------------------


@pytest.mark.rule("scs", "3.2b")
def test_a_road_that_is_dearer_than_the_ground_beside_it_is_not_used(tmp_path: Path) -> None:
    """The track costs 2 where the ground costs 1."""
    game = variant(tmp_path, "terrain: {paths: {track: {cost: 2}}}\n")
    state = position({"RI1": "06.01"}, game=game)
    assert state.reach("RI1")["06.02"].cost == 1
    swamp = variant(
        tmp_path, 'terrain: {paths: {track: {cost: 2}}}\nmap: {hexes: {swamp: ["06.02"]}}\n'
    )
    state = position({"RI1": "06.01", "RT1": "06.01"}, game=swamp)
    assert state.reach("RI1")["06.02"].cost == 2, "3 without the track"
    assert state.reach("RT1")["06.02"].cost == 2, "closed without the track"


# -- 5.0: "reinforcements always enter supplied" ---------------------------------------------------

REBUILT = """
reinforcements:
  rebuilt:
    title: Rebuilt
    side: red
    phase: red_movement
    units: eliminated
    most: 1
    declared: once_per_game
    if: {turn: {at_least: 2}}
    entry: {region: gate, cost: 0, into_friends: overstack}
    cite: {declare: "5.0", if: "5.0", units: "5.0", entry: "5.0b", zone: "5.0c", region: "5.0c"}
"""


@pytest.mark.rule("scs", "5.0")
def test_a_unit_that_was_lost_out_of_supply_comes_back_supplied(tmp_path: Path) -> None:
    game = variant(tmp_path, REBUILT, FOLDER)
    setup = {"RI1": CENTRE, "RI2": "01.01", "BI1": SOUTH_EAST}
    state = position(
        setup, "blue_combat", unsupplied=["RI1"], lost={"RI1": 1}, dice=dice_of("D1"), game=game
    )
    assert not state.in_supply("RI1")
    play(state, f"attack {CENTRE} by BI1", "pass")
    until(state, "red_movement")
    play(state, "declare rebuilt", "enter RI1 01.05")
    assert state.in_supply("RI1")
    assert state.movement_left("RI1") == 4


# -- 6.0: "units that begin the phase in an EZOC" --------------------------------------------------


@pytest.mark.rule("scs", "6.0")
@pytest.mark.rule("scs", "5.0")
def test_a_reinforcement_that_is_placed_in_an_enemy_zone_begins_the_phase_in_it() -> None:
    """RS1 is armour. Infantry in 02.02 controls the entry hex, a headquarters does not."""
    state = position({"BI1": "02.02"}, turn=4)
    play(state, "enter RS1 01.01")
    place_all(state)
    assert refused(state, "overrun 02.02 by RS1") == "6.0"
    assert "move RS1 01.02" in state.legal_actions()
    state = position({"BH1": "02.02"}, turn=4)
    play(state, "enter RS1 01.01")
    place_all(state)
    assert "overrun 02.02 by RS1" in state.legal_actions()


# -- 8.0a: "raw attack", which barrage is not (2.0a) -----------------------------------------------


@pytest.mark.rule("scs", "8.0a")
@pytest.mark.rule("scs", "2.0a")
def test_the_strongest_attacker_is_no_artillery_that_only_supports(tmp_path: Path) -> None:
    """The guns' barrage of 5 is no attack strength; their defence is one like any other."""
    game = variant(tmp_path, "combat: {attackers: {support: {trait: barrage}}}\n", FOLDER)
    setup = {"RI1": WEST, "RG1": WEST, "BI1": CENTRE}
    state = game.start("field", setup=setup, phase="red_combat", dice=dice_of("A1"))
    state.apply(f"attack {CENTRE} by RI1 RG1")
    assert steps(state, "RI1") == [1]
    assert stood(state, "RG1") == [WEST]


@pytest.mark.rule("scs", "8.0a")
def test_who_has_no_zone_has_an_attack_strength_all_the_same(tmp_path: Path) -> None:
    """Guns that support nobody and attack with 5: zones do not say who is the strongest."""
    game = variant(tmp_path, "combat: {attackers: {reach: adjacent}}\n", FOLDER)
    setup = {"RI1": WEST, "RG1": WEST, "BI1": CENTRE}
    state = game.start("field", setup=setup, phase="red_combat", dice=dice_of("A1"))
    state.apply(f"attack {CENTRE} by RI1 RG1")
    assert stood(state, "RI1", "RG1") == [WEST, None]


@pytest.mark.rule("scs", "4.0c")
@pytest.mark.parametrize(("support", "refused"), [("{trait: barrage}", True), ("null", False)])
def test_barrage_that_supports_is_not_on_top(tmp_path: Path, support: str, refused: bool) -> None:
    """Their number is an attack strength like any other unless they only support."""
    game = variant(tmp_path, f"combat: {{attackers: {{support: {support}}}}}\n", FOLDER)
    state = game.start("field", setup={"RI1": WEST, "RG1": WEST}, phase="red_movement")
    violation = state.explain("top RG1")
    assert (violation is not None) is refused
    assert violation is None or violation.rule == "4.0c"


# -- 10.0: "advancing units can go anywhere" -------------------------------------------------------


@pytest.mark.rule("scs", "10.0")
def test_an_advance_may_lead_back_through_the_hex_that_it_came_from() -> None:
    """Only by its own hex does the armour get two hexes from the defender's in three."""
    setup = {"RT1": WEST, "BI1": CENTRE, "BI2": SOUTH, "BI3": NORTH_WEST}
    state = beaten("D2r3", setup, "RT1")
    assert f"advance RT1 {CENTRE}-{WEST}-01.04" in listed(state, "advance")
    state.apply(f"advance RT1 {CENTRE}-{WEST}-01.04")
    assert stood(state, "RT1") == ["01.04"]


@pytest.mark.rule("scs", "10.0")
def test_an_advance_may_end_where_it_began() -> None:
    """Its own full stack has room for the unit that has just left it."""
    setup = {"RT1": WEST, "RI1": WEST, "RI2": WEST, "BI1": CENTRE}
    state = beaten("D2r2", setup, "RT1")
    (told, *_) = play(state, f"advance RT1 {CENTRE}-{WEST}")
    assert stood(state, "RT1") == [WEST]
    assert str(told) == f"RT1 advances to {CENTRE} and back to {WEST}."
