"""Setting up: units that may begin somewhere near the hex that the scenario gives them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from hexwar.engine.action import Action
from hexwar.engine.decision import Decision
from hexwar.engine.frame import Frame
from hexwar.engine.notation import GOING, Verb
from hexwar.engine.position import bits
from hexwar.engine.slot import Slot
from hexwar.engine.state import OFF_MAP, Position
from hexwar.engine.task import Task
from hexwar.engine.violation import Violation
from hexwar.rules.language.wording import every
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.scenarios.deployment import around, has_area, set_up_area

DONE = Action("done")


class Placed(NamedTuple):
    """Mask of the units that have been set up by their player."""

    units: int = 0


PLACED = Slot("scenarios", Placed(), lasts="phase")


class SetupRules:
    """Where each unit may be set up; until placed, it stands where the scenario opens.

    A unit is placed once (a change of mind is an undo), so that setting up comes to an end.
    """

    __slots__ = ("_resolved", "_within", "areas", "cite", "movement", "order")

    def __init__(self, frame: Frame, movement: MovementRules) -> None:
        resolved = frame.resolved
        scenario = resolved.scenario
        self._resolved = resolved
        self.cite = scenario.cite
        self.movement = movement
        self.order = tuple(movement.forces.side_ids.index(side) for side in scenario.setup_order)
        self._within = {
            unit: set_up_area(resolved, unit) for unit in scenario.setup if has_area(resolved, unit)
        }
        self.areas = {
            movement.forces.index[unit]: resolved.map.board.mask(hexes)
            for unit, hexes in self._within.items()
        }

    def begin(self, state: Position, turn_in_order: int = 0) -> None:
        """Let the next side set up, or begin the first phase when all have."""
        if turn_in_order < len(self.order):
            state.agenda.append(SetupTask(turn_in_order))
        elif turn_in_order and not state.agenda:
            state.begin_turns(0)

    def free(self, state: Position, unit: int) -> int:
        """Mask of the hexes where a unit may be placed now, the one where it stands included.

        Units that are still to be set up are in nobody's way while they can stand elsewhere.
        """
        movement = self.movement
        placed = state.memory[PLACED].units >> unit & 1
        if unit not in self.areas or placed or state.cells[unit] == OFF_MAP:
            return 0
        side, found = movement.forces.side[unit], self.areas[unit]
        crowded = state.enemies_of(side) | movement.stacking.full(state, unit)
        for cell in bits(found & crowded & ~movement.board.bit[state.cells[unit]]):
            if self._giving_way(state, unit, cell) is None:
                found &= ~movement.board.bit[cell]
        return found

    def _waiting(self, state: Position, unit: int) -> set[int]:
        """The other units with an area that have not been set up: of its side, or of later ones."""
        forces, placed = self.movement.forces, state.memory[PLACED].units
        sides = self.order[self.order.index(forces.side[unit]) :]
        return {
            other
            for other in self.areas
            if forces.side[other] in sides
            and not placed >> other & 1
            and other != unit
            and state.cells[other] != OFF_MAP
        }

    def _giving_way(self, state: Position, unit: int, cell: int) -> dict[str, str] | None:
        """Where those that wait stand if a unit is placed in a cell; ``None``: it is taken."""
        forces, number = self.movement.forces, self.movement.board.number
        waiting = self._waiting(state, unit)
        settled = [o for o, at in enumerate(state.cells) if at == cell and o not in waiting]
        if any(forces.side[other] != forces.side[unit] for other in settled):
            return None
        if not self.movement.stacking.fit(state, cell, [*settled, unit]):
            return None
        at = {forces.ids[o]: number[at] for o, at in enumerate(state.cells) if at}
        rather = {forces.ids[other]: at[forces.ids[other]] for other in waiting}
        stand = {name: hexnumber for name, hexnumber in at.items() if name not in rather}
        stand[forces.ids[unit]] = number[cell]
        found = around(self._resolved, stand, rather, self._within)
        return found and {name: found[name] for name in rather if found[name] != at[name]}

    def place(self, state: Position, unit: int, cell: int) -> None:
        """Set a unit up; those in its way that are still to be set up stand elsewhere meanwhile."""
        board, forces = self.movement.board, self.movement.forces
        side, here = forces.side[unit], state.cells[unit]
        crowded = state.enemies_of(side) | self.movement.stacking.full(state, unit)
        if cell != here and crowded >> cell & 1:
            for name, number in (self._giving_way(state, unit, cell) or {}).items():
                state.place(forces.index[name], board.cell[number])
                text = f"{name} makes way and stands in {number}."
                rule = self.cite.get("setup", "")
                state.tell("made_way", rule, text, unit=name, hex=number)
        state.place(unit, cell)
        state.remember(PLACED, Placed(state.memory[PLACED].units | 1 << unit))

    def refuse(self, text: str) -> Violation:
        """A violation of the set-up, with the number the game cites for it."""
        return Violation(self.cite.get("setup", ""), text, "scenarios.setup")


@dataclass(slots=True)
class SetupTask(Task):
    """A side sets up: ``place UNIT HEX``, or ``done`` to leave the rest where they stand."""

    kind = "setup"
    index: int

    def side(self, state: Position) -> int:
        """The side whose turn it is to set up."""
        return state.rules[SetupRules].order[self.index]

    def _options(self, state: Position) -> dict[int, int]:
        """The units that may still be placed, each with the mask of its hexes."""
        key = "setup", self.index
        options: dict[int, int] | None = state.near.get(key)
        if options is None:
            rules = state.rules[SetupRules]
            units = rules.movement.forces.of_side[self.side(state)]
            found = {unit: rules.free(state, unit) for unit in units}
            options = state.near[key] = {unit: mask for unit, mask in found.items() if mask}
        return options

    def settle(self, state: Position) -> bool:
        """Go on when there is nobody left to place."""
        if self._options(state):
            return True
        self._next(state)
        return False

    def _next(self, state: Position) -> None:
        state.agenda.pop()
        state.rules[SetupRules].begin(state, self.index + 1)

    def decision(self, state: Position) -> Decision:
        """Set-up: the units that may still be placed."""
        names = tuple(state.frame.unit_ids[unit] for unit in self._options(state))
        return Decision(
            side=state.frame.side_ids[self.side(state)],
            kind=self.kind,
            prompt="Set up units within their areas, or leave them where they stand.",
            units=names,
            may_decline=True,
        )

    def actions(self, state: Position) -> Iterator[Action]:
        """Unit by unit, hexes in map order; then ``done``."""
        ids, number = state.frame.unit_ids, state.frame.board.number
        for unit, mask in self._options(state).items():
            for cell in bits(mask):
                yield Action("place", (ids[unit],), (number[cell],))
        yield DONE

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why a unit may not be placed there."""
        rules = state.rules[SetupRules]
        if action.verb == "done":
            return None
        if action.verb != "place" or len(action.units) != 1 or len(action.hexes) != 1:
            text = "Place units (place UNIT HEX), or end the set-up (done)."
            return rules.refuse(text)
        name, number = action.units[0], action.hexes[0]
        unit = rules.movement.forces.index[name]
        cell = rules.movement.board.cell.get(number, OFF_MAP)
        side = rules.movement.forces.side[unit]
        if side != self.side(state):
            return rules.refuse(f"{name} belongs to the other side.")
        if cell and rules.free(state, unit) >> cell & 1:
            return None
        if state.memory[PLACED].units >> unit & 1:
            return rules.refuse(f"{name} has been placed; undo to place it elsewhere.")
        if not rules.areas.get(unit, 0) >> cell & 1 or not cell:
            return rules.refuse(f"{name} may not be set up in {number}.")
        if rules.movement.stacking.full(state, unit) >> cell & 1:
            return rules.movement.stacking.refusal(unit, name, number)
        return rules.refuse(f"{name} cannot be set up in {number}.")

    def sample(self, state: Position, random: Random) -> Action:
        """A unit first, then its hex; now and then the end."""
        options = list(self._options(state).items())
        drawn = int(random.random() * (len(options) + 1))
        if drawn == len(options):
            return DONE
        unit, mask = options[drawn]
        board = state.frame.board
        number = board.number[board.draw(mask, random)]
        return Action("place", (state.frame.unit_ids[unit],), (number,))

    def perform(self, state: Position, action: Action) -> None:
        """Place a unit, or go on."""
        if action.verb == "done":
            self._next(state)
            return
        rules, frame = state.rules[SetupRules], state.frame
        rules.place(state, frame.unit_index[action.units[0]], frame.board.cell[action.hexes[0]])
        rule = rules.cite.get("setup", "")
        name, number = action.units[0], action.hexes[0]
        state.tell("placed", rule, f"{name} is set up in {number}.", unit=name, hex=number)


def _line(action: Action, state: Position) -> str:
    return f"{every(action.units)} begins in {action.hexes[-1]}"


VERBS = {"place": Verb(GOING, "goal", _line, needs=lambda game: game.scenario.setup_order)}
TASKS = {"setup": SetupTask}
SLOTS = (PLACED,)
HOOKS = {"set_up": (SetupRules, SetupRules.begin)}
