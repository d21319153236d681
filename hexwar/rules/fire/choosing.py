"""The choice of a target among several in a hex that is fired at (``fire.target: chosen``).

`fire_at` is where every fire begins, in whatever phase: those who are exposed by it are turned up,
the target is chosen if there is a choice, and then it is resolved.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hexwar.engine.action import Action
from hexwar.engine.queries import FirePreview
from hexwar.engine.state import Position
from hexwar.engine.task import OneUnit
from hexwar.engine.violation import Violation
from hexwar.rules.fire.rules import FireRules
from hexwar.rules.fire.section import CHOSEN
from hexwar.rules.language.wording import either, every
from hexwar.rules.units.rules import mask_of

AT = "shoot"


@dataclass(slots=True)
class ChoosingTarget(OneUnit):
    """Units fire at a hex: their side chooses at whom there."""

    kind = "fire_target"
    verb = AT
    units: tuple[int, ...]
    cell: int

    def _among(self, state: Position) -> list[int]:
        return state.rules[FireRules].targets_in(state, self.units, self.cell)

    def _prompt(self, state: Position, names: Sequence[str]) -> str:
        ids, number = state.frame.unit_ids, state.frame.board.number[self.cell]
        who, fire = every(ids[u] for u in self.units), "fire" if self.units[1:] else "fires"
        return f"{who} {fire} at {number}: choose {either(names)}."

    def _why_not(self, state: Position, unit: int) -> Violation:
        """Only units of the hex that may be fired at."""
        text = f"{state.frame.unit_ids[unit]} is not among the units to choose from."
        return state.rules[FireRules].refuse("target", text)

    def settle(self, state: Position) -> bool:
        """There is always something to choose."""
        return True

    def side(self, state: Position) -> int:
        """The side that fires."""
        return state.frame.unit_side[self.units[0]]

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
        # Of those turned up some were nothing, and are off the map; at whom they would have fired
        # may be.
        units = tuple([unit for unit in units if state.cells[unit]])
        if not units or not rules.volleys(state, units, cell):
            # Effects are judged, and hooks called, after a fire that came to nothing as well.
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
