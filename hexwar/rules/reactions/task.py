"""Reactions: their verbs, what stands on the agenda for them, when they come, and what they are
worth to who chooses.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hexwar.engine.action import Action
from hexwar.engine.notation import BARE, UNIT, Verb
from hexwar.engine.queries import UnderWay
from hexwar.engine.state import Position
from hexwar.rules.fire.rules import FireRules
from hexwar.rules.language.roles import in_role
from hexwar.rules.language.selectors import Fitting, Key, Selectors, Words
from hexwar.rules.movement.course import Course
from hexwar.rules.reactions.acts import Act, ReturnFire
from hexwar.rules.reactions.chances import Chances
from hexwar.rules.reactions.exchange import ContestRoll, ExchangeTurns, Mishap
from hexwar.rules.reactions.memory import NOBODY, REACTED, UNDER_WAY
from hexwar.rules.reactions.overwatch import PhaseOfOverwatch
from hexwar.rules.reactions.rules import ReactionRules
from hexwar.rules.reactions.unseen import Unseen, forget
from hexwar.rules.reactions.windows import AfterAction, Joining, TakingPart, Window
from hexwar.rules.units.rules import mask_of

LITTLE = 0.01
"""To give up what the unit could still do in its own time costs more than nothing."""


def taking_part(state: Position, side: int, action: Action) -> float:
    """The best fire that taking part may lead to; letting it go on is worth nothing."""
    task = state.agenda[-1]
    if not action.units:
        # Letting one moment go by keeps the others open: better than to decline them all, by
        # little.
        return -LITTLE / 10 if action.verb == "decline" else 0.0
    foes: tuple[int, ...] = ()
    if isinstance(task, Window):
        foes = (task.actor,)
    elif isinstance(task, Joining):
        foes = task.reactors
    unit = state.frame.unit_index[action.units[0]]
    cells = state.rules[ReactionRules].cells(state, unit, foes)
    fire = state.rules.find(FireRules)
    if fire is None:
        return -LITTLE
    return max((fire.worth(state, unit, cell) for cell in cells), default=-LITTLE)


def acting(state: Position, side: int, action: Action) -> float:
    """A fire by what it takes; a move in reaction gives up the move in the unit's own time."""
    fire = state.rules.find(FireRules)
    if action.verb != "fire" or fire is None:
        return 0.0 if action.verb == "pass" else -LITTLE
    units = tuple([state.frame.unit_index[name] for name in action.units])
    return fire.worth_together(state, units, state.frame.board.cell[action.hexes[0]])


def _begins(rules: ReactionRules, state: Position, unit: int, cell: int) -> None:
    if rules.begins(state, unit, cell):
        state.agenda.append(AfterAction())


def _interrupts(rules: ReactionRules, state: Position, unit: int, cell: int) -> None:
    if rules.may_open(state, unit, cell):
        state.agenda.append(Window(unit, cell))


# -- selectors -----------------------------------------------------------------------------------


def _role(what: str, selectors: Selectors, side: int) -> Fitting:
    if what in _IN_BATTLE:
        return lambda state: in_role(state, what)

    def playing(state: Position) -> int:
        if what in _ASKED and (asked := in_role(state, what)):
            return asked
        now = state.memory[UNDER_WAY]
        if what == "actor":
            return 0 if now.actor == NOBODY else 1 << now.actor
        if what == "roller":
            return 0 if now.roller == NOBODY else selectors.forces.mask_of_side[now.roller]
        side = NOBODY if now.actor == NOBODY else selectors.forces.side[now.actor]
        others = [
            unit for unit in state.standing(now.target) if selectors.forces.side[unit] != side
        ]
        return mask_of(others)

    return playing


_ROLES = {
    "actor": "the unit that acts",
    "target": "who is fired at",
    "roller": "of the side that rolled the 1",
    "attacker": "who attacks",
    "defender": "who defends",
}
_IN_BATTLE = ("attacker", "defender")
_ASKED = ("actor", "target")
"""Roles in a roll on a table, beside those in reactions."""


def _role_in_words(what: str, words: Words) -> str:
    return _ROLES[what]


# -- labels --------------------------------------------------------------------------------------


def _says(text: str) -> Callable[[Action, Position], str]:
    return lambda action, state: text.format(*action.units)


def _under_way(state: Position) -> UnderWay | None:
    actor, target = state.memory[UNDER_WAY].actor, state.memory[UNDER_WAY].target
    if actor == NOBODY or not any(isinstance(task, AfterAction) for task in state.agenda):
        return None
    ways = (task.way for task in state.agenda if isinstance(task, Course) and task.unit == actor)
    number = state.frame.board.number
    path = tuple(number[cell] for cell in next(ways, (state.cells[actor],)) if cell)
    return UnderWay(state.frame.unit_ids[actor], path, number[target] if target else "")


def _may_react(state: Position) -> tuple[str, ...]:
    task = state.agenda[-1] if state.agenda else None
    able = task.able_of_all(state) if isinstance(task, TakingPart) else ()
    return tuple(state.frame.unit_ids[unit] for unit in able)


def _contest(state: Position, units: Sequence[int]) -> dict[str, Chances] | None:
    rules = state.rules.find(ReactionRules)
    if rules is None:
        return None
    chances = rules.chances(state, units)
    return {state.frame.unit_ids[unit]: chances[unit] for unit in units}


VERBS = {
    "react": Verb(UNIT, "unit", _says("{0} tries to react"), does="let a unit react"),
    "join": Verb(UNIT, "unit", _says("{0} joins in"), does="let a unit join an exchange"),
    "first": Verb(UNIT, "unit", _says("{0} acts first"), does="of equal dice, who acts first"),
    "overwatch": Verb(UNIT, "unit", _says("{0} goes on overwatch"), does="put a unit on overwatch"),
    "decline": Verb(
        BARE, label=_says("Let the whole action go on"), ends=True, does="do not react any more"
    ),
}
PHASES = {"overwatch": PhaseOfOverwatch}
TASKS = {
    "reaction_window": Window,
    "joining": Joining,
    "contest": ContestRoll,
    "mishap": Mishap,
    "exchange": ExchangeTurns,
    "reaction": Act,
    "return_fire": ReturnFire,
    "unseen_reaction": Unseen,
    "after_action": AfterAction,
}
SLOTS = (UNDER_WAY, REACTED)
WORTH = {
    "reaction_window": taking_part,
    "joining": taking_part,
    "reaction": acting,
    "return_fire": acting,
}


def _forgets(rules: ReactionRules, state: Position, side: int, units: int) -> None:
    forget(state, units)


HOOKS = {
    "action_begins": (ReactionRules, _begins),
    "interrupts": (ReactionRules, _interrupts),
    "forgets": (ReactionRules, _forgets),
}
SELECTS = {"role": Key(_role, _role_in_words)}
ANSWERS = {"under_way": _under_way, "may_react": _may_react, "contest": _contest}
