"""When victory points are scored, and the measure ``points``."""

from __future__ import annotations

from hexwar.definition.model import Condition
from hexwar.engine.frame import Frame
from hexwar.engine.state import State
from hexwar.rules.language.conditions import Measure, side_of
from hexwar.rules.points.rules import SCORED, PointsRules
from hexwar.rules.units.rules import Forces


def _points(condition: Condition, frame: Frame, forces: Forces) -> Measure:
    side = side_of(condition, frame)
    if condition.arguments.get("over") is None:
        return lambda state: state.rules[PointsRules].of(state, side)
    other = side_of(condition, frame, "over")

    def ahead(state: State) -> int:
        points = state.rules[PointsRules]
        return points.of(state, side) - points.of(state, other)

    return ahead


SLOTS = (SCORED,)
HOOKS = {"turn_ends": (PointsRules, PointsRules.turn_ends)}
MEASURES = {"points": _points}
