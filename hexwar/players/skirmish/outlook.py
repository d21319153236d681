"""How good it is for a unit to stand somewhere: by its objectives, safe, with a foe in sight.

Each objective draws a unit by the hexes of way that are left, the more the shorter of turns it is;
the fire of enemies in sight of a hex frightens it away, less of those that have acted in this turn;
what it could hit from there itself is added by who asks. A unit without objectives hunts: it goes
where it sees what the enemy is after, or an enemy, within its good range.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from hexwar.engine import Action
from hexwar.players.decider import Briefing, Value
from hexwar.players.objectives import Objective, objectives_of
from hexwar.players.skirmish.fire_estimates import FireEstimates
from hexwar.players.skirmish.survey import survey_of
from hexwar.rules.activation.rules import has_acted
from hexwar.rules.exits.rules import ExitRules
from hexwar.rules.figures.rules import FigureRules
from hexwar.rules.hidden.rules import HiddenRules
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.state import State
from hexwar.rules.units.rules import Forces

Rank = tuple[float, tuple[Action, ...]]
"""What a unit gains by doing something, and the actions that do it, the best first."""

Draw = tuple[list[int], float]
"""The distances to an objective, by cell, and what a hex of way is worth."""


@dataclass(frozen=True, slots=True)
class SkirmishPriorities:
    """What a player minds, each beside the loss of a whole unit (1)."""

    stride: float = 1.3
    hunt: float = 0.16
    danger: float = 0.4
    spent: float = 0.6
    hope: float = 0.5
    hurried: float = 0.8
    least: float = 0.02
    later: float = 1.0


PLACES = 40
"""With less than full effort a share of so many places in reach is compared for a unit."""


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
        # In a world everybody stands somewhere: whom the side does not see must not be aimed at.
        known = ~state.hidden(self.side)
        self.mine = [u for u in forces.of_side[self.side] if state.cells[u]]
        self.foes = [
            unit
            for unit, side in enumerate(forces.side)
            if side != self.side and state.cells[unit] and known >> unit & 1
        ]
        self._prey = self._objectives.prey(state, self.side)

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
        own = self._objectives.own(self.state, unit)
        if own:
            return own
        hunt, survey = self.priorities.hunt, self.survey
        after = survey.board.cells(self._prey) or [self.state.cells[foe] for foe in self.foes]
        seen = 0
        for cell in after:
            near = survey.within(cell, self._estimates.reaches(unit))
            seen |= near & survey.seen_from(cell)
        return [Objective(seen, hunt)] if seen else []

    def stride(self, unit: int) -> float:
        """How far a unit moves in the ordinary way, in hexes."""
        return max(1.0, self._movement.values.most_movement(unit) / self._movement.terrain.scale)

    def draws(self, unit: int) -> list[Draw]:
        """The draw of each objective of a unit."""
        return [self._draw(unit, objective) for objective in self.objectives(unit)]

    def _draw(self, unit: int, objective: Objective) -> Draw:
        away, stride = self.survey.distances(objective.hexes), self.stride(unit)
        turns = self.rules.frame.turns - self.state.turn + 1
        left = away[self.state.cells[unit]] + self._way_after(objective)
        # The part of what is left of the game that the way will take, at a stride a turn.
        urgency = min(2.0, 0.5 + left / stride / turns)
        return away, self.priorities.stride * objective.weight * urgency / stride

    def _way_after(self, objective: Objective) -> int:
        """How many hexes it is from an objective to where one is to go from there."""
        if not objective.after:
            return 0
        away = self.survey.distances(objective.after)
        return min(away[cell] for cell in self.survey.board.cells(objective.hexes))

    def way_out(self, unit: int) -> Draw | None:
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
        for foe, ready in self._fears:
            for cell, worth in self._estimates.by(foe, unit, hexes):
                dangers[cell] = dangers.get(cell, 0.0) + self.priorities.danger * ready * worth
        return dangers

    def danger(self, unit: int, cell: int) -> float:
        """What the enemies' fire may take from a unit in a cell."""
        return self._dangers(unit, self.survey.board.bit[cell]).get(cell, 0.0)

    def unseen(self) -> int:
        """Mask of the hexes that no enemy sees who may still react."""
        seen = 0
        for foe, ready in self._fears:
            seen |= self.survey.seen_from(self.state.cells[foe]) if ready == 1.0 else 0
        return self.survey.board.on_map & ~seen

    def places(self, unit: int, hexes: int) -> Iterator[tuple[int, float]]:
        """How good each of some hexes (a mask) is for a unit, but for what it may fire at there."""
        draws, dangers = self.draws(unit), self._dangers(unit, hexes)
        for cell in self.survey.board.cells(hexes):
            way = sum([worth_a_hex * away[cell] for away, worth_a_hex in draws])
            yield cell, -dangers.get(cell, 0.0) - way

    def nearest(self, unit: int, hexes: int) -> int:
        """Those of some hexes (a mask) that are worth a thought: all, or with less than full
        effort those nearest to the objectives of a unit.
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
    begun = [max(1, len(of)) for of in forces.of_side]

    def left(state: State, side: int) -> float:
        units = forces.of_side[side]
        if figures is None:
            return sum([bool(state.cells[unit]) for unit in units]) / begun[side]
        return sum([figures.effective(state, unit) for unit in units]) / (4 * begun[side])

    def value(state: State) -> float:
        mine = left(state, briefing.side)
        theirs = max((left(state, s) for s in range(len(begun)) if s != briefing.side), default=0.0)
        outlook = UnitOutlook(
            Briefing(state, briefing.side, briefing.random, briefing.effort), priorities
        )
        way = 0.0
        for unit in outlook.mine:
            for away, worth_a_hex in outlook.draws(unit):
                way += worth_a_hex * away[state.cells[unit]]
        return mine - theirs - way / (10 * begun[briefing.side])

    return value
