"""Setting up: units that may begin somewhere near the hex that the scenario gives them.

Everybody stands where `deployment` has put him; sides set up one after the other, unit by unit,
within their areas. Who is still to be set up makes way for who is placed: the rest is seated anew
around it, and a placement is refused only if there is no such seating.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from hexwar.engine.action import Action
from hexwar.engine.decision import Decision
from hexwar.engine.frame import Frame
from hexwar.engine.notation import FACING, PLACING, Verb
from hexwar.engine.position import bits
from hexwar.engine.slot import Slot
from hexwar.engine.state import OFF_MAP, Position
from hexwar.engine.task import Task
from hexwar.engine.violation import Violation
from hexwar.rules.language.wording import every
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.scenarios.deployment import Seating, has_area, set_up_area

if TYPE_CHECKING:
    from hexwar.rules.facing.rules import FacingRules

DONE = Action("done")
LOOKING = f"{FACING} "


class Placed(NamedTuple):
    """Masks of the units that have been set up by their player, and that he has turned."""

    units: int = 0
    turned: int = 0

    def without(self, units: int) -> Placed:
        """The same without these units (a mask)."""
        return Placed(self.units & ~units, self.turned & ~units)


PLACED = Slot("scenarios", Placed(), lasts="phase")


class SetupRules:
    """Where each unit may be set up; until placed, it stands where the scenario opens.

    A unit is placed once (a change of mind is an undo), so that setting up comes to an end.
    """

    __slots__ = ("_seating", "_within", "areas", "cite", "facing", "movement", "order")

    def __init__(self, frame: Frame, movement: MovementRules, facing: FacingRules | None) -> None:
        resolved = frame.resolved
        scenario = resolved.scenario
        self._seating = Seating(resolved)
        self.cite = scenario.cite
        self.movement, self.facing = movement, facing
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
        movement, hexes = self.movement, self._area(state, unit)
        if not hexes:
            return 0
        side = movement.forces.side[unit]
        # Only hexes that are taken or full have to be weighed: into all others anybody may go.
        crowded = state.enemies_of(side) | movement.stacking.full(state, unit)
        for cell in bits(hexes & crowded & ~movement.board.bit[state.cells[unit]]):
            if self._giving_way(state, unit, cell) is None:
                hexes &= ~movement.board.bit[cell]
        return hexes

    def is_waiting(self, state: Position, unit: int) -> bool:
        """Whether a unit may be placed somewhere now: mostly it may stay, which is soon told."""
        area = self._area(state, unit)
        return bool(area >> state.cells[unit] & 1 or (area and self.free(state, unit)))

    def _area(self, state: Position, unit: int) -> int:
        """Mask of the hexes of a unit on the map that is still to be set up; of others none."""
        if state.memory[PLACED].units >> unit & 1 or state.cells[unit] == OFF_MAP:
            return 0
        return self.areas.get(unit, 0)

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
        settled = [
            other for other, at in enumerate(state.cells) if at == cell and other not in waiting
        ]
        if any(forces.side[other] != forces.side[unit] for other in settled):
            return None
        if not self.movement.stacking.fit(state, cell, [*settled, unit]):
            return None
        at = {forces.ids[other]: number[at] for other, at in enumerate(state.cells) if at}
        # They stay where they stand as far as they can.
        rather = {forces.ids[other]: at[forces.ids[other]] for other in waiting}
        stand = {name: hexnumber for name, hexnumber in at.items() if name not in rather}
        stand[forces.ids[unit]] = number[cell]
        moved_over = self._seating.around(stand, rather, self._within)
        return moved_over and {
            name: moved_over[name] for name in rather if moved_over[name] != at[name]
        }

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
        now = state.memory[PLACED]
        state.remember(PLACED, now._replace(units=now.units | 1 << unit))

    def turnable(self, state: Position, side: int) -> tuple[int, ...]:
        """The units of a side that its player may still turn."""
        facing, done = self.facing, state.memory[PLACED].turned
        if facing is None:
            return ()
        mine = self.movement.forces.of_side[side]
        return tuple(
            unit
            for unit in mine
            if state.cells[unit] and not done >> unit & 1 and facing.has(state, unit)
        )

    def turn(self, state: Position, unit: int, look: str) -> None:
        """Let a unit look somewhere at first."""
        if self.facing is not None:
            self.facing.begins(state, unit, look)
            now = state.memory[PLACED]
            state.remember(PLACED, now._replace(turned=now.turned | 1 << unit))

    def why_not_turn(self, state: Position, unit: int, look: str) -> Violation | None:
        """Why a unit is not turned to look somewhere while it is set up."""
        facing, name = self.facing, self.movement.forces.ids[unit]
        if facing is None or not facing.has(state, unit):
            return self.refuse(f"{name} has no facing.")
        if look not in facing.names:
            return facing.none_such(look)
        if state.memory[PLACED].turned >> unit & 1:
            return self.refuse(f"{name} has been turned; undo to turn it elsewhere.")
        return None if state.cells[unit] else self.refuse(f"{name} is not on the map.")

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

    def _able(self, state: Position) -> list[int]:
        """The units that may still be placed."""
        key = "setup", self.index
        units: list[int] | None = state.near.get(key)
        if units is None:
            rules = state.rules[SetupRules]
            mine = rules.movement.forces.of_side[self.side(state)]
            units = state.near[key] = [unit for unit in mine if rules.is_waiting(state, unit)]
        return units

    def settle(self, state: Position) -> bool:
        """Go on when there is nobody left to place."""
        if self._able(state) or state.rules[SetupRules].turnable(state, self.side(state)):
            return True
        self._next(state)
        return False

    def _next(self, state: Position) -> None:
        state.agenda.pop()
        state.rules[SetupRules].begin(state, self.index + 1)

    def decision(self, state: Position) -> Decision:
        """Set-up: the units that may still be placed."""
        names = tuple(state.frame.unit_ids[unit] for unit in self._able(state))
        return self.asks(
            state,
            "Set up units within their areas, or leave them where they stand.",
            units=names,
            may_decline=True,
        )

    def actions(self, state: Position) -> Iterator[Action]:
        """Unit by unit, hexes in map order; then ``done``."""
        ids, number, rules = state.frame.unit_ids, state.frame.board.number, state.rules[SetupRules]
        for unit in self._able(state):
            for cell in bits(rules.free(state, unit)):
                yield Action("place", (ids[unit],), (number[cell],))
        yield from self._turns(state)
        yield DONE

    def _turns(self, state: Position) -> Iterator[Action]:
        """Unit by unit, where it may look; to place it somewhere and say that is as good."""
        rules = state.rules[SetupRules]
        for unit in rules.turnable(state, self.side(state)) if rules.facing else ():
            looks = rules.facing.name(state, unit) if rules.facing else ""
            for look in rules.facing.names if rules.facing else ():
                if look != looks:
                    yield Action("face", (state.frame.unit_ids[unit],), (), look)

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why a unit may not be placed there."""
        rules = state.rules[SetupRules]
        if action.verb == "done":
            return None
        turns = action.verb == "face" and rules.facing is not None
        places = action.verb == "place" and len(action.hexes) == 1
        if not (turns or places) or len(action.units) != 1:
            text = "Place units (place UNIT HEX), or end the set-up (done)."
            return rules.refuse(text)
        unit = rules.movement.forces.index[action.units[0]]
        if rules.movement.forces.side[unit] != self.side(state):
            return rules.refuse(f"{action.units[0]} belongs to the other side.")
        if turns:
            return rules.why_not_turn(state, unit, action.name)
        refused = self._why_not_there(state, rules, unit, action.hexes[0])
        if refused is None and action.name:
            return rules.why_not_turn(state, unit, action.name.removeprefix(LOOKING))
        return refused

    def _why_not_there(
        self, state: Position, rules: SetupRules, unit: int, number: str
    ) -> Violation | None:
        """Why a unit may not be placed in a hex; ``None`` when it may."""
        name = state.frame.unit_ids[unit]
        cell = rules.movement.board.cell.get(number, OFF_MAP)
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
        """A unit first, then its hex, or where it looks; now and then the end."""
        able, turns = self._able(state), list(self._turns(state))
        drawn = int(random.random() * (len(able) + bool(turns) + 1))
        if turns and drawn == len(able) + 1:
            return turns[int(random.random() * len(turns))]
        if drawn == len(able):
            return DONE
        unit, board = able[drawn], state.frame.board
        number = board.number[board.draw(state.rules[SetupRules].free(state, unit), random)]
        return Action("place", (state.frame.unit_ids[unit],), (number,))

    def perform(self, state: Position, action: Action) -> None:
        """Place a unit, or go on."""
        if action.verb == "done":
            self._next(state)
            return
        rules, frame = state.rules[SetupRules], state.frame
        name, rule = action.units[0], rules.cite.get("setup", "")
        unit, look = frame.unit_index[name], action.name.removeprefix(LOOKING)
        if look:
            rules.turn(state, unit, look)
        looks = f"facing {look}" if look else ""
        if action.verb == "face":
            state.tell("placed", rule, f"{name} is set up {looks}.", unit=name)
            return
        number = action.hexes[0]
        rules.place(state, unit, frame.board.cell[number])
        text = f"{name} is set up in {number}{looks and ', '}{looks}."
        state.tell("placed", rule, text, unit=name, hex=number)


def _line(action: Action, state: Position) -> str:
    looks = f", {action.name}" if action.name else ""
    return f"{every(action.units)} begins in {action.hexes[-1]}{looks}"


VERBS = {"place": Verb(PLACING, "goal", _line, needs=lambda game: game.scenario.setup_order)}
TASKS = {"setup": SetupTask}
SLOTS = (PLACED,)
HOOKS = {"set_up": (SetupRules, SetupRules.begin)}
