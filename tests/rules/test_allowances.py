"""``movement.modifiers``: several things that change one allowance, and what rule-lawyers ask.

In the tiny game *allowances* all units print 5 movement points and the horse of either side has 2
more. In turns 2 and 4 mud halves what there is, rounded down; in turns 3 and 4 it is night, and
nobody has more than 3. Red's second move of a turn is one point for all but the horse.
"""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pytest

import hexwar
from hexwar.rules.state import State
from tests.conformance.scs.variant import folder
from tests.rules.tiny import FOLDER, listed, place, prices, tiny, varied

APART = {"R1": "0103", "R2": "0105", "B1": "1203"}


def allowance(state: State, unit: str) -> int:
    """The farthest that a unit can go now, over open ground."""
    return max((int(cost) for cost in prices(state, unit).values()), default=0)


def with_modifiers(path: Path, said: str, more: str = "") -> State:
    """The first phase of the game with these modifiers and no others."""
    yaml = f"movement: {{modifiers: {{fodder: null, {said}}}{more}}}"
    return varied(path, yaml, "allowances").start(setup=APART, phase="red_movement")


def findings(path: Path, yaml: str) -> list[str]:
    """What is found in the game with this YAML added, code by code."""
    copytree(FOLDER / "meadow", path / "meadow")
    return [found.code for found in hexwar.check(folder(path, yaml, FOLDER / "allowances"))]


@pytest.mark.parametrize(
    ("turn", "foot", "horse"),
    [
        (1, 5, 7),
        (2, 2, 3),  # 5/2 and 7/2, both down
        (3, 3, 3),
        (4, 2, 3),  # mud before night: it is what is left that night caps
    ],
)
def test_what_effects_and_the_game_say_counts_together(turn: int, foot: int, horse: int) -> None:
    state = place("allowances", APART, "red_movement", turn=turn)
    assert (allowance(state, "R1"), allowance(state, "R2")) == (foot, horse)


def test_a_phase_adds_a_modifier_for_some() -> None:
    state = place("allowances", APART, "red_second")
    assert (allowance(state, "R1"), allowance(state, "R2")) == (1, 7)


def test_what_a_phase_sets_is_changed_like_any_other_number() -> None:
    """One point, halved by the mud and rounded down, is none."""
    state = place("allowances", {"R1": "0103", "B1": "1203"}, "red_second", turn=2)
    assert state.phase != "red_second"  # nobody could move


@pytest.mark.parametrize(
    ("said", "points"),
    [
        ("a: {add: 1}, b: {set: 2}", 3),  # set first, wherever it stands
        ("a: {set: 2}, b: {set: 4}", 4),  # the last one set
        ("a: {multiply: 2}, b: {add: 1}", 12),  # add before multiply
        ("a: {multiply: 1/2, add: 1, set: 3}", 2),
        ("a: {at_most: 4}, b: {multiply: 2}", 4),  # the limits last
        ("a: {at_most: 4}, b: {at_most: 3}", 3),
        ("a: {multiply: 0}, b: {at_least: 1}, c: {at_least: 2}", 2),
        ("a: {at_least: 3}, b: {at_most: 1}", 3),  # the least holds against the most
        ("a: {add: -9}", 0),
        ("a: {multiply: 1/2}", 3),  # a half up
        ("a: {multiply: 1/2, round: down}", 2),
        ("a: {multiply: 1/4, round: up}", 2),
        ("a: {multiply: 1/2, round: up}, b: {add: 0, round: down}", 2),  # the last one said
        ("a: {multiply: 1/2, round: down}, b: {multiply: 1/2}", 1),
        ("a: {multiply: 1/2, round: down}, b: {multiply: 3/2}", 3),  # 3 3/4, rounded once
        ("a: {multiply: 1/2, round: down, only: {trait: horse}}, b: {multiply: 1/2}", 3),
    ],
)
def test_the_order_in_which_changes_count(said: str, points: int, tmp_path: Path) -> None:
    assert allowance(with_modifiers(tmp_path, said), "R1") == points


def test_states_and_modifiers_are_one_reckoning() -> None:
    """A tired unit in mud has half of four, not half of five less one."""
    state = tiny("allowances").start(
        setup={"R1": "0103", "R2": "0203", "B1": "0303"},
        phase="red_combat",
        dice=[2],
        turn=2,
    )
    state.apply("attack 0303 by R2")
    while state.phase != "blue_movement":
        state.apply(next(line for line in listed(state) if line != "attack"))
    assert [status.text for status in state.status("B1")] == ["Tired", "Mud: movement 2"]


def test_a_limit_below_one_leaves_a_unit_without_movement(tmp_path: Path) -> None:
    state = with_modifiers(tmp_path, "a: {set: 0, only: {trait: horse}}")
    refused = state.explain("move R2 0104")
    assert refused is not None
    assert refused.message == "R2 has no movement points."
    assert state.explain("move R1 0102") is None


def test_one_hex_can_always_be_moved_if_the_game_says_so(tmp_path: Path) -> None:
    """That is judged by what the counter prints, as 5/12 to the nearest is none at all."""
    state = with_modifiers(tmp_path, "a: {multiply: 1/12}", ", minimum_move: one_hex")
    assert set(prices(state, "R1")) == {"0102", "0104", "0202", "0203"}


def test_a_modifier_by_place_is_asked_when_the_unit_sets_out(tmp_path: Path) -> None:
    """Beside its horse the foot has two points more; it keeps them on its way, and when the horse
    has gone, who has not moved yet has them no more.
    """
    near = "a: {only: {within: {hexes: 2, of: {trait: horse, side: own}}, trait: foot}, add: 2}"
    yaml = f"units: {{types: {{foot: {{traits: [foot]}}}}}}\nmovement: {{modifiers: {{{near}}}}}"
    game = varied(tmp_path, yaml, "allowances")
    state = game.start(
        setup={"R1": "0103", "R3": "0102", "R2": "0104", "B1": "1203"}, phase="red_movement"
    )
    assert (allowance(state, "R1"), allowance(state, "R3")) == (7, 7)
    assert {"0602", "0802"} <= set(prices(state, "R3"))
    state.apply("move R1 0603")
    assert allowance(state, "R1") == 2  # five of seven are spent
    state.apply("move R2 0805")
    assert allowance(state, "R3") == 5
    assert "0602" in prices(state, "R3")
    assert "0802" not in prices(state, "R3")


def test_who_sees_a_unit_reads_what_changes_its_allowance() -> None:
    state = place("allowances", APART, "red_movement", turn=4)
    assert [status.text for status in state.status("R2")] == ["Fodder, Mud, Night: movement 3"]
    assert [status.text for status in state.status("R1")] == ["Mud, Night: movement 2"]
    assert not place("allowances", APART, "red_movement").status("R1")


@pytest.mark.parametrize("said", ["{only: {trait: horse}}", "{at_least: 3, at_most: 2}"])
def test_a_modifier_that_cannot_work_is_found(said: str, tmp_path: Path) -> None:
    assert "HW466" in findings(tmp_path, f"movement: {{modifiers: {{mud: {said}}}}}")


# -- so many hexes -------------------------------------------------------------------------------

SWAMP = """
map: {hexes: {swamp: ["0202", "0203"]}}
terrain: {hexes: {swamp: {title: Swamp, cost: 4}}}
movement: {allowance: ALLOWANCE, most_hexes: 2, cite: {most_hexes: "4.4"}}
zones_of_control: {entering: stop}
"""


def short(path: Path, allowance: int, **setup: str) -> State:
    """A position in which units go two hexes at most; the swamp between 0103 and 0303 costs 4."""
    game = varied(path, SWAMP.replace("ALLOWANCE", str(allowance)), "meadow")
    return game.start(None, setup={"R1": "0103", **setup}, phase="red_movement")


def test_a_unit_goes_so_many_hexes_at_most_whatever_its_points(tmp_path: Path) -> None:
    """Round the swamp it would be four points and four hexes; through it five points and two."""
    state = short(tmp_path, 9, R2="0705")
    reach = state.reach("R1")
    assert {"0101", "0105", "0303"} <= set(reach)
    assert str(reach["0303"].cost) == "5"
    assert "0402" not in reach and "0301" not in reach
    state.apply("move R1 0303")
    assert state.position("R1") == "0303"
    assert state.reach("R1") == {}, "the move is made in one go"


@pytest.mark.parametrize("dear", ["0202", "0203"])
def test_of_two_ways_as_short_the_cheaper_is_taken(tmp_path: Path, dear: str) -> None:
    swamp = SWAMP.replace('["0202", "0203"]', f'["{dear}"]').replace("ALLOWANCE", "9")
    game = varied(tmp_path, swamp, "meadow")
    state = game.start(None, setup={"R1": "0103"}, phase="red_movement")
    assert str(state.reach("R1")["0303"].cost) == "2"


def test_who_cannot_pay_for_the_short_way_does_not_go_the_long_one(tmp_path: Path) -> None:
    state = short(tmp_path, 4)
    refused = state.explain("move R1 0303")
    assert str(refused) == "4.4: 0303 is too far: R1 moves 2 hexes at most."
    refused = state.explain("move R1 0103-0102-0201-0302")
    assert str(refused) == "4.4: 0302 is too far: R1 moves 2 hexes at most."
    assert state.explain("move R1 0103-0102-0201") is None


def test_a_short_move_stops_where_zones_stop_it(tmp_path: Path) -> None:
    state = short(tmp_path, 9, B1="0201")
    assert "0102" in state.reach("R1")
    assert "0101" not in state.reach("R1")


def test_every_short_move_that_is_listed_can_be_made(tmp_path: Path) -> None:
    """And leads along a path of two hexes at most, for what it is said to cost."""
    state = short(tmp_path, 6, R2="0302", B1="0405")
    for number, there in state.reach("R1").items():
        twin = state.clone()
        (moved,) = [one for one in twin.apply(f"move R1 {number}") if one.kind == "moved"]
        assert len(moved.path) <= 3 and moved.path[-1] == number
        assert moved.cost == str(there.cost)
