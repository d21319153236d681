"""Steps of the environments for learning, against the engine alone and against another's chess."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import count
from random import Random
from time import process_time
from typing import Any

import numpy as np

from hexwar.learning.alone import AloneEnv
from hexwar.learning.games import GameEnv
from tools.benchmarks.playing import PLAYED, listed, random_games
from tools.benchmarks.rows import Aim, Measure, Row, Yardstick

SMALL = PLAYED[0]
GAMES = 8

Draw = Callable[[Any, dict[str, Any], Random], int]
"""What an agent that draws its actions does, of the environment and what it observes."""


def by_mask(_: object, seen: dict[str, Any], random: Random) -> int:
    """One of the numbers at which the mask is 1."""
    number: int = random.choice(np.flatnonzero(seen["action_mask"]).tolist())
    return number


def by_numbers(game: GameEnv, _: object, random: Random) -> int:
    """The same, by the numbers that are legal."""
    number: int = random.choice(game.legal.tolist())
    return number


def in_turn(make: Callable[[], Any], games: int, draw: Draw) -> Measure:
    """Random games of agents in turn, each of whom observes first: seconds per step."""

    seeds = count()

    def measure() -> float:
        game, steps, began = make(), 0, process_time()
        for _ in range(games):
            seed = next(seeds)
            random = Random(seed)
            game.reset(seed=seed)
            for _agent in game.agent_iter():
                seen, _, over, cut, _ = game.last()
                game.step(None if over or cut else draw(game, seen, random))
                steps += not (over or cut)
        return (process_time() - began) / steps

    return measure


@cache
def _both() -> GameEnv:
    return GameEnv(SMALL.name, SMALL.scenario)


@cache
def _alone() -> AloneEnv:
    return AloneEnv(SMALL.name, "us", "random", SMALL.scenario)


@cache
def _chess() -> Any:
    from pettingzoo.classic import chess_v6

    return chess_v6.env()


def alone() -> Measure:
    """Random games of one side against random: seconds per decision of either side."""
    seeds = count()

    def measure() -> float:
        game, decisions, began = _alone(), 0, process_time()
        for _ in range(GAMES):
            seed = next(seeds)
            random = Random(seed)
            game.reset(seed=seed)
            over = False
            while not over:
                _, _, over, _, _ = game.step(random.choice(game.legal.tolist()))
            decisions += game.state.ply
        return (process_time() - began) / decisions

    return measure


def environment_rows() -> Iterator[Row]:
    """What the adapters keep of the engine's own speed, and PettingZoo's chess in their place."""
    engine = Yardstick("the engine, listed", random_games(SMALL, GAMES, listed))
    chess = Yardstick("PettingZoo's chess", in_turn(_chess, 1, by_mask))
    numbers, mask = (in_turn(_both, GAMES, draw) for draw in (by_numbers, by_mask))
    yield Row("environment, agents in turn", numbers, engine, Aim("ratio", 0.5, 0.7))
    yield Row("environment, one side", alone(), engine, Aim("ratio", 0.5, 0.7))
    yield Row("environment, agents in turn, by mask", mask, chess, Aim("ratio", 2, 4))
