"""What hides is not shown for nothing."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import hexwar
from hexwar.engine import Action
from hexwar.players.search.budget import Budget, Hurried
from hexwar.players.search.candidates import Candidates
from hexwar.players.search.plans import Plan
from hexwar.players.search.player import Thinking, planning
from hexwar.players.search.rollouts import Rollout, Rollouts, never
from hexwar.players.search.showing import discreet, gives_away, hiding
from hexwar.rules.state import State

TALIBAN = 1
WALKS, FIRES, DONE = map(Action.parse, ("move T3 0820", "fire 0320 by T3", "done"))


def ambush(*, hidden: bool = True) -> State:
    """A team at the edge of cover, and Marines in the open."""
    there: dict[str, Any] = {
        "Bravo": "0320",
        "Charlie": "0322",
        "T3": {"hex": "0819", "hidden": hidden},
    }
    return hexwar.load_game("force_on_force").start(
        "lost_and_found", setup=there, phase="actions", turn=2, initiative="taliban", seed=1
    )


def test_nobody_who_hides_walks_into_the_open_for_nothing() -> None:
    state = ambush()
    assert state.frame.side_ids[TALIBAN] == "taliban"
    assert discreet(state, TALIBAN, (WALKS, DONE)) == (DONE,)
    seen = ambush(hidden=False)
    assert discreet(seen, TALIBAN, (WALKS, DONE)) == (WALKS, DONE)


def test_a_fire_is_worth_being_seen() -> None:
    assert discreet(ambush(), TALIBAN, (FIRES,)) == (FIRES,)


def test_a_fire_that_hardly_hits_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexwar.players.search.showing.LEAST_HIT", 1.0)
    assert discreet(ambush(), TALIBAN, (FIRES, DONE)) == (DONE,)
    assert gives_away(ambush(), TALIBAN, FIRES)
    assert not gives_away(ambush(hidden=False), TALIBAN, FIRES)
    made = Candidates(ambush(), TALIBAN, Random(1), planning)
    first = made.single(Plan((FIRES,), "policy"), 4)[0].actions
    assert not gives_away(ambush(), TALIBAN, first[0])


def test_the_plan_that_shows_them_is_compared_all_the_same() -> None:
    state = ambush()
    made = Candidates(state, TALIBAN, Random(1), planning)
    asked = Plan((WALKS, DONE), "policy")
    quiet = made.sensible(asked)
    assert made.of_phase(quiet, 2) == [quiet, asked]


def test_instead_of_them_others_act_or_the_phase_is_ended() -> None:
    """A plan of nothing but what shows somebody is left no more than the rest is."""
    state = ambush()
    made = Candidates(state, TALIBAN, Random(1), planning)
    asked = Plan((WALKS,), "policy")
    assert made.sensible(asked) == asked
    instead = made.quiet(asked).actions
    assert instead and not gives_away(state, TALIBAN, instead[0])
    assert "T3" not in {unit for action in instead for unit in action.units}
    seen = Candidates(ambush(hidden=False), TALIBAN, Random(1), planning)
    assert seen.quiet(asked) == asked


@pytest.mark.parametrize(("worth", "shows"), [(0.5, True), (0.45, False)])
def test_it_is_tried_out_whether_that_is_better(
    monkeypatch: pytest.MonkeyPatch, worth: float, shows: bool
) -> None:
    """With others who know what they see and no more, as hiding is worth nothing against any."""
    state, sighted = ambush(), list[bool]()

    def played(self: Rollouts, plan: Plan, trial: int, pressed: Hurried = never) -> Rollout:
        sighted.append(not self._policy()._in_world)  # type: ignore[attr-defined]
        chance = worth if plan.actions[0] == WALKS else 0.5
        return Rollout(chance_soon=chance, chance=chance)

    monkeypatch.setattr(Rollouts, "played", played)
    monkeypatch.setattr(Candidates, "own", lambda self, longest=0: Plan((WALKS,), "policy"))
    best = Thinking(state, TALIBAN, Random(1), Budget(1, None)).best()
    assert (best.actions == (WALKS,)) == shows
    assert sighted[:24] == [True] * 24


def test_a_policy_minds_who_is_not_to_act() -> None:
    state = ambush()
    assert hiding(state, TALIBAN) == {"T3"}
    assert hiding(ambush(hidden=False), TALIBAN) == frozenset()
    free = planning(None, 1.0).choose(state, Random(1))
    bound = planning(None, 1.0, lambda it: it == free).choose(state, Random(1))
    assert bound != free
