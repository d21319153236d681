"""Shares of supply that is not enough for all, and supply for some alone.

In the tiny game *harbours* red draws supply within three hexes: one unit from 0101, two from 0105,
allies from 0703. Who is without for two supply phases is lost. With *own_staff* a headquarters
supplies its own formation within two hexes, with *small_trains* one unit.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from shutil import copytree

import pytest

import hexwar
from hexwar.rules.invariants import broken_invariants
from hexwar.rules.language.shares import may_go_without, served
from hexwar.rules.state import State
from tests.conformance.scs.variant import folder
from tests.rules.tiny import FOLDER, listed, place, play, tiny


def begin(options: str = "", **units: str) -> State:
    """Red's supply phase, and what follows of it by itself."""
    return place("harbours", {"B1": "0705", **units}, "red_supply", options)


def cut_off(state: State) -> set[str]:
    return set(state.names_of(state.marks.get("out_of_supply", 0)))


def test_as_many_are_supplied_as_can_be() -> None:
    """R1 reaches one harbour only, so the others leave it to R1."""
    state = begin(R1="0201", R2="0103", R3="0103")
    assert state.phase != "red_supply"
    assert cut_off(state) == set()


def test_the_owner_chooses_who_goes_without() -> None:
    state = begin(R1="0103", R2="0103", R3="0203", R4="0204")
    assert listed(state) == ["forgo R1", "forgo R2", "forgo R3", "forgo R4"]
    state.apply("forgo R3")
    assert cut_off(state) == {"R3"}
    assert state.phase != "red_supply"


def test_only_those_that_draw_from_where_there_is_too_little_can_go_without() -> None:
    """0101 has one place, and R1 and R2 reach no other; R3 has the other harbour for itself."""
    state = begin(R1="0101", R2="0201", R3="0205")
    assert listed(state) == ["forgo R1", "forgo R2"]
    refused = state.explain("forgo R3")
    assert refused is not None and "not among those" in refused.message
    state.apply("forgo R1")
    assert cut_off(state) == {"R1"}


def test_a_source_supplies_those_alone_for_whom_it_is() -> None:
    state = begin(A1="0603", R1="0602")
    assert cut_off(state) == {"R1"}


def test_who_goes_without_for_long_is_lost() -> None:
    state = begin(R1="0101", R2="0201")
    state.apply("forgo R2")
    while not listed(state, "forgo"):
        state.apply("done")
    state.apply("forgo R2")
    assert state.names_of(state.eliminated) == ("R2",)


def test_a_headquarters_supplies_its_own_formation() -> None:
    state = begin("own_staff", RG="0102", RL="0104", R1="0202", R2="0202", R3="0202")
    assert cut_off(state) == {"R3"}


def test_the_headquarters_of_another_formation_is_none() -> None:
    state = begin("own_staff", RG="0102", R2="0202")
    assert cut_off(state) == {"R2"}


def test_a_headquarters_supplies_so_many_units() -> None:
    """One each, and itself counts like any other."""
    state = begin("small_trains", RG="0102", R1="0202")
    assert listed(state) == ["forgo R1", "forgo RG"]


def test_stages_that_follow_heed_for_whom_a_source_is() -> None:
    """The allies' camp supplies A1, and through it R1 and RG; to RG alone it gives nothing."""
    state = begin("allied_staff", A1="0603", R1="0503", RG="0602")
    assert cut_off(state) == set()
    state = begin("allied_staff", RG="0603", R1="0503")
    assert cut_off(state) == {"RG", "R1"}


def test_places_are_given_so_that_as_many_as_can_be_are_served() -> None:
    """Three units, two sources: the first serves one of A and B, the second one of A and C."""
    providers = [(0b011, 1), (0b101, 1)]
    assert served(providers, 0b111).bit_count() == 2
    assert may_go_without(providers, 0b111) == 0b111
    assert served([*providers, (0b100, None)], 0b111) == 0b111


def test_a_harbour_for_so_many_steps_supplies_whoever_has_as_few() -> None:
    """Of the three steps of 0101 R1 takes two, and R2 the third once it has lost a step."""
    whole = begin("steps", R1="0101", R2="0201")
    assert listed(whole) == ["forgo R1", "forgo R2"]
    worn = place("harbours", {"B1": "0705", "R1": "0101", "R2": "0201"}, "red_movement", "steps")
    worn.lose(worn.frame.unit_index["R2"], 1)
    worn.apply("done")
    assert worn.phase != "red_supply"
    assert cut_off(worn) == set()


def test_a_unit_draws_from_two_harbours_what_neither_has_alone() -> None:
    """R1 takes two of 0101, so that R2 has one there and one in 0105; R3 is too much."""
    state = begin("steps", R1="0101", R2="0103")
    assert cut_off(state) == set()
    state = begin("steps", R1="0101", R2="0103", R3="0103")
    assert listed(state) == ["forgo R1", "forgo R2", "forgo R3"]


def test_who_takes_nothing_is_supplied_by_any_harbour_in_reach() -> None:
    """Staffs have trains of one, foot of none: of two staffs one goes without, and no foot."""
    state = begin("tonnage", RG="0101", RL="0201", R1="0102", R2="0602")
    assert listed(state) == ["forgo RG", "forgo RL"]
    state.apply("forgo RG")
    assert cut_off(state) == {"RG", "R2"}


def test_shares_are_given_whole_or_not_at_all() -> None:
    """Of three places A takes two: for B, who takes two as well, the third is not enough."""
    providers, draws = [(0b111, 3)], {0: 2, 1: 2, 2: 1}
    assert served(providers, 0b111, draws) == 0b101
    assert may_go_without(providers, 0b111, draws) == 0b111
    assert may_go_without(providers, 0b101, draws) == 0


@pytest.mark.parametrize(
    "trace",
    [
        "{formation: same}",
        "{most: 2}",
        "[{to: {trait: staff}, hexes: 2}, {to: {trait: staff}, most: 2}]",
        "[{to: {trait: staff}}, {hexes: 4}]",
    ],
)
def test_what_limits_nothing_is_found(tmp_path: Path, trace: str) -> None:
    """The last: harbours for so many units, to which no unit's own line goes."""
    copytree(FOLDER / "meadow", tmp_path / "meadow")
    yaml = f"supply: {{trace: {trace}}}\n"
    found = hexwar.check(folder(tmp_path, yaml, FOLDER / "harbours"))
    assert "HW560" in {one.code for one in found}


def test_steps_of_sources_without_a_limit_are_found(tmp_path: Path) -> None:
    copytree(FOLDER / "meadow", tmp_path / "meadow")
    yaml = 'supply: {draws: steps, sources: {red: ["0101"]}}\n'
    found = hexwar.check(folder(tmp_path, yaml, FOLDER / "harbours"))
    assert "HW560" in {one.code for one in found}


def test_random_games_come_to_an_end_without_breaking_an_invariant() -> None:
    for seed in range(6):
        state = tiny("harbours").start(seed=seed)
        play(state, Random(seed), 300)
        assert broken_invariants(state) == []
