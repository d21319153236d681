"""Section ``stacking``: limits, stacks that attack as one, crowds that must break up."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import hexwar
from hexwar.rules.game import Game
from hexwar.rules.invariants import broken_invariants
from tests.rules.tiny import listed, place, prices, tiny, varied


@pytest.mark.parametrize(("options", "most"), [("", 2), ("three", 3), ("unlimited", 4)])
def test_as_many_may_stop_in_a_hex_as_the_limit_says(options: str, most: int) -> None:
    """R1 to R4 gather in 0101; whoever is one too many may stop only while another can go on."""
    setup = {"R1": "0101", "R2": "0102", "R3": "0103", "R4": "0201", "B1": "0403"}
    state = place("stacks", setup, "red_movement", options)
    state.apply("move R1 0201")
    state.apply("move R1 0101")
    for held, unit in enumerate(("R2", "R3", "R4"), start=1):
        assert (state.explain(f"move {unit} 0101") is None) is (held < most), unit
        if held >= most:
            violation = state.explain(f"move {unit} 0101")
            assert violation is not None
            assert violation.reason == "stacking.limit"
            break
        state.apply(f"move {unit} 0101")
    assert len(state.units_at("0101")) == most


def test_a_unit_may_stop_on_a_friend_that_moves_on() -> None:
    """Until the friend has moved, the phase cannot end."""
    state = tiny("stacks").start("apart")
    state.apply("move R1 0102")
    assert "done" not in listed(state)
    violation = state.explain("done")
    assert violation is not None
    assert violation.reason == "stacking.limit"
    assert state.decision is not None
    assert not state.decision.may_decline
    state.apply("move R2 0101")
    assert "done" in listed(state)
    assert (state.units_at("0101"), state.units_at("0102")) == (("R2",), ("R1",))


def test_nobody_stops_in_a_full_hex_where_every_stop_is_checked() -> None:
    """R2 could move on, and R1 may not stop on it all the same."""
    state = tiny("stacks").start("apart", ["every_stop"])
    violation = state.explain("move R1 0102")
    assert violation is not None
    assert violation.reason == "stacking.limit"
    assert "move R1 0102" not in listed(state)
    state.apply("move R2 0202")
    assert "move R1 0102" in listed(state)


def test_a_unit_may_not_stop_on_a_friend_that_has_moved() -> None:
    state = tiny("stacks").start("apart")
    state.apply("move R2 0202")
    state.apply("move R1 0102")
    violation = state.explain("move R3 0102")
    assert violation is not None
    assert violation.reason == "stacking.limit"


def test_units_that_can_no_longer_stay_go_back_the_last_mover_first() -> None:
    """R2 in 0101 can only leave by 0201. R1 steps onto R2, R3 takes 0201: both must go back."""
    setup = {"R1": "0201", "R2": "0101", "R3": "0301", "B1": "0102"}
    state = place("even_columns", setup, "red_movement")
    state.apply("move R1 0101")
    assert "done" not in listed(state)
    events = state.apply("move R3 0201")
    back = [(event.unit, event.path) for event in events if event.kind == "sent_back"]
    assert back == [("R1", ("0101", "0201")), ("R3", ("0201", "0301"))]
    assert [state.position(unit) for unit in ("R1", "R2", "R3")] == ["0201", "0101", "0301"]
    assert not broken_invariants(state)


def test_a_reinforcement_that_is_sent_back_waits_again() -> None:
    """L1 enters and steps onto R1 in the corner; L2 takes R1's only way out: L1 is out again."""
    setup = {"R1": "0101", "B1": "0201", "B2": "0103", "B3": "0202"}
    state = place("reserves", setup, "red_movement")
    state.apply("enter L1 0102")
    state.apply("move L1 0101")
    events = state.apply("enter L2 0102")
    back = [(event.unit, event.path) for event in events if event.kind == "sent_back"]
    assert back == [("L1", ("0101", ""))]
    assert state.position("L1") is None
    assert "eliminated" not in state.to_dict() or "L1" not in state.to_dict()["eliminated"]
    violation = state.explain("enter L1 0102")
    assert violation is not None
    assert violation.reason == "stacking.limit"
    assert "enter L1 0104" in listed(state)


def test_stacks_attack_as_one() -> None:
    setup = {"R1": "0202", "R2": "0202", "R3": "0301", "B1": "0302", "B2": "0403"}
    state = place("stacks", setup, "red_combat", dice=[4, 4])
    assert listed(state, "attack") == [
        "attack 0302 by R3",
        "attack 0302 by R1 R2",
        "attack 0302 by R1 R2 R3",
    ]
    violation = state.explain("attack 0302 by R1 R3")
    assert violation is not None
    assert violation.reason == "combat.together"
    free = place("stacks", setup, "red_combat", "freely")
    assert len(listed(free, "attack")) == 7


def test_a_stack_larger_than_an_attack_may_be_cannot_attack() -> None:
    """One attacker at most: the pair cannot attack, the single unit can."""
    setup = {"R1": "0202", "R2": "0202", "R3": "0301", "B1": "0302", "B2": "0403"}
    state = place("stacks", setup, "red_combat", "single_attackers")
    assert listed(state, "attack") == ["attack 0302 by R3"]
    violation = state.explain("attack 0302 by R1 R2")
    assert violation is not None
    assert violation.reason == "combat.most_attackers"
    setup = {"R1": "0202", "R2": "0202", "B1": "0302", "B2": "0403"}
    state = place("stacks", setup, "red_combat", "single_attackers")
    assert state.phase != "red_combat"


def test_passing_through_a_full_hex_is_free() -> None:
    state = tiny("stacks").start("apart")
    assert prices(state, "R1")["0103"] == "2"


def test_a_stack_of_two_may_be_joined_while_one_of_them_can_go() -> None:
    setup = {"R1": "0101", "R2": "0101", "R3": "0102", "B1": "0403"}
    state = place("stacks", setup, "red_movement")
    state.apply("move R3 0101")
    assert "done" not in listed(state)
    state.apply("move R2 0102")
    assert "done" in listed(state)


def test_too_many_units_cannot_be_set_up_in_one_hex() -> None:
    with pytest.raises(ValueError, match="Red has too many units in 0101"):
        place("stacks", {"R1": "0101", "R2": "0101", "R3": "0101"}, "red_movement")


# -- limits by side --------------------------------------------------------------------------------


@pytest.fixture
def by_side(tmp_path: Path) -> Game:
    """Three of Red to a hex, and one of Blue."""
    yaml = """
stacking: {limit: {red: 3, blue: 1}}
options:
  red_only: {title: Two of Red, patch: {stacking: {limit: {red: 2, blue: null}}}}
"""
    return varied(tmp_path, yaml, "stacks")


def test_each_side_has_its_own_limit(by_side: Game) -> None:
    """Red's fourth unit may not join the three in 0101; Blue's second may not join the one."""
    setup = {"R1": "0101", "R2": "0101", "R3": "0102", "R4": "0102", "B1": "0401", "B2": "0402"}
    state = by_side.start(None, ["every_stop"], setup=setup, phase="red_movement")
    state.apply("move R3 0101")
    violation = state.explain("move R4 0101")
    assert violation is not None
    assert "the stacking limit is 3 units a hex" in violation.message
    state = by_side.start(None, ["every_stop"], setup=setup, phase="blue_movement")
    violation = state.explain("move B1 0402")
    assert violation is not None
    assert "the stacking limit is one unit a hex" in violation.message


def test_who_is_over_the_limit_of_its_side_must_move_on(by_side: Game) -> None:
    """B1 stops on B2, who has to go; three of Red may stay together meanwhile."""
    setup = {"R1": "0101", "R2": "0101", "R3": "0101", "B1": "0401", "B2": "0402", "B3": "0403"}
    state = by_side.start(None, setup=setup, phase="blue_movement")
    state.apply("move B1 0402")
    assert "done" not in listed(state)
    state.apply("move B2 0401")
    assert "done" in listed(state)
    assert state.units_at("0101") == ("R1", "R2", "R3")


def test_a_side_that_is_not_named_has_no_limit(by_side: Game) -> None:
    chosen = ["red_only", "every_stop"]
    setup = {"R1": "0101", "R2": "0101", "R3": "0102", "B1": "0401", "B2": "0401", "B3": "0402"}
    state = by_side.start(None, chosen, setup=setup, phase="blue_movement")
    state.apply("move B3 0401")
    assert state.units_at("0401") == ("B1", "B2", "B3")
    state = by_side.start(None, chosen, setup=setup, phase="red_movement")
    assert "move R3 0101" not in listed(state)
    assert "move R3 0103" in listed(state)


def test_a_position_is_held_to_the_limit_of_each_side(by_side: Game) -> None:
    by_side.start(None, setup={"R1": "0101", "R2": "0101", "R3": "0101", "B1": "0401"})
    with pytest.raises(ValueError, match="Blue has too many units in 0401"):
        by_side.start(None, setup={"R1": "0101", "B1": "0401", "B2": "0401"})


NOOK = """
map: {regions: {nook: ["0401"]}}
scenarios: {meeting: {setup: {B1: nook, B2: nook}}}
"""


@pytest.mark.parametrize(
    ("yaml", "message"),
    [
        ("stacking: {limit: {red: 1, blue: 2}}\n", "2 units begin in 0101 .R1 R2.; the limit is 1"),
        ("stacking: {limit: {red: 2, blue: 1}}\n" + NOOK, "2 units begin in 1 hexes .nook. with"),
    ],
)
def test_a_scenario_is_held_to_the_limit_of_the_side(
    tmp_path: Path, yaml: str, message: str
) -> None:
    """Red begins in stacks of two, Blue alone or, in the nook, two in one hex."""
    with pytest.raises(hexwar.DefinitionError, match=message):
        varied(tmp_path, yaml, "stacks")


@pytest.mark.parametrize(
    "yaml", ["stacking: {limit: {red: 2, blue: 1}}\n", "stacking: {limit: {red: 2}}\n" + NOOK]
)
def test_the_limit_of_the_other_side_does_not_matter_to_a_scenario(
    tmp_path: Path, yaml: str
) -> None:
    assert varied(tmp_path, yaml, "stacks").start("meeting").units_at("0101") == ("R1", "R2")


STACK = """
stacking: {limit: 3, visible: top}
scenarios: {stack: {setup: {R1: "0101", R2: {hex: "0101", %s}, R3: "0101", B1: "0703"}}}
"""


@pytest.mark.parametrize(("said", "seen"), [("step: 1", "R1"), ("top: true", "R2")])
def test_the_first_of_the_units_file_begins_on_top_or_whom_the_scenario_puts_there(
    tmp_path: Path, said: str, seen: str
) -> None:
    game = varied(tmp_path, STACK % said, "meadow")
    assert game.start("stack").view("blue").units_at("0101") == (seen,)


def test_who_makes_a_position_says_who_lies_on_top(tmp_path: Path) -> None:
    game = varied(tmp_path, STACK % "top: true", "meadow")
    there: dict[str, Any] = {
        "R1": "0101",
        "R2": "0101",
        "R3": {"hex": "0101", "top": True},
        "B1": "0703",
    }
    assert game.start("stack", setup=there).view("blue").units_at("0101") == ("R3",)
    with pytest.raises(ValueError, match="top is True"):
        game.start("stack", setup={"R1": {"hex": "0101", "top": "yes"}})
