"""Sections ``victory`` and ``sequence``: who wins, when, and by which line.

In the tiny game *endings*, in this order: red wins at the end of any phase in which it stands in
both goal hexes; blue at the end of a turn from 2 on in which it stands in one; from turn 3 on a
turn that ends with no red unit in the goal is a draw; at the end blue wins if red lost nobody.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from hexwar.rules.state import State
from tests.rules.tiny import place, tiny, varied

BOTH = {"R1": "0403", "R2": "0503", "B1": "0701"}


def finish_phase(state: State, phase: str) -> State:
    """Play on without doing anything until a phase is over."""
    while not state.is_over and state.phase == phase:
        state.apply("done")
    return state


def test_a_phase_can_end_the_game() -> None:
    state = place("endings", {**BOTH, "R2": "0502"}, "red_movement")
    state.apply("move R2 0503")
    assert not state.is_over
    events = state.apply("done")
    assert (state.is_over, state.winner, state.turn) == (True, "red", 1)
    assert state.outcome == "Red holds the goal."
    assert (events[-1].kind, events[-1].rule) == ("game_over", "1.1")
    assert str(events[-1]) == "Red wins. Red holds the goal."


def test_what_holds_only_within_a_phase_does_not_count() -> None:
    state = place("endings", {"R1": "0403", "R2": "0502", "B1": "0701"}, "red_movement")
    state.apply("move R2 0503")
    state.apply("move R2 0502")
    finish_phase(state, "red_movement")
    assert not state.is_over


@pytest.mark.parametrize(
    ("turn", "setup", "over", "winner"),
    [
        (1, {"R1": "0101", "B1": "0403"}, False, None),
        (2, {"R1": "0101", "B1": "0403"}, True, "blue"),
        (2, {"R1": "0101", "B1": "0701"}, False, None),
        (3, {"R1": "0101", "B1": "0701"}, True, None),
        (3, {"R1": "0403", "B1": "0701"}, False, None),
        (4, {"R1": "0403", "B1": "0701"}, True, "blue"),
        (4, {"R1": "0101", "B1": "0503"}, True, "blue"),
        (4, {"R1": "0101", "B1": "0701"}, True, None),
    ],
)
def test_a_turn_can_end_the_game(
    turn: int, setup: dict[str, str], over: bool, winner: str | None
) -> None:
    state = place("endings", setup, "blue_movement", turn=turn)
    finish_phase(state, "blue_movement")
    assert (state.is_over, state.winner) == (over, winner)
    if not over:
        assert (state.turn, state.phase) == (turn + 1, "red_movement")


def test_the_last_turn_ends_without_a_line_that_holds() -> None:
    """Red lost a unit, and nothing else decides: nobody has won, and the game says so."""
    state = place(
        "endings", {"R1": "0403", "B1": "0402", "R2": "0101"}, "blue_combat", turn=4, dice=[4]
    )
    data = state.to_dict()
    data["eliminated"] = ["R3"]
    state = tiny("endings").state_from_dict(data)
    state.apply("done")
    assert (state.is_over, state.winner) == (True, None)
    assert state.outcome == "The last turn is over and no side has won."


def test_phases_in_which_nothing_can_be_done_end_by_themselves() -> None:
    """With the units apart no combat phase asks anybody; each says that it was passed."""
    state = tiny("endings").start()
    events = state.apply("done")
    told = [(e.kind, e.phase) for e in events if e.kind.startswith("phase")]
    assert told == [
        ("phase_ends", "red_movement"),
        ("phase_begins", "red_combat"),
        ("phase_ends", "red_combat"),
        ("phase_begins", "blue_movement"),
    ]
    forced = [event.forced for event in events if event.kind == "phase_ends"]
    assert forced == [False, True]
    assert (state.side_to_act, state.turn) == ("blue", 1)
    state.apply("done")
    assert (state.side_to_act, state.turn) == ("red", 2)


@pytest.mark.parametrize(
    ("asked", "turns"),
    [("3", {3}), ("[1, 4]", {1, 4}), ("{at_least: 2, at_most: 3}", {2, 3})],
)
def test_turns_are_asked_for_by_number_or_by_bounds(
    tmp_path: Path, asked: str, turns: set[int]
) -> None:
    line = f"victory: [{{when: end_of_turn, winner: red, if: {{turn: {asked}}}}}, {{winner: blue}}]"
    game = varied(tmp_path, line, "endings")
    won = set()
    for turn in (1, 2, 3, 4):
        state = game.start(phase="blue_movement", turn=turn, setup=BOTH)
        finish_phase(state, "blue_movement")
        won |= {turn} if state.winner == "red" else set()
    assert won == turns
