"""A phase with a table of combat of its own: its patch says columns, rows and what finds them.

In the tiny game *two tables* the ordinary phase counts attackers (columns 1 to 3); in the phase of
shock the columns are differentials, 0 and 1, and a 6 eliminates the defender in either.
"""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from hexwar.engine import Preview
from hexwar.records import Session
from hexwar.rules.state import State
from tests.rules.tiny import place, tiny
from tests.viewer.table import Table

FRONT = {"R1": "0303", "B1": "0403", "B2": "0705"}
LINE = "attack 0403 by R1"


@pytest.fixture(autouse=True)
def window() -> Iterator[None]:
    """Every window is closed again."""
    yield
    pygame.display.quit()


def fighting(phase: str, *dice: int) -> State:
    return place("two_tables", FRONT, phase, dice=dice)


def foreseen(state: State) -> Preview:
    preview = state.preview(LINE)
    assert isinstance(preview, Preview)
    return preview


@pytest.mark.parametrize(("phase", "column"), [("red_combat", "1"), ("red_shock", "0")])
def test_each_phase_reads_its_own_table(phase: str, column: str) -> None:
    preview = foreseen(fighting(phase))
    assert preview.headings[preview.column] == column


def test_what_is_rolled_is_read_where_it_was_foreseen() -> None:
    """A 6 drives the attacker back in the ordinary phase, and eliminates the defender in shock."""
    assert fighting("red_combat", 6).apply(LINE)[0].result == "AR"
    shock = fighting("red_shock", 6)
    assert foreseen(shock).probabilities["DE"] * 6 == 1
    assert shock.apply(LINE)[0].result == "DE"
    assert shock.position("B1") is None


def test_the_window_shows_the_table_of_the_phase() -> None:
    table = Table(Session(tiny("two_tables"), fighting("red_shock", *(6,) * 9)))
    table.click("0403")
    assert "column 0 lit" in table.label("table")


@pytest.mark.parametrize(
    ("die", "lit", "title"), [(4, "column 0 lit, die 4", "B1 and R1 are eliminated")]
)
def test_a_battle_is_shown_by_the_table_that_it_was_fought_by(
    die: int, lit: str, title: str
) -> None:
    """Shock is over with it: by then the ordinary table, which has no such result, is in force."""
    table = Table(Session(tiny("two_tables"), fighting("red_shock", die)))
    table.click("0403")
    table.push("attack")
    assert table.session.state.phase != "red_shock"
    assert table.label("table") == "Combat results, column 0 lit, die 4"
    assert table.label("result-title") == "B1 and R1 are eliminated"
