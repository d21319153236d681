"""``face UNIT FACING``: in phases of movement, in activations, and when a side is asked.

Three occasions to turn: in the course of a move, for its points; in an activation, where nobody
counts points; and when a side is asked because its units have retreated, advanced or entered.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from hexwar.engine.action import Action
from hexwar.engine.decision import Decision
from hexwar.engine.notation import BY_UNIT, Verb, where
from hexwar.engine.position import bits
from hexwar.engine.state import Position
from hexwar.engine.task import PhaseTask, Task
from hexwar.engine.violation import Violation
from hexwar.hexmap.axial import turned
from hexwar.rules.facing.rules import FacingRules
from hexwar.rules.facing.section import Facing
from hexwar.rules.sequence.contribution import ActivationContribution, MovementContribution
from hexwar.rules.turning.rules import FACE, TurningRules, gained, worth

ANY_POINTS = 10**6
"""In activations nobody keeps accounts of points: turns have no price there."""


class TurnsWhileMoving(MovementContribution):
    """In phases of movement a unit turns in the course of its move, or in place of one."""

    __slots__ = ("_rules",)
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

    __slots__ = ("_facing",)
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
        """Pass over those that look nowhere any more."""
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
        """It looks on as it does."""
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

    __slots__ = ("_facing",)

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
        # lie on top of this. All who have done something meanwhile are asked about in one task.
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
