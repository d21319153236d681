"""What a player is handed leads to nothing that is hidden from its side, wherever it looks."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from random import Random
from types import FunctionType, ModuleType
from typing import Any

import pytest

import hexwar
from hexwar.engine import Action
from hexwar.engine.dice import Dice
from hexwar.engine.event import Event
from hexwar.engine.position import PositionData
from hexwar.players import choice_of
from hexwar.rules.state import State

HIDING = {"scs_sample": "league", "force_on_force": "usmc", "tamrat": "column"}
"""Games that hide units, each with a side that they hide from."""


class Nosy:
    """Keeps what it is handed; draws what it does."""

    is_human = False

    def __init__(self) -> None:
        self.handed: list[State] = []

    def choose(self, state: State, random: Random) -> Action:
        """Any legal action."""
        self.handed.append(state)
        return state.sample_action(random)


def reached_from(root: object) -> Iterator[Any]:
    """All objects that another leads to; what any program has (modules, classes) aside."""
    known, left = {id(root)}, [root]
    while left:
        found = left.pop()
        yield found
        # Of functions what they hold, and not the module in which they stand.
        holds = found.__closure__ or () if isinstance(found, FunctionType) else (found,)
        for other in gc.get_referents(*holds):
            if id(other) not in known and not isinstance(other, type | ModuleType):
                known.add(id(other))
                left.append(other)


def asked(name: str) -> tuple[State, State, str]:
    """A position with hidden units in which their enemy was asked, what it was handed, its side."""
    game, side, nosy, random = hexwar.load_game(name), HIDING[name], Nosy(), Random(3)
    for seed in range(2):  # from the second on a game keeps how it begins
        state = game.start(seed=seed)
    while not (state.side_to_act == side and nosy.handed and state.ply > 20):
        if state.decision is not None and state.decision.kind == "hiding":
            state.apply(next(iter(state.legal_actions())))
        else:
            state.apply(choice_of(nosy, state, random))
    choice_of(nosy, state, random)
    return state, nosy.handed[-1], side


@pytest.mark.parametrize("name", HIDING)
def test_nothing_hidden_can_be_reached_from_what_a_player_is_handed(name: str) -> None:
    state, handed, side = asked(name)
    assert state.hidden(state.frame.side_index[side])
    for found in reached_from(handed):
        assert found is not state
        if isinstance(found, PositionData) and found is not handed:
            assert found.ply == 0  # as everybody knows how the scenario begins
        if isinstance(found, Dice):
            assert found.key != state.dice.key
        if isinstance(found, Event):
            assert not found.hidden.get(side)
