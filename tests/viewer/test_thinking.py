"""While the computer thinks: the window says so, can hurry it, and leaves nothing of it behind."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from hexwar.viewer.match import thinking
from tests.viewer.conftest import SetUp
from tests.viewer.table import Table
from tests.viewer.test_computer import Stuck

ENDLESS = "hard,rollouts=100000000"
"""Thinks for days unless it is told to move."""


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """What takes long is told at once: nobody here waits to see whether it does."""
    monkeypatch.setattr(thinking, "_SOON", 0.0)


def until(table: Table, answer: Callable[[], bool]) -> None:
    """Let the window run until something is so."""
    deadline = time.monotonic() + 300
    while not answer():
        assert time.monotonic() < deadline, "waited in vain"
        table.settle()
        time.sleep(0.01)


def thinking_for_long(table: Table) -> Table:
    """End the first side's phase, and wait until the bar tells of the other's thought."""
    table.press("e")
    until(table, lambda: "Q: move now" in table.label("prompt"))
    return table


@pytest.mark.parametrize("by", ["key", "button"])
def test_it_can_be_told_to_move_now(opened: SetUp, apart: None, by: str) -> None:
    """By a key and by a button, which are offered while it thinks and at no other time."""
    table = opened(players={"us": ENDLESS})
    assert not table.shown("button-hurry")
    table.press("q")
    assert table.label("notice-text") == "Nobody is thinking."
    thinking_for_long(table)
    assert "U.S. (Hard" in table.label("prompt")
    if by == "key":
        table.press("q")
    else:
        table.push("button-hurry")
    until(table, lambda: any(entry.side == "us" for entry in table.session.entries))
    process = table.board.thinker.process
    table.app.close()
    assert process._process is None


def test_undo_while_it_thinks_goes_back_and_on(opened: SetUp, apart: None) -> None:
    """The thought is dropped and hurried, so that the next question is not kept waiting."""
    table = thinking_for_long(opened(players={"us": ENDLESS}))
    table.press("u")
    assert table.board.match.human_to_act
    thinking_for_long(table).press("q")
    until(table, lambda: any(entry.side == "us" for entry in table.session.entries))
    assert table.board.thinker.process.replaced == 0
    table.app.close()


def test_another_game_leaves_no_process(opened: SetUp, apart: None) -> None:
    """Nor does a window that is closed; the game is saved as it stands."""
    table = thinking_for_long(opened(players={"us": ENDLESS}))
    process = table.board.thinker.process
    until(table, lambda: process._process is not None)
    pid = process._process
    assert pid is not None
    table.app.choose_game()
    assert process._process is None and pid.poll() is not None
    table.app.close()


def test_a_process_that_ends_is_said_and_replaced(opened: SetUp, apart: None) -> None:
    """In a sentence; the game goes on."""
    table = thinking_for_long(opened(players={"us": ENDLESS}))
    thinker = table.board.thinker.process
    until(table, lambda: thinker._answers)
    process = thinker._process
    assert process is not None
    process.kill()
    until(table, lambda: thinker.replaced == 1)
    table.press("q")
    wait_for_human_in_a_hurry(table)
    assert "another one goes on" in table.label("notice-text")
    table.app.close()


def wait_for_human_in_a_hurry(table: Table) -> None:
    """Tell the computer to move whenever it thinks, until a person is asked."""
    deadline = time.monotonic() + 300
    while table.board.match.computer_to_act is not None and time.monotonic() < deadline:
        table.board.thinker.hurry()  # the key would say so if it had just moved
        table.settle()
        time.sleep(0.05)


def test_who_does_not_listen_is_given_up(opened: SetUp, monkeypatch: pytest.MonkeyPatch) -> None:
    """A player of one's own cannot be hurried: told twice, its side is the person's."""
    monkeypatch.setattr(thinking, "_DEAF", 0.0)
    stuck = Stuck()
    table = opened(players={"us": stuck})
    thinking_for_long(table).press("q")
    until(table, lambda: "though told to move" in table.label("prompt"))
    table.press("q")
    until(
        table,
        lambda: (
            "Stuck did not move when told to" in " ".join(node.label for node in table.tree.walk())
        ),
    )
    stuck.go_on.set()
