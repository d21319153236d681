"""Lines of sight in the window: under the pointer of who fires, and from anywhere while held."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pygame
import pytest

import hexwar
from hexwar.records import Session
from hexwar.viewer.drawing.overlays import Overlay
from tests.rules.tiny import place, tiny
from tests.viewer.table import Table

SETUP = {"R1": "0403", "R2": "0104", "B1": "0803", "B2": "0901"}
"""Woods in 0603 lie between R1 and B1."""


def at(setup: Mapping[str, str] = SETUP, phase: str = "red_fire") -> Table:
    return Table(Session(tiny("squads"), place("squads", setup, phase)))


@pytest.fixture
def table() -> Iterator[Table]:
    """Red fires."""
    yield at()
    pygame.display.quit()


def test_who_fires_sees_what_blocks_the_line_to_the_hex_under_the_pointer(table: Table) -> None:
    table.click("0403")
    table.point("0803")
    look = table.board.view.sight.look()
    assert look is not None
    assert look.sight.blocking == ("0603",)
    text = "No line of sight from 0403 to 0803: 0603 (Woods) blocks it. It is 4 hexes away."
    assert table.label("notice-text") == text


def test_the_range_is_named_and_whether_it_is_optimal(table: Table) -> None:
    table.click("0403")
    table.point("0901")
    click = " A click shows what may happen."
    within = "R1 sees 0901, 5 hexes away, within optimal range (6)."
    assert table.label("notice-text") == within + click
    table.click("0104")
    table.point("0901")
    beyond = "R2 sees 0901, 8 hexes away, beyond optimal range (6)."
    assert table.label("notice-text") == beyond + click


def test_no_line_is_drawn_for_who_moves() -> None:
    table = at(phase="red_movement")
    table.click("0403")
    table.point("0803")
    assert table.board.view.sight.look() is None
    table.hold("i")
    assert table.board.view.sight.look() is not None


def test_the_key_shows_lines_from_where_the_player_looks(table: Table) -> None:
    """While nothing is picked up; all that is not seen from there is veiled meanwhile."""
    table.point("0505")
    before = table.app.surface.get_at(table.board.view.pixel_of("0702"))
    table.hold("i")
    table.point("0701")
    assert "0603 (Woods) blocks it" in table.label("notice-text")
    assert table.app.surface.get_at(table.board.view.pixel_of("0702")) != before
    table.let_go("i")
    assert table.board.view.sight.look() is None


def test_a_game_without_lines_of_sight_says_so() -> None:
    game = hexwar.load_game("strike_force_one")
    table = Table(Session.new(game, seed=1))
    table.hold("i")
    said = "Nothing is said about lines of sight in this game."
    assert table.label("notice-text") == said
    pygame.display.quit()


def test_the_line_is_broken_behind_what_blocks_it(table: Table) -> None:
    """Before the woods it is dark, behind them there is none."""
    table.click("0403")
    table.point("0803")
    view = table.board.view
    (ax, ay), (bx, by) = view.pixel_of("0403"), view.pixel_of("0803")
    quarter = table.app.surface.get_at((ax + (bx - ax) * 3 // 8, ay + (by - ay) * 3 // 8))
    assert sum(quarter[:3]) < 150


def test_the_help_lists_the_key(table: Table) -> None:
    table.press("f1")
    table.push("all")
    assert any("lines of sight" in node.label for node in table.tree.walk())


def test_the_sign_at_the_end_of_a_line_is_not_cut_at_the_edge_of_the_map(table: Table) -> None:
    """Beside the first column it is drawn as whole as in the middle."""
    view, drawn = table.board.view, []
    for number in ("0101", "0505"):
        picture = pygame.Surface(view.rect.size)
        picture.fill("magenta")
        picture.set_colorkey("magenta")
        overlay = Overlay(picture, view.camera, view.painter.layout, view.match.resolved.map)
        overlay.flag(number, "12 hexes, hidden by 1115 (Woods), and no short sign at all")
        drawn.append(pygame.mask.from_surface(picture).count())
    assert drawn[0] == drawn[1]
