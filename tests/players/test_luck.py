"""The luck of the dice in rollouts: shared out alike, and taken off."""

from __future__ import annotations

from random import Random
from statistics import mean, variance

import pytest

import hexwar
from hexwar.engine import Action
from hexwar.players.search.plans import Plan
from hexwar.players.search.player import NEAR, rolling
from hexwar.players.search.rollouts import MOST_RESULTS, AsItFalls, Luck, Rollouts
from hexwar.rules.state import State
from tests.rules.tiny import place

ATTACK = Action.parse("attack 0404 by R1")


def facing() -> State:
    """Three dice with symbols against a unit of several steps."""
    return place("battle_dice", {"R1": "0304", "B1": "0404", "B2": "0701"}, "red_combat")


class Drawn(Random):
    """Draws what it is told to."""

    def __init__(self, part: float) -> None:
        super().__init__(0)
        self.part = part

    def random(self) -> float:
        return self.part


def fallen(part: float) -> tuple[State, float]:
    """What comes of the attack with so much luck, and what that brought."""
    state, luck = facing(), Luck("red")
    luck._random = Drawn(part)
    after = luck.after(state, ATTACK)
    assert after.dice is state.dice, "it goes on with the dice that it has"
    return after, luck.brought


def test_on_the_average_nothing_is_taken_off() -> None:
    parts = [(step + 0.5) / 216 for step in range(216)]
    brought = [fallen(part)[1] for part in parts]
    assert mean(brought) == pytest.approx(0, abs=1e-9)
    assert max(brought) > 0.01 > -0.01 > min(brought)


def test_more_luck_brings_more() -> None:
    worths = [fallen(step / 20)[0].evaluate("red") for step in range(20)]
    assert worths == sorted(worths)
    assert worths[-1] > worths[0]


def test_what_comes_is_one_of_the_outcomes() -> None:
    outcomes = [one.state for one in facing().outcomes(ATTACK)]
    for step in range(10):
        state, _ = fallen(step / 10)
        assert state in outcomes
        assert state.rolled == facing().rolled + 3


def test_what_no_dice_decide_is_carried_out_as_ever() -> None:
    state, luck = facing(), Luck("red")
    after = luck.after(state.clone(), Action.parse("done"))
    state.apply("done", events=False)
    assert after == state
    assert luck.brought == 0


def test_dice_of_many_results_are_left_to_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexwar.players.search.rollouts.MOST_RESULTS", 1)
    luck, plain = Luck("red"), AsItFalls()
    one, other = (facing().clone(seed=7) for _ in range(2))
    assert luck.after(one, ATTACK) == plain.after(other, ATTACK)
    assert luck.brought == 0 < MOST_RESULTS


def test_plans_differ_less_by_luck_where_it_is_weighed() -> None:
    """Two plans of a card phase of Three Mills, twelve trials: their difference varies by a third
    less and more, about the same mean."""
    game = hexwar.load_game("three_mills")
    state = game.start("night_march", seed=3)
    while state.phase != "league_card":
        state.apply(next(iter(state.legal_actions())), events=False)
    seen = state.seen_by("league")
    plans = [Plan((action,)) for action in list(seen.legal_actions())[:2]]
    found = []
    for weighed in (False, True):
        rollouts = Rollouts(seen, 0, Random(1), rolling(seen), NEAR, None, weighed)
        one, other = (
            [rollouts.value(rollouts.played(plan, trial)) for trial in range(12)] for plan in plans
        )
        found.append([mine - theirs for mine, theirs in zip(one, other, strict=True)])
    as_it_falls, weighed_up = map(variance, found)
    assert weighed_up < 0.7 * as_it_falls
    assert abs(mean(found[0]) - mean(found[1])) < 3 * (as_it_falls / 12) ** 0.5
