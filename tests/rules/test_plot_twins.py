"""Twins: two states that differ only in what red has written are the same to blue.

All that blue gets is compared, in tiny games with written orders: views, copies, worlds, what it
is told and may write, why not, and what is printed and shown. How much red writes is secret too.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from hexwar.engine import Action
from hexwar.records import Replay, Session
from hexwar.rules.invariants import broken_invariants
from hexwar.rules.plots.rules import WRITTEN
from hexwar.rules.state import State
from hexwar.viewer.match.match import Match
from hexwar.viewer.page.page import replay_page
from hexwar.viewer.table.selection import Selection
from tests.cli.conversation import talk
from tests.examples import examples
from tests.rules.tiny import tiny

GAMES = ("sloops", "turned_up", "tactics")


def twins(name: str, seed: int, turns: int, draw: Random) -> tuple[Session, Session]:
    """Two games at blue's first decision of a phase of writing; red has written this and that."""
    state = tiny(name).start(seed=seed)
    random = Random(seed)
    while not state.is_over and state.turn < turns:
        state.apply(state.sample_action(random))
    while not state.is_over and not (state.phase in ("plotting", "choosing") and is_reds(state)):
        state.apply(state.sample_action(random))
    assume(not state.is_over)
    found = []
    for _ in range(2):
        twin = Session(tiny(name), state.clone(), players={"red": "random"})
        while twin.state.side_to_act == "red":
            action = twin.state.sample_action(draw)
            if action.verb == "done" and draw.random() < 0.8:
                action = twin.state.sample_action(draw)
            twin.apply(action)
        found.append(twin)
    return found[0], found[1]


def is_reds(state: State) -> bool:
    """Whether red has just begun to write."""
    return state.side_to_act == "red" and not state.memory[WRITTEN].paths


def conceivable(state: State) -> Iterator[Action]:
    """Orders of all sorts, legal or not."""
    for unit in state.frame.unit_ids:
        for number in state.frame.board.number[1::2]:
            if number:
                yield Action("plot", (unit,), (number,))
                yield Action("move", (unit,), (number,))
        for word in ("loading", "charge", "going", "moved"):
            yield Action("order", (unit,), name=word)


def known(state: State) -> Iterator[object]:
    """All that blue can get from a state without playing."""
    view, seen, units = state.view("blue"), state.seen_by("blue"), state.frame.unit_ids
    yield view.to_dict()
    yield seen.to_dict()
    yield seen.ply, seen.shown
    yield [(view.reach(unit), view.status(unit), view.zone(unit)) for unit in units]
    yield view.threats("red"), view.points(), view.records(), view.decision
    yield list(view.legal_actions())
    yield state.side_to_act, state.decision
    if state.side_to_act == "blue":
        yield list(state.legal_actions())
        yield state.choices()
        for unit in units:
            yield state.choices([unit], "0503")
    for action in conceivable(state):
        yield view.explain(action)
        if state.side_to_act == "blue":
            yield state.explain(action)
    worlds = state.worlds("blue", Random(1))
    for _ in range(2):
        yield next(worlds).to_dict()
    yield state.evaluate("blue")


def shown(session: Session) -> Iterator[object]:
    """What a person who plays blue is shown, and the page of a replay that is made for it."""
    yield replay_page(Replay(session), ("blue",), lambda done: None)
    yield session.undo_lock, session.undoable
    asked = [f"legal {unit}" for unit in session.state.frame.unit_ids]
    yield talk(session, "", "map", "units", "legal", "log", "undo", *asked)
    selection = Selection(Match(session, {"red": "random"}))
    yield selection.ready()
    for unit in selection.ready():
        selection.pick(unit)
        yield selection.reach(), selection.destinations(), selection.choices()


@examples(0.5)
@given(
    st.sampled_from(GAMES), st.integers(0, 40), st.integers(1, 3), st.randoms(use_true_random=False)
)
def test_twins_look_alike(name: str, seed: int, turns: int, draw: Random) -> None:
    one, other = twins(name, seed, turns, draw)
    assert broken_invariants(one.state) == []
    for mine, its in zip(known(one.state), known(other.state), strict=True):
        assert mine == its


@examples(0.5)
@given(
    st.sampled_from(GAMES), st.integers(0, 40), st.integers(1, 3), st.randoms(use_true_random=False)
)
def test_twins_stay_alike_while_blue_writes(name: str, seed: int, turns: int, draw: Random) -> None:
    one, other = twins(name, seed, turns, draw)
    while one.state.side_to_act == "blue":
        action = one.state.sample_action(draw)
        if action.verb == "done":
            break
        told, its = one.apply(action), other.apply(action)
        view = one.state.view("blue")
        assert view.known_events(told) == other.state.view("blue").known_events(its)
        for mine, yours in zip(known(one.state), known(other.state), strict=True):
            assert mine == yours


@examples(0.2)
@given(
    st.sampled_from(GAMES), st.integers(0, 40), st.integers(1, 3), st.randoms(use_true_random=False)
)
def test_twins_are_shown_alike(name: str, seed: int, turns: int, draw: Random) -> None:
    one, other = twins(name, seed, turns, draw)
    for mine, its in zip(shown(one), shown(other), strict=True):
        assert mine == its


@pytest.mark.parametrize("name", GAMES)
def test_worlds_have_orders_of_those_who_have_finished_and_no_others(name: str) -> None:
    state = tiny(name).start(seed=1)
    assert next(state.worlds("blue", Random(1))).memory[WRITTEN] == WRITTEN.empty
    state.apply("done")
    random, seen = Random(2), set()
    worlds = state.worlds("blue", random)
    for _ in range(20):
        written = next(worlds).memory[WRITTEN]
        units = [unit for many in written for _, unit, _ in many]
        assert {state.frame.side_ids[state.frame.unit_side[unit]] for unit in units} == {"red"}
        seen.add(written)
    assert len(seen) > 2


def test_what_is_guessed_could_have_been_written() -> None:
    state = tiny("sloops").start(seed=1)
    asked, number = state.clone(), state.frame.board.number
    state.apply("done")
    worlds = state.worlds("blue", Random(3))
    for _ in range(20):
        for _, unit, way in next(worlds).memory[WRITTEN].paths:
            name = state.frame.unit_ids[unit]
            path = "-".join(number[cell] for cell in (state.cells[unit], *way))
            assert asked.explain(f"plot {name} {path}") is None
