"""A save whose game has changed: the window asks by which rules it goes on, or says why not."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from hexwar.records import Session, list_saves, new_save_path
from hexwar.viewer.board.board import BoardScreen
from hexwar.viewer.screens.question import QuestionScreen
from tests.records.games import copied_game
from tests.viewer.table import Table


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A game of one's own, with a save of it that has moved once."""
    own = tmp_path / "my_game"
    game = copied_game(own, "game.yaml", "id: strike_force_one", "id: my_game")
    session = Session.new(game, seed=7, path=new_save_path("my_game", "standard"))
    session.apply("move A 0703")
    return own


def alter(folder: Path, old: str, new: str, file: str = "rules.yaml") -> None:
    """Replace a text in a file of the game."""
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")


def opened() -> Table:
    """A window in which the save has been opened, over another game."""
    table = Table(Session.new("strike_force_one", seed=1))
    (save,) = list_saves()
    table.app.begin(save.path)
    table.settle()
    return table


def test_the_player_chooses_where_there_is_a_choice(folder: Path) -> None:
    """The question says what has changed; the old rules are a key away, and so are the new."""
    alter(folder, "1: [DR, DR, DE, DE, DE, DE]", "1: [DE, DE, DE, DE, DE, DE]")
    table = opened()
    assert isinstance(table.app.screen, QuestionScreen)
    question = table.label("text")
    assert (
        "combat.table.1.1 was DR, and is DE" in question
        and "gone the same way up to now" in question
    )
    table.press("enter")
    session = table.app.session
    assert isinstance(table.app.screen, BoardScreen) and session is not None
    assert session.rules_change is not None and session.rules_change.held == "then"
    pygame.display.quit()


def test_by_the_new_rules_the_game_is_opened_anew(folder: Path) -> None:
    """And nothing is asked any more."""
    alter(folder, "1: [DR, DR, DE, DE, DE, DE]", "1: [DE, DE, DE, DE, DE, DE]")
    table = opened()
    table.press("n")
    table.settle()
    session = table.app.session
    assert isinstance(table.app.screen, BoardScreen) and session is not None
    assert session.rules_change is not None and session.rules_change.held == "now"
    assert session.game.catalog.folder == folder
    assert session.state.position("A") == "0703"
    pygame.display.quit()


def test_where_there_is_no_choice_a_notice_says_why(folder: Path) -> None:
    """The game goes on by the rules that it had."""
    alter(folder, 'A: "0802"', 'A: "0801"', "game.yaml")
    table = opened()
    assert isinstance(table.app.screen, BoardScreen)
    notice = table.label("notice-text")
    assert "The rules have changed" in notice and "diverges at action 1" in notice
    pygame.display.quit()


def test_a_game_with_a_mistake_is_no_reason_to_stop(folder: Path) -> None:
    """Its author may be at work on it."""
    alter(folder, "allowance: 4", "allowance: many")
    table = opened()
    assert isinstance(table.app.screen, BoardScreen)
    assert "the game my_game is not sound" in table.label("notice-text")
    pygame.display.quit()
