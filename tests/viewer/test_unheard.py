"""A section that nobody has heard of, from its first decision on: a storm, and a curse."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pygame
import pytest

import hexwar
from hexwar.records import Session
from tests.rules.tiny import FOLDER
from tests.unheard import brought, curse, storm
from tests.viewer.table import Table


@pytest.fixture(params=["mouse", "keyboard"])
def hand(request: pytest.FixtureRequest) -> Iterator[str]:
    """What is played with."""
    yield str(request.param)
    pygame.display.quit()


def opened(name: str) -> Table:
    """A window with a tiny game, loaded with the sections that there are now."""
    return Table(Session.new(hexwar.load_game(FOLDER / name), seed=3))


def given(table: Table) -> str:
    """What was played last."""
    return str(table.session.entries[-1].action)


def test_a_unit_of_either_side_is_named(hand: str) -> None:
    """By a click on it, or by its line."""
    with brought(storm()):
        table = opened("duel")
        assert "Name a unit for the storm." in table.label("prompt")
        lines = [table.label(f"choice-{digit}") for digit in range(1, 5)]
        assert lines == ["omen Raven", *(f"Lightning strikes {u}" for u in ("R1", "B1")), "Decline"]
        if hand == "mouse":
            table.click(table.session.state.position("B1") or "")
        else:
            table.press("3")
        assert given(table) == "strike B1"


def test_what_a_section_adds_to_movement_is_a_line_of_the_unit_picked(hand: str) -> None:
    """Units move on the map as ever; of many lines those of the unit picked up are shown."""
    with brought(curse()):
        table = opened("holdings")
        unit = table.board.selection.ready()[1]
        if hand == "mouse":
            table.click(table.session.state.position(unit) or "")
            table.push("choice-1")
        else:
            table.press("tab", "tab", "1")
        assert given(table) == f"curse {unit}"


def test_units_move_beside_what_a_section_adds(hand: str) -> None:
    """A click on a hex is a move."""
    with brought(curse()):
        table = opened("holdings")
        if hand == "mouse":
            unit = table.board.selection.ready()[0]
            table.click(table.session.state.position(unit) or "")
            table.click(next(iter(table.board.selection.reach())))
        else:
            table.press("tab", "n", "enter")
        assert given(table).startswith("move ")


def test_the_computer_is_asked_as_well() -> None:
    """A side that it plays does not stop at what nobody has heard of."""
    with brought(storm()):
        game = hexwar.load_game(FOLDER / "duel")
        side = game.start(seed=3).side_to_act
        table = Table(Session.new(game, seed=3, players={str(side): "greedy"}))
        deadline = time.monotonic() + 300
        while not table.session.entries and time.monotonic() < deadline:
            table.settle()
        assert str(table.session.entries[0].action) == "strike B1"
    pygame.display.quit()
