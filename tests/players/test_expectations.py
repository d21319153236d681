"""What computer players expect of results, works and shortage that concern some units alone."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import hexwar
from hexwar.players import make_player
from hexwar.players.battlefield import battlefield_of
from hexwar.players.campaign.tables import ALL, ExpectedResult, tables_of
from hexwar.rules.supply.rules import WORN_DOWN, WornDown
from tests.rules.tiny import place, varied

ONLY = """
units:
  types:
    foot: {steps: [4-4-3, 2-2-3]}
    guns: {title: Guns, traits: [gun], steps: 4-4-3}
  counters:
    B2: {type: guns}
    B3: {type: guns}
stacking: {limit: 2}
combat:
  strength: printed
  column: {ratio: down}
  columns: ["1:2", "1:1", "2:1"]
  table:
    1: [DE, DE, DE]
    2: [DE, DE, DE]
    3: [DE, DE, DE]
    4: [DE, DE, DE]
    5: [DE, DE, DE]
    6: [AR, AR, AR]
  results:
    DE: [{eliminate: {who: defender, only: {trait: gun}}}]
    AR: [{retreat: {who: attacker, only: {not: {trait: gun}}}}]
    DR: null
    NE: null
"""


def chosen(state: hexwar.State) -> str:
    """What the greedy player does."""
    return str(make_player("greedy").choose(state, Random(1)))


def expected(state: hexwar.State, defenders: list[str]) -> ExpectedResult:
    """What the first row promises against these, for an attack by R1."""
    index = state.frame.unit_index
    tables = tables_of(state.rules)
    results = tables.results_of(state, 1, 0, [index["R1"]], [index[name] for name in defenders])
    return max(results, key=lambda one: one.chance)


@pytest.mark.parametrize(
    ("defenders", "lost"), [(["B1"], 0), (["B1", "B2"], 1), (["B2", "B3"], ALL)]
)
def test_a_result_takes_those_alone_whom_it_means(
    tmp_path: Path, defenders: list[str], lost: int
) -> None:
    state = varied(tmp_path, ONLY, "meadow").start(seed=1)
    assert expected(state, defenders).lost == lost


def test_a_computer_player_attacks_whom_the_results_mean(tmp_path: Path) -> None:
    """B1 on foot loses nothing by any result, and R1 nothing but ground; B2, a gun, is lost."""
    setup = {"R1": "0303", "B1": "0302", "B2": "0402", "R2": "0101", "B3": "0704"}
    state = varied(tmp_path, ONLY, "meadow").start(None, setup=setup, phase="red_combat")
    assert chosen(state) == "attack 0402 by R1"
    del setup["B2"]
    alone = varied(tmp_path / "alone", ONLY, "meadow").start(None, setup=setup, phase="red_combat")
    assert chosen(alone) == "done"


def test_where_units_count_one_each_the_same_holds(tmp_path: Path) -> None:
    yaml = """
units: {types: {guns: {title: Guns, traits: [gun]}}, counters: {B2: {type: guns}}}
combat:
  columns: [1]
  table: {1: [DE], 2: [DE], 3: [DE], 4: [NE], 5: [NE], 6: [NE]}
  results: {DE: [{eliminate: {who: defender, only: {trait: gun}}}], DR: null, AR: null}
"""
    setup = {"R1": "0303", "B1": "0302", "B2": "0402"}
    state = varied(tmp_path, yaml, "meadow").start(None, setup=setup, phase="red_combat")
    assert chosen(state) == "attack 0402 by R1"
    index, field = state.frame.unit_index, battlefield_of(state.rules)
    for name, hit in (("B1", 0.0), ("B2", 0.5)):
        unit = index[name]
        prospect = field.prospect(state, [index["R1"]], (unit,), state.cells[unit], state.cells)
        assert prospect is not None and round(prospect.hit, 6) == hit


def test_a_bridge_is_wrecked_before_the_enemy_and_kept_for_ones_own() -> None:
    """Red is nearer to it than blue in the first place, farther away in the second."""
    near = {"R1": "0303", "R2": "0203", "RE": "0105", "B1": "0402", "BE": "0705"}
    assert chosen(place("pontoons", near, "blue_orders")) == "wreck B1 0303-0403 bridge"
    own = {"R1": "0101", "RE": "0105", "B1": "0403", "B2": "0503", "BE": "0602"}
    assert chosen(place("pontoons", own, "blue_orders")) == "done"


def test_the_weakest_goes_without_supply_but_not_for_long() -> None:
    """R1 has lost a step. Where it had no supply the last time, another goes without."""
    setup = {"B1": "0705", "R1": "0101", "R2": "0201", "R3": "0102"}
    for before, goes in ((False, "forgo R1"), (True, "forgo R2")):
        state = place("harbours", setup, "red_movement", "steps")
        r1 = state.frame.unit_index["R1"]
        state.lose(r1, 1)
        if before:
            state.remember(WORN_DOWN, WornDown((1 << r1, 1 << r1)))
        state.apply("done")
        assert chosen(state) == goes
