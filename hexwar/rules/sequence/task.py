"""Phases under a condition: which of a turn take place; and the condition ``phase``."""

from __future__ import annotations

from collections.abc import Mapping

from hexwar.definition.model import Condition
from hexwar.engine.frame import Frame
from hexwar.engine.state import Position
from hexwar.rules.language.conditions import Conditions, Measure
from hexwar.rules.language.wording import either, in_words
from hexwar.rules.sequence.moved import ACTIVE, BEGAN, MOVED, SPENT
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.units.rules import Forces


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


def _phase(condition: Condition, frame: Frame, forces: Forces) -> Measure:
    asked = condition.arguments["phase"]
    meant = [phase.id in asked for phase in frame.resolved[SequenceOfPlay].phases]
    return lambda state: int(meant[state.phase_index])


def _in_words(condition: Condition, names: Mapping[str, str]) -> str:
    return f"the phase is {either(map(in_words, condition.arguments['phase']))}"


SLOTS = (ACTIVE, MOVED, BEGAN, SPENT)
MEASURES = {"phase": _phase}
WORDINGS = {"phase": _in_words}
HOOKS = {"takes_place": (SequenceRules, SequenceRules.takes_place)}
