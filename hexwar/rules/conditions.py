"""Conditions: every declarative "if" of a game, compiled to a test of a state."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from hexwar.definition.model import Condition, ResolvedGame
from hexwar.engine.state import State

if TYPE_CHECKING:
    from hexwar.rules.units import Forces

Test = Callable[[State], bool]


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
    measure = _MEASURES[condition.kind](condition, resolved, forces)
    low, high = _bounds(condition)
    return lambda state: low <= measure(state) <= high


def _bounds(condition: Condition) -> tuple[int, int]:
    low = int(condition.arguments.get("at_least", 0))
    high = int(condition.arguments.get("at_most", 1_000_000))
    if "at_least" not in condition.arguments and "at_most" not in condition.arguments:
        low = 1  # "occupied: {region: towns, by: us}" means: any of it
    return low, high


def _turn(condition: Condition, resolved: ResolvedGame, forces: Forces) -> Callable[[State], int]:
    return lambda state: state.turn


def _occupied(
    condition: Condition, resolved: ResolvedGame, forces: Forces
) -> Callable[[State], int]:
    region = resolved.map.board.mask(resolved.map.region(str(condition.arguments["region"])))
    side = forces.side_ids.index(str(condition.arguments["by"]))
    return lambda state: (state.occupied[side] & region).bit_count()


def _eliminated(
    condition: Condition, resolved: ResolvedGame, forces: Forces
) -> Callable[[State], int]:
    units = forces.mask_of_side[forces.side_ids.index(str(condition.arguments["side"]))]
    return lambda state: (state.eliminated & units).bit_count()


_MEASURES = {"turn": _turn, "occupied": _occupied, "eliminated": _eliminated}
