"""Setting up: units that may begin somewhere near the hex that the scenario gives them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from hexwar.definition.deployment import around, has_area, set_up_area
from hexwar.definition.model import ResolvedGame
from hexwar.engine.action import Action
from hexwar.engine.decision import Decision
from hexwar.engine.state import OFF_MAP, State
from hexwar.engine.task import Task
from hexwar.engine.violation import Violation
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.sequence.rules import SequenceRules
from hexwar.rules.units.rules import bits, random_bit

DONE = Action("done")


class SetupRules:
    """Where each unit may be set up; until placed, it stands where the scenario opens.

    A unit is placed once (a change of mind is an undo), so that setting up comes to an end.
    """

    __slots__ = ("_resolved", "_within", "areas", "cite", "movement", "order", "sequence")

    def __init__(
        self, resolved: ResolvedGame, movement: MovementRules, sequence: SequenceRules
    ) -> None:
        scenario = resolved.scenario
        self._resolved = resolved
        self.cite = scenario.cite
        self.movement = movement
        self.sequence = sequence
        self.order = tuple(movement.forces.side_ids.index(side) for side in scenario.setup_order)
        self._within = {
            unit: set_up_area(resolved, unit) for unit in scenario.setup if has_area(resolved, unit)
        }
        self.areas = {
            movement.forces.index[unit]: resolved.map.board.mask(hexes)
            for unit, hexes in self._within.items()
        }

    def begin(self, state: State, turn_in_order: int = 0) -> None:
        """Let the next side set up, or begin the first phase when all have."""
        if turn_in_order < len(self.order):
            state.this_phase = {}
            state.cache = {}
            state.agenda.append(SetupTask(self, turn_in_order))
        else:
            self.sequence.begin(state, 0)

    def free(self, state: State, unit: int) -> int:
        """Mask of the hexes where a unit may be placed now, the one where it stands included.

        Units that are still to be set up are in nobody's way while they can stand elsewhere.
        """
        movement = self.movement
        placed = state.this_phase.get("placed", 0) >> unit & 1
        if unit not in self.areas or placed or state.cells[unit] == OFF_MAP:
            return 0
        side, found = movement.forces.side[unit], self.areas[unit]
        crowded = state.enemies_of(side) | movement.stacking.full(state, side)
        for cell in bits(found & crowded & ~movement.board.bit[state.cells[unit]]):
            if self._giving_way(state, unit, cell) is None:
                found &= ~movement.board.bit[cell]
        return found

    def _waiting(self, state: State, unit: int) -> set[int]:
        """The other units with an area that have not been set up: of its side, or of later ones."""
        forces, placed = self.movement.forces, state.this_phase.get("placed", 0)
        sides = self.order[self.order.index(forces.side[unit]) :]
        return {
            other
            for other in self.areas
            if forces.side[other] in sides
            and not placed >> other & 1
            and other != unit
            and state.cells[other] != OFF_MAP
        }

    def _giving_way(self, state: State, unit: int, cell: int) -> dict[str, str] | None:
        """Where those that wait stand if a unit is placed in a cell; ``None``: it is taken."""
        forces, number = self.movement.forces, self.movement.board.number
        waiting = self._waiting(state, unit)
        settled = [o for o, at in enumerate(state.cells) if at == cell and o not in waiting]
        if len(settled) >= self.movement.stacking.limit or any(
            forces.side[other] != forces.side[unit] for other in settled
        ):
            return None
        at = {forces.ids[o]: number[at] for o, at in enumerate(state.cells) if at}
        rather = {forces.ids[other]: at[forces.ids[other]] for other in waiting}
        stand = {name: hexnumber for name, hexnumber in at.items() if name not in rather}
        stand[forces.ids[unit]] = number[cell]
        found = around(self._resolved, stand, rather, self._within)
        return found and {name: found[name] for name in rather if found[name] != at[name]}

    def place(self, state: State, unit: int, cell: int) -> None:
        """Set a unit up; those in its way that are still to be set up stand elsewhere meanwhile."""
        board, forces = self.movement.board, self.movement.forces
        side, here = forces.side[unit], state.cells[unit]
        crowded = state.enemies_of(side) | self.movement.stacking.full(state, side)
        if cell != here and crowded >> cell & 1:
            for name, number in (self._giving_way(state, unit, cell) or {}).items():
                state.place(forces.index[name], board.cell[number])
                text = f"{name} makes way and stands in {number}."
                rule = self.cite.get("setup", "")
                state.tell("made_way", rule, text, unit=name, hex=number)
        state.place(unit, cell)
        state.this_phase["placed"] = state.this_phase.get("placed", 0) | 1 << unit
        state.cache = {}


class SetupTask(Task):
    """A side sets up: ``place UNIT HEX``, or ``done`` to leave the rest where they stand."""

    __slots__ = ("_rules", "index")
    kind = "setup"

    def __init__(self, rules: SetupRules, index: int) -> None:
        self._rules = rules
        self.index = index

    def side(self, state: State) -> int:
        """The side whose turn it is to set up."""
        return self._rules.order[self.index]

    def _options(self, state: State) -> dict[int, int]:
        """The units that may still be placed, each with the mask of its hexes."""
        key = "setup", self.index
        options: dict[int, int] | None = state.cache.get(key)
        if options is None:
            units = self._rules.movement.forces.of_side[self.side(state)]
            found = {unit: self._rules.free(state, unit) for unit in units}
            options = state.cache[key] = {unit: mask for unit, mask in found.items() if mask}
        return options

    def settle(self, state: State) -> bool:
        """Go on when there is nobody left to place."""
        if self._options(state):
            return True
        self._next(state)
        return False

    def _next(self, state: State) -> None:
        state.agenda.pop()
        self._rules.begin(state, self.index + 1)

    def decision(self, state: State) -> Decision:
        """Set-up: the units that may still be placed."""
        forces = self._rules.movement.forces
        names = tuple(forces.ids[unit] for unit in self._options(state))
        return Decision(
            side=forces.side_ids[self.side(state)],
            kind=self.kind,
            prompt="Set up units within their areas, or leave them where they stand.",
            units=names,
            may_decline=True,
        )

    def actions(self, state: State) -> Iterator[Action]:
        """Unit by unit, hexes in map order; then ``done``."""
        ids, number = self._rules.movement.forces.ids, self._rules.movement.board.number
        for unit, mask in self._options(state).items():
            for cell in bits(mask):
                yield Action("place", (ids[unit],), (number[cell],))
        yield DONE

    def explain(self, state: State, action: Action) -> Violation | None:
        """Why a unit may not be placed there."""
        rules = self._rules
        if action.verb == "done":
            return None
        if action.verb != "place" or len(action.units) != 1 or len(action.hexes) != 1:
            text = "Place units (place UNIT HEX), or end the set-up (done)."
            return self._refuse(text)
        name, number = action.units[0], action.hexes[0]
        unit = rules.movement.forces.index[name]
        cell = rules.movement.board.cell.get(number, OFF_MAP)
        side = rules.movement.forces.side[unit]
        if side != self.side(state):
            return self._refuse(f"{name} belongs to the other side.")
        if cell and rules.free(state, unit) >> cell & 1:
            return None
        if state.this_phase.get("placed", 0) >> unit & 1:
            return self._refuse(f"{name} has been placed; undo to place it elsewhere.")
        if not rules.areas.get(unit, 0) >> cell & 1 or not cell:
            return self._refuse(f"{name} may not be set up in {number}.")
        if rules.movement.stacking.full(state, side) >> cell & 1:
            return rules.movement.stacking.refusal(name, number)
        return self._refuse(f"{name} cannot be set up in {number}.")

    def _refuse(self, text: str) -> Violation:
        return Violation(self._rules.cite.get("setup", ""), text, "scenarios.setup")

    def sample(self, state: State, random: Random) -> Action:
        """A unit first, then its hex; now and then the end."""
        options = list(self._options(state).items())
        drawn = int(random.random() * (len(options) + 1))
        if drawn == len(options):
            return DONE
        unit, mask = options[drawn]
        movement = self._rules.movement
        number = movement.board.number[random_bit(mask, random)]
        return Action("place", (movement.forces.ids[unit],), (number,))

    def perform(self, state: State, action: Action) -> None:
        """Place a unit, or go on."""
        if action.verb == "done":
            self._next(state)
            return
        movement = self._rules.movement
        unit = movement.forces.index[action.units[0]]
        self._rules.place(state, unit, movement.board.cell[action.hexes[0]])
        rule = self._rules.cite.get("setup", "")
        name, number = action.units[0], action.hexes[0]
        state.tell("placed", rule, f"{name} is set up in {number}.", unit=name, hex=number)

    def to_dict(self) -> dict[str, Any]:
        """The place in the order names the task."""
        return {"task": self.kind, "index": self.index}
