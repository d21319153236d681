"""Section ``pools``: how many points there are.

Points lie in pools, each of one side. They come in phases, by results and by cards, are spent on
what has a price, and lapse where they are not kept: all that is for other packages; here they are
counted, and shown.

Below: the measure and the steps by which other packages say so, and its sentences.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple, cast

from hexwar.definition.grammar import agreeing, as_it_seems, does, opening
from hexwar.definition.model import Condition, Effect
from hexwar.definition.spelling import named
from hexwar.engine.queries import Recorded
from hexwar.engine.rules import Frame
from hexwar.engine.slot import Slot
from hexwar.engine.state import Position
from hexwar.engine.task import Task
from hexwar.rules.language.conditions import Measure, counted, how_many, so_many
from hexwar.rules.language.programs import Parties, meant_sides
from hexwar.rules.language.reading import Speaker, Words
from hexwar.rules.language.wording import Names, called, every, several
from hexwar.rules.pools.section import Amount, Pool, Pools
from hexwar.rules.units.rules import Forces


class Stock(NamedTuple):
    """The points of each pool, in the order of the section; empty until some have changed."""

    points: tuple[int, ...] = ()


STOCK = Slot("pools", Stock(), lasts="game")

_WITHOUT_SIDE = {"gains": "gained", "spends": "spent", "loses": "lost"}
"""What a side does with points, where the title of the pool says already whose they are."""


class PoolRules:
    """The points in each pool; ``all_pools`` are in the order of the section. Nothing is hidden."""

    def __init__(self, frame: Frame, section: Pools) -> None:
        self.all_pools = tuple(section.by_id.values())
        self._index = {pool.id: index for index, pool in enumerate(self.all_pools)}
        self._begins = tuple(pool.begins for pool in self.all_pools)
        self._side_names = dict(zip(frame.side_ids, frame.side_names, strict=True))

    def pool(self, name: str) -> Pool:
        """What the game says of a pool."""
        return self.all_pools[self._index[name]]

    def points(self, state: Position, name: str) -> int:
        """How many points a pool has now."""
        return (state.memory[STOCK].points or self._begins)[self._index[name]]

    def all(self, state: Position) -> dict[str, int]:
        """How many points each pool has now."""
        return {name: self.points(state, name) for name in self._index}

    def _put(self, state: Position, name: str, points: int) -> None:
        now = list(state.memory[STOCK].points or self._begins)
        now[self._index[name]] = points
        state.remember(STOCK, Stock(tuple(now)))

    def begin(self, state: Position, name: str, points: int) -> None:
        """Let a pool have so many points when play begins. ValueError if it cannot."""
        named(self._index, name, "pool")
        # By type, as True is an int too, and no number of points.
        if type(points) is not int or points < 0:
            raise ValueError(
                f"pool {name} cannot have {points!r} points; say a whole number from 0"
            )
        self._put(state, name, points)

    def gain(self, state: Position, name: str, count: int) -> None:
        """Let points come to a pool."""
        now = self.points(state, name) + count
        self._put(state, name, now)
        if state.events is not None:
            pool = self.pool(name)
            text = self._points_in_words(pool, "gains", count, now)
            rule = pool.cite.get("gain", "")
            state.tell("points_gained", rule, text, side=pool.side, pool=name, points=count)

    def spend(self, state: Position, name: str, count: int) -> None:
        """Take points out of a pool; the caller sees to it that there are so many."""
        self._put(state, name, self.points(state, name) - count)

    def pay(self, state: Position, name: str, count: int) -> None:
        """Take points out of a pool for what is done now, and say so."""
        self.spend(state, name, count)
        if state.events is not None:
            pool = self.pool(name)
            text = self._points_in_words(pool, "spends", count, self.points(state, name))
            state.tell("points_spent", "", text, side=pool.side, pool=name, points=count)

    def lose(self, state: Position, name: str, count: int, kind: str = "points_lost") -> None:
        """Take points out of a pool that nobody gets anything for, as many as there are.

        ``kind`` of the event: ``points_lapsed`` where nobody took them, but they are not kept.
        """
        lost = min(count, self.points(state, name))
        if not lost:
            return
        self.spend(state, name, lost)
        if state.events is not None:
            pool = self.pool(name)
            text = self._points_in_words(pool, "loses", lost, self.points(state, name))
            rule = pool.cite.get("kept", "")
            state.tell(kind, rule, text, side=pool.side, pool=name, points=lost)

    def _points_in_words(self, pool: Pool, verb: str, count: int, now: int) -> str:
        """What became of points, as a sentence: ``Red gains 2 and has 5.``"""
        side = self._side_names[pool.side]
        if side in pool.title:
            return f"{pool.title}: {count} {_WITHOUT_SIDE[verb]}, {now} now."
        return f"{pool.title}: {does(side, verb)} {count} and {agreeing(side, 'has')} {now}."


# -- the measure ``pool``, the steps ``gain`` and ``spend``, the records ---------------------------


POOL_OF = {"own": "one's own", "enemy": "the enemy's"}


def _points(condition: Condition, frame: Frame, forces: Forces) -> Measure:
    name = str(condition.arguments["pool"])
    return lambda state: state.rules[PoolRules].points(state, name)


def _in_words(condition: Condition, names: Mapping[str, str]) -> str:
    pool = called(names, "pool", str(condition.arguments["pool"]))
    return f"{does(as_it_seems(pool), 'has')} {so_many(how_many(condition, names), 'point')}"


def _point_in_words(condition: Condition, names: Mapping[str, str]) -> str:
    return f"point of {called(names, 'pool', str(condition.arguments['pool']))}"


def _amounts(state: Position, parties: Parties, effect: Effect) -> Iterator[tuple[str, int]]:
    """The pools that a step is about, each with how many points."""
    for pool, amount in cast("Mapping[str, Amount]", effect.said).items():
        side = state.frame.side_index[state.rules[PoolRules].pool(pool).side]
        if amount.of is None or side in meant_sides(state, parties, amount.of):
            yield pool, amount.count


def _gain(state: Position, parties: Parties, effect: Effect) -> Task | None:
    for pool, count in _amounts(state, parties, effect):
        state.rules[PoolRules].gain(state, pool, count)
    return None


def _spend(state: Position, parties: Parties, effect: Effect) -> Task | None:
    for pool, count in _amounts(state, parties, effect):
        state.rules[PoolRules].lose(state, pool, count)
    return None


def _each_in_words(effect: Effect, names: Names, verb: str) -> str:
    """What a step does to pools, one after the other; ``verb``: gains or loses."""
    changes = []
    for pool, amount in cast("Mapping[str, Amount]", effect.said).items():
        whose = f", if it is {POOL_OF[amount.of]}" if amount.of else ""
        title = as_it_seems(called(names, "pool", pool))
        changes.append(f"{does(title, verb)} {several(amount.count, 'point')}{whose}")
    return every(changes)


def _records(state: Position) -> Iterator[Recorded]:
    """The points of each pool, told apart by side where titles are the same."""
    rules = state.rules.find(PoolRules)
    if rules is None:
        return
    kept, frame = rules.all(state), state.frame
    titles = Counter(rules.pool(name).title for name in kept)
    for name, points in kept.items():
        title = rules.pool(name).title
        if titles[title] > 1:
            whose = frame.side_ids.index(rules.pool(name).side)
            title = f"{title} ({frame.side_names[whose]})"
        yield Recorded(name, title, points, str(points))


def _begins(state: Position, pools: Mapping[str, int]) -> None:
    """The caller that starts a game says how many points there are."""
    rules = state.rules.find(PoolRules)
    if rules is None:
        raise ValueError("there are no pools in this game")
    for name, points in pools.items():
        rules.begin(state, name, points)


BEGINNINGS = {"pools": _begins}
TITLES = {"pool": lambda game: game[Pools].by_id}
SLOTS = (STOCK,)
MEASURES = {"pool": _points}
WORDINGS = {"pool": _in_words}
COUNTED = {"pool": _point_in_words}
RESULTS = {"gain": _gain, "spend": _spend}
MEANINGS = {
    "gain": lambda effect, names: _each_in_words(effect, names, "gains"),
    "spend": lambda effect, names: _each_in_words(effect, names, "loses"),
}
RECORDS = (_records,)


# -- what the section says, in sentences that players read -----------------------------------------


_KEPT = {
    "never": "What is not spent is lost when the phase ends.",
    "turn": "What is not spent is lost when the turn ends.",
    "always": "What is not spent is kept.",
}


def _side(pool: Pool, speaker: Speaker) -> str:
    return f"{opening(speaker.names[pool.side], 'has')} them."


def _begins_with(pool: Pool, speaker: Speaker) -> str:
    return f"There {'is' if pool.begins == 1 else 'are'} {pool.begins} when the game begins."


def _gain_of_pool(pool: Pool, speaker: Speaker) -> str:
    """When points come, and how many."""
    gains = []
    for gain in pool.gain:
        if isinstance(gain.count, Condition):
            points = f"A point comes for each {counted(gain.count, speaker.names)}"
        elif gain.count == 1:
            points = "1 point comes"
        elif isinstance(gain.count, int):
            points = f"{several(gain.count, 'point')} come"
        else:
            points = f"{gain.count} points come"
        when = f", if {speaker.condition(gain.condition)}" if gain.condition else ""
        begins = does(as_it_seems(speaker.phases((gain.phase,))), "begins")
        gains.append(f"{points} when {begins}{when}.")
    return " ".join(gains) or "None ever come."


def _kept(pool: Pool, speaker: Speaker) -> str:
    return _KEPT[pool.kept]


WORDS: Words = {Pool: {"side": _side, "begins": _begins_with, "gain": _gain_of_pool, "kept": _kept}}
