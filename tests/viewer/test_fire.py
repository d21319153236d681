"""The window offers fire: a unit, then its target, and what shelters there."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from hexwar.records import Session
from tests.rules.firing import line
from tests.rules.tiny import tiny
from tests.viewer.table import Table


@pytest.fixture(autouse=True)
def window() -> Iterator[None]:
    """Every window is closed again."""
    yield
    pygame.display.quit()


def opened() -> Table:
    return Table(Session(tiny("musket_line"), line(dice=(1,) * 60)))


def test_another_unit_is_picked_for_the_same_target() -> None:
    table = opened()
    table.click("0302", "0402", "0303", "0402")
    table.press("enter")
    assert [str(entry.action) for entry in table.session.entries] == ["fire 0402 by R2"]


def test_cover_is_told_of_a_hex_and_its_sides() -> None:
    """Also of one with an enemy at whom a click aims, once he is let go."""
    table = opened()
    table.click("0404")
    table.press("escape")
    table.point("0404")
    assert table.label("place-1") == "cover 2"
