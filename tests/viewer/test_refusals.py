"""What the window says where a click does nothing, and what would help."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

import hexwar
from hexwar.records import Session
from tests.viewer.table import Table


@pytest.fixture
def squads() -> Iterator[Table]:
    """A team that may move 6 hexes, or 12 rapidly, to move."""
    game = hexwar.load_game("force_on_force")
    state = game.start(setup={"Alpha": "0512", "T1": "3030"}, phase="others")
    yield Table(Session(game, state))
    pygame.display.quit()


def test_a_hex_that_another_way_of_moving_reaches_names_the_key(squads: Table) -> None:
    """It lies within the dashed outline."""
    squads.click("0512", "1412")
    assert "too far" in squads.label("notice-text")
    assert squads.label("notice-text").endswith(" Moving rapidly reaches it: M.")
    squads.press("m")
    squads.click("1412")
    assert squads.session.state.position("Alpha") == "1412"


def test_the_keyboard_is_told_as_well(squads: Table) -> None:
    squads.click("0512")
    squads.point("1412")
    squads.press("enter")
    assert squads.label("notice-text").endswith(" Moving rapidly reaches it: M.")


def test_a_hex_that_no_way_reaches_promises_nothing(squads: Table) -> None:
    squads.click("0512", "3512")
    assert "Moving" not in squads.label("notice-text")


def test_a_unit_that_is_set_up_where_it_stands_is_said_to_stand_there() -> None:
    table = Table(Session.new(hexwar.load_game("scs_sample"), "battle", seed=3))
    state = table.session.state
    unit = next(u for u in table.board.selection.ready() if state.position(u))
    here = state.position(unit)
    assert here is not None
    table.click(here)
    table.point(here)
    picked = table.board.selection.units
    assert table.label("notice-text") == f"{picked[0]} stands here."
    pygame.display.quit()


def test_who_meant_to_overrun_from_afar_hears_what_that_lacks() -> None:
    """A click on an enemy out of reach is refused as a move, and as the overrun that was meant."""
    game = hexwar.load_game("scs_sample")
    setup = {"I5": "10.09", "H1": "12.10"}
    table = Table(Session(game, game.start("battle", setup=setup, phase="league_movement")))
    table.click("10.09", "12.10")
    notice = table.label("notice-text")
    assert notice.endswith("an enemy unit is there. To overrun: 12.10 is not next to 10.09.")
    pygame.display.quit()


@pytest.mark.parametrize("start", ["0803", "0704"])
def test_who_clicks_an_enemy_while_moving_hears_when_it_can_be_attacked(start: str) -> None:
    """From afar as from the next hex: a phase later in the turn is the side's own combat."""
    game = hexwar.load_game("strike_force_one")
    setup = {"B": start, "W": "0603"}
    table = Table(Session(game, game.start("standard", setup=setup)))
    table.click(start, "0603")
    assert table.label("notice-text") == (
        "B may not enter 0603: an enemy unit is there. Enemy units are attacked in Soviet combat."
    )
    pygame.display.quit()
