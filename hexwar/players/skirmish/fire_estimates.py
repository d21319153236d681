"""What fires would be worth between a unit that may stand anywhere and enemies where they are.

A fire is reckoned by the rules, once for all hexes that are alike to it: where only range bands
matter, hexes in optimal range are alike, and so are those beyond; else all at one distance are;
always under one kind of shelter. A search asks for thousands of hexes in a position.
"""

from __future__ import annotations

from collections.abc import Iterator

from hexwar.engine.queries import FireRange
from hexwar.engine.rules import Rules
from hexwar.players.skirmish.survey import FAR, HexSurvey
from hexwar.rules.fire.rules import FireRules
from hexwar.rules.state import State


class FireEstimates:
    """The fires of one position, each reckoned once."""

    def __init__(self, rules: Rules, survey: HexSurvey, state: State) -> None:
        self._fire = rules.find(FireRules)
        self._survey, self._state = survey, state
        self._ranges: dict[int, FireRange | None] = {}
        self._worth: dict[tuple[int, int, int, int], float] = {}

    def reaches(self, unit: int) -> int:
        """How far a unit fires well, in hexes; 1 for one that does not fire."""
        range_ = self._range(unit)
        return (range_.optimal or range_.most or FAR) if range_ is not None else 1

    def may_fire(self, unit: int) -> bool:
        """Whether a unit may fire now, if it sees anybody."""
        return self._fire is not None and self._fire.why_not_fire(self._state, unit) is None

    def at(self, unit: int, foe: int, hexes: int) -> Iterator[tuple[int, float]]:
        """What the fire of a unit at an enemy is worth, by the cells of a mask from which it sees
        him.
        """
        there = self._state.cells[foe]
        for cell, away in self._lane(unit, there, hexes):
            yield cell, self._reckoned(unit, cell, foe, there, away)

    def by(self, foe: int, unit: int, hexes: int) -> Iterator[tuple[int, float]]:
        """What the fire of an enemy at a unit is worth to him, by the cells of a mask that he sees,
        if it stood there.
        """
        here = self._state.cells[foe]
        for cell, away in self._lane(foe, here, hexes):
            yield cell, self._reckoned(foe, here, unit, cell, away)

    def _range(self, unit: int) -> FireRange | None:
        if unit not in self._ranges:
            fire = self._fire
            self._ranges[unit] = fire.range_of(self._state, unit) if fire is not None else None
        return self._ranges[unit]

    def _lane(self, firer: int, at: int, hexes: int) -> Iterator[tuple[int, int]]:
        """The cells of a mask between which and another one unit can fire; each with the distance
        or, where only that matters, whether it is in optimal range.
        """
        range_ = self._range(firer)
        if range_ is None:
            return
        board, survey = self._survey.board, self._survey
        lane, here = hexes & survey.seen_from(at), board.bit[at]
        if range_.most is not None:
            lane &= survey.within(at, range_.most)
        if range_.optimal is None:
            distances = survey.distances(here)
            for cell in board.cells(lane):
                yield cell, distances[cell]
            return
        near = survey.within(at, range_.optimal)
        for cell in board.cells(lane & near):
            yield cell, 1
        for cell in board.cells(lane & ~near):
            yield cell, 0

    def _reckoned(self, firer: int, here: int, target: int, there: int, away: int) -> float:
        fire = self._fire
        if fire is None:
            return 0.0
        key = firer, target, away, fire.shelter(here, there)
        worth = self._worth.get(key)
        if worth is None:
            worth = fire.worth_between(self._state, firer, here, target, there)
            self._worth[key] = worth
        return worth
