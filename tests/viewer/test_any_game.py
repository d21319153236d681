"""The window plays whatever a folder of YAML says: small games of every mechanism."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pygame
import pytest

import hexwar
from hexwar.records import Session
from hexwar.rules.units.section import Units
from tests.viewer.table import Table

TESTS = Path(__file__).resolve().parent.parent
GAMES = sorted(path.parent for path in TESTS.glob("games/*/game.yaml"))
GAMES += [TESTS.parent / "games" / "scs_sample"]
KEYS = (
    "a",
    "alt+2",
    "p",
    "tab",
    "n",
    "n",
    "n",
    "enter",
    "enter",
    "space",
    "1",
    "2",
    "e",
    "u",
    "t",
    "escape",
    "down",
)


@pytest.mark.matrix(one_in=36)
@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_random_keys_play_any_game(folder: Path) -> None:
    """Nothing that is pressed breaks the window, and there is always a prompt."""
    session = Session.new(hexwar.load_game(folder), seed=5)
    table = Table(session, size=(1024, 768))
    random = Random(folder.name)
    for _ in range(70):
        if session.state.is_over:
            break
        table.press(random.choice(KEYS))
        if table.app.screen is table.board:
            assert table.label("prompt")
    pygame.display.quit()


@pytest.mark.matrix(one_in=36)
@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_any_game_is_shown_as_it_is_played(folder: Path) -> None:
    """Random legal actions, each shown in full: then the counters stand where the game says."""
    session = Session.new(hexwar.load_game(folder), seed=6)
    table = Table(session, size=(1024, 768), speed="fast")
    match, random = table.board.match, Random(folder.name)
    for _ in range(40):
        if session.state.is_over:
            break
        assert match.act(session.state.sample_action(random))
        table.board.after_action()
        table.settle()
        if table.app.screen is not table.board and not session.state.is_over:
            table.press("enter")  # the window changes hands
        shown = match.playback.positions
        assert shown == {
            unit: session.state.position(unit) for unit in match.resolved[Units].counters
        }
    pygame.display.quit()
