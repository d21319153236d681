"""How what takes long grows with the number of units: ten on a map, and a thousand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from time import process_time

import hexwar
from hexwar.players.greedy import GreedyPlayer
from hexwar.rules.state import State
from tools.benchmarks.rows import Aim, Measure, Row, Yardstick
from tools.generated_game import write_game

FEW, MANY = 10, 1_000
"""So many units of both sides together, a hundred times as many."""


def growth_rows(folder: Path) -> Iterator[Row]:
    """The power by which time grows: 1 where a hundred times the units take a hundred times it."""
    few, many = (_begun(folder, units) for units in (FEW, MANY))
    for name, work, times in (
        ("all actions listed", _list_all, 20),
        ("two turns drawn", _draw_two_turns, 1),
        ("first choice of a player", _choose, 3),
    ):
        yield Row(
            f"growth from {FEW} to {MANY:,} units: {name}",
            _taken(many, work, times),
            Yardstick(f"the same with {FEW} units", _taken(few, work, times * 20)),
            Aim("growth", 1.2, 1.1),
        )


def _begun(folder: Path, units: int) -> State:
    """A game of two sides, seven hexes apart where there are many, on a map of 1,440 hexes."""
    written = write_game(folder / str(units), columns=24, rows=60, units=units // 2)
    return hexwar.load_game(written).start(seed=1)


def _taken(state: State, work: Callable[[State], None], times: int) -> Measure:
    """Seconds that it takes with a state of which nothing is known yet."""

    def measure() -> float:
        twins = [state.clone(seed=number) for number in range(times)]
        began = process_time()
        for twin in twins:
            twin.forget_computed()
            work(twin)
        return (process_time() - began) / times

    return measure


def _list_all(state: State) -> None:
    list(state.legal_actions())


def _draw_two_turns(state: State) -> None:
    random = Random(1)
    while not state.is_over and state.turn < 3:
        state.apply(state.sample_action(random), events=False)


def _choose(state: State) -> None:
    GreedyPlayer().choose(state, Random(1))
