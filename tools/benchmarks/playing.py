"""Random games, against python-chess; what undo adds to them, what a copy costs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from random import Random
from time import process_time

import chess

import hexwar
from hexwar.rules.history import History
from hexwar.rules.state import State
from tools.benchmarks.rows import Aim, Measure, Row, Yardstick, per_call

SEEDS = count()


def chess_games(games: int) -> Measure:
    """Random games of chess, every legal move listed: seconds per ply."""

    def measure() -> float:
        plies = 0
        began = process_time()
        for _ in range(games):
            random = Random(next(SEEDS))
            board = chess.Board()
            while moves := list(board.legal_moves):
                board.push(random.choice(moves))
                plies += 1
                if board.halfmove_clock >= 150 or board.is_insufficient_material():
                    break
        return (process_time() - began) / plies

    return measure


def random_games(
    game: hexwar.Game,
    games: int,
    play: Callable[[State, Random], int],
    scenario: str = "standard",
) -> Measure:
    """Random games of hexwar: seconds per decision."""

    def measure() -> float:
        decisions = 0
        began = process_time()
        for _ in range(games):
            seed = next(SEEDS)
            decisions += play(game.start(scenario, seed=seed), Random(seed))
        return (process_time() - began) / decisions

    return measure


def sampled(state: State, random: Random) -> int:
    """Play a game by drawing actions; answers with the number of decisions."""
    decisions = 0
    while not state.is_over:
        state.apply(state.sample_action(random), events=False)
        decisions += 1
    return decisions


def listed(state: State, random: Random) -> int:
    """The same, with every legal action listed at every decision."""
    decisions = 0
    while not state.is_over:
        state.apply(random.choice(list(state.legal_actions())), events=False)
        decisions += 1
    return decisions


def without_undo(state: State, random: Random) -> int:
    """Play a game with its events told, as :func:`with_undo` does."""
    decisions = 0
    while not state.is_over:
        state.apply(state.sample_action(random))
        decisions += 1
    return decisions


def with_undo(state: State, random: Random) -> int:
    """Play a game that could be taken back at every step."""
    history = History(state)
    while not history.state.is_over:
        history.apply(history.state.sample_action(random))
    return len(history.entries)


def playing_rows(game: hexwar.Game, campaign: hexwar.Game) -> Iterator[Row]:
    """Random games of a small game and of a large one against python-chess; what undo adds."""
    plies = Yardstick("python-chess, moves listed", chess_games(6))
    yield Row("decision, drawn", random_games(game, 30, sampled), plies, Aim("ratio", 2.2, 4.0))
    yield Row(
        "decision, all actions listed",
        random_games(game, 10, listed),
        plies,
        Aim("ratio", 0.7, 1.5),
    )
    yield Row(
        "decision of a campaign, drawn",
        random_games(campaign, 2, sampled, "campaign"),
        plies,
        Aim("ratio", 0.1, 0.2),
    )
    yield Row(
        "cost of undo",
        random_games(game, 30, with_undo),
        Yardstick("the same without", random_games(game, 30, without_undo)),
        Aim("percent over", 15.0, 7.0),
    )
    state, board = game.start("standard"), chess.Board()
    copy = per_call(lambda: board.copy(stack=False), 5_000)
    yield Row(
        "state clone",
        per_call(state.clone, 5_000),
        Yardstick("python-chess copy(stack=False)", copy),
        Aim("time", 4e-6, 2e-6),
    )
