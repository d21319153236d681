"""Section ``movement``: where a unit may go, along which path, and why not.

During one movement phase the enemy stands still, so what a unit can reach changes only with where
it may *stop*. Each unit's flood is therefore computed once and kept while they stand still; friends
are masked out of it afterwards.

A *passage* is what units of a side and class can enter, with terrain, enemies, zones and limits in
it. From it comes a unit's flood: its *layers*, the masks of the hexes in reach by points spent. Its
destinations are the last layer without full hexes, except where friends can still make room.
Whether any unit can move at all is asked far more often than where to: for that a step that some
unit can surely make is looked for first.

Below: what people ask, answered in hex numbers and points.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING

from hexwar.engine import Action
from hexwar.engine.notation import verbs
from hexwar.engine.queries import Reach
from hexwar.engine.rules import Frame
from hexwar.engine.state import NOBODY, OFF_MAP, Position
from hexwar.engine.violation import Violation
from hexwar.hexmap import Passage, spent
from hexwar.rules.movement.limits import MovementLimits, makes_room, stops_that_can_clear
from hexwar.rules.movement.section import Movement
from hexwar.rules.sequence.rules import BEGAN, MOVED, Moved
from hexwar.rules.stacking.rules import StackingRules
from hexwar.rules.terrain.rules import TerrainRules
from hexwar.rules.units.rules import Forces, mask_of
from hexwar.rules.values import Allowances, UnitValues
from hexwar.rules.zones_of_control.rules import BondRules, ZoneRules

if TYPE_CHECKING:
    from hexwar.rules.action_points import ActionPointRules
    from hexwar.rules.states.rules import StateRules


Layers = tuple[int, ...]
"""The flood of a unit: masks of the hexes in reach for 0, 1, 2 ... movement points at most."""

NOWHERE: Layers = (0,)
"""The flood of a unit that cannot move."""

NO_WITNESS = (0, 0, 0)
"""No unit is known that surely moves: in place of one, its cell and its sure steps."""


class MovementRules:
    """Movement of single units, in scaled movement points (see :class:`TerrainRules`).

    ``steps_last``: whether what a unit that has not moved can reach stays so while the others stand
    still.
    """

    def __init__(
        self,
        frame: Frame,
        section: Movement,
        forces: Forces,
        terrain: TerrainRules,
        zones: ZoneRules,
        stacking: StackingRules,
        values: UnitValues,
        states: StateRules | None,
        allowances: Allowances,
        bonds: BondRules,
        bounds: MovementLimits,
        action_points: ActionPointRules | None,
    ) -> None:
        self.board = frame.board
        self.cite = section.cite
        self.forces = forces
        self.terrain = terrain
        self.zones = zones
        self.stacking = stacking
        self.friends_block = section.through_friends == "forbidden"
        self.most_hexes = section.most_hexes
        self.resumes = section.resume == "until_another_moves" and not section.most_hexes
        self.stacks = section.stacks == "allowed"
        self._is_movement = tuple(kind == "movement" for kind in frame.phase_kinds)
        self._side, self._units = forces.side, len(forces.ids)
        self._states_that_bar = states if states and states.bars("move") else None
        self.bars = self._states_that_bar is not None or bounds.melee is not None
        # Where friends block, reach changes with every move of theirs, and is not worth keeping;
        # nor where it depends on where friends are.
        by_place = states is not None and states.turns_on_place("move", "movement", "exert_zone")
        varies = by_place or zones.varies or allowances.by_place or bool(action_points)
        self.bonds = bonds if bonds.bars("movement") else None
        self.bounds, self._facing = bounds, bounds.facing
        self._keeps = not (self.friends_block or varies or self.bonds or bounds.vary)
        self.steps_last = self._keeps and not self.bars
        self.minimum = section.minimum_move == "one_hex"
        self.values = values
        self.costs = tuple(terrain.costs[name] for name in forces.movement_class)
        steps = {name: terrain.steps_from(name) for name in set(forces.movement_class)}
        self.steps = tuple(steps[name] for name in forces.movement_class)
        always = steps if self.minimum else terrain.whole_moves
        self._always = tuple(always[name] for name in forces.movement_class if always)
        self.one_a_hex = set(stacking.limits) == {1} and stacking.counted
        self._least = least = values.least
        self._mobile = tuple(mask_of(filter(least.__getitem__, mine)) for mine in forces.of_side)
        # Units of one side and class, to which zones do the same, share a passage, kept by this
        # number: negative, to stay clear of the floods, kept by cell and unit in one.
        classes, met = sorted(set(forces.movement_class)), bounds.alike(zones.effects.kinds())
        many_met, many_sides = max(met, default=0) + 1, len(forces.side_ids)
        kind_of = []
        for unit, name in enumerate(forces.movement_class):
            kind = classes.index(name) * many_sides + forces.side[unit]
            kind = (kind * many_met + met[unit]) * 2 + (zones.ignoring >> unit & 1)
            kind_of.append(~kind)
        self.kind_of = tuple(kind_of)

    # -- reach ------------------------------------------------------------------------------

    def passage(self, state: Position, unit: int) -> Passage:
        """What units of this side and class can enter, as the others stand now."""
        key: object = self.kind_of[unit]
        if self._facing is not None:
            key = self._facing.key(state, unit, key)
        passage: Passage | None = state.still[self._side[unit]].get(key)
        if passage is None:
            side, costs = self.forces.side[unit], self.bounds.costs(state, unit, self.costs[unit])
            closed = self.bounds.enemies(state, unit) | self.bounds.closed(state, unit)
            if self.friends_block:
                closed |= state.occupied[side]
            if self.bonds and not self.zones.ignores(state, unit):
                closed, costs = self.bonds.passing(state, side, closed, costs)
            zone, effect = self.zones.met_by(state, unit), self.zones.effects.on(state, unit)
            passage = self.bounds.passage(state, unit, costs, closed, zone, effect)
            if self._keeps:
                state.still[self._side[unit]][key] = passage
        return passage

    def layers(self, state: Position, unit: int, points: int) -> Layers:
        """The unit's flood from where it stands: cumulative masks by points spent."""
        cell = state.cells[unit]
        key: object = (self.kind_of[unit], cell, points)
        if self._facing is not None:
            key = self._facing.key(state, unit, key)
        known_layers = state.still[self._side[unit]]
        flood: Layers | None = known_layers.get(key)
        if flood is None:
            flood = self.passage(state, unit).flood(cell, points)
            if self._keeps:
                known_layers[key] = flood
        return flood

    def points_left(self, state: Position, unit: int) -> int:
        """Points the unit may still spend in this phase; 0 once another unit has moved."""
        if not state.cells[unit] or (self.bars and self.barred(state) >> unit & 1):
            return 0
        progress = state.memory[MOVED]
        if not progress.moved >> unit & 1:
            return self.values.allowance(state, unit)
        return self._left_of_moved(progress, unit)

    def able(self, state: Position, unit: int) -> bool:
        """Whether the unit may still move: with points left, or one hex whatever it costs."""
        if state.memory[MOVED].moved >> unit & 1:
            return self.resumes and self.points_left(state, unit) > 0
        # What a unit never has less of need not be reckoned from its steps and modifiers.
        if self._least[unit]:
            return bool(state.cells[unit]) and not (self.bars and self.barred(state) >> unit & 1)
        return bool(self.points_left(state, unit)) or self._may_move_one_hex(state, unit)

    def _may_move_one_hex(self, state: Position, unit: int) -> bool:
        """Whether a unit without points may move all the same: the one hex that all may."""
        unmoved = state.cells[unit] and not state.memory[MOVED].moved >> unit & 1
        if not (unmoved and self.minimum and self.values.printed_allowance(state, unit)):
            return False
        return not self.barred(state) >> unit & 1

    def barred(self, state: Position) -> int:
        """Mask of the units that may not move for a state that they are in, or a melee."""
        return self.bounds.held(state, self._states_that_bar)

    def why_barred(self, state: Position, unit: int) -> Violation | None:
        """Which of its states, or what melee, forbids a unit to move; ``None`` if none does."""
        return self.bounds.why_held(state, unit, self._states_that_bar)

    def _left_of_moved(self, now: Moved, unit: int) -> int:
        """What the latest mover, or a unit that moved in one stack with it, has left."""
        if not self.resumes:
            return 0
        if now.mover == unit:
            return now.left
        if self.stacks:
            for mate, points in now.stack:
                if mate == unit:
                    return points
        return 0

    def layers_now(self, state: Position, unit: int) -> Layers:
        """The unit's flood with the points it has left now; empty masks when it cannot move."""
        if self.bars and self.barred(state) >> unit & 1:
            return NOWHERE
        progress = state.memory[MOVED]
        if progress.moved >> unit & 1:
            points_left = self._left_of_moved(progress, unit)
            return self.layers(state, unit, points_left) if points_left else NOWHERE
        cell = state.cells[unit]
        # One number for both, which is quicker made and compared than a pair.
        key: object = cell * self._units + unit
        if self._facing is not None:
            key = self._facing.key(state, unit, key)
        # The flood of a unit that has not moved is kept for as long as the others stand still.
        known_layers = state.still[self._side[unit]]
        layers: Layers | None = known_layers.get(key)
        if layers is not None:
            return layers
        if not cell:
            return NOWHERE
        points = self.values.allowance(state, unit)
        if self.one_a_hex:
            passage = known_layers.get(self.kind_of[unit]) or self.passage(state, unit)
            flood: Layers = passage.flood(cell, points)
        else:
            flood = self.layers(state, unit, points)  # units that stand there may share it
        if self._always and self._always[unit][cell] & flood[-1] != self._always[unit][cell]:
            # Into the last layer alone: the one hex that a unit may always move takes all its
            # points.
            flood = (*flood[:-1], flood[-1] | self._minimum_steps(state, unit))
        if self._keeps:
            known_layers[key] = flood
        return flood

    def _minimum_steps(self, state: Position, unit: int) -> int:
        """Mask of the hexes next door that a unit may enter whatever they cost, or as its move."""
        if not self.values.printed_allowance(state, unit):
            return 0
        passage, cell = self.passage(state, unit), state.cells[unit]
        if passage.effect.locks and passage.zone >> cell & 1:
            return 0
        # The one hex is no licence against zones: it leads from none into another where moves may
        # not.
        apart = passage.zone if passage.zone >> cell & 1 and not passage.effect.between else 0
        steps = self._always[unit][cell] & ~(passage.closed | apart)
        steered = None if self.bounds.facing is None else passage.steered
        return steps if steered is None else steps & steered.around(cell)

    def reach_mask(self, state: Position, unit: int) -> int:
        """Mask of the hexes in the unit's reach now, friends to stop on included."""
        return self.layers_now(state, unit)[-1]

    def destinations(self, state: Position, unit: int) -> int:
        """Mask of the hexes the unit may move to and stop in now."""
        within = self.layers_now(state, unit)[-1]
        taken = within & self.stacking.full(state, unit)
        return within & ~taken | stops_that_can_clear(self, state, unit, taken) if taken else within

    def all_destinations(self, state: Position, units: Sequence[int]) -> Iterator[tuple[int, int]]:
        """The units of one side that can move, each with the mask of its destinations."""
        progress, points = state.memory[MOVED], self.stacking.points
        moved, done = progress.moved, progress.done
        # By kind: the hexes that are full, and those of them where nobody makes room.
        full: dict[Hashable, int] = {}
        shut: dict[Hashable, int] = {}
        for unit in units:
            mask = 0 if done >> unit & 1 else self.layers_now(state, unit)[-1]
            # A unit that goes on with its move is not done itself: what friends can clear for it is
            # not what they can clear for a unit that begins, so it is kept out of what is known by
            # kind.
            if mask and moved >> unit & 1:
                mask = self.destinations(state, unit)
            elif mask:
                kind = points and points.kind(state, unit)
                if kind not in full:
                    full[kind] = self.stacking.full(state, unit)
                taken = full[kind]
                if mask & taken:
                    if kind not in shut:
                        shut[kind] = taken & ~stops_that_can_clear(self, state, unit, taken)
                    mask &= ~shut[kind]
            if mask:
                yield unit, mask

    def may_stop(self, state: Position, unit: int, cell: int) -> bool:
        """Whether the unit may move to this hex and stop there now."""
        reached_here = self.reach_mask(state, unit) & self.board.bit[cell]
        taken = reached_here & self.stacking.full(state, unit)
        return bool(stops_that_can_clear(self, state, unit, taken) if taken else reached_here)

    def can_move(self, state: Position, unit: int) -> bool:
        """Whether the unit has anywhere to move to: cheaper than asking where."""
        # By a step that it surely makes, then by its reach, and only then by what friends may
        # clear.
        points = self.points_left(state, unit)
        if not (points or self._may_move_one_hex(state, unit)):
            return False
        alone, mine = self.one_a_hex, self._side[unit]
        full = state.occupied[mine] if alone else self.stacking.perhaps_full(state, mine)
        if points:
            steps = self.passage(state, unit).sure_steps(state.cells[unit], points)
            if steps & full != steps:
                return True
        within = self.reach_mask(state, unit)
        if within & full != within:
            return True
        if not alone:
            full = self.stacking.full(state, unit)
        return bool(within & ~full or stops_that_can_clear(self, state, unit, within & full))

    def random_destination(self, state: Position, unit: int, random: Random) -> int:
        """One of the unit's destinations, each as likely; 0 when it has none."""
        goals = self.layers_now(state, unit)[-1]
        # Most hexes that are drawn are surely not full: only of others is it worked out.
        exact, mine = self.one_a_hex, self._side[unit]
        full = state.occupied[mine] if exact else self.stacking.perhaps_full(state, mine)
        if not exact and goals & full == goals:
            full, exact = self.stacking.full(state, unit), True
        if goals & full == goals:
            goals = stops_that_can_clear(self, state, unit, goals)
        while goals:
            cell = self.board.draw(goals, random)
            taken = self.board.bit[cell] & full
            if not taken or (not exact and self.stacking.has_room(state, unit, cell)):
                return cell
            if makes_room(self, state, unit, cell, full):
                return cell
            # Only what was refused is struck out, so that all the others stay as likely.
            goals ^= taken
        return OFF_MAP

    def a_fresh_unit_surely_moves(self, state: Position, side: int, moved: int) -> bool:
        """Whether some unit that has not moved can: asked first, for it is quickly answered."""
        known_movers, alone = state.still[side], self.one_a_hex
        full = state.occupied[side] if alone else self.stacking.perhaps_full(state, side)
        # Most often the unit that could before still can.
        unit, cell, steps = known_movers.get("surely moves", NO_WITNESS)
        if steps & full != steps and not moved >> unit & 1 and state.cells[unit] == cell:
            return True
        fresh = self._mobile[side] & ~moved
        if self.bars:
            fresh &= ~self.barred(state)
        below = fresh & (1 << unit) - 1  # those above have been asked before
        while fresh:
            unit = (below or fresh).bit_length() - 1
            passage = known_movers.get(self.kind_of[unit]) or self.passage(state, unit)
            cell = state.cells[unit]
            steps = passage.sure_steps(cell, self._least[unit])
            if steps & full != steps:
                if self.steps_last:
                    known_movers["surely moves"] = unit, cell, steps
                return True
            fresh ^= 1 << unit
            below &= fresh
        return False

    def sure_steps(self, state: Position, unit: int) -> int:
        """Mask of the hexes next door that a unit which has not moved can surely enter: quickly
        told, and where there are none that means nothing.
        """
        points, cell = self._least[unit], state.cells[unit]
        if not (points and cell) or (self.bars and self.barred(state) >> unit & 1):
            return 0
        return self.passage(state, unit).sure_steps(cell, points)

    def has_moved(self, state: Position, unit: int) -> bool:
        """Whether the unit has moved in this phase (or was sent back, which counts)."""
        return bool(state.memory[MOVED].moved >> unit & 1)

    def is_crowded(self, state: Position) -> bool:
        """Whether a hex may hold too many units, some of which must move on in this phase."""
        return state.memory[MOVED].crowded

    def is_phase_of(self, state: Position, side: int) -> bool:
        """Whether it is a movement phase of this side (a battle in it may be under way)."""
        return state.phase_side == side and self._is_movement[state.phase_index]

    def let_crowd(self, state: Position) -> None:
        """Some hex may hold too many units for now: they must move on before the phase ends."""
        state.remember(MOVED, state.memory[MOVED]._replace(crowded=True))

    def mover(self, state: Position) -> int | None:
        """The unit on the move, which may go on until another moves; of a stack the last."""
        mover = state.memory[MOVED].mover
        return None if mover == NOBODY else mover

    # -- where the phase began ------------------------------------------------------------------

    def outside(self, state: Position, unit: int) -> bool:
        """Whether the phase is not for this unit, as its ``units`` say."""
        return bool(state.memory[BEGAN].outside >> unit & 1)

    def held(self, state: Position, unit: int) -> bool:
        """Whether the unit stays where it began, in an enemy zone of control."""
        return bool(state.memory[BEGAN].held >> unit & 1)

    def why_locked(self, state: Position, unit: int) -> Violation | None:
        """Why a unit leaves its hex by no move of its own: a zone that locks it in place."""
        cell, passage = state.cells[unit], self.passage(state, unit)
        if not passage.effect.locks or not passage.zone >> cell & 1:
            return None
        return self.zones.locked(self.forces.ids[unit], self.board.number[cell])

    def begins_in_zone(self, state: Position, unit: int) -> None:
        """A unit is put down at the beginning of the phase in an enemy zone of control."""
        began = state.memory[BEGAN]
        state.remember(BEGAN, began._replace(in_zone=began.in_zone | 1 << unit))

    def began_in_zone(self, state: Position, unit: int) -> bool:
        """Whether the unit began the phase in an enemy zone of control."""
        return bool(state.memory[BEGAN].in_zone >> unit & 1)

    # -- on the way -----------------------------------------------------------------------------

    def origin(self, state: Position, unit: int) -> int:
        """The cell in which a unit began this phase, or was put down in it before it moved."""
        # A step from off the map is how a unit was put down: it began where it then stood.
        began = next(
            (cell for mover, cell in state.memory[MOVED].trail if mover == unit and cell), OFF_MAP
        )
        return began if state.memory[MOVED].moved >> unit & 1 else state.cells[unit]

    def began_on_map(self, state: Position, side: int) -> int:
        """Mask of the units of a side of which :meth:`origin` knows a hex."""
        progress, cells = state.memory[MOVED], state.cells
        stay = (
            mask_of([unit for unit in self.forces.of_side[side] if cells[unit]]) & ~progress.moved
        )
        set_out = mask_of([unit for unit, cell in progress.trail if cell]) & progress.moved
        return stay | set_out & self.forces.mask_of_side[side]

    def path_cost(self, passage: Passage, path: tuple[str, ...]) -> int:
        """Points for a path of neighbouring hexes, none of them forbidden."""
        return passage.cost_along([self.board.cell[number] for number in path])

    def whole_way(self, state: Position, unit: int, path: tuple[str, ...]) -> list[int]:
        """The cells of a path or, where it is a destination alone, of a cheapest one to there."""
        course = [self.board.cell[number] for number in path]
        if len(course) > 1:
            return course
        return self.cheapest_path(state, unit, course[0], self.layers_now(state, unit))

    def cheapest_path(
        self,
        state: Position,
        unit: int,
        goal: int,
        layers: Layers,
        known: dict[int, list[int]] | None = None,
    ) -> list[int]:
        """The cells of one of the cheapest paths of a unit, the one it stands in first.

        ``known``: the paths that were found already with these layers, as ``Passage.path`` has it.
        """
        origin = state.cells[unit]
        try:
            return self.passage(state, unit).path(origin, goal, layers, known)
        except ValueError:
            return [origin, goal]  # the one hex that a unit may always move


# -- what people ask: where a unit can go, for what and why no further; threats --------------------

# The rules answer in cells and masks; these answers are in hex numbers, points and sentences.


def reach(rules: MovementRules, state: Position, unit: int) -> dict[str, Reach]:
    """Every destination with its cost, path, and the rule that stops the unit there."""
    if not rules.able(state, unit):
        return {}
    points = rules.points_left(state, unit)
    layers = rules.layers_now(state, unit)
    passage = rules.passage(state, unit)
    goals = {}
    costs_known: dict[int, list[int]] = {}
    for cell in rules.board.cells(rules.destinations(state, unit)):
        number = rules.board.number[cell]
        # The one hex that a unit may always move may cost more than it has: it costs all.
        cost = min(spent(layers, cell) or 0, points)
        stops = passage.ends >> cell & 1
        path = rules.cheapest_path(state, unit, cell, layers, costs_known)
        goals[number] = Reach(
            cost=rules.terrain.points(cost),
            left=Fraction(0) if stops else rules.terrain.points(points - cost),
            path=tuple(rules.board.number[step] for step in path),
            stops=rules.bounds.why_stops(state, unit, passage, cell) if stops else None,
        )
    return goals


def way_costs(
    rules: MovementRules, state: Position, unit: int, path: Sequence[str]
) -> dict[str, int]:
    """What the points for a path are paid for, by title, the whole way together, scaled.

    Titles add up to what the path costs: the terrain has its own, and each surcharge is what a step
    costs more in one layer of prices than in the one below. A new one that changes the unit's costs
    (as works do) falls under "what lies there", one in :meth:`Passage.step_cost` under zones of
    control, one in ``cost_along`` under turns. If players should read another word for it, add a
    line to ``surcharges`` with its points, and take them out of the line under which they fall.
    """
    passage, terrain = rules.passage(state, unit), rules.terrain
    movement_class = rules.forces.movement_class[unit]
    cells = [rules.board.cell[number] for number in path]
    steps = list(pairwise(cells))
    paid: dict[str, int] = {}
    for step in steps:
        for title, points in terrain.parts(movement_class, step):
            paid[title] = paid.get(title, 0) + points
    in_all, in_hexes = passage.cost_along(cells), sum(paid.values())
    if in_all == in_hexes:
        return paid  # nearly always
    bare = sum([passage.costs.cost(*step) or 0 for step in steps])
    unturned = sum([passage.step_cost(*step) or 0 for step in steps])
    surcharges = {
        "enemy zones of control": unturned - bare,
        "what lies there": bare - in_hexes,
        "turns": in_all - unturned,
    }
    return paid | {title: points for title, points in surcharges.items() if points}


def threats(rules: MovementRules, state: Position, side: int) -> dict[str, tuple[str, ...]]:
    """Which units of ``side`` could be in each hex after moving, were it their phase."""
    by_cell: dict[int, list[str]] = {}
    barred = rules.barred(state)
    for unit in rules.forces.of_side[side]:
        start = rules.board.bit[state.cells[unit]]
        if start and not barred >> unit & 1:
            points = rules.values.allowance(state, unit)
            within = rules.passage(state, unit).threat(start, points)
            for cell in rules.board.cells(within):
                by_cell.setdefault(cell, []).append(rules.forces.ids[unit])
    return {rules.board.number[cell]: tuple(by_cell[cell]) for cell in sorted(by_cell)}


def other_ways(state: Position, action: Action) -> tuple[Action, ...]:
    """Moves of the same units to the same hex as an action, in every other way of moving in which
    that is legal.
    """
    verb = verbs().get(action.verb)
    if verb is None or verb.points_at != "goal" or not action.hexes:
        return ()
    names = [name for name in ("", *state.resolved[Movement].modes) if name != action.name]
    moves = [Action(action.verb, action.units, action.hexes[-1:], name) for name in names]
    return tuple(move for move in moves if state.explain(move) is None)
