"""A movement mended: places that are left or left empty for nothing, units led out of supply.

What counts is the position when the phase ends, by what ``evaluate`` says of it: a plan is mended
where it is worth more without the fault. One fault is taken away at a time, in this order: a hex
that counts is given up, one in reach is left empty, a unit is led out of supply; what remains is
looked through again, as long as it becomes better. A plan that ends with an attack is only asked
whether a hex is given up for it. Whether the mended plan does better in the end is for the caller
to say, which compares the two.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator

from hexwar.engine import Action
from hexwar.engine.action import DONE
from hexwar.players.search.forming import Deployments, forms_here, move_of, wanted
from hexwar.players.search.plans import decides, laid_out, moment
from hexwar.players.search.sense import LEAST, expected
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.state import State
from hexwar.rules.supply.rules import SupplyRules
from hexwar.rules.units.rules import Forces
from hexwar.rules.victory.rules import HoldingRules

_UNITS_TRIED = 6
"""So many units are tried for a hex that is left empty."""

_MOST_PLAYED = 60
"""A plan is played so often at most to be mended."""


Moves = tuple[Action, ...]


class Mender:
    """Mends what a side (an index) does in a movement phase of its own, in a position as it thinks
    it to be; no more once it is time to move (``pressed``).
    """

    def __init__(
        self, thought: State, side: int, pressed: Callable[[], bool] = lambda: False
    ) -> None:
        self._thought, self._side, self._pressed = thought, side, pressed
        self._name, rules = thought.frame.side_ids[side], thought.rules
        self._wanted = wanted(rules)
        self._tracing = rules.find(SupplyRules)
        self._mine = list(rules[Forces].of_side[side])
        self._left = _MOST_PLAYED  # how often a plan may still be played

    def mended(self, actions: Moves) -> Moves:
        """The actions without what is done in them for nothing; the same where that is nothing."""
        if forms_here(self._thought) is not Deployments:
            return actions
        if DONE not in actions:
            return self._unless_given_up(actions)
        end = self._played(actions)
        while end is not None:
            better = self._better(actions, end)
            if better is None:
                break
            actions, end = better
        return actions

    def _better(self, actions: Moves, end: State) -> tuple[Moves, State] | None:
        """The actions without one fault, and where they end; ``None`` where no fault is found."""
        worth = self._worth(end)
        for faults in (self._given_up, self._left_empty, self._cut_off):
            for other, least in faults(actions, end):
                after = self._played(other)
                if after is not None and self._worth(after) > worth + least:
                    return other, after
        return None

    def _unless_given_up(self, actions: Moves) -> Moves:
        """A plan that comes to an attack, without the attack and its units' moves, if a hex that
        counts is left for it and the side can expect more where the units stay.
        """
        thought, strikes = self._thought, self._thought.frame.registry.previews
        if not actions or actions[-1].verb not in strikes:
            return actions
        *moves, strike = actions
        kept = without(moves, strike.units)
        there, instead = thought.clone(), thought.clone()
        if laid_out(there, self._side, moves) != tuple(moves):
            return actions
        laid_out(instead, self._side, kept)
        left = self._wanted & thought.occupied[self._side] & ~self._held(there)
        if not left & self._held(instead) or not decides(there, self._side):
            return actions
        hoped = expected(there, self._side, strike)
        better = hoped is not None and self._worth(instead) > hoped + LEAST
        return kept if better else actions

    def _goes_on(self) -> bool:
        """Whether a plan may be played once more."""
        return self._left > 0 and not self._pressed()

    def _worth(self, state: State) -> float:
        """The side's chance of winning in a position."""
        return state.evaluate(self._name)

    def _played(self, actions: Moves) -> State | None:
        """The end of the phase; ``None`` where dice fall before it."""
        self._left -= 1
        state, begun = self._thought.clone(), moment(self._thought)
        for action in actions:
            if state.is_over or moment(state) != begun or state.rolled != self._thought.rolled:
                break
            if state.explain(action) is None:
                state.apply(action, events=False)
        return state if moment(state) != begun or state.is_over else None

    def _held(self, state: State) -> int:
        """Mask of the hexes that the side holds, or stands in."""
        held: int = state.rules[HoldingRules].held(state, self._side)
        return held | state.occupied[self._side]

    def _given_up(self, actions: Moves, end: State) -> Iterator[tuple[Moves, float]]:
        """The units that left a hex that counts stay: everywhere, or in one such hex alone."""
        thought, frame = self._thought, self._thought.frame
        lost = self._wanted & thought.occupied[self._side] & ~self._held(end)
        gone = [
            {frame.unit_ids[u] for u in self._mine if thought.cells[u] == cell and end.cells[u]}
            for cell in frame.board.cells(lost)
        ]
        gone = [units for units in gone if units]
        # First all that were given up are kept together, where there are several; then each alone.
        for units in [set().union(*gone)] * (len(gone) > 1) + gone:
            if self._goes_on():
                yield without(actions, units), LEAST

    def _left_empty(self, actions: Moves, end: State) -> Iterator[tuple[Moves, float]]:
        """A unit that could come into an empty hex that counts goes there before all other moves:
        first the units that end in no such hex, and of these the ones that would not move at all.
        """
        board = self._thought.frame.board
        empty = self._wanted & ~self._held(end)
        for occupied in end.occupied:
            empty &= ~occupied
        if not empty:
            return
        place, start = self._unbound(actions)
        movement = start.rules[MovementRules]
        movers = {unit for action in actions[place:] for unit in action.units}
        free = [u for u in self._mine if not self._keeps(u, start)]
        # False sorts first: units that end in no hex that counts, of these the ones that stay put.
        free.sort(key=lambda u: (self._keeps(u, end), start.frame.unit_ids[u] in movers))
        reached = {u: movement.reach_mask(start, u) for u in free}
        for cell in board.cells(empty):
            able = [u for u in free if reached[u] >> cell & 1]
            for unit in able[:_UNITS_TRIED]:
                move = move_of(start.frame, unit, cell)
                if self._goes_on() and start.explain(move) is None:
                    rest = without(actions[place:], move.units)
                    yield (*actions[:place], move, *rest), LEAST

    def _unbound(self, actions: Moves) -> tuple[int, State]:
        """How many actions of a plan come first because they must (units that enter the map), and
        the position after them: there the phase may be ended, too.
        """
        start = self._thought.clone()
        for place, action in enumerate(actions):
            if start.explain(DONE) is None:
                return place, start
            if start.explain(action) is None:
                start.apply(action, events=False)
        return len(actions), start

    def _keeps(self, unit: int, state: State) -> bool:
        """Whether a unit stands in a hex that counts, and no other of its side does."""
        cell = state.cells[unit]
        together = [u for u in self._mine if state.cells[u] == cell]
        return bool(self._wanted >> cell & 1) and together == [unit]

    def _cut_off(self, actions: Moves, end: State) -> Iterator[tuple[Moves, float]]:
        """Units that a plan leads out of supply stay where they were: all, or one alone."""
        tracing, frame = self._tracing, self._thought.frame
        if tracing is None:
            return
        movers = {unit for action in actions for unit in action.units}
        cut = [
            frame.unit_ids[u]
            for u in self._mine
            if frame.unit_ids[u] in movers and end.cells[u] and self._thought.cells[u]
            if not tracing.trace(end, u) and tracing.trace(self._thought, u)
        ]
        for units in [set(cut)] * (len(cut) > 1) + [{unit} for unit in cut]:
            if self._goes_on():
                # Unlike above it is enough here that the phase ends no worse.
                yield without(actions, units), -LEAST


def without(actions: Iterable[Action], units: Collection[str]) -> Moves:
    """The actions in which none of the units takes part."""
    return tuple(action for action in actions if not set(units) & set(action.units))
