"""What a study is: which games are played, by whom, how often, what is kept of them, and what they
are called.

The seeds of a study are its own seed and the number of a game, the same in all matches, so that
matches can be compared game by game. When enough has been played is decided by the results in the
order of their numbers alone, whatever order they were played in.

First the study and its goals, then the intervals that they may stop by, then who plays it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf, lgamma, log
from typing import Any, NamedTuple, Protocol, TypeAlias

from hexwar.laboratory.recording import Part, Recorder
from hexwar.players import called
from hexwar.players.matches import GameResult, Match, games_shared, loaded, play

NUMBER, MOST, EVERY = 200, 2000, 50
"""Games of each match; where an interval says when to stop, the most, and how often one looks."""


@dataclass(frozen=True, slots=True)
class Stop:
    """When enough games of a match were played.

    Without ``width`` after ``most``. With it as soon as the interval of every side's share of wins
    is no wider, looked at ``every`` so many games; the intervals hold at all looks together
    (:mod:`hexwar.laboratory.study`).
    """

    most: int = NUMBER
    width: float | None = None
    every: int = EVERY

    def goal(self, results: Sequence[GameResult | None]) -> int:
        """How many games are to be played, as far as can be said: more than there are if not
        enough were. ``results`` are by the number of the game, None where one was not yet played.

        What is decided depends on the results in the order of their numbers alone, so that it is
        the same however many processes share the work.
        """
        if self.width is None:
            return self.most
        looked = 0
        while looked < self.most:
            looked = min(looked + self.every, self.most)
            looked_at = results[:looked]
            # Only whole looks count: which games happen to be there already must not decide.
            if len(looked_at) < looked or None in looked_at:
                return looked
            # A drawn game is nobody's win, and narrows every interval all the same.
            winners = [result.winner for result in looked_at if result is not None]
            intervals = [
                always_valid(winners.count(winner), len(winners)) for winner in {*winners} - {None}
            ]
            if all(high - low <= self.width for low, high in intervals):
                return looked
        return self.most


@dataclass(frozen=True, slots=True)
class Study:
    """A study as its file says it, with what it leaves to hexwar; ``source`` is the file's text."""

    title: str
    matches: tuple[Match, ...]
    stop: Stop
    seed: str
    parts: tuple[Part, ...]
    source: str = ""

    def seed_of(self, number: int) -> str:
        """The seed of a game by its number, the same in all matches."""
        return f"{self.seed}:{number}"

    def goal(self, results: Mapping[str, GameResult]) -> int:
        """How many games of a match to play, from its results by seed: see :meth:`Stop.goal`."""
        ordered: list[GameResult | None] = []
        # Up to the first gap: games after it may have been played by other processes sooner.
        while len(ordered) < self.stop.most:
            result = results.get(self.seed_of(len(ordered)))
            if result is None:
                break
            ordered.append(result)
        return self.stop.goal(ordered)


def setting_named(match: Match) -> str:
    """What is played: game, scenario, options, edition, by their titles."""
    game = loaded(match.game)
    catalog = game.catalog
    resolved = game.ruleset(match.scenario, match.options, match.edition).frame.resolved
    options = "".join(f" + {catalog.options[option].title}" for option in resolved.options)
    edition = f" ({catalog.editions[match.edition].title})" if match.edition else ""
    return f"{catalog.header.title}: {resolved.scenario.title}{options}{edition}"


def match_named(match: Match) -> str:
    """What is played and by whom."""
    frame = loaded(match.game).ruleset(match.scenario, match.options, match.edition).frame
    names = dict(zip(frame.side_ids, frame.side_names, strict=True))
    playing = [f"{names[side]} {called(str(player))}" for side, player in match.players]
    return f"{setting_named(match)}: {' against '.join(playing)}"


# -- intervals that may be looked at again and again -----------------------------------------------

# A study that looks after every game and stops as soon as an interval of 95 % is narrow enough is
# wrong more often than once in twenty. A confidence sequence holds at all looks together: with a
# chance of 95 % the true share is in every one of the intervals. The one here is the mixture of
# Robbins (Statistical Methods Related to the Law of the Iterated Logarithm, 1970) for yes and no
# with an even prior: shares under which the games seen would have been 20 times likelier on average
# over all shares are left out.


MISSED = 0.05
"""The chance that an interval, at any look, does not hold the true share."""

_PRECISION = 1e-9


def always_valid(wins: int, games: int, missed: float = MISSED) -> tuple[float, float]:
    """The interval of a share after so many games, whenever one looks.

    ValueError for counts that cannot be.

    >>> [tuple(round(end, 3) for end in always_valid(half, 2 * half)) for half in (0, 50, 500)]
    [(0.0, 1.0), (0.345, 0.655), (0.444, 0.556)]
    """
    if not 0 <= wins <= games:
        raise ValueError(f"{wins} of {games} games cannot be won")
    if games == 0:
        return 0.0, 1.0
    bound = log(1 / missed)
    # The logarithm of the average over all shares: the beta function of wins and losses.
    even = lgamma(wins + 1) + lgamma(games - wins + 1) - lgamma(games + 2)

    def is_out(share: float) -> bool:
        likely = _log_of_power(wins, share) + _log_of_power(games - wins, 1 - share)
        return even - likely >= bound

    middle = wins / games
    low = 0.0 if not is_out(0.0) else _edge_of_doubt(0.0, middle, is_out)
    high = 1.0 if not is_out(1.0) else _edge_of_doubt(1.0, middle, is_out)
    return low, high


def _log_of_power(count: int, share: float) -> float:
    """The logarithm of a power; of nothing to the power of nothing it is 0."""
    if count == 0:
        return 0.0
    return count * log(share) if share > 0 else -inf


def _edge_of_doubt(outside: float, inside: float, is_out: Callable[[float], bool]) -> float:
    """Where a share that is out becomes one that is in, the outer end of the doubt."""
    while abs(outside - inside) > _PRECISION:
        middle = (outside + inside) / 2
        if is_out(middle):
            outside = middle
        else:
            inside = middle
    return outside


# -- plays the missing games of a study, here or elsewhere, until there are enough -----------------

# Missing games are those that the matches' goals ask for and the results do not have. They are
# played in any order and anywhere (``Spread``), and written down game by game. Where an interval
# decides when to stop, the goals are reckoned again when all of them have been played, until none
# is missing.


class GameToPlay(NamedTuple):
    """A game to be played: its match, its seed, and which parts of it are kept."""

    match: Match
    seed: str
    parts: tuple[str, ...]


class RecordedGame(NamedTuple):
    """What came of a game, and the parts of it that are kept."""

    result: GameResult
    record: dict[str, Any]


GamesPlayed: TypeAlias = Generator[tuple[GameToPlay, RecordedGame], None, None]
"""Games as they end, each with what came of it."""
Spread: TypeAlias = Callable[[Sequence[GameToPlay]], GamesPlayed]
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


def recorded(task: GameToPlay) -> RecordedGame:
    """One game with its record; the task of a process, wherever it is."""
    if not task.parts:
        return RecordedGame(play(task.match, task.seed), {})
    recorder = Recorder(task.parts)
    result = play(task.match, task.seed, recorder)
    return RecordedGame(result, recorder.record())


def here(jobs: int) -> Spread:
    """On so many processes of this machine."""
    return partial(games_shared, recorded, jobs=jobs)


def run(study: Study, results: Store, somewhere: Spread) -> Generator[Progress, None, None]:
    """Play what is missing; after each game, how far it is. When it ends of itself all is done.

    A caller that stops iterating ends it; what was played is in the results, and the study goes on
    from there.
    """
    while True:
        # What is to be played next, of all matches as many games at a time, should it be cut.
        tasks: list[tuple[int, GameToPlay]] = []
        done = 0
        for match in study.matches:
            results_known = results.of(match)
            seeds = map(study.seed_of, range(study.goal(results_known)))
            for number, seed in enumerate(seeds):
                if seed in results_known:
                    done += 1
                else:
                    tasks.append((number, GameToPlay(match, seed, study.parts)))
        # By number and not by match: cut anywhere, all matches have about as many games.
        tasks.sort(key=lambda numbered: numbered[0])
        missing, progress = [task for _, task in tasks], Progress(done, done + len(tasks))
        yield progress
        if not missing:
            return
        games = somewhere(missing)
        try:
            for task, played in games:
                results.add(task.match, played.result, played.record)
                progress = Progress(progress.done + 1, progress.of)
                yield progress
        finally:
            games.close()
