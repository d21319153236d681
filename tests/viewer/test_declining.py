"""The key that ends a phase declines an offer only when the offer can have been read."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

import hexwar
from hexwar.records import Session
from hexwar.viewer.widgets import Button
from tests.rules.tiny import place, tiny
from tests.viewer.table import Table

OFFERED = "Advance A or B into 0603, or pass."
ASKED = f"{OFFERED} Press key E or click Decline once more to decline."


@pytest.fixture(autouse=True)
def _close() -> Iterator[None]:
    yield
    pygame.display.quit()


def after_a_battle(speed: str = "instant", *, attack: bool = True) -> Table:
    """Two units have driven an enemy out of 0603 and may take the hex."""
    game = hexwar.load_game("strike_force_one")
    setup = {"A": "0703", "B": "0704", "W": "0603", "X": "0102"}
    state = game.start("standard", setup=setup, phase="soviet_combat", dice=[3] * 9)
    table = Table(Session(game, state), speed=speed)
    table.app.settings.idle_asked = True
    if attack:
        table.board.match.act("attack 0603 by A B")
        table.board.after_action()
    return table


def offers(table: Table) -> bool:
    """Whether the advance is still offered."""
    decision = table.board.match.decision
    return decision is not None and decision.kind == "advance"


def test_an_advance_is_declined_with_the_second_key() -> None:
    """Else the key with which a phase is ended would throw it away unread."""
    table = after_a_battle()
    table.settle()
    table.press("e")
    assert offers(table)
    assert table.label("notice-text") == ASKED
    table.press("e")
    assert not offers(table)


def test_so_it_is_by_the_button_and_whoever_does_something_else_is_asked_anew() -> None:
    """The button stands where the one that ends a phase stood."""
    table = after_a_battle()
    table.settle()
    table.push("button-end_phase")
    assert offers(table)
    table.press("escape", "e")
    assert offers(table)
    table.push("button-end_phase")
    assert not offers(table)


def test_while_dice_are_shown_the_key_only_skips_them() -> None:
    """What is offered after them stands nowhere yet."""
    table = after_a_battle("slow", attack=False)
    table.app.settings.idle_asked = False
    table.board.match.act("attack 0603 by A B")
    table.board.after_action()
    assert table.board.match.playback.busy
    table.press("e")
    assert offers(table)
    assert not table.board.match.playback.busy
    table.press("e")
    assert not offers(table)


def test_who_has_just_ended_his_phase_does_not_decline_with_the_same_key() -> None:
    """The enemy moves, somebody may react; from the second reaction on one key is enough."""
    setup = {"R1": "0202", "R2": "0203", "B1": "0802", "B2": "0803"}
    table = Table(Session(tiny("overwatch"), place("overwatch", setup, "first", dice=[6, 1])))
    table.app.settings.idle_asked = True
    match = table.board.match
    while match.state.phase == "first":
        table.press("e")
    while match.state.side_to_act == "blue":
        table.press("e")
    match.act("done")
    match.act("move R1 0402")
    table.board.after_action()
    asked = len(match.entries)
    assert match.state.side_to_act == "blue"
    table.press("e")
    assert len(match.entries) == asked
    table.press("e")
    assert len(match.entries) == asked + 1
    assert match.state.side_to_act == "blue", "asked at the next hex"
    table.press("e")
    assert len(match.entries) == asked + 2


def test_an_advance_is_not_proposed_to_be_declined() -> None:
    """The button that declines was the one in the colour of what is proposed."""
    table = after_a_battle()
    table.settle()
    declining = table.board.find("button-end_phase")
    assert isinstance(declining, Button) and declining.kind == "chrome" and declining.enabled
    ending = after_a_battle(attack=False).board.find("button-end_phase")
    assert isinstance(ending, Button) and ending.kind == "primary"
