"""Who plays a side is changed while a game goes on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

import hexwar
from hexwar.players import PLAYERS
from hexwar.records import Session
from hexwar.rules.game import Game
from hexwar.viewer.match import thinking
from hexwar.viewer.match.match import Match
from hexwar.viewer.panels.side import log_lines
from hexwar.viewer.screens.question import CurtainScreen
from hexwar.viewer.screens.seating import PlayersScreen
from tests.viewer.conftest import SetUp
from tests.viewer.table import Table
from tests.viewer.test_thinking import ENDLESS, thinking_for_long, until
from tests.viewer.test_visibility import FIELD, open_table

SEATED = "The U.S. is played by Hard from now on."


@pytest.fixture(autouse=True)
def _closed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(thinking, "_SOON", 0.0)  # nobody here waits to see what takes long
    yield
    pygame.display.quit()


@pytest.fixture(scope="module")
def field() -> Game:
    """Stacks are hidden under their top counter here."""
    return hexwar.load_game(FIELD)


def chosen(table: Table, **players: str) -> Table:
    """Say in the sheet who plays."""
    table.press("ctrl+p")
    assert isinstance(table.app.screen, PlayersScreen)
    for side, player in players.items():
        table.push(f"player-{side}-{player}")
    table.push("take")
    table.settle()
    return table


def told(match: Match) -> list[str]:
    """The log, without phases."""
    return [str(event) for event in match.known_events() if event.kind != "phase_begins"]


def test_another_level_plays_from_now_on(game: Game, tmp_path: Path) -> None:
    """The save remembers it, and the log says so where it happened, in the replay too."""
    path = tmp_path / "game.jsonl"
    table = Table(Session.new(game, seed=7, players={"us": "normal"}, path=path))
    table.board.match.act("move A 0703")
    chosen(table, us="hard")
    assert table.board.match.players == {"soviet": "human", "us": "hard"}
    assert table.label("notice-text") == SEATED
    assert str(log_lines(table.board.desk)[-1]) == SEATED
    table.board.match.act("move B 0704")
    assert told(table.board.match)[-2] == SEATED
    again = Session.load(path)
    assert again.players["us"] == "hard"
    assert told(Match(again, again.players)) == told(table.board.match)
    table.press("r", ",")
    assert told(table.app.screen.match)[-1] == SEATED  # type: ignore[union-attr]
    table.press(",")
    assert SEATED not in told(table.app.screen.match)  # type: ignore[union-attr]


def test_what_is_taken_back_takes_nobody_from_the_seat(opened: SetUp) -> None:
    """Who was seated after it plays from where that led to."""
    table = opened(players={"us": "normal"})
    match = table.board.match
    match.act("move A 0703")
    chosen(table, us="hard")
    match.undo()
    match.act("move B 0704")
    assert match.players["us"] == "hard"
    assert told(match)[-2] == SEATED


def test_what_is_left_or_the_same_changes_nothing(opened: SetUp) -> None:
    """Nobody is seated, and nothing is told."""
    table = opened(players={"us": "normal"})
    table.press("ctrl+p")
    table.push("player-us-easy")
    table.press("escape")
    chosen(table, us="normal")
    assert table.board.match.players["us"] == "normal"
    assert not table.session.seatings


def test_a_thought_is_broken_off(opened: SetUp, apart: None) -> None:
    """The person who takes the side over from who thinks has the choice at once."""
    table = thinking_for_long(opened(players={"us": ENDLESS}))
    chosen(table, us="human")
    assert not table.board.thinker.busy
    assert table.board.match.human_to_act
    assert table.label("prompt").startswith("U.S.: ")
    table.app.close()


def test_another_goes_on_for_one_who_thinks(
    opened: SetUp, apart: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is the new one that moves."""
    table = thinking_for_long(opened(players={"us": ENDLESS}))
    table.press("ctrl+p")
    assert table.shown(f"player-us-{ENDLESS}")
    assert not table.shown(f"player-soviet-{ENDLESS}")
    table.press("escape")
    chosen(table, us="easy")
    until(table, lambda: any(entry.side == "us" for entry in table.session.entries))
    table.app.close()


def test_sides_are_exchanged_without_old_news(
    opened: SetUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A person is not told what he did himself on the other side."""
    # Not the random player, who may end its phase without a move: then there is no news at all.
    monkeypatch.setitem(PLAYERS, "normal", PLAYERS["greedy"])
    table = opened(players={"us": "normal"})
    table.click("0802", "0703")
    chosen(table, us="human", soviet="normal")
    assert not table.board.match.changes.routes.get("A")
    until(table, lambda: table.board.match.human_to_act)
    assert table.session.state.side_to_act == "us"
    assert table.board.match.changes.routes
    assert table.board.match.changes.routes.get("A", ("0703",))[0] == "0703"


def test_news_that_were_seen_are_not_shown_again(game: Game) -> None:
    """By a change of the level."""
    session = Session.new(game, "standard", seed=7, players={"us": "normal"})
    for action in ("move A 0703", "done", "done", "move W 0505", "done"):
        session.apply(action)
    table = Table(session)
    match = table.board.match
    assert match.changes
    chosen(table, us="hard")
    assert match.changes
    table.press("escape")
    assert not match.changes
    chosen(table, us="easy")
    assert not match.changes


def test_where_stacks_are_hidden_the_window_stays_with_who_had_it(field: Game) -> None:
    """A second person gets it when he is to act, behind the curtain; a side that the computer has
    taken over is covered.
    """
    table = open_table(field, players={"blue": "normal"})
    visibility = table.board.match.visibility
    chosen(table, blue="human")
    assert table.app.screen is table.board
    assert visibility.sides == ("red",)
    while table.board.match.state.side_to_act == "red":
        table.press("e")
    assert isinstance(table.app.screen, CurtainScreen)
    table.press("enter")
    assert visibility.sides == ("blue",)
    chosen(table, red="normal")
    assert visibility.sides == ("blue",)
    chosen(table, red="human", blue="normal")
    assert visibility.sides == ("red",)


def test_who_was_alone_at_the_window_is_not_shown_again_what_he_saw(field: Game) -> None:
    """Nor what he did himself, when the window is handed back to him for the first time."""
    table = open_table(field, players={"red": "normal"})
    match = table.board.match
    moved = next(action for action in match.state.legal_actions() if action.verb == "move")
    assert match.act(moved)
    chosen(table, red="human")
    match.hand_to("red")
    match.playback.speed = "slow"
    match.hand_to("blue")
    assert not match.playback.waiting


def test_nobody_is_seated_in_a_lesson_in_a_replay_or_at_the_end(opened: SetUp) -> None:
    """The menu says why, or does not offer it."""
    table = opened(players={"us": "normal"})
    table.board.match.act("move A 0703")
    table.press("r", "f10")
    assert table.shown("menu-replay_leave")
    assert not table.shown("menu-players")
    table.press("escape", "escape")
    table.board.match.act("resign")
    table.settle()
    table.press("escape", "ctrl+p")
    assert table.label("notice-text") == "Nobody can take a side over: the game is over."
    table.press("f10")
    assert "Not now: the game is over" in table.label("menu-players")


def test_a_lesson_keeps_its_players(game: Game) -> None:
    """After its last step, too: who goes back into it has to find a person on its side."""
    from hexwar.records.lesson import LessonSession
    from hexwar.rules.lessons.section import lessons_of

    lesson = lessons_of(game.definition.catalog)["first_battle"]
    session = LessonSession(hexwar.load_game("strike_force_one"), lesson)
    table = Table(session)
    for session.at in (0, len(lesson.steps)):
        table.press("ctrl+p")
        assert "a lesson keeps its players" in table.label("notice-text")
        table.board.match.say("")
