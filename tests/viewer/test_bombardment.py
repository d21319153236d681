"""The window puts guns at a distance into the battle that is prepared, and leaves them out."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from hexwar.records import Session
from tests.rules.test_bombardment import battle
from tests.rules.tiny import tiny
from tests.viewer.table import Table


@pytest.fixture(autouse=True)
def window() -> Iterator[None]:
    """Every window is closed again."""
    yield
    pygame.display.quit()


def opened() -> Table:
    return Table(Session(tiny("battery"), battle(dice=(6,) * 9)))


def test_a_gun_two_hexes_away_is_part_of_the_attack_until_it_is_left_out() -> None:
    table = opened()
    table.click("0403")
    assert table.label("battle-attackers") == "Red R1 + R2 from a distance"
    table.click("0203")
    assert table.label("battle-attackers") == "Red R1"
    table.click("0203")
    table.press("enter")
    assert str(table.session.entries[0].action) == "attack 0403 by R1 R2"


def test_a_gun_that_is_too_far_away_is_told_why() -> None:
    table = opened()
    table.click("0403", "0103")
    assert "its range is 2" in table.board.match.notice.text


def test_guns_alone_are_told_to_suffer_nothing_and_that_nothing_came_of_it() -> None:
    """The result eliminates attackers, and nobody is."""
    table = Table(Session(tiny("battery"), battle(R1="", dice=(6,) * 9)))
    table.click("0403")
    assert table.label("battle-spared") == "Nothing befalls R2, whatever the result."
    table.press("enter")
    assert table.label("result-0") == "Nobody loses a step or moves."


def test_guns_that_suffer_too_are_not_told_otherwise() -> None:
    table = Table(Session(tiny("battery"), battle("exposed", dice=(6,) * 9)))
    table.click("0403")
    assert not table.shown("battle-spared")
    table.press("enter")
    assert table.label("result-0") != "Nobody loses a step or moves."
