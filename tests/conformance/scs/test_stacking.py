"""Cases 4.0 to 4.0c: how many units a hex holds, when that is checked, and who is on top."""

from __future__ import annotations

import pytest

from tests.conformance.scs.field import (
    CENTRE,
    RING,
    allowed,
    dice_for,
    goals,
    path,
    play,
    position,
    refused,
)

THREE = ("RI1", "RI2", "RI3")


# -- 4.0, 4.0a: at the end of the phase -----------------------------------------------------------


@pytest.mark.rule("scs", "4.0")
@pytest.mark.rule("scs", "4.0a")
def test_a_phase_does_not_end_with_too_many_units_in_a_hex() -> None:
    state = position({**dict.fromkeys(THREE, CENTRE), "RT1": "03.07"})
    play(state, f"move RT1 {CENTRE}")
    assert len(state.units_at(CENTRE)) == 4
    assert refused(state, "done") == "4.0a"
    play(state, f"move RI1 {RING[0]}", "done")
    assert state.phase != "red_movement"


@pytest.mark.rule("scs", "4.0a")
def test_a_hex_may_be_full_at_the_end_of_a_phase() -> None:
    state = position({**dict.fromkeys(THREE, CENTRE), "BI1": "11.05"})
    assert allowed(state, "done")


@pytest.mark.rule("scs", "4.0a")
def test_units_pass_through_a_full_hex() -> None:
    state = position({**dict.fromkeys(THREE, CENTRE), "RT1": "03.07"})
    play(state, f"move RT1 {path('03.07', '03.06', '03.05', '03.04')}")
    assert state.position("RT1") == "03.04"
    assert allowed(state, "done")


@pytest.mark.rule("scs", "4.0a")
def test_nobody_stops_on_a_full_stack_that_has_moved() -> None:
    """Those who stand there are done, so the hex could not be put right again."""
    state = position({**dict.fromkeys(THREE, "03.07"), "RT1": "03.08", "RT2": "01.01"})
    play(state, f"move RI1+RI2+RI3 {path('03.07', '03.06', '03.05')}", "move RT2 01.02")
    assert refused(state, f"move RT1 {CENTRE}") == "4.0a"
    assert CENTRE not in goals(state, "RT1")


@pytest.mark.rule("scs", "4.0a")
def test_a_stack_does_not_stop_where_it_would_be_too_many_for_good() -> None:
    """The fort cannot leave, and the tank has moved: there is room for one more."""
    setup = {"RI1": CENTRE, "RI2": CENTRE, "RF1": RING[0], "RT1": "03.08", "RT2": "01.01"}
    state = position(setup)
    play(state, f"move RT1 {RING[0]}", "move RT2 01.02")
    assert refused(state, f"move RI1+RI2 {RING[0]}") == "4.0a"
    assert allowed(state, f"move RI1 {RING[0]}")


@pytest.mark.rule("scs", "4.0a")
def test_a_stack_may_stop_for_a_moment_where_friends_will_leave() -> None:
    """Only the end of the phase counts: the two who stand there can still go."""
    state = position({"RI1": CENTRE, "RI2": CENTRE, "RT1": RING[0], "RT2": RING[0]})
    assert allowed(state, f"move RI1+RI2 {RING[0]}")
    play(state, f"move RI1+RI2 {RING[0]}")
    assert refused(state, "done") == "4.0a"
    play(state, "move RT1+RT2 03.08", "done")
    assert state.units_at(RING[0]) == ("RI1", "RI2")


@pytest.mark.rule("scs", "4.0a")
def test_exploitation_ends_within_the_limit_too() -> None:
    setup = {"RI1": CENTRE, "RI2": CENTRE, "RT1": "03.07", "RT2": "03.08"}
    state = position(setup, "red_exploitation")
    play(state, f"move RT1 {CENTRE}")
    assert refused(state, f"move RT2 {CENTRE}") == "4.0a"
    assert allowed(state, "done")


# -- 4.0a: at the instant of overrun --------------------------------------------------------------


@pytest.mark.rule("scs", "4.0a")
@pytest.mark.rule("scs", "6.1e")
def test_at_the_instant_of_overrun_those_who_stand_by_count() -> None:
    """Three stand where the tank stops to overrun from: one too many; two are not."""
    state = position({**dict.fromkeys(THREE, "04.06"), "RT1": "03.04", "BL1": "04.07"})
    play(state, "move RT1 04.06")
    assert refused(state, "overrun 04.07 by RT1") == "6.1e"
    state = position({**dict.fromkeys(THREE[:2], "04.06"), "RT1": "03.04", "BL1": "04.07"})
    play(state, "move RT1 04.06")
    assert allowed(state, "overrun 04.07 by RT1")


@pytest.mark.rule("scs", "4.0a")
def test_adverse_results_of_an_overrun_concern_only_those_who_overran() -> None:
    """A2r1 in the 1:1 column: the tank pays, the infantry in its hex stands by."""
    setup = {"RT1": "01.05", "RI1": "03.06", "B6": "04.07", "RI2": "03.06"}
    state = position(setup, dice=dice_for("1:1", "A2r1"))
    play(state, "move RT1 03.06", "overrun 04.07 by RT1")
    assert state.position("RT1") is None
    assert state.units_at("03.06") == ("RI1", "RI2")
    assert set(state.to_dict()["lost"]) <= {"RT1"}


# -- 4.0b, 4.0c -----------------------------------------------------------------------------------


@pytest.mark.rule("scs", "4.0b")
def test_markers_do_not_count() -> None:
    """Three units with an Out of Supply marker each are three units."""
    state = position(dict.fromkeys(THREE, CENTRE), unsupplied=THREE)
    assert allowed(state, "done")
    state = position({"RI1": "03.04", "RI2": CENTRE, "RI3": CENTRE}, unsupplied=THREE)
    assert allowed(state, f"move RI1 {CENTRE}")


@pytest.mark.rule("scs", "4.0c")
@pytest.mark.parametrize(
    ("stack", "top"),
    [
        (("BH1", "BI1"), "BI1"),
        (("BI1", "BT1", "BH1"), "BI1"),
        (("BF1", "BH1", "BL1"), "BL1"),
        (("BF1", "BH1"), None),
    ],
)
def test_the_top_counter_attacks_if_any_does(stack: tuple[str, ...], top: str | None) -> None:
    state = position({"RI1": "01.01", **dict.fromkeys(stack, "11.05")})
    seen = [unit for unit in stack if state.view("red").sees(unit)]
    assert len(seen) == 1
    assert top in (None, seen[0])


@pytest.mark.rule("scs", "4.0c")
def test_a_reduced_unit_without_attack_gives_the_top_to_one_that_has_it() -> None:
    stack = {"BL1": "11.05", "BL2": "11.05"}
    state = position({"RI1": "01.01", **stack}, lost={"BL1": 1})
    assert state.view("red").sees("BL2")
    assert not state.view("red").sees("BL1")


@pytest.mark.rule("scs", "4.0c")
def test_the_owner_sees_the_whole_stack() -> None:
    state = position({"RI1": "01.01", "BI1": "11.05", "BT1": "11.05"})
    assert state.view("blue").units_at("11.05") == ("BI1", "BT1")
    assert len(state.view("red").units_at("11.05")) == 1
