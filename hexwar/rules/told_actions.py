"""Actions in sentences, with the names of units and places and without the way to these."""

from __future__ import annotations

from hexwar.definition.grammar import Plural, does
from hexwar.engine.action import Action
from hexwar.engine.notation import verbs
from hexwar.engine.state import Position
from hexwar.engine.task import offered
from hexwar.rules.language.wording import every, places_named
from hexwar.rules.movement.section import Movement


def action_in_words(action: Action, state: Position) -> str:
    """What is done, as its choice reads; for a verb without a line of its own, by which units and
    where.
    """
    verb, units = verbs()[action.verb], every(action.units)
    if verb.label or verb.points_at not in ("goal", "target"):
        return offered(state, action).label
    who, game = Plural(units) if len(action.units) > 1 else units, state.resolved
    deed = does(who, f"{action.verb}s")
    if verb.points_at == "target":
        return f"{deed} {every(places_named(game, action.hexes))}"
    modes = game[Movement].modes
    way = modes[action.name].title.lower() if action.name in modes else action.name
    return f"{deed} to {every(places_named(game, action.hexes[-1:]))}{way and f', {way}'}"
