"""Kinds of battle: those of some units, or from near, under a patch of their own; and overruns.

In the tiny game *armour* with *assaults* foot that attacks from the next hex does so on a table by
difference of strengths. With *overruns* an overrun costs a point, doubles the attacker, and does
not end the move; with *stopped* it does where the enemy stays.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from hexwar.players import make_player
from hexwar.rules.combat.odds import PREFIX
from hexwar.rules.state import State
from tests.rules.tiny import listed, place, tiny


def red(options: str, phase: str = "red_combat", dice: tuple[int, ...] = (), **setup: str) -> State:
    return place("armour", setup, phase, options, dice=dice)


def test_foot_beside_the_enemy_assaults_on_a_table_of_its_own() -> None:
    state = red("assaults", R2="0302", B2="0402")
    preview = state.preview("attack 0402 by R2")
    assert preview.headings == ("-1", "2")
    assert preview.odds == "a differential of +2"
    assert {outcome.title for outcome in preview.outcomes} == {"DE", "Melee", "NE"}


def test_from_a_distance_or_with_others_it_is_an_ordinary_attack() -> None:
    for units, hexes in (("R2", {"R2": "0202"}), ("R1 R2", {"R1": "0303", "R2": "0302"})):
        state = place("armour", {**hexes, "B2": "0402"}, "red_combat", "assaults")
        assert state.preview(f"attack 0402 by {units}").headings == ("1:2", "1:1", "2:1", "3:1")


def test_its_result_is_carried_out_to_the_end_and_then_all_is_as_before() -> None:
    state = red("assaults", dice=(4, 1), R1="0203", R2="0302", B1="0502", B2="0402", B3="0804")
    state.apply("attack 0402 by R2")
    assert state.casualties("red") == ("R2",)
    assert any(name.startswith(PREFIX) for name in state.effects)
    assert state.decision is not None and state.decision.kind == "retreat"
    again = tiny("armour").state_from_dict(state.to_dict())
    assert again.explain(listed(state)[0]) is None
    state.apply(listed(state)[0])
    assert state.effects == ()
    assert state.preview("attack 0502 by R1").headings == ("1:2", "1:1", "2:1", "3:1")


def test_the_forecast_of_a_kind_is_that_of_its_own_table() -> None:
    state = red("assaults", R2="0302", B2="0402", B1="0703")
    before = state.to_dict()
    outcomes = {o.code: o for o in state.preview("attack 0402 by R2").outcomes}
    assert outcomes["DE"].probability == Fraction(1, 2)
    assert state.to_dict() == before


def test_an_overrun_has_the_patch_of_overruns_and_goes_on() -> None:
    state = red("overruns", "red_movement", (1,), R1="0202", B2="0402", B3="0803")
    state.apply("move R1 0302")
    assert state.preview("overrun 0402 by R1").attacker_strength == 4
    assert state.preview("overrun 0402 by R1").modifiers[-1].label == "Shock"
    state.apply("overrun 0402 by R1")
    assert state.casualties("blue") == ("B2",)
    assert state.position("R1") == "0402"
    assert state.effects == ()
    assert set(state.reach("R1")) and max(r.cost for r in state.reach("R1").values()) == 2


@pytest.mark.parametrize(("die", "goes_on"), [(1, True), (6, False)])
def test_or_it_goes_on_only_where_the_hex_falls_empty(die: int, goes_on: bool) -> None:
    state = red("stopped", "red_movement", (die,), R1="0302", B2="0402", B3="0803", R2="0101")
    state.apply("overrun 0402 by R1")
    while state.decision is not None and state.decision.kind != "movement":
        state.apply(listed(state)[0])
    assert (state.position("R1") == "0402") is goes_on
    assert bool(state.reach("R1")) is goes_on


IN_VAIN = {"R1": "0302", "B2": "0402", "B3": "0805"}


def test_an_overrun_in_vain_goes_through_to_a_hex_behind() -> None:
    """R1 has four points: one for the overrun, one for the hex behind, two to go on with."""
    state = red("through", "red_movement", (6,), **IN_VAIN)
    state.apply("overrun 0402 by R1")
    assert state.decision is not None
    assert state.decision.prompt == "0402 is held: R1 may go through it and on, or pass."
    assert listed(state) == [f"through R1 {n}" for n in ("0403", "0502", "0503")] + ["pass"]
    lines = [choice.label for choice in state.choices()]
    assert lines[1:] == ["R1 goes through to 0502", "R1 goes through to 0503", "Stay here"]
    refused = state.explain("through R1 0401")
    assert str(refused) == "6.1: 0401 is not behind 0402."
    state.apply("through R1 0502")
    assert (state.position("R1"), state.position("B2")) == ("0502", "0402")
    assert max(there.cost for there in state.reach("R1").values()) == 2


def test_who_does_not_go_through_stays_where_it_is() -> None:
    state = red("through", "red_movement", (6,), **IN_VAIN)
    state.apply("overrun 0402 by R1")
    state.apply("pass")
    assert state.position("R1") == "0302"
    assert max(there.cost for there in state.reach("R1").values()) == 3


def test_going_through_is_the_end_where_overruns_end_the_move() -> None:
    for line, ends in (("through R1 0502", "0502"), ("pass", "0302")):
        state = red("through_once", "red_movement", (6,), R2="0101", **IN_VAIN)
        state.apply("overrun 0402 by R1")
        state.apply(line)
        assert state.position("R1") == ends
        assert state.reach("R1") == {}


def test_a_hex_that_falls_empty_is_entered_and_nobody_is_asked() -> None:
    state = red("through", "red_movement", (1,), **IN_VAIN)
    state.apply("overrun 0402 by R1")
    state.apply(listed(state, "retreat")[-1])
    assert state.position("R1") == "0402"
    assert state.decision is not None and state.decision.kind == "movement"


def test_nobody_goes_through_into_enemies_or_without_points() -> None:
    """R2, rifles, has two points: one is left, and the hills behind cost two."""
    state = red("through", "red_movement", (6,), **{**IN_VAIN, "B1": "0502"})
    state.apply("overrun 0402 by R1")
    assert str(state.explain("through R1 0502")) == "6.1: An enemy unit is in 0502."
    state = red("through", "red_movement", (6,), R2="0201", B2="0302", B3="0805", R1="0101")
    state.apply("move R2 0202")
    state.apply("overrun 0302 by R2")
    assert state.decision is not None and state.decision.kind == "movement", "no point is left"


def test_a_stack_goes_through_together_or_one_by_one() -> None:
    state = red("through", "red_movement", (6, 6), R1="0302", R2="0302", B2="0402", B3="0805")
    state.apply("overrun 0402 by R1 R2")
    assert "through R1+R2 0502" in listed(state) and "through R2 0503" in listed(state)
    assert listed(tiny("armour").state_from_dict(state.to_dict())) == listed(state)
    state.apply("through R2 0503")
    state.apply("through R1 0502")
    assert (state.position("R1"), state.position("R2")) == ("0502", "0503")


AROUND = {"R1": "0302", "R2": "0401", "B2": "0402", "B3": "0805"}


def test_units_from_all_around_overrun_together_where_the_game_says_so() -> None:
    one = red("through", "red_movement", (), **AROUND)
    refused = one.explain("overrun 0402 by R1 R2")
    assert refused is not None and refused.message == "R1 and R2 are not in one hex."
    state = red("joint", "red_movement", (6,), **AROUND)
    assert {"overrun 0402 by R1 R2", "overrun 0402 by R1"} <= {*listed(state, "overrun")}
    assert state.preview("overrun 0402 by R1 R2").attacker_strength == 6
    state.apply("overrun 0402 by R1 R2")
    state.apply("through R1 0503")
    assert state.decision is not None and state.decision.units == ("R2",), "and then the other"
    state.apply("pass")
    assert (state.position("R1"), state.position("R2")) == ("0503", "0401")


def test_the_move_of_all_is_over_when_the_last_of_them_has_chosen() -> None:
    state = red("joint_once", "red_movement", (6,), R3="0101", **AROUND)
    for line in ("overrun 0402 by R1 R2", "through R1 0503", "through R2 0403"):
        state.apply(line)
    assert (state.position("R1"), state.position("R2")) == ("0503", "0403")
    assert state.reach("R1") == state.reach("R2") == {}


def test_all_who_overrun_together_stand_beside_the_hex() -> None:
    state = red("joint", "red_movement", (), **{**AROUND, "R2": "0201"})
    refused = state.explain("overrun 0402 by R1 R2")
    assert refused is not None and refused.message == "0402 is not next to 0201."


def test_units_overrun_again_as_the_game_says() -> None:
    setup = {"R1": "0302", "B2": "0402", "B1": "0401", "B3": "0805"}
    for options, same, other in (
        ("overruns", False, False),
        ("elsewhere", False, True),
        ("again", True, True),
    ):
        state = red(options, "red_movement", (6, 6), **setup)
        state.apply("overrun 0402 by R1")
        again = [state.explain(f"overrun {number} by R1") is None for number in ("0402", "0401")]
        assert again == [same, other], options


@pytest.mark.parametrize("name", ["greedy", "random"])
def test_computer_players_go_through_or_stay(name: str) -> None:
    state = red("through", "red_movement", (6,), **IN_VAIN)
    state.apply("overrun 0402 by R1")
    chosen = make_player(name).choose(state, Random(1))
    assert chosen.verb in ("through", "pass")


def test_computer_players_play_battles_of_all_kinds() -> None:
    state = tiny("armour").start("meeting", ["assaults", "overruns"], 3)
    greedy = make_player("greedy")
    random = Random(1)
    while not state.is_over:
        state.apply(greedy.choose(state, random))
    assert state.effects == ()
