"""Whatever is clicked, pressed, turned, dragged or resized: no exception, and the game is sound."""

from __future__ import annotations

from random import Random

import pytest

import hexwar
from hexwar.definition.locations import games_in, shipped
from hexwar.records import Session, begin_session
from hexwar.rules.game import Game
from hexwar.rules.sides.section import Sides
from tests.viewer.fuzzing import Hands

GAMES = sorted(set(games_in(shipped("games"))) - {"scs"})
EVENTS = 20_000
"""Of the whole, over all games."""


def begun(game: Game, seed: int) -> Session:
    """A game with an autosave, played by people or, every third one, against the computer."""
    scenario = Random(seed).choice(list(game.catalog.scenarios))
    last = game.definition.resolve(scenario)[Sides].all[-1].id
    return begin_session(
        game, scenario, seed=seed, players={last: "greedy"} if seed % 3 == 0 else None
    )


def verify(hands: Hands) -> None:
    """The save of the game on the table leads to the position on the table."""
    session = hands.app.session
    if isinstance(session, Session) and session.path is not None and session.entries:
        again = Session.load(session.path)
        assert again.state.to_dict() == session.state.to_dict()
        assert [entry.action for entry in again.entries] == [e.action for e in session.entries]


def fuzz(name: str, seed: int, events: int) -> int:
    """Send so many events, the game anew every thousand; how many actions were played."""
    game, sent, played = hexwar.load_game(name), 0, 0
    while sent < events:
        hands = Hands(begun(game, seed), Random(seed))
        while hands.sent < min(1000, events - sent):
            hands.do_anything()
        verify(hands)
        played += hands.played
        sent += hands.sent
        hands.app.close()
        seed += 1
    return played


@pytest.mark.matrix(one_in=6)
@pytest.mark.parametrize("name", GAMES)
def test_hands_that_do_anything(name: str) -> None:
    """A sample: a few hundred events."""
    assert fuzz(name, 1, 250) >= 0


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_twenty_thousand_events(name: str) -> None:
    """All of them, in all games: something is played, so the hands are not idle."""
    assert fuzz(name, 10, EVENTS // len(GAMES)) > 20
