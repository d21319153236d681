"""Conditions: every declarative "if" of a game, compiled to a test of a state."""

from __future__ import annotations

from collections.abc import Callable

from hexwar.definition.model import Condition, ResolvedGame
from hexwar.engine.state import State
from hexwar.rules.control.rules import ControlRules
from hexwar.rules.units.rules import Forces, bits

Test = Callable[[State], bool]
Measure = Callable[[State], int]

ANY = 1_000_000
"""More than anything that is counted."""


def compile_condition(condition: Condition | None, resolved: ResolvedGame, forces: Forces) -> Test:
    """A function of the state; no condition always holds."""
    if condition is None:
        return lambda state: True
    if condition.kind in ("all", "any", "not"):
        parts = [compile_condition(part, resolved, forces) for part in condition.of]
        if condition.kind == "all":
            return lambda state: all(part(state) for part in parts)
        if condition.kind == "any":
            return lambda state: any(part(state) for part in parts)
        return lambda state: not parts[0](state)
    measure = compile_measure(condition, resolved, forces)
    low, high = bounds(condition)
    return lambda state: low <= measure(state) <= high


def compile_measure(condition: Condition, resolved: ResolvedGame, forces: Forces) -> Measure:
    """What a condition counts, without its bounds."""
    return _MEASURES[condition.kind](condition, resolved, forces)


def bounds(condition: Condition) -> tuple[int, int]:
    """The least and the most that a condition asks for."""
    low, high = condition.arguments.get("at_least"), condition.arguments.get("at_most")
    if low is None and high is None:
        return 1, ANY  # "occupied: {region: towns, by: us}" means: any of it
    return -ANY if low is None else int(low), ANY if high is None else int(high)


def _turn(condition: Condition, resolved: ResolvedGame, forces: Forces) -> Measure:
    return lambda state: state.turn


def _occupied(condition: Condition, resolved: ResolvedGame, forces: Forces) -> Measure:
    region = resolved.map.board.mask(resolved.map.region(str(condition.arguments["region"])))
    side = forces.side_ids.index(str(condition.arguments["by"]))
    return lambda state: (state.occupied[side] & region).bit_count()


def _controlled(condition: Condition, resolved: ResolvedGame, forces: Forces) -> Measure:
    region = resolved.map.board.mask(resolved.map.region(str(condition.arguments["region"])))
    side = forces.side_ids.index(str(condition.arguments["by"]))
    control = ControlRules(resolved)
    return lambda state: (control.held(state, side) & region).bit_count()


def _eliminated(condition: Condition, resolved: ResolvedGame, forces: Forces) -> Measure:
    units = _units(condition, forces)
    return lambda state: (state.eliminated & units).bit_count()


def _steps_lost(condition: Condition, resolved: ResolvedGame, forces: Forces) -> Measure:
    units = [(unit, 1 << unit, forces.steps[unit]) for unit in bits(_units(condition, forces))]

    def lost(state: State) -> int:
        gone, lost = state.eliminated, state.lost
        return sum(steps if gone & bit else lost[unit] for unit, bit, steps in units)

    return lost


def _units(condition: Condition, forces: Forces) -> int:
    side = forces.side_ids.index(str(condition.arguments["side"]))
    return forces.mask_of_side[side] & forces.having(str(condition.arguments.get("trait", "")))


def _points(condition: Condition, resolved: ResolvedGame, forces: Forces) -> Measure:
    # Here, because points are themselves scored under conditions.
    from hexwar.rules.points.rules import PointsRules

    points = PointsRules(resolved, forces)
    side = forces.side_ids.index(str(condition.arguments["side"]))
    over = condition.arguments.get("over")
    if over is None:
        return lambda state: points.of(state, side)
    other = forces.side_ids.index(str(over))
    return lambda state: points.of(state, side) - points.of(state, other)


_MEASURES: dict[str, Callable[[Condition, ResolvedGame, Forces], Measure]] = {
    "turn": _turn,
    "occupied": _occupied,
    "controlled": _controlled,
    "eliminated": _eliminated,
    "steps_lost": _steps_lost,
    "points": _points,
}
