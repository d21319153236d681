"""MatchFigures of games that answer the same question: all that the page says of them.

Rows are counted one by one and not kept, except for the results by seed: so two matches can be
compared game by game, where equal seeds make the difference plainer than two shares would.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from statistics import fmean, quantiles
from typing import Any, NamedTuple

from hexwar.laboratory.recording import NOBODY
from hexwar.players.matches import GameResult
from hexwar.players.ratings import wilson
from hexwar.players.rows import Question, ResultRow

Z = 1.96
"""Standard deviations of an interval of 95 %."""


def _in_one_line(text: str) -> str:
    """A text that stands in one line of a table."""
    return text.replace(" ", "\N{NO-BREAK SPACE}")


class Rate(NamedTuple):
    """A share with its interval of 95 %, and of how many games."""

    share: float
    low: float
    high: float
    games: int

    def __str__(self) -> str:
        return _in_one_line(f"{self.share:.0%} [{self.low:.0%} to {self.high:.0%}]")


def share_of(count: int, games: int) -> Rate:
    """A share of games with Wilson's interval."""
    low, high = wilson(count, games)
    return Rate(count / games, low, high, games)


@dataclass(slots=True)
class Taken:
    """Battles at one column, of one side: how many, with which results, and what they cost.

    ``own`` and ``theirs`` are steps or figures lost, by the attacker and by all others.
    """

    battles: int = 0
    own: int = 0
    theirs: int = 0
    results: Counter[str] = field(default_factory=Counter)


@dataclass(slots=True)
class Lost:
    """How a unit fared: in how many games it was eliminated, and in which turns."""

    games: int = 0
    turns: Counter[int] = field(default_factory=Counter)


class MatchFigures:
    """What is counted of all games that answer one question."""

    def __init__(self, asked: Question) -> None:
        self.asked = asked
        self.sides = [side for side, _ in asked.players]
        self.results: dict[str, GameResult] = {}
        self.recorded: Counter[str] = Counter()
        self.lost: dict[str, Lost] = defaultdict(Lost)
        self.died: Counter[str] = Counter()
        self.fought: Counter[str] = Counter()
        self.stood: dict[str, Counter[str]] = defaultdict(Counter)
        self.taken: dict[tuple[str, str], Taken] = defaultdict(Taken)
        self.rules: Counter[str] = Counter()
        self.held: dict[str, list[Counter[str]]] = {}
        self._chances: dict[str, list[list[float]]] = defaultdict(list)

    def add(self, row: ResultRow) -> None:
        """Count a game; one with a seed that was there already counts once."""
        if row.result.seed in self.results:
            return
        self.results[row.result.seed] = row.result
        for part, recorded in row.data.get("record", {}).items():
            count = _COUNTED.get(part)
            if count is not None:
                self.recorded[part] += 1
                count(self, recorded, row.result)

    @property
    def games(self) -> int:
        """How many games there are."""
        return len(self.results)

    def wins(self, side: str | None) -> Rate:
        """How often a side won; None: how often nobody did."""
        won = sum(result.winner == side for result in self.results.values())
        return share_of(won, self.games)

    def mean(self, what: str) -> float:
        """The mean of ``turns`` or ``decisions``."""
        return fmean(getattr(result, what) for result in self.results.values())

    def turns(self) -> Counter[int]:
        """Games by the turn in which they ended."""
        return Counter(result.turns for result in self.results.values())

    def chances(self, side: str) -> Iterator[tuple[float, float, float]]:
        """Quartiles of a side's chance of winning at each look, as long as half the games last."""
        for values in self._chances[side]:
            # Later there are the long games only, which would seem to be all of them.
            if len(values) * 2 < self.games or len(values) < 2:
                return
            low, middle, high = quantiles(values, n=4, method="inclusive")
            yield low, middle, high

    # -- the parts of a record -------------------------------------------------------------------

    def _losses(self, kept: Sequence[Sequence[Any]], _: GameResult) -> None:
        for unit in {unit for unit, *_ in kept}:  # a unit that comes back may be lost again
            self.lost[unit].games += 1
        for unit, turn, number in kept:
            self.lost[unit].turns[turn] += 1
            if number:
                self.died[number] += 1

    def _battles(self, kept: Iterable[Sequence[Any]], _: GameResult) -> None:
        for _, number, side, heading, result, own, theirs in kept:
            self.fought[number] += 1
            # Of one side each: the same column may serve the two of them differently.
            taken = self.taken[side, heading]
            taken.battles += 1
            taken.own += own
            taken.theirs += theirs
            taken.results[result] += 1

    def _holdings(self, kept: Mapping[str, str], result: GameResult) -> None:
        looks = result.turns + 1  # as each turn begins, and at the end
        for number, course in kept.items():
            held = self.held.setdefault(number, [])
            for look in range(looks):
                if look == len(held):
                    held.append(Counter())
                # Of a hex that never changed a single letter is kept, for every look.
                held[look][course[min(look, len(course) - 1)]] += 1

    def _evaluation(self, kept: Mapping[str, Sequence[float]], _: GameResult) -> None:
        for side, values in kept.items():
            looks = self._chances[side]
            for look, value in enumerate(values):
                if look == len(looks):
                    looks.append([])
                looks[look].append(value)

    def _positions(self, kept: Mapping[str, Mapping[str, int]], _: GameResult) -> None:
        for side, count in kept.items():
            self.stood[side].update(count)

    def _rules(self, kept: Mapping[str, int], _: GameResult) -> None:
        self.rules.update(kept.keys())

    def contested(self) -> list[str]:
        """The hexes that not always the same side held, the most contested first."""

        def doubt(where: str) -> float:
            whole = sum(self.held[where], start=Counter[str]())
            return 1 - max(whole.values()) / whole.total()

        doubts = [(doubt(where), where) for where in self.held]
        return [where for much, where in sorted(doubts, key=_most_first) if much > 0.01]

    def holder_shares(self, where: str, side: int | None) -> list[float]:
        """At each look, in which share of the games a side (by its place) held a hex."""
        key = NOBODY if side is None else str(side)
        return [look[key] / look.total() for look in self.held[where]]


def _most_first(doubt: tuple[float, str]) -> tuple[float, str]:
    return -doubt[0], doubt[1]


_COUNTED: dict[str, Callable[[MatchFigures, Any, GameResult], None]] = {
    "losses": MatchFigures._losses,
    "battles": MatchFigures._battles,
    "holdings": MatchFigures._holdings,
    "evaluation": MatchFigures._evaluation,
    "positions": MatchFigures._positions,
    "rules": MatchFigures._rules,
}


def gathered(rows: Iterable[ResultRow]) -> list[MatchFigures]:
    """MatchFigures by question, in the order in which the questions first occur."""
    by_question: dict[Question, MatchFigures] = {}
    for row in rows:
        if row.asked not in by_question:
            by_question[row.asked] = MatchFigures(row.asked)
        by_question[row.asked].add(row)
    return list(by_question.values())


class Difference(NamedTuple):
    """How much oftener a side wins in one of two matches, with its interval, of how many seeds."""

    change: float
    low: float
    high: float
    games: int

    @property
    def is_sure(self) -> bool:
        """Whether the interval leaves out that nothing changes."""
        return self.low > 0 or self.high < 0

    def __str__(self) -> str:
        return _in_one_line(f"{self.change:+.0%} [{self.low:+.0%} to {self.high:+.0%}]")


def difference(base: MatchFigures, other: MatchFigures, side: str) -> Difference | None:
    """What a side gains in ``other``, game by game of equal seeds; None where there are none.

    The interval is that of Agresti and Min (Simple improved confidence intervals for comparing
    matched proportions, 2005).
    """
    seeds = base.results.keys() & other.results.keys()
    if not seeds:
        return None
    gained = lost = 0
    for seed in seeds:
        before, after = (figures.results[seed].winner == side for figures in (base, other))
        gained += after and not before
        lost += before and not after
    games = len(seeds)
    share = (gained - lost) / games
    # Half a pair is added to each of the four kinds, which keeps small samples from certainty.
    wide, middle = games + 2, (gained - lost) / (games + 2)
    doubt = Z * sqrt(max(0.0, gained + lost + 1 - (gained - lost) ** 2 / wide)) / wide
    return Difference(share, max(-1.0, middle - doubt), min(1.0, middle + doubt), games)
