"""How a scenario is set up (0.3 in our numbering): who begins, where, and how many to a hex.

In the scenario ``free_setup`` of ``scs_field`` Red moves first. BI1 to BI3 are set up within 2 of
09.06, BI4 within 0 of 12.01, RT1 within 1 of 02.06; RI1 has a hex of its own.
"""

from __future__ import annotations

from random import Random

import pytest

from hexwar.rules.invariants import broken_invariants
from hexwar.rules.state import State
from tests.conformance.scs.field import field, listed, play, refused
from tests.conformance.scs.results import results


def setting_up() -> State:
    """The very beginning: Blue sets up."""
    return field().start("free_setup")


def places(state: State, unit: str) -> set[str]:
    """The hexes where a unit may be set up now."""
    lines = (line.split() for line in listed(state, "place"))
    return {words[2] for words in lines if words[1] == unit}


# -- who ------------------------------------------------------------------------------------------


@pytest.mark.rule("scs", "0.3")
def test_the_side_that_moves_second_sets_up_first() -> None:
    state = setting_up()
    assert state.decision is not None
    assert (state.decision.kind, state.side_to_act) == ("setup", "blue")
    play(state, "done")
    assert (state.decision.kind, state.side_to_act) == ("setup", "red")
    play(state, "done")
    assert (state.phase, state.side_to_act, state.turn) == ("red_movement", "red", 1)


@pytest.mark.rule("scs", "0.3")
def test_nobody_sets_up_the_other_sides_units() -> None:
    state = setting_up()
    assert refused(state, "place RT1 02.05") == "0.3"
    play(state, "done")
    assert refused(state, "place BI1 09.05") == "0.3"


@pytest.mark.rule("scs", "0.3")
def test_nobody_moves_or_attacks_before_the_set_up_is_over() -> None:
    state = setting_up()
    for line in ("move BI1 09.05", "attack 02.05 by BI1", "pass"):
        assert refused(state, line) == "0.3"


# -- where ----------------------------------------------------------------------------------------


@pytest.mark.rule("scs", "0.3")
def test_within_is_any_hex_so_near_or_nearer_but_closed_terrain() -> None:
    state = setting_up()
    hexmap = state.resolved.map
    near = {number for number in hexmap.numbers if hexmap.distance("09.06", number) <= 2}
    assert places(state, "BI1") == near
    assert {hexmap.distance("09.06", number) for number in places(state, "BI1")} == {0, 1, 2}


@pytest.mark.rule("scs", "0.3")
@pytest.mark.parametrize("number", ["09.09", "12.06", "01.01"])
def test_farther_away_is_not_within(number: str) -> None:
    assert refused(setting_up(), f"place BI1 {number}") == "0.3"


@pytest.mark.rule("scs", "0.3")
def test_within_one_counts_the_hex_itself() -> None:
    """RT1 stands in 02.06 and may be placed there, or be left where it is."""
    state = setting_up()
    play(state, "done")
    assert len(places(state, "RT1")) == 7
    left = state.clone()
    play(left, "done")
    assert left.position("RT1") == "02.06"
    play(state, "place RT1 02.06")
    assert (state.position("RT1"), state.phase) == ("02.06", "red_movement")


@pytest.mark.rule("scs", "0.3")
def test_a_unit_with_a_hex_of_its_own_is_not_placed() -> None:
    """The same for one that is to be set up within nought."""
    state = setting_up()
    assert places(state, "BI4") == set()
    assert refused(state, "place BI4 11.01") == "0.3"
    play(state, "done")
    assert places(state, "RI1") == set()
    assert refused(state, "place RI1 02.06") == "0.3"


@pytest.mark.rule("scs", "0.3")
def test_a_unit_is_placed_where_its_player_says() -> None:
    state = setting_up()
    (told,) = (event for event in play(state, "place BI2 11.06") if event.kind == "placed")
    assert (told.unit, told.hex, told.rule) == ("BI2", "11.06", "0.3")
    assert state.position("BI2") == "11.06"


# -- how many -------------------------------------------------------------------------------------


@pytest.mark.rule("scs", "0.3")
def test_a_hex_may_be_full() -> None:
    state = setting_up()
    play(state, "place BI1 09.05", "place BI2 09.05", "place BI3 09.05")
    assert len(state.units_at("09.05")) == 3


@pytest.mark.rule("scs", "0.3")
@pytest.mark.rule("scs", "4.0a")
def test_a_hex_is_never_overfull() -> None:
    """09.05 holds three: once they have been placed there, no fourth."""
    state = results().start("crowd")
    play(state, "place BI1 09.05", "place BI2 09.05", "place BI3 09.05")
    assert "09.05" not in places(state, "BI4")
    assert refused(state, "place BI4 09.05") == "4.0a"


@pytest.mark.rule("scs", "0.3")
def test_units_that_have_not_been_placed_make_way() -> None:
    """Three stand in 09.05 for the time being, and BI4 is placed there."""
    state = results().start("crowd")
    events = play(state, "place BI4 09.05")
    (moved,) = (event for event in events if event.kind == "made_way")
    assert moved.rule == "0.3"
    assert moved.unit in ("BI1", "BI2", "BI3")
    assert len(state.units_at("09.05")) == 3
    assert state.resolved.map.distance("09.05", moved.hex) == 1
    play(state, "place BI1 09.05", "place BI2 09.05")
    assert state.units_at("09.05") == ("BI1", "BI2", "BI4")
    assert refused(state, "place BI3 09.05") == "4.0a"


@pytest.mark.rule("scs", "0.3")
def test_a_set_up_that_overstacks_is_no_game() -> None:
    setup = dict.fromkeys(("RI1", "RI2", "RI3", "RI4"), "02.05")
    with pytest.raises(ValueError, match=r"too many units in 02\.05"):
        field().start("field", setup=setup)


# -- how ------------------------------------------------------------------------------------------


@pytest.mark.rule("scs", "0.3")
def test_units_begin_at_full_strength_and_in_supply() -> None:
    state = setting_up()
    play(state, "done", "done")
    standing = [unit for unit in field().units if state.position(unit)]
    assert len(standing) == 6
    assert [state.steps_lost(unit) for unit in standing] == [0] * 6
    assert all(state.in_supply(unit) for unit in standing)


def test_every_way_to_set_up_is_sound() -> None:
    for seed in range(20):
        state, random = setting_up(), Random(seed)
        while state.decision is not None and state.decision.kind == "setup":
            action = state.sample_action(random)
            assert state.explain(action) is None
            state.apply(action)
            assert broken_invariants(state) == []
