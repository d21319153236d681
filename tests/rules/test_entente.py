"""Allies that are played by different people.

In the tiny game *entente* red and green are allied against blue; all foot have zones of control,
which stop enemies, and lines of supply do not lead through them.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from shutil import copytree

import pytest

import hexwar
from hexwar.rules.invariants import broken_invariants
from hexwar.rules.language.section import Selector
from hexwar.rules.language.selectors import Selectors
from hexwar.rules.state import State
from tests.conformance.scs.variant import folder
from tests.rules.tiny import FOLDER, listed, place, play, prices, tiny


def begin(phase: str = "red_movement", **units: str) -> State:
    return place("entente", {"B1": "0705", **units}, phase, dice=(1,))


def test_allies_pass_through_each_others_hexes_and_stop_in_none() -> None:
    state = begin(R1="0101", G1="0102")
    reach = prices(state, "R1")
    assert "0102" not in reach
    assert reach["0103"] == "2"
    refused = state.explain("move R1 0102")
    assert refused is not None and refused.reason == "stacking.limit"


def test_nobody_stops_in_the_zone_of_an_ally() -> None:
    assert prices(begin(R1="0101", G1="0301"), "R1")["0302"] == "2"
    assert "0302" not in prices(begin(R1="0101", B1="0301", B2="0203"), "R1")


def test_an_ally_is_not_attacked_and_an_enemy_of_both_is() -> None:
    assert listed(begin("red_combat", R1="0302", G1="0402"), "attack") == []
    assert listed(begin("red_combat", R1="0302", B1="0402"), "attack") == ["attack 0402 by R1"]
    state = begin("red_combat", R1="0302", G1="0402", B1="0303")
    refused = state.explain("attack 0402 by R1")
    assert refused is not None and refused.reason == "combat.adjacent"


def test_allies_do_not_cut_each_others_lines() -> None:
    state = begin(R1="0103", G1="0102", G2="0202")
    assert state.supply_path("R1") is not None
    assert begin(R1="0103", B1="0102", B2="0202").supply_path("R1") is None


def test_own_is_ones_own_side_and_enemy_no_ally() -> None:
    state = begin(R1="0101", G1="0103")
    selectors, red = state.rules[Selectors], state.frame.side_ids.index("red")
    own = selectors.mask(Selector(side=("own",)), red)(state)
    enemy = selectors.mask(Selector(side=("enemy",)), red)(state)
    assert (state.names_of(own), state.names_of(enemy)) == (("R1",), ("B1",))


def test_who_retreats_stops_in_no_hex_of_an_ally() -> None:
    state = begin("blue_combat", R1="0302", G1="0202", G2="0301", B1="0402", B2="0303")
    state.apply("attack 0302 by B1")
    cells = {state.position(unit) for unit in ("R1", "G1", "G2")} - {None}
    while state.decision is not None and state.decision.kind == "retreat":
        assert not {"retreat R1 0202", "retreat R1 0301"} & {*listed(state)}
        state.apply(listed(state)[0])
    assert len(cells) >= 2


@pytest.mark.parametrize(
    "yaml", ["sides: {green: {allies: [green]}}", "sides: {green: {allies: [red, blue]}}"]
)
def test_an_ally_that_cannot_be_one_is_found(tmp_path: Path, yaml: str) -> None:
    copytree(FOLDER / "meadow", tmp_path / "meadow")
    found = hexwar.check(folder(tmp_path, f"{yaml}\n", FOLDER / "entente"))
    assert "HW655" in {one.code for one in found}


def test_a_side_whose_ally_can_win_needs_no_line_of_its_own() -> None:
    assert not [one for one in hexwar.check(FOLDER / "entente") if one.code == "HW508"]


def test_random_games_come_to_an_end_without_breaking_an_invariant() -> None:
    for seed in range(6):
        state = tiny("entente").start(seed=seed)
        play(state, Random(seed), 300)
        assert broken_invariants(state) == []
