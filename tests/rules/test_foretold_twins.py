"""What is foretold of the other side's answers tells nothing of units that hide.

Who could react to a move, and what may be committed against an attack, is asked while the pointer
goes over the map: so often that whatever it told of a hidden unit would soon be the whole of it.
Twins differ only in where such units are.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from hexwar.records import Session
from hexwar.rules.game import Game
from hexwar.rules.state import State
from hexwar.viewer.match.match import Match
from hexwar.viewer.table.selection import Selection
from tests.examples import examples
from tests.rules.test_hidden_twins import BLUE, reached, twin_of
from tests.rules.tiny import tiny, varied
from tests.viewer.table import Table

# -- who could react ------------------------------------------------------------------------------


def ways(state: State) -> Iterator[tuple[str, list[str], str]]:
    """Each blue unit, a hex that it could go to, and at whom it could fire from there."""
    board = state.resolved.map
    for unit in state.frame.unit_ids:
        here = state.view("blue").position(unit)
        if unit.startswith("B") and here:
            yield from ((unit, [number], "") for number in board.neighbors(here))
            yield from ((unit, [here], number) for number in board.numbers[::3])


@examples(0.3)
@given(st.integers(0, 40), st.integers(3, 30), st.randoms(use_true_random=False))
def test_who_could_react_is_told_of_nobody_who_hides(
    seed: int, decisions: int, draw: Random
) -> None:
    state = reached("ambush", seed, decisions)
    assume(not state.is_over and state.hidden(BLUE))
    twin = twin_of(state, draw)
    for unit, path, target in ways(state):
        mine, its = (each.view("blue").could_react(unit, path, target) for each in (state, twin))
        assert mine == its
        assert not {reactor for units in mine.values() for reactor in units} & {
            name for index, name in enumerate(state.frame.unit_ids) if state.secret >> index & 1
        }


@examples(0.1)
@given(st.integers(0, 40), st.integers(3, 30), st.randoms(use_true_random=False))
def test_the_window_marks_the_same_hexes_of_a_way(seed: int, decisions: int, draw: Random) -> None:
    state = reached("ambush", seed, decisions)
    assume(not state.is_over and state.hidden(BLUE) and state.side_to_act == "blue")
    twin = twin_of(state, draw)

    def marked(shown: State) -> list[object]:
        session = Session(tiny("ambush"), shown, players={"red": "random"})
        selection = Selection(Match(session, {"red": "random"}))
        told: list[object] = []
        for unit, path, _ in ways(shown):
            selection.units = (unit,)
            told.append(selection.reactors((unit, *path)))
        return told

    assert marked(state) == marked(twin)


def test_who_is_seen_is_told() -> None:
    """Else the twins above would be alike for want of anything to tell."""
    state = tiny("ambush").start(seed=3)
    seen = [state.view("red").could_react(*way) for way in reds(state)]
    assert any(seen)


def reds(state: State) -> Iterator[tuple[str, list[str]]]:
    for unit in state.frame.unit_ids:
        if unit.startswith("R") and (here := state.position(unit)):
            yield from ((unit, [number]) for number in state.resolved.map.neighbors(here))


# -- what may be committed ------------------------------------------------------------------------

GUNS_THAT_HIDE = """
map: {hexes: {woods: ["0404", "0502", "0503", "0703", "0704"]}}
hidden: {side: blue, where: {terrain: [woods]}, only: {trait: gun}}
"""
ATTACK = "attack 0402 by R1 R2"


@pytest.fixture
def guns(tmp_path: Path) -> Game:
    return varied(tmp_path, GUNS_THAT_HIDE, "support")


def before_the_attack(game: Game, places: dict[str, str]) -> State:
    """Red is about to attack; the guns hide in these woods, within range or not."""
    state = game.start(seed=1)
    while state.decision is not None and state.decision.kind == "hiding":
        state.apply(next(iter(state.legal_actions())))
    while state.phase != "red_combat":
        state.apply("done")
    for unit, number in places.items():
        index = state.frame.unit_ids.index(unit)
        state.place(index, state.frame.board.cell[number])
    return state


NEAR, FAR = {"B2": "0502", "B3": "0503"}, {"B2": "0703", "B3": "0704"}


def test_guns_that_hide_are_not_foretold(guns: Game) -> None:
    near, far = (before_the_attack(guns, places) for places in (NEAR, FAR))
    owners = near.view("blue").may_be_answered(near.preview(ATTACK))
    assert owners is not None
    assert owners.what == "Barrage, support by B2 and support by B3"
    mine, its = (
        state.view("red").may_be_answered(state.view("red").preview(ATTACK))
        for state in (near, far)
    )
    assert mine is not None
    assert mine.what == "Barrage"
    assert mine == its


def test_the_window_tells_of_none_of_them(guns: Game) -> None:
    """It asked the position itself, and named the guns that were about to fire from the woods."""
    told = []
    for places in (NEAR, FAR):
        state = before_the_attack(guns, places)
        table = Table(Session(guns, state, players={"blue": "random"}))
        told.append(table.board.view.fights.answer_to(state.view("red").preview(ATTACK)))
    assert told[0] is not None
    assert told[0].what == "Barrage"
    assert told[0] == told[1]
