"""One way of moving (``movement.modes``), compiled: who may take it, and where it leads.

A way is of one of three kinds: *plain* where it leads as ordinary moves do and only its points
differ, *straight* where it goes to its end whatever lies between, or else a flood of its own, over
the paths and hexes that it keeps to.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from hexwar.engine.frame import Frame
from hexwar.engine.state import Position
from hexwar.hexmap import EntryCosts, Passage
from hexwar.rules.language.by_unit import ByUnit
from hexwar.rules.language.conditions import Conditions
from hexwar.rules.language.selectors import Selectors
from hexwar.rules.language.wording import mid_sentence
from hexwar.rules.movement.refusals import Means
from hexwar.rules.movement.rules import Layers, MovementRules
from hexwar.rules.movement.section import UNLIMITED, Mode
from hexwar.rules.terrain.geometry import Area, Geometry
from hexwar.rules.terrain.section import Terrain
from hexwar.rules.units.rules import plain

if TYPE_CHECKING:
    from hexwar.rules.control.rules import ControlRules

Found = tuple[Passage, Layers]


class WayOfMoving:
    """``is_plain``: it leads where ordinary moves do, as far as its points go. ``title``: as it is
    called in a sentence.
    """

    __slots__ = (
        "_added",
        "_allowance",
        "_begins",
        "_costs",
        "_ends",
        "_most",
        "_movement",
        "_phases",
        "_straight",
        "_through",
        "_times",
        "checks",
        "fits",
        "holds",
        "is_plain",
        "said",
        "title",
    )

    def __init__(
        self,
        said: Mode,
        frame: Frame,
        terrain: Terrain,
        geometry: Geometry,
        selectors: Selectors,
        conditions: Conditions,
        control: ControlRules | None,
        movement: MovementRules,
    ) -> None:
        self.said, self.title = said, mid_sentence(said.title)
        self.fits = selectors.fits(said.only)
        self.checks = selectors.fits(said.check.only if said.check else None)
        self.holds = conditions.test(said.condition)
        self._movement = movement
        scale, points = movement.terrain.scale, said.allowance
        self._allowance = None if points is None else int(points * scale)
        self._times, self._added = plain(said.multiply), int(said.add * scale)
        named = said.phases or frame.phase_ids
        self._phases = frozenset(i for i, name in enumerate(frame.phase_ids) if name in named)
        self._most: ByUnit[int | None] = ByUnit(said.most, selectors)
        self._begins = Area(said.from_, frame, control)
        self._ends = Area(said.to, frame, control)
        self._through = Area(said.through, frame, control)
        self._straight = said.to is not None and not said.along
        self._costs = _along(said, terrain, geometry, movement) if said.along else None
        self.is_plain = not (
            said.along
            or said.to
            or said.through
            or said.away_from_enemy
            or said.enters_zone == "forbidden"
        )

    def in_phase(self, phase: int) -> bool:
        """Whether it may be taken in a phase."""
        return phase in self._phases

    def most(self, unit: int) -> int | None:
        """How many units like this may take it in a phase."""
        return self._most.always[unit] if self._most.always else None

    def begins(self, state: Position, side: int) -> int:
        """Mask of the hexes in which units of a side may begin it."""
        return self._begins.mask(state, side)

    def means(self, state: Position, unit: int) -> Means:
        """The points for it, and where it leads."""
        points = self._points(state, unit)
        if self.is_plain:
            return Means(points, self._movement.layers(state, unit, points)[-1])
        side = self._movement.forces.side[unit]
        if self._straight:
            return Means(points, self._straight_to(state, unit, side))
        reach = self._found(state, unit)[1][-1]
        return Means(points, reach & self._ends.mask(state, side))

    def path(self, state: Position, unit: int, goal: int) -> tuple[int, ...]:
        """The cells of a cheapest way to a hex that is in reach, without its own."""
        if self._straight:
            return (goal,)
        rules = self._movement
        if self.is_plain:
            layers = rules.layers(state, unit, self._points(state, unit))
            return tuple(rules.cheapest_path(state, unit, goal, layers)[1:])
        passage, layers = self._found(state, unit)
        return tuple(passage.path(state.cells[unit], goal, layers)[1:])

    def why_not_there(self, state: Position, unit: int, hexes: tuple[str, ...]) -> str:
        """Why a unit does not come to a hex of the map by this way; empty if it does."""
        board, name = self._movement.board, self._movement.forces.ids[unit]
        goal, how = board.cell[hexes[-1]], self.title
        if goal == state.cells[unit]:
            return f"{name} is already there."
        if not self.means(state, unit).reach >> goal & 1:
            return self._why_not_goal(state, unit, goal) or (
                f"{name} finds no way to {hexes[-1]} that it may go {how}."
            )
        if len(hexes) > 1 and not self._may_go(state, unit, hexes):
            return f"{name} may not go {'-'.join(hexes)} {how}."
        return ""

    def _why_not_goal(self, state: Position, unit: int, goal: int) -> str:
        rules, how = self._movement, self.title
        side, name, number = rules.forces.side[unit], rules.forces.ids[unit], rules.board.number
        if rules.passage(state, unit).closed >> goal & 1:
            return f"{name} may not enter {number[goal]}: other units are there."
        if not self._ends.mask(state, side) >> goal & 1:
            return f"{name} may not end its move in {number[goal]} when it moves {how}."
        if not self._through.mask(state, side) >> goal & 1:
            return f"{name} may not enter {number[goal]} when it moves {how}."
        if self._shunned(state, unit) >> goal & 1:
            return f"{name} comes too near the enemy in {number[goal]} to move {how}."
        return ""

    def _points(self, state: Position, unit: int) -> int:
        if self._allowance is not None:
            return self._allowance
        points = self._movement.values.allowance(state, unit)
        return int(points * self._times) + self._added

    def _shunned(self, state: Position, unit: int) -> int:
        """Mask of the hexes that are too near to enemies."""
        rules, mode, mask = self._movement, self.said, 0
        if mode.away_from_enemy:
            enemies = state.enemies_of(rules.forces.side[unit])
            mask = rules.board.within(enemies, mode.away_from_enemy - 1)
        return mask | (rules.passage(state, unit).zone if mode.enters_zone == "forbidden" else 0)

    def _closed(self, state: Position, unit: int) -> int:
        rules = self._movement
        through = self._through.mask(state, rules.forces.side[unit])
        closed = rules.passage(state, unit).closed | self._shunned(state, unit)
        return closed | rules.board.on_map & ~through

    def _straight_to(self, state: Position, unit: int, side: int) -> int:
        rules = self._movement
        goals = self._ends.mask(state, side) & rules.costs[unit].passable
        if self.said.allowance not in (None, UNLIMITED):
            here = rules.board.bit[state.cells[unit]]
            # Of a move straight to its end the allowance counts hexes, whatever lies between.
            goals &= rules.board.within(here, int(self.said.allowance or 0))
        return goals & ~self._closed(state, unit) & ~rules.board.bit[state.cells[unit]]

    def _found(self, state: Position, unit: int) -> Found:
        """What the unit reaches; kept while the same hexes are closed to it as before."""
        # Kept until anything changes; beyond that while the same hexes are closed; beyond that by
        # place and points: a friend's move empties the first alone.
        key = (self.said.id, unit)
        within_reach: Found | None = state.near.get(key)
        if within_reach is None:
            rules, cell, points = self._movement, state.cells[unit], self._points(state, unit)
            kept, ordinary = state.still[rules.forces.side[unit]], rules.passage(state, unit)
            alike = (self.said.id, ordinary, self._closed(state, unit))
            passage: Passage | None = kept.get(alike)
            if passage is None:
                passage = kept[alike] = self._passage(unit, ordinary, alike[-1])
            layers: Layers | None = kept.get((passage, cell, points))
            if layers is None:
                layers = kept[passage, cell, points] = passage.flood(cell, points)
            within_reach = state.near[key] = passage, layers
        return within_reach

    def _passage(self, unit: int, ordinary: Passage, closed: int) -> Passage:
        """What units of a class can enter by this way, where these hexes are closed to them."""
        rules = self._movement
        return Passage(
            rules.board,
            self._costs[rules.forces.movement_class[unit]] if self._costs else ordinary.costs,
            closed=closed,
            zone=ordinary.zone,
            effect=ordinary.effect,
        )

    def _may_go(self, state: Position, unit: int, hexes: tuple[str, ...]) -> bool:
        """Whether a path from where the unit stands can be gone and paid for."""
        board = self._movement.board
        if self._straight or hexes[0] != board.number[state.cells[unit]]:
            return False
        passage, _ = self._found(state, unit)
        cells = [board.cell.get(number, 0) for number in hexes]
        spent = 0
        for number, (here, there) in enumerate(pairwise(cells)):
            step = passage.step_cost(here, there) if there in board.neighbours[here] else None
            # A hex that ends moves does not keep a unit from leaving it that begins there.
            stopped = number and passage.ends >> here & 1
            if not there or step is None or stopped:
                return False
            spent += step
        return spent <= self._points(state, unit)


def _along(
    said: Mode, terrain: Terrain, geometry: Geometry, movement: MovementRules
) -> dict[str, EntryCosts]:
    """Costs by movement class of steps along some kinds of path, and of no others.

    A path that helps no ordinary move costs a point a hex.
    """
    rules, costs = movement.terrain, {}
    for name in set(movement.forces.movement_class):
        prices = {kind: rules.scaled(terrain.paths[kind].cost[name]) for kind in said.along}
        steps = {
            step: min(prices[kind] or rules.scale for kind in kinds if kind in prices)
            for step, kinds in geometry.paths.items()
            if not prices.keys().isdisjoint(kinds)
        }
        costs[name] = EntryCosts(movement.board, {}, steps)
    return costs
