"""Control and victory points in the window: flags on the map, a line beside it, the hex's panel."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

import hexwar
from hexwar.records import Session
from hexwar.viewer.drawing.flags import CLOTH_WIDE, FOOT, STAFF_HIGH
from tests.viewer.table import Table

FOLDER = Path(__file__).parents[1] / "games" / "scs_winter"
GARRISON, LANDING = (0x5A, 0x6B, 0x7D), (0x8C, 0x3B, 0x2E)


@pytest.fixture
def table() -> Iterator[Table]:
    """The island; the scouts of the landing force began in Vik and have left it.

    Two people take up a game that goes on: the window is covered until the map is asked for.
    """
    game = hexwar.load_game(FOLDER)
    setup = {"L3": "B05.05", "G1": "B11.09", "L1": "B08.01"}
    session = Session(game, game.start("campaign", setup=setup, phase="landing_movement"))
    session.apply("move L3 B03.04")
    table = Table(session)
    table.press("enter")
    yield table
    pygame.display.quit()


def cloth(table: Table, number: str) -> tuple[int, int, int]:
    """The colour of the window where the cloth of a hex's flag would be."""
    view = table.board.view
    x, y = view.camera.to_screen(*view.painter.center(number))
    zoom = view.camera.zoom
    across, up = FOOT[0] + CLOTH_WIDE * 0.3, FOOT[1] - STAFF_HIGH * 0.72
    spot = (view.rect.left + x + zoom * across, view.rect.top + y + zoom * up)
    red, green, blue, _ = table.app.surface.get_at((round(spot[0]), round(spot[1])))
    return red, green, blue


def test_a_flag_shows_who_controls_a_place(table: Table) -> None:
    """Also where nobody stands: the garrison in Nes, the landing force in Vik."""
    assert cloth(table, "B11.05") == GARRISON
    assert cloth(table, "B05.05") == LANDING
    assert cloth(table, "B10.05") not in (GARRISON, LANDING)


def test_points_and_control_are_beside_the_map(table: Table) -> None:
    assert table.label("points") == "Victory points: Garrison 0, Landing Force 4"
    assert table.label("objective-villages") == "Villages held: Garrison 1, Landing Force 1 of 2"
    table.point("B11.05")
    told = [node.label for node in table.tree.walk() if node.key.startswith("place-")]
    assert "Garrison controls it" in told
