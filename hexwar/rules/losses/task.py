"""The verbs ``eliminate`` and ``lose_steps`` of result programs, and the choices they leave."""

from __future__ import annotations

from hexwar.definition.model import Effect
from hexwar.engine.action import Action
from hexwar.engine.notation import UNIT, Verb
from hexwar.engine.state import State
from hexwar.engine.task import Task
from hexwar.rules.language.programs import Parties, concerned
from hexwar.rules.language.telling import Telling
from hexwar.rules.language.wording import either
from hexwar.rules.losses.elimination import LossOwed, LossRules
from hexwar.rules.losses.rules import TAKEN, StepLossRules, StepsOwed


def _eliminate(state: State, parties: Parties, effect: Effect) -> Task | None:
    present, enemy = concerned(state, parties, effect.who)
    return state.rules[LossRules].owe(present, effect, enemy) if present else None


def _lose_steps(state: State, parties: Parties, effect: Effect) -> Task | None:
    present, _ = concerned(state, parties, effect.who)
    steps = state.rules[StepLossRules]
    return steps.owe(present, effect.count or 1, effect.who) if present else None


def _foretell_loss(telling: Telling, state: State, task: LossOwed) -> None:
    for unit in task.units:
        telling.losers.setdefault(unit, task.units)
    telling.told.append(f"{either(telling.names(task.units))} is lost.")


def _foretell_steps(telling: Telling, state: State, task: StepsOwed) -> None:
    candidates = (action.units[0] for action in task.actions(state))
    telling.told.append(f"{either(candidates)} loses a step.")


def _lose(action: Action, state: State) -> str:
    return f"Lose {action.units[0]}"


VERBS = {"lose": Verb(UNIT, "unit", _lose)}
TASKS = {"loss": LossOwed, "step_loss": StepsOwed}
SLOTS = (TAKEN,)
RESULTS = {"eliminate": _eliminate, "lose_steps": _lose_steps}
FORETELLS = {"loss": _foretell_loss, "step_loss": _foretell_steps}
