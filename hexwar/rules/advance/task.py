"""The verb ``advance`` of result programs, and the offer it makes."""

from __future__ import annotations

from hexwar.definition.model import Effect
from hexwar.engine.action import Action
from hexwar.engine.notation import GOING_ON, Verb
from hexwar.engine.state import Position
from hexwar.engine.task import Task
from hexwar.rules.advance.rules import AdvanceOffered, AdvanceRules
from hexwar.rules.language.branches import resulting
from hexwar.rules.language.cases import Cases
from hexwar.rules.language.forecast import Forecast
from hexwar.rules.language.programs import Parties
from hexwar.rules.language.selectors import selected
from hexwar.rules.language.wording import Names, either, every, several


def _advance(state: Position, parties: Parties, effect: Effect) -> Task | None:
    attacking = effect.who == "attacker"
    units = parties.attackers if attacking else parties.defenders
    hexes = parties.hexes if attacking else parties.origins
    side, must = state.frame.unit_side[units[0]], parties.overrun and attacking
    return state.rules[AdvanceRules].offer(state, side, hexes, units, effect, must=must)


def _forecast(forecast: Forecast, state: Position, task: AdvanceOffered) -> None:
    losers = forecast.losers.get(task.units[0], ())
    who = either(forecast.names(task.units))
    if losers:
        who = f"One left of {every(forecast.names(losers))}"
    vacated = either([state.frame.board.number[cell] for cell in task.targets])
    forecast.sentences.append(f"{who} may advance into {vacated}.")


def _line(action: Action, state: Position) -> str:
    plural = "" if len(action.units) > 1 else "s"
    where = f" to {action.hexes[-1]}" if action.hexes else ""
    return f"{every(action.units)} advance{plural}{where}"


def _in_words(effect: Effect, names: Names) -> str:
    count = "any number of units" if effect.count is None else several(effect.count, "unit")
    if effect.who == "defender":
        count += " of the defender"
    further = "" if effect.hexes == 1 else f" up to {effect.hexes} hexes"
    if isinstance(effect.said, Cases):  # how far hangs on the unit
        far = [
            several(case.value, "hex") + (f" ({selected(case.only, names)})" if case.only else "")
            for case in effect.said.of
        ]
        if effect.said.rest is not None:
            far.append(f"otherwise {several(effect.said.rest, 'hex')}")
        further = f" up to {', '.join(far)}"
    return f"{count} may advance{further}"


VERBS = {"advance": Verb(GOING_ON, "goal", _line, needs=resulting("advance"))}
TASKS = {"advance": AdvanceOffered}
RESULTS = {"advance": _advance}
MEANINGS = {"advance": _in_words}
FORECASTS = {"advance": _forecast}
