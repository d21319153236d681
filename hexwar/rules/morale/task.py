"""What can be asked of a unit's morale."""

from __future__ import annotations

from fractions import Fraction

from hexwar.engine.state import Position
from hexwar.rules.morale.rules import MoraleRules


def _chance(state: Position, unit: int, lost: int) -> Fraction | None:
    """The chance that a unit passes a check after so many more losses."""
    rules = state.rules.find(MoraleRules)
    if rules is None:
        return None
    return 1 - rules.failure(state, unit, max(0, rules.dice(state, unit) - lost))


ANSWERS = {"morale": _chance}
