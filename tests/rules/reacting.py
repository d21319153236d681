"""Positions of the tiny game *overwatch*, and what is read of them."""

from __future__ import annotations

from collections.abc import Mapping

from hexwar.rules.state import State
from tests.rules.tiny import place

APART = {"R1": "0203", "R2": "0205", "B1": "0703"}
"""R1 comes into the range of B1 with its next step."""
NEAR = {"R1": "0303", "R2": "0205", "B1": "0703", "B2": "0705"}


WATCHED = {"R1": "0303", "R2": "0404", "B1": "0703"}


def red_acts(*dice: int, setup: Mapping[str, str] = APART, game: str = "overwatch") -> State:
    """The first part of a turn, in which red acts."""
    return place(game, setup, "first", dice=dice)


def refusal(state: State, line: str) -> str:
    """Why an action is refused."""
    refused = state.explain(line)
    assert refused is not None, line
    return refused.message


def at(state: State) -> tuple[str, str]:
    """Who has to choose, and what kind of thing."""
    assert state.decision is not None
    return state.decision.side, state.decision.kind


def run(state: State, *lines: str) -> list[str]:
    """Apply actions; the kinds of event that the last one brings about."""
    events = [state.apply(line) for line in lines][-1]
    return [e.kind for e in events if e.kind not in ("phase_begins", "phase_ends", "game_over")]


def contest(*dice: int, reacting: tuple[str, ...] = ("B1",)) -> State:
    """R1 moves from 0303 to 0403; blue units react, nobody joins."""
    state = red_acts(*dice, setup=NEAR)
    run(state, "move R1 0403", *(f"react {unit}" for unit in reacting))
    if at(state)[1] == "reaction_window":
        state.apply("done")
    return state
