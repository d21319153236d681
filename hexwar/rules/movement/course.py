"""A move that is made hex by hex, because it may be interrupted on the way.

Before each hex it is asked anew whether the unit may go on: who reacted may have moved it, held it,
closed the way or changed it. What comes between is put on the agenda above the course, and the
course goes on when that is settled; what was gone so far is told before.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from hexwar.engine.state import OFF_MAP, Position
from hexwar.engine.task import AutomaticTask
from hexwar.hexmap import Passage
from hexwar.hexmap.axial import turned
from hexwar.rules.movement.moves import Moves
from hexwar.rules.movement.rules import MovementRules

BY_ITSELF = -1
"""In place of the points left: a move for which no movement phase keeps accounts."""


@dataclass(slots=True)
class Course(AutomaticTask):
    """A unit on its way; what is put on the agenda above it is settled before it goes on.

    ``ahead`` are the cells still to enter, ``way`` those where it has been, with the one where it
    began and the one where it stands; the first ``told`` of them have been told. ``left`` are the
    movement points left in a movement phase, or ``BY_ITSELF``. A move in reaction is ``safe``:
    nobody interrupts it. Of a move that is ``paid`` for, steps cost nothing more. ``look``: where
    it looks in the end, if that is said.
    """

    kind = "course"
    unit: int
    ahead: tuple[int, ...]
    way: tuple[int, ...]
    told: int = 1
    left: int = BY_ITSELF
    safe: bool = False
    paid: bool = False
    look: int = -1

    def settle(self, state: Position) -> bool:
        """Go on hex by hex, as long as nothing comes between and the way is open."""
        state.agenda.pop()
        course = self
        while course.ahead and course._may_go_on(state):
            if state.stopped(course.unit, course.ahead[0]):
                break
            course = course._step(state)
            if not course.safe and course._interrupted(state):
                return False
        if course.ahead and state.cells[course.unit]:
            course._tell_stopped(state)
        elif course.look >= 0 and state.cells[course.unit]:
            course._look_about(state)
        course._end(state)
        return False

    def _may_go_on(self, state: Position) -> bool:
        # Whoever reacted may have sent it elsewhere.
        if state.cells[self.unit] != self.way[-1] or state.forbidden(self.unit, "move") is not None:
            return False
        passage = state.rules[MovementRules].passage(state, self.unit)
        if passage.closed >> self.ahead[0] & 1:
            return False
        if self.paid:
            return True
        # The way itself may have changed under it, as by a bridge that is blown.
        cost = self._cost(passage)
        if self.left == BY_ITSELF:
            return cost is not None or passage.steered is None
        # The first hex was found legal when the unit set out: it may be the one that all may move.
        return cost is not None and (cost <= self.left or len(self.way) == 1)

    def _cost(self, passage: Passage) -> int | None:
        """What the next step costs; ``None`` where it may not be made."""
        here, there = self.way[-1], self.ahead[0]
        steered = passage.steered
        if steered is not None and there in passage.board.neighbours[here]:
            way = steered.along((here, there))
            return way.cost if way else None
        return passage.step_cost(here, there)

    def _step(self, state: Position) -> Course:
        """Enter the next hex."""
        goal, left = self.ahead[0], self.left
        if left == BY_ITSELF:
            rules = state.rules[MovementRules]
            rules.bounds.turn(state, self.unit, rules.passage(state, self.unit), goal)
            state.place(self.unit, goal)
            state.did("moved", 1 << self.unit)
            for hook in state.rules.hooks.moved:
                hook(state, self.unit)
        else:
            rules, here = state.rules[MovementRules], state.cells[self.unit]
            passage = rules.passage(state, self.unit)
            stops = passage.ends >> goal & 1
            cost = 0 if self.paid else self._cost(passage) or 0
            left = 0 if stops else max(0, left - cost)
            rules.bounds.turn(state, self.unit, passage, goal)
            state.rules[Moves].arrive(state, self.unit, here, goal, left)
            state.did("moved", 1 << self.unit)
        # Not by ``replace``, which takes several times as long: this is done for every hex.
        ahead, way = self.ahead[1:], (*self.way, goal)
        return Course(self.unit, ahead, way, self.told, left, self.safe, self.paid, self.look)

    def _look_about(self, state: Position) -> None:
        """Turn in the last hex as it was said, if that can still be paid for."""
        from hexwar.rules.facing.rules import FacingRules  # not in games without it

        facing, left = state.rules[FacingRules], self.left
        if facing.is_free("moved"):
            facing.turn_freely(state, self.unit, self.look)
            return
        before = facing.of(state, self.unit)
        price = facing.steering(state, self.unit).price(turned(before, self.look))
        if price is None or before == self.look or (left != BY_ITSELF and price > left):
            return
        facing.turn(state, self.unit, self.look, turned(before, self.look))
        if left != BY_ITSELF:
            state.rules[Moves].go_on(state, self.unit, left - price)

    def _interrupted(self, state: Position) -> bool:
        """Whether something is put on the agenda that comes first."""
        at = len(state.agenda)
        state.agenda.append(self)
        for hook in state.rules.hooks.interrupts:
            hook(state, self.unit, OFF_MAP)
        if len(state.agenda) == at + 1:
            state.agenda.pop()
            return False
        self._tell(state)
        state.agenda[at] = replace(self, told=len(self.way))
        return True

    def _end(self, state: Position) -> None:
        """The move is over; where there is no room to stay the unit goes back along its way."""
        self._tell(state)
        if not state.cells[self.unit] or self.left != BY_ITSELF:
            return
        rules = state.rules[MovementRules]
        stacking = rules.stacking
        if not stacking.too_many(state, self.unit):
            return
        full = stacking.full(state, self.unit)
        # It may have passed through full hexes: it goes back to the latest on its way that has
        # room.
        room = [cell for cell in self.way[:-1] if not full >> cell & 1]
        if room:
            here, back = state.cells[self.unit], room[-1]
            state.place(self.unit, back)
            stacking.tell_sent_back(state, self.unit, here, back)

    def _tell(self, state: Position) -> None:
        if state.events is None or len(self.way) == self.told:
            return
        number, name = state.frame.board.number, state.frame.unit_ids[self.unit]
        path = tuple(number[cell] for cell in self.way[self.told - 1 :])
        rules = state.rules[MovementRules]
        passage = rules.passage(state, self.unit)
        cost = rules.path_cost(passage.steered.plain if passage.steered else passage, path)
        called = state.frame.map.called
        state.tell(
            "moved",
            rules.cite.get("allowance", ""),
            f"{name} moves {called(path[0])} to {called(path[-1])}.",
            unit=name,
            path=path,
            cost=str(rules.terrain.points(cost)),
        )

    def _tell_stopped(self, state: Position) -> None:
        name, number = state.frame.unit_ids[self.unit], state.frame.board.number
        here = number[state.cells[self.unit]]
        rule = state.rules[MovementRules].cite.get("stopped", "")
        text = f"{name} is stopped in {here}: the rest of its move is lost."
        state.tell("stopped", rule, text, unit=name, hex=here)
