"""A fire that may be interrupted before it is resolved."""

from __future__ import annotations

from dataclasses import dataclass, replace

from hexwar.engine.state import Position
from hexwar.engine.task import AutomaticTask
from hexwar.rules.activation.rules import ActivationRules, now_acted
from hexwar.rules.fire.choosing import fire_at
from hexwar.rules.fire.groups import GroupFireRules
from hexwar.rules.fire.rules import FireRules


@dataclass(slots=True)
class Firing(AutomaticTask):
    """A unit is about to fire at a hex, with ``others`` or alone; ``asked``: whoever could
    interrupt it has been asked.
    """

    kind = "firing"
    unit: int
    cell: int
    asked: bool = False
    others: tuple[int, ...] = ()

    def settle(self, state: Position) -> bool:
        """Let others come first; then fire, if it still can."""
        state.agenda.pop()
        if self.asked:
            self._fire(state)
            return False
        state.agenda.append(replace(self, asked=True))
        hooks = state.rules.hooks
        surprise = any(hook(state, self.unit, True) for hook in hooks.surprises)
        if not surprise:
            for hook in hooks.interrupts:
                hook(state, self.unit, self.cell)
        return False

    def _fire(self, state: Position) -> None:
        able = tuple([unit for unit in (self.unit, *self.others) if self._still(state, unit)])
        together = state.rules[GroupFireRules]
        if not able or together.why_not(state, able, self.cell) is not None:
            able = able[:1]
        if not able or state.rules[FireRules].why_not(state, able[0], self.cell):
            name, number = state.frame.unit_ids[self.unit], state.frame.board.number[self.cell]
            rule = state.rules[ActivationRules].cite.get("lost", "")
            text = f"{name} does not come to fire at {number}."
            state.tell("fire_lost", rule, text, unit=name, hex=number)
            return
        for unit in able:
            now_acted(state, unit)
        fire_at(state, able, self.cell)

    def _still(self, state: Position, unit: int) -> bool:
        """Whether a unit can take part in the fire now that nobody interrupts it any more."""
        if not state.cells[unit] or state.forbidden(unit, "fire") is not None:
            return False
        return state.rules[FireRules].why_not_in_volley(state, unit, self.cell) is None
