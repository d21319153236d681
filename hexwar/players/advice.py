"""What the computer would do in somebody's place, and why: a hint, from what the side knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from hexwar.engine import Action
from hexwar.engine.task import offered
from hexwar.players.levels import LEVELS
from hexwar.players.search.budget import Budget, Hurried
from hexwar.players.search.forming import wanted
from hexwar.players.search.rollouts import Rollout
from hexwar.players.search.thinking import Thinking
from hexwar.rules.language.wording import every
from hexwar.rules.state import State

LOOKS = 6
"""So many trials at least tell what is to be expected of a plan, and as many of them the judgement
of the position is worth.
"""

SEARCHING = 0.7
"""The part of the time in which plans are compared; the rest is for what comes of doing nothing."""

LIKELY = 1 / 3
"""What the enemy does in this part of the trials is to be feared."""

OFTEN = 0.5
"""What happens in fewer of the trials is not spoken of."""

NOTED = 3
"""Of more hexes than this the likeliest are named."""


@dataclass(frozen=True, slots=True)
class Advice:
    """A plan of the phase for the side to act, and what is to be said for and against it.

    ``chance`` is the chance of winning that it promises, ``now`` that of doing nothing, both 0 to
    1. ``expects`` and ``fears`` are sentences: what the plan brings, and what the enemy can do
    about it. ``hexes`` are those that the plan is about, ``threats`` those that the enemy
    probably strikes at or takes.
    """

    actions: tuple[Action, ...]
    chance: float
    now: float
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
    if state.is_over:
        raise ValueError("the game is over: there is nothing left to advise")
    side = state.agenda[-1].side(state)
    if rollouts is None and seconds is None:
        rollouts, seconds = LEVELS["hard"].rollouts, LEVELS["hard"].seconds
    seen = state.seen_by(state.frame.side_ids[side])
    pressed = Budget(None, seconds, hurried).is_pressed
    searching = None if seconds is None else SEARCHING * seconds
    thinking = Thinking(seen, side, random, Budget(rollouts, searching, hurried))
    best = thinking.best()
    best_played = thinking.played(best, LOOKS, pressed)
    none_played = thinking.played(thinking.standing(), LOOKS, pressed)
    with_it, without = Outcomes(seen, side, best_played), Outcomes(seen, side, none_played)
    threats = with_it.threats()
    promised, now = estimated(
        thinking.values(best_played),
        thinking.values(none_played),
        seen.evaluate(seen.frame.side_ids[side]),
    )
    return Advice(
        best.actions,
        promised,
        now,
        tuple(with_it.gains_over(without)),
        tuple(with_it.dangers(threats)),
        tuple(dict.fromkeys(action.hexes[-1] for action in best.actions if action.hexes)),
        tuple(threats),
    )


def estimated(played: list[float], standing: list[float], judged: float) -> tuple[float, float]:
    """The chance that a plan promises and that of doing nothing, 0 to 1: from their values in the
    same trials, and the judgement of the position before.

    The trials in which both were played tell the difference, as if there were one more in which
    they came to the same. They are too few to tell of the plan, which many more have found to be
    the best, that it is worse than to do nothing.

    >>> estimated([1.0] * 18, [0.5] * 4, 0.6)
    (0.9, 0.5)
    """
    # Where luck is taken off, a value may lie beyond what a chance can be.
    promised = min(1.0, max(0.0, (sum(played) + LOOKS * judged) / (len(played) + LOOKS)))
    gains = [one - other for one, other in zip(played, standing, strict=False)]
    return promised, min(promised, max(0.0, promised - sum(gains) / (len(gains) + 1)))


class Outcomes:
    """What came of a plan of a side (an index) in some trials from one position."""

    def __init__(self, begun: State, side: int, rollouts: list[Rollout]) -> None:
        self._begun, self._side, self._rollouts = begun, side, rollouts
        self._after = [rollout.soon for rollout in rollouts if rollout.soon is not None]

    def gains_over(self, other: Outcomes) -> Iterator[str]:
        """Sentences: what a plan brings in comparison with another."""
        frame = self._begun.frame
        name = frame.side_ids[self._side]
        if self._share(lambda state: state.winner == name) > OFTEN:
            yield "It wins the game."
        cells = frame.board.cells(wanted(self._begun.rules))
        had = self._begun.occupied[self._side]
        taken = [c for c in cells if not had >> c & 1 and self.holds(c) > OFTEN]
        if taken:
            yield f"You take {self._named(taken)}."
        kept = [c for c in cells if had >> c & 1 and self.holds(c) > OFTEN >= other.holds(c)]
        if kept:
            yield f"You keep {self._named(kept)}, which is lost otherwise."
        theirs, ours = self._lost()
        others_theirs, others_ours = other._lost()
        if theirs > others_theirs + OFTEN:
            yield f"The enemy loses {_units(theirs - others_theirs)} more."
        if ours < others_ours - OFTEN:
            yield f"You save {_units(others_ours - ours)}."

    def _struck(self, rollout: Rollout) -> set[str]:
        """Where the enemy strikes in a trial."""
        strikes = self._begun.frame.registry.previews
        return {a.hexes[-1] for a in rollout.replies if a.verb in strikes and a.hexes}

    def _taken(self, rollout: Rollout) -> set[str]:
        """The hexes that count into which the enemy comes in a trial."""
        if rollout.soon is None:
            return set()
        foes = rollout.soon.enemies_of(self._side) & ~self._begun.enemies_of(self._side)
        return {*self._begun.frame.board.numbers(wanted(self._begun.rules) & foes)}

    def threats(self) -> list[str]:
        """Hexes that the enemy probably strikes at or takes next, the likeliest first."""
        found, least = Counter[str](), max(2.0, LIKELY * len(self._rollouts))
        for rollout in self._rollouts:
            found.update(sorted(self._struck(rollout) | self._taken(rollout)))
        return [number for number, times in found.most_common() if times >= least][:NOTED]

    def dangers(self, threats: list[str]) -> Iterator[str]:
        """Sentences: what the enemy probably does about a plan."""
        frame, struck = self._begun.frame, set[str]().union(*map(self._struck, self._rollouts))
        at = [frame.board.cell[number] for number in threats if number in struck]
        if at:
            yield f"The enemy probably attacks {self._named(at)}."
        into = [frame.board.cell[number] for number in threats if number not in struck]
        if into:
            yield f"The enemy probably comes into {self._named(into)}."
        ours = self._lost()[1]
        if ours > OFTEN:
            yield f"It may cost {_units(ours)} by the end of the enemy's turn."
        name = frame.side_ids[self._side]
        if self._share(lambda state: state.is_over and state.winner not in (name, None)) > OFTEN:
            yield "The game is probably lost in the enemy's next turn."

    def holds(self, cell: int) -> float:
        """In which part of the trials the side stands in a hex afterwards."""
        return self._share(lambda state: bool(state.occupied[self._side] >> cell & 1))

    def _share(self, holds: Callable[[State], bool]) -> float:
        return sum(map(holds, self._after)) / len(self._after) if self._after else 0.0

    def _lost(self) -> tuple[float, float]:
        """How many units the enemy and the side lose on the average."""
        sides, before = self._begun.frame.unit_side, self._begun.eliminated
        theirs = ours = 0
        for state in self._after:
            for unit, owner in enumerate(sides):
                if (state.eliminated & ~before) >> unit & 1:
                    ours += owner == self._side
                    theirs += owner != self._side
        return theirs / (len(self._after) or 1), ours / (len(self._after) or 1)

    def _named(self, cells: list[int]) -> str:
        """Hexes as players call them, in a series."""
        frame, named = self._begun.frame, []
        for cell in cells[:NOTED]:
            number = frame.board.number[cell]
            name = next(filter(None, frame.map.features(number).values()), "")
            named.append(f"{name} ({number})" if name else number)
        return every(named)


def _units(many: float) -> str:
    """A number of units, more or less.

    >>> _units(0.8), _units(2.2)
    ('about one unit', 'about 2 units')
    """
    whole = max(1, round(many))
    return "about one unit" if whole == 1 else f"about {whole} units"


def steps(plan: Sequence[Action], state: State) -> Iterator[str]:
    """Each action of a plan as its choice reads."""
    return (offered(state, action).label for action in plan)


def chances(advice: Advice) -> str:
    """What the plan promises; one figure where the plan makes no difference to it.

    >>> chances(Advice((), 0.553, 0.471))
    'Chance of winning, as the computer sees it: 55 % with this plan, 47 % without.'
    >>> chances(Advice((), 0.342, 0.338))
    'Chance of winning, as the computer sees it: 34 %, with this plan or without.'
    """
    with_it, without = round(100 * advice.chance), round(100 * advice.now)
    told = "Chance of winning, as the computer sees it"
    if with_it == without:
        return f"{told}: {with_it} %, with this plan or without."
    return f"{told}: {with_it} % with this plan, {without} % without."
