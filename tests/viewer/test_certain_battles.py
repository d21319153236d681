"""A battle that is decided without a die is shown without one, and by the rules of its phase."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from hexwar.records import Session
from tests.cli.conversation import answer
from tests.rules.test_automatic_results import BESIDE, fighting
from tests.rules.tiny import tiny, varied
from tests.viewer.table import Table


@pytest.fixture(autouse=True)
def window() -> Iterator[None]:
    """Every window is closed again."""
    yield
    pygame.display.quit()


def test_where_no_die_was_thrown_none_is_shown() -> None:
    """Four to one needs none, two to one does."""
    table = Table(Session(tiny("blitz"), fighting(BESIDE, dice=(1,))))
    table.click("0403", "0304")
    table.push("attack")
    assert table.session.entries[-1].events[0].dice == ()
    assert not any(node.key.startswith("log-die") for node in table.tree.walk())


def test_the_terminal_says_that_nothing_is_rolled() -> None:
    printed = answer(Session(tiny("blitz"), fighting(BESIDE)), "odds 0403 by R1")
    assert "DE 100 %, no roll" in printed


def test_odds_beyond_the_table_are_called_that() -> None:
    """Before and after, and no column is lit that had no part in it."""
    table = Table(Session(tiny("blitz"), fighting(BESIDE, "far")))
    table.click("0403")
    assert table.label("battle-odds") == "6 to 1: beyond the last column, automatic result, no roll"
    assert not table.shown("table")
    table.push("attack")
    assert table.label("result-column").startswith("Odds beyond the last column: automatic")
    assert not table.shown("table")


def test_odds_within_the_table_have_their_column() -> None:
    table = Table(Session(tiny("blitz"), fighting(BESIDE)))
    table.click("0403", "0304")
    assert table.label("battle-odds") == "4 to 1: column 4:1, automatic result, no roll"
    assert not table.shown("table")
    table.push("attack")
    assert table.label("result-column").startswith("Column 4:1: automatic result, no roll")


def test_the_terminal_says_that_odds_are_beyond_the_table() -> None:
    printed = answer(Session(tiny("blitz"), fighting(BESIDE, "far")), "odds 0403 by R1 R3")
    assert "Strength 6 to 1; beyond the last column, automatic result, no roll." in printed


def test_panel_terminal_and_result_agree_on_what_is_beyond_the_table(tmp_path: Path) -> None:
    """To the nearest 3 to 2 are odds of 2:1: beyond a last column 3:2, as the rules have it."""
    yaml = """
units: {counters: {R1: {steps: 3-3}}}
combat:
  columns: ["1:2", "1:1", "3:2"]
  automatic: {at_least: "3:2", or: {at_least: "1:1"}}
sequence:
  phases:
    - {id: red_movement, kind: movement, side: red}
    - {id: red_combat, kind: combat, side: red, patch: {combat: {column: {ratio: nearest}}}}
    - {id: blue_movement, kind: movement, side: blue}
"""
    game = varied(tmp_path, yaml, "blitz")

    def session() -> Session:
        return Session(game, game.start(setup={"R1": "0303", "B1": "0403"}, phase="red_combat"))

    assert session().state.preview("attack 0403 by R1").above
    told = "beyond the last column, automatic result, no roll"
    printed = " ".join(answer(session(), "odds 0403 by R1").split())
    strengths = "3 to 2 (1.5:1, rounded to the nearest)"
    assert f"Strength {strengths}; {told}." in printed
    table = Table(session())
    table.click("0403")
    assert table.label("battle-odds") == f"{strengths}: {told}"
    table.push("attack")
    assert table.label("result-column").startswith("Odds beyond the last column: automatic")
