"""When victory points are scored, and the measure ``points``."""

from __future__ import annotations

from collections.abc import Mapping

from hexwar.definition.grammar import does
from hexwar.definition.model import Condition
from hexwar.engine.frame import Frame
from hexwar.engine.state import State
from hexwar.rules.language.conditions import Measure, how_many, side_of, so_many, who
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


def _in_words(condition: Condition, names: Mapping[str, str]) -> str:
    given, has = condition.arguments, does(who(condition, names), "has")
    over, many = given.get("over"), how_many(condition, names)
    if over is not None and given.get("at_least") == 0 and "at_most" not in given:
        return f"{has} no fewer points than {names.get(str(over), over)}"
    than = "" if over is None else f" more than {names.get(str(over), 'the other')}"
    return f"{has} {so_many(many, 'point')}{than}"


SLOTS = (SCORED,)
HOOKS = {"turn_ends": (PointsRules, PointsRules.turn_ends)}
MEASURES = {"points": _points}
WORDINGS = {"points": _in_words}
