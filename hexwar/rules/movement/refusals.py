"""Why a move is refused: section ``movement`` and the sections that it leans on, in words.

First whether the unit may move at all, then the route, then whether there is room to stop. Of a
path the first step is named that breaks a rule. Of a destination alone rules are lifted one after
the other, and the first without which the hex would be in reach is the one that is named.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from hexwar.engine.state import OFF_MAP, Position
from hexwar.engine.violation import SectionRefusals, Violation
from hexwar.hexmap import NO_EFFECT, Board, EntryCosts, Passage, ZoneEffect, spent
from hexwar.rules.movement.limits import UnitsOfPhase, stops_that_can_clear
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.sequence.rules import BEGAN, MOVED


class Means(NamedTuple):
    """The points that a move may cost, and the mask of the hexes that are in reach with them."""

    points: int
    reach: int


class WayTried(NamedTuple):
    """A unit's way to a hex, tried with some of the rules that bar it and without the others.

    All else that :meth:`MovementRules.passage` minds is lifted: where a unit looks, hexsides that
    bonds shut, what markers make dearer.
    """

    board: Board
    costs: EntryCosts
    origin: int
    goal: int
    points: int

    def reaches(self, closed: int = 0, zone: int = 0, effect: ZoneEffect = NO_EFFECT) -> bool:
        """Whether the hex would be in reach if only these hexes were closed, only this zone met."""
        passage = Passage(self.board, self.costs, closed=closed, zone=zone, effect=effect)
        return bool(passage.flood(self.origin, self.points)[-1] >> self.goal & 1)


class MovementRefusals:
    """Answers with the first rule that a move breaks, in the order a player would check them."""

    def __init__(self, rules: MovementRules, concerned: UnitsOfPhase) -> None:
        self.rules = rules
        self._concerned = concerned
        self.board = rules.board
        self.zones = rules.zones
        self.refuse = SectionRefusals("movement", self.rules.cite)

    def explain(
        self, state: Position, side: int, units: tuple[str, ...], hexes: tuple[str, ...]
    ) -> Violation | None:
        """Why ``side`` may not make this move; ``None`` when it may."""
        if len(units) != 1 or not hexes:
            return self.refuse("one_at_a_time", "Units move one at a time.")
        name = units[0]
        unit = self.rules.forces.index[name]
        goal = self.board.cell.get(hexes[-1])
        if goal is None:
            return self.refuse("map_edge", f"{hexes[-1]} is not a hex of the map.")
        if self.rules.forces.side[unit] != side:
            return self.refuse("owner", f"{name} belongs to the other side.")
        if len(hexes) == 1 and self.rules.may_stop(state, unit, goal):
            return None
        means = Means(self.rules.points_left(state, unit), self.rules.reach_mask(state, unit))
        return (
            self.why_not_move(state, unit)
            or self.route(state, unit, hexes, means)
            or self._stop(state, unit, goal)
        )

    def why_not_move(self, state: Position, unit: int) -> Violation | None:
        """Why a unit may not move at all: it is not on the map, or its movement is over."""
        name, cell = self._name(unit), state.cells[unit]
        if not cell:
            # No citation of its own: the rule that it breaks is that a move goes from a hex.
            rule = self.rules.cite.get("adjacent", "")
            return Violation(rule, f"{name} is not on the map.", "movement.off_map")
        if self.rules.able(state, unit):
            return None
        barred = self.rules.why_barred(state, unit)
        if barred is not None:
            return barred
        began = state.memory[BEGAN]
        if began.outside >> unit & 1:
            why = self._concerned.why_outside(state, unit)
            return self.refuse("phase", f"{name} may not move in this phase{why}")
        if began.held >> unit & 1:
            return self.zones.held(name)
        if not state.memory[MOVED].moved >> unit & 1:
            return self.refuse("allowance", f"{name} has no movement points.")
        progress = state.memory[MOVED]
        if (
            unit not in {progress.mover, *(mate for mate, _ in progress.stack)}
            or not self.rules.resumes
        ):
            return self.refuse("one_at_a_time", f"{name} has already moved in this phase.")
        passage = self.rules.passage(state, unit)
        if passage.ends >> cell & 1:
            return self.rules.bounds.why_stops(state, unit, passage, cell)
        return self.refuse("allowance", f"{name} has no movement points left.")

    def route(
        self, state: Position, unit: int, hexes: tuple[str, ...], means: Means
    ) -> Violation | None:
        """Why a unit does not come to the last of these hexes, all of them on the map."""
        goal = self.board.cell[hexes[-1]]
        if len(hexes) > 1:
            return self._first_broken(state, unit, hexes, means)
        if goal == state.cells[unit]:
            return self.refuse("adjacent", f"{self._name(unit)} is already there.")
        # The first rule without which the hex would be in reach.
        points = means.points
        name, number = self._name(unit), self.board.number[goal]
        blocked = self._entry(state, unit, goal)
        if blocked is not None:
            return blocked
        passage = self.rules.passage(state, unit)
        closed, zone, effect = passage.closed, passage.zone, passage.effect
        if effect.locks and zone >> state.cells[unit] & 1:
            return self.zones.locked(name, self.board.number[state.cells[unit]])
        if passage.flood(state.cells[unit], points)[-1] >> goal & 1:
            return None
        if passage.steered is not None:
            # If the hex is in reach of a unit without a facing, turns are what this one lacks.
            without_facing = passage.steered.plain
            if without_facing.flood(state.cells[unit], points)[-1] >> goal & 1:
                return self._turns(state, unit, goal, points)
        trial = WayTried(self.board, self.rules.costs[unit], state.cells[unit], goal, points)
        melee = self.rules.bounds.melee
        if melee is not None:
            # No unit passes through enemies that it meets; the goal it may enter, to meet them.
            closed |= melee.open_to(state, unit) & ~self.board.bit[goal]
            if trial.reaches(closed, zone, effect):
                return melee.too_dear(state, unit, number, points)
        bonds = self.rules.bonds
        if bonds and trial.reaches(closed, zone, effect):
            return bonds.refusal(name, number)
        markers = self.rules.bounds.markers
        unmarked = closed & ~markers.closed(state, unit) if markers else closed
        if markers and trial.reaches(unmarked, zone, effect):
            return markers.why_too_far(state, unit, number)
        return self._kept_from(state, unit, trial, closed)

    def _kept_from(self, state: Position, unit: int, trial: WayTried, closed: int) -> Violation:
        """Why a unit does not come to a hex where neither markers nor bonds nor a melee are why;
        ``closed``: the hexes that it does not pass, but for those that markers or bonds close.
        """
        name, number = self._name(unit), self.board.number[trial.goal]
        passage = self.rules.passage(state, unit)
        zone, effect = passage.zone, passage.effect
        # Not even with nobody in the way: then it is too far, whatever else bars it.
        if not trial.reaches():
            return self._too_far(state, unit, trial.goal, trial.points)
        # The trial counts points and no hexes: what it reaches all the same is too many of these.
        if self.rules.most_hexes and trial.reaches(closed, zone, effect):
            return self._too_many_hexes(unit, number)
        if effect.bars and trial.reaches(passage.taken):
            text = f"Enemy zones of control bar {name}'s way to {number}."
            return Violation(self.zones.cite.get("entering", ""), text, "zones_of_control.entering")
        if not trial.reaches(closed):
            return self.refuse("enemy", f"Other units bar {name}'s way to {number}.")
        # If a unit that may go from zone to zone could reach the hex, that is the rule to name.
        passing = replace(effect, between=True, locks=False)
        if trial.reaches(closed, zone, passing):
            return self.zones.zone_to_zone(name, self.board.number[state.cells[unit]], number)
        text = f"Enemy zones of control make the way to {number} too dear for {name}."
        if effect.stop:
            text = f"Enemy zones of control stop {name} before it reaches {number}."
        rule = self.zones.cite.get("entering", "")
        return Violation(rule, text, "zones_of_control.entering")

    def _entry(self, state: Position, unit: int, cell: int) -> Violation | None:
        """Why a unit may not enter a hex whichever way it comes: somebody or something there bars
        it, or its terrain is prohibited.
        """
        name, number = self._name(unit), self.board.number[cell]
        side = self.rules.forces.side[unit]
        if state.enemies_of(side) >> cell & 1:
            melee = self.rules.bounds.melee
            if melee is None:
                text = f"{name} may not enter {number}: an enemy unit is there."
                return self.refuse("enemy", text)
            not_in = melee.why_not_enter(state, unit, cell)
            if not_in is not None:
                return not_in
        markers = self.rules.bounds.markers
        marked = markers.why_closed(state, unit, cell) if markers else None
        if marked:
            return marked
        if self.rules.bounds.closed(state, unit) >> cell & 1:
            text = f"{name} may not enter {number}: it keeps to a region that this is no part of."
            return self.refuse("limits", text)
        passage = self.rules.passage(state, unit)
        closed = passage.closed
        if passage.effect.bars and passage.zone >> cell & 1:
            return self.zones.barred(name, number)
        # Closed though no friend stands there: so it is a bond that closes it.
        if self.rules.bonds and (closed & ~state.occupied[side]) >> cell & 1:
            return self.rules.bonds.refusal(name, number)
        if closed >> cell & 1:
            return self.refuse("friends", f"{name} may not enter {number}: a friend is there.")
        if not self.rules.costs[unit].passable >> cell & 1:
            return self.rules.terrain.prohibited(name, cell)
        return None

    def _turns(self, state: Position, unit: int, goal: int, points: int) -> Violation:
        """That a unit cannot come to a hex for where it looks, and what turns take."""
        facing, name = self.rules.bounds.facing, self._name(unit)
        looks = facing.name(state, unit) if facing else ""
        number = self.board.number[goal]
        with_points = f" with {self.rules.terrain.written(points)}" if points else " by this way"
        text = f"{name} looks {looks}: it cannot turn and enter {number}{with_points}."
        rule = facing.cite.get("turns", facing.cite.get("enters", "")) if facing else ""
        return Violation(rule, text, "facing.turns")

    def looking(
        self, state: Position, unit: int, hexes: tuple[str, ...], look: int
    ) -> Violation | None:
        """Why a unit may not look somewhere at the end of a move that is legal otherwise."""
        facing, passage = self.rules.bounds.facing, self.rules.passage(state, unit).steered
        if facing is None or passage is None:
            return facing.looks_nowhere(unit) if facing else None
        if facing.is_free("moved"):
            return None
        points = self.rules.points_left(state, unit)
        cells = [self.board.cell[number] for number in hexes]
        course = passage.along_or_to(state.cells[unit], cells, points, look)
        if course is not None and course.cost <= points:
            return None
        points_left = self.rules.terrain.written(points)
        name, place = self._name(unit), hexes[-1]
        text = f"{name} cannot look {facing.names[look]} in {place}: it has {points_left}."
        return facing.refuse("turns", text)

    def _too_many_hexes(self, unit: int, number: str) -> Violation:
        """That a hex is more hexes away than a unit moves."""
        most = self.rules.most_hexes
        hexes = "one hex" if most == 1 else f"{most} hexes"
        text = f"{number} is too far: {self._name(unit)} moves {hexes} at most."
        return self.refuse("most_hexes", text)

    def _first_broken(
        self, state: Position, unit: int, hexes: tuple[str, ...], means: Means
    ) -> Violation | None:
        """Walk the path and name the first step that breaks a rule."""
        number = self.board.number[state.cells[unit]]
        name = self._name(unit)
        if hexes[0] != number:
            return self.refuse(
                "adjacent", f"{name}'s path must begin in {number}, where it stands."
            )
        points, reach = means
        passage = self.rules.passage(state, unit)
        most = self.rules.most_hexes
        for steps, (start, end) in enumerate(pairwise(hexes), start=1):
            if most and steps > most:
                return self._too_many_hexes(unit, end)
            broken = self._step(state, unit, passage, start, end, first=steps == 1)
            if broken is not None:
                return broken
            goal = self.board.cell[end]
            walked = [self.board.cell[entered] for entered in hexes[: steps + 1]]
            if passage.steered is not None and passage.steered.along(walked) is None:
                for_its_facing = self._turns(state, unit, goal, 0)
                if for_its_facing is not None:
                    return for_its_facing
            # By the rule of the least move it may be in reach though it costs more than is left;
            # but a unit that has to face it may first have to go round.
            least_move = self.rules.minimum and not state.memory[MOVED].moved >> unit & 1
            if steps == 1 and reach >> goal & 1 and (passage.steered is None or least_move):
                continue
            if self.rules.path_cost(passage, hexes[: steps + 1]) > points:
                points_left = points - self.rules.path_cost(passage, hexes[:steps])
                if 0 < points_left < (passage.costs.cost(self.board.cell[start], goal) or 0):
                    return self.rules.terrain.unaffordable(name, goal, points_left)
                had = self.rules.terrain.written(points)
                return self.refuse("allowance", f"{name} cannot pay for {end}: it has {had}.")
        return None

    def _too_far(self, state: Position, unit: int, goal: int, points: int) -> Violation:
        """No way is short enough, even without units in it; the goal's own terrain may be why."""
        start, around = state.cells[unit], self.board.neighbours[goal]
        layers = Passage(self.board, self.rules.costs[unit]).flood(start, points)
        halting = self.rules.costs[unit].halting
        # Whatever it has left in a hex that stops it, it does not go on from there.
        onward = [at for at in around if at == start or not halting >> at & 1]
        costs = [0 if at == start else spent(layers, at) for at in onward]
        # What it would have left next to the goal: if it is anything, the goal itself is too dear.
        points_left = points - min((cost for cost in costs if cost is not None), default=points)
        if points_left:
            return self.rules.terrain.unaffordable(self._name(unit), goal, points_left)
        had = self.rules.terrain.written(points)
        number = self.board.number[goal]
        if halting:
            text = f"{number} is too far: {self._name(unit)} has {had}, and some terrain stops it."
            return self.refuse("allowance", text)
        return self.refuse("allowance", f"{number} is too far: {self._name(unit)} has {had}.")

    def _name(self, unit: int) -> str:
        return self.rules.forces.ids[unit]

    def _step(
        self, state: Position, unit: int, passage: Passage, start: str, end: str, *, first: bool
    ) -> Violation | None:
        """Why a unit may not go from a hex to the next of its path, whatever the step costs."""
        name = self._name(unit)
        if end not in self.board.cell:
            return self.refuse("map_edge", f"{end} is not a hex of the map.")
        from_cell, to_cell = self.board.cell[start], self.board.cell[end]
        if to_cell not in self.board.neighbours[from_cell]:
            return self.refuse("adjacent", f"{start} and {end} are not adjacent.")
        blocked = self._entry(state, unit, to_cell)
        if blocked is not None:
            return blocked
        zone, effect = passage.zone, passage.effect
        if passage.ends >> from_cell & 1 and not first:
            return self.rules.bounds.why_stops(state, unit, passage, from_cell)
        if zone >> from_cell & 1 and effect.locks:
            return self.zones.locked(name, start)
        if zone >> from_cell & zone >> to_cell & 1 and not effect.between:
            return self.zones.zone_to_zone(name, start, end)
        costs = self.rules.costs[unit]
        by_terrain, cost_now = (
            costs.cost(from_cell, to_cell),
            passage.costs.cost(from_cell, to_cell),
        )
        # Bonds shut a hexside that terrain leaves open; markers and a melee only change its price.
        if self.rules.bonds and cost_now is None and by_terrain is not None:
            return self.rules.bonds.refusal(name, end)
        if by_terrain is None:
            # From off the map no hexside counts: without a cost even then it takes a path.
            if costs.cost(OFF_MAP, to_cell) is None:
                return self.rules.terrain.prohibited(name, to_cell)
            return self.rules.terrain.uncrossable(name, from_cell, to_cell)
        return None

    def _stop(self, state: Position, unit: int, goal: int) -> Violation | None:
        """No room to stop, and no unit there that could still make some."""
        if goal == state.cells[unit]:
            return None
        full = self.board.bit[goal] & self.rules.stacking.full(state, unit)
        if full and not stops_that_can_clear(self.rules, state, unit, full):
            name = self._name(unit)
            return self.rules.stacking.refusal(unit, name, self.board.number[goal])
        return None
