"""Fire that spills over at others (`fire.spills`), in the tiny game *gunfire*: see test_gunfire.

*spilling*: shells of guns befall all within a hex of their target at half strength, friends too.
*careful*: only enemies on foot in the hex itself, in full.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from hexwar.players import make_player
from tests.rules.test_gunfire import fire, fires, lost
from tests.rules.tiny import play, tiny

BESIDE = {"B3": "0203", "R1": "0402", "R2": "0502", "B1": "0401", "R3": "0901"}


def test_all_beside_the_target_are_rolled_for_at_half() -> None:
    """12 against R1's 4; 6 to 4 is one to one for R2 and B1: a step each of 2, halted by a 3."""
    state = fires(BESIDE, "spilling", (6, 2, 1))
    said = [str(event) for event in state.apply("fire 0402 by B3")]
    assert "B3 fires at R1 in 0402." in said
    assert "The fire spills over at B1 in 0401." in said
    assert "The fire spills over at R2 in 0502." in said
    assert [lost(state, unit) for unit in ("R1", "B1", "R2")] == [0, 1, 1]


def test_who_fires_is_not_hit_by_it_nor_who_stands_farther_off() -> None:
    state = fires({"B3": "0303", "R1": "0402", "R2": "0601", "R3": "0901"}, "spilling", (6,))
    told = [str(event) for event in state.apply("fire 0402 by B3")]
    assert not [line for line in told if "spills" in line]


def test_only_what_is_said_spills_over_and_at_whom() -> None:
    tank = {"B2": "0203", "R1": "0402", "R2": "0502", "R3": "0901"}
    assert fire(fires(tank, "spilling"), "fire 0402 by B2").spilled == {}
    stack = {"B3": "0203", "R1": "0402", "R2": "0402", "B1": "0401", "R3": "0501"}
    assert set(fire(fires(stack, "careful"), "fire 0402 by B3").spilled) == {"R2"}
    with_tank = {"B3": "0203", "R1": "0402", "R3": "0402", "R2": "0901"}
    found = fire(fires(with_tank, "careful"), "fire 0402 by B3")
    assert (found.defenders, set(found.spilled)) == (("R3",), {"R1"})


def test_what_is_foreseen_of_spilled_fire_is_what_comes() -> None:
    """Every throw of three dice."""
    came: dict[str, Counter[int]] = {unit: Counter() for unit in ("R1", "R2", "B1")}
    for dice in product(range(1, 7), repeat=3):
        state = fires(BESIDE, "spilling", dice)
        state.apply("fire 0402 by B3")
        while state.phase == "blue_fire" and state.decision and state.decision.kind == "retreat":
            state.apply(next(iter(state.legal_actions())))
        for unit, counter in came.items():
            counter[lost(state, unit) if unit not in gone(state) else 2] += 1
    foreseen = fire(fires(BESIDE, "spilling"), "fire 0402 by B3")
    for unit, chances in {"R1": foreseen.casualties, **foreseen.spilled}.items():
        assert chances == {n: Fraction(times, 216) for n, times in sorted(came[unit].items())}
    assert foreseen.expected_losses["blue"] == sum(
        n * chance for n, chance in foreseen.spilled["B1"].items()
    )


def gone(state: object) -> set[str]:
    """The units that are eliminated."""
    units = ("R1", "R2", "B1")
    return {unit for unit in units if state.eliminated >> state.frame.unit_index[unit] & 1}  # type: ignore[attr-defined]


def test_pools_of_those_beside_are_half_as_large() -> None:
    state = fires(BESIDE, "spilling pools", (1,) * 40)
    found = fire(state, "fire 0402 by B3")
    assert len(found.attack_dice) == 12
    assert sum(found.spilled["B1"].values()) == 1
    dice = [e.dice for e in state.apply("fire 0402 by B3") if e.kind == "fire"]
    assert [len(each) for each in dice] == [12, 6, 6]


def test_a_computer_player_spares_its_own() -> None:
    """R1 stands among blue foot, R2 by himself."""
    among = {"B3": "0203", "R1": "0402", "B1": "0401", "B2": "0301", "R2": "0205", "R3": "0901"}
    state = fires(among, "spilling")
    assert str(make_player("greedy").choose(state, Random(1))) == "fire 0205 by B3"


@pytest.mark.parametrize("options", ["spilling", "careful", "spilling hex", "spilling pools"])
def test_random_games_of_spilled_fire_go_on_to_their_end(options: str) -> None:
    for seed in range(3):
        state = tiny("gunfire").start("meeting", options.split(), seed=seed)
        play(state, Random(seed), 400)
        assert state.is_over or state.turn > 1
