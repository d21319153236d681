"""Positions of Skerry Sound, for the tests of its rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

import hexwar

FOLDER = Path(__file__).resolve().parents[1] / "games" / "skerry_sound"
GAME = hexwar.load_game(FOLDER)
RESOLVED = GAME.definition.resolve("meeting", ())
RULES = (FOLDER / "rules.md").read_text(encoding="utf-8")
SCENARIOS = ("meeting", "convoy", "anchorage", "lesson")
HIT, MISS = 6, 1

Setup = dict[str, str]


def rule(number: str) -> pytest.MarkDecorator:
    """A test of a numbered rule."""
    return pytest.mark.rule("skerry", number)


def at(setup: Setup, *dice: int, phase: str = "orders", turn: int = 1) -> hexwar.State:
    """A position of ships, each given as a hex and where it looks: ``0303/NE``."""
    places: dict[str, str | dict[str, str]] = {}
    for unit, said in setup.items():
        number, _, look = said.partition("/")
        places[unit] = {"hex": number, **({"facing": look} if look else {})}
    return GAME.start(setup=places, phase=phase, dice=dice, turn=turn)


def sailed(setup: Setup, orders: tuple[str, ...], *dice: int) -> hexwar.State:
    """A position in which these orders have been carried out."""
    state = at(setup, *dice)
    told = [line for side in ("I", "R") for line in orders if line.split()[1].startswith(side)]
    for line in told:
        while state.side_to_act != ("isles" if line.split()[1][0] == "I" else "regent"):
            state.apply("done")
        state.apply(line)
    while state.phase == "orders" and state.turn == 1:
        state.apply("done")
    return state


def why(state: hexwar.State, line: str) -> tuple[str, str]:
    """The rule and the sentence with which an action is refused."""
    refused = state.explain(line)
    assert refused is not None, line
    return refused.rule, refused.message


def points(state: hexwar.State) -> Mapping[str, int]:
    """The victory points of both sides."""
    return state.points()


def is_in(state: hexwar.State, unit: str, name: str) -> bool:
    """Whether a ship is in a state."""
    return bool(state.marks.get(name, 0) >> state.frame.unit_index[unit] & 1)
