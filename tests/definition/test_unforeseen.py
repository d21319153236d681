"""Victory of which the computer player foresees nothing: its author is told, where and what for."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pytest

import hexwar
from tests.conformance.scs.variant import folder
from tests.definition.conftest import Write
from tests.rules.tiny import FOLDER

BROKEN = """\
effects:
  red_broken: {if: {units: {of: {side: red, state: attacked}}}, patch: {movement: {allowance: 1}}}
  blue_broken: {if: {units: {of: {side: blue, state: attacked}}}, patch: {movement: {allowance: 1}}}
"""
ARMIES = """\
  - {when: end_of_phase, winner: red, if: {effect: blue_broken}}
  - {when: end_of_phase, winner: blue, if: {all: [{turn: 2}, {effect: red_broken}]}}
"""
UNITS = """\
units:
  printed: strength_movement
  types:
    infantry: {title: Infantry, steps: ["4-4"]}
  counters:
    A: {side: red, type: infantry}
    X: {side: blue, type: infantry}
"""


def told(write: Write, lines: str, **changed: str) -> list[tuple[int, str]]:
    """Line of victory and message of each warning about goals; there is no other finding."""
    changed = {"effects": BROKEN, "units": UNITS, "victory": f"victory:\n{lines}", **changed}
    found = hexwar.check(write(**changed))
    assert {one.code for one in found} <= {"HW518"}, found
    return [(one.line - 1, one.message) for one in found]


LOSSES = """\
effects:
  red_broken: {if: {lost: {value: attack, of: {side: red}}}, patch: {movement: {allowance: 2}}}
  blue_broken:
    if: {all: [{eliminated: {side: blue}}, {not: {effect: blue_broken}}]}
    patch: {movement: {allowance: 2}}
"""


def test_losses_are_seen_through_the_effect_that_they_bring(write: Write) -> None:
    assert told(write, ARMIES + "  - {winner: draw}\n", effects=LOSSES) == []


def test_an_effect_that_only_another_brings_is_not_seen(write: Write) -> None:
    circle = LOSSES.replace("lost: {value: attack, of: {side: red}}", "effect: blue_broken")
    circle = circle.replace("eliminated: {side: blue}", "effect: red_broken")
    assert len(told(write, ARMIES + "  - {winner: draw}\n", effects=circle)) == 2


def test_an_author_is_told_of_each_side_that_wins_by_an_effect_of_what_is_not_foreseen(
    write: Write,
) -> None:
    (first, red), (second, blue) = told(write, ARMIES + "  - {winner: draw}\n")
    assert (first, second) == (1, 2)
    assert red == (
        "the computer player sees no goal for Red: of what its lines of victory ask about "
        "(effect) nothing is foreseen"
    )
    assert "no goal for Blue" in blue


@pytest.mark.parametrize(
    "line",
    [
        "{winner: red, if: {not: {eliminated: {side: red}}}}",
        "{winner: red, if: {lost: {value: attack, of: {side: blue}, more_than: {eliminated: "
        "{side: red}}}}}",
        "{winner: red, if: {units: {of: {side: red, at: {hex: M0101}}}}}",
        "{winner: red, if: {points: {side: blue, at_most: 3}}}",
    ],
)
def test_one_condition_that_is_foreseen_is_a_goal(write: Write, line: str) -> None:
    points = "points: {losses: {side: blue, each: 1, for: {eliminated: {side: red}}}}\n"
    if "points" not in line:
        points = ""
    lines = f"  - {{winner: red, if: {{effect: blue_broken}}}}\n  - {line}\n  - {{winner: blue}}\n"
    assert told(write, lines.replace("M0101", '"0101"'), points=points) == []


@pytest.mark.parametrize(
    "condition",
    [
        "{units: {of: {side: red, state: attacked}}}",  # at no place
        "{lost: {value: attack, of: {type: infantry}}}",  # of both sides
        "{points: {side: red}}",  # for what is not foreseen
    ],
)
def test_what_only_looks_like_a_goal_is_none(write: Write, condition: str) -> None:
    points = "points: {losses: {side: red, each: 1, for: {units: {of: {side: blue}}}}}\n"
    lines = f"  - {{winner: red, if: {condition}}}\n  - {{winner: blue}}\n"
    changed = {"points": points if "points" in condition else "", "effects": ""}
    assert [line for line, _ in told(write, lines, **changed)] == [1]


def test_who_wins_if_nobody_else_does_has_the_others_goal_to_hinder(write: Write) -> None:
    lines = (
        "  - {winner: blue, if: {effect: red_broken}}\n"
        "  - {winner: red, if: {eliminated: {side: blue}}}\n"
        "  - {winner: blue}\n"
    )
    assert told(write, lines) == []
    assert len(told(write, lines.replace("  - {winner: blue}", "  - {winner: draw}"))) == 1


@pytest.mark.parametrize(("base", "warnings"), [("activation", 0), ("meadow", 2)])
def test_units_that_act_one_at_a_time_go_for_the_enemy_without_a_goal(
    base: str, warnings: int, tmp_path: Path
) -> None:
    copytree(FOLDER / "meadow", tmp_path / "meadow")
    goals = f"victory:\n{ARMIES}  - {{winner: draw}}\n"
    found = hexwar.check(folder(tmp_path, BROKEN + goals, FOLDER / base))
    assert [one.code for one in found] == ["HW518"] * warnings
