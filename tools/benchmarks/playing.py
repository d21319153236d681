"""Random games, against python-chess; what undo adds to them, what a copy costs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from random import Random
from time import process_time

import chess

import hexwar
from hexwar.rules.history import History
from hexwar.rules.state import State
from tools.benchmarks.rows import Aim, Measure, Row, Yardstick, per_call


@dataclass(frozen=True, slots=True)
class Played:
    """A shipped game: how many random games a measure plays, what a decision should reach over a
    ply of chess, drawn and with all actions listed (floor and stretch, where there are any).
    """

    title: str
    name: str
    scenario: str | None
    games: int
    drawn: tuple[float, float]
    listed: tuple[float, float] | tuple[()] = ()


PLAYED = (
    Played("Strike Force One", "strike_force_one", "standard", 30, (4, 6), (1.5, 2)),
    Played("The Heights of Marenfeld", "marenfeld", None, 2, (0.6, 1)),
    Played("The Convoy to Tamrat", "tamrat", None, 3, (0.5, 1)),
    Played("Crossing the Velda", "scs_sample", None, 2, (0.4, 1)),
    Played("The Orva Front", "orva_front", "campaign", 2, (0.25, 0.5), (0.15, 0.5)),
    Played("Lost & Found", "force_on_force", None, 4, (0.15, 0.5), (0.08, 0.5)),
)


def chess_games(games: int) -> Measure:
    """Random games of chess, every legal move listed: seconds per ply."""
    seeds = count()

    def measure() -> float:
        plies = 0
        began = process_time()
        for _ in range(games):
            random = Random(next(seeds))
            board = chess.Board()
            while moves := list(board.legal_moves):
                board.push(random.choice(moves))
                plies += 1
                if board.halfmove_clock >= 150 or board.is_insufficient_material():
                    break
        return (process_time() - began) / plies

    return measure


def random_games(played: Played, games: int, play: Callable[[State, Random], int]) -> Measure:
    """Random games of hexwar: seconds per decision. Every measure goes through the same seeds, so
    that the same games are played with undo and without, whatever else is measured.
    """
    game, seeds = hexwar.load_game(played.name), count()

    def measure() -> float:
        decisions = 0
        began = process_time()
        for _ in range(games):
            seed = next(seeds)
            decisions += play(game.start(played.scenario, seed=seed), Random(seed))
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


def playing_rows() -> Iterator[Row]:
    """Random games of every shipped game against python-chess; what undo adds, and a copy."""
    plies = Yardstick("python-chess, moves listed", chess_games(6))
    for played in PLAYED:
        drawn = random_games(played, played.games, sampled)
        yield Row(f"{played.title}, drawn", drawn, plies, Aim("ratio", *played.drawn))
        every = random_games(played, max(2, played.games // 3), listed)
        yield Row(f"{played.title}, listed", every, plies, Aim("ratio", *played.listed))
    small = PLAYED[0]
    yield Row(
        "cost of undo",
        random_games(small, 30, with_undo),
        Yardstick("the same without", random_games(small, 30, without_undo)),
        Aim("percent over", 15.0, 7.0),
    )
    state, board = hexwar.load_game(small.name).start(small.scenario), chess.Board()
    copy = per_call(lambda: board.copy(stack=False), 5_000)
    yield Row(
        "state clone",
        per_call(state.clone, 5_000),
        Yardstick("python-chess copy(stack=False)", copy),
        Aim("time", 4e-6, 2e-6),
    )
