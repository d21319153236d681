"""``break NAME`` and ``combine NAME`` in movement phases, and the verb ``swap`` of results."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from hexwar.engine.action import Action
from hexwar.engine.notation import NAMED, Verb
from hexwar.engine.state import Position
from hexwar.engine.violation import Violation
from hexwar.rules.breakdown import swap
from hexwar.rules.breakdown.rules import BREAK, COMBINE, REGROUPED, BreakdownRules
from hexwar.rules.breakdown.section import Breakdowns
from hexwar.rules.language.wording import every
from hexwar.rules.sequence.contribution import MovementContribution


class Regrouping(MovementContribution):
    """Units break down, or are put together, before they move."""

    __slots__ = ("_by_name", "_rules")
    verbs: ClassVar[frozenset[str]] = frozenset({BREAK, COMBINE})

    def __init__(self, rules: BreakdownRules) -> None:
        self._rules = rules
        self._by_name = {entry.said.id: entry for entry in rules.entries}

    def concerns(self, phase: int) -> bool:
        """In the phases that some entry names."""
        return any(phase in entry.phases for entry in self._rules.entries)

    def actions(self, state: Position) -> Iterator[Action]:
        """Entry by entry."""
        for verb, entry in self._rules.possible(state):
            yield Action(verb, name=entry.said.id)

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why it may not be done now."""
        entry = self._by_name.get(action.name)
        if entry is None:
            text = f"There is nothing called {action.name} that breaks down."
            return Violation("", text, "breakdown.units")
        return self._rules.why_not(state, action.verb, entry)

    def perform(self, state: Position, action: Action) -> None:
        """Put some counters in the place of others."""
        self._rules.regroup(state, action.verb, self._by_name[action.name])


def _break(action: Action, state: Position) -> str:
    said = state.resolved[Breakdowns].by_id[action.name]
    return f"{said.title} breaks down into {every(said.smaller)}"


def _combine(action: Action, state: Position) -> str:
    said = state.resolved[Breakdowns].by_id[action.name]
    return f"{every(said.smaller)} become {said.title}"


VERBS = {
    BREAK: Verb(NAMED, label=_break, does="let a unit break down into smaller ones"),
    COMBINE: Verb(NAMED, label=_combine, does="put a unit together from its parts"),
}
SLOTS = (REGROUPED,)
CONTRIBUTIONS = {"movement": (Regrouping,)}
RESULTS = {"swap": swap.swap}
MEANINGS = {"swap": swap.in_words}
