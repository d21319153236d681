"""Bonds: what zones of two units two hexes apart close between them, to supply lines too.

In the tiny game *bonds* zones stop nobody. 0302 and 0304 have one hex between them, 0303; 0302 and
0502 have two, 0401 and 0402, which share a hexside. Red's sources are 0303 and 0402.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from hexwar.rules.retreat.rules import RetreatRules
from hexwar.rules.state import State
from tests.rules.tiny import place, play, prices, tiny, varied

STRAIGHT = {"B1": "0302", "B2": "0304"}
SLANTED = {"B1": "0302", "B2": "0502"}


def at(options: str = "", **setup: str) -> State:
    return place("bonds", {"B3": "0705", **setup}, "red_movement", options)


def refused(state: State, line: str) -> str:
    violation = state.explain(line)
    return "" if violation is None else f"{violation.reason} {violation.rule}"


def test_the_hex_between_two_units_is_closed() -> None:
    state = at(R1="0203", **STRAIGHT)
    assert "0303" not in state.reach("R1")
    assert refused(state, "move R1 0303") == "zones_of_control.bonds 6.5"
    assert refused(state, "move R1 0203-0303-0403").startswith("zones_of_control.bonds")


def test_a_hex_that_a_marker_makes_dearer_is_closed_by_no_bond(tmp_path: Path) -> None:
    """Along a path no less than by the way that the unit finds itself."""
    yaml = """\
markers:
  wire: {title: Wire, side: blue, begins: ["0303"], does: {cost: {add: 1, only: {side: enemy}}}}
"""
    setup = {"B3": "0705", "R1": "0203"}
    state = varied(tmp_path, yaml, "bonds").start(setup=setup, phase="red_movement")
    assert refused(state, "move R1 0303") == ""
    assert refused(state, "move R1 0203-0303") == ""
    assert prices(state, "R1")["0303"] == "2"


@pytest.mark.parametrize(
    "enemies",
    [{"B1": "0302"}, {"B1": "0302", "B2": "0305"}, {"B1": "0302", "R2": "0304"}],
)
def test_one_unit_or_two_farther_apart_close_nothing(enemies: dict[str, str]) -> None:
    assert "0303" in at(R1="0203", **enemies).reach("R1")


def test_who_stands_between_them_breaks_the_bond() -> None:
    """He may leave, and others may join him."""
    state = at(R1="0203", R2="0303", **STRAIGHT)
    assert "0303" in state.reach("R1")
    assert "0403" in state.reach("R2")


def test_the_hexside_between_them_is_closed_where_two_hexes_lie_there() -> None:
    """Each of the two may be entered, and neither from the other."""
    state = at(R1="0401", R2="0403", **SLANTED)
    assert refused(state, "move R1 0402").startswith("zones_of_control.bonds")
    assert refused(state, "move R1 0401-0402").startswith("zones_of_control.bonds")
    assert "0402" in state.reach("R2")
    path = state.reach("R2")["0402"].path
    assert ("0401", "0402") not in pairwise(path)
    assert "0401" not in state.reach("R2") or state.reach("R2")["0401"].cost > 2


def test_a_units_own_side_is_not_barred() -> None:
    state = place("bonds", {"R3": "0705", "B3": "0203", **STRAIGHT}, "blue_movement")
    assert "0303" in state.reach("B3")


def test_supply_does_not_pass() -> None:
    assert at(R1="0203", B1="0302").supply_path("R1") == ("0203", "0303")
    assert at(R1="0203", **STRAIGHT).supply_path("R1") is None
    assert at(R1="0401", B1="0302").supply_path("R1") == ("0401", "0402")
    assert at(R1="0401", **SLANTED).supply_path("R1") is None


def retreats(state: State, unit: str) -> set[str]:
    rules = state.rules[RetreatRules]
    mask = rules.hexes(state, state.frame.unit_index[unit])
    return {*state.frame.board.numbers(mask)}


def test_nor_does_a_retreat() -> None:
    assert "0303" in retreats(at(R1="0203", B1="0302"), "R1")
    assert "0303" not in retreats(at(R1="0203", **STRAIGHT), "R1")
    assert "0402" not in retreats(at(R1="0401", **SLANTED), "R1")


def test_a_game_says_what_they_bar() -> None:
    state = at("only_marches", R1="0203", **STRAIGHT)
    assert "0303" not in state.reach("R1")
    assert "0303" in retreats(state, "R1")
    assert state.supply_path("R1") is not None


def test_both_zones_must_reach_what_lies_between() -> None:
    assert "0303" in at("rivers", R1="0203", **STRAIGHT).reach("R1")


def test_a_game_says_who_bonds() -> None:
    assert "0303" not in at("of_foot", R1="0203", **STRAIGHT).reach("R1")
    assert "0303" in at("of_foot", R1="0203", B1="0302", B4="0304").reach("R1")


def test_who_heeds_no_zones_heeds_no_bonds() -> None:
    state = at("free_riders", R1="0203", R4="0203", **STRAIGHT)
    assert "0303" in state.reach("R4")
    assert "0303" not in state.reach("R1")


@pytest.mark.parametrize("seed", range(8))
def test_games_with_them_end(seed: int) -> None:
    state = tiny("bonds").start(seed=seed)
    play(state, Random(seed))
    assert state.is_over


def test_terrain_stops_who_enters_it_where_a_bond_closes_a_hexside_too(tmp_path: Path) -> None:
    marsh = "{title: Marsh, cost: 1, entering: stop}"
    yaml = f'map: {{hexes: {{marsh: ["0404"]}}}}\nterrain: {{hexes: {{marsh: {marsh}}}}}'
    setup = {"R1": "0403", "B3": "0705", **SLANTED}
    state = varied(tmp_path, yaml, "bonds").start(setup=setup, phase="red_movement")
    stops = state.reach("R1")["0404"].stops
    assert stops is not None
    assert stops.reason == "terrain.stop"
