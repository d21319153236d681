"""``break NAME`` and ``combine NAME`` in movement phases, and the verb ``swap`` of results.

A swap by a result is the same for a single counter; where it cannot be, nothing happens.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, cast

from hexwar.definition.model import Effect
from hexwar.engine.action import Action
from hexwar.engine.notation import NAMED, Verb
from hexwar.engine.state import OFF_MAP, Position
from hexwar.engine.violation import Violation
from hexwar.rules.breakdown.rules import BREAK, COMBINE, REGROUPED, BreakdownRules, put_in_place
from hexwar.rules.breakdown.section import Breakdowns, Swap
from hexwar.rules.language.programs import Parties
from hexwar.rules.language.wording import Names, every
from hexwar.rules.melee.section import Melee
from hexwar.rules.sequence.contribution import MovementContribution
from hexwar.rules.stacking.rules import StackingRules


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
    entry = state.resolved[Breakdowns].by_id[action.name]
    return f"{entry.title} breaks down into {every(entry.smaller)}"


def _combine(action: Action, state: Position) -> str:
    entry = state.resolved[Breakdowns].by_id[action.name]
    return f"{every(entry.smaller)} become {entry.title}"


def swap(state: Position, parties: Parties, effect: Effect) -> None:
    """Turn a unit on the map into one off it, if there is room for that."""
    pair, index = cast(Swap, effect.said), state.frame.unit_index
    unit, other = index[pair.unit], index[pair.other]
    if state.cells[unit] == OFF_MAP or state.cells[other] != OFF_MAP:
        return
    if state.eliminated >> other & 1 or state.secret >> unit & 1:
        return
    number = state.frame.board.number[state.cells[unit]]
    why_not = _no_room(state, unit, other)
    if why_not:
        text = f"{pair.unit} does not become {pair.other} in {number}: {why_not}."
        state.tell("not_regrouped", "", text, unit=pair.unit, unseen="")
        return
    put_in_place(state, (unit,), (other,))
    if state.events is not None:
        text = f"{pair.unit} in {number} becomes {pair.other}."
        unseen = f"Units in {number} are regrouped."
        state.tell("regrouped", "", text, unit=pair.other, unseen=unseen)


def _no_room(state: Position, unit: int, other: int) -> str:
    """Why a unit cannot stand where another does; empty if it can. Who hides is not told of."""
    cell, sides = state.cells[unit], state.frame.unit_side
    there = [mate for mate in state.standing(cell) if mate != unit]
    strangers = [mate for mate in there if sides[mate] != sides[other]]
    # In a melee both sides may stand in a hex, and do not count against each other's limit.
    if state.resolved.section(Melee) is not None:
        there = [mate for mate in there if mate not in strangers]
        strangers = []
    if any(not state.secret >> mate & 1 for mate in strangers):
        return "units of another side are there"
    if strangers or not state.rules[StackingRules].fit(state, cell, [*there, other]):
        return "there is no room for it"
    return ""


def swap_in_words(effect: Effect, names: Names) -> str:
    """What it does, in words."""
    pair = cast(Swap, effect.said)
    return f"{pair.unit} becomes {pair.other}"


VERBS = {
    BREAK: Verb(NAMED, label=_break, does="let a unit break down into smaller ones"),
    COMBINE: Verb(NAMED, label=_combine, does="put a unit together from its parts"),
}
SLOTS = (REGROUPED,)
CONTRIBUTIONS = {"movement": (Regrouping,)}
RESULTS = {"swap": swap}
MEANINGS = {"swap": swap_in_words}
