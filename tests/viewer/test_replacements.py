"""The window offers replacements, of which it knows nothing."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from hexwar.records import Session
from tests.rules.test_replacements import replacing
from tests.rules.tiny import tiny
from tests.viewer.table import Table


@pytest.fixture(autouse=True)
def window() -> Iterator[None]:
    """Every window is closed again."""
    yield
    pygame.display.quit()


def opened() -> Table:
    return Table(Session(tiny("replacements"), replacing(reduced="R1")))


def test_what_may_be_done_is_a_list_of_lines() -> None:
    table = opened()
    assert "Rebuild or return units, or end the phase." in table.label("prompt")
    lines = [table.label(f"choice-{digit}") for digit in range(1, 4)]
    assert lines == ["Rebuild a step of R1", "R4 returns in 0102", "R4 returns in 0202"]


@pytest.mark.parametrize(
    ("line", "action"), [("1", "rebuild R1"), ("2", "return R4 0102"), ("3", "return R4 0202")]
)
def test_a_line_does_what_it_says(line: str, action: str) -> None:
    table = opened()
    table.press(line)
    assert [str(entry.action) for entry in table.session.entries] == [action]
