"""Games on a table, for the tests of the window."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import pygame
import pytest

import hexwar
from hexwar.definition import Definition, load
from hexwar.definition.locations import shipped
from hexwar.players.thinking_process import ApartError, ThinkingProcess
from hexwar.records import Session
from hexwar.rules.game import Game
from hexwar.viewer.drawing.overlays import Overlay
from hexwar.viewer.printed_map.terrain import MapPainter
from tests.viewer.table import Table

SetUp = Callable[..., Table]
Tiles = OrderedDict[tuple[int, int, int], pygame.Surface]


class KeptPainter(MapPainter):
    """Draws no tile that a painter of the same map has drawn before."""

    def __init__(
        self, *printed: Any, places: bool = True, stretch: tuple[float, float] = (1.0, 1.0)
    ) -> None:
        super().__init__(*printed, places=places, stretch=stretch)
        hexmap, *others = printed
        hexes = [(n, hexmap.terrain(n), hexmap.features(n)) for n in hexmap.numbers]
        self.tiles._drawn = _tiles(
            repr((hexmap.numbering, hexes, hexmap.hexsides, hexmap.paths, others, places, stretch))
        )


@lru_cache(maxsize=8)
def _tiles(printed: str) -> Tiles:
    """The tiles of a map by all that is printed on it; those of the last few maps are kept."""
    return OrderedDict()


@pytest.fixture(autouse=True)
def _draw_maps_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawing the same map again took more time than all else in the tests of the window."""
    monkeypatch.setattr("hexwar.viewer.printed_map.terrain.MapPainter", KeptPainter)


_read = cache(load)


def _load(folder: Path) -> Definition:
    return (_read if folder.parent == shipped("games") else load)(folder)


@pytest.fixture(autouse=True)
def _read_shipped_games_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The picker looks into every game; what a test writes for it is read anew."""
    monkeypatch.setattr("hexwar.viewer.screens.shelf.load", _load)


@pytest.fixture(autouse=True)
def _think_in_threads(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process for every window would take longer than the tests; ``apart`` asks for one."""

    def refuse(process: ThinkingProcess) -> None:
        raise ApartError

    if "apart" not in request.fixturenames:
        monkeypatch.setattr(ThinkingProcess, "begin", refuse)


@pytest.fixture
def apart() -> None:
    """Computer players think in a process of their own, as they do in play."""


@pytest.fixture
def arrows(monkeypatch: pytest.MonkeyPatch) -> set[tuple[str, str]]:
    """From where to where arrows are drawn, as long as the test lasts."""
    drawn: set[tuple[str, str]] = set()

    def note(self: Overlay, start: str, end: str, *look: object, **more: object) -> None:
        drawn.add((start, end))

    monkeypatch.setattr(Overlay, "arrow", note)
    return drawn


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
