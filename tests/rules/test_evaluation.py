"""``state.evaluate``: a chance, which follows what brings victory as far as the rules go."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import hexwar
from hexwar.rules.cup.rules import RoundRules
from hexwar.rules.evaluation import weights
from hexwar.rules.evaluation.foresight import Clock
from hexwar.rules.evaluation.rules import EvaluationRules
from hexwar.rules.state import State
from tests.rules.tiny import NAMES, place, tiny, varied

SHIPPED = (
    "strike_force_one",
    "scs_sample",
    "marenfeld",
    "force_on_force",
    "orva_front",
    "tamrat",
)
FOGGY = ("scs_sample", "force_on_force", "tamrat")


def without(state: State, *units: str) -> State:
    """The position after these units have been lost."""
    data = state.to_dict()
    for unit in units:
        del data["units"][unit]
        data["eliminated"].append(unit)
    return tiny("breaking").state_from_dict(data)


def chances(state: State) -> list[float]:
    """What is told of each side that is played."""
    frame = state.frame
    return [state.evaluate(frame.side_ids[side]) for side in frame.played]


@pytest.mark.parametrize("name", SHIPPED)
def test_it_is_a_chance_in_every_shipped_game(name: str) -> None:
    """Of all sides together it is one, for all eyes and through those of each side."""
    state, random = hexwar.load_game(name).start(seed=3), Random(3)
    while not state.is_over:
        for seen in (state, *map(state.seen_by, state.frame.side_ids)):
            told = chances(seen)
            assert all(0 <= chance <= 1 for chance in told)
            assert sum(told) == pytest.approx(1)
        for _ in range(25):
            if not state.is_over:
                state.apply(state.sample_action(random), events=False)
    assert chances(state) == [
        0.5 if state.winner is None else float(state.frame.side_ids[side] == state.winner)
        for side in state.frame.played
    ]


@pytest.mark.parametrize("name", NAMES)
def test_it_is_a_chance_whatever_sections_a_game_has(name: str) -> None:
    """A few positions of each of the tiny games."""
    state, random = tiny(name).start(seed=1), Random(1)
    for _ in range(4):
        told = chances(state)
        assert all(0 <= chance <= 1 for chance in told)
        assert sum(told) == pytest.approx(1)
        for _ in range(6):
            if not state.is_over:
                state.apply(state.sample_action(random), events=False)


def test_losses_that_lead_to_a_victory_count_from_the_first() -> None:
    """An effect that is not yet in force is near: with every unit lost it comes nearer."""
    fresh = tiny("breaking").start(seed=1)
    worn = [fresh, without(fresh, "B1"), without(fresh, "B1", "B2")]
    red = [state.evaluate("red") for state in worn]
    assert red[0] == pytest.approx(0.5)
    assert red[0] + 0.05 < red[1] < red[2] - 0.05
    assert [state.evaluate("blue") for state in worn] == pytest.approx(
        [1 - chance for chance in red]
    )


def test_steps_count_where_units_are_counted_and_losses_do_not_weaken_them() -> None:
    """Three Mills counts units that are lost, and a unit throws all its dice to the last step."""
    game = hexwar.load_game("three_mills")
    data = game.start("night_march", seed=1).to_dict()
    told = []
    for lost in range(4):
        data["lost"] = {"L1": lost} if lost else {}
        told.append(game.state_from_dict(data).evaluate("duke"))
    assert told == sorted(told)
    assert told[1] - told[0] > 0.005
    assert told[3] - told[2] > told[1] - told[0], "the last steps count for more"


@pytest.mark.parametrize("name", ["WEARING", "ENDANGERED", "DISTANCE"])
def test_weights_that_are_changed_are_weighed_with(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """As the fit of the weights does it, which asks the same positions again and again."""
    game = hexwar.load_game("three_mills")
    data = game.start("night_march", seed=1).to_dict()
    state = game.state_from_dict(data | {"lost": {"L1": 2, "L2": 3}})
    rules = state.rules[EvaluationRules]
    before = state.evaluate("duke")
    monkeypatch.setattr(weights, name, 0.2)
    state.forget_computed()
    rules.forget()
    after = state.evaluate("duke")
    monkeypatch.undo()
    state.forget_computed()
    rules.forget()
    assert before == state.evaluate("duke") != after


def test_an_effect_that_lasts_is_in_force_even_when_its_condition_is_over(tmp_path: Path) -> None:
    yaml = """
effects:
  storm: {title: A storm, if: {turn: {at_most: 1}}, lasts: game, patch: {movement: {allowance: 1}}}
victory: [{winner: red, if: {effect: storm}}, {winner: blue}]
"""
    state = varied(tmp_path, yaml, "meadow").start(seed=1)
    while state.turn < 3:
        state.apply("done")
    assert "storm" in state.effects
    assert state.evaluate("red") > 0.9


def test_what_is_missing_weighs_less_when_there_is_time_to_lose_it() -> None:
    """A single loss in the last turn brings nobody near; in the first it may be the beginning."""
    late = place("breaking", {"R1": "0202", "R2": "0203", "B1": "0602"}, "blue_combat", turn=4)
    assert late.evaluate("red") == pytest.approx(0.5, abs=0.1)


def test_places_are_worth_what_stands_there_and_around() -> None:
    """Two towns of three win: held with nobody near, and with the enemy beside them."""
    game = hexwar.load_game("strike_force_one")

    def soviet(setup: dict[str, str], turn: int, phase: str) -> float:
        return game.start("standard", setup=setup, turn=turn, phase=phase).evaluate("soviet")

    far = {"A": "0603", "B": "0405", "W": "0108", "X": "0107"}
    near = {**far, "W": "0604", "X": "0704"}
    one = {**far, "B": "0404"}
    assert soviet(far, 4, "us_combat") > 0.97 > soviet(near, 4, "us_combat") > 0.5
    assert soviet(one, 4, "us_combat") < 0.1
    assert 0.1 < soviet(near, 1, "us_movement") < soviet(near, 4, "us_combat")


@pytest.mark.parametrize("name", FOGGY)
def test_a_hidden_army_is_not_taken_for_a_dead_one(name: str) -> None:
    """Through the eyes of a side that sees nothing of the enemy it stands about as it does."""
    state, random = hexwar.load_game(name).start(seed=5), Random(5)
    for _ in range(40):
        state.apply(state.sample_action(random), events=False)
    for side in state.frame.side_ids:
        assert state.seen_by(side).evaluate(side) == pytest.approx(state.evaluate(side), abs=0.2)


def test_points_and_draws(tmp_path: Path) -> None:
    """Who scores for losses is ahead by them; with equal points nobody is."""
    yaml = """
points:
  red: {side: red, each: 1, for: {eliminated: {side: blue}}}
  blue: {side: blue, each: 1, for: {eliminated: {side: red}}}
victory:
  - {winner: red, if: {points: {side: red, over: blue}}}
  - {winner: blue, if: {points: {side: blue, over: red}}}
  - {winner: draw}
"""
    game = varied(tmp_path, yaml, "meadow")
    fresh = game.start(seed=1)
    assert fresh.evaluate("red") == pytest.approx(0.5, abs=0.02)
    data = fresh.to_dict()
    del data["units"]["B1"]
    data["eliminated"].append("B1")
    assert game.state_from_dict(data).evaluate("red") > 0.6


def test_the_nearer_a_condition_of_victory_the_better() -> None:
    """Red wins with two hexes of the goal, Blue as soon as it holds one from turn 2 on."""
    away, near, won = (
        place("endings", {"R1": r1, "R2": r2, "B1": "0701"}, "red_movement")
        for r1, r2 in (("0101", "0103"), ("0403", "0103"), ("0403", "0503"))
    )
    assert away.evaluate("red") < near.evaluate("red") < won.evaluate("red")


def test_a_weaker_army_is_worse_where_victory_does_not_ask_for_it(tmp_path: Path) -> None:
    """Nobody can win, and yet a step less is a step less."""
    state = varied(tmp_path, "victory: [{winner: draw}]", "holdings").start(seed=3)
    hurt = state.clone()
    hurt.lose(state.frame.unit_index["B1"], 1)
    assert hurt.evaluate("red") > state.evaluate("red")


def test_who_may_not_act_for_long_is_weaker() -> None:
    """Not he who may again when the phase is over."""
    state = tiny("rally").start(seed=3)
    chances = {"": state.evaluate("red")}
    for name in ("shaken", "spent"):
        marked = state.clone()
        marked.marks = {**marked.marks, name: 1 << state.frame.unit_index["B1"]}
        marked.forget_computed()
        chances[name] = marked.evaluate("red")
    assert chances["shaken"] > chances[""] == chances["spent"]


@pytest.mark.parametrize("name", SHIPPED)
def test_a_scenario_is_taken_for_fair_before_anything_has_happened(name: str) -> None:
    """What can be said of a side's chances comes from what was done since."""
    game = hexwar.load_game(name)
    for scenario in game.catalog.scenarios:
        assert chances(game.start(scenario, seed=1)) == pytest.approx([0.5, 0.5], abs=0.1)


def test_what_is_looked_at_soon_is_judged_by_then() -> None:
    """Blue stands on the goal, which wins at the end of any turn from the second on, and nobody
    will drive it away before; if it is looked at later, much may happen until then.
    """
    setup = {"R1": "0303", "R2": "0302", "B1": "0403"}
    soon, later = (place("endings", setup, "blue_combat", turn=turn) for turn in (2, 1))
    assert soon.evaluate("blue") > 0.9 > later.evaluate("blue")


def test_the_part_of_the_activations_that_is_to_come_counts() -> None:
    """Three units of each side are activated in turns, and each of them moves and fights."""
    state = tiny("turns_about").start(seed=1)
    clock = Clock(state.frame, state.rules[RoundRules])
    ahead = []
    for action in ("activate R1", "done", "activate B1", "done", "pass", "activate B2", "done"):
        ahead.append(clock.until(state, 1))
        state.apply(action)
        while state.phase == "fight" and state.side_to_act and not state.explain("done"):
            state.apply("done")
    assert [now.moves for now in ahead[:2]] == [(1, 1), (1, 1)]
    assert ahead[2].moves == pytest.approx((2 / 3, 1))
    assert [now.left for now in ahead[:3]] == pytest.approx([1 / 3, 1 / 3, 5 / 18])
    assert clock.until(state, 1).moves == pytest.approx((2 / 3, 1 / 3))
    assert clock.to_end_of_phase(state).moves == (0, 0)
    assert clock.until(state, 3).moves == pytest.approx((8 / 3, 7 / 3))


def test_of_phases_whose_side_is_found_in_play_each_side_has_its_part() -> None:
    """One of the two phases of a turn is for whoever has the initiative, the other for the rest."""
    state = hexwar.load_game("force_on_force").start(seed=1)
    clock = Clock(state.frame, state.rules[RoundRules])
    assert clock.until(state, 9).moves == (9, 9)


def test_it_does_not_leap_while_one_is_activated_after_the_other() -> None:
    """A phase that ends and changes nothing on the map says little about who wins."""
    state, random = hexwar.load_game("tamrat").start(seed=4), Random(4)
    leaps = []
    while not state.is_over:
        before, told = ([*state.cells], [*state.lost]), state.evaluate("column")
        action = state.sample_action(random)
        state.apply(action, events=False)
        if before == (state.cells, state.lost) and action.verb == "done" and not state.is_over:
            leaps.append(abs(state.evaluate("column") - told))
    assert len(leaps) > 20
    assert max(leaps) < 0.2
    assert sum(leaps) / len(leaps) < 0.03


def test_a_side_that_there_is_not() -> None:
    with pytest.raises(ValueError, match="no side green"):
        tiny("meadow").start(seed=1).evaluate("green")
