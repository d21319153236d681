"""Fire of several units together (`fire.together`), in the tiny game *gunfire*: see test_gunfire.

*stacks*: foot and guns of one hex fire together. *chain*: two at most, in hexes next to each other;
nerve is taken from the roll, and of a group what takes least (2 for foot, 3 for guns, 5 for tanks).
*all_of_it*: wherever they are, and all that they add to the roll counts.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from hexwar.players import make_player
from hexwar.rules.state import State
from tests.rules.test_gunfire import fire, fires, lost, why
from tests.rules.tiny import listed, place, play, tiny, told, varied

STACK = {"B1": "0203", "B3": "0203", "B2": "0203", "R1": "0403", "R3": "0901"}
CHAIN = {"B1": "0203", "B2": "0303", "B3": "0202", "R1": "0402", "R3": "0901"}


def test_strengths_of_a_group_are_added_up() -> None:
    """2 of the foot and 8 and 4 of the gun against 4."""
    found = fire(fires(STACK, "stacks"), "fire 0403 by B1 B3")
    assert (found.attackers, found.defenders) == (("B1", "B3"), ("R1",))
    assert found.odds == "14 to 4"
    assert [f"{line.label} {line.value}" for line in found.modifiers][:2] == ["B1 +2", "B3 +12"]


def test_without_the_word_units_fire_one_by_one() -> None:
    state = fires(STACK)
    assert why(state, "fire 0403 by B1 B3") == "Units fire one by one: write fire HEX by UNIT."
    assert not [line for line in listed(state) if line.count("B") > 1]


@pytest.mark.parametrize(
    ("options", "setup", "line", "said"),
    [
        ("stacks", STACK, "fire 0403 by B1 B2", "8.4: B2 fires with no others."),
        (
            "stacks",
            {**STACK, "B1": "0202"},
            "fire 0403 by B1 B3",
            "8.4: B1 and B3 do not stand in one hex.",
        ),
        ("chain", CHAIN, "fire 0402 by B1 B2 B3", "8.4: No more than 2 units fire together."),
        (
            "chain",
            {**CHAIN, "B1": "0205"},
            "fire 0402 by B1 B2",
            "8.4: B1 and B2 do not stand next to each other.",
        ),
        ("chain", CHAIN, "fire 0402 by B1 B2", ""),
        ("all_of_it", {**CHAIN, "B1": "0205"}, "fire 0402 by B1 B2", ""),
        (
            "all_of_it",
            {**CHAIN, "R3": "0402", "R1": "0901"},
            "fire 0402 by B1 B2",
            "8.2: B1 cannot fire at R3: Small arms.",
        ),
    ],
)
def test_who_may_not_fire_with_others(
    options: str, setup: dict[str, str], line: str, said: str
) -> None:
    found = why(fires(setup, options), line)
    assert found == said if said else not found


def test_each_of_a_group_has_to_reach_the_target() -> None:
    state = fires({"B1": "0203", "B2": "0703", "R1": "0803", "R3": "0901"}, "all_of_it")
    refused = why(state, "fire 0803 by B2 B1")
    assert refused == "0803 is 6 hexes away, and B1 fires no farther than 4."


def test_listed_is_the_largest_group_of_each_place() -> None:
    together = [line for line in listed(fires(STACK, "stacks")) if " B1 B3" in line]
    assert together == ["fire 0403 by B1 B3"]
    pair = [line for line in listed(fires(CHAIN, "chain")) if line.count("B") == 2]
    assert pair == ["fire 0402 by B2 B3"], "of three the two whose fire is worth most"


@pytest.mark.parametrize(("options", "added"), [("chain", "-2"), ("all_of_it", "")])
def test_what_is_added_to_the_roll_of_a_group(options: str, added: str) -> None:
    """-2 of the foot is more than -5 of the tank."""
    found = fire(fires(CHAIN, options), "fire 0402 by B1 B2")
    assert [line.value for line in found.modifiers if line.label == "Nerve"] == [added] * bool(
        added
    )


def test_all_that_units_add_is_summed_where_the_game_says_so() -> None:
    found = fire(fires(CHAIN, "chain all_of_it"), "fire 0402 by B1 B2")
    assert [line.value for line in found.modifiers if line.label == "Nerve"] == ["-7"]


@pytest.mark.parametrize("options", ["stacks", "chain"])
def test_what_is_foreseen_of_a_group_is_what_comes(options: str) -> None:
    """Every face is thrown once."""
    setup, line = (STACK, "fire 0403 by B1 B3") if options == "stacks" else (CHAIN, "")
    line = line or "fire 0402 by B2 B3"
    came: Counter[int] = Counter()
    for die in range(1, 7):
        state = fires(setup, options, (die,))
        state.apply(line)
        came[lost(state, "R1") if state.position("R1") else 2] += 1
    foreseen = fire(fires(setup, options), line).casualties
    assert foreseen == {n: Fraction(times, 6) for n, times in came.items()}


def test_all_of_a_group_have_fired() -> None:
    state = fires(STACK, "stacks", (6,))
    (said,) = [event for event in state.apply("fire 0403 by B1 B3") if event.kind == "fire"]
    assert said.firers == ("B1", "B3")
    assert str(said) == "B1 and B3 fire at R1 in 0403."
    assert listed(state) == ["fire 0403 by B2", "done"]
    assert why(state, "fire 0403 by B3") == "B3 has fired once in this phase."


def test_dice_of_a_group_are_thrown_together() -> None:
    """Twelve of the gun, two of the foot, none blocked."""
    state = fires(STACK, "stacks pools")
    found = fire(state, "fire 0403 by B1 B3")
    assert found.attack_dice == (6,) * 14
    assert sum(found.casualties.values()) == 1


def test_units_fire_together_in_reaction_at_who_passes() -> None:
    setup = {"R1": "0102", "R3": "0901", "B2": "0502", "B3": "0503"}
    state = place("gunfire", setup, "red_movement", "all_of_it", dice=[6])
    state.apply("move R1 0302")
    state.apply("react B3")
    assert listed(state) == ["fire 0202 by B3", "fire 0202 by B3 B2", "pass"]
    assert fire(state, "fire 0202 by B3 B2").attacker_strength == 16
    refused = state.explain("fire 0202 by B3 B1")
    assert refused is not None
    assert refused.message == "B1 may not react together with B3."
    told(state, "fire 0202 by B3 B2")
    assert state.decision is not None
    assert state.decision.kind == "movement", "neither is asked again"


def test_a_computer_player_lets_groups_fire_where_more_comes_of_it(tmp_path: Path) -> None:
    """Tanks of 2 do nothing to 6 alone, and with the gun's 4 double what it does."""
    game = varied(tmp_path, "units: {types: {tank: {steps: 2-6-3}}}", "gunfire")
    there = {"B2": "0203", "B3": "0203", "R3": "0501", "R1": "0901"}
    state = game.start(None, ["all_of_it"], setup=there, phase="blue_fire")
    assert str(make_player("greedy").choose(state, Random(2))) == "fire 0501 by B2 B3"
    there = {"B2": "0203", "B3": "0203", "R1": "0402", "R3": "0901"}
    state = game.start(None, ["all_of_it"], setup=there, phase="blue_fire")
    assert str(make_player("greedy").choose(state, Random(2))) == "fire 0402 by B3"


@pytest.mark.parametrize("options", ["stacks", "chain", "all_of_it chosen", "stacks pools"])
def test_random_games_of_groups_go_on_to_their_end(options: str) -> None:
    for seed in range(3):
        state: State = tiny("gunfire").start("meeting", options.split(), seed=seed)
        play(state, Random(seed), 400)
        assert state.is_over or state.turn > 1


def let_go_on(state: State) -> None:
    """Blue reacts to nothing."""
    while state.side_to_act == "blue":
        state.apply("done" if "done" in listed(state) else "pass")


def test_groups_fire_where_units_act_one_by_one() -> None:
    """Those who fire with the one that acts have acted too, and who has moved fires with others."""
    setup = {"R1": "0302", "R2": "0303", "R3": "0205", "B3": "0601"}
    state = place("overwatch", setup, "first", "volleys", dice=[1, 1])
    assert "fire 0601 by R1 R2" in listed(state)
    state.apply("move R1 0301")
    let_go_on(state)
    assert why(state, "fire 0601 by R1 R2") == "R1 and R2 do not stand next to each other."
    state.apply("done")
    assert why(state, "fire 0601 by R2 R1") == "R1 has already acted in this turn."
    state = place("overwatch", setup, "first", "volleys", dice=[1, 1])
    state.apply("fire 0601 by R1 R2")
    let_go_on(state)
    assert [line for line in listed(state) if "R1" in line or "R2" in line] == []
    assert "fire 0601 by R3" not in listed(state)
