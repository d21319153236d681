"""Fog of war (0.6 in our numbering): the enemy sees the top counter, until he has attacked.

The first counter of a stack, in the order of the units file, that attacks is on top (4.0c).
"""

from __future__ import annotations

import json

import pytest

import hexwar
from hexwar.engine import State
from tests.conformance.scs.field import CENTRE, RING, listed, play
from tests.conformance.scs.results import beaten, dice_of, ground, results, stood

NORTH, NORTH_EAST, SOUTH_EAST, SOUTH, WEST, NORTH_WEST = RING

STACK = {"BI1": CENTRE, "BT1": CENTRE, "BH1": CENTRE}
BELOW = ("BT1", "BH1")
"""The units of the stack that lie under its top counter."""


def watched(phase: str = "red_movement") -> State:
    """A stack of three Blue units before the eyes of a Red one."""
    return ground({"RI1": WEST, "RI2": WEST, **STACK, "BI6": "11.08"}, phase)


# -- what a view shows -----------------------------------------------------------------------------


@pytest.mark.rule("scs", "0.6")
def test_of_an_enemy_stack_a_view_shows_the_top_counter_only() -> None:
    view = watched().view("red")
    assert view.units_at(CENTRE) == ("BI1",)
    assert view.hides(CENTRE)
    assert [view.sees(unit) for unit in STACK] == [True, False, False]
    assert [view.position(unit) for unit in STACK] == [CENTRE, None, None]


@pytest.mark.rule("scs", "0.6")
def test_before_an_attack_its_preview_counts_only_what_is_seen() -> None:
    state = watched("red_combat")
    near = state.view("red").preview(f"attack {CENTRE} by RI1 RI2")
    real = state.preview(f"attack {CENTRE} by RI1 RI2")
    assert near.defenders == ("BI1",)
    assert real.defenders == ("BI1", "BT1", "BH1")
    assert near.defender_strength < real.defender_strength


@pytest.mark.rule("scs", "0.6")
def test_single_units_are_seen_and_so_are_all_ones_own() -> None:
    view = watched().view("red")
    assert view.position("BI6") == "11.08"
    assert not view.hides("11.08")
    assert view.units_at(WEST) == ("RI1", "RI2")
    assert not view.hides(WEST)
    assert watched().view("blue").units_at(CENTRE) == ("BI1", "BT1", "BH1")


@pytest.mark.rule("scs", "0.6")
@pytest.mark.rule("scs", "4.0c")
@pytest.mark.parametrize(
    ("stack", "lost", "top"),
    [
        pytest.param(("BH1", "BI2"), {}, "BI2", id="an attack of 0 is not on top of one of 4"),
        pytest.param(("BF1", "BI2"), {}, "BI2", id="nor is a fort"),
        pytest.param(("BL1", "BL2"), {"BL1": 1}, "BL2", id="nor who has lost his attack"),
        pytest.param(("BF1", "BH1"), {}, "BH1", id="somebody is on top where nobody attacks"),
    ],
)
def test_who_is_on_top(stack: tuple[str, ...], lost: dict[str, int], top: str) -> None:
    state = ground({"RI1": WEST, **dict.fromkeys(stack, CENTRE)}, "red_movement", lost=lost)
    assert state.view("red").units_at(CENTRE) == (top,)


@pytest.mark.rule("scs", "0.6")
@pytest.mark.parametrize("phase", ["red_movement", "red_combat", "blue_movement"])
def test_the_data_of_a_view_say_nothing_of_hidden_units(phase: str) -> None:
    """Neither where they are, nor what they lost, nor where they came from."""
    state = ground(
        {"RI1": WEST, **STACK, "BI6": "11.08", "BT2": "11.08"},
        phase,
        lost={"BT1": 1},
        unsupplied=["BT1"],
    )
    if phase == "blue_movement":
        play(state, f"move BT1+BI1 {NORTH_EAST}")
    data = state.view("red").to_dict()
    text = json.dumps(data)
    for unit in ("BT1", "BT2"):
        assert unit not in text
    assert "dice" not in data
    assert "this_phase" not in data
    assert "this_game" not in data
    own = state.view("blue").to_dict()
    assert own["lost"] == {"BT1": 1}
    assert own["units"]["BT1"] == state.position("BT1")


@pytest.mark.rule("scs", "0.6")
def test_two_states_that_differ_below_the_top_look_the_same() -> None:
    """Whoever knows only his view cannot tell them apart."""
    one = ground({"RI1": WEST, "BI1": CENTRE, "BT1": CENTRE}, "red_movement")
    other = ground({"RI1": WEST, "BI1": CENTRE, "BG1": CENTRE}, "red_movement")
    assert one.view("red").to_dict() == other.view("red").to_dict()
    assert one.to_dict() != other.to_dict()


@pytest.mark.rule("scs", "0.6")
def test_what_a_side_sees_is_a_state_to_think_with() -> None:
    state = watched()
    seen = state.seen_by("red")
    assert [seen.position(unit) for unit in STACK] == [CENTRE, None, None]
    assert stood(state, *STACK) == [CENTRE] * 3, "the game itself is as it was"
    assert seen.dice != state.dice


# -- battles ---------------------------------------------------------------------------------------


@pytest.mark.rule("scs", "0.6")
def test_a_battle_is_in_the_open_for_both_sides() -> None:
    """Until its losses and retreats are done; other stacks stay hidden."""
    setup = {"RI1": WEST, "RI2": WEST, "RI3": WEST, **STACK, "BI4": "11.08", "BT2": "11.08"}
    state = beaten("Dr1", setup, "RI1 RI2")
    assert state.decision is not None
    assert state.decision.kind == "retreat"
    assert state.view("red").units_at(CENTRE) == ("BI1", "BT1", "BH1")
    assert state.view("blue").units_at(WEST) == ("RI1", "RI2"), "RI3 stays out of it"
    assert state.view("red").units_at("11.08") == ("BI4",)


@pytest.mark.rule("scs", "0.6")
def test_after_the_battle_the_stack_is_closed_again() -> None:
    state = beaten("D1", {"RI1": WEST, "RI2": NORTH_WEST, **STACK, "BI2": "02.04"}, "RI1")
    play(state, "lose BI1")
    assert state.view("red").units_at(CENTRE) == ("BI1",)
    assert not state.view("red").sees("BT1")


@pytest.mark.rule("scs", "0.6")
def test_the_battle_is_told_with_all_who_fight_in_it() -> None:
    state = ground({"RI1": WEST, **STACK}, results_to_come=["D1"])
    (battle,) = (e for e in state.apply(f"attack {CENTRE} by RI1") if e.kind == "battle")
    assert battle.defenders == ("BI1", "BT1", "BH1")


# -- no way back -----------------------------------------------------------------------------------


@pytest.mark.rule("scs", "0.6")
@pytest.mark.rule("scs", "7.0")
def test_an_attack_is_not_taken_back() -> None:
    history = hexwar.History(
        results().start(setup={"RI1": WEST, **STACK}, phase="red_combat", dice=dice_of("NE"))
    )
    history.apply(f"attack {CENTRE} by RI1")
    assert not history.can_undo
    assert history.undo() is None
    assert history.undo_lock == "locked: a die was rolled"


@pytest.mark.rule("scs", "0.6")
@pytest.mark.rule("scs", "7.4")
def test_an_attack_at_odds_below_the_table_is_not_taken_back_either() -> None:
    """No die is rolled for it, but the enemy's stack has been seen."""
    setup = {"R1": WEST, "B9": CENTRE, "B8": CENTRE, "BI6": "11.08"}
    history = hexwar.History(results().start(setup=setup, phase="red_combat", dice=[]))
    events = history.apply(f"attack {CENTRE} by R1")
    assert [event.kind for event in events][:2] == ["battle", "step_lost"]
    assert not history.can_undo
    assert history.undo() is None
    assert history.undo_lock == "locked: an attack was declared"


@pytest.mark.rule("scs", "0.6")
def test_an_overrun_is_not_taken_back() -> None:
    setup = {"RT1": "01.05", "B9": CENTRE, "B8": CENTRE, "B7": CENTRE, "RT2": "01.01"}
    history = hexwar.History(results().start(setup=setup, phase="red_movement", dice=dice_of("NE")))
    history.apply(f"move RT1 {WEST}")
    assert history.can_undo, "a move is"
    history.apply(f"overrun {CENTRE} by RT1")
    assert not history.can_undo


@pytest.mark.rule("scs", "0.6")
def test_the_choices_after_an_attack_are_taken_back_as_far_as_the_attack() -> None:
    state = ground({"RI1": WEST, "RI2": WEST, **STACK}, results_to_come=["Dr1"])
    history = hexwar.History(state)
    history.apply(f"attack {CENTRE} by RI1")
    history.apply(f"retreat BI1 {NORTH_EAST}")
    assert history.can_undo
    history.undo()
    assert listed(history.state, "retreat")
    assert not history.can_undo
