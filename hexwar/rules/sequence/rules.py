"""Section ``sequence``: which phases of a turn take place. The kernel goes through them."""

from __future__ import annotations

from hexwar.engine.state import Position
from hexwar.rules.language.conditions import Conditions
from hexwar.rules.sequence.section import SequenceOfPlay


class SequenceRules:
    """The phases' conditions."""

    __slots__ = ("_conditional", "_conditions")

    def __init__(self, section: SequenceOfPlay, conditions: Conditions) -> None:
        self._conditional = any(phase.condition is not None for phase in section.phases)
        self._conditions = tuple(conditions.test(phase.condition) for phase in section.phases)

    def concerned_at(self, moment: str) -> bool:
        """Whether any phase is under a condition."""
        return self._conditional

    def takes_place(self, state: Position, phase: int) -> bool:
        """Whether the phase with this index takes place now."""
        return self._conditions[phase](state)
