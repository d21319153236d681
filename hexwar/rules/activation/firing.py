"""A fire that may be interrupted before it is resolved."""

from __future__ import annotations

from dataclasses import dataclass

from hexwar.engine.state import Position
from hexwar.engine.task import AutomaticTask
from hexwar.rules.activation.memory import now_acted
from hexwar.rules.activation.rules import ActivationRules
from hexwar.rules.fire.choosing import fire_at
from hexwar.rules.fire.rules import FireRules


@dataclass(slots=True)
class Firing(AutomaticTask):
    """A unit is about to fire at a hex; ``asked``: whoever could interrupt it has been asked."""

    kind = "firing"
    unit: int
    cell: int
    asked: bool = False

    def settle(self, state: Position) -> bool:
        """Let others come first; then fire, if it still can."""
        state.agenda.pop()
        if self.asked:
            self._fire(state)
            return False
        state.agenda.append(Firing(self.unit, self.cell, asked=True))
        hooks = state.rules.hooks
        surprise = any(hook(state, self.unit, True) for hook in hooks.surprises)
        if not surprise:
            for hook in hooks.interrupts:
                hook(state, self.unit, self.cell)
        return False

    def _fire(self, state: Position) -> None:
        fire, unit = state.rules[FireRules], self.unit
        refused = state.forbidden(unit, "fire") if state.cells[unit] else None
        if not state.cells[unit] or refused or fire.why_not(state, unit, self.cell):
            name, number = state.frame.unit_ids[unit], state.frame.board.number[self.cell]
            rule = state.rules[ActivationRules].cite.get("lost", "")
            text = f"{name} does not come to fire at {number}."
            state.tell("fire_lost", rule, text, unit=name, hex=number)
            return
        now_acted(state, unit)
        fire_at(state, unit, self.cell)
