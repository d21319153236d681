"""Turning units that look somewhere: in phases of movement, and after what they did.

There are three occasions for ``face UNIT FACING``: in the course of a move, for its points
(:class:`TurnsWhileMoving`); in an activation, where nobody counts points
(:class:`TurnsWhenActive`); and when a side is asked, because its units have retreated, advanced or
entered (:class:`TurnOffered`). Before them stands what a turn is worth to a computer player: to
have the nearest enemies before one and nobody behind.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from hexwar.engine.action import Action, Decision
from hexwar.engine.notation import BY_UNIT, Verb, where
from hexwar.engine.position import bits
from hexwar.engine.state import Position
from hexwar.engine.task import PhaseTask, Task
from hexwar.engine.violation import Violation
from hexwar.hexmap.axial import turned
from hexwar.rules.facing.rules import FacingRules
from hexwar.rules.facing.section import Facing
from hexwar.rules.movement.moves import Moves
from hexwar.rules.movement.refusals import MovementRefusals
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.sequence.contracts import ActivationContribution, MovementContribution
from hexwar.rules.sequence.rules import MOVED

FACE = "face"


class TurningRules:
    """Turns of units in phases of movement: ``face UNIT FACING``."""

    def __init__(
        self, facing: FacingRules, movement: MovementRules, moves: Moves, refusals: MovementRefusals
    ) -> None:
        self.facing, self.movement = facing, movement
        self._moves, self._refusals = moves, refusals

    def is_free(self, state: Position, unit: int) -> bool:
        """Whether its owner turns a unit as he likes, as it has just moved."""
        facing = self.facing
        if not facing.is_free("moved") or facing.has_turned_freely(state, unit):
            return False
        progress = state.memory[MOVED]
        return unit == progress.mover or any(unit == mate for mate, _ in progress.stack)

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
        progress = state.memory[MOVED]
        if not progress.moved >> unit & 1:
            return None
        goes_on = self.movement.resumes and (
            unit == progress.mover or any(unit == mate for mate, _ in progress.stack)
        )
        if goes_on:
            return None
        name = self.movement.forces.ids[unit]
        why = self._refusals.why_not_move(state, unit)
        return why or self.facing.refuse("turns", f"{name} has already moved in this phase.")

    def turn(self, state: Position, unit: int, look: int) -> None:
        """Turn a unit, for points where it is not for nothing."""
        facing = self.facing
        if self.is_free(state, unit):
            facing.turn_freely(state, unit, look)
        else:
            by, before = turned(facing.of(state, unit), look), facing.turned_here(state, unit)
            points_left = self.movement.points_left(state, unit)
            price = facing.steering(state, unit).price(by, before) or 0
            facing.turn(state, unit, look, by + before)
            self._moves.go_on(state, unit, points_left - price)
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
    well = 0.0
    for there in frame.board.cells(state.enemies_of(side)):
        hexes = frame.map.distance(number[cell], number[there])
        if 0 < hexes <= FAR:
            arc = facing.struck_from(look, cell, there)
            well += (1 - 2 * arc / last) / (hexes * hexes)
    return well


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


# The three occasions to turn.


ANY_POINTS = 10**6
"""In activations nobody keeps accounts of points: turns have no price there."""


class TurnsWhileMoving(MovementContribution):
    """In phases of movement a unit turns in the course of its move, or in place of one."""

    verbs: ClassVar[frozenset[str]] = frozenset({FACE})
    is_move: ClassVar[bool] = True

    def __init__(self, rules: TurningRules) -> None:
        self._rules = rules

    def actions(self, state: Position) -> Iterator[Action]:
        """Unit by unit, clockwise."""
        for unit in self._rules.movement.forces.of_side[state.phase_side]:
            yield from self._rules.actions(state, unit)

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why a unit is not turned now; ``None`` when it is."""
        rules, (name,) = self._rules, action.units
        unit = state.frame.unit_index[name]
        if state.frame.unit_side[unit] != state.phase_side:
            return rules.facing.refuse("turns", f"{name} belongs to the other side.")
        if action.name not in rules.facing.names:
            return rules.facing.none_such(action.name)
        return rules.why_not(state, unit, rules.facing.names.index(action.name))

    def perform(self, state: Position, action: Action) -> None:
        """Turn a unit."""
        look = self._rules.facing.names.index(action.name)
        self._rules.turn(state, state.frame.unit_index[action.units[0]], look)


class TurnsWhenActive(ActivationContribution):
    """In its activation a unit turns by as many hexsides as it may in a hex."""

    verbs: ClassVar[frozenset[str]] = frozenset({FACE})
    when = "free"

    def __init__(self, facing: FacingRules) -> None:
        self._facing = facing

    def actions(self, state: Position, unit: int) -> Iterator[Action]:
        """Of one unit, clockwise."""
        name, names = state.frame.unit_ids[unit], self._facing.names
        for look in names:
            action = Action(FACE, (name,), (), look)
            if self.explain(state, action) is None:
                yield action

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why a unit is not turned now; ``None`` when it is."""
        facing, unit = self._facing, state.frame.unit_index[action.units[0]]
        if action.name not in facing.names:
            return facing.none_such(action.name)
        if not facing.has(state, unit):
            return facing.looks_nowhere(unit)
        look = facing.names.index(action.name)
        if facing.of(state, unit) == look:
            return facing.refuse("turns", f"{action.units[0]} looks {action.name} already.")
        refused = state.forbidden(unit, "move")
        return refused or facing.why_not_turn(state, unit, look, ANY_POINTS)

    def perform(self, state: Position, action: Action) -> None:
        """Turn a unit."""
        facing, unit = self._facing, state.frame.unit_index[action.units[0]]
        look, by = facing.names.index(action.name), facing.of(state, unit)
        facing.turn(state, unit, look, facing.turned_here(state, unit) + turned(by, look))
        facing.tell(state, unit)


@dataclass(slots=True)
class TurnOffered(Task):
    """The owner of units that have retreated, advanced or entered turns each as he likes."""

    kind = "turn_offered"
    is_offer: ClassVar[bool] = True
    units: tuple[int, ...]

    def settle(self, state: Position) -> bool:
        """Pass over units that no longer have a facing."""
        facing = state.rules.find(FacingRules)
        unit = self.units[0] if self.units else -1
        if unit >= 0 and facing and state.cells[unit] and facing.has(state, unit):
            return True
        self._next(state)
        return False

    def _next(self, state: Position) -> None:
        state.agenda.pop()
        if self.units[1:]:
            state.agenda.append(replace(self, units=self.units[1:]))

    def side(self, state: Position) -> int:
        """Whose unit it is."""
        return state.frame.unit_side[self.units[0]]

    def decision(self, state: Position) -> Decision:
        """Where the unit looks from now on."""
        name = state.frame.unit_ids[self.units[0]]
        looks = state.rules[FacingRules].name(state, self.units[0])
        return self.asks(
            state,
            f"Turn {name}, or let it face {looks}.",
            units=(name,),
            hexes=tuple(filter(None, (state.position(name),))),
            may_decline=True,
        )

    def pass_says(self, state: Position) -> str:
        """That to pass is to look on as now."""
        return f"Keep facing {state.rules[FacingRules].name(state, self.units[0])}"

    def actions(self, state: Position) -> Iterator[Action]:
        """The other facings, clockwise; then ``pass``."""
        facing, name = state.rules[FacingRules], state.frame.unit_ids[self.units[0]]
        at = facing.of(state, self.units[0])
        for by in range(1, 6):
            yield Action(FACE, (name,), (), facing.names[(at + by) % 6])
        yield Action("pass")

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why that is not what is asked."""
        if action.verb == "pass":
            return None
        facing, name = state.rules[FacingRules], state.frame.unit_ids[self.units[0]]
        if action.verb != FACE:
            return state.out_of_turn(action)
        if action.units != (name,):
            return facing.refuse("set", f"It is {name} that is turned now.")
        if action.name not in facing.names:
            return facing.none_such(action.name)
        if action.name == facing.name(state, self.units[0]):
            return facing.refuse("set", f"{name} looks {action.name} already: write pass.")
        return None

    def perform(self, state: Position, action: Action) -> None:
        """Turn the unit, or leave it."""
        if action.verb == FACE:
            facing = state.rules[FacingRules]
            facing.turn(state, self.units[0], facing.names.index(action.name))
            facing.tell(state, self.units[0])
        self._next(state)


class OffersOfTurns:
    """Asks the owners of units that have done something whether they turn them."""

    def __init__(self, facing: FacingRules) -> None:
        self._facing = facing

    def concerned_at(self, moment: str) -> bool:
        """Whether anybody is asked at all."""
        return any(map(self._facing.is_free, ("retreated", "advanced", "entered")))

    def did(self, state: Position, deed: str, units: int) -> None:
        """Put the question on the agenda, above the phase and below all that is being done."""
        if deed == "moved" or not self._facing.is_free(deed):
            return
        asked = tuple(unit for unit in bits(units) if self._facing.has(state, unit))
        if not asked:
            return
        # Asked only when what is being done is over: a battle moves several units, and its tasks
        # lie on top of this. All units that acted meanwhile are asked about in one task.
        phases = [at for at, task in enumerate(state.agenda) if isinstance(task, PhaseTask)]
        above = phases[-1] + 1 if phases else 0
        for at in range(above, len(state.agenda)):
            waiting = state.agenda[at]
            if isinstance(waiting, TurnOffered):
                more = (unit for unit in asked if unit not in waiting.units)
                state.agenda[at] = replace(waiting, units=(*waiting.units, *more))
                return
        state.agenda.insert(above, TurnOffered(asked))


def _line(action: Action, state: Position) -> str:
    return f"{action.units[0]} turns to face {action.name}"


VERBS = {
    FACE: Verb(
        BY_UNIT,
        "unit",
        _line,
        does="turn a unit where it stands",
        needs=where(Facing, lambda facing: facing),
    )
}
TASKS = {"turn_offered": TurnOffered}
CONTRIBUTIONS = {"movement": (TurnsWhileMoving,), "activation": (TurnsWhenActive,)}
HOOKS = {"did": (OffersOfTurns, OffersOfTurns.did)}
WORTH = {"turn_offered": worth}
GAINS = {FACE: gained}
