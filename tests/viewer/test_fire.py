"""The window offers fire: a unit, then its target, and what it would come to."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from hexwar.records import Session
from tests.rules.test_fire import line
from tests.rules.tiny import tiny
from tests.viewer.table import Table


@pytest.fixture(autouse=True)
def window() -> Iterator[None]:
    """Every window is closed again."""
    yield
    pygame.display.quit()


def opened() -> Table:
    return Table(Session(tiny("musket_line"), line(dice=(1,) * 60)))


def test_the_dice_and_chances_are_shown_before_the_fire() -> None:
    table = opened()
    table.click("0302", "0402")
    shown = [table.label(f"fire-{index}") for index in range(8)]
    assert shown == [
        "R1 fires at B1 in 0402, 1 hex away.",
        "  Volley, Red: +3",
        "  Steps, Blue: +2",
        "  Wall, Blue: +1",
        "Dice: 3d6 against 3d6.",
        "  0 lost: 49.7%",
        "  1 lost: 33.8%",
        "  2 lost: 16.5%",
    ]
    table.press("enter")
    assert [str(entry.action) for entry in table.session.entries] == ["fire 0402 by R1"]


def test_another_unit_is_picked_for_the_same_target() -> None:
    table = opened()
    table.click("0302", "0402", "0303", "0402")
    table.press("enter")
    assert [str(entry.action) for entry in table.session.entries] == ["fire 0402 by R2"]


def test_cover_is_told_of_a_hex_and_its_sides() -> None:
    table = opened()
    table.click("0404")
    assert table.label("place-1") == "cover 2"
