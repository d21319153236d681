"""The Orva Front: supply, what comes back and arrives, and the points of places."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.test_orva_front import MAP, far, position, why_not


def test_a_headquarters_brings_supply_four_hexes_far() -> None:
    """From both places the road leads on to 2007; 0903 is five hexes from 0908."""
    for headquarters, supplied in (("0907", True), ("0908", False)):
        state = position({"H2": headquarters, "D7": "0903"}, "halvar_supply")
        while state.phase != "halvar_movement":
            state.apply("done")
        without = state.marks.get("out_of_supply", 0)
        assert bool(without >> state.frame.unit_index["D7"] & 1) is not supplied


@pytest.mark.parametrize(("headquarters", "supplied"), [("0412", True), ("0414", False)])
def test_a_headquarters_stands_within_two_hexes_of_a_road(
    headquarters: str, supplied: bool
) -> None:
    """The road runs through 0511; N1 is near to the headquarters, and far from everything else."""
    state = position({"U2": headquarters, "N1": "0614", "M1": "0104"}, "union_supply")
    while state.phase != "union_movement":
        state.apply("done")
    without = state.marks.get("out_of_supply", 0)
    assert bool(without >> state.frame.unit_index["N1"] & 1) is not supplied


def test_halmund_supplies_those_who_hold_it() -> None:
    """Shut in by six divisions: no road leads to the east any more."""
    ring = ("N1", "N2", "N3", "N4", "N5", "N6")
    for town, supplied in (("1807", True), ("1712", False)):
        around = dict(zip(ring, MAP.neighbors(town), strict=True))
        state = position({**around, "D1": town, "M1": "0104"}, "halvar_supply")
        while state.phase != "halvar_movement":
            state.apply("done")
        without = state.marks.get("out_of_supply", 0)
        assert bool(without >> state.frame.unit_index["D1"] & 1) is not supplied


def test_the_tanks_come_within_two_hexes_of_halmund_if_it_has_fallen() -> None:
    for setup, most in (({"N1": "1807", "D1": "1402"}, 2), ({"N1": "0104", "D1": "1402"}, 0)):
        state = position(setup, "halvar_movement", turn=3)
        hexes = [a.hexes[0] for a in state.legal_actions() if a.verb == "enter" and "T2" in a.units]
        assert max(MAP.distance("1807", number) for number in hexes) == most


@pytest.mark.parametrize(("places", "points"), [("0605", 1), ("0605 0610 0903", 4), ("0907", 3)])
def test_a_village_is_one_point_a_town_two_and_a_city_three(places: str, points: int) -> None:
    units = dict(zip(("N1", "N2", "N3"), places.split(), strict=False))
    state = position({"M1": "0104", **units}, "union_movement")
    state.apply("done")
    assert state.points()["union"] == points


def test_a_lost_division_of_halvar_comes_back_next_turn_with_one_step() -> None:
    setup = {"A1": "1306", "A2": "1306", "D1": "1307", "N1": "0104", "H2": "1709"}
    state = position(setup, "union_combat", dice=(6, 1))
    state.lost[state.frame.unit_index["D1"]] = 1
    for line in ("attack 1307 by A1 A2", "pass", "pass"):
        state.apply(line)
    assert state.position("D1") is None
    while state.phase != "halvar_replacement":
        lines = list(map(str, state.legal_actions()))
        state.apply("pass" if "pass" in lines else "done")
    assert state.turn == 3
    state.apply("return D1 0903")
    assert (state.position("D1"), state.steps_lost("D1")) == ("0903", 1)


def test_a_lost_division_of_the_union_comes_back_to_a_depot_the_turn_after() -> None:
    """N1 starves in the supply phase of turn 5: it is not there again in the same turn."""
    setup = {"N1": "1403", "M1": "0104", "H2": "1807"}
    state = position(setup, "union_supply", dice=(1,) * 8)
    while state.phase != "union_replacement":
        state.apply("done")
    assert state.turn == 6
    assert why_not(state, "return N1 0203") == "12.3"
    state.apply("return N1 0207")
    assert (state.position("N1"), state.steps_lost("N1")) == ("0207", 1)


def test_out_of_supply_attack_and_movement_are_halved() -> None:
    """No road leads back from behind Halvar's lines."""
    state = position({"N1": "1403", "D1": "1402", "D2": "1303"}, "union_supply")
    while state.phase != "union_movement":
        state.apply("done")
    assert far(state, "N1") <= 2
    while state.phase != "union_combat":
        state.apply("done")
    assert state.preview("attack 1402 by N1").attacker_strength == Fraction(5, 2)


def test_from_the_third_supply_phase_on_a_unit_without_any_loses_a_step() -> None:
    """N1 is cut off in 1403 from turn 2 on: it is reduced in turn 4 and gone in turn 5."""
    setup = {"N1": "1403", "M1": "0104", "H2": "1807"}
    state, lost = position(setup, "union_supply", dice=(1,) * 8), []
    for turn in (2, 3, 4, 5):
        while (state.turn, state.phase) != (turn, "union_movement"):
            state.apply("done")
        lost.append(state.steps_lost("N1") if state.position("N1") else 2)
    assert lost == [0, 0, 1, 2]


def test_a_reduced_unit_is_rebuilt_once_in_a_phase_and_a_garrison_never() -> None:
    state = position({"D1": "1807", "G1": "1712", "M1": "0111"}, "union_second")
    for unit in ("D1", "D11"):
        state.lost[state.frame.unit_index[unit]] = 1
    while state.phase != "halvar_replacement":
        state.apply("done")
    lines = [str(action) for action in state.legal_actions()]
    assert "rebuild D1" in lines
    assert not any("G1" in line or "M1" in line for line in lines)
    assert state.records()["halvar_replacements"] == 2
    state.apply("rebuild D1")
    assert state.steps_lost("D1") == 0
