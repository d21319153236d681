"""How good it is for a unit to stand somewhere: by its objectives, safe, with a foe in sight.

Each objective draws a unit by the hexes of way that are left, the more the shorter of turns it is;
the fire of enemies in sight of a hex frightens it away, less of those that have acted in this turn;
what it could hit from there itself is added by the caller. A unit without objectives hunts: it goes
where it sees what the enemy is after, or an enemy, within its good range.

Below: what fires would be worth, and what never changes of the ground.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from hexwar.engine import Action
from hexwar.engine.queries import FireRange
from hexwar.engine.rules import Rules
from hexwar.players.decider import Briefing, Value
from hexwar.players.goals import Objective, objectives_of
from hexwar.rules.activation.rules import has_acted
from hexwar.rules.exits import ExitRules
from hexwar.rules.figures.rules import FigureRules
from hexwar.rules.fire.rules import FireRules
from hexwar.rules.hidden.rules import HiddenRules
from hexwar.rules.line_of_sight.rules import SightRules
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.state import State
from hexwar.rules.units.rules import Forces


class Rank(NamedTuple):
    """What a unit gains by doing something, and the actions that do it, the best first."""

    gain: float
    actions: tuple[Action, ...]


class Attraction(NamedTuple):
    """How an objective draws a unit: distances to it, by cell, and what a hex of way is worth."""

    away: list[int]
    worth_a_hex: float


@dataclass(frozen=True, slots=True)
class SkirmishPriorities:
    """What a player minds, each beside the loss of a whole unit (1)."""

    stride: float = 1.3  # what it is worth to come nearer to an objective by an ordinary move
    hunt: float = 0.16  # the weight of seeing an enemy, for a unit without an objective
    danger: float = 0.4  # the part of what enemies in sight could hit that is feared
    spent: float = 0.6  # what is left of that fear of enemies that have acted this turn
    hope: float = 0.5  # the part of a fire that counts which is still to come after a move,
    hurried: float = 0.8  # and of that where the move is made in a way of its own
    least: float = 0.02  # a unit that would gain less than this does not act
    later: float = 1.0  # how much it costs to give up a move for what is done instead


PLACES = 40
"""With less than full effort a share of so many places in reach is compared for a unit."""

FIGURES_A_UNIT = 4
"""So many figures that are fit to fight count as a unit, where a game has figures."""


class UnitOutlook:
    """What one side (an index) sees of a position, unit by unit."""

    def __init__(self, briefing: Briefing, priorities: SkirmishPriorities) -> None:
        self.state, self.side, self.priorities = briefing.seen, briefing.side, priorities
        rules = briefing.rules
        self.rules, self.survey = rules, survey_of(rules)
        self.effort = briefing.effort
        self._objectives = objectives_of(rules)
        self._estimates = FireEstimates(rules, self.survey, briefing.seen)
        self._movement = rules[MovementRules]
        forces, state = rules[Forces], briefing.seen
        # In a world every unit stands somewhere: one that the side does not see is no target.
        hidden = state.hidden(self.side)
        self.mine = [u for u in forces.of_side[self.side] if state.cells[u]]
        self.foes = [
            unit
            for unit, side in enumerate(forces.side)
            if side != self.side and state.cells[unit] and not hidden >> unit & 1
        ]
        self._prey = self._objectives.prey(state, self.side)
        self._firing_places: dict[int, int] = {}  # by reach, from where prey is fired at

    @cached_property
    def _fears(self) -> list[tuple[int, float]]:
        """The enemies that may fire, each with how much it is to be feared yet in this turn."""
        spent = self.priorities.spent
        return [
            (foe, spent if has_acted(self.state, foe) else 1.0)
            for foe in self.foes
            if self._estimates.may_fire(foe)
        ]

    @property
    def unseen_foes(self) -> list[int]:
        """The enemy units that are somewhere out of sight."""
        if self.rules.find(HiddenRules) is None:
            return []
        figures, exits, state = self.rules.find(FigureRules), self.rules.find(ExitRules), self.state
        gone = state.eliminated | (exits.gone(state) if exits is not None else 0)
        hidden = state.hidden(self.side)  # in a world they stand somewhere
        return [
            unit
            for unit, side in enumerate(self.rules[Forces].side)
            if side != self.side
            and (hidden >> unit & 1 or not state.cells[unit])
            and not gone >> unit & 1
            and (figures is None or figures.effective(state, unit))
        ]

    # -- fire --------------------------------------------------------------------------------------

    def fires(self, unit: int, hexes: int) -> dict[int, float]:
        """By the cells of a mask from which a unit could fire at enemies: its best fire there."""
        best: dict[int, float] = {}
        for foe in self.foes:
            for cell, worth in self._estimates.at(unit, foe, hexes):
                if worth > best.get(cell, 0.0):
                    best[cell] = worth
        return best

    def best_fire(self, unit: int, cell: int) -> float:
        """The best fire of a unit from a cell at enemies where they are."""
        return self.fires(unit, self.survey.board.bit[cell]).get(cell, 0.0)

    # -- places ------------------------------------------------------------------------------------

    def objectives(self, unit: int) -> list[Objective]:
        """What a unit is to reach: its own objectives, else the enemy's, else an enemy."""
        if objectives := self._objectives.own(self.state, unit):
            return objectives
        reach = self._estimates.reaches(unit)
        firing_places = self._firing_places.get(reach)
        if firing_places is None:
            survey, firing_places = self.survey, 0
            prey = survey.board.cells(self._prey) or [self.state.cells[foe] for foe in self.foes]
            for cell in prey:
                firing_places |= survey.within(cell, reach) & survey.seen_from(cell)
            self._firing_places[reach] = firing_places
        return [Objective(firing_places, self.priorities.hunt)] if firing_places else []

    def stride(self, unit: int) -> float:
        """How far a unit moves in the ordinary way, in hexes."""
        return max(1.0, self._movement.values.most_movement(unit) / self._movement.terrain.scale)

    def draws(self, unit: int) -> list[Attraction]:
        """The draw of each objective of a unit."""
        return [self._draw(unit, objective) for objective in self.objectives(unit)]

    def _draw(self, unit: int, objective: Objective) -> Attraction:
        """The draw of one objective: the more the shorter of turns the unit is to reach it."""
        away, stride = self.survey.distances(objective.hexes), self.stride(unit)
        turns = self.rules.frame.turns - self.state.turn + 1
        hexes_to_go = away[self.state.cells[unit]]
        if objective.after:  # the way goes on from there, from the hex that is best for it
            away_after = self.survey.distances(objective.after)
            hexes_to_go += min(
                away_after[cell] for cell in self.survey.board.cells(objective.hexes)
            )
        # The part of what is left of the game that the way will take, at a stride a turn. Bounded
        # both ways: a unit with time goes all the same, and one too late throws nothing away.
        urgency = min(2.0, 0.5 + hexes_to_go / stride / turns)
        return Attraction(away, self.priorities.stride * objective.weight * urgency / stride)

    def way_out(self, unit: int) -> Attraction | None:
        """The draw of the hexes from which a unit is to leave the map, if it is to."""
        leaving = (objective for objective in self.objectives(unit) if objective.leaves)
        return next((self._draw(unit, objective) for objective in leaving), None)

    def exits_of(self, unit: int) -> int:
        """Mask of the hexes from which a unit may leave the map."""
        return self._objectives.exits_of(self.state, unit)

    def counts_out(self, unit: int) -> bool:
        """Whether it is counted if a unit leaves the map."""
        return self._objectives.counts_out(self.state, unit)

    def counts_taken(self, condition: str) -> bool:
        """Whether figures of the side are counted that are in a condition."""
        return self._objectives.counts_figures(self.side, condition)

    def _dangers(self, unit: int, hexes: int) -> dict[int, float]:
        """What the enemies' fire may take from a unit, by those cells of a mask that they see."""
        dangers: dict[int, float] = {}
        for foe, fear in self._fears:
            for cell, worth in self._estimates.by(foe, unit, hexes):
                dangers[cell] = dangers.get(cell, 0.0) + self.priorities.danger * fear * worth
        return dangers

    def danger(self, unit: int, cell: int) -> float:
        """What the enemies' fire may take from a unit in a cell."""
        return self._dangers(unit, self.survey.board.bit[cell]).get(cell, 0.0)

    def unseen(self) -> int:
        """Mask of the hexes that no enemy sees that may still react."""
        seen = 0
        for foe, fear in self._fears:
            seen |= self.survey.seen_from(self.state.cells[foe]) if fear == 1.0 else 0
        return self.survey.board.on_map & ~seen

    def places(self, unit: int, hexes: int) -> Iterator[tuple[int, float]]:
        """How good each of some hexes (a mask) is for a unit, but for what it may fire at there."""
        draws, dangers = self.draws(unit), self._dangers(unit, hexes)
        for cell in self.survey.board.cells(hexes):
            worth_of_way = sum([worth_a_hex * away[cell] for away, worth_a_hex in draws])
            yield cell, -dangers.get(cell, 0.0) - worth_of_way

    def nearest(self, unit: int, hexes: int) -> int:
        """Mask of those of some hexes (a mask) that are worth a thought: all, or with less than
        full effort those nearest to the objectives of a unit.
        """
        if self.effort.is_full:
            return hexes
        most, board = self.effort.of(PLACES), self.survey.board
        cells = board.cells(hexes)
        if len(cells) <= most:
            return hexes
        draws = self.draws(unit)
        cells.sort(key=lambda cell: sum([worth_a_hex * away[cell] for away, worth_a_hex in draws]))
        return sum([board.bit[cell] for cell in cells[:most]])

    def place(self, unit: int, cell: int) -> float:
        """How good one hex is for a unit."""
        ((_, good),) = self.places(unit, self.survey.board.bit[cell])
        return good


def value_of(briefing: Briefing, priorities: SkirmishPriorities) -> Value:
    """How good positions are for a side: what it and the others have left, and its objectives."""
    forces, figures = briefing.rules[Forces], briefing.rules.find(FigureRules)
    at_first = [max(1, len(of)) for of in forces.of_side]

    def left(state: State, side: int) -> float:
        """The part of a side that is left to fight."""
        units = forces.of_side[side]
        if figures is None:
            return sum([bool(state.cells[unit]) for unit in units]) / at_first[side]
        return sum([figures.effective(state, unit) for unit in units]) / (
            FIGURES_A_UNIT * at_first[side]
        )

    def value(state: State) -> float:
        side, sides = briefing.side, range(len(at_first))
        strongest = max((left(state, other) for other in sides if other != side), default=0.0)
        after = Briefing(state, side, briefing.random, briefing.effort)
        outlook = UnitOutlook(after, priorities)
        worth_of_way = 0.0
        for unit in outlook.mine:
            for away, worth_a_hex in outlook.draws(unit):
                worth_of_way += worth_a_hex * away[state.cells[unit]]
        # The ways that are left decide only between positions in which as many are left.
        return left(state, side) - strongest - worth_of_way / (10 * at_first[side])

    return value


# -- what fires would be worth between a unit that may stand anywhere and enemies where they are ---

# A fire is reckoned by the rules, once for all hexes that are alike to it: where only range bands
# matter, hexes in optimal range are alike, and so are those beyond; else all at one distance are;
# always under one kind of shelter. A search asks for thousands of hexes in a position.


class FireEstimates:
    """The fires of one position, each reckoned once."""

    def __init__(self, rules: Rules, survey: HexSurvey, state: State) -> None:
        self._fire = rules.find(FireRules)
        self._survey, self._state = survey, state
        self._ranges: dict[int, FireRange | None] = {}
        self._worth: dict[tuple[int, int, int, int], float] = {}

    def reaches(self, unit: int) -> int:
        """How far a unit fires well, in hexes; 1 for one that does not fire."""
        range_ = self._range(unit)
        return (range_.optimal or range_.most or FAR) if range_ is not None else 1

    def may_fire(self, unit: int) -> bool:
        """Whether a unit may fire now, if it sees anybody."""
        return self._fire is not None and self._fire.why_not_fire(self._state, unit) is None

    def at(self, unit: int, foe: int, hexes: int) -> Iterator[tuple[int, float]]:
        """What the fire of a unit at an enemy is worth, by the cells of a mask from which it sees
        him.
        """
        there = self._state.cells[foe]
        for cell, away in self._lane(unit, there, hexes):
            yield cell, self._reckoned(unit, cell, foe, there, away)

    def by(self, foe: int, unit: int, hexes: int) -> Iterator[tuple[int, float]]:
        """What the fire of an enemy at a unit is worth to him, by the cells of a mask that he sees,
        if it stood there.
        """
        here = self._state.cells[foe]
        for cell, away in self._lane(foe, here, hexes):
            yield cell, self._reckoned(foe, here, unit, cell, away)

    def _range(self, unit: int) -> FireRange | None:
        """How far a unit fires, looked up once; ``None`` for one that does not fire."""
        if unit not in self._ranges:
            fire = self._fire
            self._ranges[unit] = fire.range_of(self._state, unit) if fire is not None else None
        return self._ranges[unit]

    def _lane(self, firer: int, at: int, hexes: int) -> Iterator[tuple[int, int]]:
        """The cells of a mask between which and another one unit can fire; each with the distance
        or, where only that matters, whether it is in optimal range.
        """
        range_ = self._range(firer)
        if range_ is None:
            return
        board, survey = self._survey.board, self._survey
        lane, cell_bit = hexes & survey.seen_from(at), board.bit[at]
        if range_.most is not None:
            lane &= survey.within(at, range_.most)
        if range_.optimal is None:
            distances = survey.distances(cell_bit)
            for cell in board.cells(lane):
                yield cell, distances[cell]
            return
        optimal = survey.within(at, range_.optimal)
        for cell in board.cells(lane & optimal):
            yield cell, 1
        for cell in board.cells(lane & ~optimal):
            yield cell, 0

    def _reckoned(self, firer: int, here: int, target: int, there: int, away: int) -> float:
        """What a fire is worth, reckoned once for all hexes alike to it; ``away``: as a lane says
        it, the distance or whether it is within optimal range.
        """
        fire = self._fire
        if fire is None:
            return 0.0
        key = firer, target, away, fire.shelter(here, there)
        worth = self._worth.get(key)
        if worth is None:
            worth = fire.worth_between(self._state, firer, here, target, there)
            self._worth[key] = worth
        return worth


# -- what never changes of the ground on which a game is played: distances, and lines of sight -----

# It is kept by game, and shared by all its positions: a search asks for the same distances over and
# over. Distances are those of the crow, whatever the ground costs.


FAR = 1000
"""Hexes to a place that cannot be reached."""

MANY = 500
"""Distances to so many masks of hexes are kept."""


class HexSurvey:
    """Distances to any hexes, and what is seen from each; found when first asked for, and kept."""

    def __init__(self, rules: Rules) -> None:
        self.board = rules.frame.board
        self._sight = rules.find(SightRules)
        self._distances: dict[int, list[int]] = {}
        self._within: dict[tuple[int, int], int] = {}

    def seen_from(self, cell: int) -> int:
        """Mask of the hexes that are seen from a cell; all where nothing is said of sight."""
        return self.board.on_map if self._sight is None else self._sight.visible(cell)

    def within(self, cell: int, hexes: int) -> int:
        """Mask of the hexes at most so many from a cell."""
        mask = self._within.get((cell, hexes))
        if mask is None:
            mask = self._within[cell, hexes] = self.board.within(self.board.bit[cell], hexes)
        return mask

    def distances(self, hexes: int) -> list[int]:
        """By cell: how many hexes it is from the nearest of some hexes (a mask)."""
        distances = self._distances.get(hexes)
        if distances is None:
            board, distances, ring, away = self.board, [FAR] * self.board.size, hexes, 0
            reached = hexes
            while ring:
                for cell in board.cells(ring):
                    distances[cell] = away
                grown = reached | board.expand(reached)
                ring, reached, away = grown & ~reached, grown, away + 1
            if len(self._distances) == MANY:
                self._distances.clear()
            self._distances[hexes] = distances
        return distances

    def unseen_way(self, start: int, goal: int, open_: int, steps: int) -> tuple[int, ...]:
        """A shortest way of at most so many hexes through a mask, both ends included; or nothing.

        What is at the start does not matter; the goal is to be in the mask.
        """
        board = self.board
        layers = [board.bit[start]]
        while not layers[-1] >> goal & 1:
            grown = layers[-1] | board.expand(layers[-1]) & open_
            if grown == layers[-1] or len(layers) > steps:
                return ()
            layers.append(grown)
        path = [goal]
        # Backwards from the goal: each step to a hex that was reached a step sooner.
        for layer in reversed(layers[:-1]):
            sooner = (cell for cell in board.neighbours[path[-1]] if cell and layer >> cell & 1)
            path.append(next(sooner))
        return tuple(reversed(path))


@lru_cache(maxsize=8)
def survey_of(rules: Rules) -> HexSurvey:
    """The ground of a game."""
    return HexSurvey(rules)
