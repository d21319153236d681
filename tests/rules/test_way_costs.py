"""What a way costs is told part by part, and the parts come to the whole."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

import hexwar
from hexwar.rules.state import State


def orva_in_movement() -> State:
    state = hexwar.load_game("orva_front").start(seed=5)
    while state.phase != "union_movement":
        state.apply("done")
    return state


def test_a_zone_that_makes_two_hexes_dear_is_named() -> None:
    state = orva_in_movement()
    goal = state.reach("A2")["0705"]
    assert goal.cost == 6
    assert state.way_costs("A2", goal.path) == {
        "Plain": Fraction(2),
        "enemy zones of control": Fraction(4),
    }


def test_a_road_is_named_instead_of_the_ground() -> None:
    state = orva_in_movement()
    assert state.way_costs("D1", ("0705", "0704")) == {"Road": Fraction(1, 2)}
    assert state.way_costs("D1", ("0804", "0904")) == {"Plain": Fraction(1), "River": Fraction(1)}


@pytest.mark.parametrize(
    "name", ["orva_front", "strike_force_one", "marenfeld", "tamrat", "scs_sample"]
)
def test_the_parts_come_to_the_whole(name: str) -> None:
    state, random, told = hexwar.load_game(name).start(seed=3), Random(3), 0
    for _ in range(400):
        if state.is_over or told > 400:
            break
        for unit in state.frame.unit_ids:
            left = state.movement_left(unit)
            for goal in state.reach(unit).values():
                if (
                    left is not None and goal.cost < left
                ):  # a hex that may be entered whatever it costs takes all
                    assert sum(state.way_costs(unit, goal.path).values()) == goal.cost
                    told += 1
        state.apply(state.sample_action(random))
    assert told
