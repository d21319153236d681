"""What a unit does in reaction, and what those do that it fires at.

A unit that reacts chooses between firing at one of its foes, moving in a way of its own, and
letting it be. Who is fired at may fire back, unit by unit, if the game has return fire. Both are
the same choice (`OneActs`), between other targets.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from hexwar.engine.action import Action
from hexwar.engine.decision import Decision
from hexwar.engine.state import Position
from hexwar.engine.task import Task
from hexwar.engine.violation import Violation
from hexwar.rules.fire.groups import Group, as_action
from hexwar.rules.movement.course import Course
from hexwar.rules.movement.modes import ModeRules, WayToMove
from hexwar.rules.reactions.memory import left
from hexwar.rules.reactions.rules import ReactionRules

PASS = Action("pass")


class OneActs(Task):
    """The choice of what one unit does: fire at one of some cells, move, or ``pass``."""

    __slots__ = ()
    is_offer = True

    @abstractmethod
    def unit_now(self, state: Position) -> int:
        """The unit."""

    @abstractmethod
    def targets(self, state: Position) -> list[int]:
        """The cells at which it may fire."""

    def ways(self, state: Position) -> list[WayToMove]:
        """The ways in which it may move."""
        return []

    def groups(self, state: Position) -> list[Group]:
        """The groups with which it may fire that are listed."""
        return []

    @abstractmethod
    def fires(self, state: Position, cell: int, others: tuple[int, ...]) -> None:
        """It fires, perhaps with others."""

    def moves(self, state: Position, action: Action) -> None:
        """It moves."""

    def why_not_together(self, state: Position, action: Action) -> Violation | None:
        """Why others may not fire with it."""
        name = state.frame.unit_ids[self.unit_now(state)]
        return state.rules[ReactionRules].refuse(state, "act", f"{name} fires alone.")

    @abstractmethod
    def passes(self, state: Position) -> None:
        """It does nothing."""

    @abstractmethod
    def why_not_fire(self, state: Position, action: Action) -> Violation | None:
        """Why it may not fire at a cell that is none of its targets."""

    def side(self, state: Position) -> int:
        """The unit's side."""
        return state.frame.unit_side[self.unit_now(state)]

    def actions(self, state: Position) -> Iterator[Action]:
        """Fires, of groups too, moves in each way, ``pass``."""
        unit, number = self.unit_now(state), state.frame.board.number
        for cell in self.targets(state):
            yield Action("fire", (state.frame.unit_ids[unit],), (number[cell],))
        for group in self.groups(state):
            yield as_action(state, group)
        for way in self.ways(state):
            yield from state.rules[ModeRules].moves(unit, way)
        yield PASS

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why the unit may not do this."""
        if action == PASS:
            return None
        unit = self.unit_now(state)
        if action.verb not in ("fire", "move") or not action.hexes:
            return state.out_of_turn(action)
        rules, name = state.rules[ReactionRules], state.frame.unit_ids[unit]
        if action.units[0] != name or (action.units[1:] and action.verb != "fire"):
            return rules.refuse(state, "act", f"{name} acts now.")
        if action.verb == "fire":
            return self._explain_fire(state, action)
        if action.name not in [way.mode for way in self.ways(state)]:
            return rules.refuse(state, "act", f"{name} does not move so in reaction now.")
        return state.rules[ModeRules].explain(state, unit, action.hexes, action.name)

    def _explain_fire(self, state: Position, action: Action) -> Violation | None:
        cells = self.targets(state)
        there = state.frame.board.cell[action.hexes[0]] in cells
        if there and action.units[1:]:
            return self.why_not_together(state, action)
        if there:
            return None
        return self.why_not_fire(state, action)

    def sample(self, state: Position, random: Random) -> Action:
        """A kind of action first, then where."""
        names, board = (state.frame.unit_ids[self.unit_now(state)],), state.frame.board
        targets, ways = self.targets(state), self.ways(state)
        # Each fire, each way and doing nothing are as likely: the hexes of a way are many.
        drawn = int(random.random() * (len(targets) + len(ways) + 1))
        if drawn < len(targets):
            return Action("fire", names, (board.number[targets[drawn]],))
        if drawn - len(targets) < len(ways):
            way = ways[drawn - len(targets)]
            return Action("move", names, (board.number[board.draw(way.goals, random)],), way.mode)
        return PASS

    def perform(self, state: Position, action: Action) -> None:
        """Fire, move, or do nothing."""
        if action.verb == "fire":
            others = tuple([state.frame.unit_index[name] for name in action.units[1:]])
            self.fires(state, state.frame.board.cell[action.hexes[0]], others)
        elif action.verb == "move":
            self.moves(state, action)
        else:
            self.passes(state)


@dataclass(slots=True)
class Act(OneActs):
    """A unit acts in reaction: it fires at one of its ``foes`` or, if it ``may_move``, moves.

    ``barred`` are the ways of moving for which it failed its check.
    """

    kind = "reaction"
    unit: int
    foes: tuple[int, ...]
    may_move: bool
    barred: tuple[str, ...] = ()

    def without(self, units: int) -> Act:
        """The same at none of these units (a mask)."""
        return replace(self, foes=left(self.foes, units))

    def unit_now(self, state: Position) -> int:
        """The unit that reacts."""
        return self.unit

    def targets(self, state: Position) -> list[int]:
        """The cells of its foes, as far as it may fire at them."""
        return state.rules[ReactionRules].cells(state, self.unit, self.foes)

    def ways(self, state: Position) -> list[WayToMove]:
        """Unless it only joined the exchange, or has moved in reaction already."""
        if not self.may_move:
            return []
        return state.rules[ReactionRules].ways(state, self.unit, self.barred)

    def groups(self, state: Position) -> list[Group]:
        """With others that could react to the same unit."""
        return state.rules[ReactionRules].groups(state, self.unit, self.foes)

    def why_not_together(self, state: Position, action: Action) -> Violation | None:
        """Only units that could react to the same unit fire with it."""
        rules, index = state.rules[ReactionRules], state.frame.unit_index
        units = tuple([index[name] for name in action.units])
        return rules.why_not_together(state, units, self.foes[0])

    def settle(self, state: Position) -> bool:
        """What was interrupted is lost: a unit that can do nothing any more is passed over."""
        rules = state.rules[ReactionRules]
        if rules.could(state, self.unit, self.foes, moves=self.may_move):
            return True
        state.agenda.pop()
        return False

    def decision(self, state: Position) -> Decision:
        """What the unit does."""
        ids = state.frame.unit_ids
        name = ids[self.unit]
        verbs = ["fire"] * bool(self.targets(state)) + ["move"] * bool(self.ways(state))
        return self.asks(
            state,
            f"{name} reacts: {', '.join(verbs)} or pass.",
            units=(name,),
            hexes=state.rules[ReactionRules].places(state, self.foes, self.side(state)),
            may_decline=True,
        )

    def why_not_fire(self, state: Position, action: Action) -> Violation | None:
        """It fires at those only to whom it reacts; at them, as fires go."""
        ids, rules, side = state.frame.unit_ids, state.rules[ReactionRules], self.side(state)
        unseen = state.hidden(side)
        for foe in self.foes:
            if action.hexes == (state.position(ids[foe]),) and not unseen >> foe & 1:
                return rules.why_not_fire(state, self.unit, foe)
        foes = " or ".join(rules.known(state, self.foes, side))
        text = f"{ids[self.unit]} fires in reaction at {foes} only."
        return rules.refuse(state, "act", text)

    def fires(self, state: Position, cell: int, others: tuple[int, ...]) -> None:
        """Fire, and let those fired at fire back if the game says so."""
        rules = state.rules[ReactionRules]
        state.agenda.pop()
        # Who fires with it has had its try, too.
        for other in others:
            rules.tries(state, other)
        for unit in (self.unit, *others):
            rules.acts(state, unit, moves=False)
        # Those who only joined on the side of who acts are not fired back at.
        acting_side = state.frame.unit_side[self.unit] == state.phase_side
        if rules.of(state).return_fire == "allowed" and not acting_side:
            fired_at = tuple(rules.fired_at(state, self.unit, cell))
            # Below the fire, as the agenda is settled from its top: the fire comes first.
            state.agenda.append(ReturnFire(fired_at, self.unit))
        rules.fire(state, (self.unit, *others), cell)

    def moves(self, state: Position, action: Action) -> None:
        """Move, unless the check for this way fails."""
        modes, unit = state.rules[ModeRules], self.unit
        ahead = modes.cells(state, unit, action.hexes, action.name)
        if not modes.begins(state, unit, action.name):
            # It may still fire, or move in another way: only this one is closed to it now.
            state.agenda[-1] = replace(self, barred=(*self.barred, action.name))
            return
        state.agenda.pop()
        state.rules[ReactionRules].acts(state, unit, moves=True)
        state.agenda.append(Course(unit, ahead, (state.cells[unit],), safe=True))

    def passes(self, state: Position) -> None:
        """Do nothing."""
        state.agenda.pop()


@dataclass(slots=True)
class ReturnFire(OneActs):
    """Units that were fired at may fire back at ``firer``, one after the other."""

    kind = "return_fire"
    units: tuple[int, ...]
    firer: int

    def unit_now(self, state: Position) -> int:
        """The first of them."""
        return self.units[0]

    def targets(self, state: Position) -> list[int]:
        """The cell of the unit that fired."""
        return [state.cells[self.firer]]

    def settle(self, state: Position) -> bool:
        """Leave out who cannot fire back."""
        rules = state.rules[ReactionRules]
        left = tuple(
            unit for unit in self.units if rules.why_not_fire_back(state, unit, self.firer) is None
        )
        if not left:
            state.agenda.pop()
            return False
        # Changed, and not waited for yet: the kernel settles the shorter task next.
        if left != self.units:
            state.agenda[-1] = replace(self, units=left)
            return False
        return True

    def decision(self, state: Position) -> Decision:
        """Whether the unit fires back."""
        ids = state.frame.unit_ids
        name = ids[self.units[0]]
        return self.asks(
            state,
            f"{name} was fired at by {ids[self.firer]}: fire back, or pass.",
            units=(name,),
            hexes=tuple(filter(None, (state.position(ids[self.firer]),))),
            may_decline=True,
        )

    def why_not_fire(self, state: Position, action: Action) -> Violation | None:
        """It fires back at who fired."""
        ids = state.frame.unit_ids
        text = f"{ids[self.units[0]]} fires back at {ids[self.firer]} only."
        return state.rules[ReactionRules].refuse(state, "return_fire", text)

    def _next(self, state: Position) -> None:
        """The others come after it."""
        state.agenda.pop()
        if self.units[1:]:
            state.agenda.append(replace(self, units=self.units[1:]))

    def fires(self, state: Position, cell: int, others: tuple[int, ...]) -> None:
        """Fire back."""
        self._next(state)
        state.rules[ReactionRules].fire(state, self.units[:1], cell)

    def passes(self, state: Position) -> None:
        """Do not fire back."""
        self._next(state)
