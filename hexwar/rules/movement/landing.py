"""Landings: the roll for a unit that has come somewhere, and units that drift (``drift``).

A way of moving may name a table that is rolled on where the unit lands. One of its results may let
it drift: so many hexes in a direction that a die chooses, where it may come to grief.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from hexwar.definition.model import Effect
from hexwar.engine.state import OFF_MAP, Position
from hexwar.engine.task import AutomaticTask, Task
from hexwar.rules.language.dice import DiceThrow
from hexwar.rules.language.programs import ForUnit, Parties, pending
from hexwar.rules.language.wording import Names
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.movement.section import Drift
from hexwar.rules.stacking.rules import StackingRules

SIX = 6
"""Directions, and the faces of the die that chooses one of them."""


@dataclass(slots=True)
class LandingRoll(AutomaticTask):
    """A unit that has come to the end of its way is rolled for on a table."""

    kind = "landing_roll"
    rolls = True
    unit: int
    table: str

    def settle(self, state: Position) -> bool:
        """Put the roll on the agenda, if the unit is still on the map."""
        state.agenda.pop()
        if state.cells[self.unit]:
            from hexwar.rules.tables.section import RollOn  # where there are tables

            owed = pending(state, ForUnit(self.unit), Effect("roll", said=RollOn(table=self.table)))
            state.agenda += [owed] if owed else []
        return False


def drift(state: Position, parties: Parties, effect: Effect) -> Task | None:
    """The unit that is rolled for goes some hexes in a direction that a die chooses."""
    (unit,), how = parties.defenders, cast(Drift, effect.said)
    if not state.cells[unit]:
        return None
    face = state.roll(SIX)
    dice = how.hexes if isinstance(how.hexes, DiceThrow) else DiceThrow(0, SIX)
    # The direction first, then how far: so the event lists its dice.
    faces = tuple([state.roll(dice.sides) for _ in range(dice.count)])
    hexes = dice.read(faces) if isinstance(how.hexes, DiceThrow) else how.hexes
    here, goal = state.cells[unit], state.cells[unit]
    for _ in range(hexes):
        goal = state.frame.board.neighbours[goal][face - 1] if goal else OFF_MAP
    lands = goal and not _closed(state, unit) >> goal & 1
    _tell(state, unit, (face, *faces), hexes, goal)
    if lands and not state.stopped(unit, goal):
        state.place(unit, goal)
        for hook in state.rules.hooks.moved:
            hook(state, unit)
    elif how.blocked == "eliminated" and goal != here:
        return pending(state, parties, Effect("eliminate", who="actor", count=None))
    return None


def _closed(state: Position, unit: int) -> int:
    """Mask of the hexes in which a unit cannot land: of terrain, of others, or too full."""
    rules, board = state.rules[MovementRules], state.frame.board
    passable = rules.costs[unit].passable
    full = state.rules[StackingRules].full(state, unit)
    return board.on_map & ~passable | rules.passage(state, unit).closed | full


def _tell(state: Position, unit: int, dice: tuple[int, ...], hexes: int, goal: int) -> None:
    if state.events is None:
        return
    name, number = state.frame.unit_ids[unit], state.frame.board.number[goal]
    where = f"to {number}" if goal else "off the map"
    rolled = ", ".join(map(str, dice))
    far = "1 hex" if hexes == 1 else f"{hexes} hexes"
    rule = state.rules[MovementRules].cite.get("drift", "")
    text = f"{name} drifts {far} {where} (dice {rolled})."
    state.tell("drifted", rule, text, unit=name, dice=dice)


def drift_in_words(effect: Effect, names: Names) -> str:
    """What the step does."""
    how = cast(Drift, effect.said)
    return f"the unit drifts {how.hexes} hexes"
