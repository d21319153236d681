"""Where units act one at a time, the computer makes for what counts, fires, watches and leaves."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from random import Random
from shutil import copytree

import pytest

import hexwar
from hexwar.players import GreedyPlayer, choice_of
from hexwar.rules.figures.rules import FigureRules
from hexwar.rules.state import State
from tests.rules.tiny import FOLDER, listed, place, tiny, varied

SEEDS = range(10)


def begun(name: str, seed: int = 1) -> State:
    """A tiny game at its first decision."""
    return hexwar.load_game(FOLDER / name).start(seed=seed)


def played(state: State, side: str, seed: int) -> list[str]:
    """What the computer does with a side until the game ends; the other side acts at random."""
    player, random, done = GreedyPlayer(), Random(seed), []
    while not state.is_over:
        if state.side_to_act == side:
            action = choice_of(player, state, random)
            done.append(str(action))
        else:
            action = state.sample_action(random)
        state.apply(action)
    return done


def test_who_is_to_be_fetched_is_fetched_and_brought_off_the_map() -> None:
    """Ten points are worth the way."""
    state = begun("escort")
    played(state, "red", 1)
    assert state.points()["red"] >= 10


def test_only_who_scores_by_leaving_leaves() -> None:
    """An exit is open to every team of red; the pilot alone counts."""
    state = begun("escort")
    played(state, "red", 1)
    gone = [name for name in ("R1", "R2", "R3") if state.position(name) is None]
    assert gone == ["R3"]


@pytest.mark.parametrize("name", ["activation", "overwatch", "musket_line"])
def test_who_aims_takes_twice_what_it_loses_to_one_who_acts_at_random(name: str) -> None:
    """Over ten games, in units."""
    lost = [0, 0]
    for seed in SEEDS:
        state = begun(name, seed)
        played(state, "red", seed)
        for unit, side in enumerate(state.frame.unit_side):
            lost[side] += state.eliminated >> unit & 1
    assert lost[1] > 2 * lost[0]


def test_a_unit_that_waits_where_it_wants_to_be_goes_on_overwatch() -> None:
    """It has nobody in range, and may act in the enemy's time in this way only."""
    games = [begun("overwatch", seed) for seed in SEEDS]
    done = [action for seed, state in enumerate(games) for action in played(state, "red", seed)]
    assert any(action.startswith("overwatch") for action in done)


# -- who is escorted, who is hurt, who hides -------------------------------------------------------


def phase_of(state: State, seed: int = 1) -> list[str]:
    """What the computer does with the side to act until its phase is over."""
    player, random, done, here = GreedyPlayer(), Random(seed), list[str](), state.phase
    while not state.is_over and state.phase == here:
        done.append(str(choice_of(player, state, random)))
        state.apply(done[-1])
    return done


def pass_to_turn(state: State, turn: int) -> None:
    """Let nobody do anything until a turn begins."""
    while state.turn < turn:
        state.apply("done")


def test_who_has_moved_hands_over_to_a_friend_who_can_still_bring_the_pilot_out() -> None:
    """Red's last turn: R1 has come to the pilot and can go no farther, R2 beside it can."""
    state = place("escort", {"R1": "0703", "R2": "0403", "R3": "0603", "B1": "0705"}, "red_actions")
    state.apply("move R1 0503")
    assert phase_of(state)[0] == "hand R1 R2"
    assert state.points()["red"] >= 10


def test_who_escorts_goes_to_a_friend_who_comes_farther() -> None:
    """Nobody could bring the pilot out alone: R1 meets R2, which goes on with him."""
    state = place(
        "escort", {"R1": "0703", "R2": "0303", "R3": "0605", "B1": "0705"}, "red_actions", turn=3
    )
    state.apply("move R1 0604")
    pass_to_turn(state, 4)
    assert "hand R1 R2" in phase_of(state)
    assert state.points()["red"] >= 10


def test_nobody_hands_over_to_who_is_farther_from_where_he_is_to_leave() -> None:
    """R1 can take the pilot out by itself."""
    state = place("escort", {"R1": "0303", "R2": "0503", "R3": "0504", "B1": "0705"}, "red_actions")
    state.apply("move R1 0404")
    pass_to_turn(state, 2)
    done = phase_of(state)
    assert not any(action.startswith("hand") for action in done)
    assert state.points()["red"] >= 10


EVACUATED = """
points:
  saved: {side: red, each: 5, for: {exited: {exit: west, of: {type: party}}}}
"""


def test_a_casualty_is_taken_off_the_map_where_that_is_counted(tmp_path: Path) -> None:
    """One of R1's two figures is down, two hexes from the edge."""
    game = varied(tmp_path, EVACUATED, "escort")
    state = game.start(setup={"R1": "0303", "B1": "0705"}, phase="red_actions")
    state.rules[FigureRules].hit(state, state.frame.unit_index["R1"], 1)
    done = phase_of(state)
    assert any(action.startswith("evacuate R1") for action in done)
    assert "leave E1" in done
    assert state.points()["red"] == 5


def test_where_nothing_counts_it_no_figure_is_spared_for_casualties() -> None:
    """The unit fights better together."""
    state = place("escort", {"R1": "0303", "B1": "0705"}, "red_actions")
    state.rules[FigureRules].hit(state, state.frame.unit_index["R1"], 1)
    assert not any(action.startswith("evacuate") for action in phase_of(state))


SOMEWHERE = """
scenarios:
  somewhere: {setup: {R1: "0404", B1: "0604"}}
"""


def test_a_search_is_made_where_somebody_can_be(tmp_path: Path) -> None:
    """R1 begins in 0404 and nowhere else; the woods of 0503 are nearer, and nobody begins there."""
    copytree(FOLDER / "hiding", tmp_path / "hiding")
    state = varied(tmp_path, SOMEWHERE, "ambush").start("somewhere", dice=[4] * 20)
    for line in ("hide R1", "done"):
        state.apply(line)
    assert {"search 0404 by B1", "search 0503 by B1"} <= set(listed(state, "search"))
    assert phase_of(state)[:2] == ["search 0404 by B1", "fire 0404 by B1"]


def test_who_hides_is_looked_for_in_a_world_too() -> None:
    """Where it stands in the world tells nobody where to look."""
    setup: dict[str, str | dict[str, object]] = {"R1": {"hex": "0302", "hidden": True}}
    setup["B1"] = "0502"
    state = tiny("ambush").start(setup=setup, phase="blue_actions", seed=1)
    sought = str(choice_of(GreedyPlayer(), state, Random(1)))
    assert sought.startswith("search")
    for world in islice(state.worlds("blue", Random(1)), 5):
        assert str(GreedyPlayer(in_world=True).choose(world, Random(1))) == sought
