"""Section ``capture``: who can be taken by whom, and taking them."""

from __future__ import annotations

from collections.abc import Iterator

from hexwar.engine.frame import Frame
from hexwar.engine.position import bits
from hexwar.engine.state import OFF_MAP, Position
from hexwar.engine.violation import Violation
from hexwar.rules.capture.section import Capture
from hexwar.rules.language.selectors import Selectors
from hexwar.rules.language.wording import every
from hexwar.rules.movement.moves import Moves
from hexwar.rules.movement.rules import MovementRules


class CaptureRules:
    """Captures in movement phases."""

    __slots__ = ("_becomes", "_by", "_frame", "_movement", "_moves", "_only", "cite")

    def __init__(
        self, frame: Frame, section: Capture, selectors: Selectors, movement: MovementRules
    ) -> None:
        self._frame, self._movement, self._moves = frame, movement, Moves(movement)
        self._only, self._by = selectors.fits(section.only), selectors.fits(section.by)
        index = frame.unit_index
        sides = frame.unit_side
        self._becomes = {
            (index[taken], sides[index[own]]): index[own]
            for taken, names in section.becomes.items()
            for own in names
        }
        self.cite = section.cite

    def goals(self, state: Position, unit: int) -> Iterator[int]:
        """The cells that a unit may enter now by taking who stands there."""
        near = self._frame.board.adjacent[state.cells[unit]]
        for cell in bits(near & state.enemies_of(self._frame.unit_side[unit])):
            if self.why_not(state, unit, cell) is None:
                yield cell

    def why_not(self, state: Position, unit: int, goal: int) -> Violation | None:
        """Why a unit does not take those in a cell now; ``None`` when it does."""
        movement, frame = self._movement, self._frame
        name, number = frame.unit_ids[unit], frame.board.number[goal]
        there = self._standing(state, unit, goal)
        if not there:
            return self._refuse("only", f"There is nobody to take in {number or 'no hex'}.")
        unseen = state.hidden(frame.unit_side[unit])
        if any(unseen >> other & 1 or not self._only(state, other) for other in there):
            return self._refuse("only", f"Not everybody in {number} can be taken.")
        if not self._by(state, unit):
            return self._refuse("by", f"{name} takes nobody.")
        if not movement.able(state, unit) or movement.outside(state, unit):
            return self._refuse("by", f"{name} cannot move now.")
        cost = self._cost(state, unit, goal)
        if cost is None or cost > movement.points_left(state, unit):
            return self._refuse("by", f"{name} cannot enter {number} from where it is.")
        if not movement.stacking.fit(state, goal, [unit]):
            return movement.stacking.refusal(unit, name, number)
        return None

    def _standing(self, state: Position, unit: int, goal: int) -> list[int]:
        """The enemies in a cell that everybody sees there."""
        owner = self._frame.unit_side
        foes = self._frame.foes[owner[unit]]
        return [
            other
            for other in state.standing(goal)
            if owner[other] in foes and not state.secret >> other & 1
        ]

    def _cost(self, state: Position, unit: int, goal: int) -> int | None:
        """Scaled points for the step; ``None`` where it cannot be made."""
        here, movement = state.cells[unit], self._movement
        if not self._frame.board.adjacent[here] >> goal & 1:
            return None
        # The price is that of any step. Enemies close their hexes to movement, and here it is they
        # who are taken; what else closes a hex closes it to a capture too.
        bounds = movement.bounds
        past = bounds.enemies(state, unit) & ~bounds.closed(state, unit)
        return movement.passage(state, unit).step_cost(here, goal, past=past)

    def take(self, state: Position, unit: int, goal: int) -> None:
        """Take those in a cell and enter it."""
        frame, movement = self._frame, self._movement
        here, number = state.cells[unit], frame.board.number[goal]
        cost, taken = self._cost(state, unit, goal) or 0, self._standing(state, unit, goal)
        left = movement.points_left(state, unit) - cost
        side = frame.unit_side[unit]
        for other in taken:
            state.eliminate(other)
        stops = movement.passage(state, unit).ends >> goal & 1
        self._moves.arrive(state, unit, here, goal, 0 if stops else left)
        for other in taken:
            own = self._becomes.get((other, side))
            if own is not None and state.cells[own] == OFF_MAP:
                state.renew(own)
                self._moves.put_down(state, own, goal)
        self._tell(state, unit, taken, number)

    def _tell(self, state: Position, unit: int, taken: list[int], number: str) -> None:
        if state.events is None:
            return
        name, ids = self._frame.unit_ids[unit], self._frame.unit_ids
        rule = self.cite.get("only", "")
        text = f"{name} enters {number} and takes {every(ids[other] for other in taken)}."
        state.tell("captured", rule, text, unit=name, hex=number)
        for other in taken:
            own = self._becomes.get((other, self._frame.unit_side[unit]))
            if own is not None and state.cells[own]:
                rule, text = self.cite.get("becomes", ""), f"{ids[other]} becomes {ids[own]}."
                state.tell("taken_over", rule, text, unit=ids[own], hex=number)
            else:
                text = f"{ids[other]} is lost in {number}."
                state.tell("eliminated", rule, text, unit=ids[other], hex=number)

    def _refuse(self, reason: str, message: str) -> Violation:
        return Violation(self.cite.get(reason, ""), message, f"capture.{reason}")
