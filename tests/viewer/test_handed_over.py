"""One screen for two people: what the one before did and looked at is not left on it.

Twins differ in what one side did out of sight of the other, and in everything that he looked at,
picked up and scrolled meanwhile. The first picture that the other gets is the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pygame
import pytest

import hexwar
from hexwar.definition.locations import games_in, shipped
from hexwar.engine import Action, Event
from hexwar.records import Session
from hexwar.rules.game import Game
from hexwar.rules.hidden.section import Hidden
from hexwar.rules.plots.section import Plots
from hexwar.rules.state import State
from hexwar.viewer.screens.question import CurtainScreen
from tests.viewer.table import Table

GAMES = tuple(
    name
    for name in sorted(games_in(shipped("games")))
    if name != "scs" and hexwar.load_game(name).start().scopes.hiding
)
IN_SECRET = tuple(
    name
    for name in GAMES
    for game in (hexwar.load_game(name).start().resolved,)
    if game.section(Hidden) is not None or game.section(Plots) is not None
)
"""Games in which a side does from the first on what the other does not see."""

SEED = 3


@pytest.fixture(autouse=True)
def _closed() -> Iterator[None]:
    yield
    pygame.display.quit()


def played(
    game: Game, before: list[Action], random: Random
) -> tuple[list[Action], State, list[Event]]:
    """What a side does at random until another is to act, after some actions, and what is told."""
    state = game.start(seed=SEED)
    for action in before:
        state.apply(action)
    side, done, events = state.side_to_act, [], []
    while state.side_to_act == side and not state.is_over:
        action = state.sample_action(random)
        events += state.apply(action)
        done.append(action)
    return done, state, events


def twins(game: Game, before: list[Action]) -> tuple[list[Action], list[Action]]:
    """Two such turns between which the side that is to act next cannot tell; the same twice where
    none are found.
    """
    found: dict[str, list[Action]] = {}
    for number in range(60):
        done, state, events = played(game, before, Random(number))
        if state.is_over:
            continue
        view, side = state.view(state.side_to_act or ""), state.side_to_act or ""
        heard = [str(event) for event in view.known_events(events)]
        known = repr((view.to_dict(), state.seen_by(side).to_dict(), heard))
        other = found.setdefault(known, done)
        if other != done:
            return other, done
    one = next(iter(found.values()))
    return one, one


def look_around(table: Table, random: Random) -> None:
    """All that somebody may do before he gives the window away, but an action."""
    board = table.board
    numbers = board.match.resolved.map.numbers
    board.commands.step_unit(random.randrange(1, 4))
    for cursor in (False, True):
        board.look_at(random.choice(numbers), cursor=cursor)
    board.commands.zoom(random.choice((-2, -1, 1, 2)))
    board.commands.pan(random.choice((-1, 1)), random.choice((-1, 1)))
    board.commands.scroll_log(random.randrange(4))
    board.in_panels = random.random() < 0.5
    board.view.show_supply = random.random() < 0.5
    buttons = [widget for widget in board.walk() if widget.activate]
    table.move_to(random.choice(buttons).rect.center)
    board.say(f"Nobody else reads this: {random.random()}")


def handed_over(
    game: Game, before: list[Action], done: list[Action], random: Random
) -> tuple[bytes, list[str]]:
    """The first picture that the next side gets, and all that is written there."""
    table = Table(Session(game, game.start(seed=SEED)))
    for action in before:
        if isinstance(table.app.screen, CurtainScreen):
            table.press("enter")
        table.board.match.act(action)
        table.board.after_action()
        table.settle()
    if isinstance(table.app.screen, CurtainScreen):
        table.press("enter")
    for number, action in enumerate(done):
        if number < 2:
            look_around(table, random)
        assert table.board.match.act(action), table.board.match.notice
        table.board.after_action()
    look_around(table, random)
    table.settle()
    if isinstance(table.app.screen, CurtainScreen):
        table.app.screen.activate("answer-0")
        table.app.draw()
        while not table.board.view.complete:  # the map itself, which both know
            table.app.draw()
    board = table.board
    words = [node.label for node in table.tree.walk()]
    words += [widget.tooltip for widget in board.walk()]
    return pygame.image.tobytes(table.app.surface, "RGB"), words


@pytest.mark.parametrize("game", GAMES)
def test_the_first_picture_after_the_cover_tells_nothing_of_who_was_before(game: str) -> None:
    """Whatever he did out of sight, and wherever he looked; for the first hands over."""
    rules = hexwar.load_game(game)
    before: list[Action] = []
    apart = 0
    for turn in range(2):
        one, other = twins(rules, before)
        apart += one != other
        first = handed_over(rules, before, one, Random(turn))
        second = handed_over(rules, before, other, Random(turn + 100))
        assert first[1] == second[1]
        assert first[0] == second[0]
        before += one
    assert apart or game not in IN_SECRET
