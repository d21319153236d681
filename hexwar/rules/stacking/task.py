"""What stacks hide, and the verb ``top``."""

from __future__ import annotations

from hexwar.engine.action import Action
from hexwar.engine.notation import UNIT, Verb, where
from hexwar.engine.registry import AnyTime, Hiding
from hexwar.engine.rules import Rules
from hexwar.engine.state import Position
from hexwar.engine.violation import Violation
from hexwar.rules.stacking.rules import StackingRules
from hexwar.rules.stacking.section import Stacking
from hexwar.rules.stacking.visibility import (
    ON_TOP,
    OnTop,
    VisibilityRules,
    known_events,
    note_hidden,
)


def _hides(rules: Rules) -> bool:
    return rules[VisibilityRules].limited


def _hidden(state: Position, side: int) -> int:
    return state.rules[VisibilityRules].hidden(state, side)


def _explain_top(state: Position, side: int, action: Action) -> Violation | None:
    unit = state.frame.unit_index[action.units[0]]
    return state.rules[VisibilityRules].explain_top(state, side, unit)


def _put_on_top(state: Position, action: Action) -> None:
    state.rules[VisibilityRules].put_on_top(state, state.frame.unit_index[action.units[0]])


def _begins(state: Position, unit: int, said: object) -> None:
    """Where stacks hide, a unit may begin on top of its own."""
    if said is not True:
        name = state.frame.unit_ids[unit]
        raise ValueError(f"setup of {name}: top is True, of the unit that lies on top")
    chosen = state.memory[ON_TOP].units
    state.remember(ON_TOP, OnTop(chosen | 1 << unit))


VERBS = {"top": Verb(UNIT, "unit", needs=where(Stacking, lambda said: said.visible == "top"))}
SLOTS = (ON_TOP,)
HOOKS = {
    "placed": (StackingRules, StackingRules.misplaced),
    "forgets": (VisibilityRules, VisibilityRules.forget_orders),
}
HIDES = (Hiding(_hides, _hidden, note_hidden, known_events),)
UNIT_BEGINNINGS = {"top": _begins}
ANYTIME = {"top": AnyTime(_explain_top, _put_on_top)}
