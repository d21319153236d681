"""Written orders at one window: the curtain between writers, ways that are drawn, what is asked."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from hexwar.records import Session
from tests.rules.tiny import tiny
from tests.viewer.table import Table


@pytest.fixture
def table() -> Iterator[Table]:
    """Two people write orders for their ships."""
    game = tiny("sloops")
    table = Table(Session(game, game.start(seed=1)))
    if table.app.screen is not table.board:
        table.press("enter")
    yield table
    pygame.display.quit()


def told(table: Table) -> str:
    return " ".join(node.label for node in table.tree.walk())


def drawn(table: Table) -> list[tuple[str, ...]]:
    """The paths that the window has to draw."""
    return [order.path for order in table.board.match.visibility.state.written_orders()]


def test_what_is_still_to_be_written_is_said(table: Table) -> None:
    said = told(table)
    assert "R1, R2 and R3 still need movement notes" in said
    assert "R1, R2 and R3 still need orders of the gunners" in said


def test_a_way_is_written_by_a_click_and_drawn_for_its_own_side(table: Table) -> None:
    table.click("0102", "0302")
    assert drawn(table) == [("0102", "0201", "0302")]
    assert "R2 and R3 still need movement notes" in told(table)
    table.press("escape")
    table.point("0102")
    assert "ordered: 0201-0302" in told(table)


def test_another_way_takes_the_place_of_one_that_is_written(table: Table) -> None:
    table.click("0102", "0302")
    table.press("escape")
    table.click("0102", "0303")
    assert [path[-1] for path in drawn(table)] == ["0303"]


def test_whoever_finishes_too_soon_is_asked_once_and_told_for_whom_nothing_is_written(
    table: Table,
) -> None:
    table.click("0102", "0302")
    table.press("escape", "e")
    assert table.app.screen is not table.board
    assert "R2 and R3 still need movement notes" in told(table)
    table.press("n")
    assert (table.app.screen, table.board.match.state.side_to_act) == (table.board, "red")
    table.press("e", "e")
    assert table.board.match.state.side_to_act == "blue"


def test_the_board_is_covered_between_the_writers(table: Table) -> None:
    table.click("0102", "0302")
    table.press("escape", "e", "e")
    assert table.board.match.state.side_to_act == "blue"
    assert table.app.screen is not table.board, "nobody looks on between them"
    assert "0201-0302" not in told(table)
    table.press("enter")
    assert table.app.screen is table.board
    assert "B1, B2 and B3 still need movement notes" in told(table)
    assert drawn(table) == []
    table.point("0102")
    assert "ordered" not in told(table)


def test_what_is_carried_out_is_shown_to_both_before_the_board_is_covered(table: Table) -> None:
    table.click("0102", "0302")
    table.press("escape", "e", "e")
    table.press("enter")
    table.board.match.playback.speed = "fast"
    for unit in ("B1", "B2", "B3"):
        table.board.match.act(f"order {unit} loading")
    table.board.match.act("done")
    assert table.board.match.state.phase == "plotting"
    assert table.board.match.playback.busy
    table.board.tick(0.01)
    assert table.app.screen is table.board, "all look on while ships sail"
    table.board.match.playback.skip()
    table.board.tick(0.01)
    assert table.app.screen is not table.board, "and then the next side writes alone"


def test_nothing_is_kept_from_anybody_when_orders_have_been_carried_out() -> None:
    """Then the guns speak, and the board need not be covered between the sides."""
    state = tiny("broadsides").start(seed=1)
    keeps = state.rules.hooks.keeps
    assert any(hook(state) for hook in keeps)
    state.apply("plot R1 0404")
    state.apply("done")
    assert any(hook(state) for hook in keeps)
    setup = {"R1": "0203", "B1": "0204"}
    fire = tiny("broadsides").start(setup=setup, phase="red_fire")
    assert not any(hook(fire) for hook in fire.rules.hooks.keeps)
