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
    assert any(label.startswith("Air support (1 of 3 Air points): ") for label in labels)
    assert table.label("battle-attackers") == "Red R1"
    assert table.label("battle-odds").endswith("column 0")
    table.press("1")
    assert table.label("battle-odds").endswith("column 2, 1 to the right")
    assert [str(entry.action) for entry in table.session.entries][-1] == "spend air"


def test_the_battle_before_is_forgotten_when_the_next_is_announced() -> None:
    """Its die would lie beside the odds of the new one."""
    state = battle(dice=(5,) * 9, R2="0603", B3="0503")
    table = Table(Session(tiny("support"), state))
    table.click("0402")
    table.press("enter")
    while table.session.state.agenda[-1].kind == "commitment":
        table.press("e")
    assert table.board.match.last_battle is not None
    table.click("0503")
    table.press("enter")
    assert not table.shown("result-die")
    assert table.label("battle-attackers") == "Red R2"


def test_a_long_choice_has_two_lines() -> None:
    table = Table(Session(tiny("support"), battle(dice=(6,) * 9)), size=(1024, 768))
    table.click("0402")
    table.press("enter")
    choices = [node for node in table.tree.walk() if node.key.startswith("choice-")]
    assert choices[0].rect.height > choices[-1].rect.height
    assert not any(node.clipped for node in choices)
