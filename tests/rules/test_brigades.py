"""Command by leaders: their shares of orders, by which units act, so many of them.

In the tiny game *brigades* L1 orders one unit within two hexes in movement, L2 two; the vanguard V
needs no order. In battle each orders one unit of his own brigade, wherever it stands: R1 and R2 are
of the first, R3 and R4 of the second.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from shutil import copytree

import pytest

import hexwar
from hexwar.rules.invariants import broken_invariants
from hexwar.rules.state import State
from tests.conformance.scs.variant import folder
from tests.rules.tiny import FOLDER, listed, place, play, tiny

FAR = {"B1": "0705"}


def begin(phase: str = "red_movement", **units: str) -> State:
    return place("brigades", {**FAR, **units}, phase, dice=(6,))


def movers(state: State) -> set[str]:
    return {line.split()[1] for line in listed(state, "move")}


def test_a_unit_that_no_leader_is_near_does_not_move() -> None:
    state = begin(L1="0101", R1="0103", R2="0104")
    assert movers(state) == {"L1", "R1"}
    assert state.explain("move R2 0204") is not None


def test_a_leader_orders_so_many_units_and_himself_needs_no_order() -> None:
    state = begin(L1="0101", R1="0102", R2="0202")
    state.apply("move R1 0103")
    assert movers(state) == {"R1", "L1"}  # who has begun goes on
    state.apply("move L1 0201")
    assert movers(state) == {"L1"}


def test_who_orders_whom_is_arranged_so_that_as_many_as_can_be_move() -> None:
    """R2 is near both: L1 ordered it, until R1 needs him, whom nobody else can order."""
    state = begin(L1="0101", L2="0104", R1="0201", R2="0103", R3="0105", R4="0104")
    state.apply("move R2 0203")
    state.apply("move R1 0301")
    state.apply("move R3 0205")
    assert movers(state) == {"R3", "L1", "L2"}  # three orders, three units


def test_who_needs_no_order_moves_freely() -> None:
    state = begin(V="0103", R1="0105")
    assert movers(state) == {"V"}


def test_leaders_are_asked_where_they_stood_when_the_phase_began() -> None:
    state = begin(L1="0101", R1="0105")
    state.apply("move L1 0103")
    assert movers(state) == {"L1"}


def test_in_battle_a_leader_orders_his_own_formation() -> None:
    near = {"R1": "0303", "R3": "0402", "B2": "0403"}
    state = begin("red_combat", L2="0101", **near)
    assert listed(state, "attack") == ["attack 0403 by R3"]


def test_the_order_of_a_battle_is_used_up_by_it() -> None:
    near = {"R1": "0303", "R2": "0202", "B2": "0403", "B3": "0201"}
    state = begin("red_combat", L1="0105", **near)
    assert {line.split()[-1] for line in listed(state, "attack")} == {"R1", "R2"}
    state.apply("attack 0403 by R1")
    while state.phase == "red_combat" and not listed(state, "done"):
        state.apply(state.sample_action(Random(1)))
    assert state.phase != "red_combat"  # R2 stands beside B3, and has no order


@pytest.mark.parametrize(
    "yaml",
    [
        "sequence: {phases: [{id: rest, kind: recovery, side: red, command: {by: {trait: leader}, "
        "within: 1, most: 1}}]}",
        "combat: {battle: {declare: all_first}}",
    ],
)
def test_orders_that_nobody_needs_are_found(tmp_path: Path, yaml: str) -> None:
    copytree(FOLDER / "meadow", tmp_path / "meadow")
    found = hexwar.check(folder(tmp_path, f"{yaml}\n", FOLDER / "brigades"))
    assert "HW654" in {one.code for one in found}


def test_random_games_come_to_an_end_without_breaking_an_invariant() -> None:
    for seed in range(6):
        state = tiny("brigades").start(seed=seed)
        play(state, Random(seed), 300)
        assert broken_invariants(state) == []
