"""What a unit does in reaction, and what those do that it fires at.

A unit that reacts chooses between firing at one of its foes, moving in a way of its own, and
letting it be. Units fired at may fire back, unit by unit, if the game has return fire. Both are
the same choice (`OneActs`), between other targets.

Below it is decided whose turn it is: the dice of the exchange (`ContestRoll`), a mishap that a 1
may bring (`Mishap`), and then one unit after the other (`ExchangeTurns`), each by an `Act`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from hexwar.engine.action import PASS, Action, Decision
from hexwar.engine.state import Position
from hexwar.engine.task import AutomaticTask, Task
from hexwar.engine.violation import Violation
from hexwar.rules.fire.task import Group, as_action, fire_at
from hexwar.rules.language.programs import Nobody
from hexwar.rules.language.wording import either
from hexwar.rules.movement.modes import ModeRules, WayToMove
from hexwar.rules.movement.moves import Course
from hexwar.rules.reactions.rules import (
    HIDDEN,
    UNDER_WAY,
    Entry,
    ReactionRules,
    Rolled,
    YetToAct,
    left,
)
from hexwar.rules.reactions.section import ENDS_REACTIONS
from hexwar.rules.tables.rules import TableResult, TableRules
from hexwar.rules.units.rules import mask_of


class OneActs(Task):
    """The choice of what one unit does: fire at one of some cells, move, or ``pass``."""

    __slots__ = ()
    is_offer = True

    @abstractmethod
    def unit_now(self, state: Position) -> int:
        """The unit that is asked."""

    @abstractmethod
    def targets(self, state: Position) -> list[int]:
        """The cells at which the unit may fire."""

    def ways(self, state: Position) -> list[WayToMove]:
        """The ways in which the unit may move."""
        return []

    def groups(self, state: Position) -> list[Group]:
        """The groups with which the unit may fire, as far as they are listed."""
        return []

    @abstractmethod
    def fires(self, state: Position, cell: int, others: tuple[int, ...]) -> None:
        """Let the unit fire at a cell, with the others if there are any."""

    def moves(self, state: Position, action: Action) -> None:
        """Let the unit move."""

    def why_not_together(self, state: Position, action: Action) -> Violation | None:
        """Why others may not fire with the unit."""
        name = state.frame.unit_ids[self.unit_now(state)]
        return state.rules[ReactionRules].refuse(state, "act", f"{name} fires alone.")

    @abstractmethod
    def passes(self, state: Position) -> None:
        """Go on after the unit has passed."""

    @abstractmethod
    def why_not_fire(self, state: Position, action: Action) -> Violation | None:
        """Why the unit may not fire at a cell that is none of its targets."""

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
        for choice in self.ways(state):
            yield from state.rules[ModeRules].moves(unit, choice)
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
            if state.frame.board.cell[action.hexes[0]] not in self.targets(state):
                return self.why_not_fire(state, action)
            return self.why_not_together(state, action) if action.units[1:] else None
        if action.name not in [choice.mode for choice in self.ways(state)]:
            return rules.refuse(state, "act", f"{name} does not move so in reaction now.")
        return state.rules[ModeRules].explain(state, unit, action.hexes, action.name)

    def sample(self, state: Position, random: Random) -> Action:
        """A kind of action first, then where; fires of groups are not drawn."""
        names, board = (state.frame.unit_ids[self.unit_now(state)],), state.frame.board
        targets, ways = self.targets(state), self.ways(state)
        # Each fire, each way and doing nothing are as likely: the hexes of a way are many, and
        # would leave little to the rest if each counted by itself.
        drawn = int(random.random() * (len(targets) + len(ways) + 1))
        if drawn < len(targets):
            return Action("fire", names, (board.number[targets[drawn]],))
        if drawn - len(targets) < len(ways):
            choice = ways[drawn - len(targets)]
            return Action(
                "move", names, (board.number[board.draw(choice.goals, random)],), choice.mode
            )
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
        """The choice without these units (a mask) among the foes."""
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
        """What was interrupted is lost: a unit that can no longer do anything is passed over."""
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
        """Why the unit may not fire there: it fires only at the units that it reacts to, and at
        them as the rules of fire let it.
        """
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
        # A unit that fires with it has had its try, too.
        for other in others:
            rules.tries(state, other)
        for unit in (self.unit, *others):
            rules.acts(state, unit, moves=False)
        # Units that only joined on the acting side are not fired back at.
        acting_side = state.frame.unit_side[self.unit] == state.phase_side
        if rules.of(state).return_fire == "allowed" and not acting_side:
            fired_at = tuple(rules.fired_at(state, self.unit, cell))
            # Below the fire, as the agenda is settled from its top: the fire comes first.
            state.agenda.append(ReturnFire(fired_at, self.unit))
        fire_at(state, (self.unit, *others), cell)

    def moves(self, state: Position, action: Action) -> None:
        """Move, unless the check for this way fails."""
        modes, unit = state.rules[ModeRules], self.unit
        # Before it begins: that may mark it with a state, and states may change what is cheapest.
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
        """Leave out units that cannot fire back."""
        rules = state.rules[ReactionRules]
        able = tuple(
            unit for unit in self.units if rules.why_not_fire_back(state, unit, self.firer) is None
        )
        if not able:
            state.agenda.pop()
            return False
        # Changed, and not waited for yet: the kernel settles the shorter task next.
        if able != self.units:
            state.agenda[-1] = replace(self, units=able)
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
        """Why the unit may not fire there: it fires back only at the unit that fired."""
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
        fire_at(state, self.units[:1], cell)

    def passes(self, state: Position) -> None:
        """Do not fire back."""
        self._next(state)


# The contest of an exchange, and the order in which its units act.
#
# One die for each unit that takes part (`ContestRoll`). Reactors below the least face fail, perhaps
# for the turn; all others act from the highest die down (`ExchangeTurns`). When it is the turn of
# the unit whose action was interrupted, the action goes on; units that come later wait for its end,
# and act then (`task.AfterAction`). A die that shows a 1 may bring a mishap first.


@dataclass(slots=True)
class ContestRoll(AutomaticTask):
    """The dice of an exchange: of the unit that acts, of those that react, of those that join."""

    kind = "contest"
    actor: int
    reactors: tuple[int, ...]
    joined: tuple[int, ...]

    def settle(self, state: Position) -> bool:
        """Roll one die for each; those that reach the least face act, the highest first."""
        state.agenda.pop()
        rules = state.rules[ReactionRules]
        contest = rules.of(state).contest
        least = contest.success if contest is not None else 0
        units = (self.actor, *self.reactors, *self.joined)
        rolled = rules.roll(state, units)
        failed = [unit for unit in self.reactors if rolled[unit].score < least]
        score = rolled[self.actor].score
        # It acts in any case: with a die too low its score is less than all others, and it acts
        # last.
        waiting = [YetToAct(self.actor, score if score >= least else -1)]
        for unit in (*self.reactors, *self.joined):
            foes = (self.actor,) if unit in self.reactors else self.reactors
            if rolled[unit].score >= least:
                waiting.append(YetToAct(unit, rolled[unit].score, foes))
        turns = ExchangeTurns(self.actor, tuple(unit_waiting.entry for unit_waiting in waiting))
        if state.events is not None:
            self._tell(state, rolled, turns.foremost(state))
        if contest is not None and contest.below_success == ENDS_REACTIONS:
            rules.ends(state, mask_of(failed))
        state.agenda.append(turns)
        # On top of the exchange: what befalls them comes before anybody acts. The last put down is
        # the first to be settled.
        for unit in reversed(units):
            if rolled[unit].face == 1 and contest is not None and contest.on_one:
                state.agenda.append(Mishap(state.frame.unit_side[unit]))
        return False

    def without(self, units: int) -> ContestRoll:
        """The contest without these units (a mask)."""
        return replace(self, reactors=left(self.reactors, units), joined=left(self.joined, units))

    def _tell(self, state: Position, rolled: dict[int, Rolled], foremost: list[YetToAct]) -> None:
        """Note the event of the dice and who comes first by them; to a side a unit hidden from it
        is no more than a die, and then it is left open whose is the highest.
        """
        ids, rules = state.frame.unit_ids, state.rules[ReactionRules]
        scores = {unit: f"{ids[unit]} {die}" for unit, die in rolled.items()}
        secret = rules.hiding(state)
        known_scores = [text for unit, text in scores.items() if not secret >> unit & 1]
        first = f"{either(ids[unit_waiting.unit] for unit_waiting in foremost)} acts first."
        unseen = [*known_scores, *[HIDDEN] * (len(scores) - len(known_scores))]
        state.tell(
            "contest",
            rules.of(state).cite.get("contest", ""),
            f"Who acts first: {', '.join(scores.values())}. {first}",
            unit=ids[self.actor],
            units=tuple(ids[unit] for unit in rolled),
            dice=tuple(die.face for die in rolled.values()),
            unseen=f"Who acts first: {', '.join(unseen)}.",
        )


@dataclass(slots=True)
class Mishap(AutomaticTask):
    """A die of a contest has shown a 1: a table says what comes of it for ``roller``'s side."""

    kind = "mishap"
    roller: int

    def settle(self, state: Position) -> bool:
        """Roll on the table, and carry its result out."""
        state.agenda.pop()
        under_way = state.memory[UNDER_WAY]
        # A result that names the side that rolled looks it up here.
        state.remember(UNDER_WAY, under_way._replace(roller=self.roller))
        contest = state.rules[ReactionRules].of(state).contest
        if contest is not None:
            code = state.rules[TableRules].roll_on(
                state, contest.on_one, number=0, added=0, parties=Nobody()
            )
            state.agenda.append(TableResult(code, table=contest.on_one))
        return False


@dataclass(slots=True)
class ExchangeTurns(Task):
    """The units of an exchange that have yet to act, each with its die and its foes.

    ``actor`` is the unit whose action was interrupted: when its turn comes the action goes on, and
    the rest act after it. It is ``NOBODY`` once the action is over, and all act here.
    """

    kind = "exchange"
    actor: int
    entries: tuple[Entry, ...]

    def without(self, units: int) -> ExchangeTurns:
        """The exchange without these units (a mask)."""
        other_entries = (
            unit_waiting._replace(foes=left(unit_waiting.foes, units))
            for unit_waiting in map(YetToAct.of, self.entries)
            if not units >> unit_waiting.unit & 1
        )
        return replace(self, entries=tuple(unit_waiting.entry for unit_waiting in other_entries))

    def foremost(self, state: Position) -> list[YetToAct]:
        """The unit with the highest die; several of one side if they are equal."""
        waiting = list(map(YetToAct.of, self.entries))
        top = max(unit_waiting.score for unit_waiting in waiting)
        equal = [unit_waiting for unit_waiting in waiting if unit_waiting.score == top]
        owner, rules = state.frame.unit_side, state.rules[ReactionRules]
        side = rules.comes_first(state, {owner[unit_waiting.unit] for unit_waiting in equal})
        return [unit_waiting for unit_waiting in equal if owner[unit_waiting.unit] == side]

    def _first(self, state: Position) -> list[YetToAct]:
        """The unit that comes first; several of one side if its owner has to say which."""
        rules, mine = state.rules[ReactionRules], self.foremost(state)
        # The acting unit has its move in its own time, and so have those that join it.
        moves = state.frame.unit_side[mine[0].unit] != state.phase_side
        # Units that can do nothing are not offered; the one whose action it is goes on at least.
        able = [
            unit_waiting
            for unit_waiting in mine
            if unit_waiting.unit == self.actor
            or rules.could(state, unit_waiting.unit, unit_waiting.foes, moves=moves)
        ]
        return able or mine[:1]

    def settle(self, state: Position) -> bool:
        """Let the first act; units that come after the action wait for its end."""
        if not self.entries:
            state.agenda.pop()
            return False
        first = self._first(state)
        if len(first) > 1:
            return True
        self._next(state, first[0])
        return False

    def _next(self, state: Position, first: YetToAct) -> None:
        """Let the first of those that have still to act do so; the rest wait for their turn."""
        state.agenda.pop()
        other_entries = tuple(other for other in self.entries if other != first.entry)
        if first.unit == self.actor:
            under_way = state.memory[UNDER_WAY]
            # Its action goes on below this task; the rest wait for `AfterAction`.
            state.remember(UNDER_WAY, under_way._replace(late=(*under_way.late, *other_entries)))
            return
        if other_entries:
            state.agenda.append(ExchangeTurns(self.actor, other_entries))
        moves = state.frame.unit_side[first.unit] != state.phase_side
        state.agenda.append(Act(first.unit, first.foes, may_move=moves))

    def side(self, state: Position) -> int:
        """The side whose equal dice are to be put in order."""
        return state.frame.unit_side[self._first(state)[0].unit]

    def decision(self, state: Position) -> Decision:
        """Which of several with equal dice comes first."""
        names = tuple(
            state.frame.unit_ids[unit_waiting.unit] for unit_waiting in self._first(state)
        )
        return self.asks(
            state,
            "Equal dice: which unit acts first?",
            units=names,
            hexes=tuple(filter(None, map(state.position, names))),
        )

    def actions(self, state: Position) -> Iterator[Action]:
        """One for each unit."""
        for unit_waiting in self._first(state):
            yield Action("first", (state.frame.unit_ids[unit_waiting.unit],))

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why a unit does not come first."""
        if action.verb != "first":
            return state.out_of_turn(action)
        if action in list(self.actions(state)):
            return None
        text = f"{action.units[0]} is none of those whose dice are equal."
        return state.rules[ReactionRules].refuse(state, "contest", text)

    def perform(self, state: Position, action: Action) -> None:
        """Let the unit that is named come first."""
        unit = state.frame.unit_index[action.units[0]]
        self._next(
            state,
            next(unit_waiting for unit_waiting in self._first(state) if unit_waiting.unit == unit),
        )
