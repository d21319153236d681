"""Reactions: when units may break into what another unit does, and which of them take part.

Whenever a unit has entered a hex, or is about to fire, a :class:`Window` opens: each side that does
not act names, in turn, the units that try to react. ``done`` closes the window for this moment,
``decline`` for the rest of the action. Then the acting side names units that join against them
(:class:`Joining`), and the dice decide who acts first (``acts.ContestRoll``). In a game without
such a contest, and from an ambush, a unit acts as soon as it is named. :class:`AfterAction` waits
below all this for those whose dice came too late.

After these three tasks: what a side's copy of the game holds in place of units that it does not
know (:class:`Unseen`); what taking part is worth to a computer player; the words for selectors;
what players are told; the table of what the package brings.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from hexwar.engine.action import DONE, PASS, Action, Decision
from hexwar.engine.notation import BARE, UNIT, Verb
from hexwar.engine.queries import UnderWay
from hexwar.engine.state import NOBODY, Position
from hexwar.engine.task import AutomaticTask, Task
from hexwar.engine.violation import Violation
from hexwar.rules.fire.rules import FireRules
from hexwar.rules.language.programs import in_role
from hexwar.rules.language.selectors import Fitting, Key, Selectors, Words
from hexwar.rules.language.wording import every
from hexwar.rules.movement.moves import Course
from hexwar.rules.reactions.acts import Act, ContestRoll, ExchangeTurns, Mishap, ReturnFire
from hexwar.rules.reactions.contest import Chances
from hexwar.rules.reactions.overwatch import PhaseOfOverwatch
from hexwar.rules.reactions.rules import (
    REACTED,
    UNDER_WAY,
    ReactionRules,
    left,
)
from hexwar.rules.units.rules import mask_of

DECLINE = Action("decline")


class TakingPart(Task):
    """The choice of units that take part in an exchange, one by one: a verb, or ``done``."""

    __slots__ = ()
    is_offer = True
    verb: str
    others: tuple[Action, ...]  # what may be done besides naming a unit: ``done``, ``decline``

    @property
    def done_says(self) -> str:
        """What it means that nobody else takes part."""
        return "Let it go on"

    @abstractmethod
    def able(self, state: Position) -> list[int]:
        """The units that may take part now."""

    def able_of_all(self, state: Position) -> list[int]:
        """The units that may take part, of every side that is asked now or later."""
        return self.able(state)

    @abstractmethod
    def takes_part(self, state: Position, unit: int) -> None:
        """Note that a unit takes part."""

    @abstractmethod
    def closes(self, state: Position, action: Action) -> None:
        """End the choice: nobody else takes part."""

    @abstractmethod
    def why_not(self, state: Position, unit: int) -> Violation | None:
        """Why a unit that is not among those who may take part is not."""

    def actions(self, state: Position) -> Iterator[Action]:
        """Unit by unit; then what ends it."""
        for unit in self.able(state):
            yield Action(self.verb, (state.frame.unit_ids[unit],))
        yield from self.others

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why a unit may not take part."""
        if action in self.others:
            return None
        if action.verb != self.verb:
            return state.out_of_turn(action)
        unit = state.frame.unit_index[action.units[0]]
        return None if unit in self.able(state) else self.why_not(state, unit)

    def perform(self, state: Position, action: Action) -> None:
        """A unit takes part, or nobody else does."""
        if action.verb == self.verb:
            self.takes_part(state, state.frame.unit_index[action.units[0]])
        else:
            self.closes(state, action)


@dataclass(slots=True)
class Window(TakingPart):
    """Units may react to a unit that has entered a hex, or is about to fire at the cell ``target``.

    ``reactors`` try to; the sides of the mask ``passed`` let it go on.
    """

    kind = "reaction_window"
    verb = "react"
    others = (DONE, DECLINE)
    actor: int
    target: int
    reactors: tuple[int, ...] = ()
    passed: int = 0

    @property
    def done_says(self) -> str:
        """Where units have been named, that they react and no others, not that all is let go."""
        if self.reactors:
            return "Nobody else reacts"
        return "Let this go on; ask again at its next step"

    def without(self, units: int) -> Window:
        """The moment without these units (a mask)."""
        return replace(self, reactors=left(self.reactors, units))

    def _side_asked(self, state: Position) -> tuple[int, list[int]]:
        """The side that is asked now, and its units that may react; ``NOBODY`` is asked."""
        # Four methods ask this for each decision; a window is replaced, not changed, so that what
        # it is made of is the key.
        key = ("window", self.actor, self.reactors, self.passed)
        asked: tuple[int, list[int]] | None = state.near.get(key)
        if asked is None:
            asked, rules = (NOBODY, []), state.rules[ReactionRules]
            # A unit that has been shot on the way, or has left the map, draws no more reactions.
            if state.cells[self.actor]:
                for side in range(len(state.frame.side_ids)):
                    if not self.passed >> side & 1 and rules.is_asked(state, side, self.actor):
                        asked = side, rules.able(state, side, self.actor)
                        break
            state.near[key] = asked
        return asked

    def settle(self, state: Position) -> bool:
        """When no unit is left that may react, those that try meet those that join against them."""
        if self._side_asked(state)[0] != NOBODY:
            return True
        state.agenda.pop()
        if self.reactors:
            state.agenda.append(Joining(self.actor, self.target, self.reactors))
        return False

    def side(self, state: Position) -> int:
        """The side that is asked."""
        return self._side_asked(state)[0]

    def able(self, state: Position) -> list[int]:
        """Its units that may react."""
        return self._side_asked(state)[1]

    def able_of_all(self, state: Position) -> list[int]:
        """Of each side that has not let it go on."""
        rules, sides = state.rules[ReactionRules], range(len(state.frame.side_ids))
        asked = [side for side in sides if not self.passed >> side & 1]
        return [unit for side in asked for unit in rules.able(state, side, self.actor)]

    def why_not(self, state: Position, unit: int) -> Violation | None:
        """Why a unit may not react."""
        name, actor = state.frame.unit_ids[unit], state.frame.unit_ids[self.actor]
        rules = state.rules[ReactionRules]
        if state.frame.unit_side[unit] != self.side(state):
            return rules.refuse(state, "who", f"{name} belongs to the other side.")
        if not state.cells[unit]:
            return rules.refuse(state, "who", f"{name} is not on the map.")
        if state.memory[UNDER_WAY].tried >> unit & 1:
            return rules.refuse(state, "each", f"{name} has already tried to react to {actor}.")
        forbidden = state.forbidden(unit, "react")
        if forbidden is not None:
            return forbidden
        return rules.refuse(state, "who", f"{name} may not react to {actor} now.")

    def decision(self, state: Position) -> Decision:
        """Which units may react, and to which."""
        side, able = self._side_asked(state)
        ids, number = state.frame.unit_ids, state.frame.board.number
        sides, here = state.frame.unit_side, number[state.cells[self.actor]]
        deed = f"moves in {here}"
        if self.target:
            # The side asked sees its own units; which others lie there need not be known to it.
            own = [ids[unit] for unit in state.standing(self.target) if sides[unit] == side]
            deed = f"fires at {f'{every(own)} in ' if own else ''}{number[self.target]}"
        # For units that try no die is rolled before all have been asked.
        mine = [ids[unit] for unit in self.reactors if sides[unit] == side]
        react = f"{every(mine)} will try. React with more" if mine else "react"
        return self.asks(
            state,
            f"{ids[self.actor]} {deed}: {react}, or let it go on.",
            units=tuple(ids[unit] for unit in able),
            hexes=(here,),
            may_decline=True,
        )

    def takes_part(self, state: Position, unit: int) -> None:
        """A unit tries to react; without a contest, and from an ambush, it acts at once."""
        rules = state.rules[ReactionRules]
        rules.tries(state, unit)
        # A unit that springs an ambush throws no dice for it, and does not move.
        surprise = any(hook(state, unit, False) for hook in state.rules.hooks.surprises)
        if surprise or rules.of(state).contest is None:
            state.agenda.append(Act(unit, (self.actor,), may_move=not surprise))
        else:
            state.agenda[-1] = replace(self, reactors=(*self.reactors, unit))

    def closes(self, state: Position, action: Action) -> None:
        """The side lets it go on: this, or all the rest of the action."""
        side = self.side(state)
        if action == DECLINE:
            state.rules[ReactionRules].declines(state, side)
        state.agenda[-1] = replace(self, passed=self.passed | 1 << side)


@dataclass(slots=True)
class Joining(TakingPart):
    """Units on the acting side may join in against those that try to react."""

    kind = "joining"
    verb = "join"
    others = (DONE,)
    actor: int
    target: int
    reactors: tuple[int, ...]
    joined: tuple[int, ...] = ()

    def without(self, units: int) -> Joining:
        """The moment without these units (a mask)."""
        return replace(self, reactors=left(self.reactors, units), joined=left(self.joined, units))

    def settle(self, state: Position) -> bool:
        """When no unit is left that may join, the dice decide."""
        if state.rules[ReactionRules].may_join(state, self.actor, self.reactors):
            return True
        self.closes(state, DONE)
        return False

    def side(self, state: Position) -> int:
        """That of the unit that acts."""
        return state.frame.unit_side[self.actor]

    def able(self, state: Position) -> list[int]:
        """The units that may join."""
        return state.rules[ReactionRules].joining(state, self.actor, self.reactors)

    def why_not(self, state: Position, unit: int) -> Violation | None:
        """Why a unit may not join."""
        text = f"{state.frame.unit_ids[unit]} may not join this exchange."
        return state.rules[ReactionRules].refuse(state, "join", text)

    def decision(self, state: Position) -> Decision:
        """Which units may join, and against which."""
        ids = state.frame.unit_ids
        rules = state.rules[ReactionRules]
        against = every(rules.known(state, self.reactors, self.side(state)))
        return self.asks(
            state,
            f"{against} would react to {ids[self.actor]}: join in, or let it go on.",
            units=tuple(ids[unit] for unit in self.able(state)),
            hexes=rules.places(state, self.reactors, self.side(state)),
            may_decline=True,
        )

    def takes_part(self, state: Position, unit: int) -> None:
        """A unit joins."""
        state.rules[ReactionRules].tries(state, unit)
        state.agenda[-1] = replace(self, joined=(*self.joined, unit))

    def closes(self, state: Position, action: Action) -> None:
        """Let the dice decide."""
        state.agenda.pop()
        state.agenda.append(ContestRoll(self.actor, self.reactors, self.joined))


@dataclass(slots=True)
class AfterAction(AutomaticTask):
    """When an action is over, the units act that came too late to interrupt it."""

    kind = "after_action"

    def settle(self, state: Position) -> bool:
        """Let them act in the order of their dice."""
        state.agenda.pop()
        action = state.memory[UNDER_WAY]
        if action.late:
            state.remember(UNDER_WAY, action._replace(late=()))
            state.agenda.append(ExchangeTurns(NOBODY, action.late))
        return False


# Reactions of units that hide, in a copy for a side that does not know of them.


@dataclass(slots=True)
class Unseen(Task):
    """A unit that this copy does not know reacts; all that can be done here is to let it."""

    kind = "unseen_reaction"
    owner: int

    def settle(self, state: Position) -> bool:
        """Wait: only the owner of the unit can say what it does."""
        return True

    def side(self, state: Position) -> int:
        """The side of the unit."""
        return self.owner

    def decision(self, state: Position) -> Decision:
        """Nothing is known of it."""
        return self.asks(state, "A hidden unit reacts.", units=(), may_decline=True)

    def actions(self, state: Position) -> Iterator[Action]:
        """Only ``pass``, which lets the action go on."""
        yield PASS

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Nothing else is known."""
        return None if action == PASS else state.out_of_turn(action)

    def perform(self, state: Position, action: Action) -> None:
        """Go on."""
        state.agenda.pop()


def forget(state: Position, units: int) -> None:
    """In a copy for a side, no unit that it does not know (a mask) waits to react."""
    owners = state.frame.unit_side
    for place, task in enumerate(state.agenda):
        if isinstance(task, Act) and units >> task.unit & 1:
            state.agenda[place] = Unseen(owners[task.unit])
        elif isinstance(task, ExchangeTurns):
            known = task.without(units)
            # The game waits for somebody here: a copy that went on would have left the game behind.
            empty = task.entries and not known.entries and task is state.agenda[-1]
            state.agenda[place] = Unseen(owners[task.entries[0][0]]) if empty else known
        elif isinstance(task, (Act, Window, Joining, ContestRoll)):
            state.agenda[place] = task.without(units)


COST_OF_REACTING = 0.01
"""A unit that reacts gives up what it could still do in its own time: more than nothing."""
COST_OF_DECLINING = COST_OF_REACTING / 10
"""To decline closes the moments to come as well: a little worse than to let this one go by."""


def taking_part(state: Position, side: int, action: Action) -> float:
    """The best fire that taking part may lead to; letting it go on is worth nothing."""
    task = state.agenda[-1]
    if not action.units:
        return -COST_OF_DECLINING if action.verb == "decline" else 0.0
    foes: tuple[int, ...] = ()
    if isinstance(task, Window):
        foes = (task.actor,)
    elif isinstance(task, Joining):
        foes = task.reactors
    unit = state.frame.unit_index[action.units[0]]
    cells = state.rules[ReactionRules].cells(state, unit, foes)
    fire = state.rules.find(FireRules)
    worth = [fire.worth(state, unit, cell) for cell in cells] if fire is not None else []
    return max(worth, default=-COST_OF_REACTING)


def acting(state: Position, side: int, action: Action) -> float:
    """A fire by what it takes; a move in reaction gives up the move in the unit's own time."""
    fire = state.rules.find(FireRules)
    if action.verb != "fire" or fire is None:
        return 0.0 if action.verb == "pass" else -COST_OF_REACTING
    units = tuple([state.frame.unit_index[name] for name in action.units])
    return fire.worth_together(state, units, state.frame.board.cell[action.hexes[0]])


# -- selectors -----------------------------------------------------------------------------------


def _role(role: str, selectors: Selectors, side: int) -> Fitting:
    """The units that have a role, in a reaction or in what asks for it."""
    if role in _ROLES_IN_BATTLE:
        return lambda state: in_role(state, role)

    def having_it(state: Position) -> int:
        if role in _ROLES_IN_ROLLS and (rolled_for := in_role(state, role)):
            return rolled_for
        action = state.memory[UNDER_WAY]
        if role == "actor":
            return 0 if action.actor == NOBODY else 1 << action.actor
        if role == "roller":
            return 0 if action.roller == NOBODY else selectors.forces.mask_of_side[action.roller]
        # The target: those in the hex that is fired at, but for friends of the unit that fires.
        acting = NOBODY if action.actor == NOBODY else selectors.forces.side[action.actor]
        at_target = state.standing(action.target)
        return mask_of([unit for unit in at_target if selectors.forces.side[unit] != acting])

    return having_it


_ROLES = {
    "actor": "the unit that acts",
    "target": "the unit that is fired at",
    "roller": "of the side that rolled the 1",
    "attacker": "the unit that attacks",
    "defender": "the unit that defends",
}
_ROLES_IN_BATTLE = ("attacker", "defender")
_ROLES_IN_ROLLS = ("actor", "target")
"""Units have these in a roll on a table too."""


def _role_in_words(role: str, words: Words) -> str:
    return _ROLES[role]


# -- labels --------------------------------------------------------------------------------------


def _label(text: str) -> Callable[[Action, Position], str]:
    return lambda action, state: text.format(*action.units)


def _under_way(state: Position) -> UnderWay | None:
    """The action that may be interrupted, while it is; ``None`` where none is under way."""
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


def _could_react(
    state: Position, unit: int, cells: Sequence[int], target: int
) -> dict[str, tuple[str, ...]]:
    """The units that could react to one in each of these cells, as it comes there or fires."""
    rules, ids = state.rules.find(ReactionRules), state.frame.unit_ids
    exposed: dict[str, tuple[str, ...]] = {}
    if rules is None or not rules.opens(state, target):
        return exposed
    for cell in cells:
        twin = state.clone("foreseen")
        twin.events = None
        twin.place(unit, cell)
        rules.begins(twin, unit, target)
        sides = range(len(state.frame.side_ids))
        able = [ids[reactor] for side in sides for reactor in rules.able(twin, side, unit)]
        if able:
            exposed[state.frame.board.number[cell]] = tuple(able)
    return exposed


def _contest(state: Position, units: Sequence[int]) -> dict[str, Chances] | None:
    rules = state.rules.find(ReactionRules)
    if rules is None:
        return None
    chances = rules.chances(state, units)
    return {state.frame.unit_ids[unit]: chances[unit] for unit in units}


VERBS = {
    "react": Verb(UNIT, "unit", _label("{0} tries to react"), does="let a unit react"),
    "join": Verb(UNIT, "unit", _label("{0} joins in"), does="let a unit join an exchange"),
    "first": Verb(UNIT, "unit", _label("{0} acts first"), does="of equal dice, who acts first"),
    "overwatch": Verb(
        UNIT, "unit", _label("{0} goes on overwatch"), does="put a unit on overwatch"
    ),
    "decline": Verb(
        BARE,
        label=_label("Let the whole action go on; ask no more"),
        ends=True,
        does="do not react any more",
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


def _begins(rules: ReactionRules, state: Position, unit: int, cell: int) -> None:
    if rules.begins(state, unit, cell):
        state.agenda.append(AfterAction())


def _interrupts(rules: ReactionRules, state: Position, unit: int, cell: int) -> None:
    if rules.may_open(state, unit, cell):
        state.agenda.append(Window(unit, cell))


def _forgets(rules: ReactionRules, state: Position, side: int, units: int) -> None:
    forget(state, units)


HOOKS = {
    "action_begins": (ReactionRules, _begins),
    "interrupts": (ReactionRules, _interrupts),
    "forgets": (ReactionRules, _forgets),
}
SELECTS = {"role": Key(_role, _role_in_words)}
ANSWERS = {
    "under_way": _under_way,
    "may_react": _may_react,
    "could_react": _could_react,
    "contest": _contest,
}
