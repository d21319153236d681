"""Aims in combat: strengths of attackers that hang on whom they attack, and from how far.

In the tiny game *armour* tanks (6-4, range 4) are doubled against armour within half their range
and have 2 against foot; howitzers (12-1, range 6) are halved against armour beyond half of theirs;
rifles (4-2, range 2) attack armour from the next hex only.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random

from hexwar.players import make_player
from hexwar.rules.combat.targets import FOUGHT
from hexwar.rules.state import State
from tests.rules.tiny import listed, place, tiny


def red(**setup: str) -> State:
    return place("armour", setup, "red_combat")


def why(state: State, line: str) -> str:
    violation = state.explain(line)
    return "" if violation is None else violation.message


def strength(state: State, line: str) -> Fraction:
    return state.preview(line).attacker_strength


def lines(state: State, line: str) -> list[str]:
    return [f"{m.label} {m.value}" for m in state.preview(line).modifiers]


def test_a_tank_is_doubled_against_armour_within_half_its_range() -> None:
    for hex_, expected in (("0302", 12), ("0402", 12), ("0502", 6), ("0602", 6)):
        state = red(R1="0202", B1=hex_)
        assert strength(state, f"attack {hex_} by R1") == expected


def test_against_foot_another_of_its_values_counts() -> None:
    state = red(R1="0202", B2="0302")
    assert strength(state, "attack 0302 by R1") == 2
    assert lines(state, "attack 0302 by R1") == ["Soft target soft counts"]


def test_each_unit_counts_at_its_own_distance() -> None:
    state = red(R1="0202", R3="0302", B1="0402")
    assert strength(state, "attack 0402 by R1 R3") == 12 + 12
    state = red(R1="0502", R3="0202", B1="0602")
    assert strength(state, "attack 0602 by R1 R3") == 12 + 6


def test_a_stack_of_both_is_neither_armoured_nor_foot() -> None:
    state = red(R1="0202", R3="0102", B1="0602", B2="0602")
    assert strength(state, "attack 0602 by R1 R3") == 6 + 12
    assert lines(state, "attack 0602 by R1 R3") == []


def test_small_arms_do_not_reach_armour_at_a_distance() -> None:
    state = red(R2="0202", B1="0402", B2="0204")
    assert why(state, "attack 0402 by R2") == "R2 may not attack 0402: Small arms."
    violation = state.explain("attack 0402 by R2")
    assert violation is not None and violation.rule == "5.4"
    assert listed(state, "attack") == ["attack 0204 by R2"]
    assert why(red(R2="0302", B1="0402"), "attack 0402 by R2") == ""


def test_small_arms_reach_nobody_to_be_chosen_among_armour_alone() -> None:
    setup = {"R2": "0202", "B1": "0402", "B3": "0402", "B2": "0203"}
    state = place("armour", setup, "red_combat", "chosen")
    assert why(state, "attack 0402 by R2") == "R2 may not attack 0402: Small arms."
    assert listed(state, "attack") == ["attack 0203 by R2"]


def test_the_attacker_chooses_whom_in_a_hex_he_attacks() -> None:
    setup = {"R1": "0202", "B1": "0402", "B2": "0402"}
    state = place("armour", setup, "red_combat", "chosen", dice=(1,))
    assert state.preview("attack 0402 by R1").defenders == ("B1",)  # 12 to 4, against 2 to 2
    state.apply("attack 0402 by R1")
    assert listed(state) == ["aim B1", "aim B2"]
    labels = [choice.label for choice in state.choices()]
    assert labels == ["B1: 12 to 4, column 3:1", "B2: 2 to 2, column 1:1"]
    assert why(state, "aim B3") == "B3 is not among the units to choose from."
    state.apply("aim B1")
    assert state.casualties("blue") == ("B1",)


def test_who_was_not_chosen_may_still_be_attacked_in_the_phase() -> None:
    setup = {"R1": "0202", "R3": "0201", "B1": "0402", "B2": "0402"}
    state = place("armour", setup, "red_combat", "chosen", dice=(6, 6))
    state.apply("attack 0402 by R1")
    state.apply("aim B1")
    assert listed(state, "attack") == ["attack 0402 by R3"]
    state.apply("attack 0402 by R3")
    assert state.phase == "blue_movement"


def test_only_those_can_be_chosen_whom_the_attackers_may_attack() -> None:
    setup = {"R2": "0202", "R1": "0101", "B1": "0402", "B2": "0402", "B3": "0103"}
    state = place("armour", setup, "red_combat", "chosen", dice=(5,))
    state.apply("attack 0402 by R2")
    assert state.decision is not None and state.decision.kind == "combat"  # no small arms at armour
    assert state.memory[FOUGHT].attacked == 1 << state.frame.unit_index["B2"]


def test_a_result_may_take_as_many_steps_as_the_attackers_are_strong() -> None:
    setup = {"R1": "0202", "B2": "0302", "B1": "0803"}
    state = place("armour", setup, "red_combat", "worn", dice=(1,))
    outcomes = state.preview("attack 0302 by R1").outcomes
    assert {outcome.code for outcome in outcomes} == {"NE", "DR"}  # 2 to 2
    setup = {"R1": "0202", "R3": "0402", "B2": "0302", "B1": "0803"}
    state = place("armour", setup, "red_combat", "worn", dice=(1,))
    state.apply("attack 0302 by R1 R3")  # 14 to 2: all of them
    assert state.casualties("blue") == ("B2",)
    near = {"R1": "0202", "B2": "0302", "B1": "0803"}
    state = place("armour", near, "red_combat", "worn weak", dice=(1,))
    state.apply("attack 0302 by R1")  # 2 to 1, and two steps
    assert (state.steps_lost("B2"), state.casualties("blue")) == (2, ())


def test_players_choose_their_targets() -> None:
    for name in ("random", "greedy"):
        state, random = tiny("armour").start("meeting", ["chosen"], 5), Random(5)
        player = make_player(name)
        while not state.is_over:
            state.apply(player.choose(state, random))
