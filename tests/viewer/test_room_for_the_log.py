"""Beside a battle, a hint and units that wait off the map some lines of the log are left."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

import hexwar
from hexwar.engine import Action, Event
from hexwar.players.advice import Advice
from hexwar.records import Session
from tests.viewer.table import Table
from tests.viewer.test_hints import asked
from tests.viewer.test_layout import check

WAITING = ("M2", "M3", "A3", "I7", "I8")


@pytest.fixture(autouse=True)
def _closed() -> Iterator[None]:
    yield
    pygame.display.quit()


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Table:
    """Five wait to enter, in a window of the usual size."""
    plan = tuple(Action.parse(f"enter {unit} 01.09") for unit in WAITING[:3])
    advice = Advice(plan, 0.55, 0.47, ("You take a town.",), ("They shoot.", "They retake it."))
    monkeypatch.setattr("hexwar.players.thinking_process.advise", lambda *_, **__: advice)
    state = hexwar.load_game("scs_sample").start("battle", turn=2, phase="league_movement")
    return Table(Session(hexwar.load_game("scs_sample"), state))


def fought(table: Table) -> Table:
    """Show what has become of a battle."""
    match = table.board.match
    battle = Event(
        "battle", "5.0", "A battle.", target="13.08", hexes=("13.08",), attackers=("V3",),
        defenders=("C1",), dice=(1, 5), die=6, column="3:1", result="A1 D1r1", modifier=0, row=6,
    )  # fmt: skip
    lost = [Event("lost_step", "", f"V3 loses step {n}.", unit="V3") for n in range(3)]
    match.results.took([battle, *lost], lambda _: True, match.combat_in_force(), settled=True)
    table.board.rebuild()
    table.settle()
    return table


def listed(table: Table) -> list[str]:
    """The units that are listed as waiting."""
    return [unit for unit in WAITING if table.shown(f"waiting-{unit}")]


def lines_of_the_log(table: Table) -> int:
    """How many are to be read."""
    keys = [node.key.removeprefix("log-") for node in table.tree.walk()]
    return sum(map(str.isdigit, keys))


def test_they_are_listed_where_there_is_room(table: Table) -> None:
    assert listed(table) == list(WAITING)
    assert not table.shown("waiting-list")


@pytest.mark.parametrize("hint", [False, True])
def test_they_are_folded_for_a_battle(table: Table, hint: bool) -> None:
    """Before its table is left out; what waits is a push away, and folded again by another."""
    if hint:
        asked(table)
    fought(table)
    assert table.shown("table") and table.shown("result-title")
    assert listed(table) == []
    assert table.label("waiting-list") == "List all 5"
    assert lines_of_the_log(table) >= 2
    check(table)
    table.push("waiting-list")
    assert listed(table) == list(WAITING)
    assert lines_of_the_log(table) >= 2
    check(table)
    table.push("waiting-list")
    assert listed(table) == []


def test_who_has_been_seen_to_is_not_unfolded_the_next_time(table: Table) -> None:
    """Nor is anybody folded when the battle has been seen."""
    fought(table)
    table.push("waiting-list")
    table.press("escape")  # puts away what is new in this turn
    table.press("escape")
    assert listed(table) == list(WAITING) and not table.shown("waiting-list")
    fought(table)
    assert listed(table) == []


def test_a_hint_leaves_them_listed_as_long_as_the_log_has_room(table: Table) -> None:
    asked(table)
    assert listed(table) == list(WAITING) and lines_of_the_log(table) >= 2


def test_beside_a_hint_that_says_more_they_are_folded(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    advice = Advice((Action.parse("enter M2 01.09"),), 0.55, 0.47, (), ("They shoot.",) * 20)
    monkeypatch.setattr("hexwar.players.thinking_process.advise", lambda *_, **__: advice)
    asked(table)
    assert table.shown("hint-fears-19")
    assert listed(table) == [] and lines_of_the_log(table) >= 2
    check(table)
