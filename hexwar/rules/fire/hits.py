"""What hits take from a unit: figures, steps, or all of it; and its morale after that.

What a hit takes is said once for the game (`hits`): a figure, a step or the unit. A unit that was
hit and still stands checks its morale, in a game that has it.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from hexwar.engine.state import Position
from hexwar.rules.elimination.rules import LossRules, StepLossRules
from hexwar.rules.fire.section import ELIMINATED, FIGURES, STEPS, Fire
from hexwar.rules.morale.rules import MoraleRules

if TYPE_CHECKING:
    from hexwar.rules.figures.rules import FigureRules


class HitRules:
    """Hits on a unit."""

    __slots__ = ("_figures", "_losses", "_morale", "_steps", "_takes")

    def __init__(
        self,
        section: Fire,
        losses: LossRules,
        steps: StepLossRules,
        figures: FigureRules | None,
        morale: MoraleRules | None,
    ) -> None:
        self._takes = section.hits
        self._losses, self._steps, self._figures = losses, steps, figures
        self._morale = morale

    def most(self, state: Position, unit: int) -> int:
        """How many hits a unit can take now."""
        if not state.cells[unit]:
            return 0
        if self._takes == FIGURES:
            return self._figures.effective(state, unit) if self._figures else 0
        return self._losses.forces.steps_left(state, unit) if self._takes == STEPS else 1

    def suffer(self, state: Position, unit: int, hits: int) -> None:
        """Take so many hits, or as many as there can be; then check the morale of those left."""
        taken = min(hits, self.most(state, unit))
        if not taken:
            return
        if self._takes == FIGURES and self._figures:
            self._figures.hit(state, unit, taken)
        elif self._takes == STEPS:
            for _ in range(taken):
                self._steps.take_step(state, unit)
        else:
            self._losses.eliminate(state, unit)
        if self._morale is not None:
            self._morale.check(state, unit)

    def firmness(self, state: Position, unit: int) -> tuple[int, int]:
        """All of a unit that :meth:`failure` depends on beside the casualties."""
        morale = self._morale
        if morale is None or self._takes == ELIMINATED:
            return 0, 0
        return morale.dice(state, unit), morale.die(state, unit)

    def failure(self, state: Position, unit: int, casualties: Mapping[int, Fraction]) -> Fraction:
        """The probability that a unit takes hits and then fails its check of morale."""
        morale = self._morale
        if morale is None or self._takes == ELIMINATED:
            return Fraction(0)
        # Who takes no hit checks nothing; after hits there are so many dice fewer to check with.
        there = morale.dice(state, unit)
        chances = (
            chance * morale.failure(state, unit, there - hits)
            for hits, chance in casualties.items()
            if hits
        )
        return sum(chances, start=Fraction(0))
