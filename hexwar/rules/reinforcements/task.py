"""When reinforcements become available, and that they enter in movement phases."""

from __future__ import annotations

from hexwar.engine.action import Action
from hexwar.engine.notation import GOING, NAMED, Verb
from hexwar.engine.state import State
from hexwar.rules.reinforcements.groups import ARRIVALS, DRAWN, ENTERING
from hexwar.rules.reinforcements.rules import ReinforcementRules
from hexwar.rules.reinforcements.section import Reinforcements


def _enter(action: Action, state: State) -> str:
    return f"{' and '.join(action.units)} enters in {action.hexes[-1]}"


def _declare(action: Action, state: State) -> str:
    group = state.resolved[Reinforcements].groups.get(action.name)
    return f"Declare {group.title if group else action.name}"


VERBS = {
    "enter": Verb(GOING, "goal", _enter),
    "declare": Verb(NAMED, label=_declare),
}
SLOTS = (ARRIVALS, DRAWN, ENTERING)
HOOKS = {
    "to_come": (ReinforcementRules, ReinforcementRules.to_come),
    "could_have_come": (ReinforcementRules, ReinforcementRules.free_to_enter),
    "forgets": (ReinforcementRules, ReinforcementRules.expect),
    "phase_begins": (ReinforcementRules, ReinforcementRules.phase_begins),
    "phase_closing": (ReinforcementRules, ReinforcementRules.phase_ends),
}
CONTRIBUTIONS = {"movement": (ReinforcementRules,)}
