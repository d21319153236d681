"""Section ``sequence``: which phases of a turn take place. The kernel goes through them."""

from __future__ import annotations

from hexwar.definition.model import ResolvedGame
from hexwar.engine.state import State
from hexwar.rules.language.conditions import Conditions


class SequenceRules:
    """The phases' conditions."""

    __slots__ = ("_conditions",)

    def __init__(self, resolved: ResolvedGame, conditions: Conditions) -> None:
        phases = resolved.sequence.phases
        self._conditions = tuple(conditions.test(phase.condition) for phase in phases)

    def takes_place(self, state: State, phase: int) -> bool:
        """Whether the phase with this index takes place now."""
        return self._conditions[phase](state)
