"""What may be read of a unit beside what is printed on it: in the panel, on its counter."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from hexwar.records import Session
from hexwar.rules.figures.rules import FigureRules
from hexwar.viewer.counters.counter import PLAIN, Marks, counter
from tests.rules.tiny import place, tiny
from tests.viewer.table import Table


@pytest.fixture
def table() -> Iterator[Table]:
    """Two teams; one figure of B1 is down."""
    state = place("casualties", {"R1": "0102", "B1": "0702"}, "blue_movement")
    state.rules[FigureRules].hit(state, state.frame.unit_index["B1"], 1)
    yield Table(Session(tiny("casualties"), state))
    pygame.display.quit()


def told(table: Table, unit: str) -> str:
    found = (node for node in table.tree.walk() if node.key.startswith(f"unit-{unit}-"))
    return " ".join(node.label for node in found)


def test_the_figures_of_a_unit_are_told_beside_the_map(table: Table) -> None:
    table.point("0702")
    assert "3 fit, 1 down" in told(table, "B1")
    table.point("0102")
    assert "4 fit" in told(table, "R1")


def test_a_counter_shows_how_many_figures_fight_where_strengths_are_printed(table: Table) -> None:
    pieces = table.board.view.pieces
    assert pieces.marks("B1").strength == "3"
    assert pieces.marks("R1").strength == "4"
    shown = [counter(pieces.face("B1"), 48, Marks(strength=text)) for text in ("3", "4")]
    assert pixels(shown[0]) != pixels(shown[1])


def test_each_state_of_a_unit_is_a_sign_on_its_counter(table: Table) -> None:
    face = table.board.view.pieces.face("B1")
    shown = [counter(face, 48, marks) for marks in (PLAIN, Marks(signs=("P",)))]
    shown += [counter(face, 48, Marks(signs=signs)) for signs in (("R",), ("P", "R"))]
    assert len(set(map(pixels, shown))) == 4


def pixels(picture: pygame.Surface) -> bytes:
    return pygame.image.tobytes(picture, "RGBA")
