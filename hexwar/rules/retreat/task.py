"""The verb ``retreat`` of results, and what sections and players are told of retreats.

A result asks so many hexes of the units that it means; here they become parties, by stack where
stacks may retreat together, and it is settled who chooses their ways.
"""

from __future__ import annotations

from hexwar.definition.model import Effect, ResolvedGame
from hexwar.engine.action import Action
from hexwar.engine.notation import GOING, NUMBERED, UNIT, Verb, where
from hexwar.engine.state import NOBODY, Position
from hexwar.engine.task import Task
from hexwar.rules.language.branches import resulting
from hexwar.rules.language.forecast import Forecast
from hexwar.rules.language.programs import Parties, meant, only_in_words, whom
from hexwar.rules.language.selectors import Fitting, Key, Selectors
from hexwar.rules.language.wording import Names, either, every, several
from hexwar.rules.retreat import before
from hexwar.rules.retreat.pending import PendingRetreat
from hexwar.rules.retreat.rules import Party, RetreatRules
from hexwar.rules.retreat.section import Retreat
from hexwar.rules.units.rules import mask_of


def _retreat(state: Position, parties: Parties, effect: Effect) -> Task | None:
    """The retreat that a step of a result asks of its units, stack by stack or one by one."""
    units, enemy = meant(state, parties, effect.who, effect.only)
    if not units:
        return None
    rules = state.rules[RetreatRules]
    owner = state.frame.unit_side[units[0]]
    groups: dict[int, list[int]] = {}
    for unit in units:
        # A negative key for a unit by itself, as it is no cell.
        groups.setdefault(state.cells[unit] if rules.stacks else ~unit, []).append(unit)
    owed = tuple(
        Party(tuple(group), state.cells[group[0]], effect.hexes) for group in groups.values()
    )
    by = rules.section.by
    who_moves = by.attacker if effect.who == "attacker" else by.defender
    chooser = owner if who_moves == "owner" or enemy == NOBODY else enemy
    return PendingRetreat(owed, effect.hexes, chooser, effect.who if rules.convertible else "")


def _forecast(forecast: Forecast, state: Position, task: PendingRetreat) -> None:
    """Each unit once: when it is asked again, after the others, there is nothing new."""
    ids, before = state.frame.unit_ids, forecast.before
    hexes: dict[int, list[str]] = {}
    for action in task.actions(state):
        if len(action.units) == 1:
            hexes.setdefault(ids.index(action.units[0]), []).append(action.hexes[0])
    for unit, to in hexes.items():
        losers = forecast.losers.get(unit, ())
        if unit not in forecast.retreating and losers:
            where = f" to {either(to)}" if len({before[u] for u in losers}) == 1 else ""
            forecast.sentences.append(
                f"Who is left of {every(forecast.names(losers))} retreats{where}."
            )
        elif unit not in forecast.retreating:
            forecast.sentences.append(f"{ids[unit]} retreats to {either(to)}.")
            forecast.retreats[ids[unit]] = tuple(to)
        forecast.retreating.update({unit, *losers})


def _line(action: Action, state: Position) -> str:
    plural = "" if len(action.units) > 1 else "s"
    return f"{every(action.units)} retreat{plural} to {action.hexes[-1]}"


def _hold_line(action: Action, state: Position) -> str:
    if action.name == "1":
        return "Lose 1 step, retreat 1 hex less"
    return f"Lose {action.name} steps, retreat {action.name} hexes less"


def _in_words(effect: Effect, names: Names) -> str:
    hexes = several(effect.hexes, "hex")
    return f"{whom(effect.who)}{only_in_words(effect)} retreats {hexes}"


def _can_retreat(hexes: int, selectors: Selectors, side: int) -> Fitting:
    def now(state: Position) -> int:
        rules, cells = state.rules[RetreatRules], state.cells
        return mask_of(u for u, cell in enumerate(cells) if cell and rules.can(state, u, hexes))

    return now


def _can_retreat_in_words(hexes: int, words: object) -> str:
    return f"able to retreat {several(hexes, 'hex')}"


SELECTS = {"can_retreat": Key(_can_retreat, _can_retreat_in_words)}
_leaves = where(Retreat, lambda retreat: retreat.before_combat)
_results = resulting("retreat")


def _has_retreats(game: ResolvedGame) -> bool:
    return _leaves(game) or _results(game)


VERBS = {
    "retreat": Verb(GOING, "goal", _line, needs=_has_retreats),
    "hold": Verb(
        NUMBERED,
        label=_hold_line,
        needs=where(Retreat, lambda retreat: retreat.convertible == "allowed"),
    ),
    before.EVADE: Verb(
        UNIT,
        "unit",
        before.leave_line,
        does="let a unit retreat before combat",
        needs=_leaves,
    ),
}
TASKS = {"retreat": PendingRetreat, "before_combat": before.Leaving}
RESULTS = {"retreat": _retreat}
MEANINGS = {"retreat": _in_words}
FORECASTS = {"retreat": _forecast}
WORTH = {"before_combat": before.worth_of_leaving}
BATTLE_STAGES = {"leave": (before.BeforeCombatRules, before.BeforeCombatRules.ask)}
