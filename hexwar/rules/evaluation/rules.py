"""The chance that a side wins, as the position stands: what ``state.evaluate`` answers.

The lines of victory are followed as in play, each as the chance that it will hold. Those that are
looked at on the way compete, when they are looked at next and then for the rest of the time:
whichever holds first decides. What they leave undecided, the lines for the end of the game decide
in their order, and what those leave is a draw. Last, the army that is stronger is given the better
chance, the more so the more time is left to use it, and all of it is discounted, as much may happen
in that time.
"""

from __future__ import annotations

from math import exp, log
from typing import TYPE_CHECKING, Any, NamedTuple

from hexwar.definition.model import Condition
from hexwar.engine.position import bits
from hexwar.engine.rules import Frame
from hexwar.engine.state import Position
from hexwar.rules.evaluation import weights
from hexwar.rules.evaluation.foresight import Clock, CompiledForesight, Presence
from hexwar.rules.language.conditions import (
    Ahead,
    Chance,
    Conditions,
    Foreseen,
    Foresight,
    Prospect,
    region_of,
    side_of,
)
from hexwar.rules.language.selectors import Selectors
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.units.rules import Forces, in_scenario, steps_missing
from hexwar.rules.values import UnitValues
from hexwar.rules.victory.section import Victory, VictoryLine

if TYPE_CHECKING:
    from hexwar.rules.cup.rules import RoundRules
    from hexwar.rules.figures.rules import FigureRules


CERTAIN = 1 - 1e-9
"""No chance is surer than this before the thing has happened."""

ODDS = 20
"""No scenario is taken to be misjudged by more than odds of so many to one."""


class _Foreseen(NamedTuple):
    """A line of victory: the index of the side that it is for (``None``: a draw), its chance, the
    first and the last turn in which it is looked at, and whether it is after every phase; what it
    counts, where that is one thing.
    """

    winner: int | None
    chance: Chance
    since: int
    until: int
    of_phases: bool
    counts: Any

    def next_look(self, state: Position) -> _Look:
        """The turn in which it is looked at next."""
        turn = min(self.until, max(state.turn, self.since))
        return _Look(turn, not (self.of_phases and turn == state.turn))


class _Look(NamedTuple):
    """The turn in which a line is looked at, and whether that is at its end; earlier looks compare
    as less.
    """

    turn: int
    ends_turn: bool


class EvaluationRules:
    """The lines of victory as chances."""

    def __init__(
        self,
        frame: Frame,
        victory: Victory,
        forces: Forces,
        conditions: Conditions,
        movement: MovementRules,
        values: UnitValues,
        figures: FigureRules | None,
        rounds: RoundRules | None,
    ) -> None:
        self._frame = frame
        self._begun: list[float] = []
        self._clock = Clock(frame, rounds)
        foresight = CompiledForesight(frame, forces, conditions, movement, self._clock)
        lines = [(line.when, self._chance_of_line(line, foresight)) for line in victory.lines]
        self._on_the_way = [line for when, line in lines if when != "end_of_game"]
        self._ends = [line for when, line in lines if when == "end_of_game"]
        self.presence = Presence(frame, forces, movement, values, figures, [*foresight.places])
        # This comes last: which hexes strength matters around is known when all conditions are
        # compiled.
        foresight.presence = self.presence

    def of(self, state: Position, side: int) -> float:
        """The chance that a side (an index) wins, 0 to 1; half of it where it is a draw."""
        frame = self._frame
        if state.is_over:
            return 1 / 2 if state.winner is None else float(state.winner == frame.side_ids[side])
        chances: list[float] | None = state.near.get(self)
        if chances is not None:
            return chances[side]
        left = self._clock.until(state, frame.turns).left
        begun, weighed = self._in_the_beginning(state), self._worth_by_side(state)
        for each in frame.played:
            # The less time is left, the less the beginning has to say.
            weighed[each] /= begun[each] ** (weights.FAIRNESS * left**2)
        # Much may happen until then: a part of the chances, less and less, is shared out evenly.
        whole, doubt = sum(weighed), weights.DOUBT * left**2
        even = doubt / len(frame.played)
        chances = state.near[self] = [
            (1 - doubt) * weight / whole + even * (each in frame.played)
            for each, weight in enumerate(weighed)
        ]
        return chances[side]

    def forget(self) -> None:
        """Forget what was reckoned: the weights have been changed."""
        self._begun.clear()
        self.presence.forget()

    def _in_the_beginning(self, state: Position) -> list[float]:
        """By side, what is reckoned for the scenario's own position: a scenario is taken to be
        fair, and a figure that says otherwise of its beginning to be wrong.
        """
        if not self._begun:
            game, least = state.scopes.game, 1 / ODDS
            weighed = [1.0] * len(self._frame.side_ids)
            if game is not None:
                weighed = self._worth_by_side(game.opening(state.scopes))
            whole = max(weighed)
            self._begun = [max(least, weight / whole) for weight in weighed]
        return self._begun

    def _worth_by_side(self, state: Position) -> list[float]:
        """By side, how much speaks for it: first the lines that are looked at on the way, then
        those for the end of the game, a draw for what is left, and last the armies.
        """
        frame, won = self._frame, [0.0] * len(self._frame.side_ids)
        undecided = self._decided_on_the_way(state, won)
        ahead, rest = self._clock.until(state, self._frame.turns), 1.0
        counted: dict[Any, dict[int | None, float]] = {}
        for line in self._ends:
            chance, before = line.chance(state, ahead), counted.get(line.counts)
            if before is None:
                holds = rest * chance
            else:
                # Lines that count the same thing are not independent: of "40 points" after "50
                # points" only the difference is added, and of the other side's line what is left.
                holds = min(rest, max(0.0, chance - before.get(line.winner, 0.0)))
            if line.counts is not None:
                counted.setdefault(line.counts, {})[line.winner] = chance
            _give(won, line.winner, undecided * holds, self._frame)
            rest -= holds
        drawn = undecided * rest
        army, least = self.presence.now(state, ahead).army, self.presence.least
        share = drawn / len(frame.played)
        weighed = [0.0] * len(won)
        for side in frame.played:
            strength = (army[side] + least) ** (weights.ARMY * ahead.left)
            weighed[side] = (won[side] + share) ** weights.SURENESS * strength
        return weighed

    def _decided_on_the_way(self, state: Position, won: list[float]) -> float:
        """Add to ``won`` what the lines decide that are looked at on the way; what is left is the
        chance that none of them does.

        First each line when it is looked at next, in their order; then all of them together for
        later, when it is not known which comes first.
        """
        undecided, later = 1.0, list[float]()
        lines = sorted(self._on_the_way, key=lambda line: line.next_look(state))
        for line in lines:
            look = line.next_look(state)
            ahead = self._clock.to_end_of_phase(state)
            if look.ends_turn:
                ahead = self._clock.until(state, look.turn)
            soon = min(CERTAIN, line.chance(state, ahead))
            last = line.chance(state, self._clock.until(state, line.until))
            _give(won, line.winner, undecided * soon, self._frame)
            undecided *= 1 - soon
            # As a rate at which the line tends to come about: among several, the chance of being
            # the first is in proportion to the rates.
            later.append(-log(1 - min(CERTAIN, max(0.0, last - soon) / (1 - soon))))
        pressing = sum(later)
        if not pressing:
            return undecided
        left = undecided * exp(-pressing)
        for line, pressure in zip(lines, later, strict=True):
            _give(won, line.winner, (undecided - left) * pressure / pressing, self._frame)
        return left

    def _chance_of_line(self, line: VictoryLine, foresight: Foresight) -> _Foreseen:
        """A line of the section as a chance, with the turns that its condition confines it to."""
        sides, first, last = self._frame.side_ids, 1, self._frame.turns
        winner = None if line.winner is None else sides.index(line.winner)
        asked, of_phases = line.condition, line.when == "end_of_phase"
        if asked is None:
            return _Foreseen(winner, lambda state, ahead: 1.0, first, last, of_phases, None)
        # A condition that holds only in some turns has to hold in the last of them: it is foreseen
        # until then, and not until the end of the game.
        for part in (asked, *asked.of) if asked.kind == "all" else (asked,):
            if part.kind == "turn" and line.when != "end_of_game":
                first = max(first, int(part.arguments.get("at_least", first)))
                last = min(last, int(part.arguments.get("at_most", last)))
        counts = _what_counts(asked)
        return _Foreseen(winner, foresight.chance(asked), first, last, of_phases, counts)


def _give(won: list[float], winner: int | None, chance: float, frame: Frame) -> None:
    """A part of the victory for a side, or of a draw for all."""
    if winner is not None:
        won[winner] += chance
        return
    for side in frame.played:
        won[side] += chance / len(frame.played)


def _what_counts(asked: Condition) -> Any:
    """What a condition counts, no matter which side is ahead by it; ``None`` if it is more than one
    thing.
    """
    if asked.of:
        return None
    given = {name: str(value) for name, value in asked.arguments.items() if name not in _BOUNDS}
    sides = frozenset((given.pop("side", ""), given.pop("over", "")))
    return (asked.kind, sides, *sorted(given.items()))


_BOUNDS = ("at_least", "at_most", "share", "more_than")
"""The arguments that say how much of it is asked for, and not of what."""


# What will probably come of the things counted by conditions that belong to no section.
#
# Turns, hexes held, units and steps lost, and what has ever been so; each section foresees its own
# counts beside its rules.


def _turn(asked: Condition, foresight: Foresight) -> Prospect:
    """The turn in which it is looked at for the last time."""
    if "called" not in asked.arguments:
        return Prospect(lambda state, ahead: (float(max(state.turn, ahead.until)), 0.0))
    turns = foresight.frame.resolved[SequenceOfPlay].called(str(asked.arguments["called"]))
    return Prospect(lambda state, ahead: (float(ahead.until in turns), 0.0))


def _occupied(asked: Condition, foresight: Foresight) -> Prospect:
    region, side = region_of(asked, foresight.frame), side_of(asked, foresight.frame)
    return foresight.held(
        side, region, lambda state: state.held(side), lambda state: state.enemies_of(side)
    )


def _eliminated(asked: Condition, foresight: Foresight) -> Prospect:
    side, meant = side_of(asked, foresight.frame), _units_counted(asked, foresight)
    count = meant.bit_count()
    return foresight.lost(side, foresight.conditions.measure(asked), float(count), count, meant)


def _steps_lost(asked: Condition, foresight: Foresight) -> Prospect:
    side, meant = side_of(asked, foresight.frame), _units_counted(asked, foresight)
    steps, missing = foresight.forces.steps, steps_missing(foresight.frame)
    steps_left = sum(steps[unit] - missing[unit] for unit in bits(meant))
    measure = foresight.conditions.measure(asked)
    return foresight.lost(side, measure, float(steps_left), meant.bit_count())


def _units_counted(asked: Condition, foresight: Foresight) -> int:
    """Mask of the units of the scenario whose losses are counted, or may be."""
    frame, forces = foresight.frame, foresight.forces
    mine = forces.mask_of_side[side_of(asked, frame)] & in_scenario(frame)
    return Selectors(frame, forces).perhaps(asked.arguments.get("only")) & mine


def _chance_of_ever(asked: Condition, foresight: Foresight) -> Prospect:
    """How likely it is that a thing has been so, or will be; what must be so several times in a row
    is treated as if it had to be so once.
    """
    been, comes = foresight.conditions.measure(asked), foresight.chance(asked.of[0])

    def foresee(state: Position, ahead: Ahead) -> Foreseen:
        chance = 1.0 if been(state) else comes(state, ahead)
        return chance, chance * (1 - chance)

    return Prospect(foresee)


PROSPECTS = {
    "turn": _turn,
    "phase": lambda asked, foresight: Prospect(lambda state, ahead: (1.0, 0.0)),
    "occupied": _occupied,
    "eliminated": _eliminated,
    "steps_lost": _steps_lost,
    "ever": _chance_of_ever,
    "in_a_row": _chance_of_ever,
}
