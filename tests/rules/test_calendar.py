"""``sequence.calendar``: turns that go by names, in conditions and as columns of tables.

In the tiny game *calendar* turns 1, 2, 6, 7 and 8 are summer and 3 to 5 the thaw; the nights are
two turns of every four from turn 2 on: 2 and 3, 6 and 7, 10. Units move one hex at night instead of
three. In the thaw there is always mud, in summer on a 6, in turns 9 and 10 on 4 to 6. Blue does not
move at night, but for the thaw.
"""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pytest

import hexwar
from hexwar.rules.state import State
from tests.conformance.scs.variant import folder
from tests.rules.tiny import FOLDER, place, prices

APART = {"R1": "0101", "B1": "0703"}


def rolled(turn: int, die: int = 4) -> State:
    """The first movement phase of a turn, after the weather has been rolled."""
    return place("calendar", APART, "weather", dice=[die, 1], turn=turn)


def findings(path: Path, yaml: str) -> list[str]:
    """What is found in the game with this YAML added, code by code."""
    copytree(FOLDER / "meadow", path / "meadow")
    return [found.code for found in hexwar.check(folder(path, yaml, FOLDER / "calendar"))]


@pytest.mark.parametrize("turn", range(1, 11))
def test_a_period_comes_again_and_lasts_its_length(turn: int) -> None:
    """The last night is cut short by the end of the game."""
    farthest = max(int(cost) for cost in prices(rolled(turn), "R1").values())
    assert farthest == (1 if turn in (2, 3, 6, 7, 10) else 3)


@pytest.mark.parametrize(
    ("turn", "die", "column", "weather"),
    [
        (1, 5, "summer", "clear"),
        (2, 6, "summer", "mud"),
        (3, 1, "thaw", "mud"),
        (5, 1, "thaw", "mud"),
        (6, 5, "summer", "clear"),
        (8, 5, "summer", "clear"),
        (9, 3, "9..10", "clear"),
        (10, 4, "9..10", "mud"),
    ],
)
def test_names_of_turns_are_columns_of_a_table(
    turn: int, die: int, column: str, weather: str
) -> None:
    state = rolled(turn, die)
    assert state.records()["weather"] == weather
    assert state.events is not None
    assert [event.column for event in state.events if event.kind == "table"] == [column]


@pytest.mark.parametrize(
    ("turn", "moves"), [(1, True), (2, False), (3, True), (6, False), (8, True)]
)
def test_names_of_turns_stand_in_conditions_of_phases(turn: int, moves: bool) -> None:
    state = rolled(turn)
    seen = set()
    while not state.is_over and state.turn == turn:
        seen.add(state.phase)
        state.apply("done")
    assert ("blue_movement" in seen) == moves


@pytest.mark.parametrize(
    ("yaml", "code"),
    [
        ("sequence: {calendar: {frost: [11, 12]}}", "HW467"),
        ("sequence: {calendar: {frost: {from: 11, each: 2}}}", "HW467"),
        ("sequence: {calendar: {summer: [1, 2, 6, 7]}}", "HW435"),  # no column for turn 8
        ("sequence: {calendar: {summer: [1, 2, 3, 6, 7, 8]}}", "HW435"),  # two for turn 3
        ("tables: {weather: {columns: [thaw, sumer, 9..10]}}", "HW435"),
        ("effects: {dark: {if: {turn: dusk}}}", "HW301"),
    ],
)
def test_what_is_wrong_with_names_of_turns_is_found(yaml: str, code: str, tmp_path: Path) -> None:
    assert code in findings(tmp_path, yaml)


def test_the_calendar_may_be_longer_than_a_game(tmp_path: Path) -> None:
    """Some of its turns are enough."""
    assert findings(tmp_path, "sequence: {calendar: {frost: [10, 11, 12]}}") == []
