"""Stacking by size, by place and for some apart, and what rule-lawyers ask.

In the tiny game *stacking_points* a hex holds four points of size, the woods in 0301 and 0302 two.
A division is three, a brigade two, a battalion one, a headquarters nothing, and no two of those
share a hex; trains do not count. An option counts steps instead, three of them.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from shutil import copytree

import pytest

import hexwar
from hexwar.engine.violation import Violation
from hexwar.rules.invariants import broken_invariants
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.stacking.rules import StackingRules
from hexwar.rules.state import State
from tests.conformance.scs.variant import folder
from tests.rules.tiny import FOLDER, listed, place, play, tiny, varied

FOE = {"B3": "0705"}


def red(setup: dict[str, str], options: str = "every_stop") -> State:
    return place("stacking_points", setup | FOE, "red_movement", options)


def refused(state: State, line: str) -> Violation:
    violation = state.explain(line)
    assert violation is not None, line
    assert line not in listed(state)
    return violation


def stacking(state: State, line: str) -> str:
    violation = refused(state, line)
    assert violation.reason == "stacking.limit"
    return violation.message


def allowed(state: State, line: str) -> None:
    assert state.explain(line) is None
    assert line in listed(state)


def test_points_and_not_units_are_counted() -> None:
    """A division and a battalion are four points; a brigade beside a division would be five."""
    state = red({"R1": "0102", "R2": "0103", "R3": "0101"})
    assert "limit is 4 points of size and 1 of headquarters" in stacking(state, "move R2 0102")
    allowed(state, "move R3 0102")
    state.apply("move R3 0102")
    stacking(state, "move R2 0102")
    assert not broken_invariants(state)


def test_the_woods_hold_less_than_the_open_even_when_they_are_empty() -> None:
    state = red({"R1": "0202", "R2": "0201", "R3": "0203"})
    stacking(state, "move R1 0302")
    allowed(state, "move R2 0302")
    state.apply("move R2 0302")
    stacking(state, "move R3 0302")


def test_of_a_limit_of_some_the_others_take_no_notice() -> None:
    """H2 may not join H1; a division may, and H2 may join the division."""
    state = red({"H1": "0102", "H2": "0103", "R1": "0101", "R2": "0104"})
    assert "1 of headquarters a hex" in stacking(state, "move H2 0102")
    allowed(state, "move R1 0102")
    allowed(state, "move H2 0104")


def test_who_does_not_count_joins_a_full_hex_and_leaves_room() -> None:
    state = red({"R1": "0102", "R3": "0102", "T1": "0103", "R2": "0104"})
    allowed(state, "move T1 0102")
    state.apply("move T1 0102")
    state = red({"T1": "0102", "R2": "0103", "R4": "0104"})
    state.apply("move R2 0102")
    allowed(state, "move R4 0102")


def test_a_step_that_is_lost_makes_room() -> None:
    """Counted in steps a whole division is two: two whole divisions' worth never fit, one does."""
    setup = {"R1": "0102", "R2": "0102", "R3": "0103"}
    state = red(setup, "every_stop steps")
    stacking(state, "move R3 0102")
    state.lose(state.frame.unit_index["R1"], 1)
    allowed(state, "move R3 0102")


def test_a_unit_may_stop_on_friends_only_while_enough_of_them_can_move_on() -> None:
    """Until the end of the phase: R1 stops on R2, who must go; R3 has gone and cannot."""
    state = red({"R1": "0102", "R2": "0103", "R3": "0104"}, "")
    state.apply("move R1 0103")
    assert "done" not in listed(state)
    violation = state.explain("done")
    assert violation is not None
    assert violation.reason == "stacking.limit"
    state.apply("move R2 0104")
    allowed(state, "done")
    state = red({"R1": "0102", "R2": "0103", "R3": "0101"}, "")
    state.apply("move R2 0104")
    stacking(state, "move R1 0104")
    state.apply("move R3 0104")
    assert not broken_invariants(state)


def test_room_that_can_be_made_is_room_for_some_and_not_for_all() -> None:
    """R2 has come to stay in 0103, R4 can go: two points are left, too few for the division."""
    state = red({"R2": "0104", "R4": "0103", "R1": "0102", "R3": "0101"}, "")
    state.apply("move R2 0103")
    stacking(state, "move R1 0103")
    allowed(state, "move R3 0103")


def test_units_that_move_together_need_room_together() -> None:
    """A brigade and a battalion are too much beside a brigade; either alone is not."""
    setup = {"R2": "0102", "R3": "0102", "R4": "0103", "R1": "0705"}
    state = place("stacking_points", setup | {"B3": "0701"}, "red_movement", "every_stop in_stacks")
    stacking(state, "move R2+R3 0103")
    allowed(state, "move R2 0103")
    allowed(state, "move R3 0103")
    allowed(state, "move R2+R3 0104")


def test_nobody_retreats_into_a_hex_that_is_full_by_points() -> None:
    """B1 is driven out of 0404; 0504 holds four points, so only the other hexes are open."""
    setup = {"R1": "0304", "R2": "0303", "B3": "0404", "B1": "0504", "B2": "0705"}
    free = dict(setup) | {"B1": "0701"}
    hexes = []
    for stand in (setup, free):
        state = place("stacking_points", stand, "red_combat", "", dice=[1, 1])
        hexes.append(full_for(state, "B2", "0504"))
    assert hexes == [True, False]


def full_for(state: State, unit: str, number: str) -> bool:
    full = state.rules[StackingRules].full(state, state.frame.unit_index[unit])
    return bool(full >> state.frame.board.cell[number] & 1)


def test_too_many_points_cannot_be_set_up_in_one_hex() -> None:
    with pytest.raises(ValueError, match="Red has too many units in 0101"):
        red({"R1": "0101", "R2": "0101"})


def test_areas_are_filled_without_too_many_points(tmp_path: Path) -> None:
    yaml = """
map: {regions: {camp: ["0101..0105"]}}
scenarios:
  meeting: {setup: {R1: camp, R2: camp, R3: camp, R4: camp, H1: camp, H2: camp, T1: null}}
"""
    state = varied(tmp_path, yaml, "stacking_points").start("meeting")
    assert not broken_invariants(state)


@pytest.mark.parametrize("only", ["{state: tired}", "{step: last}", "{in_zone: true}"])
def test_a_limit_asks_for_nothing_that_changes(tmp_path: Path, only: str) -> None:
    copytree(FOLDER / "meadow", tmp_path / "meadow")
    yaml = f"""
states: {{tired: {{title: Tired}}}}
zones_of_control: {{exerted_by: all}}
combat: {{results: {{NE: [{{mark: tired}}]}}}}
stacking: {{limit: {{cases: [{{only: {only}, is: 1}}, 2]}}}}
"""
    found = hexwar.check(folder(tmp_path, yaml, FOLDER / "stacking_points"))
    assert found[0].code == "HW517"


@pytest.mark.parametrize("options", ["", "every_stop", "steps", "in_stacks"])
def test_random_games_keep_the_limits(options: str) -> None:
    for seed in range(8):
        state = tiny("stacking_points").start(None, options.split(), seed)
        random = Random(seed)
        while not state.is_over:
            play(state, random, 1)
            assert not broken_invariants(state)


# -- units that do not share a hex -----------------------------------------------------------------


def test_units_of_different_formations_do_not_share_a_hex() -> None:
    """R2 is of the first corps, R3 and R4 of the second; R1 is of none."""
    setup = {"R1": "0101", "R2": "0102", "R3": "0103", "R4": "0104"}
    state = red(setup, "corps every_stop")
    assert state.explain("move R4 0103") is None
    assert state.explain("move R1 0103") is None
    assert "units of one formation" in stacking(state, "move R2 0103")
    state.apply("move R1 0103")
    stacking(state, "move R2 0103")


def test_groups_that_stay_apart_are_selected() -> None:
    setup = {"R1": "0101", "R2": "0102", "R3": "0103"}
    state = red(setup, "nations every_stop")
    assert state.explain("move R2 0101") is None
    assert state.explain("move R2 0103") is None
    assert stacking(state, "move R3 0101")


@pytest.mark.parametrize(
    ("apart", "found"),
    [
        ("formations", ["L2 and S1 both begin in 0202, and do not share a hex"]),
        ("[{type: foot}, {type: gun}]", ["L2 and S1 both begin in 0202, and do not share a hex"]),
        ("[{type: foot}, {in_zone: true}]", []),
    ],
)
def test_who_stays_apart_is_not_set_up_in_one_hex(
    tmp_path: Path, apart: str, found: list[str]
) -> None:
    yaml = f"""
units:
  types: {{gun: {{title: Gun}}}}
  counters:
    L1: {{side: red, type: foot, formation: left}}
    L2: {{side: red, type: gun, formation: left}}
    S1: {{side: red, type: foot, formation: right}}
formations: {{left: {{title: Left}}, right: {{title: Right}}}}
stacking: {{limit: 4, apart: {apart}}}
scenarios: {{meeting: {{setup: {{L1: "0202", L2: "0202", S1: "0202"}}}}}}
"""
    game = folder(tmp_path, yaml, FOLDER / "meadow")
    assert [d.message for d in hexwar.check(game) if d.code == "HW502"] == found


@pytest.mark.parametrize(("limit", "count"), [(3, 1), (4, 0)])
def test_too_many_points_in_a_hex_of_the_set_up_are_found(
    tmp_path: Path, limit: int, count: int
) -> None:
    """Two units of two steps each; of one that begins reduced only the step that it has counts."""
    yaml = f"""
units: {{types: {{foot: {{steps: [1-1-3, 1-1-3]}}}}}}
losses: {{}}
stacking: {{in: steps, limit: {limit}}}
scenarios:
  meeting: {{setup: {{R1: "0102", R2: "0102"}}}}
  later: {{setup: {{R1: "0102", R2: {{hex: "0102", step: last}}, B1: "0702"}}}}
"""
    game = folder(tmp_path, yaml, FOLDER / "meadow")
    assert [d.code for d in hexwar.check(game)].count("HW502") == count
    reduced = hexwar.load_game(game).start("later")
    assert reduced.units_at("0102") == ("R1", "R2")


def test_where_some_stay_apart_no_hex_begins_with_too_many(tmp_path: Path) -> None:
    """Two of the same nation, in a game in which the nations do not share hexes."""
    yaml = """
stacking: {limit: 1, apart: [{type: foot}, {trait: ally}]}
scenarios: {meeting: {setup: {R1: "0102", R2: "0102"}}}
units: {types: {ally: {traits: [ally]}}}
"""
    game = folder(tmp_path, yaml, FOLDER / "meadow")
    (found,) = [found for found in hexwar.check(game) if found.severity == "error"]
    assert found.code == "HW502"
    assert found.message == "the game cannot begin: Red has too many units in 0102"


@pytest.mark.parametrize("name", ["stacking_points", "stacks", "three_sides", "zones"])
def test_what_is_quickly_told_of_room_and_of_moves_is_true(name: str) -> None:
    """No full hex is left out of those that may be; who can move has a hex to move to."""
    for seed in range(4):
        state, random = tiny(name).start(seed=seed), Random(seed)
        for _ in range(60):
            if state.is_over:
                break
            stacking, movement = state.rules[StackingRules], state.rules[MovementRules]
            for unit, side in enumerate(state.frame.unit_side):
                perhaps = stacking.perhaps_full(state, side)
                assert not stacking.full(state, unit) & ~perhaps
                if state.agenda[-1].kind == "movement" and side == state.phase_side:
                    goals = movement.destinations(state, unit)
                    assert movement.can_move(state, unit) == (goals != 0)
            play(state, random, 1)
