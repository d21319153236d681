"""Runs what is missing of a study, here or on other machines, until there is enough.

What is missing is what the matches' goals ask for and the results do not hold. It is played in any
order and by anybody (``Spread``), and written down game by game. Where an interval decides when to
stop, the goals are reckoned anew when all of it has been played, until nothing is missing any more.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, Protocol, TypeAlias

from hexwar.laboratory.recording import Recorder
from hexwar.laboratory.study import Study
from hexwar.players.matches import GameResult, Match, games_shared, play

Task: TypeAlias = tuple[Match, str, tuple[str, ...]]
"""A match, a seed, and which parts of the game are kept."""
Recorded: TypeAlias = tuple[GameResult, dict[str, Any]]
Spread: TypeAlias = Callable[[Sequence[Task]], Generator[tuple[Task, Recorded], None, None]]
"""Plays tasks somewhere, in any order, and answers with each and what came of it."""


class Store(Protocol):
    """Where results are kept."""

    def of(self, match: Match) -> Mapping[str, GameResult]:
        """The results of a match by seed."""

    def add(self, match: Match, result: GameResult, record: Mapping[str, Any]) -> None:
        """Keep a game, with its record."""


class Progress(NamedTuple):
    """How far a study is: games that are there, of those that it takes as far as is known now."""

    done: int
    of: int


def recorded(task: Task) -> Recorded:
    """One game with its record; the task of a process, wherever it is."""
    match, seed, parts = task
    if not parts:
        return play(match, seed), {}
    recorder = Recorder(parts)
    result = play(match, seed, recorder)
    return result, recorder.record()


def here(jobs: int) -> Spread:
    """On so many processes of this machine."""
    return partial(games_shared, recorded, jobs=jobs)


def run(study: Study, results: Store, somewhere: Spread) -> Generator[Progress, None, None]:
    """Play what is missing; after each game, how far it is. When it ends of itself all is done.

    Whoever stops asking ends it; what was played is in the results, and the study goes on there.
    """
    while True:
        missing, progress = _missing(study, results)
        yield progress
        if not missing:
            return
        games = somewhere(missing)
        try:
            for (match, _, _), (result, record) in games:
                results.add(match, result, record)
                progress = Progress(progress.done + 1, progress.of)
                yield progress
        finally:
            games.close()


def _missing(study: Study, results: Store) -> tuple[list[Task], Progress]:
    """What is to be played next, of all matches as many games at a time, should it be cut."""
    tasks: list[tuple[int, Task]] = []
    done = 0
    for match in study.matches:
        known = results.of(match)
        seeds = map(study.seed_of, range(study.goal(known)))
        for number, seed in enumerate(seeds):
            if seed in known:
                done += 1
            else:
                tasks.append((number, (match, seed, study.parts)))
    # By number and not by match: cut anywhere, all matches have about as many games.
    tasks.sort(key=_number)
    return [task for _, task in tasks], Progress(done, done + len(tasks))


def _number(task: tuple[int, Task]) -> int:
    return task[0]
