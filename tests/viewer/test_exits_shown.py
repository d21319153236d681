"""Where units leave the map: an arrow out of the hex, and words for who leaves there."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from hexwar.records import Session
from hexwar.viewer.drawing.theme import PALETTE, parse_color
from tests.rules.tiny import tiny
from tests.viewer.table import Table

SETUP = {"R1": "0303", "B1": "0504"}


@pytest.fixture
def table() -> Iterator[Table]:
    """Red leaves by 0702 and 0703 in the last column, blue by all of the first."""
    game = tiny("exits")
    yield Table(Session(game, game.start(setup=SETUP, phase="red_movement")))
    pygame.display.quit()


def beyond(table: Table, number: str, way: int) -> pygame.Color:
    """The colour at the edge of a hex, to the right or to the left."""
    view = table.board.view
    x, y = view.pixel_of(number)
    return table.app.surface.get_at((round(x + way * 0.75 * view.camera.zoom), round(y)))


def test_arrows_lead_over_the_edge_where_a_side_may_leave(table: Table) -> None:
    red, blue = (
        pygame.Color(*parse_color(table.board.match.sides[side].color, PALETTE.ink))
        for side in ("red", "blue")
    )
    assert beyond(table, "0702", 1) == beyond(table, "0703", 1) == red
    assert beyond(table, "0704", 1) != red
    assert {beyond(table, f"010{row}", -1)[:3] for row in (2, 3, 4)} == {blue[:3]}


def test_a_hex_says_who_leaves_by_it(table: Table) -> None:
    table.point("0702")
    told = " ".join(node.label for node in table.tree.find(key="side").walk())
    assert "Red leaves here by the east edge" in told
    table.point("0704")
    told = " ".join(node.label for node in table.tree.find(key="side").walk())
    assert "leaves here" not in told
