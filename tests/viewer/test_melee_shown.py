"""A hex that both sides stand in: both stacks are read, and the battle there is prepared."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

import hexwar
from hexwar.records import Session
from hexwar.rules.game import Game
from hexwar.viewer.table.pieces import ABREAST_SIDE, side_at
from tests.viewer.table import Table

CLOSE_COMBAT = Path(__file__).resolve().parent.parent / "games" / "close_combat"
MET = {"R1": "0403", "R2": "0403", "B1": "0403", "R3": "0302", "B2": "0404"}


@pytest.fixture(scope="module")
def close_combat() -> Game:
    """Units of both sides go into one hex."""
    return hexwar.load_game(CLOSE_COMBAT)


@pytest.fixture
def melee(close_combat: Game) -> Iterator[Table]:
    """Red is to attack in a hex that both hold."""
    state = close_combat.start(setup=MET, phase="red_combat")
    yield Table(Session(close_combat, state))
    pygame.display.quit()


def test_the_stacks_of_both_sides_lie_side_by_side(melee: Table) -> None:
    """Each is drawn beside the middle of the hex, neither over the other."""
    pieces, camera = melee.board.view.pieces, melee.board.view.camera
    assert pieces.standing()["0403"] == ["R1", "R2", "B1"]
    red, blue = pieces.abreast(camera, "0403", [["R1", "R2"], ["B1"]])
    wide = ABREAST_SIDE * side_at(camera.zoom)
    assert blue[0][0] - red[0][0] >= wide * 0.95


def test_a_click_on_the_hex_prepares_the_battle_in_it(melee: Table) -> None:
    melee.click("0403")
    assert melee.board.selection.target == "0403"
    assert set(melee.board.selection.attackers) == {"R1", "R2"}


def test_a_click_takes_a_unit_into_the_hex_of_the_enemy(close_combat: Game) -> None:
    state = close_combat.start(setup={"R1": "0303", "B1": "0403"}, phase="red_movement")
    table = Table(Session(close_combat, state))
    table.click("0303")
    table.click("0403")
    assert table.session.state.units_at("0403") == ("R1", "B1")
    pygame.display.quit()
