"""``capture UNIT HEX`` in movement phases.

What the rules of the package allow is offered as a move of a movement phase, unit by unit.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from hexwar.engine.action import Action
from hexwar.engine.frame import Frame
from hexwar.engine.notation import GOING, Verb
from hexwar.engine.state import OFF_MAP, Position
from hexwar.engine.violation import Violation
from hexwar.rules.capture.rules import CaptureRules
from hexwar.rules.language.wording import every
from hexwar.rules.sequence.contribution import MovementContribution

CAPTURE = "capture"


class Capturing(MovementContribution):
    """Units enter hexes by taking who stands there."""

    __slots__ = ("_frame", "_rules")
    verbs: ClassVar[frozenset[str]] = frozenset({CAPTURE})
    is_move: ClassVar[bool] = True

    def __init__(self, frame: Frame, rules: CaptureRules) -> None:
        self._frame, self._rules = frame, rules

    def actions(self, state: Position) -> Iterator[Action]:
        """Unit by unit, hexes in map order."""
        ids, number = self._frame.unit_ids, self._frame.board.number
        for unit, side in enumerate(self._frame.unit_side):
            if side == state.phase_side and state.cells[unit]:
                for cell in self._rules.goals(state, unit):
                    yield Action(CAPTURE, (ids[unit],), (number[cell],))

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why a unit does not take those in a hex."""
        unit = self._frame.unit_index[action.units[0]]
        if self._frame.unit_side[unit] != state.phase_side:
            text = f"{action.units[0]} belongs to the other side."
            return Violation("", text, "capture.owner")
        if not state.cells[unit]:
            return Violation("", f"{action.units[0]} is not on the map.", "capture.owner")
        goal = self._frame.board.cell.get(action.hexes[0], OFF_MAP)
        return self._rules.why_not(state, unit, goal)

    def why_not_entered(self, state: Position, unit: int, cell: int) -> str:
        """That whoever can be taken is taken by an action of its own."""
        if self._rules.why_not(state, unit, cell) is not None:
            return ""
        action = f"{CAPTURE} {self._frame.unit_ids[unit]} {self._frame.board.number[cell]}"
        return f"it can be taken: {action}"

    def perform(self, state: Position, action: Action) -> None:
        """Enter the hex."""
        goal = self._frame.board.cell[action.hexes[0]]
        self._rules.take(state, self._frame.unit_index[action.units[0]], goal)


def _label(action: Action, state: Position) -> str:
    taken = every(state.units_at(action.hexes[0]))
    return f"{action.units[0]} enters {action.hexes[0]} and takes {taken}"


VERBS = {
    CAPTURE: Verb(
        GOING._replace(most_units=1, most_hexes=1),
        "goal",
        _label,
        does="enter a hex and take the units there that cannot defend themselves",
    ),
}
CONTRIBUTIONS = {"movement": (Capturing,)}
