"""Cases 12.0 to 12.2: supply lines, when they are checked, and what it is to have none.

Red's supply is column 1, Blue's column 12. Out of supply, attack and movement are halved; from
the second supply phase in a row without supply on, a unit loses a step in each.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

import pytest

from tests.conformance.scs.field import CENTRE, RING, kinds, play, position, refused, until
from tests.conformance.scs.results import ground, steps, stood
from tests.conformance.scs.variant import variant

NORTH, NORTH_EAST, SOUTH_EAST, SOUTH, WEST, NORTH_WEST = RING

FAR = "11.08"


def checked(setup: Mapping[str, str], unit: str) -> bool:
    """Whether a Red unit is in supply after Red's supply phase."""
    state = ground({"BI6": FAR, **setup}, "red_supply")
    assert state.phase == "blue_movement"
    return state.in_supply(unit)


def cut_off(unit: str = "RI1") -> dict[str, str]:
    """A Red unit at the centre, with Blue units all round it that leave no hex uncontrolled."""
    return {unit: CENTRE, "BI1": NORTH, "BI2": SOUTH_EAST, "BI3": WEST}


# -- when ------------------------------------------------------------------------------------------


@pytest.mark.rule("scs", "12.0")
def test_units_are_checked_in_their_owners_supply_phase_and_told() -> None:
    setup = {**cut_off(), "RI2": "01.01", "RT1": "01.02", "BI5": "02.10"}
    state = ground(setup, "red_exploitation")
    events = state.apply("done")
    (told,) = (event for event in events if event.kind == "out_of_supply")
    assert (told.units, told.rule) == (("RI1",), "12.1a")
    assert not state.in_supply("RI1")
    assert state.in_supply("RI2")


@pytest.mark.rule("scs", "12.0")
def test_the_mark_is_removed_in_a_later_supply_phase_with_a_line() -> None:
    setup = {"RI1": CENTRE, "RT1": "01.09", "BI6": FAR}
    state = ground(setup, "red_exploitation", unsupplied=["RI1"])
    events = state.apply("done")
    (told,) = (event for event in events if event.kind == "in_supply")
    assert told.units == ("RI1",)
    assert state.in_supply("RI1")


@pytest.mark.rule("scs", "12.1b")
def test_a_unit_in_supply_stays_so_until_its_owners_next_supply_phase() -> None:
    """Blue closes the ring after Red's check; the unit is marked only after Red's next turn."""
    setup = {"RI1": CENTRE, "RT2": "01.10", "BI2": SOUTH_EAST, "BT1": "02.03", "BT2": "03.08"}
    state = ground(setup, "red_supply")
    assert state.in_supply("RI1")
    play(state, f"move BT1 {WEST}", f"move BT2 {NORTH}")
    assert state.supply_path("RI1") is None
    for phase in ("blue_combat", "red_movement", "red_combat", "red_exploitation"):
        until(state, phase)
        assert state.in_supply("RI1"), phase
    until(state, "blue_movement")
    assert not state.in_supply("RI1")


@pytest.mark.rule("scs", "12.1b")
def test_a_unit_out_of_supply_stays_so_until_its_owners_next_supply_phase() -> None:
    setup = {"RI1": CENTRE, "RT1": "01.09", "BI6": FAR, "BT1": "12.01"}
    state = ground(setup, "red_movement", unsupplied=["RI1"])
    assert state.supply_path("RI1") is not None
    for phase in ("red_movement", "red_exploitation"):
        until(state, phase)
        assert not state.in_supply("RI1"), phase
    until(state, "blue_movement")
    assert state.in_supply("RI1")


@pytest.mark.rule("scs", "12.1b")
def test_one_sides_supply_phase_leaves_the_other_side_as_it_is() -> None:
    setup = {"RI1": "01.05", "BI1": "12.05"}
    state = ground(setup, "red_exploitation", unsupplied=["BI1"])
    assert state.phase == "blue_movement"
    assert not state.in_supply("BI1")


# -- lines -----------------------------------------------------------------------------------------


@pytest.mark.rule("scs", "12.1")
@pytest.mark.rule("scs", "12.1a")
@pytest.mark.parametrize("at", ["01.05", "06.05", "12.10"])
def test_a_line_may_be_of_any_length(at: str) -> None:
    assert checked({"RI1": at, "BI6": "11.01"}, "RI1")


@pytest.mark.rule("scs", "12.1a")
def test_enemy_units_block_a_line_even_those_without_zones() -> None:
    """Guns, headquarters, a fort and a reduced militia in all the hexes around."""
    around = {"BG1": "02.01", "BG2": "02.02", "BH1": "03.02", "BF1": "04.02", "BL1": "04.01"}
    state = ground({"RI1": "03.01", **around}, "red_movement", lost={"BL1": 1})
    assert state.supply_path("RI1") is None
    around["BL1"] = "06.01"
    state = ground({"RI1": "03.01", **around}, "red_movement", lost={"BL1": 1})
    assert state.supply_path("RI1") is not None


@pytest.mark.rule("scs", "12.1a")
@pytest.mark.rule("scs", "2.1f")
def test_enemy_zones_block_a_line() -> None:
    assert not checked(cut_off(), "RI1")
    assert checked({**cut_off(), "BI2": "08.10", "BI1": "09.10"}, "RI1")


@pytest.mark.rule("scs", "12.1a")
def test_a_zone_that_a_line_goes_round_does_not_block_it() -> None:
    assert checked({"RI1": CENTRE, "BI1": "02.03"}, "RI1")


@pytest.mark.rule("scs", "2.1h")
def test_a_friend_in_the_hex_lifts_the_zone_for_supply() -> None:
    """Zones cover the whole of column 3; a friend in one of its hexes is the door."""
    wall = {"BI1": "03.02", "BI2": "03.05", "BI3": "03.08", "BI4": "03.10"}
    assert not checked({"RI1": "06.05", **wall}, "RI1")
    assert checked({"RI1": "06.05", "RI2": "03.07", **wall}, "RI1")
    assert not checked({"RI1": "06.05", "RI2": "05.07", **wall}, "RI1")


@pytest.mark.rule("scs", "12.1a")
def test_a_unit_in_an_enemy_zone_traces_out_of_it() -> None:
    assert checked({"RI1": CENTRE, "BI1": NORTH_EAST}, "RI1")


@pytest.mark.rule("scs", "12.1a")
def test_a_source_that_the_enemy_holds_or_controls_is_none() -> None:
    """Guns leave 02.01 no other neighbour than 01.01, a source."""
    shut = {"RI1": "02.01", "BG1": "02.02", "BG2": "03.01"}
    assert checked(shut, "RI1")
    assert not checked({**shut, "BI1": "01.02"}, "RI1"), "in a zone"
    assert not checked({**shut, "BH1": "01.01"}, "RI1"), "held"


@pytest.mark.rule("scs", "12.1a")
def test_impassable_hexes_block_a_line() -> None:
    """The lake is on the west of 11.03; guns and the like hold the other hexes around."""
    assert set(ground({"RI1": "11.03", "BI6": FAR}).resolved.map.neighbors("11.03")) == {
        *("11.04", "12.03", "12.04", "11.02", "10.03", "10.04")
    }
    around = {"BG1": "11.04", "BG2": "12.03", "BH1": "12.04", "BF1": "11.02", "BL1": "10.04"}
    state = ground({"RI1": "11.03", **around}, "red_movement", lost={"BL1": 1})
    assert state.supply_path("RI1") is None
    around["BL1"] = "08.10"
    state = ground({"RI1": "11.03", **around}, "red_movement", lost={"BL1": 1})
    assert state.supply_path("RI1") is not None


@pytest.mark.rule("scs", "12.1a")
def test_a_hexside_that_cannot_be_crossed_blocks_a_line_and_a_bridge_opens_it() -> None:
    """Between 11.08 and 10.08 is the bare river, between 11.07 and 10.08 a pontoon bridge."""
    bank = {"BG1": "11.09", "BG2": "12.09", "BH1": "12.08", "BF1": "10.09"}
    state = ground({"RI1": "11.08", **bank}, "red_movement")
    path = state.supply_path("RI1")
    assert path is not None
    assert path[1] == "11.07", "10.08 is adjacent, and the river is between"
    state = ground({"RI1": "11.08", **bank, "BL1": "11.07"}, "red_movement", lost={"BL1": 1})
    assert state.supply_path("RI1") is None
    others = {"BG1": "11.06", "BG2": "12.08", "BH1": "12.07", "BF1": "11.08", "BL1": "10.07"}
    state = ground({"RI1": "11.07", **others}, "red_movement", lost={"BL1": 1})
    path = state.supply_path("RI1")
    assert path is not None
    assert path[1] == "10.08"


@pytest.mark.rule("scs", "12.1a")
def test_each_unit_is_checked_by_itself() -> None:
    setup = {**cut_off(), "RT1": "01.01", "RI2": "05.09"}
    state = ground(setup, "red_supply")
    assert [state.in_supply(unit) for unit in ("RI1", "RT1", "RI2")] == [False, True, True]


@pytest.mark.rule("scs", "12.1a")
def test_a_way_that_is_closed_to_motors_supplies_the_infantry_beside_them() -> None:
    """Swamp is closed to motors: 08.08 is the only way out of a ring of guns."""
    ring = {"BG1": "09.08", "BG2": "10.07", "BH1": "10.08", "BF1": "09.06"}
    state = ground({"RI1": "09.07", "RT1": "09.07", **ring, "BL1": "08.07"}, lost={"BL1": 1})
    assert state.supply_path("RI1") is not None
    assert state.supply_path("RT1") is None, "and not the motors themselves"


@pytest.mark.rule("scs", "12.1c")
@pytest.mark.parametrize(("at", "supplied"), [("04.05", True), ("05.05", False)])
def test_a_game_may_limit_the_length_of_the_lines(tmp_path: Path, at: str, supplied: bool) -> None:
    """12.1a knows no limit; a game that says three hexes has one."""
    game = variant(tmp_path, "supply: {trace: {hexes: 3}}\n")
    limited = position({"RI1": at, "BI6": FAR}, game=game)
    assert (limited.supply_path("RI1") is not None) is supplied
    assert position({"RI1": at, "BI6": FAR}).supply_path("RI1") is not None


# -- 12.2 ------------------------------------------------------------------------------------------


@pytest.mark.rule("scs", "12.2")
@pytest.mark.parametrize(
    ("unit", "strength"),
    [
        ("RI1", Fraction(2)),
        ("R5", Fraction(5, 2)),
        ("R1", Fraction(1, 2)),
        ("RQ3", Fraction(33, 16)),
    ],
)
def test_attack_is_halved_and_fractions_are_kept(unit: str, strength: Fraction) -> None:
    state = ground({unit: WEST, "BI1": CENTRE}, unsupplied=[unit])
    assert state.preview(f"attack {CENTRE} by {unit}").attacker_strength == strength


@pytest.mark.rule("scs", "12.2")
def test_halves_of_several_units_add_up_before_any_rounding() -> None:
    setup = {"R1": WEST, "R3": WEST, "R5": WEST, "BI1": CENTRE}
    state = ground(setup, unsupplied=["R1", "R3", "R5"])
    preview = state.preview(f"attack {CENTRE} by R1 R3 R5")
    assert preview.attacker_strength == Fraction(9, 2)


@pytest.mark.rule("scs", "12.2")
def test_defence_is_what_the_game_says_and_this_one_says_nothing() -> None:
    state = ground({"RI1": WEST, "BI1": CENTRE}, unsupplied=["BI1"])
    assert state.preview(f"attack {CENTRE} by RI1").defender_strength == 4


@pytest.mark.rule("scs", "12.2")
@pytest.mark.parametrize(
    ("unit", "points"), [("RT1", Fraction(4)), ("R5", Fraction(3)), ("RL1", Fraction(2))]
)
@pytest.mark.rule("scs", "0.5")
def test_movement_is_halved_and_rounded_by_the_standard_rule(unit: str, points: Fraction) -> None:
    state = ground({unit: CENTRE, "BI6": FAR}, "red_movement", unsupplied=[unit])
    assert state.movement_left(unit) == points


@pytest.mark.rule("scs", "12.2")
@pytest.mark.rule("scs", "6.1c")
def test_a_unit_out_of_supply_may_overrun() -> None:
    state = ground({"RT1": WEST, "BG1": CENTRE}, "red_movement", unsupplied=["RT1"])
    assert f"overrun {CENTRE} by RT1" in state.legal_actions()


@pytest.mark.rule("scs", "12.2")
def test_the_effects_begin_with_the_mark_and_end_with_it() -> None:
    setup = {"RT1": "01.05", "RT2": "05.05", "BI6": FAR}
    state = ground(setup, "red_movement", unsupplied=["RT2"])
    assert state.movement_left("RT2") == 4
    until(state, "red_exploitation")
    assert state.movement_left("RT2") == 4
    until(state, "blue_movement")
    until(state, "red_movement")
    assert state.movement_left("RT2") == 8


@pytest.mark.rule("scs", "12.2")
def test_from_the_phase_that_the_game_says_on_steps_are_lost() -> None:
    """The first check without supply only marks; the second and the third take a step each."""
    state = ground(cut_off(), "red_supply")
    assert (steps(state, "RI1"), state.in_supply("RI1")) == ([0], False)
    until(state, "red_movement")
    until(state, "blue_movement")
    assert steps(state, "RI1") == [1]
    until(state, "red_movement")
    events = until(state, "blue_movement")
    assert stood(state, "RI1") == [None]
    assert "eliminated" in kinds(events)


@pytest.mark.rule("scs", "12.2")
def test_supply_between_two_checks_begins_the_count_anew() -> None:
    setup = {"RI1": CENTRE, "BI1": NORTH, "BI2": SOUTH_EAST, "BT1": WEST}
    state = ground(setup, "red_supply")
    assert not state.in_supply("RI1")
    state.apply("move BT1 02.02")
    until(state, "red_movement")
    until(state, "blue_movement")
    assert (state.in_supply("RI1"), steps(state, "RI1")) == (True, [0])
    state.apply(f"move BT1 {WEST}")
    until(state, "red_movement")
    until(state, "blue_movement")
    assert (state.in_supply("RI1"), steps(state, "RI1")) == (False, [0])


@pytest.mark.rule("scs", "12.0")
def test_nobody_does_anything_else_in_a_supply_phase() -> None:
    state = ground({"RI1": CENTRE, "BI6": FAR}, "red_supply")
    assert (state.phase, state.side_to_act) == ("blue_movement", "blue")
    assert refused(state, f"move RI1 {NORTH}") == "3.3b"
