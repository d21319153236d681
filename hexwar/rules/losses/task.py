"""The verbs ``eliminate``, ``lose_steps`` and ``exchange`` of results, and what they let choose.

How units and steps are lost stands in the package ``elimination``, which others need as well; here
results are carried out by it, and put into words.
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
from hexwar.rules.elimination.rules import LossRules, PendingStepLosses, StepLossRules
from hexwar.rules.language.branches import resulting
from hexwar.rules.language.programs import Parties, meant, only_in_words, whom
from hexwar.rules.language.steps import ALONE
from hexwar.rules.language.wording import Names, called, either, several
from hexwar.rules.losses import exchange
from hexwar.rules.losses.alone import AloneRules, LeftAlone, rejoin, rejoin_in_words
from hexwar.rules.losses.exchange import PendingExchange
from hexwar.rules.losses.measure import lost, lost_in_words, one_lost, prospect, share_lost
from hexwar.rules.losses.section import AS_STRONG, Boxes


def _eliminate(state: Position, parties: Parties, effect: Effect) -> Task | None:
    present, enemy = meant(state, parties, effect.who, effect.only)
    return state.rules[LossRules].pending(present, effect, enemy) if present else None


def _lose_steps(state: Position, parties: Parties, effect: Effect) -> Task | None:
    present, enemy = meant(state, parties, effect.who, effect.only)
    steps = state.rules[StepLossRules]
    if effect.who in ALONE:
        for unit in present:
            for _ in range(min(effect.count or 0, steps.forces.steps_left(state, unit))):
                steps.take_step(state, unit)
        return None
    left = sum(steps.forces.steps_left(state, unit) for unit in present)
    if not present:
        return None
    chooser = enemy if effect.chooser == "enemy" else NOBODY
    count = left if effect.said == AS_STRONG else effect.number(left)
    owed = replace(steps.pending(present, count, effect.who), chooser=chooser)
    return _as_strong(state, parties, owed) if effect.said == AS_STRONG else owed


def _as_strong(state: Position, parties: Parties, all_: PendingStepLosses) -> Task | None:
    """Of the steps that may be lost as many as the attackers are strong."""
    (cell, *also), attackers = parties.hexes, parties.attackers
    odds = state.rules[OddsRules].reckon(state, attackers, parties.defenders, cell, also=also)
    count = min(all_.count, int(odds.attacker))
    return replace(all_, count=count) if count else None


def _lose(action: Action, state: Position) -> str:
    name = action.units[0]
    a_step = not state.is_over and isinstance(state.agenda[-1], PendingStepLosses)
    return f"{name} loses a step" if a_step else f"Lose {name}"


def _eliminate_in_words(effect: Effect, names: Names) -> str:
    if effect.who in ALONE:
        return f"{whom(effect.who)} is eliminated"
    chooser = "" if effect.chooser == "owner" else ", chosen by the enemy"
    if effect.count is None and effect.share == 1:
        return f"all units of the {effect.who}{only_in_words(effect)} are lost"
    return f"the {effect.who} loses {_how_many(effect, 'unit')}{only_in_words(effect)}{chooser}"


def _remove_in_words(effect: Effect, names: Names) -> str:
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
    chooser = "" if effect.chooser == "owner" else ", chosen by the enemy"
    if effect.said == AS_STRONG:
        how_many = "as many steps as the attackers are strong"
    else:
        how_many = _how_many(effect, "step")
    return f"{whom(effect.who)} loses {how_many}{only_in_words(effect)}{chooser}"


def _how_many(effect: Effect, what: str) -> str:
    if effect.count is not None:
        return several(effect.count, what)
    return f"{'all' if effect.share == 1 else f'{effect.share} of the'} {what}s"


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
    "exchange": exchange.exchange_owed,
    "rejoin": rejoin,
}
VERBS = {"lose": Verb(UNIT, "unit", _lose, needs=resulting(*RESULTS))}
MEANINGS = {
    "eliminate": _eliminate_in_words,
    "remove": _remove_in_words,
    "lose_steps": _lose_steps_in_words,
    "exchange": exchange.exchange_in_words,
    "rejoin": rejoin_in_words,
}
FORECASTS = {
    "exchange_loss": exchange.forecast_exchange,
}
HOOKS = {
    "did": (AloneRules, AloneRules.did),
    "battle_ends": (AloneRules, AloneRules.battle_ends),
}
