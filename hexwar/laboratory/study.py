"""What a study is: which games are played, by whom, how often, what is kept of them, and what they
are called.

The seeds of a study are its own seed and the number of a game, the same in all matches, so that
matches can be compared game by game. When enough has been played is decided by the results in the
order of their numbers alone, whatever order they were played in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hexwar.laboratory.intervals import always_valid
from hexwar.laboratory.recording import Part
from hexwar.players import called
from hexwar.players.matches import GameResult, Match, loaded

NUMBER, MOST, EVERY = 200, 2000, 50
"""Games of each match; where an interval says when to stop, the most, and how often one looks."""


@dataclass(frozen=True, slots=True)
class Stop:
    """When enough games of a match were played.

    Without ``width`` after ``most``. With it as soon as the interval of every side's share of wins
    is no wider, looked at ``every`` so many games; the intervals hold at all looks together
    (:mod:`hexwar.laboratory.intervals`).
    """

    most: int = NUMBER
    width: float | None = None
    every: int = EVERY

    def goal(self, results: Sequence[GameResult | None]) -> int:
        """How many games are to be played, as far as can be said: more than there are if not
        enough were. ``results`` are by the number of the game, None where one was not yet played.

        What is decided hangs on the results in the order of their numbers alone, so that it is the
        same however many processes share the work.
        """
        if self.width is None:
            return self.most
        looked = 0
        while looked < self.most:
            looked = min(looked + self.every, self.most)
            seen = results[:looked]
            # Only whole looks count: which games happen to be there already must not decide.
            if len(seen) < looked or None in seen or self._is_narrow(seen, self.width):
                return looked
        return self.most

    @staticmethod
    def _is_narrow(results: Sequence[GameResult | None], width: float) -> bool:
        winners = [result.winner for result in results if result is not None]
        intervals = [
            always_valid(winners.count(winner), len(winners)) for winner in {*winners} - {None}
        ]
        return all(high - low <= width for low, high in intervals)


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
