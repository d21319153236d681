"""Cases 3.0 to 3.3c: movement points, the one hex that is always allowed, terrain and limits."""

from __future__ import annotations

from fractions import Fraction

import pytest

from hexwar.rules.state import State
from tests.conformance.scs.field import (
    CENTRE,
    RING,
    allowed,
    dice_for,
    field,
    goals,
    kinds,
    listed,
    path,
    play,
    position,
    refused,
    until,
)


def cost(state: State, unit: str, *hexes: str) -> Fraction:
    """What a move along these hexes costs; the state stays as it is."""
    twin = state.clone()
    return Fraction(twin.apply(f"move {unit} {path(*hexes)}")[0].cost)


def column(number: str, first: int, last: int) -> list[str]:
    """The hexes of a column from one place to another."""
    step = 1 if last >= first else -1
    return [f"{number}.{place:02d}" for place in range(first, last + step, step)]


# -- 3.0, 3.1a ------------------------------------------------------------------------------------


@pytest.mark.rule("scs", "3.0")
@pytest.mark.rule("scs", "3.1")
def test_a_unit_goes_from_hex_to_adjacent_hex_in_any_direction() -> None:
    state = position({"RI1": CENTRE})
    for near in RING:
        assert allowed(state, f"move RI1 {path(CENTRE, near)}")
    assert refused(state, f"move RI1 {path(CENTRE, '03.07')}") == "3.0"
    assert refused(state, f"move RI1 {path('03.04', '03.03')}") == "3.0"


@pytest.mark.rule("scs", "3.0")
@pytest.mark.rule("scs", "3.1a")
def test_all_some_or_none_of_the_units_move() -> None:
    units = ("RI1", "RI2", "RT1")
    for moving in ((), ("RI1",), ("RI2", "RT1"), units):
        state = position({"RI1": "03.03", "RI2": "04.03", "RT1": "02.03"})
        play(state, *(f"move {unit} {goal}" for unit, goal in zip(moving, RING, strict=False)))
        assert allowed(state, "done")
        moved = [state.position(unit) for unit in units]
        assert sum(number in RING for number in moved) == len(moving)


# -- 3.1b to 3.1d ---------------------------------------------------------------------------------


@pytest.mark.rule("scs", "3.1b")
@pytest.mark.parametrize(("unit", "allowance"), [("RI1", 4), ("RL1", 3), ("R5", 5), ("RT1", 8)])
def test_no_unit_spends_more_than_the_allowance_on_its_counter(unit: str, allowance: int) -> None:
    way = [*column("03", 1, 10), "04.09"]
    state = position({unit: "03.01"})
    assert state.movement_left(unit) == allowance
    assert allowed(state, f"move {unit} {path(*way[: allowance + 1])}")
    assert refused(state, f"move {unit} {path(*way[: allowance + 2])}") == "3.1b"
    assert refused(state, f"move {unit} {way[allowance + 1]}") == "3.1b"


@pytest.mark.rule("scs", "3.1b")
def test_a_reduced_unit_has_the_allowance_of_the_side_that_shows() -> None:
    state = position({"RT1": "03.01"}, lost={"RT1": 1})
    assert state.movement_left("RT1") == 8


@pytest.mark.rule("scs", "3.1b")
def test_a_unit_with_an_allowance_of_nothing_stays() -> None:
    state = position({"RF1": CENTRE, "RI1": "01.01"})
    assert goals(state, "RF1") == set()
    assert refused(state, f"move RF1 {path(CENTRE, RING[0])}") == "3.1b"
    assert refused(state, f"move RF1 {RING[0]}") == "3.1b"


@pytest.mark.rule("scs", "3.1c")
@pytest.mark.rule("scs", "3.2")
def test_the_costs_of_a_move_are_added_up_as_it_goes() -> None:
    """Clear, then woods (3 for motor units), then clear."""
    state = position({"RT1": "09.05"})
    assert cost(state, "RT1", "09.05", "09.04", "08.04") == 4
    play(state, "move RT1 09.04")
    assert state.movement_left("RT1") == 7
    play(state, "move RT1 08.04")
    assert state.movement_left("RT1") == 4
    play(state, "move RT1 08.05")
    assert state.movement_left("RT1") == 3


@pytest.mark.rule("scs", "3.1c")
def test_what_a_hex_costs_depends_on_the_class_of_the_unit() -> None:
    for unit, price in (("RI1", 2), ("RT1", 3)):
        assert cost(position({unit: "09.04"}), unit, "09.04", "08.04") == price


@pytest.mark.rule("scs", "3.1d")
def test_what_one_unit_spends_changes_nothing_for_another() -> None:
    state = position({"RI1": CENTRE, "RI2": CENTRE})
    play(state, f"move RI1 {path(*column('03', 5, 9))}")
    assert state.movement_left("RI2") == 4
    assert allowed(state, f"move RI2 {path(*column('03', 5, 1))}")


@pytest.mark.rule("scs", "3.1d")
def test_points_are_not_saved() -> None:
    state = position({"RI1": CENTRE, "BI1": "11.05"})
    until(state, "blue_movement")
    until(state, "red_movement")
    assert state.movement_left("RI1") == 4


@pytest.mark.rule("scs", "3.1d")
def test_what_is_left_over_is_lost_once_another_unit_has_moved() -> None:
    state = position({"RI1": CENTRE, "RI2": "01.01"})
    play(state, f"move RI1 {RING[0]}", "move RI2 01.02")
    assert refused(state, "move RI1 03.07") == "3.1d"
    assert goals(state, "RI1") == set()


# -- stacks that move together --------------------------------------------------------------------


@pytest.mark.rule("scs", "3.0")
def test_a_stack_moves_as_one() -> None:
    state = position({"RI1": CENTRE, "RT1": CENTRE, "RH1": CENTRE})
    assert f"move RI1+RT1+RH1 {RING[0]}" in listed(state, "move")
    play(state, f"move RI1+RT1+RH1 {RING[0]}")
    assert state.units_at(RING[0]) == ("RI1", "RT1", "RH1")


@pytest.mark.rule("scs", "3.0")
@pytest.mark.rule("scs", "3.1d")
def test_in_a_stack_each_unit_spends_its_own_points() -> None:
    """The stack goes as far as its slowest unit; the tank and the staff then go on."""
    state = position({"RI1": CENTRE, "RT1": CENTRE, "RH1": CENTRE})
    assert refused(state, "move RI1+RT1+RH1 03.10") == "3.1b"
    play(state, "move RI1+RT1+RH1 03.08")
    assert state.movement_left("RI1") == 1
    assert state.movement_left("RT1") == state.movement_left("RH1") == 5
    play(state, "move RT1+RH1 03.10")
    assert state.movement_left("RT1") == 3


@pytest.mark.rule("scs", "3.1d")
def test_in_a_stack_each_unit_pays_what_terrain_costs_its_class() -> None:
    state = position({"RI1": "09.04", "RT1": "09.04"})
    play(state, "move RI1+RT1 08.04")
    assert state.movement_left("RI1") == 2
    assert state.movement_left("RT1") == 5


@pytest.mark.rule("scs", "3.0")
def test_units_drop_off_a_stack_on_the_way() -> None:
    """Three set out; the infantry stays behind, then the staff, and the tank goes on alone."""
    state = position({"RI1": "03.01", "RT1": "03.01", "RH1": "03.01"})
    play(state, "move RI1+RT1+RH1 03.03", "move RT1+RH1 03.06", "move RT1 03.09")
    assert [state.position(u) for u in ("RI1", "RH1", "RT1")] == ["03.03", "03.06", "03.09"]
    assert refused(state, "move RT1 04.09") == "3.1b"


@pytest.mark.rule("scs", "3.0")
def test_any_part_of_a_stack_may_move_though_only_the_whole_is_listed() -> None:
    state = position({"RI1": CENTRE, "RT1": CENTRE, "RH1": CENTRE})
    assert allowed(state, f"move RI1+RH1 {RING[0]}")
    assert f"move RI1+RH1 {RING[0]}" not in listed(state, "move")
    play(state, f"move RI1+RH1 {RING[0]}")
    assert state.position("RT1") == CENTRE


@pytest.mark.rule("scs", "3.0")
def test_units_of_different_hexes_are_no_stack() -> None:
    state = position({"RI1": CENTRE, "RT1": RING[0]})
    assert refused(state, f"move RI1+RT1 {RING[1]}") == "3.0"


@pytest.mark.rule("scs", "3.0")
def test_a_stack_moves_along_a_path() -> None:
    state = position({"RI1": CENTRE, "RT1": CENTRE})
    play(state, f"move RI1+RT1 {path(CENTRE, '03.06', '04.07', '04.06')}")
    assert state.movement_left("RI1") == 1
    assert state.units_at("04.06") == ("RI1", "RT1")


# -- 3.1e -----------------------------------------------------------------------------------------


@pytest.mark.rule("scs", "3.1e")
@pytest.mark.parametrize("unit", ["RI1", "RL1", "RT1", "RH1"])
def test_a_unit_may_always_move_one_hex_whatever_it_costs(unit: str) -> None:
    """The mire costs 9 or 12 MP: more than anybody has."""
    state = position({unit: "09.05", "RI2": "01.01"})
    assert allowed(state, f"move {unit} 10.05")
    assert allowed(state, f"move {unit} {path('09.05', '10.05')}")
    play(state, f"move {unit} 10.05")
    assert state.position(unit) == "10.05"
    assert goals(state, unit) == set()


@pytest.mark.rule("scs", "3.1e")
def test_the_one_hex_is_all_that_the_unit_moves() -> None:
    """Not as the second hex of a move, and no further from it."""
    state = position({"RI1": "09.06"})
    assert refused(state, f"move RI1 {path('09.06', '09.05', '10.05')}") == "3.2a"
    assert refused(state, "move RI1 10.05") == "3.2a"
    state = position({"RI1": "09.06", "RI2": "01.01"})
    play(state, "move RI1 09.05")
    assert not allowed(state, "move RI1 10.05")
    state = position({"RI1": "09.05", "RI2": "01.01"})
    play(state, "move RI1 10.05")
    assert refused(state, "move RI1 09.05") == "3.1b"
    further = f"move RI1 {path('09.05', '10.05', '10.06')}"
    assert refused(position({"RI1": "09.05"}), further) == "3.1b"


@pytest.mark.rule("scs", "3.1e")
def test_it_leads_into_an_enemy_zone_as_well() -> None:
    """Swamp in an enemy zone costs 5; the militia has 3 MP."""
    state = position({"RL1": "07.08", "BI1": "08.09"})
    assert allowed(state, "move RL1 08.08")
    play(state, "move RL1 08.08")
    assert state.position("RL1") == "08.08"


@pytest.mark.rule("scs", "3.1e")
def test_a_reduced_allowance_does_not_stop_it() -> None:
    """Out of supply the militia has half of 3, rounded to 2 MP; a stream and woods cost 3."""
    state = position({"RL1": "07.04"}, unsupplied=["RL1"])
    assert state.movement_left("RL1") == 2
    assert allowed(state, f"move RL1 {path('07.04', '08.04')}")
    assert refused(state, f"move RL1 {path('07.04', '07.03', '08.03')}") == "3.2a"


@pytest.mark.rule("scs", "3.1e")
def test_not_even_an_allowance_reduced_to_nothing_stops_it() -> None:
    """In a game in which units out of supply have no MP at all."""
    setup = {"RL1": "03.04", "RI1": "03.04", "RT1": "01.10"}
    state = position(setup, unsupplied=["RL1", "RI1"], options=["stranded"])
    assert goals(state, "RL1") == set(field().map.neighbors("03.04"))
    assert allowed(state, f"move RL1 {path('03.04', '03.05')}")
    assert refused(state, f"move RL1 {path('03.04', '03.05', '03.06')}") == "3.1b"
    assert "move RI1+RL1 03.05" in listed(state) | {"move RL1+RI1 03.05"}
    play(state, "move RI1+RL1 03.05")
    assert refused(state, "move RL1 03.06") == refused(state, "move RI1 03.06") == "3.1b"
    lonely = position({"RF1": "03.04", "RL1": "01.01"}, unsupplied=["RL1"], options=["stranded"])
    assert goals(lonely, "RF1") == set()


@pytest.mark.rule("scs", "3.1e")
@pytest.mark.rule("scs", "3.2d")
def test_it_does_not_lead_into_or_across_closed_terrain() -> None:
    state = position({"RI1": "09.03"})
    assert refused(state, "move RI1 10.03") == "3.2d"
    state = position({"RT1": "08.07"})
    assert refused(state, "move RT1 08.08") == "3.2d"
    state = position({"RI1": "12.04"})
    assert refused(state, f"move RI1 {path('12.04', '12.05')}") == "3.2d"


@pytest.mark.rule("scs", "3.1e")
def test_it_does_not_lead_onto_an_enemy() -> None:
    state = position({"RI1": "09.05", "BH1": "10.05"})
    assert refused(state, "move RI1 10.05") == "3.3a"


@pytest.mark.rule("scs", "3.1e")
def test_a_unit_without_an_allowance_does_not_have_it() -> None:
    assert refused(position({"RF1": "09.05", "RI1": "01.01"}), "move RF1 10.05") == "3.1b"


@pytest.mark.rule("scs", "3.1e")
def test_a_stack_has_it_too() -> None:
    state = position({"RI1": "09.05", "RT1": "09.05"})
    play(state, "move RI1+RT1 10.05")
    assert state.units_at("10.05") == ("RI1", "RT1")


@pytest.mark.rule("scs", "3.1e")
@pytest.mark.rule("scs", "11.0c")
def test_in_exploitation_only_those_who_can_exploit_have_it() -> None:
    state = position({"RT1": "09.05", "RI1": "09.05"}, "red_exploitation")
    assert allowed(state, "move RT1 10.05")
    assert not allowed(state, "move RI1 10.05")
    assert goals(state, "RI1") == set()


# -- 3.2a -----------------------------------------------------------------------------------------


@pytest.mark.rule("scs", "3.2a")
def test_a_unit_pays_in_full_before_it_enters() -> None:
    """4 MP: three clear hexes leave 1, and the woods cost 2."""
    state = position({"RI1": "09.06"})
    way = ("09.06", "09.05", "09.04", "09.03")
    assert allowed(state, f"move RI1 {path(*way)}")
    assert refused(state, f"move RI1 {path(*way, '08.03')}") == "3.2a"
    play(state, f"move RI1 {path(*way)}")
    assert state.movement_left("RI1") == 1
    assert refused(state, "move RI1 08.03") == "3.2a"


@pytest.mark.rule("scs", "3.2a")
def test_the_enemy_zone_is_paid_before_entering_too() -> None:
    state = position({"RI1": "03.09", "BI1": CENTRE})
    assert allowed(state, f"move RI1 {path('03.09', '03.08', '03.07')}")
    assert refused(state, f"move RI1 {path('03.09', '03.08', '03.07', '03.06')}") == "3.1b"
    assert refused(state, f"move RI1 {RING[0]}") == "2.1a"


# -- 3.2b -----------------------------------------------------------------------------------------


@pytest.mark.rule("scs", "3.2b")
def test_along_a_road_a_unit_pays_the_road_only() -> None:
    """Half a point for each hex: 8 hexes for 4 MP. The track costs two thirds: 6 hexes."""
    state = position({"RI1": "07.01"})
    assert cost(state, "RI1", *column("07", 1, 9)) == 4
    assert refused(state, f"move RI1 {path(*column('07', 1, 10))}") == "3.1b"
    state = position({"RI1": "06.01"})
    assert cost(state, "RI1", *column("06", 1, 7)) == 4
    assert refused(state, f"move RI1 {path(*column('06', 1, 8))}") == "3.1b"


@pytest.mark.rule("scs", "3.2b")
def test_fractions_of_points_are_kept() -> None:
    state = position({"RI1": "06.01"})
    play(state, "move RI1 06.02")
    assert state.movement_left("RI1") == Fraction(10, 3)
    play(state, "move RI1 06.03")
    assert state.movement_left("RI1") == Fraction(8, 3)


@pytest.mark.rule("scs", "3.2b")
def test_a_road_helps_only_who_comes_along_it() -> None:
    """Into the road hex 08.02, woods, from 07.02 along the road and from beside it."""
    state = position({"RI1": "07.02"})
    assert cost(state, "RI1", "07.02", "08.02") == Fraction(1, 2)
    state = position({"RI1": "08.01"})
    assert cost(state, "RI1", "08.01", "08.02") == 2
    state = position({"RI1": "07.02"})
    assert cost(state, "RI1", "07.02", "06.03") == 1


@pytest.mark.rule("scs", "3.2b")
def test_two_roads_side_by_side_are_no_road_between_them() -> None:
    """06.05 and 07.05 have a path each, and none leads from one to the other."""
    state = position({"RI1": "06.05"})
    assert cost(state, "RI1", "06.05", "07.05") == 1


@pytest.mark.rule("scs", "3.2b")
def test_a_road_leads_through_terrain_that_is_dear_or_closed() -> None:
    state = position({"RT1": "09.01"})
    assert cost(state, "RT1", "09.01", "10.02") == Fraction(1, 2)
    assert cost(state, "RT1", "09.01", "10.02", "11.02") == 1
    assert refused(position({"RT1": "10.01"}), f"move RT1 {path('10.01', '10.02')}") == "3.2d"


@pytest.mark.rule("scs", "3.2b")
@pytest.mark.rule("scs", "3.2c")
def test_a_road_leads_over_a_hexside_without_paying_for_it() -> None:
    state = position({"RI1": "11.04"})
    assert cost(state, "RI1", "11.04", "11.05") == Fraction(1, 2)


@pytest.mark.rule("scs", "3.2b")
def test_a_road_does_not_spare_the_cost_of_an_enemy_zone() -> None:
    state = position({"RI1": "07.01", "BI1": "06.04"})
    assert cost(state, "RI1", "07.01", "07.02") == Fraction(1, 2)
    assert cost(state, "RI1", "07.01", "07.02", "07.03") == Fraction(1, 2) + Fraction(5, 2)


# -- 3.2c, 3.2d -----------------------------------------------------------------------------------


@pytest.mark.rule("scs", "3.2c")
def test_a_hexside_adds_its_cost_to_that_of_the_hex() -> None:
    """Stream and woods: 1 + 2 on foot, 2 + 3 on wheels; back over the stream into clear."""
    for unit, there, back in (("RI1", 3, 1), ("RT1", 5, 2)):
        state = position({unit: "07.04"})
        assert cost(state, unit, "07.04", "08.04") == there
        state = position({unit: "08.04"})
        assert cost(state, unit, "08.04", "07.04") == back + 1
        assert cost(state, unit, "08.04", "08.05") == 1


@pytest.mark.rule("scs", "3.2c")
def test_a_bridge_makes_the_hexside_free() -> None:
    state = position({"RI1": "09.08"})
    assert cost(state, "RI1", "09.08", "10.08") == 1
    state = position({"RI1": "10.09"})
    assert cost(state, "RI1", "10.09", "10.08") == 2
    state = position({"RT1": "11.07"})
    assert cost(state, "RT1", "11.07", "10.08") == 1


@pytest.mark.rule("scs", "3.2d")
def test_closed_terrain_is_neither_entered_nor_crossed() -> None:
    state = position({"RT1": "09.03"})
    assert refused(state, f"move RT1 {path('09.03', '10.03')}") == "3.2d"
    assert refused(state, f"move RT1 {path('09.03', '10.03', '11.03')}") == "3.2d"
    assert "10.03" not in goals(state, "RT1")
    state = position({"RI1": "11.08"})
    assert refused(state, f"move RI1 {path('11.08', '10.08')}") == "3.2d"


@pytest.mark.rule("scs", "3.2d")
def test_what_is_closed_to_one_class_may_be_open_to_another() -> None:
    assert allowed(position({"RI1": "07.08"}), "move RI1 08.08")
    assert refused(position({"RT1": "07.08"}), "move RT1 08.08") == "3.2d"
    both = position({"RI1": "07.08", "RT1": "07.08"})
    assert refused(both, "move RI1+RT1 08.08") == "3.2d"


# -- 3.3 ------------------------------------------------------------------------------------------


@pytest.mark.rule("scs", "3.3a")
@pytest.mark.rule("scs", "3.3")
@pytest.mark.parametrize("enemy", ["BI1", "BH1", "BG1", "BF1"])
def test_nobody_enters_or_passes_a_hex_with_an_enemy(enemy: str) -> None:
    state = position({"RT1": "03.07", enemy: "03.06"})
    assert refused(state, "move RT1 03.06") == "3.3a"
    assert refused(state, f"move RT1 {path('03.07', '03.06')}") == "3.3a"
    assert refused(state, f"move RT1 {path('03.07', '03.06', '03.05')}") == "3.3a"
    assert "03.06" not in goals(state, "RT1")


@pytest.mark.rule("scs", "3.3a")
def test_friends_are_passed() -> None:
    state = position({"RT1": "03.07", "RI1": "03.06", "RI2": "03.06", "RI3": "03.06"})
    play(state, f"move RT1 {path('03.07', '03.06', '03.05')}")
    assert state.position("RT1") == "03.05"


@pytest.mark.rule("scs", "3.3b")
def test_only_units_of_the_phasing_side_move() -> None:
    setup = {"RI1": CENTRE, "BI1": "11.05"}
    assert refused(position(setup), "move BI1 11.06") == "3.3b"
    assert refused(position(setup, "blue_movement"), f"move RI1 {RING[0]}") == "3.3b"


@pytest.mark.rule("scs", "3.3b")
def test_the_enemy_moves_in_another_phase_only_to_retreat() -> None:
    setup = {"R11": RING[3], "BI1": CENTRE}
    state = position(setup, "red_combat", dice=dice_for("3:1", "D1r1"))
    play(state, f"attack {CENTRE} by R11")
    assert state.side_to_act == "blue"
    assert all(action.verb in ("retreat", "hold") for action in state.legal_actions())
    events = play(state, f"retreat BI1 {next_retreat(state)}")
    assert kinds(events)[0] == "retreated"


def next_retreat(state: State) -> str:
    """A hex that the unit which owes a retreat may go to."""
    return next(a.hexes[0] for a in state.legal_actions() if a.verb == "retreat")


@pytest.mark.rule("scs", "3.3c")
def test_the_edge_of_the_map_is_hard() -> None:
    state = position({"RI1": "01.01"})
    for outside in ("00.01", "01.00", "13.01", "01.11"):
        assert refused(state, f"move RI1 {outside}") == "3.3c"
        assert refused(state, f"move RI1 {path('01.01', outside)}") == "3.3c"
    assert goals(state, "RI1") <= set(field().map.numbers)
