"""What the computer would do in somebody's place, and why: a hint, from what the side knows.

The plan is the search's own, thought over by what the side sees. Trials that carry it out are then
held against trials that do nothing, and what they differ in becomes sentences: what is gained, what
is to be feared. A guess that the search may count on is never told to a person.

:func:`advise` does all of it; :class:`Outcomes` counts what trials have in common; the functions at
the end put a plan and its chances into words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from random import Random
from typing import TYPE_CHECKING

from hexwar.engine import Action
from hexwar.engine.notation import verbs
from hexwar.players.learned import levels_learned
from hexwar.players.levels import LEVELS
from hexwar.rules.language.wording import every, mid_sentence, places_named
from hexwar.rules.state import State
from hexwar.rules.told_actions import action_in_words
from hexwar.rules.victory.rules import HoldingRules

if TYPE_CHECKING:
    from hexwar.players.search.budget import Hurried
    from hexwar.players.search.rollouts import Rollout

LOOKS = 6
"""So many trials at least tell what is to be expected of a plan; the judgement of the position
before it weighs as much as so many trials.
"""

A_LOOK = 4
"""For each so many rollouts of the search one trial more tells what is to be expected: of a plan
that was soon found to be the best, a few would tell what luck they had.
"""

SEARCHING = 0.7
"""The part of the time in which plans are compared; the rest is for what comes of doing nothing."""

LIKELY = 1 / 3
"""What the enemy does in this part of the trials is to be feared."""

OFTEN = 0.5
"""What a plan brings in no more than this part of them is not spoken of."""

NOTED = 3
"""Of more hexes than this the likeliest are named."""


@dataclass(frozen=True, slots=True)
class Advice:
    """A plan of the phase for the side to act, and what is to be said for and against it.

    ``chance`` is the chance of winning that it promises, ``now`` that of doing nothing, both 0 to
    1; ``None`` where the plan is just that, or something has to be done. ``expects`` and ``fears``
    are sentences: what the plan brings, and what the enemy can do about it, with the part of the
    trials in which that happens. ``hexes`` are those that the plan is about, ``threats`` those that
    the enemy strikes at or takes in many of the trials.
    """

    actions: tuple[Action, ...]
    chance: float
    now: float | None
    expects: tuple[str, ...] = ()
    fears: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()
    threats: tuple[str, ...] = ()


def advise(
    state: State,
    random: Random,
    *,
    rollouts: int | None = None,
    seconds: float | None = None,
    hurried: Hurried | None = None,
) -> Advice:
    """What to do for the side to act, thought over as the level *hard* does unless it is said how
    long. It knows what that side sees. ValueError when the game is over.
    """
    # A window that shows hints opens without the search: that runs in another process.
    from hexwar.players.search.budget import Budget
    from hexwar.players.search.player import Thinking

    if state.is_over:
        raise ValueError("the game is over: there is nothing left to advise")
    side = state.agenda[-1].side(state)
    if rollouts is None and seconds is None:
        rollouts, seconds = LEVELS["hard"].rollouts, LEVELS["hard"].seconds
    seen = state.seen_by(state.frame.side_ids[side])
    # All that is thought here ends with `seconds`, and the search in it some time before.
    pressed = Budget(None, seconds, hurried).is_pressed
    seconds_of_search = None if seconds is None else SEARCHING * seconds
    search_budget = Budget(rollouts, seconds_of_search, hurried)
    thinking = Thinking(seen, side, random, search_budget, learned=levels_learned)
    best, nothing = thinking.best(), thinking.standing()
    # A plan may count on what is only guessed, as the search does: no person is shown that.
    actions = playable(seen, best.actions) or best.actions[:1]
    optional = bool(nothing.actions) and not all(verbs()[a.verb].ends for a in best.actions)
    most = (rollouts or LEVELS["hard"].rollouts) // A_LOOK
    for looks in range(LOOKS, max(LOOKS, most) + 1, LOOKS):  # in turn: time may run out
        played = thinking.played(best, looks, pressed)
        none_played = thinking.played(nothing, looks, pressed) if optional else played
    with_it, without = Outcomes(seen, side, played), Outcomes(seen, side, none_played)
    threats = with_it.threats()
    promised, now = estimated(
        thinking.values(played),
        thinking.values(none_played),
        seen.evaluate(seen.frame.side_ids[side]),
    )
    return Advice(
        actions,
        promised,
        now if optional else None,
        tuple(with_it.gains_over(without)),
        tuple(with_it.dangers(threats)),
        tuple(dict.fromkeys(action.hexes[-1] for action in actions if action.hexes)),
        tuple(threats),
    )


def estimated(played: list[float], standing: list[float], judged: float) -> tuple[float, float]:
    """The chance that a plan promises and that of doing nothing, 0 to 1: from their values in the
    same trials, and the judgement of the position before.

    The trials in which both were played give the difference, as if there were one more in which
    they came to the same. They are too few to show the plan, which many more trials have found to
    be the best, as worse than doing nothing.

    >>> estimated([1.0] * 18, [0.5] * 4, 0.6)
    (0.9, 0.5)
    """
    # Where luck is taken off, a value may lie beyond what a chance can be.
    promised = min(1.0, max(0.0, (sum(played) + LOOKS * judged) / (len(played) + LOOKS)))
    gains = [with_it - without for with_it, without in zip(played, standing, strict=False)]
    return promised, min(promised, max(0.0, promised - sum(gains) / (len(gains) + 1)))


class Outcomes:
    """What came of a plan of a side (an index) in some trials from one position."""

    def __init__(self, begun: State, side: int, rollouts: list[Rollout]) -> None:
        self._begun, self._side, self._rollouts = begun, side, rollouts
        self._after = [rollout.soon for rollout in rollouts if rollout.soon is not None]
        from hexwar.players.search.forming import wanted

        self._wanted = wanted(begun.rules)
        self._had, self._foes_had = self._owned(begun), self._of_foes(begun)
        self._has = [self._owned(state) for state in self._after]

    def gains_over(self, other: Outcomes) -> Iterator[str]:
        """Sentences: what a plan brings in comparison with another."""
        name = self._begun.frame.side_ids[self._side]
        if won := self._often(lambda state: state.winner == name):
            yield f"It wins the game {_times(won, len(self._after))}."
        by_times: dict[int, list[int]] = {}
        for cell, times in self._likeliest(self._wanted & ~self._had):
            by_times.setdefault(times, []).append(cell)
        for times, cells in by_times.items():
            often = _times(times, len(self._after), places=len(cells))
            yield f"You take {self._named(cells)} {often}."
        # Hexes that are held with this plan, and seldom with the other.
        held_in: dict[tuple[int, int], list[int]] = {}
        for cell, times in self._likeliest(self._wanted & self._had):
            held, trials = other.holds(cell), len(other._after)
            if trials - held >= OFTEN * trials > 0:
                held_in.setdefault((times, held), []).append(cell)
        for (times, held), cells in held_in.items():
            kept = f"{self._named(cells)} {_times(times, len(self._after), places=len(cells))}"
            often = _times(held, len(other._after), places=len(cells))
            yield f"You hold {kept}, without this plan {often}."
        theirs, ours = self._lost()
        others_theirs, others_ours = other._lost()
        if theirs > others_theirs + OFTEN:
            yield f"The enemy loses {_units(theirs - others_theirs)} more on average."
        if ours < others_ours - OFTEN:
            yield f"You save {_units(others_ours - ours)} on average."

    def _likeliest(self, among: int) -> list[tuple[int, int]]:
        """Of these hexes (a mask) some that the side often holds afterwards, the likeliest first,
        each with the number of trials.
        """
        cells = self._begun.frame.board.cells(among)
        held = [(cell, times) for cell in cells if self._is_often(times := self.holds(cell))]
        return sorted(held, key=lambda cell_and_times: -cell_and_times[1])[:NOTED]

    def _owned(self, state: State) -> int:
        """Mask of the hexes that are the side's: under its control, or with its units in it where
        nobody else has that.
        """
        rules, sides = state.rules[HoldingRules], range(len(state.occupied))
        others = reduce(or_, (rules.controlled(state, s) for s in sides if s != self._side), 0)
        return rules.controlled(state, self._side) | (state.occupied[self._side] & ~others)

    def _of_foes(self, state: State) -> int:
        """Mask of the hexes that are the enemy's: under his control, or with his units in them
        where the side itself has not got that.
        """
        rules, foes = state.rules[HoldingRules], state.frame.foes[self._side]
        controlled = reduce(or_, (rules.controlled(state, foe) for foe in foes), 0)
        return controlled | (state.enemies_of(self._side) & ~rules.controlled(state, self._side))

    def _struck(self, rollout: Rollout) -> set[str]:
        """Where the enemy strikes in a trial; also at what was taken from him in it."""
        strikes = self._begun.frame.registry.previews
        return {a.hexes[-1] for a in rollout.replies if a.verb in strikes and a.hexes}

    def threats(self) -> dict[str, int]:
        """Hexes that the enemy strikes at or takes next in many of the trials, the likeliest first,
        each with the number of these.
        """
        threatened, least = Counter[str](), max(2.0, LIKELY * len(self._rollouts))
        for rollout in self._rollouts:
            hexes = self._struck(rollout)
            if rollout.soon is not None:
                taken = self._wanted & self._of_foes(rollout.soon) & ~self._foes_had
                hexes.update(self._begun.frame.board.numbers(taken))
            threatened.update(sorted(hexes))
        often = [(number, times) for number, times in threatened.most_common() if times >= least]
        return dict(often[:NOTED])

    def dangers(self, threats: Mapping[str, int]) -> Iterator[str]:
        """Sentences: what the enemy may do about a plan."""
        frame = self._begun.frame
        struck = Counter(number for rollout in self._rollouts for number in self._struck(rollout))
        by_danger: dict[tuple[str, int], list[int]] = {}
        for number, times in threats.items():
            if not struck[number]:
                what = "takes"
            elif self._foes_had >> frame.board.cell[number] & 1:
                what = "strikes back at"  # at what was his before the plan took it
            else:
                what = "attacks" if struck[number] == times else "attacks or takes"
            by_danger.setdefault((what, times), []).append(frame.board.cell[number])
        for (what, times), cells in by_danger.items():
            often = _times(times, len(self._rollouts), places=len(cells))
            yield f"The enemy {what} {self._named(cells)} {often}."
        ours = self._lost()[1]
        if ours > OFTEN:
            yield f"It may cost {_units(ours)} by the end of the enemy's turn."
        name = frame.side_ids[self._side]
        if lost := self._often(lambda state: state.is_over and state.winner not in (name, None)):
            yield f"The game is lost in the enemy's next turn {_times(lost, len(self._after))}."

    def holds(self, cell: int) -> int:
        """In how many of the trials a hex is the side's afterwards."""
        return sum(mask >> cell & 1 for mask in self._has)

    def _often(self, holds: Callable[[State], bool]) -> int:
        """In how many trials something is so afterwards; 0 unless that is often."""
        times = sum(map(holds, self._after))
        return times if self._is_often(times) else 0

    def _is_often(self, times: int) -> bool:
        return times > OFTEN * len(self._after)

    def _lost(self) -> tuple[float, float]:
        """How many units the enemy and the side lose on the average."""
        sides, before = self._begun.frame.unit_side, self._begun.eliminated
        foes = self._begun.frame.foes[self._side]
        theirs = ours = 0
        for state in self._after:
            for unit, owner in enumerate(sides):
                if (state.eliminated & ~before) >> unit & 1:
                    ours += owner == self._side
                    theirs += owner in foes
        return theirs / (len(self._after) or 1), ours / (len(self._after) or 1)

    def _named(self, cells: list[int]) -> str:
        """Hexes as players call them, in a series."""
        frame = self._begun.frame
        return every(places_named(frame.resolved, [frame.board.number[cell] for cell in cells]))


def _times(many: int, trials: int, *, places: int = 1) -> str:
    """In how many of the trials something happens, of several places in each by itself: nothing
    that they show is certain.

    >>> _times(5, 6), _times(6, 6), _times(1, 1)
    ('in 5 of 6 trials', 'in all 6 trials', 'in the only trial')
    >>> _times(3, 6, places=2), _times(0, 6)
    ('in 3 of 6 trials each', 'in none of 6')
    """
    if not many:
        return f"in none of {trials}"
    if many < trials:
        return f"in {many} of {trials} trials{' each' if places > 1 else ''}"
    return f"in all {trials} trials" if trials > 1 else "in the only trial"


def _units(many: float) -> str:
    """A number of units, more or less.

    >>> _units(0.8), _units(2.2)
    ('about one unit', 'about 2 units')
    """
    whole = max(1, round(many))
    return "about one unit" if whole == 1 else f"about {whole} units"


def playable(seen: State, plan: Sequence[Action]) -> tuple[Action, ...]:
    """What of a plan can be done one after the other, as a side sees the position: to the first
    step that is refused, such as an attack on a hex in which only a guess had somebody. What
    follows a throw of dice is not known, and left as it is.
    """
    twin = seen.clone()
    for number, action in enumerate(plan):
        if twin.explain(action) is not None:
            return tuple(plan[:number])
        rolled = twin.rolled
        twin.apply(action, events=False)
        if twin.is_over or twin.rolled != rolled:
            break
    return tuple(plan)


def steps(plan: Sequence[Action], state: State) -> Iterator[str]:
    """Each action of a plan in words: with the names of units and places, and without the way to
    these.
    """
    return (action_in_words(action, state) for action in plan)


def in_a_sentence(plan: Sequence[Action], state: State) -> str:
    """The steps of a plan one after the other."""
    first, *others = steps(plan, state)
    units = state.frame.unit_index
    # A unit is called the same wherever its name stands.
    clauses = [
        step if step.split()[0].strip(":,") in units else mid_sentence(step) for step in others
    ]
    return f"{'; '.join([first, *clauses])}."


def chances(advice: Advice) -> str:
    """What the plan promises; one figure where it makes no difference to it, or there is nothing
    else to do.

    >>> chances(Advice((), 0.553, 0.471))
    'Chance of winning, as the computer sees it: 55 % with this plan, 47 % without.'
    >>> chances(Advice((), 0.342, 0.338))
    'Chance of winning, as the computer sees it: 34 %, with this plan or without.'
    >>> chances(Advice((), 0.342, None))
    'Chance of winning, as the computer sees it: 34 %.'
    """
    with_it, heading = round(100 * advice.chance), "Chance of winning, as the computer sees it"
    if advice.now is None:
        return f"{heading}: {with_it} %."
    without = round(100 * advice.now)
    if with_it == without:
        return f"{heading}: {with_it} %, with this plan or without."
    return f"{heading}: {with_it} % with this plan, {without} % without."
