"""Phases under a condition, and the condition ``phase``."""

from __future__ import annotations

from collections.abc import Mapping

from hexwar.definition.model import Condition
from hexwar.engine.frame import Frame
from hexwar.rules.language.conditions import Measure
from hexwar.rules.language.wording import either, in_words
from hexwar.rules.sequence.moved import ACTIVE, BEGAN, MOVED, SPENT
from hexwar.rules.sequence.rules import SequenceRules
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.units.rules import Forces


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
