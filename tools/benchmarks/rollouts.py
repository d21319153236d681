"""Games played out with little effort, as a search plays them, against full effort."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from time import process_time

import hexwar
from hexwar.players.greedy import GreedyPlayer
from hexwar.players.player import choice_of
from hexwar.rules.state import State
from tools.benchmarks.rows import Aim, Measure, Row, Yardstick

EFFORT = 0.2
"""What a search plays with: as strong as all effort on most games."""

PLAYED = (
    ("strike_force_one", "standard"),
    ("strike_force_one", "advanced"),
    ("scs_sample", None),
    ("marenfeld", None),
    ("orva_front", None),
    ("tamrat", None),
    ("force_on_force", None),
)
"""Every shipped game: its name and a scenario."""

GAMES = 2
"""So many games are played for one measure."""

Until = Callable[[State], bool]


def _advance(state: State, until: Until, random: Random, *, full: bool) -> None:
    """Play a position on, by full effort as a game is played or as a search plays it out."""
    players: dict[str, GreedyPlayer] = {}
    while not (state.is_over or until(state)):
        side = str(state.side_to_act)
        if side not in players:
            players[side] = GreedyPlayer() if full else GreedyPlayer(effort=EFFORT, in_world=True)
        player = players[side]
        action = choice_of(player, state, random) if full else player.choose(state, random)
        state.apply(action, events=False)


def _half(state: State) -> bool:
    return 2 * state.turn > state.frame.turns


def _enemy_has_moved(start: State) -> Until:
    """The end of the enemy's next turn: the turn after this one has begun."""
    return lambda state: state.turn > start.turn + 1


def _never(state: State) -> bool:
    return False


@cache
def _starts(name: str, scenario: str | None, *, middle: bool) -> tuple[State, ...]:
    """Positions to play on from: games that begin, or those that are half over."""
    game = hexwar.load_game(name)
    found = tuple(game.start(scenario, seed=number) for number in range(GAMES))
    for number, state in enumerate(found if middle else ()):
        _advance(state, _half, Random(number), full=False)
    return found


def _rollouts(
    name: str, scenario: str | None, until: Callable[[State], Until], *, middle: bool, full: bool
) -> Measure:
    """Seconds for one of some positions to be played on."""

    def measure() -> float:
        starts = _starts(name, scenario, middle=middle)
        twins = [start.clone(seed=str(number)) for number, start in enumerate(starts)]
        began = process_time()
        for number, twin in enumerate(twins):
            _advance(twin, until(starts[number]), Random(number), full=full)
        return (process_time() - began) / len(twins)

    return measure


def rollout_rows() -> Iterator[Row]:
    """Games played out from the start and from the middle, and to the end of the next turn."""
    for name, scenario in PLAYED:
        for what, middle, until in (
            ("from the start", False, lambda _: _never),
            ("from the middle", True, lambda _: _never),
            ("to the end of the next turn", False, _enemy_has_moved),
        ):
            ours, full = (
                _rollouts(name, scenario, until, middle=middle, full=full) for full in (False, True)
            )
            title = f"rollout of {name} {scenario or ''}".strip()
            yield Row(f"{title}, {what}", ours, Yardstick("full effort", full), Aim("ratio"))
