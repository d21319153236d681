"""Reinforcements in the window: all at once, and nobody is forgotten.

In the tiny game *reserves* L1 and L2 enter in turn 1 by column 1.
"""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from hexwar.records import Session
from tests.rules.tiny import place, tiny
from tests.viewer.table import Table


@pytest.fixture(autouse=True)
def _close() -> Iterator[None]:
    yield
    pygame.display.quit()


def waiting(options: str) -> Table:
    state = place("reserves", {"R1": "0701", "B1": "0705"}, "red_movement", options)
    return Table(Session(tiny("reserves"), state))


def test_a_key_brings_on_all_who_wait() -> None:
    """Each is an action of its own, to be taken back one at a time."""
    table = waiting("")
    table.press("ctrl+e")
    state = table.session.state
    assert state.position("L1") and state.position("L2")
    assert len(table.session.entries) == 2
    assert table.label("notice-text") == "L1 and L2 enter."
    table.press("u")
    assert table.session.state.position("L2") is None
    assert table.session.state.position("L1")


def test_a_button_does_so_where_several_wait() -> None:
    table = waiting("")
    table.push("enter-all")
    assert table.session.state.waiting("red") == ()


def test_who_waits_is_listed_once() -> None:
    """Among those who wait, to be picked and put on the map; not among the choices, if few, too."""
    state = place("reserves", {"B1": "0102", "B2": "0104"}, "red_movement", "")
    table = Table(Session(tiny("reserves"), state))
    assert {"waiting-L1", "waiting-L2"} <= {node.key for node in table.tree.walk()}
    assert not any("enters" in node.label for node in table.tree.walk())
    table.push("waiting-L1")
    assert not any("enters" in node.label for node in table.tree.walk())
    table.press("n", "enter")
    assert table.session.state.position("L1")


def test_the_prompt_names_who_waits_and_the_key() -> None:
    prompt = waiting("").label("prompt")
    assert "1 unit can still move, L1 and L2 can enter. E ends the phase." in prompt
    assert prompt.endswith("Ctrl+E brings on all that can enter.")


def test_the_prompt_says_when_it_is_too_late_afterwards() -> None:
    assert "L1 and L2 can enter before anything moves." in waiting("at_first").label("prompt")


@pytest.mark.parametrize("options", ["owed", "owed at_first"])
def test_the_prompt_says_what_is_owed(options: str) -> None:
    assert "ring on L1 and L2" in waiting(options).label("prompt")
    assert "Ctrl+E brings on all" in waiting(options).label("prompt")


def test_who_ends_the_phase_is_told_first_who_stays_out() -> None:
    """The second press ends it."""
    table = waiting("")
    table.press("e")
    assert table.session.state.phase == "red_movement"
    told = "L1 and L2 can still enter in this phase. The same again goes on without them."
    assert table.label("notice-text") == told
    table.press("e")
    assert table.session.state.phase != "red_movement"


def test_who_moves_first_is_told_where_that_keeps_others_out() -> None:
    table = waiting("at_first")
    table.click("0701", "0601")
    assert table.session.state.position("R1") == "0701"
    told = "L1 and L2 can still enter before anything moves. The same again goes on without them."
    assert table.label("notice-text") == told
    table.click("0601")
    assert table.session.state.position("R1") == "0601"


def test_who_moves_first_is_not_told_where_they_may_come_later() -> None:
    table = waiting("")
    table.click("0701", "0601")
    assert table.session.state.position("R1") == "0601"


def test_the_key_says_so_where_nobody_waits() -> None:
    table = waiting("")
    table.press("ctrl+e", "ctrl+e")
    assert table.label("notice-text") == "Nobody can enter now."
