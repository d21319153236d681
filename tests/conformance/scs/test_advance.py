"""Cases 10.0 to 10.0d: who advances after combat, how far, and where.

RT are armour and able to exploit; RI are infantry and are not.
"""

from __future__ import annotations

import pytest

from hexwar.rules.state import State
from tests.conformance.scs.field import CENTRE, RING, listed, play, refused
from tests.conformance.scs.results import beaten, ground, steps, stood

NORTH, NORTH_EAST, SOUTH_EAST, SOUTH, WEST, NORTH_WEST = RING


def ends(state: State, unit: str) -> set[str]:
    """The hexes where one unit may end its advance now."""
    lines = [line.split() for line in listed(state, "advance")]
    return {
        words[-1].split("-")[-1] if len(words) > 2 else CENTRE
        for words in lines
        if words[1] == unit
    }


def vacated(result: str, setup: dict[str, str], by: str, *way: str) -> State:
    """The position after Blue has left the centre, at the advance."""
    state = beaten(result, {**setup, "BI1": CENTRE}, by)
    for number in way:
        if f"retreat BI1 {number}" in listed(state):
            state.apply(f"retreat BI1 {number}")
    assert stood(state, "BI1") != [CENTRE]
    return state


# -- who -------------------------------------------------------------------------------------------


@pytest.mark.rule("scs", "10.0")
def test_any_unit_of_the_attack_may_advance_and_the_attacker_chooses() -> None:
    setup = {"RI1": WEST, "RT1": WEST, "RI2": NORTH_WEST}
    state = vacated("Dr1", setup, "RI1 RT1 RI2", SOUTH_EAST)
    assert state.side_to_act == "red"
    assert listed(state) == {"advance RI1", "advance RT1", "advance RI2", "pass"}
    play(state, "advance RI2", "advance RI1", "pass")
    assert stood(state, "RI1", "RT1", "RI2") == [CENTRE, WEST, CENTRE]


@pytest.mark.rule("scs", "10.0")
def test_nobody_has_to_advance() -> None:
    state = vacated("Dr1", {"RI1": WEST}, "RI1", SOUTH_EAST)
    state.apply("pass")
    assert stood(state, "RI1") == [WEST]


@pytest.mark.rule("scs", "10.0")
def test_who_took_no_part_does_not_advance() -> None:
    setup = {"RI1": WEST, "RI2": WEST, "RI3": NORTH_WEST}
    state = vacated("Dr1", setup, "RI1", SOUTH_EAST)
    for bystander in ("RI2", "RI3"):
        assert refused(state, f"advance {bystander}") == "10.0"


@pytest.mark.rule("scs", "10.0")
@pytest.mark.rule("scs", "7.2e")
def test_a_unit_that_took_part_with_no_strength_advances() -> None:
    state = vacated("Dr1", {"RI1": WEST, "RH1": WEST}, "RI1 RH1", SOUTH_EAST)
    state.apply("advance RH1")
    assert stood(state, "RH1", "RI1") == [CENTRE, WEST]


@pytest.mark.rule("scs", "10.0")
def test_there_is_no_advance_into_a_hex_that_is_still_held() -> None:
    state = beaten("D1", {"RI1": WEST, "BI1": CENTRE}, "RI1")
    assert not listed(state, "advance")
    state = beaten("D2", {"RI1": WEST, "BG1": CENTRE, "BI1": CENTRE}, "RI1")
    assert not listed(state, "advance")


@pytest.mark.rule("scs", "10.0c")
@pytest.mark.parametrize("result", ["Ar1", "A1r1", "Ar2"])
def test_the_defender_does_not_advance(result: str) -> None:
    state = beaten(result, {"RI1": WEST, "RI2": "01.02", "BI1": CENTRE, "BI2": "03.03"}, "RI1")
    while listed(state, "retreat"):
        assert state.side_to_act == "red"
        state.apply(min(listed(state, "retreat")))
    assert state.phase != "red_combat" or state.side_to_act == "red"
    assert not listed(state, "advance")
    assert stood(state, "BI1") == [CENTRE]


# -- how far ---------------------------------------------------------------------------------------


@pytest.mark.rule("scs", "10.0")
def test_units_not_able_to_exploit_advance_one_hex_whatever_the_result() -> None:
    state = vacated("Dr3", {"RI1": WEST}, "RI1", SOUTH_EAST, "05.05", "06.05")
    assert ends(state, "RI1") == {CENTRE}
    assert refused(state, f"advance RI1 {CENTRE}-{SOUTH}") == "10.0"


@pytest.mark.rule("scs", "10.0")
@pytest.mark.parametrize(("result", "hexes"), [("Dr1", 1), ("Dr2", 2), ("Dr3", 3)])
def test_units_able_to_exploit_advance_as_far_as_the_result(result: str, hexes: int) -> None:
    state = vacated(result, {"RT1": WEST}, "RT1", NORTH_EAST, "05.06", "06.07")
    way = [CENTRE, SOUTH, "03.03", "03.02"]
    state.clone().apply(f"advance RT1 {'-'.join(way[:hexes])}")
    assert refused(state, f"advance RT1 {'-'.join(way[: hexes + 1])}") == "10.0"
    assert max(state.resolved.map.distance(WEST, end) for end in ends(state, "RT1")) == hexes


@pytest.mark.rule("scs", "10.0")
def test_steps_paid_in_place_of_hexes_do_not_shorten_the_advance() -> None:
    state = beaten("Dr2", {"RT1": WEST, "BI1": CENTRE}, "RT1")
    play(state, "hold 1", f"retreat BI1 {NORTH_EAST}")
    state.apply(f"advance RT1 {CENTRE}-{SOUTH}")
    assert stood(state, "RT1") == [SOUTH]


@pytest.mark.rule("scs", "10.0a")
@pytest.mark.parametrize("result", ["D2r2", "D2r3"])
def test_a_defender_who_is_destroyed_leaves_the_whole_distance_to_the_advance(result: str) -> None:
    state = beaten(result, {"RT1": WEST, "RI1": WEST, "BI1": CENTRE}, "RT1 RI1")
    assert stood(state, "BI1") == [None]
    hexes = int(result[-1])
    assert max(state.resolved.map.distance(WEST, end) for end in ends(state, "RT1")) == hexes
    assert ends(state, "RI1") == {CENTRE}


@pytest.mark.rule("scs", "10.0a")
def test_a_defender_who_paid_with_his_life_does_so_too() -> None:
    state = beaten("Dr2", {"RT1": WEST, "BG1": CENTRE}, "RT1")
    state.apply("hold 1")
    assert stood(state, "BG1") == [None]
    state.apply(f"advance RT1 {CENTRE}-{NORTH_EAST}")
    assert stood(state, "RT1") == [NORTH_EAST]


@pytest.mark.rule("scs", "10.0")
def test_without_a_retreat_in_the_result_everybody_advances_one_hex() -> None:
    state = beaten("D2", {"RT1": WEST, "BI1": CENTRE}, "RT1")
    assert ends(state, "RT1") == {CENTRE}
    assert refused(state, f"advance RT1 {CENTRE}-{SOUTH}") == "10.0"


@pytest.mark.rule("scs", "10.0b")
def test_an_advance_is_counted_in_hexes_and_not_in_movement_points() -> None:
    """The mire costs the armour, which moves 8, twelve movement points."""
    setup = {"RT1": "08.06", "BI1": "09.05"}
    state = beaten("D2r2", setup, "RT1", target="09.05")
    state.apply("advance RT1 09.05-10.05")
    assert stood(state, "RT1") == ["10.05"]


# -- where -----------------------------------------------------------------------------------------


@pytest.mark.rule("scs", "10.0")
def test_the_first_hex_is_the_defenders() -> None:
    state = vacated("Dr2", {"RT1": WEST}, "RT1", NORTH_EAST, "05.06")
    for way in (SOUTH, f"{SOUTH}-{SOUTH_EAST}", f"{WEST}-{SOUTH}"):
        assert refused(state, f"advance RT1 {way}") == "10.0"
    state.apply(f"advance RT1 {WEST}-{CENTRE}-{SOUTH}")
    assert stood(state, "RT1") == [SOUTH]


@pytest.mark.rule("scs", "10.0")
def test_from_there_units_go_anywhere_together_or_apart() -> None:
    setup = {"RT1": WEST, "RT2": WEST, "RT3": WEST}
    state = vacated("Dr2", setup, "RT1 RT2 RT3", NORTH_EAST, "05.06")
    play(state, f"advance RT1 {CENTRE}-{SOUTH}", f"advance RT2 {CENTRE}-{NORTH}", "advance RT3")
    assert stood(state, "RT1", "RT2", "RT3") == [SOUTH, NORTH, CENTRE]


@pytest.mark.rule("scs", "10.0")
@pytest.mark.rule("scs", "2.1e")
def test_enemy_zones_do_not_hinder_an_advance() -> None:
    """Every hex of the way is in a zone, and so is the last."""
    others = {"BI2": "04.04", "BI3": "03.03"}
    setup = {"RT1": WEST, **others}
    state = vacated("Dr3", setup, "RT1", NORTH_EAST, "05.06", "06.07")
    state.apply(f"advance RT1 {CENTRE}-{SOUTH}-02.04")
    assert stood(state, "RT1") == ["02.04"]


@pytest.mark.rule("scs", "10.0")
def test_an_advance_does_not_enter_enemies() -> None:
    state = vacated("Dr2", {"RT1": WEST, "BI2": SOUTH}, "RT1", NORTH_EAST, "05.06")
    assert SOUTH not in ends(state, "RT1")
    assert refused(state, f"advance RT1 {CENTRE}-{SOUTH}") == "10.0"


@pytest.mark.rule("scs", "10.0")
@pytest.mark.parametrize("closed", ["10.03", "10.02"])
def test_an_advance_does_not_enter_closed_terrain(closed: str) -> None:
    state = beaten("D2r2", {"RT1": "08.04", "BI1": "09.03"}, "RT1", target="09.03")
    near = {line.split("-")[-1] for line in listed(state, "advance")}
    assert closed not in near
    if closed == "10.03":
        assert refused(state, f"advance RT1 09.03-{closed}") == "10.0"


@pytest.mark.rule("scs", "10.0")
@pytest.mark.rule("scs", "4.0a")
def test_the_stacking_limit_holds_for_an_advance() -> None:
    setup = {"RI1": WEST, "RI2": WEST, "RI3": WEST, "RI4": NORTH_WEST}
    state = vacated("Dr1", setup, "RI1 RI2 RI3 RI4", SOUTH_EAST)
    play(state, "advance RI1", "advance RI2", "advance RI4")
    assert not listed(state, "advance"), "three to a hex"
    assert stood(state, "RI3") == [WEST]


@pytest.mark.rule("scs", "4.0a")
def test_an_advance_may_pass_through_a_full_hex_but_not_end_there() -> None:
    setup = {"RI1": WEST, "RI2": WEST, "RI3": WEST, "RT1": NORTH_WEST}
    state = vacated("Dr2", setup, "RI1 RI2 RI3 RT1", NORTH_EAST, "05.06")
    play(state, "advance RI1", "advance RI2", "advance RI3")
    assert refused(state, "advance RT1") == "4.0a"
    state.apply(f"advance RT1 {CENTRE}-{SOUTH}")
    assert stood(state, "RT1") == [SOUTH]


# -- 10.0d -----------------------------------------------------------------------------------------


def overran(result: str, setup: dict[str, str], by: str) -> State:
    """The position after an overrun of the centre with this result."""
    state = ground({**setup, "BI1": CENTRE}, "red_movement", results_to_come=[result])
    names = by.split()
    state.apply(f"move {'+'.join(names)} {WEST}")
    state.apply(f"overrun {CENTRE} by {by}")
    return state


@pytest.mark.rule("scs", "10.0d")
def test_after_an_overrun_the_attackers_must_enter() -> None:
    state = overran("D2r2", {"RT1": "02.03", "RT2": "02.03"}, "RT1 RT2")
    assert "pass" not in listed(state)
    assert refused(state, "pass") == "10.0d"
    state.apply("advance RT2")
    assert refused(state, "pass") == "10.0d", "all of them"


@pytest.mark.rule("scs", "10.0d")
def test_they_may_go_through_it_and_on() -> None:
    state = overran("D2r2", {"RT1": "02.03"}, "RT1")
    state.apply(f"advance RT1 {CENTRE}-{SOUTH_EAST}")
    assert stood(state, "RT1") == [SOUTH_EAST]


@pytest.mark.rule("scs", "10.0d")
def test_an_entry_that_leaves_no_choice_is_made_at_once() -> None:
    state = overran("D2", {"R8": "02.04"}, "R8")
    assert stood(state, "R8", "BI1") == [CENTRE, None]


@pytest.mark.rule("scs", "10.0d")
def test_an_overrun_that_leaves_the_defender_in_place_moves_nobody() -> None:
    state = overran("D1", {"R8": "02.04"}, "R8")
    assert stood(state, "R8", "BI1") == [WEST, CENTRE]
    assert steps(state, "BI1") == [1]
