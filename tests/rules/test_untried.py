"""Untried units: strength that nobody knows before the first fight.

In the tiny game *militia* blue's units draw from four chits: 6-6, 2-4, and two of nothing; 3-3 is
printed on them.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from shutil import copytree

import pytest

import hexwar
from hexwar.rules.state import State
from tests.conformance.scs.variant import folder
from tests.rules.tiny import FOLDER, place, play, tiny, varied

ATTACK = "attack 0302 by R1"


def facing(*dice: int, options: str = "", phase: str = "red_combat", **setup: str) -> State:
    units = {"R1": "0301", "B1": "0302", "B3": "0705", **setup}
    return place("militia", units, phase, options, dice=dice)


def read(state: State, unit: str) -> str:
    return " ".join(status.text for status in state.status(unit))


def test_before_it_fights_a_unit_counts_with_what_is_printed() -> None:
    state = facing()
    preview = state.view("red").preview(ATTACK)
    assert preview.defender_strength == 3
    assert read(state, "B1") == "untried"
    assert read(state, "R1") == ""


@pytest.mark.parametrize(("chit", "strength", "column"), [(1, "6-6", "1:2"), (2, "2-4", "1:1")])
def test_it_draws_before_odds_are_reckoned(chit: int, strength: str, column: str) -> None:
    """The column is that of what was drawn: 4 against 6, 4 against 4."""
    state = facing(chit, 4)
    events = {event.kind: event for event in state.apply(ATTACK)}
    assert events["tried"].rule == "5.3"
    assert events["battle"].column == column
    assert read(state, "B1") == f"tried: {strength}"


def test_what_was_drawn_stays() -> None:
    """The next battle draws nothing, and is foreseen as it will be fought."""
    state = facing(1, 4)
    state.apply(ATTACK)
    while (state.turn, state.phase) != (2, "red_combat"):
        state.apply("done")
    assert state.view("red").preview(ATTACK).defender_strength == 6


@pytest.mark.parametrize("chit", [3, 4])
def test_who_draws_nothing_is_eliminated_and_the_rest_fights(chit: int) -> None:
    """Two defend; one vanishes, and the odds are those against the other, who drew 6."""
    state = facing(chit, 1, 4, B2="0302")
    events = state.apply(ATTACK)
    assert [e.unit for e in events if e.kind == "eliminated"] == ["B1"]
    (battle,) = [e for e in events if e.kind == "battle"]
    assert (battle.column, battle.defenders) == ("1:2", ("B2",))


def test_where_nobody_is_left_there_is_no_battle() -> None:
    state = facing(3)
    events = state.apply(ATTACK)
    assert not [e for e in events if e.kind == "battle"]
    assert state.position("B1") is None
    assert state.phase != "red_combat"  # R1 has attacked, and has nothing more to do


def test_an_attack_by_nothing_is_no_attack() -> None:
    state = facing(4, phase="blue_combat")
    state.apply("attack 0301 by B1")
    assert state.position("B1") is None
    assert state.position("R1") == "0301"


def test_only_the_strength_that_it_fights_with_counts() -> None:
    """0-4 is something in defence, and nothing in attack."""
    state = facing(1, 4, options="timid")
    state.apply(ATTACK)
    assert read(state, "B1") == "tried: 0-4"
    assert state.position("B1") is not None
    state = facing(1, options="timid", phase="blue_combat")
    state.apply("attack 0301 by B1")
    assert state.position("B1") is None


def test_a_game_may_let_them_stay() -> None:
    state = facing(3, 4, options="hollow")
    state.apply(ATTACK)
    assert read(state, "B1") == "tried: 0-0"


def test_a_game_may_reveal_attackers_only() -> None:
    state = facing(4, options="attackers_only")
    state.apply(ATTACK)
    assert read(state, "B1") == "untried"


def test_chits_are_drawn_without_replacement() -> None:
    """Of three left the first is 2-4."""
    state = facing(1, 4, 1, 4, R2="0505", B2="0605")
    state.apply(ATTACK)
    state.apply("attack 0605 by R2")
    assert (read(state, "B1"), read(state, "B2")) == ("tried: 6-6", "tried: 2-4")


def test_who_comes_back_is_untried_again() -> None:
    state = facing(1, 4)
    state.apply(ATTACK)
    state.renew(state.frame.unit_index["B1"])
    assert read(state, "B1") == "untried"


def test_nobody_can_foresee_it() -> None:
    """Neither side, nor a copy with other dice: each may draw any chit."""
    units = {"R1": "0301", "B1": "0302", "B3": "0705"}
    state = tiny("militia").start(setup=units, phase="red_combat", seed=3)
    found = set()
    for seed in range(20):
        twin = state.seen_by("blue").clone(seed=seed)
        twin.apply(ATTACK)
        found.add(read(twin, "B1") if twin.position("B1") else "gone")
    assert found == {"tried: 6-6", "tried: 2-4", "gone"}


def test_what_was_drawn_is_saved() -> None:
    state = facing(1, 4)
    state.apply(ATTACK)
    again = tiny("militia").state_from_dict(state.to_dict())
    assert read(again, "B1") == "tried: 6-6"


@pytest.mark.parametrize(
    ("yaml", "says"),
    [
        ("untried: {draw: {6-6: null, 2-4: null}}", "draw from 2 chits"),
        ("units: {types: {militia: {steps: [3-3-3, 1-1-3]}}}", "B1 has 2 steps, chit 6-6 has 1"),
        (
            "untried: {bags: {elite: {only: {unit: [B1, B2, B3]}, draw: {5-5/2-2: 1}}}, "
            "only: {unit: B1}}",
            "2 units draw from 1 chits",
        ),
    ],
)
def test_bags_that_do_not_suit_are_found(tmp_path: Path, yaml: str, says: str) -> None:
    copytree(FOLDER / "meadow", tmp_path / "meadow")
    found = hexwar.check(folder(tmp_path, yaml, FOLDER / "militia"))
    assert any(one.code == "HW562" and says in one.message for one in found)


TWO_STEPS = """
units: {types: {militia: {steps: [3-3-3, 1-1-3]}, foot: {steps: 9-9-3}}}
combat: {table: {4: [LS, LS, LS]}, results: {LS: [{lose_steps: {who: defender, count: 1}}]}}
untried:
  only: {unit: [B1, B2]}
  draw: {6-6: null, 2-4: null, 0-0: null, 6-6/2-5: 1, 4-4/0-3: 1}
  bags: {guard: {only: {unit: [B2, B3]}, draw: {8-8/7-7: 1, 1-1/1-0: 1}}}
"""


def two_steps(path: Path, *dice: int, **setup: str) -> State:
    """R1 before B1; both lose a step whenever they are attacked."""
    units = {"R1": "0301", "B1": "0302", **setup}
    return varied(path, TWO_STEPS, "militia").start(setup=units, phase="red_combat", dice=dice)


def test_a_chit_may_have_the_strengths_of_several_steps(tmp_path: Path) -> None:
    state = two_steps(tmp_path, 1, 4)
    events = {event.kind: event for event in state.apply(ATTACK)}
    assert "6-6/2-5" in events["tried"].text
    assert events["battle"].column == "1:1"
    assert read(state, "B1") == "tried: 2-5"


def test_a_reduced_side_without_strength_stays(tmp_path: Path) -> None:
    """It was something when it was drawn; only who draws nothing is eliminated."""
    state = two_steps(tmp_path, 2, 4)
    state.apply(ATTACK)
    assert read(state, "B1") == "tried: 0-3"
    while state.phase != "red_combat":
        state.apply("done")
    assert state.view("red").preview(ATTACK).defender_strength == 3
    assert state.position("B1") == "0302"


def test_some_units_draw_from_a_bag_of_their_own(tmp_path: Path) -> None:
    """B2, whom both mean, draws from the first, and B3 from the other, in which two are left."""
    state = two_steps(tmp_path, 2, 4, 1, 4, R2="0505", B2="0605", R3="0103", B3="0104")
    state.apply("attack 0605 by R2")
    state.apply("attack 0104 by R3")
    assert (read(state, "B2"), read(state, "B3")) == ("tried: 0-3", "tried: 7-7")


@pytest.mark.parametrize("seed", range(8))
def test_games_with_them_end(seed: int) -> None:
    state = tiny("militia").start(seed=seed)
    play(state, Random(seed))
    assert state.is_over
