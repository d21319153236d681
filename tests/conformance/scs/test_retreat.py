"""Cases 9.0 to 9.2: how far and where beaten units go, and what they may pay instead.

Blue defends ``CENTRE``; its supply lies in the east, so that it retreats to the right.
"""

from __future__ import annotations

import pytest

from tests.conformance.scs.field import CENTRE, RING, kinds, listed, play, refused
from tests.conformance.scs.results import beaten, ground, retreats, steps, stood

NORTH, NORTH_EAST, SOUTH_EAST, SOUTH, WEST, NORTH_WEST = RING

# -- 9.0a ------------------------------------------------------------------------------------------


@pytest.mark.rule("scs", "9.0")
@pytest.mark.rule("scs", "9.0a")
@pytest.mark.parametrize(("result", "hexes"), [("Dr1", 1), ("Dr2", 2), ("Dr3", 3)])
def test_units_retreat_as_many_hexes_as_the_result_says(result: str, hexes: int) -> None:
    state = beaten(result, {"RI1": WEST, "BI1": CENTRE}, "RI1")
    way = [SOUTH_EAST, "05.05", "06.05"][:hexes]
    play(state, *(f"retreat BI1 {number}" for number in way))
    assert stood(state, "BI1") == way[-1:]
    assert state.side_to_act == "red", "nothing more is owed"


@pytest.mark.rule("scs", "9.0a")
def test_all_units_of_the_side_in_the_battle_retreat_and_nobody_else() -> None:
    """Two stacks of attackers go back; who stood with them and did not attack stays."""
    setup = {"RI1": WEST, "RI2": NORTH_WEST, "RI3": WEST, "BI1": CENTRE}
    state = beaten("Ar1", setup, "RI1 RI2")
    assert refused(state, "retreat RI3 01.05") == "9.0a"
    assert refused(state, "retreat BI1 04.05") == "9.0a"
    play(state, "retreat RI1 01.05", "retreat RI2 01.06")
    assert stood(state, "RI1", "RI2", "RI3") == ["01.05", "01.06", WEST]
    assert state.side_to_act != "red" or state.phase != "red_combat" or not listed(state, "retreat")


@pytest.mark.rule("scs", "9.0a")
def test_a_retreat_goes_hex_by_hex() -> None:
    state = beaten("Dr2", {"RI1": WEST, "BI1": CENTRE}, "RI1")
    assert refused(state, "retreat BI1 05.05") == "9.0a"


@pytest.mark.rule("scs", "9.0a")
@pytest.mark.parametrize("line", ["pass", "done", f"move BI1 {SOUTH_EAST}", "lose BI1"])
def test_a_retreat_is_not_declined(line: str) -> None:
    state = beaten("Dr1", {"RI1": WEST, "BI1": CENTRE}, "RI1")
    assert refused(state, line) == "1.0"


# -- 9.0b ------------------------------------------------------------------------------------------


def shut_in(*open_hexes: str) -> dict[str, str]:
    """Red units all round the centre but in these hexes; RH1 has no zone, nor has RF1."""
    names = iter(["RI1", "RI2", "RI3", "RI4", "RI5", "RI6"])
    return {next(names): number for number in RING if number not in open_hexes}


@pytest.mark.rule("scs", "9.0b")
@pytest.mark.parametrize(("result", "lost", "at"), [("Dr1", 1, CENTRE), ("Dr2", 1, None)])
def test_who_cannot_retreat_loses_a_step_a_hex(result: str, lost: int, at: str | None) -> None:
    state = ground({**shut_in(), "BI1": CENTRE}, results_to_come=[result])
    events = play(state, f"attack {CENTRE} by RI1")
    assert kinds(events)[1] == "retreat_blocked"
    assert events[1].rule == "9.0b"
    assert steps(state, "BI1") == [lost]
    assert stood(state, "BI1") == [at]


@pytest.mark.rule("scs", "9.0b")
def test_a_stack_that_cannot_retreat_loses_one_step_a_hex_and_not_one_a_unit() -> None:
    state = beaten("Dr1", {**shut_in(), "BT1": CENTRE, "BL1": CENTRE}, "RI1")
    assert state.side_to_act == "blue"
    assert listed(state) == {"lose BT1", "lose BL1"}, "whoever its owner likes, not the strongest"
    state.apply("lose BL1")
    assert steps(state, "BT1", "BL1") == [0, 1]
    assert stood(state, "BT1", "BL1") == [CENTRE, CENTRE]


@pytest.mark.rule("scs", "9.0b")
def test_the_owner_may_take_all_these_steps_from_one_unit() -> None:
    state = beaten("Dr2", {**shut_in(), "BT1": CENTRE, "BI1": CENTRE}, "RI1")
    play(state, "lose BI1", "lose BI1")
    assert stood(state, "BT1", "BI1") == [CENTRE, None]
    assert steps(state, "BT1") == [0]


@pytest.mark.rule("scs", "9.0b")
@pytest.mark.parametrize(
    ("setup", "target", "goal"),
    [
        pytest.param({"RI1": "08.04", "BI1": "09.03"}, "09.03", "10.03", id="lake"),
        pytest.param({"RI1": "09.07", "BI1": "10.08"}, "10.08", "11.08", id="river"),
        pytest.param({"RI1": WEST, "RI2": SOUTH_EAST, "BI1": CENTRE}, CENTRE, SOUTH_EAST, id="foe"),
        pytest.param({"RI1": "03.02", "BI1": "03.01"}, "03.01", "03.00", id="edge"),
        pytest.param({"RI1": "07.07", "BT1": "08.07"}, "08.07", "08.08", id="swamp for motors"),
    ],
)
def test_units_retreat_only_where_they_could_move(
    setup: dict[str, str], target: str, goal: str
) -> None:
    state = beaten("Dr1", setup, "RI1", target=target)
    (unit,) = (name for name in setup if name.startswith("B"))
    assert refused(state, f"retreat {unit} {goal}") == "9.0b"


# -- 9.0c ------------------------------------------------------------------------------------------


@pytest.mark.rule("scs", "9.0c")
def test_terrain_costs_a_retreat_nothing() -> None:
    """The mire would cost the infantry, which moves 4, nine movement points."""
    state = beaten("Dr1", {"RI1": "08.06", "BI1": "09.05"}, "RI1", target="09.05")
    assert "10.05" in retreats(state, "BI1")
    state.apply("retreat BI1 10.05")
    assert stood(state, "BI1") == ["10.05"]


@pytest.mark.rule("scs", "9.0c")
def test_a_unit_that_cannot_move_at_all_retreats() -> None:
    state = beaten("Dr1", {"RI1": WEST, "BF1": CENTRE}, "RI1")
    state.apply(f"retreat BF1 {SOUTH_EAST}")
    assert stood(state, "BF1") == [SOUTH_EAST]


# -- 9.0d ------------------------------------------------------------------------------------------

EAST_WALL = {"RI4": "05.06", "RI5": "05.05"}
"""Red units whose zones cover both hexes to the east of the centre."""


@pytest.mark.rule("scs", "9.0d")
@pytest.mark.rule("scs", "2.1d")
def test_a_hex_in_an_enemy_zone_costs_the_stack_one_step_and_not_one_a_unit() -> None:
    setup = {"RI1": WEST, "RI5": "05.05", "BT1": CENTRE, "BI1": CENTRE, **EAST_WALL}
    state = beaten("Dr1", setup, "RI1")
    state.apply(f"retreat BT1+BI1 {SOUTH_EAST}")
    assert listed(state) == {"lose BT1", "lose BI1"}
    state.apply("lose BI1")
    assert steps(state, "BT1", "BI1") == [0, 1]


@pytest.mark.rule("scs", "9.0d")
def test_that_step_is_on_top_of_the_result_and_from_whom_the_owner_likes() -> None:
    """The infantry has lost its step of the result; its owner may take this one from it too."""
    setup = {"RI1": WEST, "BI1": CENTRE, "BL1": CENTRE, **EAST_WALL}
    state = beaten("D1r1", setup, "RI1")
    assert steps(state, "BI1", "BL1") == [1, 0]
    state.apply(f"retreat BI1+BL1 {SOUTH_EAST}")
    assert listed(state) == {"lose BI1", "lose BL1"}
    state.apply("lose BI1")
    assert stood(state, "BI1", "BL1") == [None, SOUTH_EAST]


@pytest.mark.rule("scs", "9.0d")
def test_each_hex_in_an_enemy_zone_costs_a_step() -> None:
    setup = {"RI1": WEST, "BI1": CENTRE, "RI4": "04.07", "RI5": "05.04"}
    state = beaten("Dr2", setup, "RI1")
    state.apply(f"retreat BI1 {SOUTH_EAST}")
    assert stood(state, "BI1") == [None], "two hexes, two steps"


@pytest.mark.rule("scs", "9.0d")
def test_units_that_part_pay_each_for_themselves() -> None:
    setup = {"RI1": WEST, "BI1": CENTRE, "BI2": CENTRE, **EAST_WALL}
    state = beaten("Dr1", setup, "RI1")
    play(state, f"retreat BI1 {SOUTH_EAST}", f"retreat BI2 {NORTH_EAST}")
    assert steps(state, "BI1", "BI2") == [1, 1]


@pytest.mark.rule("scs", "9.0d")
def test_friends_in_the_hex_do_not_take_the_zone_away() -> None:
    setup = {"RI1": WEST, "BI1": CENTRE, "BI2": SOUTH_EAST, **EAST_WALL}
    state = beaten("Dr1", setup, "RI1")
    state.apply(f"retreat BI1 {SOUTH_EAST}")
    assert steps(state, "BI1", "BI2") == [1, 0]


@pytest.mark.rule("scs", "9.0d")
def test_a_hex_in_two_enemy_zones_costs_one_step() -> None:
    """2.1g: more zones on a hex do no more."""
    setup = {"RI1": WEST, "BI1": CENTRE, **EAST_WALL, "RI6": "04.04"}
    state = beaten("Dr1", setup, "RI1")
    state.apply(f"retreat BI1 {SOUTH_EAST}")
    assert steps(state, "BI1") == [1]


# -- 9.0e ------------------------------------------------------------------------------------------


@pytest.mark.rule("scs", "9.0e")
def test_a_stack_may_stay_together() -> None:
    state = beaten("Dr2", {"RI1": WEST, "BI1": CENTRE, "BT1": CENTRE}, "RI1")
    play(state, f"retreat BI1+BT1 {SOUTH_EAST}", "retreat BI1+BT1 05.05")
    assert stood(state, "BI1", "BT1") == ["05.05", "05.05"]


@pytest.mark.rule("scs", "9.0e")
def test_a_stack_may_part_at_once_or_on_the_way() -> None:
    setup = {"RI1": WEST, "BI1": CENTRE, "BT1": CENTRE, "BM1": CENTRE}
    state = beaten("Dr2", setup, "RI1")
    play(state, f"retreat BI1+BT1 {SOUTH_EAST}", "retreat BI1 05.05", "retreat BT1 05.04")
    play(state, f"retreat BM1 {NORTH_EAST}", "retreat BM1 05.06")
    assert stood(state, "BI1", "BT1", "BM1") == ["05.05", "05.04", "05.06"]


@pytest.mark.rule("scs", "9.0e")
def test_units_of_different_hexes_do_not_retreat_as_one() -> None:
    setup = {"RI1": WEST, "RI2": NORTH_WEST, "BI1": CENTRE}
    state = beaten("Ar1", setup, "RI1 RI2")
    assert refused(state, "retreat RI1+RI2 01.05") == "9.0a"


# -- 9.1 -------------------------------------------------------------------------------------------


@pytest.mark.rule("scs", "9.1")
@pytest.mark.rule("scs", "9.1a")
@pytest.mark.parametrize(("result", "owner"), [("Dr1", "blue"), ("Ar1", "red")])
def test_the_owner_retreats_his_own_units(result: str, owner: str) -> None:
    state = beaten(result, {"RI1": WEST, "BI1": CENTRE}, "RI1")
    assert (state.side_to_act, state.phase) == (owner, "red_combat")


@pytest.mark.rule("scs", "9.1b")
def test_each_hex_is_farther_from_the_first_than_the_last() -> None:
    state = beaten("Dr2", {"RI1": WEST, "BI1": CENTRE}, "RI1")
    state.apply(f"retreat BI1 {SOUTH_EAST}")
    for number in (NORTH_EAST, SOUTH, CENTRE):
        assert refused(state, f"retreat BI1 {number}") == "9.1b"
    assert retreats(state, "BI1") == {"05.05", "05.04"}


@pytest.mark.rule("scs", "9.1b")
@pytest.mark.rule("scs", "9.1d")
def test_farther_comes_before_zones() -> None:
    """Going on means a zone and a step; beside the first hex there is a free one."""
    state = beaten("Dr2", {"RI1": WEST, "RI2": "06.05", "BI1": CENTRE}, "RI1")
    state.apply(f"retreat BI1 {SOUTH_EAST}")
    assert refused(state, f"retreat BI1 {NORTH_EAST}") == "9.1b"
    assert retreats(state, "BI1") == {"05.05", "05.04"}
    state.apply("retreat BI1 05.05")
    assert steps(state, "BI1") == [1]


@pytest.mark.rule("scs", "9.1b")
@pytest.mark.rule("scs", "9.1c")
def test_farther_comes_before_supply() -> None:
    """Driven north, the unit goes on north: the hexes nearer to supply are not farther away."""
    bar = {"RG1": NORTH_EAST, "RG2": SOUTH_EAST, "RH1": "04.07", "RF1": "04.08"}
    state = beaten("Dr2", {"RI1": SOUTH, "BI1": CENTRE, "BI2": CENTRE, **bar}, "RI1")
    state.apply(f"retreat BI1+BI2 {NORTH}")
    assert retreats(state, "BI1") == {"03.07", "02.07"}
    assert refused(state, f"retreat BI1 {NORTH_WEST}") == "9.1b"


@pytest.mark.rule("scs", "9.1c")
def test_a_retreat_leads_towards_supply() -> None:
    state = beaten("Dr1", {"RI1": WEST, "BI1": CENTRE}, "RI1")
    assert retreats(state, "BI1") == {NORTH_EAST, SOUTH_EAST}
    for number in (NORTH, NORTH_WEST, SOUTH):
        assert refused(state, f"retreat BI1 {number}") == "9.1c"


@pytest.mark.rule("scs", "9.1c")
def test_where_no_hex_leads_there_another_will_do() -> None:
    setup = {"RI1": SOUTH, "RG1": SOUTH_EAST, "RG2": NORTH_EAST, "BI1": CENTRE}
    state = beaten("Dr1", setup, "RI1")
    assert retreats(state, "BI1") == {NORTH, NORTH_WEST}
    assert refused(state, f"retreat BI1 {WEST}") == "9.1d"


@pytest.mark.rule("scs", "9.1c")
def test_supply_comes_before_zones() -> None:
    """Both eastern hexes cost a step, the north is free: the unit goes east and pays."""
    setup = {"RI1": SOUTH, "BI1": CENTRE, **EAST_WALL}
    state = beaten("Dr1", setup, "RI1")
    assert refused(state, f"retreat BI1 {NORTH_WEST}") == "9.1c"
    assert retreats(state, "BI1") == {NORTH_EAST, SOUTH_EAST}


@pytest.mark.rule("scs", "9.1d")
def test_a_hex_without_a_zone_comes_before_one_with() -> None:
    setup = {"RI1": WEST, "RI2": SOUTH, "BI1": CENTRE}
    state = beaten("Dr1", setup, "RI1")
    assert retreats(state, "BI1") == {NORTH_EAST}
    assert refused(state, f"retreat BI1 {SOUTH_EAST}") == "9.1d"


@pytest.mark.rule("scs", "9.1d")
def test_units_without_a_zone_frighten_nobody() -> None:
    """Guns, headquarters and forts have none."""
    setup = {"RI1": WEST, "RG1": SOUTH, "RH1": "05.06", "BI1": CENTRE}
    state = beaten("Dr1", setup, "RI1")
    assert retreats(state, "BI1") == {NORTH_EAST, SOUTH_EAST}


# -- 9.2 -------------------------------------------------------------------------------------------


@pytest.mark.rule("scs", "9.2")
@pytest.mark.parametrize("held", [0, 1, 2, 3])
def test_any_part_of_a_retreat_may_be_paid_in_steps(held: int) -> None:
    state = beaten("Dr3", {"RI1": WEST, "BI1": CENTRE, "BI2": CENTRE}, "RI1")
    if held:
        state.apply(f"hold {held}")
    while listed(state, "lose"):
        state.apply(min(listed(state, "lose")))
    way = [SOUTH_EAST, "05.05", "06.05"][: 3 - held]
    units = [unit for unit in ("BI1", "BI2") if state.position(unit)]
    play(state, *(f"retreat {'+'.join(units)} {number}" for number in way))
    assert sum(steps(state, *units)) + 2 * (2 - len(units)) == held
    assert stood(state, *units) == [way[-1] if way else CENTRE] * len(units)
    assert not listed(state, "retreat")


@pytest.mark.rule("scs", "9.2")
@pytest.mark.parametrize("line", ["hold 3", "hold 0", "hold -1", "hold all"])
def test_no_more_than_the_retreat_is_paid(line: str) -> None:
    state = beaten("Dr2", {"RI1": WEST, "BI1": CENTRE, "BI2": CENTRE}, "RI1")
    assert listed(state, "hold") == {"hold 1", "hold 2"}
    assert refused(state, line) == "9.2"


def test_it_is_said_how_many_steps_may_be_held_with() -> None:
    for result, said in (("Dr2", "1 to 2 steps"), ("Dr1", "1 step")):
        state = beaten(result, {"RI1": WEST, "BI1": CENTRE, "BI2": CENTRE}, "RI1")
        why = state.explain("hold 3")
        assert why is not None and why.message == f"Hold with {said} lost."


def test_the_ways_to_suffer_a_result_are_told_in_words() -> None:
    """A stack goes, or one unit goes, or steps are lost; the result is told by its hexes."""
    (battle, *_) = ground(
        {"RI1": WEST, "BI1": CENTRE, "BI2": CENTRE}, results_to_come=["Dr2"]
    ).apply(f"attack {CENTRE} by RI1")
    assert battle.text.endswith("Defender retreats 2 hexes.")
    state = beaten("Dr2", {"RI1": WEST, "BI1": CENTRE, "BI2": CENTRE}, "RI1")
    told = [choice.label for choice in state.choices()]
    assert f"BI1 and BI2 retreat 2 hexes, first to {SOUTH_EAST}" in told
    assert f"BI1 retreats 2 hexes, first to {SOUTH_EAST}" in told
    assert told[-2:] == ["Lose 1 step, retreat 1 hex less", "Hold and lose 2 steps"]


@pytest.mark.rule("scs", "9.2")
def test_what_is_paid_is_settled_before_the_first_hex() -> None:
    state = beaten("Dr2", {"RI1": WEST, "BI1": CENTRE}, "RI1")
    state.apply(f"retreat BI1 {SOUTH_EAST}")
    assert refused(state, "hold 1") == "9.2"


@pytest.mark.rule("scs", "9.2")
def test_steps_come_from_single_units_and_hexes_concern_them_all() -> None:
    """One step pays one hex for both stacks of the attacker."""
    setup = {"RI1": NORTH_WEST, "RI2": NORTH, "BI1": CENTRE}
    state = beaten("Ar2", setup, "RI1 RI2")
    play(state, "hold 1", "lose RI2", "retreat RI1 01.06")
    assert steps(state, "RI1", "RI2") == [0, 1]
    assert stood(state, "RI1", "RI2") == ["01.06", "02.07"]
    assert not listed(state, "retreat")


@pytest.mark.rule("scs", "9.2")
def test_who_pays_for_all_of_it_stays() -> None:
    state = ground({"RI1": WEST, "BI1": CENTRE}, results_to_come=["Dr1"])
    play(state, f"attack {CENTRE} by RI1")
    (told,) = (event for event in state.apply("hold 1") if event.kind == "held")
    assert told.rule == "9.2"
    assert stood(state, "BI1") == [CENTRE]
    assert steps(state, "BI1") == [1]


@pytest.mark.rule("scs", "9.2")
def test_the_last_step_may_be_paid_too() -> None:
    state = beaten("Dr1", {"RI1": WEST, "BG1": CENTRE}, "RI1")
    state.apply("hold 1")
    assert stood(state, "BG1") == [None]


# -- friends in the way ----------------------------------------------------------------------------

FULL_EAST = {"BI4": SOUTH_EAST, "BI5": SOUTH_EAST, "BI6": SOUTH_EAST}


@pytest.mark.rule("scs", "4.0a")
def test_a_retreat_does_not_end_on_too_many_friends() -> None:
    state = beaten("Dr1", {"RI1": WEST, "BI1": CENTRE, **FULL_EAST}, "RI1")
    assert retreats(state, "BI1") == {NORTH_EAST}
    assert refused(state, f"retreat BI1 {SOUTH_EAST}") == "4.0a"


@pytest.mark.rule("scs", "4.0a")
def test_a_retreat_may_pass_through_as_many_friends_as_there_are() -> None:
    state = beaten("Dr2", {"RI1": WEST, "BI1": CENTRE, **FULL_EAST}, "RI1")
    play(state, f"retreat BI1 {SOUTH_EAST}", "retreat BI1 05.05")
    assert stood(state, "BI1") == ["05.05"]


@pytest.mark.rule("scs", "4.0a")
def test_a_stack_does_not_end_where_not_all_of_it_has_room() -> None:
    setup = {"RI1": WEST, "BI1": CENTRE, "BI2": CENTRE, "BI4": SOUTH_EAST, "BI5": SOUTH_EAST}
    state = beaten("Dr1", setup, "RI1")
    assert refused(state, f"retreat BI1+BI2 {SOUTH_EAST}") == "4.0a"
    state.apply(f"retreat BI1 {SOUTH_EAST}")
    assert stood(state, "BI1", "BI2") == [SOUTH_EAST, NORTH_EAST]


@pytest.mark.rule("scs", "4.0a")
def test_nobody_passes_into_a_full_hex_that_has_no_way_out() -> None:
    """Beyond the friends the enemy bars every hex farther away: the way is another."""
    bar = {"RI2": "05.04", "RI3": "05.05", "RI4": "04.04"}
    state = beaten("Dr2", {"RI1": WEST, "BI1": CENTRE, **FULL_EAST, **bar}, "RI1")
    assert refused(state, f"retreat BI1 {SOUTH_EAST}") == "4.0a"
    assert retreats(state, "BI1") == {NORTH_EAST}


@pytest.mark.rule("scs", "9.0b")
def test_who_has_no_other_way_than_into_a_full_hex_pays_and_stays() -> None:
    bar = {"RI2": "05.04", "RI3": "05.05", "RI4": "04.04"}
    shut = {"RT1": NORTH_EAST, "RT2": NORTH, "RT3": SOUTH, "RT4": NORTH_WEST}
    setup = {"RI1": WEST, "BI1": CENTRE, "BI2": CENTRE, **FULL_EAST, **bar, **shut}
    state = beaten("Dr2", setup, "RI1")
    play(state, "lose BI1", "lose BI2")
    assert stood(state, "BI1", "BI2") == [CENTRE, CENTRE]


@pytest.mark.rule("scs", "9.2")
@pytest.mark.parametrize(("result", "lost", "most"), [("Dr1", 0, 1), ("Dr3", 0, 2), ("Dr3", 1, 1)])
def test_no_more_is_held_than_there_are_hexes_and_steps(result: str, lost: int, most: int) -> None:
    """A unit of two steps, full or reduced, and as many hexes as the result says."""
    state = beaten(result, {"RI1": WEST, "BI1": CENTRE}, "RI1", lost={"BI1": lost})
    assert listed(state, "hold") == {f"hold {steps}" for steps in range(1, most + 1)}
    assert refused(state, f"hold {most + 1}") == "9.2"
