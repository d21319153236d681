"""Attacks that no player of sense makes: taken out of a plan, unless it does better with them.

Such is an attack that is likelier to harm than to help, by what ``evaluate`` says of the position
before and after. The plan as it was is compared with what has become of it, and followed if the
rollouts say that it does better. Where a bad attack comes after moves (an overrun) nothing is taken
out, as the moves may be worth nothing without it: another plan is preferred. Hexes that are left,
or left empty, are mended in the plan that is chosen in the end and no sooner: in Strike Force One
first plans that were mended there did worse by 9 % of a victory.

In this order: bad attacks, units shown for nothing, and hexes left or left empty.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import islice
from typing import NamedTuple

from hexwar.engine import Action
from hexwar.engine.dice import chances
from hexwar.engine.queries import FirePreview
from hexwar.players.search.forming import Deployments, forms_here, move_of, wanted
from hexwar.players.search.plans import decides, is_of_phase, laid_out, moment
from hexwar.rules.activation.rules import Activating
from hexwar.rules.hidden.rules import HiddenRules
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.reactions.acts import PASS
from hexwar.rules.state import State
from hexwar.rules.supply.rules import SupplyRules
from hexwar.rules.units.rules import Forces
from hexwar.rules.victory.rules import HoldingRules

LEAST = 0.001
"""A smaller difference of a chance of winning is none."""

LONGEST = 20
"""What follows a battle is settled for so many decisions, ..."""

FEW_CHOICES = 3
"""... by the side for the best of so many choices, by others for the first, ..."""


class JudgingBounds(NamedTuple):
    """How much may come of an attack that is judged: of more ``throws`` of the dice at once, or
    more ``ends`` of all that follows, nothing is said. All dice are counted, and not one throw
    taken for all; but what is rarer than ``least`` is left out, or not followed any further.
    """

    throws: int = 40
    ends: int = 200
    least: Fraction = Fraction(0)


USUAL = JudgingBounds()

DONE = Action("done")


class PossibleEnd(NamedTuple):
    """A position that something may come to, and its probability."""

    chance: float
    state: State


class PossibleGain(NamedTuple):
    """By how much the chance of winning may change, and the probability of that."""

    chance: float
    gain: float


def sensible(thought: State, side: int, actions: Iterable[Action]) -> tuple[Action, ...]:
    """A plan of a side (an index); without an attack that it begins with, if that is bad and need
    not be made: then the phase is ended, unless what others may still do in it is worth more.
    """
    given = tuple(actions)
    attacks = bool(given) and given[0].verb in thought.frame.registry.previews
    # Where the phase may not be ended yet there is nothing to do in its place.
    if not attacks or not is_of_phase(thought) or thought.explain(DONE) is not None:
        return given
    if not is_bad(thought, side, given[0]):
        return given
    # Whether units act one at a time: ending the phase then lets all others of them pass.
    kept = isinstance(thought.agenda[-1], Activating) and _is_worth_more(
        thought, side, given[0], DONE
    )
    return given if kept else (DONE,)


def attacks_badly(thought: State, side: int, actions: Iterable[Action]) -> bool:
    """Whether a plan of a side (an index) comes to a bad attack, at once or after moves."""
    given, strikes = tuple(actions), thought.frame.registry.previews
    at = next((at for at, action in enumerate(given) if action.verb in strikes), None)
    if at is None:
        return False
    before = thought.clone() if at else thought
    if laid_out(before, side, given[:at]) != given[:at] or not decides(before, side):
        return False
    # Judged only where it is sure to come to it: no dice fall and no phase ends before.
    same = moment(before) == moment(thought) and before.rolled == thought.rolled
    return same and is_of_phase(before) and is_bad(before, side, given[at])


def _is_worth_more(thought: State, side: int, action: Action, other: Action) -> bool:
    """Whether an action of a side (an index) is worth more on the average than another, or that
    cannot be told.
    """
    worth, less = expected(thought, side, action), expected(thought, side, other)
    return worth is None or less is None or worth > less


def is_bad(thought: State, side: int, attack: Action) -> bool:
    """Whether an attack of a side (an index) leaves it worse off more likely than better, and worse
    on the average.
    """
    gains = gains_of(thought, side, attack)
    better = sum(chance for chance, gain in gains if gain > LEAST)
    worse = sum(chance for chance, gain in gains if gain < -LEAST)
    return worse > better and sum(chance * gain for chance, gain in gains) < -LEAST


def gains_of(
    thought: State, side: int, attack: Action, bounds: JudgingBounds = USUAL
) -> list[PossibleGain]:
    """What can come of an attack to the chance of winning of a side (an index). Nothing where the
    attack is not legal, or more can come of it than the ``bounds`` allow.

    The last attack that can be made ends the phase. That is compared with the end of the phase
    without it: that the phase goes by is no harm that the attack does. So is an answer to what
    another unit does, or what is committed to a battle, which goes on in any case.
    """
    name, ends = thought.frame.side_ids[side], _all_ends(thought, side, attack, bounds)
    before = passed = thought.evaluate(name)
    instead = forgoing(thought)
    answers = instead == PASS
    # It costs as much again to find out, so only where it is needed.
    if answers or any(_passes(thought, after) for _, after in ends):
        worth_instead = _worth(_all_ends(thought, side, instead, bounds), name)
        passed = before if worth_instead is None else worth_instead
    gains = []
    for chance, after in ends:
        compared_with = passed if answers or _passes(thought, after) else before
        gains.append(PossibleGain(chance, after.evaluate(name) - compared_with))
    return gains


def expected(thought: State, side: int, action: Action) -> float | None:
    """The chance of winning of a side (an index) on the average of all that can come of an action;
    ``None`` where it is not legal, or too much can come of it.
    """
    return _worth(_all_ends(thought, side, action, USUAL), thought.frame.side_ids[side])


def forgoing(thought: State) -> Action:
    """The action that forgoes an attack: to end the phase, or to pass where that cannot be."""
    return DONE if is_of_phase(thought) or thought.explain(DONE) is None else PASS


def _passes(thought: State, after: State) -> bool:
    """Whether another phase has come since."""
    return moment(after) != moment(thought)


def _all_ends(
    thought: State, side: int, action: Action, bounds: JudgingBounds
) -> list[PossibleEnd]:
    """What can come of an action when all that follows has been decided, each with its probability;
    none where it is not legal, or that is too much.
    """
    if thought.explain(action) is not None:
        return []
    try:
        ends = list(islice(_ends(thought, side, (action,), LONGEST, bounds), bounds.ends + 1))
    except ValueError:
        return []
    return ends if len(ends) <= bounds.ends else []


def _ends(
    state: State,
    side: int,
    choices: Iterable[Action],
    longest: int,
    bounds: JudgingBounds,
    so_far: float = 1.0,
) -> Iterator[PossibleEnd]:
    """What comes of the best of some choices, for the side that decides, when all that follows has
    been decided: each end with its probability, where the choices come with that ``so_far``.
    ValueError for too many throws.
    """
    name = state.frame.side_ids[side]
    tried = [_outcomes(state, choice, bounds) for choice in choices]
    taken = max(tried, key=lambda ends: _worth(ends, name) or 0.0) if len(tried) > 1 else tried[0]
    for chance, after in taken:
        followed = longest and so_far * chance >= bounds.least
        if not followed or after.is_over or is_of_phase(after):
            yield PossibleEnd(chance, after)
            continue
        listed = islice(after.legal_actions(), FEW_CHOICES if decides(after, side) else 1)
        for part, end in _ends(after, side, listed, longest - 1, bounds, so_far * chance):
            yield PossibleEnd(chance * part, end)


def _outcomes(state: State, action: Action, bounds: JudgingBounds) -> list[PossibleEnd]:
    """The positions that an action may lead to by its own dice, each with its probability."""
    outcomes = chances(state, action, bounds.throws, bounds.least)
    return [PossibleEnd(float(outcome.probability), outcome.state) for outcome in outcomes]


def _worth(ends: Collection[PossibleEnd], name: str) -> float | None:
    """The chance of winning on the average of all that can come of an action, if that is known."""
    return sum(chance * after.evaluate(name) for chance, after in ends) if ends else None


# -- what a plan gives away: units that hid and are seen after it, though nothing came of it -------

# In worlds that are played out the policy knows where everybody is, so rollouts see no price in
# being seen. A plan in which a hidden unit is shown must therefore bring something at once: the
# chance of winning rises, a fire is likely to hit, or it comes to a battle. How the best of several
# plans is asked for that, and what it was worth in games, is told in docs/explanation/search.md.


NOTHING = 0.001
"""Being seen has brought nothing if the chance of winning has risen by no more than this."""


FAINT = 0.1
"""A fire that hits more seldom brings nothing either."""


def discreet(thought: State, side: int, actions: Iterable[Action]) -> tuple[Action, ...]:
    """Some actions of a side (an index), one after the other, without those that show units which
    hid and bring nothing at once; battles, and fires that may well hit, are worth it.

    In worlds that are played out nobody hides, so what it is worth to hide does not show there.
    """
    given = tuple(actions)
    if thought.rules.find(HiddenRules) is None or not _hidden(thought, side):
        return given
    begun, thrown, twin, kept = moment(thought), thought.rolled, thought.clone(), list[Action]()
    for action in given:
        # What follows on an action that was left out may not be possible without it.
        if twin.explain(action) is not None:
            continue
        after = twin.clone()
        after.apply(action, events=False)
        if _is_for_nothing(twin, after, side, action):
            continue
        kept.append(action)
        twin = after
        if twin.rolled != thrown or moment(twin) != begun or not decides(twin, side):
            break
    # Where all of it would show somebody the plan must still be one; callers ask for another then.
    return tuple(kept) or given


def hiding(thought: State, side: int) -> frozenset[str]:
    """The units of a side (an index) that hide from all others."""
    if thought.rules.find(HiddenRules) is None:
        return frozenset()
    return frozenset(thought.rules[Forces].named(_hidden(thought, side)))


def gives_away(thought: State, side: int, action: Action) -> bool:
    """Whether an action of a side (an index) shows units that hide, and brings nothing at once."""
    if thought.rules.find(HiddenRules) is None or not _hidden(thought, side):
        return False
    after = thought.clone()
    if after.explain(action) is not None:
        return False
    after.apply(action, events=False)
    return _is_for_nothing(thought, after, side, action)


def begins_by_showing(thought: State, side: int, actions: Sequence[Action]) -> bool:
    """Whether some actions begin with one that shows units that hide, and brings nothing."""
    return bool(actions) and gives_away(thought, side, actions[0])


def _is_for_nothing(before: State, after: State, side: int, action: Action) -> bool:
    """Whether units that hid are seen after an action, and nothing came of it."""
    if not _hidden(before, side) & ~_hidden(after, side):
        return False
    if action.verb not in before.frame.registry.previews:
        name = before.frame.side_ids[side]
        return after.evaluate(name) <= before.evaluate(name) + NOTHING
    with suppress(ValueError):
        foreseen = before.preview(action)
        # All but the chance that nobody is hit.
        return isinstance(foreseen, FirePreview) and 1 - foreseen.casualties.get(0, 0) < FAINT
    return False


def _hidden(state: State, side: int) -> int:
    """Mask of the units of a side that none of the others sees."""
    hidden: int = state.rules[Forces].mask_of_side[side]
    for foe in state.frame.foes[side]:
        hidden &= state.hidden(foe)
    return hidden


# -- a movement mended: places that are left or left empty for nothing, units led out of supply ----

# What counts is the position when the phase ends, by what ``evaluate`` says of it: a plan is mended
# where it is worth more without the fault. One fault is taken away at a time, in this order: a hex
# that counts is given up, one in reach is left empty, a unit is led out of supply; what remains is
# looked through again, as long as it becomes better. A plan that ends with an attack is only asked
# whether a hex is given up for it. Whether the mended plan does better in the end is for the caller
# to say, which compares the two.


FEW = 6
"""So many units are tried for a hex that is left empty."""

MOST = 60
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
        self._left = MOST

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
            for unit in able[:FEW]:
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
