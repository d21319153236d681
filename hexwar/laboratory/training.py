"""How ``hexwar train`` finds what a side should weigh more or less than usual in a game.

Weights that change nothing in a game, however far they are moved, are left out first. Then games
are played in which each side has drawn weights of its own. How the chance of winning rises with
each of them says which matter, and which way. Changes of these, small and great, are raced
against one another on the same dice, for one side after the other. The best of all sides meet what
they have on fresh dice, in pairs of games: in each game one side plays by the new weights. They are
kept only where the interval of the pairs that come to more is above one half at whatever number of
games one looks, and with a chance of 5 % in all rounds together that anything is kept that is no
better. What leads is where the next round begins, kept or not, unless it has lost.

All that is drawn comes from the seed, and what is decided from results in the order of their
numbers: equal seeds find equal weights, wherever the games are played and however often the
training is cut. So an interrupted training goes on by starting over with the games that it has
written down (``PlayedGames``), which takes no time.

First what is trained and drawn, then the rounds, then the journal.
"""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from hashlib import blake2b
from itertools import count, product
from math import log
from operator import mul
from pathlib import Path
from random import Random
from statistics import fmean, pvariance
from types import TracebackType
from typing import IO, Any, NamedTuple, TypeAlias

from hexwar.definition.documents import require
from hexwar.definition.writing_files import write_whole
from hexwar.laboratory.recording import Part
from hexwar.laboratory.study import GameToPlay, RecordedGame, Spread, always_valid
from hexwar.players import Player
from hexwar.players.greedy import WAYS, GreedyPlayer, way_of
from hexwar.players.learned import (
    GREEDY,
    LEVEL,
    BySide,
    Given,
    Learned,
    Weights,
    document_of,
    learned_of,
    setting_of,
    sides_of,
    with_setting,
)
from hexwar.players.levels import LEVELS
from hexwar.players.matches import Match, loaded
from hexwar.players.rows import code
from hexwar.players.search.player import SearchPlayer

SAME = 4
"""A weight that moved as far as it goes, up and down, leaves so many games as they were is idle."""

DRAWN, STEP = 320, 2.5
"""In so many games of a round every side plays by weights of its own: each as it is, or so many
times as much, or as little.
"""

EXPECTED = 0.05
"""What is expected of a weight: by how much the chance of winning rises where it is 2.7 times as
much. It takes games to show that one matters more.
"""

CHANGED, STEPS = (1, 2, 4, 8), (2.0, 4.0, 8.0)
"""Of the weights that matter most so many are changed in those that race, the first of them by so
much, and the others as much less as they matter less.
"""

RUNGS = ((14, 8), (7, 24), (3, 64))
"""Of the race: so many weights go on until each has played so many games."""

PAIRS, LOOK = 240, 20
"""The most pairs of games on fresh dice, and after how many one looks again."""

HOPELESS = 60
"""After so many pairs, weights that have not won more than they lost are given up."""

LEVEL_PAIRS = 60
"""The most pairs in which levels play, which takes much longer."""

MISSED = 0.05
"""The chance that anything is kept for a side, in all rounds, that is no better."""

NIL = 1e-6
"""Less than any game is worth."""

LEAST, MOST = 0.06, 16.0
"""Weights outside are not tried."""

COURSE: tuple[Part, ...] = ("losses", "battles", "holdings", "positions")
"""What is recorded of games that may be the same."""

BEST_LEVEL = "normal"
"""The level that plays for all of them."""


@dataclass(frozen=True, slots=True)
class Trained:
    """Makes a player with weights; it can be pickled.

    With ``rollouts`` one of the levels, else greedy.
    """

    sides: tuple[tuple[str, Weights], ...]
    rollouts: int = 0

    def __call__(self) -> Player:
        """The player."""
        given = Given(self.sides)
        if not self.rollouts:
            return GreedyPlayer(learned=given)
        return SearchPlayer(rollouts=self.rollouts, care=LEVELS[BEST_LEVEL].care, learned=given)


Sides: TypeAlias = dict[str, Weights]


def _times(usual: Weights, changes: Mapping[str, float]) -> Weights:
    """Weights with some so many times as much, within bounds."""
    factors = dict(usual.factors)
    for name, times in changes.items():
        factor = factors.get(name, 1.0) * times
        factors[name] = float(f"{min(max(factor, LEAST), MOST):.3g}")
    return Weights(usual.way, tuple(sorted(factors.items())))


def drawn(usual: Weights, names: Sequence[str], random: Random) -> Weights:
    """Weights around others, each of these names as it is, or much more or less."""
    return _times(usual, {name: random.choice((1 / STEP, 1.0, STEP)) for name in names})


def slopes(rows: Sequence[Sequence[float]], points: Sequence[float]) -> list[float]:
    """How much points rise with each column of some rows, as far as they outweigh the doubt that
    it matters at all: the mean of what is likely after them, where little was expected before.
    """
    means = [fmean(column) for column in zip(*rows, strict=True)]
    mean, noise = fmean(points), max(pvariance(points), 0.01)
    plain = [[value - of for value, of in zip(row, means, strict=True)] for row in rows]
    columns = [*zip(*plain, strict=True)]
    gains = [point - mean for point in points]
    whole = [[sum(map(mul, column, other)) for other in columns] for column in columns]
    right = [sum(map(mul, column, gains)) for column in columns]
    for index, line in enumerate(whole):
        line[index] += noise / EXPECTED**2
        line.append(right[index])
    # By elimination: what stands in the diagonal is never small, so lines keep their order.
    for index, line in enumerate(whole):
        for other in whole[:index] + whole[index + 1 :]:
            part = other[index] / line[index]
            other[index:] = [x - part * y for x, y in zip(other[index:], line[index:], strict=True)]
    return [line[-1] / line[index] for index, line in enumerate(whole)]


def proposed(usual: Weights, rising: Mapping[str, float]) -> list[Weights]:
    """Weights that are to race: those that matter most, by how much the chance of winning rises
    with them, changed by little or much.
    """
    by_weight = sorted(rising, key=lambda name: -abs(rising[name]))
    most = abs(rising[by_weight[0]]) or 1.0
    ways = (
        _times(usual, {name: step ** (rising[name] / most) for name in by_weight[:many]})
        for many, step in product(CHANGED, STEPS)
    )
    return list(dict.fromkeys(ways))


class Ask(NamedTuple):
    """A game that is wanted: who plays as whom, by which seed, for which side it is read, and what
    is recorded of it.
    """

    players: tuple[tuple[str, Trained], ...]
    seed: str
    side: str
    parts: tuple[Part, ...] = ()


class RoundProgress(NamedTuple):
    """How far a round is; ``decided`` is what has just been, in a sentence, if anything, and
    ``kept`` whether weights were.
    """

    round: int
    done: int
    of: int
    decided: str = ""
    kept: bool = False


class Training:
    """The training of a game with a scenario, options and edition, by a seed.

    ``had`` are the weights that it begins with, ``rollouts`` how long a level thinks a phase in the
    games that say whether levels gain too; without any they are not asked. Games are played
    ``somewhere``, and what is known of them stands in a ``journal``. Afterwards, and at any time,
    ``greedy`` and ``levels`` are what was kept.
    """

    def __init__(
        self, match: Match, seed: str, journal: PlayedGames, somewhere: Spread, rollouts: int
    ) -> None:
        self.match, self._seed, self._journal = match, seed, journal
        self._somewhere, self._rollouts = somewhere, rollouts
        rules = loaded(match.game).ruleset(match.scenario, match.options, match.edition).base
        self._frame = rules.frame
        self._way = way_of(rules)
        self._sides = [self._frame.side_ids[index] for index in self._frame.played]
        self.greedy, self.levels = dict(journal.had[0]), dict(journal.had[1])
        self._alive: dict[str, list[str]] = {}
        self._drawn: list[tuple[list[float], Ask]] = []
        self._leading = {side: self._usual(side) for side in self._sides}
        self.last_kept = 0

    def rounds(self, most: int | None = None) -> Generator[RoundProgress, None, None]:
        """Round by round, until the caller stops asking, or so many; none if nothing that is minded
        changes anything.
        """
        for side in self._sides:
            self._alive[side] = yield from self._changing(side)
        if not any(self._alive.values()):
            yield RoundProgress(1, 0, 0, "nothing that the computer minds changes this game")
            return
        for number in count(1) if most is None else range(1, most + 1):
            yield from self._varied(number)
            for side in self._sides:
                self._leading[side] = yield from self._raced(number, side)
            yield from self._decided(number)

    def _decided(self, number: int) -> Generator[RoundProgress, None, None]:
        """Whether the weights that lead are kept: by greedy, and if they are by the levels."""
        tried = {s: best for s, best in self._leading.items() if best != self._usual(s)}
        # 1/2 + 1/6 + 1/12 ... is 1: however many rounds there are, all share one MISSED.
        missed = MISSED / (number * (number + 1))
        for who, sides in ((GREEDY, self.greedy), (LEVEL, self.levels)):
            rollouts, most = (0, PAIRS) if who == GREEDY else (self._rollouts, LEVEL_PAIRS)
            if who == LEVEL and not rollouts:
                return
            kept = yield from self._compared(number, tried, sides, rollouts, most, missed)
            if not kept:
                yield RoundProgress(number, 0, 0, f"round {number} ({who}): nothing better")
                return
            sides.update(kept)
            self.last_kept = number
            named = dict(zip(self._frame.side_ids, self._frame.side_names, strict=True))
            any_side = next(iter(kept.values()))  # the sides were tried together: all say the same
            better, worse, played = any_side.better, any_side.worse, any_side.pairs
            pairs = f"better in {better}, worse in {worse} of {played} pairs: kept"
            as_whom = " and ".join(named[side] for side in kept)
            sentence = f"round {number} ({who}), {as_whom}: {pairs}"
            yield RoundProgress(number, 0, 0, sentence, kept=True)

    def _usual(self, side: str) -> Weights:
        """What greedy minds as a side, by what was kept, without how it came to be kept."""
        weights = self.greedy.get(side)
        return Weights(self._way, weights.factors if weights is not None else ())

    def _changing(self, side: str) -> Generator[RoundProgress, None, list[str]]:
        """The weights of a side with which a game goes otherwise, if they are moved far.

        Those that have shown it are not moved again, so that mostly idle ones cost games.
        """
        usual = self._usual(side)
        names = [field.name for field in fields(WAYS[self._way][1])]
        idle = names
        for game, times in product(range(SAME), (MOST / LEAST, LEAST / MOST)):
            seed = f"{self._seed}:idle:{game}"
            before = Ask(self._seated(side, usual, self.greedy, 0), seed, side, COURSE)
            after = {
                name: before._replace(
                    players=self._seated(side, _times(usual, {name: times}), self.greedy, 0)
                )
                for name in idle
            }
            yield from self._played(1, [before, *after.values()])
            course = self._journal.course(before)
            idle = [name for name in idle if self._journal.course(after[name]) == course]
        return [name for name in names if name not in idle]

    def _varied(self, number: int) -> Generator[RoundProgress, None, None]:
        """Play the games in which every side has drawn weights, around those that lead."""
        random, asks = Random(f"{self._seed}:{number}"), list[Ask]()
        for game in range(DRAWN):
            weights = {
                side: drawn(best, self._alive[side], random) for side, best in self._leading.items()
            }
            who = Trained(tuple(sorted(weights.items())))
            players = tuple((side, who) for side in self._sides)
            asks.append(Ask(players, f"{self._seed}:{number}:drawn:{game}", self._sides[0]))
            factors = {side: dict(weights[side].factors) for side in self._sides}
            row = [
                log(factors[side][name])
                for side in self._sides
                for name in sorted(self._alive[side])
            ]
            self._drawn.append((row, asks[-1]))
        yield from self._played(number, asks)

    def _rising(self, side: str) -> dict[str, float]:
        """How much the chance of a side rises with each of its weights, by all drawn games."""
        rows = [row for row, _ in self._drawn]
        points = [self._journal.points(ask._replace(side=side)) for _, ask in self._drawn]
        names = sorted(self._alive[side])
        before = self._sides[: self._sides.index(side)]
        first = sum(len(self._alive[each]) for each in before)
        return dict(zip(names, slopes(rows, points)[first : first + len(names)], strict=True))

    def _raced(self, number: int, side: str) -> Generator[RoundProgress, None, Weights]:
        """The best of what a side has, what led before, and what is proposed now: the lesser half
        drops out again and again.
        """
        best, key = self._leading[side], f"{self._seed}:{number}:{side}"
        if not self._alive[side]:
            return best
        left = [*dict.fromkeys((self._usual(side), best, *proposed(best, self._rising(side))))]
        for many, games in RUNGS:
            left = left[:many]
            asks = {
                weights: [
                    Ask(self._seated(side, weights, self.greedy, 0), f"{key}:{game}", side)
                    for game in range(games)
                ]
                for weights in left
            }
            yield from self._played(number, [ask for each in asks.values() for ask in each])
            scores = {w: sum(map(self._journal.points, each)) for w, each in asks.items()}
            left.sort(key=lambda weights: -scores[weights])  # of equals the usual one
        return left[0]

    def _compared(
        self,
        number: int,
        tried: Mapping[str, Weights],
        sides: Sides,
        rollouts: int,
        most: int,
        missed: float,
    ) -> Generator[RoundProgress, None, Sides]:
        """Weights with what came of them on fresh dice; none if they are not shown to be better.

        In a pair of games with the same dice one side after the other plays by them, against what
        the others have: it comes to more if together they win more than one. At ``most`` so many
        pairs are played; ``missed`` is the chance that weights which are no better pass.
        """
        seats = {side: self._seated(side, tried.get(side), sides, rollouts) for side in self._sides}
        better = worse = 0
        if tried:
            for pairs in range(LOOK, most + 1, LOOK):
                seeds = [
                    f"{self._seed}:{number}:fresh:{game}" for game in range(pairs - LOOK, pairs)
                ]
                asks = [[Ask(seats[side], seed, side) for side in self._sides] for seed in seeds]
                yield from self._played(number, [ask for each in asks for ask in each])
                for pair in asks:
                    gain = sum(map(self._journal.points, pair)) - 1
                    better, worse = better + (gain > NIL), worse + (gain < -NIL)
                low, high = always_valid(better, better + worse, missed)
                if low > 0.5:
                    return {
                        side: replace(best, better=better, worse=worse, pairs=pairs)
                        for side, best in tried.items()
                    }
                if high < 0.5 or (pairs >= HOPELESS and better <= worse):
                    self._leading = {side: self._usual(side) for side in self._sides}
                    break
        return {}

    def _seated(
        self, side: str, weights: Weights | None, sides: Sides, rollouts: int
    ) -> tuple[tuple[str, Trained], ...]:
        """Who plays: everybody by what was kept, but for other weights of one side, if any."""
        usual = Trained(tuple(sorted(sides.items())), rollouts)
        if weights is None:
            return tuple((each, usual) for each in self._sides)
        other = Trained(tuple(sorted((sides | {side: weights}).items())), rollouts)
        return tuple((each, other if each == side else usual) for each in self._sides)

    def _played(self, number: int, asks: Sequence[Ask]) -> Generator[RoundProgress, None, None]:
        """Play those games that are not in the journal yet."""
        missing = [ask for ask in dict.fromkeys(asks) if ask not in self._journal]
        by_task: dict[GameToPlay, Ask] = {
            GameToPlay(replace(self.match, players=ask.players), ask.seed, ask.parts): ask
            for ask in missing
        }
        done = len(asks) - len(missing)
        if not missing:
            return
        games = self._somewhere([*by_task])
        try:
            for task, game in games:
                self._journal.add(by_task[task], game)
                done += 1
                yield RoundProgress(number, done, len(asks))
        finally:
            games.close()

    def content(self, path: Path) -> bytes:
        """The content of a file of what was learned, with what has been kept until now."""
        resolved = self._frame.resolved
        setting = setting_of(resolved, self._seed, self.last_kept, self.greedy, self.levels)
        return with_setting(path, resolved, setting)


# -- games that have been played, a line each ------------------------------------------------------


class PlayedGames:
    """The games of one training, each with who won it.

    Its first line says what is trained, by which code, and with which weights it began: with those
    that are here, or with none if ``anew``. Games of other code, rules or seed are forgotten.
    OSError if it cannot be read or written.
    """

    def __init__(
        self, path: Path, match: Match, seed: str, rollouts: int, *, anew: bool = False
    ) -> None:
        rules = loaded(match.game).ruleset(match.scenario, match.options, match.edition).base
        begun = {
            "training": 1,
            "code": code(),
            "digest": rules.frame.resolved.digest,
            "seed": seed,
            "rollouts": rollouts,
        }
        had = Learned() if anew else learned_of(rules)
        self.had: tuple[BySide, BySide] = had.greedy, had.levels
        self._winners: dict[str, str | None] = {}
        self._courses: dict[str, str] = {}
        lines = [] if anew else list(_lines(path))
        if lines and {name: lines[0].get(name) for name in begun} == begun:
            with suppress(ValueError):  # changed by hand: the training begins again
                require("learned", lines[0].get("had"))
                (setting,), sides = lines[0]["had"]["settings"], rules.frame.side_ids
                self.had = sides_of(setting, GREEDY, sides), sides_of(setting, LEVEL, sides)
                self._winners = {
                    line["game"]: line["winner"]
                    for line in lines[1:]
                    if isinstance(line.get("game"), str)
                    and line.get("winner", "") in (None, *sides)
                }
                self._courses = {
                    line["game"]: line["course"]
                    for line in lines[1:]
                    if line.get("game", 0) in self._winners and isinstance(line.get("course"), str)
                }
        path.parent.mkdir(parents=True, exist_ok=True)
        setting = setting_of(rules.frame.resolved, seed, 0, *self.had)
        head = begun | {"had": document_of(rules.frame.resolved, [setting])}
        # Written whole, so that a line which was cut short does not stand in the way of the next.
        games = [self._line(key) for key in self._winners]
        write_whole(path, b"".join(json.dumps(line).encode() + b"\n" for line in [head, *games]))
        self._file: IO[str] = path.open("a", encoding="utf-8")

    def __enter__(self) -> PlayedGames:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        raised: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()

    def __contains__(self, ask: Ask) -> bool:
        key = _key(ask)
        return key in self._winners and (not ask.parts or key in self._courses)

    def __len__(self) -> int:
        return len(self._winners)

    def points(self, ask: Ask) -> float:
        """What a game was worth to the side: 1 won, 0 lost, and drawn its part. KeyError if it has
        not been played.
        """
        winner = self._winners[_key(ask)]
        return 1 / len(ask.players) if winner is None else float(winner == ask.side)

    def course(self, ask: Ask) -> str:
        """A text that is another for a game that went otherwise. KeyError if nothing was recorded
        of it.
        """
        return self._courses[_key(ask)]

    def add(self, ask: Ask, game: RecordedGame) -> None:
        """Write down how a game ended, and what was recorded of it."""
        key, result = _key(ask), game.result
        self._winners[key] = result.winner
        if ask.parts:
            whole = [result.winner, result.turns, result.decisions, result.losses, game.record]
            self._courses[key] = _digest(whole)
        self._file.write(json.dumps(self._line(key)) + "\n")
        self._file.flush()

    def _line(self, key: str) -> dict[str, Any]:
        """A game that has been played, as plain data."""
        line: dict[str, Any] = {"game": key, "winner": self._winners[key]}
        return line | ({"course": self._courses[key]} if key in self._courses else {})


def _key(ask: Ask) -> str:
    """A game by a digest of all that decides it."""
    seats = [
        (side, who.rollouts, [(each, weights.factors) for each, weights in who.sides])
        for side, who in ask.players
    ]
    return _digest([seats, ask.seed])


def _digest(data: Any) -> str:
    """Of plain data, which is the same for what is equal."""
    whole = json.dumps(data, sort_keys=True)
    return blake2b(whole.encode(), digest_size=12).hexdigest()


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    """The lines of a journal, as far as they can be read."""
    with suppress(FileNotFoundError), path.open(encoding="utf-8", errors="replace") as stream:
        for text in stream:
            with suppress(ValueError):
                line = json.loads(text)
                if isinstance(line, dict):
                    yield line
