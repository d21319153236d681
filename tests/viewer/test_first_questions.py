"""What somebody who has never played asks in his first minutes is answered where he looks."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

import hexwar
from hexwar.engine import Action
from hexwar.records import Session
from hexwar.rules.victory.telling import last_turns
from hexwar.viewer.decisions import situation
from hexwar.viewer.drawing.overlays import TINT
from hexwar.viewer.table.board_view import OTHER_WAY
from tests.viewer.table import Table

SetUp = Callable[..., Table]


def test_a_phase_that_begins_says_what_to_do(set_up: SetUp) -> None:
    """The phase itself stands above the map already."""
    table = set_up(setup={"A": "0603", "W": "0604"}, phase="soviet_movement")
    table.press("e", "enter")
    assert "Soviet combat" in table.label("turn")
    assert table.board.notice().text.startswith("Click an enemy unit to aim at it")


def test_the_last_turn_is_the_one_in_which_the_game_may_end() -> None:
    """With the pilot on the table it is over after eight turns, else after nine."""
    game = hexwar.load_game("force_on_force")
    assert last_turns(game.start()) == "8 or 9"
    assert last_turns(game.start(turn=9, phase="actions")) == "9"
    assert last_turns(hexwar.load_game("orva_front").start()) == "10"


@pytest.mark.parametrize(("phase", "whose"), [("actions", "Taliban"), ("others", "USMC")])
def test_a_phase_of_whoever_it_is_says_whose_it_is(phase: str, whose: str) -> None:
    state = hexwar.load_game("force_on_force").start(phase=phase)
    assert situation(state, state.decision).endswith(f"({whose})")
    fixed = hexwar.load_game("orva_front").start(phase="union_combat")
    assert situation(fixed, fixed.decision) == "Turn 1: Union combat"


def test_what_is_in_the_way_is_said_at_the_end_of_the_line() -> None:
    """It begins with how far that is, in words: a number and a hex were two numbers."""
    game = hexwar.load_game("force_on_force")
    table = Table(Session(game, game.start(phase="others")))
    table.click("0112")
    table.point("1306")
    look = table.board.view.sight.look()
    assert look is not None and look.sign == "12 hexes, hidden by 0709 (Building)"
    pygame.display.quit()


def test_woods_stay_green_under_the_tint_of_another_way() -> None:
    """Violet over green is grey: woods looked like stone."""
    woods = (86, 124, 60)
    mixed = [round(a + (b - a) * TINT / 255) for a, b in zip(woods, OTHER_WAY, strict=True)]
    assert max(mixed) - min(mixed) > 50


def test_the_log_says_what_the_points_of_a_way_went_to() -> None:
    """Six points for two hexes: nobody could tell why."""
    game = hexwar.load_game("orva_front")
    setup = {"N1": "0705", "D7": "0904"}
    table = Table(Session(game, game.start(setup=setup, phase="union_movement", seed=1)))
    table.board.match.act(Action("move", ("N1",), ("0804",)))
    table.board.after_action()
    table.settle()
    lines = [node.label for node in table.tree.walk() if node.key.startswith("log-")]
    assert lines[-1] == "N1 moves 0705 to 0804 (3 MP: plain 1, enemy zones of control 2)."
    pygame.display.quit()
