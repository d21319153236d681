"""Reinforcements that may not wait (``placing: owed``), in any game.

In the tiny game *reserves* L1 and L2 enter in turn 1 by column 1 for half a point, T2 in turn 2 by
the gate 0103 for the point that its terrain costs, and two of P1, P2, P3 when they are declared.
"""

from __future__ import annotations

import random

import pytest

from hexwar.engine import Action
from hexwar.rules.state import State
from tests.rules.tiny import listed, place

FAR = {"R1": "0701", "B1": "0705"}

OWED, AT_THE_START = "owed", "owed at_first"


def at(turn: int, options: str, setup: dict[str, str] | None = None) -> State:
    """The start of Red's movement in a turn."""
    return place("reserves", setup or FAR, "red_movement", options, turn=turn, dice=[1, 1, 1])


def message(state: State, line: str) -> str:
    violation = state.explain(line)
    assert violation is not None
    assert violation.reason == "reinforcements.placing"
    assert line not in listed(state)
    return violation.message


def test_who_can_enter_may_wait_where_the_game_says_nothing_else() -> None:
    state = at(1, "")
    assert state.waiting("red") == ("L1", "L2")
    assert state.must_enter("red") == ()
    assert "done" in listed(state)
    assert state.left_waiting(Action.parse("done")) == ("L1", "L2")
    assert state.left_waiting(Action.parse("move R1 0602")) == ()


def test_at_any_time_means_before_the_phase_ends() -> None:
    """Others may move first; the end of the phase is refused until all have come."""
    state = at(1, OWED)
    assert state.decision is not None
    assert state.decision.prompt == "Bring on L1 and L2 before the phase ends; move units."
    assert state.decision.units == ("R1",)
    assert not state.decision.may_decline
    expected = "Bring on L1 and L2 before the phase ends: each unit that can enter must."
    assert message(state, "done") == expected
    state.apply("move R1 0602")
    state.apply("enter L1 0102")
    assert state.must_enter("red") == ("L2",)
    assert "Bring on L2 " in message(state, "done")
    state.apply("enter L2 0105")
    assert "done" in listed(state)


def test_at_the_start_of_the_phase_means_before_anything_else() -> None:
    """But who entered for movement points goes on, for the next one would end its move."""
    state = at(1, AT_THE_START)
    assert {line.split()[0] for line in listed(state)} == {"enter", "declare"}
    assert (
        message(state, "move R1 0602") == "First bring on L1 and L2: each unit that can enter must."
    )
    state.apply("enter L1 0102")
    assert message(state, "move R1 0602") == "First bring on L2: each unit that can enter must."
    state.apply("move L1 0201")
    state.apply("enter L2 0105")
    state.apply("move R1 0602")
    assert "done" in listed(state)


@pytest.mark.parametrize("options", [OWED, AT_THE_START])
def test_who_finds_no_hex_to_enter_at_waits(options: str) -> None:
    """The enemy stands in the gate."""
    state = at(2, options, {"R1": "0701", "B1": "0103"})
    assert state.waiting("red") == ("T2",)
    assert state.must_enter("red") == ()
    assert "done" in listed(state)


def test_of_a_group_of_which_only_some_may_enter_so_many_must() -> None:
    """Declaring the group is not owed; when it is declared two of three are."""
    state = at(3, OWED)
    state.apply("enter T2 0103")
    assert "done" in listed(state)
    state.apply("declare pool")
    assert message(state, "done").startswith("Bring on 2 of P1, P2, P3 before the phase ends")
    state.apply("enter P1 0101")
    state.apply("enter P3 0105")
    assert "done" in listed(state)


@pytest.mark.parametrize("options", [OWED, AT_THE_START])
def test_drawn_at_random_the_phase_ends_when_all_have_come(options: str) -> None:
    for seed in range(6):
        state, draw = at(1, options), random.Random(seed)
        while state.phase == "red_movement":
            action = state.sample_action(draw)
            assert str(action) in listed(state)
            state.apply(action)
        assert state.waiting("red") == ()
