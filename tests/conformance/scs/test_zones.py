"""Cases 2.0 to 2.1h: who has a zone of control, where, and what it does."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest

import hexwar
from hexwar.rules.state import State
from tests.conformance.scs.field import (
    CENTRE,
    RING,
    allowed,
    dice_for,
    goals,
    listed,
    path,
    play,
    position,
    refused,
    until,
)

WALL = {"BI1": "03.02", "BI2": "03.05", "BI3": "03.08", "BI4": "03.10"}
"""Enemies whose zones close column 3 from one edge of the map to the other."""


def cost(state: State, unit: str, *hexes: str) -> Fraction:
    """What a move along these hexes costs; the state stays as it is."""
    twin = state.clone()
    return Fraction(twin.apply(f"move {unit} {path(*hexes)}")[0].cost)


def has_zone(unit: str, lost: Mapping[str, int] | None = None, at: str = CENTRE) -> bool:
    """Whether going past a Blue unit costs what an enemy zone costs."""
    state = position({"RI1": "04.07", unit: at}, lost=lost)
    spent = cost(state, "RI1", "04.07", "04.06")
    assert spent in (1, 3)
    return spent == 3


# -- 2.0a -----------------------------------------------------------------------------------------


@pytest.mark.rule("scs", "2.0a")
@pytest.mark.parametrize("unit", ["BI1", "BT1", "BM1", "BL1", "B1"])
def test_a_unit_with_an_attack_of_one_or_more_has_a_zone(unit: str) -> None:
    assert has_zone(unit)


@pytest.mark.rule("scs", "2.0a")
@pytest.mark.parametrize(
    "unit",
    [
        pytest.param("BG1", id="barrage only"),
        pytest.param("BF1", id="defence only"),
        pytest.param("BH1", id="headquarters of no strength"),
    ],
)
def test_a_unit_without_attack_strength_has_none(unit: str) -> None:
    assert not has_zone(unit)


@pytest.mark.rule("scs", "2.0a")
def test_the_side_that_shows_decides() -> None:
    """The militia attacks with 1 at full strength and with 0 when reduced."""
    assert has_zone("BL1")
    assert not has_zone("BL1", lost={"BL1": 1})
    assert has_zone("BI1", lost={"BI1": 1})


@pytest.mark.rule("scs", "2.0a")
def test_the_printed_strength_decides_and_not_what_supply_leaves_of_it() -> None:
    """Out of supply the militia attacks with one half; its raw attack is still 1."""
    state = position({"RI1": "04.07", "BL1": CENTRE}, unsupplied=["BL1"])
    assert cost(state, "RI1", "04.07", "04.06") == 3


@pytest.mark.rule("scs", "2.0a")
def test_a_unit_with_a_zone_lends_none_to_the_others_of_its_hex() -> None:
    """The stack has one zone, that of the infantry; without it there is none."""
    stack = {"BI1": CENTRE, "BG1": CENTRE, "BH1": CENTRE}
    assert cost(position({"RI1": "04.07", **stack}), "RI1", "04.07", "04.06") == 3
    del stack["BI1"]
    assert cost(position({"RI1": "04.07", **stack}), "RI1", "04.07", "04.06") == 1


# -- 2.0b -----------------------------------------------------------------------------------------


@pytest.mark.rule("scs", "2.0b")
@pytest.mark.rule("scs", "2.0")
def test_a_zone_is_the_six_hexes_around_a_unit_and_no_others() -> None:
    hexmap = position({"RI1": CENTRE}).resolved.map
    zone = set()
    for number in hexmap.numbers:
        if number != CENTRE and hexmap.distance(number, CENTRE) <= 3:
            origin = next(near for near in hexmap.neighbors(number) if near != CENTRE)
            state = position({"RT1": origin, "BI1": CENTRE})
            if cost(state, "RT1", origin, number) > 2:
                zone.add(number)
    assert zone == set(RING)


@pytest.mark.rule("scs", "2.0b")
def test_no_zone_in_hexes_that_are_closed_to_the_unit() -> None:
    """Motor units cannot enter swamp, so a tank has no zone in it; infantry beside it has."""
    swamp, beside = "08.08", "08.09"
    for unit, expected in (("BT1", 3), ("BI1", 5)):
        state = position({"R5": "08.07", unit: beside})
        assert cost(state, "R5", "08.07", swamp) == expected


@pytest.mark.rule("scs", "2.0b")
@pytest.mark.rule("scs", "3.1e")
def test_a_zone_covers_hexes_that_are_dear_but_not_closed() -> None:
    """Nobody can pay 9 or 12 MP for the mire, but everybody may move one hex."""
    hexmap = position({"RI1": CENTRE}).resolved.map
    setup = {"RI1": "10.05", "BT1": "10.06"}
    assert "10.05" in hexmap.neighbors("10.06")
    assert allowed(position(setup, "blue_combat"), "attack 10.05 by BT1")


@pytest.mark.rule("scs", "2.0b")
def test_no_zone_across_a_hexside_that_cannot_be_crossed() -> None:
    """The river between 12.04 and 12.05 has no bridge."""
    state = position({"R5": "12.03", "BI1": "12.05"})
    assert cost(state, "R5", "12.03", "12.04") == 1
    state = position({"R5": "11.06", "BI1": "12.05"})
    assert cost(state, "R5", "11.06", "11.05") >= 5 / 2


@pytest.mark.rule("scs", "2.0b")
def test_a_zone_reaches_across_where_a_bridge_or_a_road_leads_over() -> None:
    state = position({"R5": "11.06", "BI1": "10.08"})
    assert cost(state, "R5", "11.06", "11.07") == 3  # a pontoon bridge between 10.08 and 11.07
    state = position({"R5": "10.04", "BI1": "11.05"})
    assert cost(state, "R5", "10.04", "11.04") == 3  # a road between 11.04 and 11.05
    state = position({"R5": "11.09", "BI1": "10.08"})
    assert cost(state, "R5", "11.09", "11.08") == 1  # nothing between 10.08 and 11.08


@pytest.mark.rule("scs", "2.0")
@pytest.mark.rule("scs", "2.1g")
def test_friendly_zones_have_no_effect_on_friends() -> None:
    state = position({"RI1": "04.07", "RT1": CENTRE})
    assert cost(state, "RI1", "04.07", "04.06", "04.05") == 2


# -- 2.1a -----------------------------------------------------------------------------------------


@pytest.mark.rule("scs", "2.1a")
@pytest.mark.rule("scs", "2.1")
def test_entering_an_enemy_zone_costs_two_more_and_leaving_it_nothing() -> None:
    state = position({"RT1": "04.07", "BI1": CENTRE})
    assert cost(state, "RT1", "04.07", "04.06") == 3
    assert cost(state, "RT1", "04.07", "04.06", "05.06") == 4


@pytest.mark.rule("scs", "2.1a")
def test_a_unit_goes_from_zone_to_zone_as_far_as_its_points_last() -> None:
    """8 MP: two hexes of an enemy zone, 3 MP each, and 2 MP for two hexes outside."""
    around = path("04.07", "04.06", "04.05")
    state = position({"RT1": "04.07", "BI1": CENTRE})
    assert cost(state, "RT1", "04.07", "04.06", "04.05") == 6
    assert allowed(state, f"move RT1 {around}-05.05-05.04")
    assert refused(state, f"move RT1 {around}-03.04") == "3.1b"


@pytest.mark.rule("scs", "2.1a")
def test_any_number_of_zones_may_be_entered_and_left() -> None:
    """The way between two enemies: in, from zone to zone, out, and into the next."""
    state = position({"RT1": "03.07", "BI1": "02.06", "BI2": "04.06"})
    assert cost(state, "RT1", "03.07", "03.06", "03.05", "03.04") == 3 + 3 + 1
    state = position({"RT1": "05.05", "BI1": "03.05", "BI2": "02.07"})
    assert cost(state, "RT1", "05.05", "04.05", "05.05", "05.06", "04.06") == 3 + 1 + 1 + 3


@pytest.mark.rule("scs", "2.1a")
def test_a_zone_does_not_stop_a_unit() -> None:
    state = position({"RT1": "04.07", "BI1": CENTRE})
    play(state, "move RT1 04.06")
    assert state.movement_left("RT1") == 5
    assert "05.06" in goals(state, "RT1")


@pytest.mark.rule("scs", "2.1a")
def test_a_friend_in_the_hex_does_not_cheapen_an_enemy_zone() -> None:
    state = position({"RI1": "04.07", "RI2": "04.06", "BI1": CENTRE})
    assert cost(state, "RI1", "04.07", "04.06") == 3


@pytest.mark.rule("scs", "2.1g")
def test_several_enemy_zones_cost_no_more_than_one() -> None:
    state = position({"RT1": "03.07", "BI1": "02.06", "BI2": "04.06", "BI3": "03.05"})
    assert cost(state, "RT1", "03.07", "03.06") == 3


@pytest.mark.rule("scs", "2.1g")
def test_zones_of_both_sides_share_a_hex() -> None:
    """03.06 is in the zones of RI1 and BI1: each side pays for it."""
    setup = {"RI1": "03.07", "BI1": CENTRE, "RT1": "04.08", "BT1": "02.04"}
    assert cost(position(setup), "RI1", "03.07", "03.06") == 3
    assert cost(position(setup, "blue_movement"), "BI1", CENTRE, "03.06") == 3


# -- 2.1b -----------------------------------------------------------------------------------------


@pytest.mark.rule("scs", "2.1b")
@pytest.mark.rule("scs", "11.0b")
def test_a_unit_in_an_enemy_zone_when_exploitation_begins_cannot_move() -> None:
    state = position({"RT1": RING[0], "RT2": "01.02", "BI1": CENTRE}, "red_exploitation")
    assert goals(state, "RT1") == set()
    assert goals(state, "RT2")
    assert refused(state, f"move RT1 {path(RING[0], '03.07')}") == "2.1b"


@pytest.mark.rule("scs", "2.1b")
def test_a_unit_in_an_enemy_zone_does_not_overrun_in_exploitation_either() -> None:
    state = position({"RT1": RING[0], "RT2": "01.02", "BI1": CENTRE}, "red_exploitation")
    assert refused(state, f"overrun {CENTRE} by RT1") == "2.1b"


@pytest.mark.rule("scs", "2.1b")
def test_a_unit_that_comes_into_a_zone_during_exploitation_goes_on() -> None:
    state = position({"RT1": "03.07", "BI1": CENTRE}, "red_exploitation")
    play(state, f"move RT1 {RING[0]}")
    assert goals(state, "RT1")


@pytest.mark.rule("scs", "2.1b")
def test_a_unit_in_an_enemy_zone_moves_in_the_movement_phase() -> None:
    state = position({"RT1": RING[0], "BI1": CENTRE})
    assert allowed(state, f"move RT1 {path(RING[0], '03.07')}")


# -- 2.1c -----------------------------------------------------------------------------------------


@pytest.mark.rule("scs", "2.1c")
def test_a_unit_attacks_what_is_in_its_zone() -> None:
    setup = {"RI1": CENTRE, "BI1": RING[0], "BI2": "03.08"}
    state = position(setup, "red_combat")
    assert listed(state) == {f"attack {RING[0]} by RI1", "done"}
    assert refused(state, "attack 03.08 by RI1") == "2.1c"
    assert refused(state, "attack 03.07 by RI1") == "2.1c"


@pytest.mark.rule("scs", "2.1c")
@pytest.mark.parametrize("unit", ["RG1", "RH1", "RF1"])
def test_a_unit_without_a_zone_attacks_nothing_by_itself(unit: str) -> None:
    setup = {unit: CENTRE, "BI1": RING[0], "RI1": "01.02", "BL1": "01.03"}
    state = position(setup, "red_combat")
    assert refused(state, f"attack {RING[0]} by {unit}") == "2.1c"


@pytest.mark.rule("scs", "2.1c")
@pytest.mark.rule("scs", "7.2e")
def test_guns_do_not_attack_with_others_but_those_of_no_strength_do() -> None:
    """Their barrage is a strength, though none that gives a zone: 7.2e is not about them."""
    setup = {"RI1": CENTRE, "RG1": CENTRE, "RH1": CENTRE, "RF1": RING[1], "BI1": RING[0]}
    state = position(setup, "red_combat")
    assert refused(state, f"attack {RING[0]} by RI1 RG1") == "2.1c"
    assert allowed(state, f"attack {RING[0]} by RI1 RH1 RF1")
    attackers = {unit for action in state.legal_actions() for unit in action.units}
    assert attackers == {"RI1", "RH1", "RF1"}


@pytest.mark.rule("scs", "2.1c")
def test_a_game_lets_guns_support_the_attacks_of_others() -> None:
    """As the sample game does (its 22.2): with all their strength, but not alone."""
    game = hexwar.load_game("scs_sample")
    state = game.start(
        "battle", setup={"I1": "05.05", "F1": "05.06", "V1": "06.06"}, phase="league_combat"
    )
    with_guns = state.preview("attack 06.06 by I1 F1")
    alone = state.preview("attack 06.06 by I1")
    assert with_guns.attacker_strength - alone.attacker_strength == 4
    assert refused(state, "attack 06.06 by F1") == "2.1c"


@pytest.mark.rule("scs", "2.1c")
@pytest.mark.rule("scs", "7.3")
def test_a_unit_does_not_attack_across_what_it_cannot_cross() -> None:
    setup = {"RI1": "12.04", "BI1": "12.05", "RI2": "01.02", "BL1": "01.03"}
    state = position(setup, "red_combat")
    assert refused(state, "attack 12.05 by RI1") == "7.3"


# -- 2.1d to 2.1h: what later sections say in full ------------------------------------------------


@pytest.mark.rule("scs", "2.1d")
def test_a_stack_that_retreats_into_a_zone_loses_one_step_altogether() -> None:
    """D1r1: one step for the result, one for the hex next to the attackers, for two units."""
    red = {"R11": "04.05", "R10": "04.05", "R9": "04.05", "RI3": "02.07", "RI5": "03.03"}
    setup = {"BI1": CENTRE, "BI2": CENTRE, "RI2": "01.05", **red}
    state = position(setup, "red_combat", dice=dice_for("4:1", "D1r1"))
    play(state, f"attack {CENTRE} by R11 R10 R9", "lose BI1", "retreat BI1+BI2 04.06")
    assert listed(state) == {"lose BI1", "lose BI2"}
    play(state, "lose BI2")
    assert state.to_dict()["lost"] == {"BI1": 1, "BI2": 1}
    assert state.side_to_act == "red"


@pytest.mark.rule("scs", "2.1e")
def test_an_enemy_zone_does_not_hinder_an_advance() -> None:
    """The vacated hex is in the zone of BI2, and the advance costs and asks nothing."""
    setup = {"RI1": RING[3], "R11": RING[3], "BL1": CENTRE, "BI2": "02.06"}
    state = position(setup, "red_combat", dice=dice_for("7:1", "D2r2"))
    play(state, f"attack {CENTRE} by RI1 R11")
    assert state.position("BL1") is None
    assert allowed(state, "advance RI1")
    play(state, "advance RI1")
    assert state.position("RI1") == CENTRE


@pytest.mark.rule("scs", "2.1f")
def test_enemy_zones_block_supply_lines() -> None:
    """RI1 stands free, and all ways to the west lead through the zones of four enemies."""
    state = position({"RI1": "05.05", **WALL}, "red_combat")
    until(state, "blue_movement")
    assert out_of_supply(state) == {"RI1"}
    gap = {unit: number for unit, number in WALL.items() if unit != "BI2"}
    state = position({"RI1": "05.05", **gap}, "red_combat")
    until(state, "blue_movement")
    assert out_of_supply(state) == set()


@pytest.mark.rule("scs", "2.1h")
def test_friends_open_enemy_zones_to_supply_lines() -> None:
    """The wall of 2.1f with a friend in one of its hexes, 03.04: beside it the way is free."""
    state = position({"RI1": "05.05", "RI2": "03.04", **WALL}, "red_combat")
    until(state, "blue_movement")
    assert out_of_supply(state) == set()


def out_of_supply(state: State) -> set[str]:
    """The units that carry an Out of Supply marker."""
    mask = state.marks.get("out_of_supply", 0)
    return {unit for unit, index in state.frame.unit_index.items() if mask >> index & 1}
