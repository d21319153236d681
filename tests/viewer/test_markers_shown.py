"""Counters that are no units, in the window: on the map, in the panel, placed by hand."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from hexwar.records import Session
from tests.rules.tiny import tiny
from tests.viewer.table import Table

SETUP = {"R1": "0101", "B1": "0704"}


@pytest.fixture
def table() -> Iterator[Table]:
    game = tiny("works")
    yield Table(Session(game, game.start(setup=SETUP, phase="red_raids")))
    pygame.display.quit()


def picture(table: Table, number: str) -> bytes:
    """The lower edge of a hex, as it is drawn."""
    view = table.board.view
    x, y = view.pixel_of(number)
    zoom = view.camera.zoom
    square = pygame.Rect(0, 0, round(zoom), round(zoom * 0.3))
    square.center = (round(x), round(y + zoom * 0.67))
    return pygame.image.tobytes(table.app.surface.subsurface(square), "RGB")


def test_a_marker_is_drawn_and_named_in_its_hex(table: Table) -> None:
    table.point("0705")
    empty = picture(table, "0303")
    table.click("0303")
    table.point("0705")
    assert picture(table, "0303") != empty
    table.point("0303")
    labels = [node.label for node in table.tree.walk() if node.key.startswith("place-")]
    assert "Raid (Red)" in labels


def test_a_marker_is_placed_by_a_click_on_a_hex(table: Table) -> None:
    table.click("0303")
    assert [one.hex for one in table.session.state.on_map() if one.kind == "raid"] == ["0303"]
