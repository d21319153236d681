"""Who wins whatever may still be done: proved in the last turn, and never wrongly."""

from __future__ import annotations

from random import Random

import pytest

from hexwar.records import Replay, Session
from hexwar.records.looking_back import look_back
from hexwar.records.settled import Settled, settled
from tests.records.games import LOADED, play

LAST = 4


def test_where_no_attack_could_gain_a_town_any_more_it_is_settled() -> None:
    """The last combat of the Soviets, who hold one town and stand beside no other."""
    alone = {"A": "0405", "B": "0802", "W": "0603", "X": "0302"}
    state = LOADED.start(setup=alone, phase="soviet_combat", turn=LAST, seed=1)
    assert settled(state) == Settled("us")


def test_an_attack_that_may_gain_a_town_leaves_it_open() -> None:
    """Of two towns that win one is taken if its defender goes back."""
    setup = {"A": "0405", "B": "0503", "C": "0504", "D": "0604", "W": "0603"}
    state = LOADED.start(setup=setup, phase="soviet_combat", turn=LAST, seed=1)
    assert settled(state) is None
    earlier = LOADED.start(setup=setup, phase="soviet_combat", turn=LAST - 1, seed=1)
    assert settled(earlier) is None


@pytest.mark.parametrize("seed", range(3))
def test_what_is_settled_comes_so(seed: int) -> None:
    session = play(Session.new(LOADED, seed=seed), Random(seed))
    state, ends = session.start(), set[Settled | None]()
    for entry in session.entries:
        if state.turn == LAST:
            ends.add(settled(state))
        state.apply(entry.action)
    assert ends - {None} <= {Settled(state.winner)}


def test_what_is_certain_is_told_so_and_no_swing_is_blamed_for_it() -> None:
    """From where nothing can change it the line says 0 or 100; nobody ended anything too soon."""
    game = LOADED
    alone = {"A": "0405", "B": "0802", "W": "0603", "X": "0302"}
    session = Session(game, game.start(setup=alone, phase="soviet_combat", turn=LAST, seed=1))
    while not session.state.is_over:
        session.apply("done")
    review = look_back(Replay(session), "us")
    assert {reading.chance for reading in review.readings[1:]} == {1.0}
    assert not [swing for swing in review.swings if "while more could be done" in swing.told]
