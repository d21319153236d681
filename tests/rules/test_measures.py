"""What conditions count: steps, values, hexes, shares, two counts compared, recall of the past.

In the tiny game *measures* units have two steps of 4-4-3 and 2-2-3 and a morale of 2; in the
scenario R1 begins with its last step. The towns are four hexes, blue's at the start. Red gains a
factor for each town that it controls, blue points for the morale that red has lost.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from shutil import copytree

import pytest

import hexwar
from hexwar.charts.pages import pages_of_rules
from hexwar.charts.sequence_of_play import victory_conditions
from hexwar.cli.terminal import lines_of
from hexwar.rules.invariants import broken_invariants
from hexwar.rules.language.conditions import Conditions
from hexwar.rules.language.section import ConditionForm
from hexwar.rules.points import scoring
from hexwar.rules.state import State
from hexwar.rules.victory.section import Victory
from hexwar.rules.victory.telling import goals_now
from tests.conformance.scs.variant import folder
from tests.rules.test_scoring import finish, finish_turn
from tests.rules.tiny import FOLDER, place, play, read, tiny

FAR = {"R1": "0101", "R2": "0102", "B1": "0701", "B2": "0702"}
IN_A_ROW, SHARE_OF_STEPS, SUM, STEPS, EVER, POINTS, LOST = range(7)


def holds(state: State, line: int) -> bool:
    """Whether the condition of a line of victory holds."""
    section = state.resolved[Victory].lines
    return state.rules[Conditions].test(section[line].condition)(state)


def lose(state: State, unit: str, steps: int) -> None:
    """A unit has lost so many steps in all."""
    state.lose(state.frame.unit_index[unit], steps)


def test_steps_that_a_unit_begins_without_are_no_losses() -> None:
    state = tiny("measures").start()
    assert not holds(state, LOST)
    lose(state, "R2", 1)
    assert holds(state, LOST)


def test_a_share_of_strength_is_lost_of_what_there_was_at_the_start() -> None:
    """Blue begins with twelve factors of attack: a third of them are gone with B1."""
    state = place("measures", FAR, "red_movement")
    third = read(ConditionForm, "lost: {of: {side: blue}, value: attack, share: 1/3}")
    holds_now = state.rules[Conditions].test(third)
    lose(state, "B1", 1)
    assert not holds_now(state)
    state.eliminate(state.frame.unit_index["B1"])
    assert holds_now(state)
    nobody = read(ConditionForm, "lost: {of: {trait: nobody}, value: attack, share: 1/2}")
    assert not state.rules[Conditions].test(nobody)(state)


def test_a_unit_that_began_reduced_loses_the_steps_that_it_had() -> None:
    state = tiny("measures").start()  # red begins with five steps
    state.eliminate(state.frame.unit_index["R1"])
    lose(state, "R2", 1)
    assert not holds(state, SHARE_OF_STEPS)
    lose(state, "R3", 1)
    assert holds(state, SHARE_OF_STEPS)


def test_one_sum_of_values_is_held_against_another_as_the_counters_show() -> None:
    state = place("measures", FAR, "red_movement")
    assert not holds(state, SUM)  # 8 against 8
    lose(state, "B1", 1)
    assert holds(state, SUM)


def test_bounds_of_one_count_hold_together() -> None:
    state = place("measures", FAR, "red_movement")
    lose(state, "R1", 1)
    assert holds(state, STEPS)  # 4 steps against 3
    lose(state, "B1", 1)
    lose(state, "B2", 1)
    lose(state, "R2", 1)
    assert not holds(state, STEPS)  # 2 against 2
    state.eliminate(state.frame.unit_index["R1"])
    assert holds(state, STEPS)  # 2 against 1
    state.eliminate(state.frame.unit_index["B1"])
    state.eliminate(state.frame.unit_index["R2"])
    assert not holds(state, STEPS)  # 1 against 0, and at least 2 are wanted


def test_hexes_that_hold_units_count_once_however_many_stand_there() -> None:
    state = place("measures", {**FAR, "R1": "0303", "R2": "0303"}, "red_movement")
    assert state.points()["red"] == 2 + 1  # and a factor for the town
    state = place("measures", {**FAR, "R1": "0303", "R2": "0304"}, "red_movement")
    assert state.points()["red"] == 4 + 2


def test_what_was_once_so_is_remembered_in_saves_too() -> None:
    state = place("measures", {**FAR, "R1": "0203", "R2": "0205"}, "red_movement")
    state.apply("move R1 0303")
    state.apply("move R2 0304")
    assert holds(state, EVER)
    finish(state, "red_movement")
    finish_turn(state)
    state.apply("move R1 0203")
    finish(state, "red_movement")
    assert holds(state, EVER)
    saved = json.loads(json.dumps(state.to_dict()))
    assert holds(tiny("measures").state_from_dict(saved), EVER)


def test_what_was_so_only_in_the_middle_of_a_phase_is_not_remembered() -> None:
    state = place("measures", {**FAR, "R1": "0203", "R2": "0205"}, "red_movement")
    state.apply("move R1 0303")
    state.apply("move R2 0304")
    state.place(state.frame.unit_index["R1"], 0)
    finish(state, "red_movement")
    assert not holds(state, EVER)


def test_half_of_the_towns_at_the_ends_of_two_turns_in_a_row_wins() -> None:
    state = place("measures", {**FAR, "R1": "0303", "R2": "0304"}, "red_movement")
    finish_turn(state)
    assert not state.is_over
    finish_turn(state)
    assert state.winner == "red"


def test_turns_in_a_row_are_counted_anew_after_one_in_which_it_was_not_so() -> None:
    setup = {**FAR, "R1": "0303", "R2": "0304", "B1": "0503"}
    state = place("measures", setup, "red_movement")
    finish_turn(state)
    state.apply("move R1 0203")
    finish(state, "red_movement")
    finish(state, "red_combat")
    state.apply("move B1 0303")
    finish_turn(state)
    state.apply("move R1 0403")
    finish_turn(state)
    assert not state.is_over  # the third turn is the first of a new row
    finish_turn(state)
    assert state.winner == "red"


def test_what_is_told_of_turns_in_a_row_is_what_counts(tmp_path: Path) -> None:
    """Also where the units are told by their enemies: `enemy` hangs on who looks."""
    near = "{side: red, within: {hexes: 1, of: {side: enemy}}}"
    line = f"{{winner: red, if: {{units: {{of: {near}, in_a_row: 2}}}}}}"
    said = folder(tmp_path, f"victory: [{line}, {{winner: blue}}]\n", FOLDER / "meadow")
    setup = {"R1": "0402", "B1": "0503", "B2": "0701"}
    state = hexwar.load_game(said).start(setup=setup, seed=1)
    for turns in ("0 turns", "1 turn", "2 turns"):
        goal = goals_now(state)[0]
        assert f"now at the end of {turns}" in goal.needs + goal.told
        finish_turn(state)


def test_the_income_of_a_pool_may_be_counted() -> None:
    state = place("measures", {**FAR, "R1": "0303", "R2": "0304"}, "red_movement")
    assert state.records()["factors"] == 2  # control is reviewed when the game begins
    finish_turn(state)
    assert state.records()["factors"] == 4


def test_the_income_of_a_pool_is_told_as_it_is_counted() -> None:
    pages = pages_of_rules(tiny("measures").start().resolved)
    told = " ".join(" ".join(line for _, page in pages for line in lines_of(page)).split())
    assert "A point comes for each hex of towns that Red controls when Red movement begins." in told


def test_nothing_comes_to_a_pool_where_nothing_is_counted() -> None:
    state = place("measures", FAR, "red_movement")
    said = finish_turn(state)
    assert not any("ransom" in line for line in said)


def test_losses_are_counted_in_values_of_the_games_own() -> None:
    state = place("measures", FAR, "red_movement")
    state.eliminate(state.frame.unit_index["R1"])
    finish(state, "red_movement")
    finish(state, "red_combat")
    assert state.records()["ransom"] == 2
    assert holds(state, POINTS)


def test_measures_are_told_in_words() -> None:
    resolved = tiny("measures").start().resolved
    told = " ".join(" ".join([*lines_of(victory_conditions(resolved)), *scoring(resolved)]).split())
    assert "at the end of 2 turns in a row Red controls at least 1/2 of towns" in told
    assert "Red has lost at least 1/2 of its steps" in told
    assert "the attack of units (Red) is greater than the attack of units (Blue)" in told
    assert "at any time so far there are units (Red) in at least 2 hexes of towns" in told
    assert "scores 2 for each hex of towns with units (Red)" in told


@pytest.mark.parametrize(
    ("yaml", "codes"),
    [
        (
            "effects: {a: {if: {steps_lost: {side: blue, share: 3/2}}, "
            "patch: {movement: {allowance: 2}}}}",
            ["HW512"],
        ),
        (
            "effects: {a: {if: {hexes: {region: towns, of: {side: red}, at_least: 5}}, "
            "patch: {movement: {allowance: 2}}}}",
            ["HW512"],
        ),
        ("points: {more: {side: red, each: 1, for: {points: {side: blue}}}}", ["HW417"]),
    ],
)
def test_what_can_never_hold_is_found(tmp_path: Path, yaml: str, codes: list[str]) -> None:
    copytree(FOLDER / "meadow", tmp_path / "meadow")
    found = hexwar.check(folder(tmp_path, yaml, FOLDER / "measures"))
    assert [one.code for one in found] == codes


def test_random_games_come_to_an_end_without_breaking_an_invariant() -> None:
    for seed in range(10):
        state = tiny("measures").start(seed=seed)
        play(state, Random(seed), 400)
        assert broken_invariants(state) == []


@pytest.mark.parametrize(
    ("asked", "lost", "half"),
    [
        # Red begins with R1 (its last step), R2 and R3: five steps, 10 of attack.
        ("units: {of: {side: red}, share: 2/3}", {"R2"}, {"R1", "R2"}),
        ("units: {of: {side: red, at: {region: towns}}, share: 2/3}", set(), {"R2"}),
        ("steps: {of: {side: red}, share: 4/5}", {"R1"}, {"R2"}),
        ("sum: {value: attack, of: {side: red}, share: 8/10}", {"R1"}, {"R2"}),
        ("formations: {side: red, only: {at: {region: towns}}, share: 1/2}", {"R1"}, {"R2", "R3"}),
    ],
)
def test_a_share_is_of_what_the_scenario_began_with(
    tmp_path: Path, asked: str, lost: set[str], half: set[str]
) -> None:
    """It still holds with these units lost, and no longer with those."""
    copytree(FOLDER / "meadow", tmp_path / "meadow")
    yaml = f"""
victory: [{{winner: red, if: {{{asked}}}}}, {{winner: blue}}]
formations: {{first: {{title: First}}, second: {{title: Second}}}}
units:
  counters: {{R1: {{formation: first}}, R2: {{formation: second}}, R3: {{formation: second}}}}
scenarios: {{meeting: {{setup: {{R1: {{hex: "0102", step: last}}, R2: "0303", R3: "0304"}}}}}}
"""
    game = hexwar.load_game(folder(tmp_path, yaml, FOLDER / "measures"))
    for gone, still in ((lost, True), (half, False)):
        state = game.start("meeting")
        for unit in gone:
            state.eliminate(state.frame.unit_index[unit])
        assert holds(state, 0) is still
