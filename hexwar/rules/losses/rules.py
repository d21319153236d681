"""The verbs ``eliminate``, ``remove`` and ``lose_steps`` of results.

How units and steps are lost stands in the package ``elimination``, which others need as well; here
results owe it, and after that are put into words, as charts print them. Last, what the whole
package brings: with these verbs the verb ``exchange`` (module ``exchange``), units that are left
alone (module ``alone``) and what conditions count of losses (module ``lost``).
"""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from hexwar.definition.model import Effect
from hexwar.engine.action import Action
from hexwar.engine.notation import UNIT, Verb
from hexwar.engine.state import NOBODY, Position
from hexwar.engine.task import Task
from hexwar.rules.combat.odds import OddsRules
from hexwar.rules.elimination import LossRules, PendingStepLosses, StepLossRules
from hexwar.rules.language.programs import (
    Parties,
    meant,
    only_in_words,
    whom,
)
from hexwar.rules.language.section import ALONE, resulting
from hexwar.rules.language.wording import Names, called, either, several
from hexwar.rules.losses.alone import AloneRules, LeftAlone, rejoin, rejoin_in_words
from hexwar.rules.losses.exchange import (
    PendingExchange,
    exchange_in_words,
    exchange_owed,
    forecast_exchange,
)
from hexwar.rules.losses.lost import lost, lost_in_words, one_lost, prospect, share_lost
from hexwar.rules.losses.section import AS_STRONG, Boxes

# -- the verbs of results, and their words ---------------------------------------------------------


def _eliminate(state: Position, parties: Parties, effect: Effect) -> Task | None:
    """The verbs ``eliminate`` and ``remove``: the units meant are owed as a loss."""
    present, enemy = meant(state, parties, effect.who, effect.only)
    return state.rules[LossRules].pending(present, effect, enemy) if present else None


def _lose_steps(state: Position, parties: Parties, effect: Effect) -> Task | None:
    """The verb ``lose_steps``: at once where no side chooses, else what is owed."""
    present, enemy = meant(state, parties, effect.who, effect.only)
    steps = state.rules[StepLossRules]
    if effect.who in ALONE:
        for unit in present:
            for _ in range(min(effect.count or 0, steps.forces.steps_left(state, unit))):
                steps.take_step(state, unit)
        return None
    if not present:
        return None
    steps_left = sum(steps.forces.steps_left(state, unit) for unit in present)
    chooser = enemy if effect.chooser == "enemy" else NOBODY
    count = steps_left if effect.said == AS_STRONG else effect.number(steps_left)
    owed = replace(steps.pending(present, count, effect.who), chooser=chooser)
    if effect.said != AS_STRONG:
        return owed
    # As many of the steps that may be lost as the attackers are strong.
    (cell, *also), attackers = parties.hexes, parties.attackers
    odds = state.rules[OddsRules].reckon(state, attackers, parties.defenders, cell, also=also)
    count = min(owed.count, int(odds.attacker))
    return replace(owed, count=count) if count else None


def _lose(action: Action, state: Position) -> str:
    """A choice of the unit that loses, as a line in a list."""
    name = action.units[0]
    task = None if state.is_over else state.agenda[-1]
    if not isinstance(task, PendingStepLosses):
        return f"Lose {name}"
    # An enemy that chooses knows what the counters of these units show, and no more.
    steps_left = state.rules[StepLossRules].forces.steps_left(state, state.frame.unit_index[name])
    is_last = steps_left == 1 and task.chooser == NOBODY
    return f"{name} loses {'its last' if is_last else 'a'} step"


def _eliminate_in_words(effect: Effect, names: Names) -> str:
    """The step ``eliminate``, as charts print it."""
    if effect.who in ALONE:
        return f"{whom(effect.who)} is eliminated"
    chooser = "" if effect.chooser == "owner" else ", chosen by the enemy"
    if effect.count is None and effect.share == 1:
        return f"all units of the {effect.who}{only_in_words(effect)} are lost"
    return f"the {effect.who} loses {_how_many(effect, 'unit')}{only_in_words(effect)}{chooser}"


def _remove_in_words(effect: Effect, names: Names) -> str:
    """The step ``remove``, as charts print it, with the box of each side."""
    boxes_meant = cast(Boxes, effect.said)
    boxes = [called(names, "region", boxes_meant.name)] if boxes_meant.name else []
    boxes += [
        f"{called(names, 'region', name)} if they are of {names.get(side, side)}"
        for side, name in boxes_meant.by_side.items()
    ]
    box = either(boxes)
    if effect.who in ALONE:
        return f"the unit is removed to {box}"
    chooser = "" if effect.chooser == "owner" else ", chosen by the enemy"
    who = f"{effect.who}{only_in_words(effect)}"
    return f"{_how_many(effect, 'unit')} of the {who} removed to {box}{chooser}"


def _lose_steps_in_words(effect: Effect, names: Names) -> str:
    """The step ``lose_steps``, as charts print it."""
    chooser = "" if effect.chooser == "owner" else ", chosen by the enemy"
    steps = "as many steps as the attackers are strong"
    if effect.said != AS_STRONG:
        steps = _how_many(effect, "step")
    return f"{whom(effect.who)} loses {steps}{only_in_words(effect)}{chooser}"


def _how_many(effect: Effect, what: str) -> str:
    """How many units or steps an effect takes: ``2 steps``, ``1/2 of the units``."""
    if effect.count is not None:
        return several(effect.count, what)
    return f"{'all' if effect.share == 1 else f'{effect.share} of the'} {what}s"


# -- what the package brings -----------------------------------------------------------------------


TASKS = {
    "exchange_loss": PendingExchange,
    "left_alone": LeftAlone,
}
MEASURES = {"lost": lost}
PROSPECTS = {"lost": prospect}
SHARES = {"lost": share_lost}
WORDINGS = {"lost": lost_in_words}
COUNTED = {"lost": one_lost}
RESULTS = {
    "eliminate": _eliminate,
    "remove": _eliminate,
    "lose_steps": _lose_steps,
    "exchange": exchange_owed,
    "rejoin": rejoin,
}
VERBS = {"lose": Verb(UNIT, "unit", _lose, needs=resulting(*RESULTS))}
MEANINGS = {
    "eliminate": _eliminate_in_words,
    "remove": _remove_in_words,
    "lose_steps": _lose_steps_in_words,
    "exchange": exchange_in_words,
    "rejoin": rejoin_in_words,
}
FORECASTS = {
    "exchange_loss": forecast_exchange,
}
HOOKS = {
    "did": (AloneRules, AloneRules.did),
    "battle_ends": (AloneRules, AloneRules.battle_ends),
}
