"""The choice of a target among several in a hex that is fired at (``fire.target: chosen``)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hexwar.engine.action import Action
from hexwar.engine.decision import Decision
from hexwar.engine.queries import FirePreview
from hexwar.engine.state import Position
from hexwar.engine.task import Task
from hexwar.engine.violation import Violation
from hexwar.rules.fire.rules import FireRules
from hexwar.rules.fire.section import CHOSEN
from hexwar.rules.language.wording import either, every
from hexwar.rules.units.rules import mask_of

AT = "shoot"


@dataclass(slots=True)
class ChoosingTarget(Task):
    """Units fire at a hex: their side chooses at whom there."""

    kind = "fire_target"
    units: tuple[int, ...]
    cell: int

    def _targets(self, state: Position) -> list[int]:
        return state.rules[FireRules].targets_in(state, self.units, self.cell)

    def settle(self, state: Position) -> bool:
        """There is always something to choose."""
        return True

    def side(self, state: Position) -> int:
        """The side that fires."""
        return state.frame.unit_side[self.units[0]]

    def decision(self, state: Position) -> Decision:
        """The units in the hex."""
        ids, number = state.frame.unit_ids, state.frame.board.number[self.cell]
        names = tuple(ids[unit] for unit in self._targets(state))
        who, fire = every(ids[u] for u in self.units), "fire" if self.units[1:] else "fires"
        return self.asks(
            state,
            f"{who} {fire} at {number}: choose {either(names)}.",
            units=names,
            hexes=(number,),
        )

    def actions(self, state: Position) -> Iterator[Action]:
        """Unit by unit, in the order of the units file."""
        ids = state.frame.unit_ids
        return (Action(AT, (ids[unit],)) for unit in self._targets(state))

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Only units of the hex that may be fired at."""
        if action.verb != AT:
            return state.out_of_turn(action)
        if state.frame.unit_index[action.units[0]] in self._targets(state):
            return None
        text = f"{action.units[0]} is not among the units to choose from."
        return state.rules[FireRules].refuse("target", text)

    def perform(self, state: Position, action: Action) -> None:
        """Fire at it."""
        state.agenda.pop()
        target = state.frame.unit_index[action.units[0]]
        state.rules[FireRules].resolve(state, self.units, self.cell, target)


def fire_at(state: Position, units: tuple[int, ...], cell: int) -> None:
    """Let a unit, or several together, fire at a hex, where the fire is legal: at the target that
    its side chooses, if there are several and the game lets it. What is left of it is put on the
    agenda.
    """
    rules, hooks = state.rules[FireRules], state.rules.hooks
    if hooks.exposes:
        for hook in hooks.exposes:
            hook(state, mask_of(units), cell)
        units = tuple([unit for unit in units if state.cells[unit]])
        if not units or not rules.volleys(state, units, cell):
            state.battle_ended()
            return
    if rules.section.target == CHOSEN and len(rules.targets_in(state, units, cell)) > 1:
        state.agenda.append(ChoosingTarget(units, cell))
    else:
        rules.resolve(state, units, cell)


def preview_target(state: Position, action: Action) -> FirePreview:
    """The fire at one of the units."""
    task, target = state.agenda[-1], state.frame.unit_index[action.units[0]]
    if not isinstance(task, ChoosingTarget):
        raise ValueError("nobody fires")
    return state.rules[FireRules].preview(state, task.units, task.cell, target)


def worth_of_target(state: Position, side: int, action: Action) -> float:
    """What the fire at one of the units is worth."""
    task, target = state.agenda[-1], state.frame.unit_index[action.units[0]]
    if not isinstance(task, ChoosingTarget):
        return 0.0
    return state.rules[FireRules].worth_together(state, task.units, task.cell, target)
