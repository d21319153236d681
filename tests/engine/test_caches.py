"""What is remembered is never other than what would be computed."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from hexwar.engine import game as kernel
from hexwar.rules.compiled import compile_rules
from hexwar.rules.state import State
from tests.rules import tiny


class Forgetful(State):
    """A state whose caches are empty whenever somebody looks into them."""

    __slots__ = ()

    @property
    def near(self) -> dict[Any, Any]:
        """Nothing."""
        return {}

    @near.setter
    def near(self, value: object) -> None: ...

    @property
    def still(self) -> list[dict[Any, Any]]:
        """Nothing, for each side."""
        return [{} for _ in self.occupied]

    @still.setter
    def still(self, value: object) -> None: ...


@pytest.mark.matrix(one_in=4)
@pytest.mark.parametrize("name", tiny.NAMES)
def test_games_without_caches_are_the_same_games(name: str) -> None:
    """Drawn from equal seeds, action by action, with the same reach and the same list."""
    game = tiny.tiny(name)
    plain = kernel.PlayableGame(game.definition, compile_rules, Forgetful)
    for seed in range(3):
        state, other = game.start(seed=seed), plain.start(seed=seed)
        draw, draws = Random(seed), Random(seed)
        for ply in range(120):
            if state.is_over:
                break
            action = state.sample_action(draw)
            assert other.sample_action(draws) == action
            if ply % 10 == 0:
                assert [*other.legal_actions()] == [*state.legal_actions()]
                units = state.frame.unit_ids
                assert [other.reach(unit) for unit in units] == [
                    state.reach(unit) for unit in units
                ]
            state.apply(action)
            other.apply(action)
        assert other == state
