"""Two people at one window where units hide: the curtain between them, and what each is shown."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pygame
import pytest

from hexwar.records import Session
from hexwar.rules.game import Game
from tests.rules.tiny import varied
from tests.viewer.table import Table

WOODS = """
map: {hexes: {woods: ["0802", "0803"]}}
terrain: {hexes: {woods: {title: Woods, cost: 1}}}
hidden: {side: blue, where: {terrain: [woods]}}
"""
SETUP = {"R1": "0202", "R2": "0203", "B1": "0802", "B2": "0803"}


@pytest.fixture
def game(tmp_path: Path) -> Game:
    """Blue may hide in woods, and interrupts."""
    return varied(tmp_path, WOODS, "overwatch")


@pytest.fixture
def table(game: Game) -> Iterator[Table]:
    """Red acts; B1 hides."""
    yield opened(game, "B1")
    pygame.display.quit()


def opened(game: Game, *hides: str, speed: str = "instant") -> Table:
    state = game.start(setup=SETUP, phase="first")
    state.conceal(sum(1 << state.frame.unit_index[unit] for unit in hides))
    table = Table(Session(game, state), speed=speed)
    if table.app.screen is not table.board:
        table.press("enter")
    return table


def told(table: Table) -> str:
    return " ".join(node.label for node in table.tree.walk())


def shown(table: Table) -> set[str]:
    return {unit for units in table.board.view.pieces.standing().values() for unit in units}


def test_who_hides_is_not_shown_to_the_other_side(table: Table) -> None:
    assert shown(table) == {"R1", "R2", "B2"}
    table.point("0802")
    assert "B1" not in told(table)


def test_who_may_react_is_asked_behind_a_curtain(table: Table) -> None:
    """Else the list of who may would give away who hides."""
    table.click("0202", "0402")
    assert table.app.screen is not table.board
    assert "Blue is to act" in told(table)
    assert "B1" not in told(table)
    table.press("enter")
    assert table.app.screen is table.board
    assert "B1 tries to react" in told(table)
    assert shown(table) == {"R1", "R2", "B1", "B2"}


def test_the_window_is_handed_back_as_it_was(table: Table) -> None:
    table.click("0202", "0402")
    table.press("enter", "d")
    assert table.app.screen is not table.board
    assert "Red is to act" in told(table)
    table.press("enter")
    assert shown(table) == {"R1", "R2", "B2"}
    assert "B1" not in told(table)


def test_behind_the_curtain_a_side_is_shown_what_it_saw(game: Game) -> None:
    """The way of the unit up to the hex where it may be interrupted."""
    match = opened(game, "B1").board.match
    match.playback.speed = "slow"
    match.act("move R1 0402")
    match.playback.skip()
    assert match.visibility.waiting == "blue"
    match.hand_to("blue")
    seen = [event for event in match.playback.waiting if event.kind == "moved"]
    seen += [event for event in [match.playback.current] if event is not None]
    assert [(event.unit, event.path) for event in seen] == [("R1", ("0202", "0303"))]
    assert match.playback.positions["R1"] == "0202"
    pygame.display.quit()


def test_there_is_no_curtain_once_nobody_hides(game: Game) -> None:
    table = opened(game)
    table.click("0202", "0402")
    assert table.app.screen is table.board
    assert "B1 tries to react" in told(table)
    pygame.display.quit()


def test_a_game_that_is_taken_up_again_is_covered() -> None:
    """Nobody knows who has opened it: whoever is to act uncovers it, as between turns."""
    session = Session.new("scs_sample", seed=3)
    random = Random(3)
    while session.state.phase != "republic_movement":
        session.apply(session.state.sample_action(random))
    table = Table(session)
    assert table.app.screen is not table.board
    assert table.board.match.visibility.shared
    table.press("enter")
    assert table.app.screen is table.board
    assert table.board.match.visibility.side == "republic"
    pygame.display.quit()
