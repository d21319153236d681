"""The language of rules: conditions as they count and as they are read, programs, dice, steps."""

from __future__ import annotations

import pytest

from hexwar.charts.sequence_of_play import condition
from hexwar.definition.model import Condition
from hexwar.rules.language.conditions import Conditions
from hexwar.rules.language.section import Selector
from tests.rules.tiny import place

NAMES = {"red": "Red", "blue": "Blue"}
EDGES = {"B1": "0701", "B2": "0702", "R1": "0101"}


def asked(kind: str, **arguments: str | int | Selector) -> Condition:
    """A condition without parts."""
    return Condition(kind, arguments=arguments)


@pytest.mark.parametrize(
    ("bounds", "told"),
    [
        ({}, "at least 1 unit"),
        ({"at_least": 1}, "at least 1 unit"),
        ({"at_least": 2}, "at least 2 units"),
        ({"at_most": 1}, "at most 1 unit"),
        ({"at_least": 1, "at_most": 3}, "at least 1 and at most 3 units"),
        ({"at_least": 1, "at_most": 1}, "1 unit"),
        ({"at_least": 3, "at_most": 3}, "3 units"),
    ],
)
def test_bounds_are_read_as_people_say_them(bounds: dict[str, int], told: str) -> None:
    assert condition(asked("eliminated", side="blue", **bounds), NAMES) == f"Blue has lost {told}"


def test_a_loss_names_the_units_that_it_is_about_if_not_all_count() -> None:
    lost = asked("steps_lost", side="red", at_least=4, only=Selector(trait=("foot",)))
    assert condition(lost, NAMES) == "Red has lost at least 4 steps (foot)"
    assert condition(asked("steps_lost", side="red"), NAMES) == "Red has lost at least 1 step"


@pytest.mark.parametrize(
    ("bounds", "turns"),
    [
        ({}, [1, 2, 3, 4]),
        ({"at_least": 3}, [3, 4]),
        ({"at_most": 2}, [1, 2]),
        ({"at_least": 2, "at_most": 3}, [2, 3]),
        ({"at_most": 0}, []),
    ],
)
def test_a_condition_holds_within_its_bounds(bounds: dict[str, int], turns: list[int]) -> None:
    state = place("meadow", EDGES, "red_movement")
    holds = state.rules[Conditions].test(asked("turn", **bounds))
    held = []
    for turn in range(1, 5):
        state.turn = turn
        held += [turn] if holds(state) else []
    assert held == turns


def test_conditions_are_joined_as_they_say() -> None:
    state = place("meadow", EDGES, "red_movement", turn=2)
    first, second = asked("turn", at_most=1), asked("turn", at_least=2)
    joined = {kind: Condition(kind, (first, second)) for kind in ("all", "any")}
    test = state.rules[Conditions].test
    assert not test(joined["all"])(state)
    assert test(joined["any"])(state)
    assert test(Condition("not", (first,)))(state)
    assert test(None)(state)
    assert condition(joined["all"], NAMES) == "it is turn 1 or earlier and it is turn 2 or later"
    assert condition(joined["any"], NAMES) == "it is turn 1 or earlier or it is turn 2 or later"
