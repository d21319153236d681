"""The measure ``pool``, the steps ``gain`` and ``spend``, the records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import cast

from hexwar.definition.grammar import as_it_seems, does
from hexwar.definition.model import Condition, Effect
from hexwar.engine.frame import Frame
from hexwar.engine.queries import Recorded
from hexwar.engine.state import Position
from hexwar.engine.task import Task
from hexwar.rules.language.conditions import Measure, how_many, so_many
from hexwar.rules.language.programs import Parties, meant_sides
from hexwar.rules.language.wording import Names, called, every, several
from hexwar.rules.pools.rules import STOCK, PoolRules
from hexwar.rules.pools.section import Amount, Pools
from hexwar.rules.units.rules import Forces

POOL_OF = {"own": "one's own", "enemy": "the enemy's"}


def _points(condition: Condition, frame: Frame, forces: Forces) -> Measure:
    name = str(condition.arguments["pool"])
    return lambda state: state.rules[PoolRules].points(state, name)


def _in_words(condition: Condition, names: Mapping[str, str]) -> str:
    pool = called(names, "pool", str(condition.arguments["pool"]))
    return f"{does(as_it_seems(pool), 'has')} {so_many(how_many(condition, names), 'point')}"


def _one(condition: Condition, names: Mapping[str, str]) -> str:
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


def _gain_in_words(effect: Effect, names: Names) -> str:
    return _each_in_words(effect, names, "gains")


def _spend_in_words(effect: Effect, names: Names) -> str:
    return _each_in_words(effect, names, "loses")


def _each_in_words(effect: Effect, names: Names, verb: str) -> str:
    changes = []
    for pool, amount in cast("Mapping[str, Amount]", effect.said).items():
        whose = f", if it is {POOL_OF[amount.of]}" if amount.of else ""
        title = as_it_seems(called(names, "pool", pool))
        changes.append(f"{does(title, verb)} {several(amount.count, 'point')}{whose}")
    return every(changes)


def _records(state: Position) -> Iterator[Recorded]:
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
    """Whoever starts a game says how many points there are."""
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
COUNTED = {"pool": _one}
RESULTS = {"gain": _gain, "spend": _spend}
MEANINGS = {"gain": _gain_in_words, "spend": _spend_in_words}
RECORDS = (_records,)
