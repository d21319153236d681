"""A battle that is decided without a die is shown without one, and by the rules of its phase."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from hexwar.records import Session
from tests.cli.conversation import answer
from tests.rules.test_automatic_results import BESIDE, fighting
from tests.rules.tiny import tiny
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
