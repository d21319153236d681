"""Fog of war (0.6 in our numbering): the enemy sees the top of a stack, until he has attacked.

The first counter of a stack, in the order of the units file, that attacks is on top (4.0c).
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest

import hexwar
from hexwar.engine import Event
from hexwar.rules.stacking.section import Stacking
from hexwar.rules.state import State
from hexwar.rules.units.section import Units
from tests.conformance.scs.field import CENTRE, RING, listed, play, position
from tests.conformance.scs.results import beaten, dice_of, ground, results, stood
from tests.conformance.scs.variant import MAY_WAIT, variant

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


def test_to_its_own_side_a_view_tells_what_the_unit_on_the_move_has_left() -> None:
    """What is forgotten of counters out of sight is nothing of the mover."""
    state = watched()
    state.apply("move RI1 01.05")
    assert state.movement_left("RI1") == 3
    assert state.view("red").movement_left("RI1") == state.movement_left("RI1")
    assert state.seen_by("red").reach("RI1") == state.reach("RI1") != {}


@pytest.mark.rule("scs", "0.6")
def test_before_an_attack_its_preview_counts_only_what_is_seen() -> None:
    state = watched("red_combat")
    near = state.view("red").preview(f"attack {CENTRE} by RI1 RI2")
    real = state.preview(f"attack {CENTRE} by RI1 RI2")
    assert near.defenders == ("BI1",)
    assert real.defenders == ("BI1", "BT1", "BH1")
    assert near.defender_strength < real.defender_strength
    assert near.hides
    assert not real.hides
    assert real.columns == (real.column, real.column)


@pytest.mark.rule("scs", "0.6")
def test_a_preview_does_not_tell_whether_a_reinforcement_has_entered_out_of_sight(
    tmp_path: Path,
) -> None:
    """It entered below a top counter far from there, or it waits: the worst case is the same."""
    worst = []
    for arrivals in ((), ("enter RE1 01.05",)):
        setup = {"RI1": "02.05", "RH1": "02.05", "RI2": "01.05", "BI1": CENTRE}
        state = position(setup, turn=2, game=variant(tmp_path, MAY_WAIT))
        for action in arrivals:
            state.apply(action)
        while state.phase != "blue_combat":
            state.apply("done")
        view = state.view("blue")
        assert view.position("RE1") is None
        preview = view.preview("attack 02.05 by BI1")
        worst.append((preview.columns, preview.most_defense))
    assert worst[0] == worst[1]


@pytest.mark.rule("scs", "0.6")
def test_a_preview_goes_from_the_worst_that_may_lie_there_to_what_is_seen() -> None:
    """12 against 4 that are seen; at worst the 4 and 3 that are out of sight elsewhere lie there.

    What BT2 has lost is not known, so it counts as if it were whole.
    """
    setup = {"RI1": WEST, "RI2": WEST, "RI3": NORTH_WEST, "BI1": CENTRE, "BH1": CENTRE}
    elsewhere = {"BI2": "11.08", "BT2": "11.08", "BM1": "11.08"}
    state = position({**setup, **elsewhere}, "red_combat", lost={"BT2": 1})
    preview = state.view("red").preview(f"attack {CENTRE} by RI1 RI2 RI3")
    assert preview.defender_strength == 4
    assert preview.most_defense == 11
    lowest, seen = preview.columns
    assert (preview.headings[lowest], preview.headings[seen]) == ("1:1", "3:1")
    assert preview.column == seen


@pytest.mark.rule("scs", "0.6")
@pytest.mark.parametrize("below", ["BI2", "BT1", "BM1", "BG1", "BH1", "BF1", "BL1"])
@pytest.mark.parametrize("force", ["RI1", "RI1 RI2", "RI1 RI2 RT1", "RL1"])
def test_the_real_column_is_one_of_those_that_are_shown(below: str, force: str) -> None:
    reds = {"RI1": WEST, "RI2": WEST, "RT1": NORTH_WEST, "RL1": SOUTH}
    state = position({**reds, "BI1": CENTRE, below: CENTRE}, "red_combat")
    attack = f"attack {CENTRE} by {force}"
    lowest, highest = state.view("red").preview(attack).columns
    assert lowest <= state.preview(attack).column <= highest


@pytest.mark.rule("scs", "0.6")
def test_of_a_single_unit_the_preview_is_certain() -> None:
    state = ground({"RI1": WEST, "BI1": CENTRE, "BI2": "11.08", "BI3": "11.08"}, "red_combat")
    attack = f"attack {CENTRE} by RI1"
    assert state.view("red").preview(attack) == state.preview(attack)
    with pytest.raises(hexwar.IllegalAction):
        state.view("red").preview("attack 11.08 by RI1")
    with pytest.raises(hexwar.IllegalAction):
        state.view("red").preview("done")


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
    assert "memory" not in data
    assert "marks" not in data
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


@pytest.mark.rule("scs", "0.6")
def test_what_is_thought_with_knows_nothing_of_what_is_hidden() -> None:
    state = ground({"RI1": WEST, **STACK}, lost={"BT1": 1}, unsupplied=["BT1"])
    seen = state.seen_by("red")
    assert seen.steps_lost("BT1") == 0
    assert seen.in_supply("BT1")
    assert (state.steps_lost("BT1"), state.in_supply("BT1")) == (1, False)


# -- the order of a stack --------------------------------------------------------------------------


@pytest.mark.rule("scs", "4.0c")
def test_the_owner_chooses_who_is_on_top() -> None:
    state = watched("blue_movement")
    (event,) = state.apply("top BT1")
    assert (event.kind, event.rule, event.unit, event.hex) == ("on_top", "4.0c", "BT1", CENTRE)
    assert state.view("red").units_at(CENTRE) == ("BT1",)
    assert (state.phase, state.side_to_act) == ("blue_movement", "blue")
    again = state.resolved
    assert again[Stacking].visible == "top"
    state.apply("top BI1")
    assert state.view("red").units_at(CENTRE) == ("BI1",)


@pytest.mark.rule("scs", "4.0c")
def test_the_order_goes_with_the_stack_and_is_saved() -> None:
    state = watched("blue_movement")
    play(state, "top BT1", f"move BT1+BI1 {NORTH_EAST}")
    assert state.view("red").units_at(NORTH_EAST) == ("BT1",)
    saved = json.loads(json.dumps(state.to_dict()))
    again = results().state_from_dict(saved)
    assert again.view("red").units_at(NORTH_EAST) == ("BT1",)
    assert again.to_dict() == state.to_dict()


@pytest.mark.rule("scs", "4.0c")
@pytest.mark.parametrize(
    ("action", "why"),
    [
        pytest.param("top BH1", "another unit of the stack attacks", id="no attack, below one"),
        pytest.param("top BI1", "on top already", id="on top already"),
        pytest.param("top BI6", "not in a stack", id="alone"),
        pytest.param("top BI5", "not in a stack", id="out of play"),
        pytest.param("top RI2", "does not belong", id="the other side's"),
    ],
)
def test_who_may_not_be_put_on_top(action: str, why: str) -> None:
    state = watched("blue_movement")
    violation = state.explain(action)
    assert violation is not None
    assert violation.rule == "4.0c"
    assert why in violation.message
    assert action not in state.legal_actions()


@pytest.mark.rule("scs", "4.0c")
def test_the_order_is_legal_but_never_listed_and_can_be_taken_back() -> None:
    state = watched("blue_movement")
    assert "top BT1" in state.legal_actions()
    assert not listed(state, "top")
    history = hexwar.History(state)
    history.apply("top BT1")
    history.undo()
    assert history.state.view("red").units_at(CENTRE) == ("BI1",)


@pytest.mark.rule("scs", "4.0c")
def test_who_has_lost_his_attack_gives_up_the_top() -> None:
    state = ground({"RI1": WEST, "BL1": CENTRE, "BI2": CENTRE}, "blue_movement")
    state.apply("top BL1")
    assert state.view("red").units_at(CENTRE) == ("BL1",)
    state.lost[state.frame.unit_index["BL1"]] = 1
    assert state.view("red").units_at(CENTRE) == ("BI2",)


# -- what is told ----------------------------------------------------------------------------------


@pytest.mark.rule("scs", "0.6")
def test_a_move_below_the_top_is_told_without_a_name() -> None:
    setup = {"RI1": WEST, **STACK, "BI2": NORTH_EAST, "BI3": NORTH_EAST}
    state = ground(setup, "blue_movement")
    events = state.apply(f"move BT1 {NORTH_EAST}")
    (seen,) = state.view("red").known_events(events)
    assert str(seen) == "A unit below a top counter moves."
    assert "BT1" not in json.dumps(seen.to_dict())
    assert state.view("blue").known_events(events) == events
    assert Event.from_dict(json.loads(json.dumps(events[0].to_dict()))) == events[0]


@pytest.mark.rule("scs", "0.6")
@pytest.mark.parametrize(
    ("unit", "to"),
    [
        pytest.param("BI1", NORTH_EAST, id="was on top, is so no more"),
        pytest.param("BT1", "11.05", id="comes out of the stack"),
    ],
)
def test_who_is_seen_to_go_or_to_come_is_named(unit: str, to: str) -> None:
    setup = {**STACK, "BI2": NORTH_EAST, "BI3": NORTH_EAST, "BM1": NORTH_EAST, "RI1": "12.01"}
    setup.pop("BM1")
    state = ground({**setup, "BI1": CENTRE, "BT1": "11.04", "BI4": "11.04"}, "blue_movement")
    events = state.apply(f"move {unit} {to}")
    assert state.view("red").known_events(events) == events


@pytest.mark.rule("scs", "0.6")
def test_supply_is_told_of_the_units_that_are_seen() -> None:
    """Blue's stack stands in the corner that is farthest from his source, and is shut in."""
    reds = {"RI1": "03.02", "RI2": "01.03", "RI3": "03.01"}
    state = ground({**reds, **dict.fromkeys(STACK, "01.01")}, "blue_exploitation")
    events = state.apply("done")
    (event,) = (event for event in events if event.kind == "out_of_supply")
    (seen,) = (e for e in state.view("red").known_events(events) if e.kind == "out_of_supply")
    assert event.units == ("BI1", "BT1", "BH1")
    assert seen.units == ("BI1",)
    assert str(seen) == "Out of supply: BI1, a hidden unit, a hidden unit."


@pytest.mark.rule("scs", "0.6")
@pytest.mark.parametrize("seed", range(3))
def test_whole_games_told_to_one_side_name_nobody_it_did_not_see(seed: int) -> None:
    """Followed from outside: who was hidden before and after each action."""
    state = hexwar.load_game("scs_sample").start("battle", seed=seed)
    random = Random(seed)
    units = tuple(state.resolved[Units].counters)
    for _ in range(400):
        if state.is_over:
            break
        before = {unit for unit in units if not state.view("league").sees(unit)}
        events = state.apply(state.sample_action(random))
        after = {unit for unit in units if not state.view("league").sees(unit)}
        fought = {u for e in events if e.kind == "battle" for u in (*e.attackers, *e.defenders)}
        # The code of a result may be spelt like a unit.
        told = json.dumps(
            [{**e.to_dict(), "result": ""} for e in state.view("league").known_events(events)]
        )
        for unit in (before & after) - fought:
            assert not re.search(rf"\b{unit}\b", told), told


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
def test_the_last_part_of_a_result_is_carried_out_in_the_open_too() -> None:
    setup = {"RI1": WEST, "RI2": WEST, "RI3": WEST, "BI1": CENTRE, "BI6": "11.08"}
    state = beaten("Ar1", setup, "RI1 RI2")
    assert state.decision is not None
    assert (state.decision.kind, state.decision.side) == ("retreat", "red")
    assert state.view("blue").units_at(WEST) == ("RI1", "RI2")


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
