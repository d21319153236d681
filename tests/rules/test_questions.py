"""What a state and a view answer to questions: what can be done now, by whom, and what cannot."""

from __future__ import annotations

import pytest

from hexwar.rules.state import State
from tests.rules.tiny import place

NEXT = {"R1": "0303", "B1": "0403"}


def at(phase: str, turn: int = 1) -> State:
    """Red and Blue next to each other in the meadow."""
    return place("meadow", NEXT, phase, turn=turn)


def test_a_unit_has_points_and_a_reach_in_a_movement_phase_of_its_side_only() -> None:
    moving = at("red_movement")
    assert moving.movement_left("R1") == 3
    assert "0302" in moving.reach("R1")
    assert moving.movement_left("B1") is None
    assert moving.reach("B1") == {}
    fighting = at("red_combat")
    assert fighting.movement_left("R1") is None
    assert fighting.reach("R1") == {}


def test_a_hex_can_be_attacked_in_a_combat_phase_of_the_enemy_only() -> None:
    assert at("red_combat").attack_options() == {"0403": (("R1",),)}
    assert at("blue_combat").attack_options() == {"0303": (("B1",),)}
    assert at("red_movement").attack_options() == {}


@pytest.mark.parametrize("unit", ["R1", "B1"])
def test_when_the_game_is_over_nobody_moves_or_attacks(unit: str) -> None:
    state = at("blue_combat", turn=4)
    state.apply("done")
    assert state.is_over
    assert state.reach(unit) == {}
    assert state.movement_left(unit) is None
    assert state.attack_options() == {}
