"""How ``hexwar train`` finds what a side should weigh more or less than usual in a game.

Weights are drawn around those that a side has, raced against one another on the same dice, and the
best of them meets those that the side has on fresh dice, in pairs of games. It is kept only where
the interval of the pairs that it wins is above one half at whatever number of games one looks, and
with a chance of 5 % in all rounds together that anything is kept for a side which is no better.

All that is drawn comes from the seed, and what is decided from results in the order of their
numbers: equal seeds find equal weights, wherever the games are played and however often the
training is cut. So an interrupted training goes on by starting over with the games that it has
written down (``PlayedGames``), which takes no time.

First what is trained and drawn, then the rounds, then the journal.
"""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from hashlib import blake2b
from itertools import count
from pathlib import Path
from random import Random
from types import TracebackType
from typing import IO, Any, NamedTuple, TypeAlias

from hexwar.definition.documents import require
from hexwar.definition.writing_files import write_whole
from hexwar.laboratory.study import GameToPlay, Spread, always_valid
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
from hexwar.players.matches import GameResult, Match, loaded
from hexwar.players.rows import code
from hexwar.players.search.player import SearchPlayer

RUNGS = ((12, 6), (6, 12), (3, 24))
"""Of the race: so many weights go on until each has played so many games."""

PAIRS, LOOK = 120, 10
"""The most pairs of games on fresh dice, and after how many one looks again."""

HOPELESS = 40
"""After so many pairs, weights that have not won more than they lost are given up."""

LEVEL_PAIRS = 60
"""The most pairs in which levels play, which takes much longer."""

MISSED = 0.05
"""The chance that anything is kept for a side, in all rounds, that is no better."""

WIDE, FEW_WIDE, FEW = 0.6, 1.0, 3
"""The standard deviations of the logarithms of weights: where a draw changes all of them, and
where, in every second draw, it changes only so few.
"""

LEAST, MOST = 0.06, 16.0
"""Weights outside are not drawn."""

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


def drawn(usual: Weights, random: Random, *, few: bool) -> Weights:
    """Weights around others: all of them a little, or a ``few`` of them by much."""
    _, minded = WAYS[usual.way]
    names = [field.name for field in fields(minded)]
    changed = random.sample(names, min(FEW, len(names))) if few else names
    spread, factors = FEW_WIDE if few else WIDE, dict(usual.factors)
    for name in changed:
        factor = factors.get(name, 1.0) * random.lognormvariate(0, spread)
        factors[name] = float(f"{min(max(factor, LEAST), MOST):.3g}")
    return Weights(usual.way, tuple(sorted(factors.items())))


class Ask(NamedTuple):
    """A game that is wanted: who plays as whom, by which seed, and for which side it is read."""

    players: tuple[tuple[str, Trained], ...]
    seed: str
    side: str


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
        self.last_kept = 0

    def rounds(self, most: int | None = None) -> Generator[RoundProgress, None, None]:
        """Round by round, each for every side in turn, until the caller stops asking, or so
        many.
        """
        for number in count(1) if most is None else range(1, most + 1):
            for side in self._sides:
                yield from self._round(number, side)

    def _round(self, number: int, side: str) -> Generator[RoundProgress, None, None]:
        key = f"{self._seed}:{number}:{side}"
        had = self.greedy.get(side, Weights(self._way, ()))
        best = yield from self._best_by_race(number, side, key, had)
        # 1/2 + 1/6 + 1/12 ... is 1: however many rounds there are, all share one MISSED.
        missed = MISSED / (number * (number + 1))
        better = yield from self._if_shown_better(
            number,
            side,
            best,
            self.greedy,
            key=f"{key}:fresh",
            rollouts=0,
            most=PAIRS,
            missed=missed,
        )
        yield self._keep(number, side, better, self.greedy, GREEDY)
        if self._rollouts and better is not None:
            better = yield from self._if_shown_better(
                number,
                side,
                best,
                self.levels,
                key=f"{key}:levels",
                rollouts=self._rollouts,
                most=LEVEL_PAIRS,
                missed=missed,
            )
            yield self._keep(number, side, better, self.levels, LEVEL)

    def _keep(
        self, number: int, side: str, better: Weights | None, sides: Sides, who: str
    ) -> RoundProgress:
        """Keep weights that are better, and say so."""
        called = dict(zip(self._frame.side_ids, self._frame.side_names, strict=True))[side]
        if better is None:
            return RoundProgress(number, 0, 0, f"round {number}, {called} ({who}): nothing better")
        sides[side], self.last_kept = better, number
        pairs = f"better in {better.better}, worse in {better.worse} of {better.pairs} pairs: kept"
        return RoundProgress(number, 0, 0, f"round {number}, {called} ({who}): {pairs}", kept=True)

    def _best_by_race(
        self, number: int, side: str, key: str, had: Weights
    ) -> Generator[RoundProgress, None, Weights]:
        """The best of some weights, the lesser half of which drops out again and again."""
        random = Random(key)
        left = [drawn(had, random, few=place % 2 == 1) for place in range(RUNGS[0][0])]
        for many, games in RUNGS:
            left = left[:many]
            asks = {
                weights: [
                    Ask(self._seats(side, weights, self.greedy, 0), f"{key}:{game}", side)
                    for game in range(games)
                ]
                for weights in left
            }
            yield from self._played(number, [ask for each in asks.values() for ask in each])
            scores = {w: sum(map(self._journal.points, each)) for w, each in asks.items()}
            left.sort(key=lambda weights: -scores[weights])  # of equals the first that was drawn
        return left[0]

    def _if_shown_better(
        self,
        number: int,
        side: str,
        best: Weights,
        sides: Sides,
        *,
        key: str,
        rollouts: int,
        most: int,
        missed: float,
    ) -> Generator[RoundProgress, None, Weights | None]:
        """Weights with what came of them on fresh dice; None if they are not shown to be better.

        At ``most`` so many pairs of games are played, with dice by ``key``; ``missed`` is the
        chance that weights which are no better pass.
        """
        seats = self._seats(side, best, sides, rollouts), self._seats(side, None, sides, rollouts)
        better = worse = 0
        for pairs in range(LOOK, most + 1, LOOK):
            seeds = [f"{key}:{game}" for game in range(pairs - LOOK, pairs)]
            asks = [[Ask(players, seed, side) for players in seats] for seed in seeds]
            yield from self._played(number, [ask for each in asks for ask in each])
            for mine, before in asks:
                gain = self._journal.points(mine) - self._journal.points(before)
                better, worse = better + (gain > 0), worse + (gain < 0)
            low, high = always_valid(better, better + worse, missed)
            if low > 0.5:
                return replace(best, better=better, worse=worse, pairs=pairs)
            if high < 0.5 or (pairs >= HOPELESS and better <= worse):
                return None
        return None

    def _seats(
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
            GameToPlay(replace(self.match, players=ask.players), ask.seed, ()): ask
            for ask in missing
        }
        done = len(asks) - len(missing)
        if not missing:
            return
        games = self._somewhere([*by_task])
        try:
            for task, (result, _) in games:
                self._journal.add(by_task[task], result)
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
    """The games of one training, each with what it was worth to a side: 1 won, 0.5 drawn, 0 lost.

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
        self._points: dict[str, float] = {}
        lines = [] if anew else list(_lines(path))
        if lines and {name: lines[0].get(name) for name in begun} == begun:
            with suppress(ValueError):  # changed by hand: the training begins again
                require("learned", lines[0].get("had"))
                (setting,), sides = lines[0]["had"]["settings"], rules.frame.side_ids
                self.had = sides_of(setting, GREEDY, sides), sides_of(setting, LEVEL, sides)
                self._points = {
                    line["game"]: line["points"]
                    for line in lines[1:]
                    if isinstance(line.get("game"), str) and line.get("points") in (0, 0.5, 1)
                }
        path.parent.mkdir(parents=True, exist_ok=True)
        setting = setting_of(rules.frame.resolved, seed, 0, *self.had)
        head = begun | {"had": document_of(rules.frame.resolved, [setting])}
        # Written whole, so that a line which was cut short does not stand in the way of the next.
        games = [{"game": key, "points": points} for key, points in self._points.items()]
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
        return _key(ask) in self._points

    def __len__(self) -> int:
        return len(self._points)

    def points(self, ask: Ask) -> float:
        """What a game was worth to the side. KeyError if it has not been played."""
        return self._points[_key(ask)]

    def add(self, ask: Ask, result: GameResult) -> None:
        """Write down how a game ended."""
        points = 0.5 if result.winner is None else float(result.winner == ask.side)
        self._points[_key(ask)] = points
        self._file.write(json.dumps({"game": _key(ask), "points": points}) + "\n")
        self._file.flush()


def _key(ask: Ask) -> str:
    """A game by a digest of all that decides it."""
    seats = [
        (side, who.rollouts, [(each, weights.factors) for each, weights in who.sides])
        for side, who in ask.players
    ]
    whole = json.dumps([seats, ask.seed, ask.side])
    return blake2b(whole.encode(), digest_size=12).hexdigest()


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    """The lines of a journal, as far as they can be read."""
    with suppress(FileNotFoundError), path.open(encoding="utf-8", errors="replace") as stream:
        for text in stream:
            with suppress(ValueError):
                line = json.loads(text)
                if isinstance(line, dict):
                    yield line
