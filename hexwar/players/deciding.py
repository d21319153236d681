"""Who decides what: a player's ways, registered by kind of decision, and one for all others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Generic, TypeVar

from hexwar.engine import Action
from hexwar.players.decider import Briefing, Decider, Value
from hexwar.players.trial import Trial

T = TypeVar("T")


class Deciders(Generic[T]):
    """One player's deciders, by kind of decision: ``tables`` say how each is made.

    What none of them has heard of is tried out and judged, with the ``value`` that the player
    gives to positions: a kind of decision, or what a section adds to a phase that they know.
    """

    def __init__(
        self,
        tables: Iterable[Mapping[str, Callable[[T], Decider[T]]]],
        priorities: T,
        value: Callable[[Briefing, T], Value],
    ) -> None:
        self._by_kind = {kind: made(priorities) for table in tables for kind, made in table.items()}
        self._priorities = priorities
        self._value = value

    def wanted(self, briefing: Briefing) -> Iterator[Action]:
        """Actions in order of preference."""
        decider = self._by_kind.get(briefing.kind)
        if decider is None:
            yield from Trial(briefing, self._value(briefing, self._priorities)).best()
            return
        more = list(_added(briefing, decider))
        if more:
            yield from Trial(briefing, self._value(briefing, self._priorities)).better_than_nothing(
                more
            )
        yield from decider.wanted(briefing)


def _added(briefing: Briefing, decider: Decider[Any]) -> Iterator[Action]:
    """What sections add to a phase beyond those that its decider knows."""
    phase = briefing.seen.phase_index
    if briefing.kind != briefing.seen.frame.phase_kinds[phase]:
        return
    for rules in briefing.rules.contributed[phase]:
        if not isinstance(rules, decider.reckons_with):
            yield from rules.actions(briefing.seen)
