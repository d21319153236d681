"""Games on a table, for the tests of the window."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pygame
import pytest

import hexwar
from hexwar.records import Session
from hexwar.rules.game import Game
from tests.viewer.table import Table

SetUp = Callable[..., Table]


@pytest.fixture(scope="session")
def game() -> Game:
    """The game that most tests play."""
    return hexwar.load_game("strike_force_one")


@pytest.fixture
def opened(game: Game) -> Iterator[SetUp]:
    """Opens a window with a game from its beginning."""

    def open_table(
        scenario: str = "standard",
        options: tuple[str, ...] = (),
        players: Mapping[str, str] | None = None,
        **window: Any,
    ) -> Table:
        session = Session.new(game, scenario, options, seed=7, players=players)
        return Table(session, **window)

    yield open_table
    pygame.display.quit()


@pytest.fixture
def set_up(game: Game) -> Iterator[SetUp]:
    """Opens a window with any position: as ``Game.start``."""

    def open_table(scenario: str = "standard", **position: Any) -> Table:
        window = {key: position.pop(key) for key in ("size", "scale") if key in position}
        return Table(Session(game, game.start(scenario, **position)), **window)

    yield open_table
    pygame.display.quit()
