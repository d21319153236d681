"""The moments at which units may react: who tries, and who joins against them.

First the side that does not act (each in turn, if there are several) names units that try to react,
then the acting side those that join against them. Without a contest, or from an ambush, a unit acts
as soon as it is named. Closing a window concerns this moment; declining, the rest of the action.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, replace

from hexwar.engine.action import Action
from hexwar.engine.decision import Decision
from hexwar.engine.state import Position
from hexwar.engine.task import AutomaticTask, Task
from hexwar.engine.violation import Violation
from hexwar.rules.language.wording import every
from hexwar.rules.reactions.acts import Act
from hexwar.rules.reactions.exchange import ContestRoll, ExchangeTurns
from hexwar.rules.reactions.memory import NOBODY, UNDER_WAY, left
from hexwar.rules.reactions.rules import ReactionRules

DONE, DECLINE = Action("done"), Action("decline")


class TakingPart(Task):
    """The choice of units that take part in an exchange, one by one: a verb, or ``done``."""

    __slots__ = ()
    is_offer = True
    verb: str
    others: tuple[Action, ...]
    done_says = "Let it go on"

    @abstractmethod
    def able(self, state: Position) -> list[int]:
        """The units that may."""

    def able_of_all(self, state: Position) -> list[int]:
        """Those of every side that is asked, or will be."""
        return self.able(state)

    @abstractmethod
    def takes_part(self, state: Position, unit: int) -> None:
        """A unit does."""

    @abstractmethod
    def closes(self, state: Position, action: Action) -> None:
        """Nobody else does."""

    @abstractmethod
    def why_not(self, state: Position, unit: int) -> Violation | None:
        """Why a unit that is not able to may not."""

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

    def without(self, units: int) -> Window:
        """The moment without these units (a mask)."""
        return replace(self, reactors=left(self.reactors, units))

    def _asked(self, state: Position) -> tuple[int, list[int]]:
        """The side that is asked now, and its units that may react; ``NOBODY`` is asked."""
        # Four methods ask this for each decision; a window is replaced, not changed, so that what
        # it is made of is the key.
        key = ("window", self.actor, self.reactors, self.passed)
        asked: tuple[int, list[int]] | None = state.near.get(key)
        if asked is None:
            asked = state.near[key] = self._find(state)
        return asked

    def _find(self, state: Position) -> tuple[int, list[int]]:
        rules = state.rules[ReactionRules]
        if state.cells[self.actor]:
            for side in range(len(state.frame.side_ids)):
                if not self.passed >> side & 1 and rules.is_asked(state, side, self.actor):
                    return side, rules.able(state, side, self.actor)
        return NOBODY, []

    def settle(self, state: Position) -> bool:
        """When nobody is left who may react, those who try to meet who joins against them."""
        if self._asked(state)[0] != NOBODY:
            return True
        state.agenda.pop()
        if self.reactors:
            state.agenda.append(Joining(self.actor, self.target, self.reactors))
        return False

    def side(self, state: Position) -> int:
        """The side that is asked."""
        return self._asked(state)[0]

    def able(self, state: Position) -> list[int]:
        """Its units that may react."""
        return self._asked(state)[1]

    def able_of_all(self, state: Position) -> list[int]:
        """Of each side that has not let it go on."""
        rules, sides = state.rules[ReactionRules], range(len(state.frame.side_ids))
        asked = [side for side in sides if not self.passed >> side & 1]
        return [unit for side in asked for unit in rules.able(state, side, self.actor)]

    def why_not(self, state: Position, unit: int) -> Violation | None:
        """Why a unit may not react."""
        name, who = state.frame.unit_ids[unit], state.frame.unit_ids[self.actor]
        rules = state.rules[ReactionRules]
        if state.frame.unit_side[unit] != self.side(state):
            return rules.refuse(state, "who", f"{name} belongs to the other side.")
        if not state.cells[unit]:
            return rules.refuse(state, "who", f"{name} is not on the map.")
        if state.memory[UNDER_WAY].tried >> unit & 1:
            return rules.refuse(state, "each", f"{name} has already tried to react to {who}.")
        forbidden = state.forbidden(unit, "react")
        if forbidden is not None:
            return forbidden
        return rules.refuse(state, "who", f"{name} may not react to {who} now.")

    def decision(self, state: Position) -> Decision:
        """Who may react to whom."""
        side, able = self._asked(state)
        ids, number = state.frame.unit_ids, state.frame.board.number
        sides, here = state.frame.unit_side, number[state.cells[self.actor]]
        what = f"moves in {here}"
        if self.target:
            # The side asked sees its own units; which others lie there need not be known to it.
            own = [ids[unit] for unit in state.standing(self.target) if sides[unit] == side]
            what = f"fires at {f'{every(own)} in ' if own else ''}{number[self.target]}"
        return self.asks(
            state,
            f"{ids[self.actor]} {what}: react, or let it go on.",
            units=tuple(ids[unit] for unit in able),
            hexes=(here,),
            may_decline=True,
        )

    def takes_part(self, state: Position, unit: int) -> None:
        """A unit tries to react; without a contest, and from an ambush, it acts at once."""
        rules = state.rules[ReactionRules]
        rules.tries(state, unit)
        # Who springs an ambush throws no dice for it, and does not move.
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
    """Units on the side of who acts may join in against those who try to react."""

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
        """When nobody is left who may join, the dice decide."""
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
        """Who may join against whom."""
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
    """When an action is over, those act who came too late to interrupt it."""

    kind = "after_action"

    def settle(self, state: Position) -> bool:
        """Let them act in the order of their dice."""
        state.agenda.pop()
        now = state.memory[UNDER_WAY]
        if now.late:
            state.remember(UNDER_WAY, now._replace(late=()))
            state.agenda.append(ExchangeTurns(NOBODY, now.late))
        return False
