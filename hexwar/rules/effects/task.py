"""When effects are judged, what they lay over the game, and the condition ``effect``.

An effect is a patch that is in force while a condition holds, or in phases that name it. Here
stands what conditions say of effects, what is foreseen of them, and which of them may lie over the
game together, so that only such games are made as can be.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hexwar.definition.grammar import is_clause
from hexwar.definition.model import Condition, ResolvedGame
from hexwar.definition.tree import MappingNode
from hexwar.engine.frame import Frame
from hexwar.engine.queries import Recorded
from hexwar.engine.registry import Patching
from hexwar.engine.state import Position
from hexwar.rules.effects.rules import BEGUN, EffectRules, concerns
from hexwar.rules.effects.section import Effects, InPlay
from hexwar.rules.language.conditions import Measure
from hexwar.rules.language.foresight import Ahead, Foreseen, Foresight, Prospect
from hexwar.rules.language.telling import as_it_stands
from hexwar.rules.language.wording import called, every
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.units.rules import Forces


def _effect(condition: Condition, frame: Frame, forces: Forces) -> Measure:
    name = str(condition.arguments["effect"])
    return lambda state: int(name in state.effects)


def _prospect(asked: Condition, foresight: Foresight) -> Prospect:
    """Whether an effect will be in force: if it lasts, or if that comes about which brings it."""
    name = str(asked.arguments["effect"])
    effect = foresight.frame.resolved[Effects].effects[name]
    if effect.condition is None:
        return Prospect(lambda state, ahead: (float(name in state.effects), 0.0))
    comes, lasts = foresight.chance(effect.condition), effect.lasts == "game"

    def foresee(state: Position, ahead: Ahead) -> Foreseen:
        chance = 1.0 if lasts and name in state.effects else comes(state, ahead)
        return chance, chance * (1 - chance)

    return Prospect(foresee)


def _in_words(condition: Condition, names: Mapping[str, str]) -> str:
    title = called(names, "effect", str(condition.arguments["effect"]))
    return title if is_clause(title) else f"{title} is in force"


def _standing(condition: Condition, state: Position, names: Mapping[str, str]) -> str:
    """When an effect will be in force that is not, and how far that is."""
    name = str(condition.arguments["effect"])
    needs = state.resolved[Effects].effects[name].condition
    if name in state.effects or needs is None:
        return ""
    return f"not yet; it will be when {as_it_stands(needs, state, names, ', {}'.format)}"


def _patches(game: ResolvedGame) -> dict[str, MappingNode]:
    return {effect.id: effect.patch for effect in game[Effects].effects.values()}


def _concerns(game: ResolvedGame, name: str, phase: int) -> bool:
    effect = game[Effects].effects.get(name)
    return effect is None or concerns(effect, game[SequenceOfPlay].phases[phase])


def _together(game: ResolvedGame, one: str, other: str) -> bool:
    """Not if a marker would have to stand in two places."""
    effects = game[Effects].effects
    if one not in effects or other not in effects:
        return True
    if effects[one].judged != effects[other].judged:
        return True  # the marker may have moved between
    first, second = dict(_stands(effects[one])), dict(_stands(effects[other]))
    return all(second.get(track, place) == place for track, place in first.items())


def _stands(effect: InPlay) -> Iterator[tuple[object, object]]:
    """Tracks, and where they stand for sure while an effect is in force."""
    if effect.lasts != "while" or effect.condition is None:
        return
    asked = [effect.condition]
    if effect.condition.kind == "all":
        asked = list(effect.condition.of)
    for part in asked:
        if part.kind == "track" and "is" in part.arguments:
            yield part.arguments["track"], part.arguments["is"]


def _records(state: Position) -> Iterator[Recorded]:
    rules = state.rules.find(EffectRules)
    effects = rules.in_force(state) if rules else []
    if effects:
        titles = every(effect.title for effect in effects)
        notes = tuple(f"{effect.title}: {effect.told}" for effect in effects)
        yield Recorded("in_force", "In force", titles, titles, notes)


TITLES = {"effect": lambda game: game[Effects].effects}
SLOTS = (BEGUN,)
HOOKS = {"effects": (EffectRules, EffectRules.judge)}
STANDINGS = {"effect": _standing}
MEASURES = {"effect": _effect}
PROSPECTS = {"effect": _prospect}
WORDINGS = {"effect": _in_words}
RECORDS = (_records,)
PATCHES = (Patching(effects=_patches, concerns=_concerns, together=_together),)
