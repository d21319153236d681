"""Who is turned where it stands, for points or for nothing, and what it is worth to look somewhere:
the nearest enemies before it, and nobody behind.
"""

from __future__ import annotations

from collections.abc import Iterator

from hexwar.engine.action import Action
from hexwar.engine.state import Position
from hexwar.engine.violation import Violation
from hexwar.hexmap.axial import turned
from hexwar.rules.facing.rules import FacingRules
from hexwar.rules.movement.moves import Moves
from hexwar.rules.movement.refusals import MovementRefusals
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.sequence.moved import MOVED

FACE = "face"


class TurningRules:
    """Turns of units in phases of movement: ``face UNIT FACING``."""

    __slots__ = ("_moves", "_refusals", "facing", "movement")

    def __init__(
        self,
        facing: FacingRules,
        movement: MovementRules,
        moves: Moves,
        refusals: MovementRefusals,
    ) -> None:
        self.facing, self.movement = facing, movement
        self._moves, self._refusals = moves, refusals

    def is_free(self, state: Position, unit: int) -> bool:
        """Whether its owner turns a unit as he likes, as it has just moved."""
        facing = self.facing
        if not facing.is_free("moved") or facing.has_turned_freely(state, unit):
            return False
        now = state.memory[MOVED]
        return unit == now.mover or any(unit == mate for mate, _ in now.stack)

    def actions(self, state: Position, unit: int) -> Iterator[Action]:
        """The turns that a unit of the side whose phase it is can make now, clockwise."""
        facing, name = self.facing, self.movement.forces.ids[unit]
        if not state.cells[unit] or not facing.has(state, unit):
            return
        if not self.is_free(state, unit) and self._why_none(state, unit) is not None:
            return
        at = facing.of(state, unit)
        for by in range(1, 6):
            look = (at + by) % 6
            if self.why_not(state, unit, look) is None:
                yield Action(FACE, (name,), (), facing.names[look])

    def why_not(self, state: Position, unit: int, look: int) -> Violation | None:
        """Why a unit cannot be turned to look somewhere now; ``None`` when it can."""
        facing, name = self.facing, self.movement.forces.ids[unit]
        if not state.cells[unit]:
            return facing.refuse("turns", f"{name} is not on the map.")
        if not facing.has(state, unit):
            return facing.looks_nowhere(unit)
        if facing.of(state, unit) == look:
            return facing.refuse("turns", f"{name} looks {facing.names[look]} already.")
        if self.is_free(state, unit):
            return None
        points = self.movement.points_left(state, unit)
        return self._why_none(state, unit) or facing.why_not_turn(state, unit, look, points)

    def _why_none(self, state: Position, unit: int) -> Violation | None:
        """Why a unit does not turn at all, if it is done or may not move."""
        barred = self.movement.why_barred(state, unit)
        if barred is not None:
            return barred
        now = state.memory[MOVED]
        if not now.moved >> unit & 1:
            return None
        goes_on = self.movement.resumes and (
            unit == now.mover or any(unit == mate for mate, _ in now.stack)
        )
        if goes_on:
            return None
        name = self.movement.forces.ids[unit]
        why = self._refusals.spent(state, unit)
        return why or self.facing.refuse("turns", f"{name} has already moved in this phase.")

    def turn(self, state: Position, unit: int, look: int) -> None:
        """Turn a unit, for points where it is not for nothing."""
        facing = self.facing
        if self.is_free(state, unit):
            facing.turn_freely(state, unit, look)
        else:
            by, before = turned(facing.of(state, unit), look), facing.turned_here(state, unit)
            left = self.movement.points_left(state, unit)
            price = facing.steering(state, unit).price(by, before) or 0
            facing.turn(state, unit, look, by + before)
            self._moves.go_on(state, unit, left - price)
        facing.tell(state, unit)


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
    worth = 0.0
    for there in frame.board.cells(state.enemies_of(side)):
        hexes = frame.map.distance(number[cell], number[there])
        if 0 < hexes <= FAR:
            arc = facing.struck_from(look, cell, there)
            worth += (1 - 2 * arc / last) / (hexes * hexes)
    return worth


def best_looks(state: Position, unit: int, cell: int) -> list[int]:
    """Where a unit might look in a cell, the best first: of equals as it does now."""
    now = state.rules[FacingRules].of(state, unit)
    looks = sorted(range(6), key=lambda look: look != now)
    # Rounded, as the order in which enemies are added up must not decide between equals.
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
