"""Play many games between computer players and say how often each side wins.

    python tools/balance.py strike_force_one --games 1000
    python tools/balance.py path/to/game --scenario advanced --option second_echelon
    python tools/balance.py my_game --players red=greedy,blue=random --jobs 2 --seed 7

Sides that ``--players`` does not name are played by greedy. The interval is Wilson's, at 95 %.
Equal seeds give equal figures, however many processes share the work; how long a game takes, which
is another figure each time, goes to the error stream. Ctrl-C prints what was done so far.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from math import sqrt
from random import Random
from statistics import fmean
from time import process_time

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

import hexwar
from hexwar.players import PLAYERS, Player, make_player

MOST_DECISIONS = 20_000
"""A game with more decisions than this is taken to be endless."""


@dataclass(frozen=True, slots=True)
class Match:
    """What is played, again and again: ``players`` pairs each side with the name of a player."""

    game: str
    scenario: str | None
    options: tuple[str, ...]
    players: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Result:
    """How one game ended; ``losses`` are units out of play as casualties, in the sides' order.

    ``seconds`` of computing that it took make no difference between equal results.
    """

    winner: str | None
    turns: int
    decisions: int
    losses: tuple[int, ...]
    seconds: float = field(default=0.0, compare=False)


@cache
def loaded(name: str) -> hexwar.Game:
    """A game, read once in each process."""
    return hexwar.load_game(name)


def play(match: Match, seed: str) -> Result:
    """One game. Its seed decides the dice and, apart from them, every player's chances."""
    begun = process_time()
    state = loaded(match.game).start(match.scenario, match.options, seed)
    players: dict[str, Player] = {side: make_player(name) for side, name in match.players}
    random = {side: Random(f"{seed} {side}") for side in players}
    decisions = 0
    while not state.is_over:
        if decisions == MOST_DECISIONS:
            raise RuntimeError(f"game {seed} did not end within {MOST_DECISIONS} decisions")
        side = state.side_to_act or ""
        state.apply(players[side].choose(state, random[side]), events=False)
        decisions += 1
    lost = [0] * len(state.rules.side_ids)
    for unit, side_index in enumerate(state.rules.unit_side):
        lost[side_index] += state.eliminated >> unit & 1
    return Result(state.winner, state.turn, decisions, tuple(lost), process_time() - begun)


def wilson(wins: int, games: int, z: float = 1.96) -> tuple[float, float]:
    """Wilson's interval for a share of wins.

    >>> [round(bound, 3) for bound in wilson(50, 100)]
    [0.404, 0.596]
    """
    if not games:
        return 0.0, 1.0
    share, spread = wins / games, z * z / games
    centre = (share + spread / 2) / (1 + spread)
    reach = z * sqrt(share * (1 - share) / games + spread / games / 4) / (1 + spread)
    return max(0.0, centre - reach), min(1.0, centre + reach)


def results(match: Match, seeds: Sequence[str], jobs: int) -> Iterator[Result]:
    """The results of all games, in the order in which they end."""
    if jobs == 1:
        yield from (play(match, seed) for seed in seeds)
        return
    with ProcessPoolExecutor(jobs, initializer=_leave_interrupts_to_the_parent) as pool:
        futures: list[Future[Result]] = [pool.submit(play, match, seed) for seed in seeds]
        try:
            for future in as_completed(futures):
                yield future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def counted(total: int) -> Iterator[Progress]:
    """A progress bar over so many games."""
    columns = TextColumn("playing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, transient=True) as progress:
        progress.add_task("playing", total=total)
        yield progress


def measure(match: Match, games: int, seed: str, jobs: int) -> tuple[list[Result], bool]:
    """Play the games; also whether all were played, or Ctrl-C came first."""
    done: list[Result] = []
    seeds = [f"{seed}:{number}" for number in range(games)]
    try:
        with counted(games) as progress:
            for result in results(match, seeds, jobs):
                done.append(result)
                progress.advance(progress.task_ids[0])
    except KeyboardInterrupt:
        return done, False
    return done, True


def report(match: Match, done: Sequence[Result]) -> str:
    """The figures, in lines that do not depend on the order in which games ended."""
    rules = loaded(match.game).ruleset(match.scenario, match.options)
    what = " + ".join((match.game, rules.resolved.scenario.id, *rules.resolved.options))
    who = " against ".join(f"{side} ({name})" for side, name in match.players)
    lines = [f"{what}: {who}, {len(done)} games"]
    if not done:
        return lines[0]
    winners = Counter(result.winner for result in done)
    for index, side in enumerate(rules.side_ids):
        low, high = wilson(winners[side], len(done))
        lines.append(
            f"  {side:12} wins {winners[side] / len(done):6.1%}  "
            f"(95 %: {low:.1%} to {high:.1%}), "
            f"loses {fmean(result.losses[index] for result in done):.2f} units a game"
        )
    if winners[None]:
        lines.append(f"  drawn        {winners[None] / len(done):11.1%}")
    lines.append(
        f"  a game lasts {fmean(result.turns for result in done):.2f} turns, "
        f"{fmean(result.decisions for result in done):.1f} decisions"
    )
    return "\n".join(lines)


def pace(done: Sequence[Result]) -> str:
    """How long a game took to compute, on one processor; the first in a process takes longer."""
    seconds = [result.seconds for result in done]
    return f"  a game takes {fmean(seconds):.2f} s of computing, {max(seconds):.2f} s at most"


def match_of(chosen: argparse.Namespace) -> Match:
    """The match that the command line asks for. ValueError says what does not exist."""
    resolved = loaded(chosen.game).ruleset(chosen.scenario, chosen.option).resolved
    sides = [side.id for side in resolved.sides]
    players = dict.fromkeys(sides, "greedy")
    for pair in filter(None, chosen.players.split(",")):
        side, _, name = pair.partition("=")
        if side not in players:
            raise ValueError(f"there is no side {side!r}; the sides are {', '.join(sides)}")
        if make_player(name).is_human:
            raise ValueError("a human cannot play a thousand games: name a computer player")
        players[side] = name
    return Match(
        chosen.game, chosen.scenario, tuple(chosen.option), tuple((s, players[s]) for s in sides)
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line; the result is the exit code."""
    computers = ", ".join(name for name in PLAYERS if name != "human")
    parser = argparse.ArgumentParser(description="How often does each side win?")
    parser.add_argument("game", help="a name or a folder")
    parser.add_argument("--scenario", help="default: the game's first")
    parser.add_argument("--option", action="append", default=[], help="may be given again")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--players", default="", help=f"SIDE=NAME,... with {computers}")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--seed", default="1", help="another seed, other games")
    chosen = parser.parse_args(arguments)
    if chosen.games < 1 or chosen.jobs < 1:
        parser.error("--games and --jobs are 1 or more")
    try:
        match = match_of(chosen)
    except ValueError as problem:
        parser.error(str(problem))
    done, complete = measure(match, chosen.games, chosen.seed, chosen.jobs)
    print(report(match, done))
    if done:
        print(pace(done), file=sys.stderr)
    if not complete:
        print(f"  interrupted after {len(done)} of {chosen.games} games")
    return 0 if complete else 130


if __name__ == "__main__":
    sys.exit(main())
