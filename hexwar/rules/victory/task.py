"""The ends at which somebody may have won, and the result that brings the end about."""

from __future__ import annotations

from hexwar.definition.model import Effect
from hexwar.engine.state import Position
from hexwar.engine.task import Task
from hexwar.rules.language.programs import Parties
from hexwar.rules.language.wording import Names
from hexwar.rules.victory.rules import ENDED, Ended, VictoryRules


def _end(state: Position, parties: Parties, effect: Effect) -> Task | None:
    if effect.said == "turn":
        state.remember(ENDED, Ended(turn=1))
        state.tell("turn_ends", "", "The turn ends with this phase.")
        return None
    for hook in state.rules.hooks.game_ends:
        hook(state)
    return None


def _end_in_words(effect: Effect, names: Names) -> str:
    return "the turn ends" if effect.said == "turn" else "the game ends"


HOOKS = {
    "follows": (VictoryRules, VictoryRules.follows),
    "phase_closed": (VictoryRules, VictoryRules.phase_closed),
    "turn_ends": (VictoryRules, VictoryRules.turn_ends),
    "game_ends": (VictoryRules, VictoryRules.game_ends),
}
SLOTS = (ENDED,)
RESULTS = {"end": _end}
MEANINGS = {"end": _end_in_words}
