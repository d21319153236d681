"""How strong each side is, and how strong around the hexes that matter.

Of every unit and each hex that matters it is kept for how many moves it is away; nearer units count
for more, those that cannot come in time for nothing. Added up by side this gives the armies and the
strength around each hex.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from hexwar.engine.frame import Frame
from hexwar.engine.position import bits
from hexwar.engine.state import Position
from hexwar.hexmap import Board, EntryCosts
from hexwar.rules.evaluation import weights
from hexwar.rules.language.foresight import Ahead
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.units.rules import Forces, in_scenario
from hexwar.rules.values.rules import UnitValues

if TYPE_CHECKING:
    from hexwar.rules.figures.rules import FigureRules

FAR = 12
"""So many moves reach everywhere."""

NOTHING = 0.02
"""A unit that counts less is not counted at a place."""

BESIDE = 0.5
"""Who is within so many moves of a hex can attack it without moving."""

Row = tuple[tuple[int, float], ...]
"""The places that a unit can come to from a cell, each by its number, with what it counts there."""


class Standing(NamedTuple):
    """By side: the strength that is not lost (``army``), and that around each place (``near``)."""

    army: list[float]
    near: list[list[float]]


class Presence:
    """The strengths of one game, around some hexes: ``places`` by cell the number of each.

    Strength is the mean of attack and defence or, where no counter has any, the figures that
    fight or the steps. A unit that is not in sight of a side, and not known to be lost, counts in
    full for its army, and a little everywhere.
    """

    def __init__(
        self,
        frame: Frame,
        forces: Forces,
        movement: MovementRules,
        values: UnitValues,
        figures: FigureRules | None,
        cells: Sequence[int],
    ) -> None:
        self._sides, self._frame = frame.unit_side, frame
        self.places = {cell: place for place, cell in enumerate(cells)}
        self._printed = _strengths(forces, values)
        self._strength = [_worn(by_steps) for by_steps in self._printed]
        self._figures = figures
        self._units = tuple(bits(in_scenario(frame)))
        strongest = [self._strength[unit][0] for unit in self._units]
        self.least = 0.3 * sum(strongest) / (len(strongest) or 1) or 1.0
        kinds: dict[tuple[str, int], int] = {}
        self._kind, self._turns = [], []
        for unit in range(len(frame.unit_ids)):
            kind = (forces.movement_class[unit], movement.values.most_movement(unit))
            # Units of one class that are as fast have all ways in common.
            if kind not in kinds:
                kinds[kind] = len(kinds)
                self._turns.append([moves_to(frame.board, movement, unit, [to]) for to in cells])
            self._kind.append(kinds[kind])
        self._rows: dict[tuple[int, int, int], Row] = {}

    def now(self, state: Position, ahead: Ahead) -> Standing:
        """Who is how strong where, and may come where in the time that is left."""
        # Of a side of which some are still to move anybody may be the one.
        moves = tuple(map(ceil, ahead.moves))
        standing: Standing | None = state.near.get((self, moves))
        if standing is None:
            standing = state.near[self, moves] = self._now(state, moves)
        return standing

    def forget(self) -> None:
        """Weigh distances and losses anew: the weights have been changed."""
        self._rows.clear()
        self._strength = [_worn(by_steps) for by_steps in self._printed]

    def _now(self, state: Position, moves: tuple[int, ...]) -> Standing:
        sides, cells, lost, gone = self._sides, state.cells, state.lost, state.eliminated
        kinds, strength, rows = self._kind, self._strength, self._rows
        many = len(state.occupied)
        army, away = [0.0] * many, [0.0] * many
        near = [[0.0] * len(self.places) for _ in army]
        figures = self._figures
        for unit in self._units:
            if gone >> unit & 1:
                continue
            side, cell = sides[unit], cells[unit]
            power = figures.effective(state, unit) if figures else strength[unit][lost[unit]]
            army[side] += power
            if not cell:
                away[side] += power
                continue
            key = (kinds[unit], moves[side], cell)
            row = rows.get(key)
            if row is None:
                row = rows[key] = self._row(*key)
            here = near[side]
            for place, weight in row:
                here[place] += power * weight
        for side, power in enumerate(away):
            if power:
                near[side] = [here + power * weights.AWAY for here in near[side]]
        return Standing(army, near)

    def _row(self, kind: int, moves: int, cell: int) -> Row:
        row = []
        for place, turns in enumerate(self._turns[kind]):
            away = turns.get(cell)
            if away is not None and (away <= moves + BESIDE or moves >= FAR):
                weight = weights.DISTANCE**away
                if weight >= NOTHING:
                    row.append((place, weight))
        return tuple(row)


def costs_to(board: Board, costs: EntryCosts, goals: Sequence[int]) -> dict[int, int]:
    """Movement points from each cell to the nearest of some cells, nobody in the way."""
    cheapest: dict[int, int] = {}
    queue = [(0, goal) for goal in goals]
    while queue:
        spent, cell = heappop(queue)
        if cell in cheapest:
            continue
        cheapest[cell] = spent
        for near in board.neighbours[cell]:
            step = costs.cost(near, cell) if near and near not in cheapest else None
            if step is not None:
                heappush(queue, (spent + step, near))
    return cheapest


def moves_to(
    board: Board, movement: MovementRules, unit: int, goals: Sequence[int], least: int = 1
) -> dict[int, float]:
    """By cell, for how many of its moves a unit is away from the nearest of some cells; ``least``:
    how far a move goes at least.
    """
    values, forces = movement.values, movement.forces
    # Who cannot move is taken along by others of its side.
    most = values.most_movement(unit) or max(
        map(values.most_movement, forces.of_side[forces.side[unit]])
    )
    costs = costs_to(board, movement.costs[unit], goals)
    return {cell: cost / max(most, least) for cell, cost in costs.items()}


def _strengths(forces: Forces, values: UnitValues) -> list[tuple[float, ...]]:
    """By unit, the strength that it has when it has lost so many steps."""
    strengths = [
        tuple(float(attack + defense) / 2 for attack, defense in values.by_steps(unit))
        for unit in range(len(forces.ids))
    ]
    if any(map(any, strengths)):
        return strengths
    return [tuple(float(left) for left in range(many, 0, -1)) for many in forces.steps]


def _worn(by_steps: tuple[float, ...]) -> tuple[float, ...]:
    """The strengths of a unit; where its counter says that losses do not weaken it less with every
    step, as it will not be there for long.
    """
    if len({*by_steps}) > 1:
        return by_steps
    whole = len(by_steps)
    return tuple(
        power * (1 - lost / whole) ** weights.WEARING for lost, power in enumerate(by_steps)
    )
