"""Section ``pools``: how many points there are.

Points lie in pools, each of one side. They come in phases, by results and by cards, are spent on
what has a price, and lapse where they are not kept: all that is for other packages; here they are
counted, and told of.
"""

from __future__ import annotations

from typing import NamedTuple

from hexwar.definition.grammar import agreeing, does
from hexwar.definition.spelling import named
from hexwar.engine.frame import Frame
from hexwar.engine.slot import Slot
from hexwar.engine.state import Position
from hexwar.rules.pools.section import Pool, Pools


class Stock(NamedTuple):
    """The points of each pool, in the order of the section; empty until some have changed."""

    points: tuple[int, ...] = ()


_WITHOUT_SIDE = {"gains": "gained", "spends": "spent", "loses": "lost"}
"""What a side does with points, where the title of the pool says already whose they are."""

STOCK = Slot("pools", Stock(), lasts="game")


class PoolRules:
    """The points in each pool; ``all_pools`` are in the order of the section. Nothing is hidden."""

    __slots__ = ("_begins", "_index", "_side_names", "all_pools")

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
            text = self._told(pool, "gains", count, now)
            rule = pool.cite.get("gain", "")
            state.tell("points_gained", rule, text, side=pool.side, pool=name, points=count)

    def spend(self, state: Position, name: str, count: int) -> None:
        """Take points out of a pool; who asks sees to it that there are so many."""
        self._put(state, name, self.points(state, name) - count)

    def pay(self, state: Position, name: str, count: int) -> None:
        """Take points out of a pool for what is done now, and say so."""
        self.spend(state, name, count)
        if state.events is not None:
            pool = self.pool(name)
            text = self._told(pool, "spends", count, self.points(state, name))
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
            text = self._told(pool, "loses", lost, self.points(state, name))
            rule = pool.cite.get("kept", "")
            state.tell(kind, rule, text, side=pool.side, pool=name, points=lost)

    def _told(self, pool: Pool, verb: str, count: int, now: int) -> str:
        side = self._side_names[pool.side]
        if side in pool.title:
            return f"{pool.title}: {count} {_WITHOUT_SIDE[verb]}, {now} now."
        return f"{pool.title}: {does(side, verb)} {count} and {agreeing(side, 'has')} {now}."
