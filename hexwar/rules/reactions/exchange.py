"""The contest of an exchange, and the order in which its units act.

One die for each unit that takes part (`ContestRoll`). Reactors below the least face fail, perhaps
for the turn; all others act from the highest die down (`ExchangeTurns`). When it is the turn of the
unit whose action was interrupted, the action goes on; whoever comes later waits for its end, and
acts then (`windows.AfterAction`). A die that shows a 1 may bring a mishap first.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from hexwar.engine.action import Action
from hexwar.engine.decision import Decision
from hexwar.engine.state import Position
from hexwar.engine.task import AutomaticTask, Task
from hexwar.engine.violation import Violation
from hexwar.rules.reactions.acts import Act
from hexwar.rules.reactions.memory import NOBODY, UNDER_WAY, Entry, left
from hexwar.rules.reactions.rules import HIDDEN, ReactionRules, Rolled
from hexwar.rules.reactions.section import ENDS_REACTIONS
from hexwar.rules.tables.rules import TableRules
from hexwar.rules.tables.task import TableResult
from hexwar.rules.units.rules import mask_of


@dataclass(slots=True)
class ContestRoll(AutomaticTask):
    """The dice of an exchange: of the unit that acts, of those who react, of those who join."""

    kind = "contest"
    actor: int
    reactors: tuple[int, ...]
    joined: tuple[int, ...]

    def settle(self, state: Position) -> bool:
        """Roll one die for each; those who reach the least face act, the highest first."""
        state.agenda.pop()
        rules = state.rules[ReactionRules]
        contest = rules.of(state).contest
        least = contest.success if contest is not None else 0
        units = (self.actor, *self.reactors, *self.joined)
        rolled = rules.roll(state, units)
        if state.events is not None:
            self._tell(state, rolled)
        failed = [unit for unit in self.reactors if rolled[unit].score < least]
        if contest is not None and contest.below_success == ENDS_REACTIONS:
            rules.ends(state, mask_of(failed))
        score = rolled[self.actor].score
        # It acts in any case: with a die too low, below all scores and so last.
        entries: list[Entry] = [(self.actor, score if score >= least else NOBODY)]
        for unit in (*self.reactors, *self.joined):
            foes = (self.actor,) if unit in self.reactors else self.reactors
            if rolled[unit].score >= least:
                entries.append((unit, rolled[unit].score, *foes))
        state.agenda.append(ExchangeTurns(self.actor, tuple(entries)))
        # On top of the exchange: what befalls them comes before anybody acts. The last put down is
        # the first to be settled.
        for unit in reversed(units):
            if rolled[unit].face == 1 and contest is not None and contest.on_one:
                state.agenda.append(Mishap(state.frame.unit_side[unit]))
        return False

    def without(self, units: int) -> ContestRoll:
        """The contest without these units (a mask)."""
        return replace(self, reactors=left(self.reactors, units), joined=left(self.joined, units))

    def _tell(self, state: Position, rolled: dict[int, Rolled]) -> None:
        ids, rules = state.frame.unit_ids, state.rules[ReactionRules]
        scores = {unit: f"{ids[unit]} {die}" for unit, die in rolled.items()}
        secret = rules.hiding(state)
        known = [text for unit, text in scores.items() if not secret >> unit & 1]
        unseen = [*known, *[HIDDEN] * (len(scores) - len(known))]
        state.tell(
            "contest",
            rules.of(state).cite.get("contest", ""),
            f"Who acts first: {', '.join(scores.values())}.",
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
        now = state.memory[UNDER_WAY]
        state.remember(UNDER_WAY, now._replace(roller=self.roller))
        contest = state.rules[ReactionRules].of(state).contest
        if contest is not None:
            code = state.rules[TableRules].roll_on(state, contest.on_one, 0, 0)
            state.agenda.append(TableResult(code, table=contest.on_one))
        return False


@dataclass(slots=True)
class ExchangeTurns(Task):
    """The units of an exchange that have yet to act, each with its die and its foes.

    ``actor`` is the unit whose action was interrupted: when its turn comes the action goes on, and
    the rest act after it. ``NOBODY``: the action is over.
    """

    kind = "exchange"
    actor: int
    entries: tuple[Entry, ...]

    def without(self, units: int) -> ExchangeTurns:
        """The exchange without these units (a mask)."""
        kept = (entry for entry in self.entries if not units >> entry[0] & 1)
        entries = tuple((*entry[:2], *left(entry[2:], units)) for entry in kept)
        return replace(self, entries=entries)

    def _first(self, state: Position) -> list[Entry]:
        """Who comes first; several of one side if its owner has to say which."""
        top = max(entry[1] for entry in self.entries)
        equal = [entry for entry in self.entries if entry[1] == top]
        owner = state.frame.unit_side
        rules = state.rules[ReactionRules]
        sides = {owner[entry[0]] for entry in equal}
        side = rules.comes_first(state, sides)
        mine = [entry for entry in equal if owner[entry[0]] == side]
        # Who can do nothing is not asked for; the unit whose action it is goes on with it at least.
        able = [entry for entry in mine if entry[0] == self.actor or self._could(state, entry)]
        return able or mine[:1]

    def _could(self, state: Position, entry: Entry) -> bool:
        rules, unit = state.rules[ReactionRules], entry[0]
        # Who acts has its move in its own time, and so have those who join it.
        moves = state.frame.unit_side[unit] != state.phase_side
        return rules.could(state, unit, entry[2:], moves=moves)

    def settle(self, state: Position) -> bool:
        """Let the first act; whoever comes after the action waits for its end."""
        if not self.entries:
            state.agenda.pop()
            return False
        first = self._first(state)
        if len(first) > 1:
            return True
        self._next(state, first[0])
        return False

    def _next(self, state: Position, entry: Entry) -> None:
        state.agenda.pop()
        rest = tuple(other for other in self.entries if other != entry)
        if entry[0] == self.actor:
            now = state.memory[UNDER_WAY]
            # Its action goes on below this task; the rest wait for `AfterAction`.
            state.remember(UNDER_WAY, now._replace(late=(*now.late, *rest)))
            return
        if rest:
            state.agenda.append(ExchangeTurns(self.actor, rest))
        moves = state.frame.unit_side[entry[0]] != state.phase_side
        state.agenda.append(Act(entry[0], entry[2:], may_move=moves))

    def side(self, state: Position) -> int:
        """The side whose equal dice are to be put in order."""
        return state.frame.unit_side[self._first(state)[0][0]]

    def decision(self, state: Position) -> Decision:
        """Which of several with equal dice comes first."""
        names = tuple(state.frame.unit_ids[entry[0]] for entry in self._first(state))
        return self.asks(
            state,
            "Equal dice: which unit acts first?",
            units=names,
            hexes=tuple(filter(None, map(state.position, names))),
        )

    def actions(self, state: Position) -> Iterator[Action]:
        """One for each unit."""
        for entry in self._first(state):
            yield Action("first", (state.frame.unit_ids[entry[0]],))

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why a unit does not come first."""
        if action.verb != "first":
            return state.out_of_turn(action)
        if action in list(self.actions(state)):
            return None
        text = f"{action.units[0]} is none of those whose dice are equal."
        return state.rules[ReactionRules].refuse(state, "contest", text)

    def perform(self, state: Position, action: Action) -> None:
        """It comes first."""
        unit = state.frame.unit_index[action.units[0]]
        self._next(state, next(entry for entry in self._first(state) if entry[0] == unit))
