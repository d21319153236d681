"""Computer players write orders: from what they see, against plots that they guess."""

from __future__ import annotations

from random import Random

import pytest

from hexwar.players import make_player
from hexwar.rules.plots.memory import WRITTEN
from hexwar.rules.state import State
from tests.rules.tiny import tiny


def written_by(player: str, state: State, side: str, seed: int = 1) -> tuple[object, ...]:
    """What a player writes for a side, to the end of its writing."""
    chooser, random = make_player(player), Random(seed)
    while state.side_to_act == side:
        state.apply(chooser.choose(state, random))
    index = state.frame.side_index[side]
    own = state.memory[WRITTEN].where(lambda unit: state.frame.unit_side[unit] == index)
    return own.paths, own.states


@pytest.mark.parametrize("player", ["greedy"])
@pytest.mark.parametrize("name", ["broadsides", "sloops"])
def test_a_player_writes_for_all_its_units(player: str, name: str) -> None:
    state = tiny(name).start(seed=1)
    paths, states = written_by(player, state, "red")
    assert isinstance(paths, tuple) and isinstance(states, tuple)
    assert len(paths) == 3
    assert len(states) == (3 if name == "sloops" else 0)


@pytest.mark.parametrize("player", ["greedy"])
def test_what_others_have_written_is_not_known(player: str) -> None:
    """Blue writes the same whatever red has written, or if nothing."""
    found = set()
    for seed in range(3):
        state, random = tiny("broadsides").start(seed=1), Random(seed)
        while state.side_to_act == "red":
            state.apply(state.sample_action(random))
        found.add(written_by(player, state, "blue"))
    assert len(found) == 1


def test_it_is_better_to_write_than_to_draw() -> None:
    """Orders that are drawn lose."""
    winners = []
    for seed in range(2):
        state, random = tiny("broadsides").start(seed=seed), Random(seed)
        players = {"red": make_player("greedy"), "blue": make_player("random")}
        while not state.is_over:
            state.apply(players[state.side_to_act or ""].choose(state, random), events=False)
        winners.append(state.winner)
    assert winners == ["red", "red"]


def test_a_plan_is_made_once_a_phase() -> None:
    """Orders that are written are not thought of again, and the same seed writes the same."""
    one, other = (tiny("broadsides").start(seed=2) for _ in range(2))
    assert written_by("greedy", one, "red", 4) == written_by("greedy", other, "red", 4)
