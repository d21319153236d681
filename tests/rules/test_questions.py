"""What a state and a view answer to questions: what can be done now, by whom, and what cannot."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import hexwar
from hexwar.rules.state import State
from tests.rules.tiny import place

NAMED = re.compile(r"`([a-z_]+)`")
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


def test_who_threatens_what_in_a_move_begun_now() -> None:
    """Of both sides at once: R2 stands a hex farther from the east than R1."""
    state = place("meadow", {"R1": "0303", "R2": "0302", "B1": "0701"}, "red_movement")
    threats = state.threats("red")
    assert threats["0603"] == ("R1", "R2")
    assert threats["0305"] == ("R1", "R2")
    assert threats["0505"] == ("R1",)
    assert "0701" not in threats
    assert state.threats("blue")["0702"] == ("B1",)


def test_a_way_is_told_hex_by_hex_where_there_is_one() -> None:
    state = at("red_movement")
    assert state.course("R1", "0301") == ("0303", "0302", "0301")
    assert state.course("R1", "0403") == ()
    assert state.course("R1", "0303") == ()


def test_who_is_asked_of_what_a_game_does_not_have_gets_nothing() -> None:
    state = at("red_movement")
    assert state.line_of_sight("0101", "0102") is None
    assert state.in_sight("0101") == ()
    assert state.fire_range("R1") is None
    assert (state.supply("red"), state.supply_sources("red")) == ({}, ())
    assert state.supply_path("R1") is None
    assert state.in_supply("R1")
    assert state.under_way() is None
    assert state.declared_attacks() == ()
    assert state.zone("R1") == ()


def test_the_action_that_may_be_interrupted_is_told_with_its_way() -> None:
    """B1 may fire where R1 comes within two hexes of him."""
    state = place("opportunity_fire", {"R1": "0103", "B1": "0503"}, "red_movement", dice=[1])
    state.apply("move R1 0103-0203-0303")
    action = state.under_way()
    assert action is not None
    assert (action.unit, action.path, action.target) == ("R1", ("0103", "0203", "0303"), "")
    assert state.fire_range("B1") is not None
    state.apply("decline")
    assert state.under_way() is None


def test_declared_battles_are_told_until_they_are_fought() -> None:
    state = place("declared", {"R1": "0303", "B1": "0402"}, "red_combat", dice=[3])
    assert state.declared_attacks() == ()
    state.apply("attack 0402 by R1")
    assert [(act.units, act.hexes) for act in state.declared_attacks()] == [(("R1",), ("0402",))]


def test_supply_is_told_by_class_with_its_sources_and_ways() -> None:
    state = place("trails", {"R1": "0104", "R2": "0907", "B1": "0702"}, "red_movement")
    assert state.supply_path("R1") is not None
    assert state.supply_path("R2") is None
    (hexes,) = state.supply("red").values()
    assert "0104" in hexes
    assert "0907" not in hexes


def test_a_state_shows_what_the_page_promises_and_nothing_else(root: Path) -> None:
    """Whoever types a dot sees what callers may ask, and no tool of the rules."""
    page = (root / "docs" / "api.md").read_text(encoding="utf-8")
    table = page.partition("\n## All that a state answers")[2].partition("\n## ")[0]
    promised = {name for row in table.splitlines() if row[:1] == "|" for name in NAMED.findall(row)}
    state = hexwar.load_game("strike_force_one").start("standard", seed=1)
    shown = [name for name in dir(state) if not name.startswith("_")]
    assert len(shown) == len(set(shown))
    assert promised == set(shown)
    assert {"remember", "settle", "near", "battle_ended"} & set(shown) == set()
    assert all(hasattr(state, name) for name in shown)
    view = {name for name in dir(state.view("us")) if not name.startswith("_")}
    assert view - promised == {"side", "sees"}
