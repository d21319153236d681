"""Fires are judged before they are made, where units act one at a time."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

import hexwar
from hexwar.engine import Action
from hexwar.players.search.budget import Budget, Halving
from hexwar.players.search.candidates import Candidates
from hexwar.players.search.plans import Plan
from hexwar.players.search.player import Thinking, planning
from hexwar.players.search.sense import (
    JudgingBounds,
    attacks_badly,
    forgoing,
    gains_of,
    sensible,
)
from hexwar.rules.state import State


def marines_fire(**others: str) -> tuple[State, Action]:
    """Bravo before three Taliban who are pinned, and its fire at them; the position is worth less
    to the marines when the phase is over.
    """
    target = {"hex": "2312", "state": "pinned", "figures": {"fit": 3}}
    setup: dict[str, Any] = {"Bravo": "2017", "T1": target, "Pilot": "2318", **others}
    game = hexwar.load_game("force_on_force")
    state = game.start("lost_and_found", setup=setup, phase="actions", turn=2, initiative="usmc")
    over = state.clone()
    over.apply("done")
    assert over.evaluate("usmc") < state.evaluate("usmc") - 0.05
    return state, Action.parse("fire 2312 by Bravo")


def test_a_fire_is_not_to_blame_for_the_end_of_the_phase() -> None:
    """Nobody can act after Bravo: what comes of its fire is compared with what comes without."""
    state, fire = marines_fire()
    gains = gains_of(state, state.frame.side_index["usmc"], fire)
    assert sum(chance for chance, _ in gains) == pytest.approx(1)
    assert min(gain for _, gain in gains) == pytest.approx(0)
    assert max(gain for _, gain in gains) > 0.01


def test_no_phase_is_ended_for_a_bad_fire_while_others_have_more_to_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("hexwar.players.search.sense.is_bad", lambda *_: True)
    state, fire = marines_fire(Charlie="2018", Alpha="1817")
    assert sensible(state, state.frame.side_index["usmc"], (fire,)) == (fire,)


def test_a_fire_that_is_answered_is_judged_without_what_is_rare() -> None:
    """T1 answers Bravo's fire, so that more can come of it than is listed."""
    setup = {"Bravo": "0320", "T1": "0316", "T4": "3636", "Charlie": "0322", "Pilot": "2318"}
    game = hexwar.load_game("force_on_force")
    state = game.start("lost_and_found", setup=setup, phase="others", turn=2, initiative="taliban")
    side, fire = state.frame.side_index["usmc"], Action.parse("fire 0316 by Bravo")
    assert gains_of(state, side, fire) == []
    gains = gains_of(state, side, fire, JudgingBounds(throws=500, ends=1000, least=Fraction(1, 50)))
    assert sum(chance for chance, _ in gains) == pytest.approx(1)
    assert min(gain for _, gain in gains) < -0.01 < 0.01 < max(gain for _, gain in gains)


def test_an_answer_is_compared_with_what_comes_without_it() -> None:
    """T1 fires at Bravo, who answers, and the turn goes on: that Bravo loses men is no harm that
    its answer does.
    """
    setup = {"Bravo": "0320", "T1": "0316", "T4": "3636", "Charlie": "1817", "Pilot": "2318"}
    game = hexwar.load_game("force_on_force")
    state = game.start(
        "lost_and_found", setup=setup, phase="others", turn=2, initiative="usmc", seed=1
    )
    for action in ("fire 0320 by T1", "react Bravo"):
        state.apply(action)
    while state.decision is not None and state.decision.kind != "reaction":
        state.apply(next(iter(state.legal_actions())))
    side = state.frame.side_index["usmc"]
    assert forgoing(state) == Action("pass")
    bounds = JudgingBounds(throws=500, ends=1000, least=Fraction(1, 100))
    gains = gains_of(state, side, Action.parse("fire 0316 by Bravo"), bounds)
    assert sum(chance * gain for chance, gain in gains) > 0.01


def test_a_bad_fire_within_a_turn_is_let_be(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a unit has begun to act, too: the choice is compared all the same."""
    state, fire = marines_fire(Charlie="2018", Alpha="1817")
    state.apply("move Bravo 1917")
    side, asked = state.frame.side_index["usmc"], Plan((fire,), "policy")
    made = Candidates(state, side, Random(1), planning)
    assert made.single(asked, 4)[0] == asked
    monkeypatch.setattr("hexwar.players.search.candidates.is_bad", lambda *_: True)
    instead, *others = made.single(asked, 40)
    assert instead.actions == (forgoing(state),)
    assert asked in others


def test_what_is_committed_to_a_battle_is_compared_with_the_battle_without_it() -> None:
    """Which is fought in any case: that it may go badly is no harm that aircraft do."""
    state, draw = hexwar.load_game("orva_front").start(seed=2), Random(2)
    while state.agenda[-1].kind != "commitment":
        state.apply(state.sample_action(draw), events=False)
    assert state.turn == 1 and forgoing(state) == Action("pass")
    gains = gains_of(state, state.agenda[-1].side(state), Action.parse("spend union_air"))
    assert sum(chance * gain for chance, gain in gains) > 0.005
    assert min(gain for _, gain in gains) > -0.01


LEAGUE = 0
COMES, OVERRUNS, DONE = map(Action.parse, ("move C1 13.11", "overrun 14.11 by C1", "done"))


def armour_before_infantry() -> State:
    """C1 alone, and three of the Republic in one hex that it could come to and overrun."""
    there = {"C1": "12.09", "V2": "14.11", "G2": "14.11", "V3": "14.11"}
    game = hexwar.load_game("scs_sample")
    return game.start(setup=there, phase="league_movement", seed=1)


def test_an_overrun_is_judged_where_its_unit_has_come_to() -> None:
    state = armour_before_infantry()
    assert attacks_badly(state, LEAGUE, (COMES, OVERRUNS))
    assert not attacks_badly(state, LEAGUE, (COMES, DONE))
    assert not attacks_badly(state, LEAGUE, (DONE, OVERRUNS)), "it is never made"


@pytest.mark.parametrize(("worth", "follows"), [(0.5, "quiet"), (0.3, "bold")])
def test_a_bad_overrun_is_left_out_unless_all_else_does_worse(worth: float, follows: str) -> None:
    """In the first plan, too, which nothing else has been better than."""
    plans = [Plan((COMES, OVERRUNS), "bold"), Plan((DONE,), "quiet")]
    values = {plans[0]: 0.5, plans[1]: worth}
    budget = Budget(8, None)
    thinking = Thinking(armour_before_infantry(), LEAGUE, Random(1), budget)
    thinking.halving = Halving(plans, lambda plan, trial: values[plan], budget, noise=0.001)
    best = thinking.halving.best()
    assert best.idea == "bold"
    assert thinking.calmed(best).idea == follows
