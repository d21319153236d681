"""Section ``points``: victory points, counted when somebody asks or scored turn by turn."""

from __future__ import annotations

from hexwar.definition.model import ResolvedGame
from hexwar.engine.state import State
from hexwar.rules.language.conditions import Measure, Test, compile_condition, compile_measure
from hexwar.rules.points.section import Award, Points
from hexwar.rules.units.rules import Forces

POINTS = "points."
"""Where ``this_game`` keeps what an award of every turn has brought, before the award's id."""


class PointsRules:
    """What each side scores for, compiled."""

    __slots__ = ("_awards", "_names", "_side_ids")

    def __init__(self, resolved: ResolvedGame, forces: Forces) -> None:
        self._names = forces.side_names
        self._side_ids = forces.side_ids
        self._awards = tuple(
            (
                award,
                forces.side_ids.index(award.side),
                _count(award, resolved, forces),
                _test(award, resolved, forces),
            )
            for award in resolved[Points].awards.values()
        )

    def of(self, state: State, side: int) -> int:
        """The victory points of a side now."""
        total = 0
        for award, whose, count, holds in self._awards:
            if whose == side:
                if award.scored == "every_turn":
                    total += state.this_game.get(POINTS + award.id, 0)
                elif holds(state):
                    total += award.each * count(state)
        return total

    def all(self, state: State) -> dict[str, int]:
        """The victory points of every side; empty in a game without any."""
        if not self._awards:
            return {}
        return {name: self.of(state, side) for side, name in enumerate(self._side_ids)}

    def turn_ends(self, state: State) -> None:
        """Score what is scored every turn."""
        for award, side, count, holds in self._awards:
            scored = award.each * count(state) if award.scored == "every_turn" else 0
            if not scored or not holds(state):
                continue
            key = POINTS + award.id
            state.this_game[key] = state.this_game.get(key, 0) + scored
            if state.events is not None:
                text = f"{self._names[side]} scores {scored}: {award.title}."
                state.tell("points", award.cite, text, side=award.side, points=scored)

    def final(self, state: State) -> str:
        """The points of all sides as a sentence, or nothing."""
        if not self._awards:
            return ""
        each = (f"{name} {self.of(state, side)}" for side, name in enumerate(self._names))
        return f"Victory points: {', '.join(each)}."


def _count(award: Award, resolved: ResolvedGame, forces: Forces) -> Measure:
    if award.counted is None:
        return lambda state: 1
    return compile_measure(award.counted, resolved, forces)


def _test(award: Award, resolved: ResolvedGame, forces: Forces) -> Test:
    return compile_condition(award.condition, resolved, forces)
