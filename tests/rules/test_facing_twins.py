"""Twins: two states that differ only in where hidden units look are the same to the other side.

All that a side gets is compared, in random games: views, copies, worlds, what it is told and may
do, why not, pauses, what is printed, shown and saved for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from hypothesis import assume, given
from hypothesis import strategies as st

from hexwar.engine import Action
from hexwar.engine.position import bits
from hexwar.rules.facing.rules import FacingRules
from hexwar.rules.invariants import broken_invariants
from hexwar.rules.state import State
from tests.examples import examples
from tests.rules import test_hidden_twins as hidden_twins
from tests.rules.tiny import tiny

BLUE = 1


def reached(seed: int, decisions: int) -> State:
    """A position of a random game in which all hide that can."""
    state, random = tiny("stalking").start(seed=seed), Random(seed)
    for number in range(decisions):
        if state.is_over:
            break
        action = state.sample_action(random)
        if state.decision is not None and state.decision.kind == "hiding" and number < 40:
            action = next(iter(state.legal_actions()))
        state.apply(action)
    return state


def twin_of(state: State, draw: Random) -> State:
    """One in which those that hide look elsewhere."""
    twin, rules = state.clone(), state.rules[FacingRules]
    for unit in bits(state.secret):
        rules.begins(twin, unit, draw.choice(rules.names))
    twin.forget_computed()
    return twin


def conceivable(state: State) -> Iterator[Action]:
    """Actions about facings, legal or not."""
    for unit in state.frame.unit_ids:
        for look in ("N", "S", "E"):
            yield Action("face", (unit,), name=look)
            yield Action("move", (unit,), ("0503",), f"facing {look}")


def known(state: State) -> Iterator[object]:
    """All that blue can get from a state without playing."""
    yield from hidden_twins.known(state)
    view, units = state.view("blue"), state.frame.unit_ids
    yield [(view.facing(unit), view.arcs(unit), view.status(unit)) for unit in units]
    for action in conceivable(state):
        yield view.explain(action)
        if state.side_to_act == "blue":
            yield state.explain(action)
    worlds = state.worlds("blue", Random(1))
    yield [next(worlds).to_dict() for _ in range(2)]
    yield state.seen_by("blue").evaluate("blue")


def test_a_hidden_unit_that_turns_is_not_told_of() -> None:
    state = tiny("stalking").start(seed=1)
    while state.decision is not None and state.decision.kind == "hiding":
        state.apply(next(iter(state.legal_actions())))
    turns = [action for action in state.legal_actions() if action.verb == "face"]
    hidden = next(a for a in turns if state.secret >> state.frame.unit_index[a.units[0]] & 1)
    told = state.apply(hidden)
    assert [event.kind for event in told] == ["turned"]
    assert state.known_events(told, "blue") == []
    assert state.known_events(told, "red") != []
    assert state.view("blue").facing(hidden.units[0]) == ""
    assert state.view("red").facing(hidden.units[0]) == hidden.name


@examples(0.5)
@given(st.integers(0, 60), st.integers(3, 40), st.randoms(use_true_random=False))
def test_twins_look_alike(seed: int, decisions: int, draw: Random) -> None:
    state = reached(seed, decisions)
    assume(not state.is_over and state.hidden(BLUE))
    twin = twin_of(state, draw)
    assert broken_invariants(twin) == []
    for mine, its in zip(known(state), known(twin), strict=True):
        assert mine == its


@examples(0.1)
@given(st.integers(0, 60), st.integers(8, 40), st.randoms(use_true_random=False))
def test_twins_are_shown_alike(seed: int, decisions: int, draw: Random) -> None:
    state = reached(seed, decisions)
    assume(state.side_to_act == "blue" and state.hidden(BLUE))
    twin = twin_of(state, draw)
    for mine, its in zip(hidden_twins.shown(state), hidden_twins.shown(twin), strict=True):
        assert mine == its


@examples(0.1)
@given(st.integers(0, 60), st.integers(4, 16), st.randoms(use_true_random=False))
def test_twins_stay_alike(seed: int, decisions: int, draw: Random) -> None:
    """While red turns those that hide, each in its game as it likes, and until one is found."""
    state = reached(seed, decisions)
    assume(not state.is_over and state.hidden(BLUE))
    twin = twin_of(state, draw)
    for _ in range(12):
        hidden = state.secret
        if state.is_over or not hidden:
            break
        action = state.sample_action(draw)
        if state.side_to_act == "red":
            unit = state.frame.unit_index.get(action.units[0]) if action.units else None
            if twin.explain(action) or (unit is not None and hidden >> unit & 1):
                action = Action("done")
        if state.explain(action) or twin.explain(action):
            break
        told, its = state.apply(action), twin.apply(action)
        if state.secret != hidden or twin.secret != hidden:
            break
        assert state.known_events(told, "blue") == twin.known_events(its, "blue")
        for mine, yours in zip(known(state), known(twin), strict=True):
            assert mine == yours
