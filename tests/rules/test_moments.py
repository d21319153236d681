"""The moments at which rules learn that a unit has moved."""

from __future__ import annotations

import pytest

import hexwar
from hexwar.engine.rules import Frame
from hexwar.rules.state import State
from tests.rules.tiny import FOLDER
from tests.unheard import all_tables

pytestmark = pytest.mark.usefixtures("loaded_anew")


class Watch:
    """Writes down who moved, and where it stood when that was told."""

    def __init__(self, frame: Frame) -> None:
        self.seen: list[tuple[str, str]] = []
        self.frame = frame

    def moved(self, state: State, unit: int) -> None:
        """A unit has moved."""
        self.seen.append((self.frame.unit_ids[unit], self.frame.board.number[state.cells[unit]]))


def played(
    monkeypatch: pytest.MonkeyPatch, name: str, setup: dict[str, str], phase: str, lines: list[str]
) -> list[tuple[str, str]]:
    """Who moved, and where to, while these actions were carried out."""
    all_tables(monkeypatch).hooks["moved"] = ((Watch, Watch.moved),)
    state = hexwar.load_game(FOLDER / name).start(setup=setup, phase=phase, dice=[1, 1, 1])
    for line in lines:
        state.apply(line)
    return state.rules[Watch].seen


def test_a_move_is_over_when_the_unit_stands_in_its_hex(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = {"R1": "0101", "B1": "0703"}
    moved = played(monkeypatch, "meadow", setup, "red_movement", ["move R1 0103", "done"])
    assert moved == [("R1", "0103")]


def test_who_retreats_or_advances_has_moved(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = {"R1": "0102", "B1": "0103"}
    lines = ["attack 0103 by R1", "retreat B1 0104", "advance R1"]
    moved = played(monkeypatch, "meadow", setup, "red_combat", lines)
    assert moved == [("B1", "0104"), ("R1", "0103")]


def test_each_unit_moves_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = {"R1": "0101", "R2": "0101", "B1": "0403"}
    lines = ["move R1 0102", "move R2 0102"]
    moved = played(monkeypatch, "stacks", setup, "red_movement", lines)
    assert moved == [("R1", "0102"), ("R2", "0102")]
