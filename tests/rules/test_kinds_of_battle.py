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
from hexwar.rules.combat.kinds import PREFIX
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


def test_computer_players_play_battles_of_all_kinds() -> None:
    state = tiny("armour").start("meeting", ["assaults", "overruns"], 3)
    greedy = make_player("greedy")
    random = Random(1)
    while not state.is_over:
        state.apply(greedy.choose(state, random))
    assert state.effects == ()
