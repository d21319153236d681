"""A picture of the whole map: all of the sheet, as the side at the window sees it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

import hexwar
from hexwar.records import Session
from hexwar.rules.game import Game
from hexwar.viewer.screens.map_picture import MapPicture
from tests.viewer.conftest import SetUp
from tests.viewer.table import Table

FIELD = Path(__file__).resolve().parent.parent / "games" / "scs_field"


@pytest.fixture(scope="module")
def field() -> Game:
    """Stacks are hidden under their top counter here."""
    return hexwar.load_game(FIELD)


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("HEXWAR_HOME", str(tmp_path))
    yield
    pygame.display.quit()


def taken(field: Game, **setup: str) -> bytes:
    """The picture that red, alone at the window, takes of these units, and of no others."""
    state = field.start("field", setup=setup, phase="red_movement")
    table = Table(Session(field, state, players={"red": "human", "blue": "random"}))
    board = table.board
    assert board.match.visibility.side == "red"
    return pygame.image.tobytes(MapPicture(board.match, board.view.pieces).draw(), "RGB")


def test_the_whole_sheet_is_saved_however_little_of_it_is_in_view(
    opened: SetUp, tmp_path: Path
) -> None:
    """Held or not, the key takes one picture, and the line under the map says where it is."""
    table = opened()
    table.board.view.zoom(table.board.view.pixel_of("0302"), 6)
    for _ in range(3):
        table.hold("shift+f12")
    (picture,) = tmp_path.glob("pictures/hexwar-map-*.png")
    assert picture.name in table.label("notice-text")
    size, sheet = pygame.image.load(picture).get_size(), table.board.painter.sheet
    assert size == (round(sheet.width * 40), round(sheet.height * 40))


def test_the_map_is_drawn_beside_what_goes_on(
    opened: SetUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a thread, so that the window never waits for it; the menu has it too."""
    names: list[str] = []

    def draw(picture: MapPicture) -> pygame.Surface:
        names.append(threading.current_thread().name)
        return pygame.Surface((1, 1))

    monkeypatch.setattr(MapPicture, "draw", draw)
    table = opened()
    table.press("f10")
    table.push("all")
    assert table.label("menu-map_picture").startswith("Save a picture of the map")
    table.press("escape", "shift+f12")
    assert len(names) == 1
    assert names[0] != "MainThread"
    assert table.label("notice-text").startswith("Saved a picture: ")


def test_no_map_is_saved_where_none_is_seen(opened: SetUp, tmp_path: Path) -> None:
    """Nor behind the curtain while the window changes hands."""
    table = opened()
    table.press("f1", "shift+f12")
    assert not list(tmp_path.glob("pictures/*"))


def test_what_lies_below_the_top_counter_is_not_in_the_picture(field: Game) -> None:
    """Two positions that red cannot tell apart give one picture; its own stacks are all there."""
    known = taken(field, RI1="04.05", BI2="05.05", BI1="05.05")
    assert known == taken(field, RI1="04.05", BH1="05.05", BI1="05.05")
    assert known != taken(field, RI1="04.05", BI1="05.05")
    assert known != taken(field, RI1="04.05", RH1="04.05", BI2="05.05", BI1="05.05")
