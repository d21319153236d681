"""The verbs ``eliminate``, ``remove`` and ``lose_steps`` of results, and the condition ``lost``.

How units and steps are lost stands in the package ``elimination``, which others need as well; here
results owe it, and are put into words. Then what conditions count of losses; last, what the whole
package brings, with the verb ``exchange`` (module ``exchange``) and units that are left alone
(module ``alone``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from math import lcm
from typing import cast

from hexwar.definition.grammar import in_prose
from hexwar.definition.model import Condition, Effect
from hexwar.engine.action import Action
from hexwar.engine.notation import UNIT, Verb
from hexwar.engine.position import bits
from hexwar.engine.rules import Frame
from hexwar.engine.state import NOBODY, Position
from hexwar.engine.task import Task
from hexwar.rules.combat.odds import OddsRules
from hexwar.rules.elimination import LossRules, PendingStepLosses, StepLossRules
from hexwar.rules.language.conditions import (
    Foresight,
    Measure,
    Prospect,
    Reached,
    how_many,
)
from hexwar.rules.language.programs import (
    Parties,
    meant,
    only_in_words,
    whom,
)
from hexwar.rules.language.section import ALONE, resulting
from hexwar.rules.language.selectors import Selectors, selected, value_shown
from hexwar.rules.language.wording import Names, called, either, in_words, several
from hexwar.rules.losses.alone import AloneRules, LeftAlone, rejoin, rejoin_in_words
from hexwar.rules.losses.exchange import (
    PendingExchange,
    exchange_in_words,
    exchange_owed,
    forecast_exchange,
)
from hexwar.rules.losses.section import AS_STRONG, Boxes
from hexwar.rules.units.rules import Forces, in_scenario, steps_missing

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


# -- the measure ``lost``: what has been lost of some units, by a printed value --------------------

# What a unit has lost is what it showed when the scenario began, less what it shows now; a unit
# that is eliminated has lost all of it. The share is of what these units began with.


def lost(condition: Condition, frame: Frame, forces: Forces) -> Measure:
    """What is lost of the units of the scenario that fit, in whole points, rounded down."""
    losses = _losses(condition, frame, forces)
    return lambda state: int(losses(state)[0])


def share_lost(condition: Condition, frame: Frame, forces: Forces) -> Reached:
    """The share that is lost of what these units began with."""
    losses = _losses(condition, frame, forces)

    def reached(state: Position) -> Fraction:
        gone, began = losses(state)
        return gone / began if began else Fraction(0)

    return reached


def prospect(asked: Condition, foresight: Foresight) -> Prospect:
    """What will have been lost of them, if they are all of one side."""
    frame, forces = foresight.frame, foresight.forces
    selectors, value = Selectors(frame, forces), str(asked.arguments["value"])
    known, missing = in_scenario(frame), steps_missing(frame)
    chosen = selectors.anywhere(asked.arguments["of"])
    could_fit = selectors.perhaps(asked.arguments["of"]) & known
    printed = [
        [float(value_shown(selectors, unit, step, value)) for step in range(steps)]
        for unit, steps in enumerate(forces.steps)
    ]
    begins = [steps[gone] for steps, gone in zip(printed, missing, strict=True)]

    def worth_now(state: Position, unit: int) -> float:
        return 0.0 if state.eliminated >> unit & 1 else printed[unit][state.lost[unit]]

    def gone_so_far(state: Position) -> float:
        units = bits(chosen(state) & known)
        return sum([max(0.0, begins[unit] - worth_now(state, unit)) for unit in units])

    # For units of several sides, it is taken to be the losses of the first.
    side = min((forces.side[unit] for unit in bits(could_fit)), default=0)
    whole = sum(begins[unit] for unit in bits(could_fit))
    return foresight.lost(side, gone_so_far, whole, could_fit.bit_count())


def _losses(
    condition: Condition, frame: Frame, forces: Forces
) -> Callable[[Position], tuple[Fraction, Fraction]]:
    """A function of a state: what is lost of some units, and what they began with."""
    arguments, known = condition.arguments, in_scenario(frame)
    selectors = Selectors(frame, forces)
    chosen, value = selectors.anywhere(arguments["of"]), str(arguments["value"])
    shown = [
        [Fraction(value_shown(selectors, unit, step, value)) for step in range(steps)]
        for unit, steps in enumerate(forces.steps)
    ]
    # Whole numbers add up many times faster than fractions; most values are whole.
    parts = lcm(*(value.denominator for steps in shown for value in steps))
    printed = [[int(value * parts) for value in steps] for steps in shown]
    begins = [steps[gone] for steps, gone in zip(printed, steps_missing(frame), strict=True)]

    def measure(state: Position) -> tuple[Fraction, Fraction]:
        gone = began = 0
        for unit in bits(chosen(state) & known):
            is_out = state.eliminated >> unit & 1
            began += begins[unit]
            gone += max(0, begins[unit] - (0 if is_out else printed[unit][state.lost[unit]]))
        return Fraction(gone, parts), Fraction(began, parts)

    return measure


def lost_in_words(condition: Condition, names: Mapping[str, str]) -> str:
    """``at least 1/2 of the attack of (foot, red) is lost``, or ``of Red``."""
    return f"{how_many(condition, names)} of the {one_lost(condition, names)} is lost"


def one_lost(condition: Condition, names: Mapping[str, str]) -> str:
    """What is lost: ``attack of (foot, red)``, or ``of Red``."""
    arguments = condition.arguments
    keys = dict(arguments["of"].said())
    sides = [in_prose(names[side]) for side in keys.get("side", ()) if side in names]
    whose = sides[0] if len(keys) == len(sides) == 1 else f"({selected(arguments['of'], names)})"
    return f"{in_words(str(arguments['value']))} of {whose}"


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
