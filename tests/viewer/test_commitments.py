"""The window asks before the die what the sides bring to a battle, with the odds that follow."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from hexwar.records import Session
from tests.rules.test_commitments import battle
from tests.rules.tiny import tiny
from tests.viewer.table import Table


@pytest.fixture(autouse=True)
def window() -> Iterator[None]:
    """Every window is closed again."""
    yield
    pygame.display.quit()


def test_points_are_spent_by_a_line_of_the_list() -> None:
    table = Table(Session(tiny("support"), battle(dice=(6,) * 9)))
    table.click("0402")
    table.press("enter")
    labels = [choice.label for choice in table.board.selection.choices()]
    assert any(label.startswith("Air support (1 of Air points): ") for label in labels)
    table.press("1")
    assert [str(entry.action) for entry in table.session.entries][-1] == "spend air"
