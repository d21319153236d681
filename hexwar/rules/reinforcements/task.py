"""When reinforcements become available, and that they enter in movement phases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import cast

from hexwar.definition.model import Condition, Effect, ResolvedGame
from hexwar.engine.action import Action
from hexwar.engine.frame import Frame
from hexwar.engine.notation import GOING, NAMED, Verb
from hexwar.engine.state import Position
from hexwar.rules.language.conditions import Measure
from hexwar.rules.language.programs import Parties
from hexwar.rules.language.wording import Names, called, every
from hexwar.rules.movement.task import MovementPhase
from hexwar.rules.reinforcements.groups import ARRIVALS, DRAWN, ENTERING
from hexwar.rules.reinforcements.rules import ReinforcementRules
from hexwar.rules.reinforcements.section import Reinforcements
from hexwar.rules.units.rules import Forces
from hexwar.rules.units.section import Units


def _enter(action: Action, state: Position) -> str:
    return f"{every(action.units)} enters in {action.hexes[-1]}"


def _declare(action: Action, state: Position) -> str:
    group = state.resolved[Reinforcements].groups.get(action.name)
    return f"Declare {group.title if group else action.name}"


def _arrived(condition: Condition, frame: Frame, forces: Forces) -> Measure:
    name = str(condition.arguments["arrived"])
    return lambda state: int(state.rules[ReinforcementRules].arrived(state, name))


def _arrived_in_words(condition: Condition, names: Mapping[str, str]) -> str:
    return f"{called(names, 'group', str(condition.arguments['arrived']))} has arrived"


def _bring(state: Position, parties: Parties, effect: Effect) -> None:
    state.rules[ReinforcementRules].bring(state, cast(str, effect.said))


def _brought_in_words(effect: Effect, names: Names) -> str:
    return f"{called(names, 'group', cast(str, effect.said))} may enter"


def _some_wait(game: ResolvedGame) -> bool:
    """Whether units may come onto the map, by a group or by any other rule."""
    waiting = game[Units].counters.keys() - game.scenario.opening.keys()
    return bool(waiting or game[Reinforcements].groups)


def _amounts(game: ResolvedGame) -> Iterator[Fraction | int | None]:
    return (group.entry.cost for group in game[Reinforcements].groups.values())


# -- what can be asked ---------------------------------------------------------------------------


def _waiting(state: Position, side: int) -> tuple[str, ...]:
    return state.names_of(state.rules[ReinforcementRules].waiting(state), side)


def _may_enter(state: Position, side: int) -> int:
    groups, came = state.rules[ReinforcementRules].groups, state.memory[ARRIVALS].groups
    return sum(more for group, _, more in came if groups[group].side == side)


def _must_enter(state: Position, side: int) -> tuple[str, ...]:
    now = not state.is_over and isinstance(state.agenda[-1], MovementPhase)
    owed = state.rules[ReinforcementRules].must_enter(state) if now else 0
    return state.names_of(owed, side)


def _left_waiting(state: Position, action: Action) -> tuple[str, ...]:
    if state.is_over or not isinstance(state.agenda[-1], MovementPhase):
        return ()
    if not state.frame.unit_index.keys() >= set(action.units):
        return ()
    return state.names_of(state.rules[ReinforcementRules].left_behind(state, action))


VERBS = {
    "enter": Verb(GOING, "goal", _enter, needs=_some_wait),
    "declare": Verb(
        NAMED,
        label=_declare,
        needs=lambda game: any(group.is_declared for group in game[Reinforcements].groups.values()),
    ),
}
TITLES = {"group": lambda game: game[Reinforcements].groups}
SLOTS = (ARRIVALS, DRAWN, ENTERING)
HOOKS = {
    "to_come": (ReinforcementRules, ReinforcementRules.to_come),
    "could_have_come": (ReinforcementRules, ReinforcementRules.free_to_enter),
    "forgets": (ReinforcementRules, ReinforcementRules.expect),
    "phase_begins": (ReinforcementRules, ReinforcementRules.phase_begins),
    "phase_closing": (ReinforcementRules, ReinforcementRules.phase_ends),
}
CONTRIBUTIONS = {"movement": (ReinforcementRules,)}
RESULTS = {"enter": _bring}
MEANINGS = {"enter": _brought_in_words}
MEASURES = {"arrived": _arrived}
WORDINGS = {"arrived": _arrived_in_words}
ANSWERS = {
    "waiting": _waiting,
    "may_enter": _may_enter,
    "must_enter": _must_enter,
    "left_waiting": _left_waiting,
}
AMOUNTS = (_amounts,)
