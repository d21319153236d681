"""What it is worth to look somewhere: the nearest enemies before it, and nobody behind."""

from __future__ import annotations

from hexwar.engine.action import Action
from hexwar.engine.state import Position
from hexwar.rules.facing.rules import FacingRules
from hexwar.rules.turning.rules import FACE

FAR = 8
"""Enemies that are farther away than so many hexes do not matter."""

SHARE = 0.01
"""What an enemy next door behind a unit is worth, in parts of a victory."""


def looks_well(state: Position, unit: int, cell: int, look: int) -> float:
    """How well a unit of a side would look from a cell: the more enemies it knows of lie in its
    first arcs, and the nearer these are, the better. From about -1 to 1 for an enemy next door.
    """
    facing, frame = state.rules[FacingRules], state.frame
    side, number = frame.unit_side[unit], frame.board.number
    last = max(1, facing.arcs_there_are - 1)
    found = 0.0
    for there in frame.board.cells(state.enemies_of(side)):
        hexes = frame.map.distance(number[cell], number[there])
        if 0 < hexes <= FAR:
            arc = facing.struck_from(look, cell, there)
            found += (1 - 2 * arc / last) / (hexes * hexes)
    return found


def best_looks(state: Position, unit: int, cell: int) -> list[int]:
    """Where a unit might look in a cell, the best first: of equals as it does now."""
    now = state.rules[FacingRules].of(state, unit)
    looks = sorted(range(6), key=lambda look: look != now)
    return sorted(looks, key=lambda look: -round(looks_well(state, unit, cell, look), 6))


def gained(state: Position, side: int, action: Action) -> float:
    """What a turn gains, in parts of a victory."""
    facing, unit = state.rules[FacingRules], state.frame.unit_index[action.units[0]]
    cell = state.cells[unit]
    after = looks_well(state, unit, cell, facing.names.index(action.name))
    return SHARE * (after - looks_well(state, unit, cell, facing.of(state, unit)))


def worth(state: Position, side: int, action: Action) -> float:
    """What a choice is worth to a side that is asked whether it turns a unit."""
    return gained(state, side, action) if action.verb == FACE else 0.0
