"""Ways of moving (``movement.modes``): what a unit reaches by each, and the check for it.

The ordinary way is one of them, without a name: in activations and reactions units move by it at
once, where no movement phase keeps accounts. A unit that sets out in some way first rolls its
check, if it needs one; then the way is noted, marked and paid for.

In this order: one way, all ways of a game, and where a way ends with a roll.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise
from operator import or_
from typing import TYPE_CHECKING, NamedTuple, cast

from hexwar.definition.model import Effect
from hexwar.engine.action import Action
from hexwar.engine.rules import Frame
from hexwar.engine.slot import Slot
from hexwar.engine.state import OFF_MAP, Position
from hexwar.engine.task import AutomaticTask, Task
from hexwar.engine.violation import Violation
from hexwar.hexmap import EntryCosts, Passage
from hexwar.rules.language.by_unit import ByUnit
from hexwar.rules.language.conditions import Conditions
from hexwar.rules.language.dice import DiceThrow, throw_to_pass
from hexwar.rules.language.programs import ForUnit, Parties, pending
from hexwar.rules.language.selectors import Selectors
from hexwar.rules.language.wording import Names, mid_sentence, several
from hexwar.rules.movement.refusals import Means, MovementRefusals
from hexwar.rules.movement.rules import Layers, MovementRules
from hexwar.rules.movement.section import UNLIMITED, Drift, Mode, ModeCheck, Movement
from hexwar.rules.stacking.rules import StackingRules
from hexwar.rules.terrain.rules import Area, Geometry
from hexwar.rules.terrain.section import Terrain
from hexwar.rules.units.rules import eliminate, plain
from hexwar.rules.values import NamedValues

if TYPE_CHECKING:
    from hexwar.rules.control.rules import ControlRules
    from hexwar.rules.pools.rules import PoolRules
    from hexwar.rules.states.rules import StateRules


class WaysTaken(NamedTuple):
    """Ways of moving taken in a phase, unit by unit, and the units that failed a check for one."""

    used: tuple[str, ...] = ()
    failed: tuple[tuple[str, int], ...] = ()


WAYS = Slot("ways", WaysTaken(), lasts="phase")


# -- one way of moving (``movement.modes``), compiled: its units, and where it leads ---------------

# A way is of one of three kinds: *plain* where it leads as ordinary moves do and only its points
# differ, *straight* where it goes to its end whatever lies between, or else a flood of its own,
# over the paths and hexes that it keeps to.


class WayReach(NamedTuple):
    """What a unit can enter by a way, and how far it comes by it, by points spent."""

    passage: Passage
    layers: Layers


class WayOfMoving:
    """A way of moving, compiled; the ordinary one is one of them, without a name.

    ``is_plain``: it leads where ordinary moves do, as far as its points go. ``title``: as it is
    called in a sentence. ``fits``, ``checks``: whether a unit of a state may take it, and has to
    pass its check; ``holds``: whether its condition does.
    """

    def __init__(
        self,
        mode: Mode,
        frame: Frame,
        terrain: Terrain,
        geometry: Geometry,
        selectors: Selectors,
        conditions: Conditions,
        control: ControlRules | None,
        movement: MovementRules,
    ) -> None:
        self.form, self.title = mode, mid_sentence(mode.title)
        self.fits = selectors.fits(mode.only)
        self.checks = selectors.fits(mode.check.only if mode.check else None)
        self.holds = conditions.test(mode.condition)
        self._movement = movement
        scale, points = movement.terrain.scale, mode.allowance
        self._allowance = None if points is None else int(points * scale)
        self._times, self._added = plain(mode.multiply), int(mode.add * scale)
        named = mode.phases or frame.phase_ids
        self._phases = frozenset(i for i, name in enumerate(frame.phase_ids) if name in named)
        self._most: ByUnit[int | None] = ByUnit(mode.most, selectors)
        self._begins = Area(mode.from_, frame, control)
        self._ends = Area(mode.to, frame, control)
        self._through = Area(mode.through, frame, control)
        self._straight = mode.to is not None and not mode.along
        self._costs = _costs_along(mode, terrain, geometry, movement) if mode.along else None
        self.is_plain = not (
            mode.along
            or mode.to
            or mode.through
            or mode.away_from_enemy
            or mode.enters_zone == "forbidden"
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
        """A unit's points for it, and where it leads."""
        rules, points = self._movement, self._points(state, unit)
        if self.is_plain:
            return Means(points, rules.layers(state, unit, points)[-1])
        side, hex_bit = rules.forces.side[unit], rules.board.bit[state.cells[unit]]
        if self._straight:
            goals = self._ends.mask(state, side) & rules.costs[unit].passable
            if self.form.allowance not in (None, UNLIMITED):
                # Of a move straight to its end the allowance counts hexes, whatever lies between.
                goals &= rules.board.within(hex_bit, int(self.form.allowance or 0))
            return Means(points, goals & ~self._closed(state, unit) & ~hex_bit)
        reach = self._reached(state, unit).layers[-1]
        return Means(points, reach & self._ends.mask(state, side))

    def path(self, state: Position, unit: int, goal: int) -> tuple[int, ...]:
        """The cells of a cheapest way to a hex that is in reach, without its own."""
        if self._straight:
            return (goal,)
        rules = self._movement
        if self.is_plain:
            layers = rules.layers(state, unit, self._points(state, unit))
            return tuple(rules.cheapest_path(state, unit, goal, layers)[1:])
        passage, layers = self._reached(state, unit)
        return tuple(passage.path(state.cells[unit], goal, layers)[1:])

    def why_not_there(self, state: Position, unit: int, hexes: tuple[str, ...]) -> str:
        """Why a unit does not come to a hex of the map by this way; empty if it does."""
        board, name = self._movement.board, self._movement.forces.ids[unit]
        goal, how = board.cell[hexes[-1]], self.title
        if goal == state.cells[unit]:
            return f"{name} is already there."
        if not self.means(state, unit).reach >> goal & 1:
            rules, side = self._movement, self._movement.forces.side[unit]
            if rules.passage(state, unit).closed >> goal & 1:
                return f"{name} may not enter {hexes[-1]}: other units are there."
            if not self._ends.mask(state, side) >> goal & 1:
                return f"{name} may not end its move in {hexes[-1]} when it moves {how}."
            if not self._through.mask(state, side) >> goal & 1:
                return f"{name} may not enter {hexes[-1]} when it moves {how}."
            if self._hexes_near_enemies(state, unit) >> goal & 1:
                return f"{name} comes too near the enemy in {hexes[-1]} to move {how}."
            return f"{name} finds no way to {hexes[-1]} that it may go {how}."
        if len(hexes) > 1 and not self._may_go(state, unit, hexes):
            return f"{name} may not go {'-'.join(hexes)} {how}."
        return ""

    def _points(self, state: Position, unit: int) -> int:
        """The scaled movement points that a unit has for it."""
        if self._allowance is not None:
            return self._allowance
        points = self._movement.values.allowance(state, unit)
        return int(points * self._times) + self._added

    def _hexes_near_enemies(self, state: Position, unit: int) -> int:
        """Mask of the hexes that are too near to enemies."""
        rules, mode, mask = self._movement, self.form, 0
        if mode.away_from_enemy:
            enemies = state.enemies_of(rules.forces.side[unit])
            mask = rules.board.within(enemies, mode.away_from_enemy - 1)
        return mask | (rules.passage(state, unit).zone if mode.enters_zone == "forbidden" else 0)

    def _closed(self, state: Position, unit: int) -> int:
        """Mask of the hexes that it does not lead through."""
        rules = self._movement
        through = self._through.mask(state, rules.forces.side[unit])
        closed = rules.passage(state, unit).closed | self._hexes_near_enemies(state, unit)
        return closed | rules.board.on_map & ~through

    def _reached(self, state: Position, unit: int) -> WayReach:
        """What the unit reaches, where the way is neither plain nor straight."""
        # Kept thrice: the whole until anything changes, the passage while the same hexes are
        # closed, its floods by place and points: a friend's move empties the first alone.
        key = (self.form.id, unit)
        within_reach: WayReach | None = state.near.get(key)
        if within_reach is None:
            rules, cell, points = self._movement, state.cells[unit], self._points(state, unit)
            known_reach, ordinary = state.still[rules.forces.side[unit]], rules.passage(state, unit)
            alike = (self.form.id, ordinary, self._closed(state, unit))
            passage: Passage | None = known_reach.get(alike)
            if passage is None:
                costs = self._costs[rules.forces.movement_class[unit]] if self._costs else None
                passage = known_reach[alike] = Passage(
                    rules.board,
                    ordinary.costs if costs is None else costs,
                    closed=alike[-1],
                    zone=ordinary.zone,
                    effect=ordinary.effect,
                )
            layers: Layers | None = known_reach.get((passage, cell, points))
            if layers is None:
                layers = known_reach[passage, cell, points] = passage.flood(cell, points)
            within_reach = state.near[key] = WayReach(passage, layers)
        return within_reach

    def _may_go(self, state: Position, unit: int, hexes: tuple[str, ...]) -> bool:
        """Whether a path from where the unit stands can be gone and paid for."""
        board = self._movement.board
        if self._straight or hexes[0] != board.number[state.cells[unit]]:
            return False
        passage, _ = self._reached(state, unit)
        cells = [board.cell.get(number, 0) for number in hexes]
        points = 0
        for steps_before, (from_cell, to_cell) in enumerate(pairwise(cells)):
            cost = (
                passage.step_cost(from_cell, to_cell)
                if to_cell in board.neighbours[from_cell]
                else None
            )
            # A hex that ends moves does not keep a unit from leaving it that begins there.
            stopped = steps_before and passage.ends >> from_cell & 1
            if not to_cell or cost is None or stopped:
                return False
            points += cost
        return points <= self._points(state, unit)


def _costs_along(
    mode: Mode, terrain: Terrain, geometry: Geometry, movement: MovementRules
) -> dict[str, EntryCosts]:
    """Costs by movement class of steps along some kinds of path, and of no others.

    A path that helps no ordinary move costs a point a hex.
    """
    rules, costs = movement.terrain, {}
    for name in set(movement.forces.movement_class):
        prices = {kind: rules.scaled(terrain.paths[kind].cost[name]) for kind in mode.along}
        steps = {
            step: min(prices[kind] or rules.scale for kind in kinds if kind in prices)
            for step, kinds in geometry.paths.items()
            if not prices.keys().isdisjoint(kinds)
        }
        costs[name] = EntryCosts(movement.board, {}, steps)
    return costs


ORDINARY = ""
"""The name of the way in which units move where none is named."""

FREE = Mode(id=ORDINARY)
"""The form of the ordinary way: nothing is bound."""


class WayToMove(NamedTuple):
    """A way to move: its name, and the mask of the hexes where the unit may go by it."""

    mode: str
    goals: int


class MovesTo(dict[int, Action]):
    """Destination cell to the move of a unit there, in some way; made when first asked for."""

    def __init__(self, unit: str, number: list[str], mode: str = ORDINARY) -> None:
        super().__init__()
        self._unit, self._number, self._mode = unit, number, mode

    def __missing__(self, cell: int) -> Action:
        action = self[cell] = Action("move", (self._unit,), (self._number[cell],), self._mode)
        return action


class ModeRules:
    """Moves of single units that are made at once: in phases of kind activation, in reaction, and
    in the ways that a game names in phases of kind movement.
    """

    def __init__(
        self,
        frame: Frame,
        section: Movement,
        terrain: Terrain,
        geometry: Geometry,
        selectors: Selectors,
        conditions: Conditions,
        control: ControlRules | None,
        movement: MovementRules,
        refusals: MovementRefusals,
        values: NamedValues,
        states: StateRules | None,
        pools: PoolRules | None,
    ) -> None:
        self.cite = section.cite
        self._values, self._states, self._pools = values, states, pools
        self._movement = movement
        self._refusals = refusals
        self._moves_to: dict[tuple[int, str], MovesTo] = {}
        self._modes = {
            name: WayOfMoving(
                mode, frame, terrain, geometry, selectors, conditions, control, movement
            )
            for name, mode in {ORDINARY: FREE, **section.modes}.items()
        }

    @property
    def named(self) -> tuple[str, ...]:
        """The ways that the game names."""
        return tuple(filter(None, self._modes))

    def mode_named(self, name: str) -> Mode | None:
        """The form of a way of moving; ``None`` if the game names none such."""
        return self._modes[name].form if name in self._modes else None

    def called(self, mode: str) -> str:
        """A way of moving as it is called in a sentence: *rapidly*."""
        return self._modes[mode].title

    def in_phase(self, phase: int) -> bool:
        """Whether some way that the game names may be taken in a phase."""
        return any(self._modes[name].in_phase(phase) for name in self.named)

    def open_now(self, state: Position) -> list[str]:
        """The ways that the game names in which somebody may move in this phase."""
        modes = ((name, self._modes[name]) for name in self.named)
        return [name for name, way in modes if way.in_phase(state.phase_index) and way.holds(state)]

    def begin_in(self, state: Position, side: int, modes: Iterable[str]) -> int:
        """Mask of the hexes in which units of a side may begin one of some ways."""
        return reduce(or_, [self._modes[name].begins(state, side) for name in modes], 0)

    def ways(self, state: Position, unit: int, barred: tuple[str, ...] = ()) -> list[WayToMove]:
        """The ways in which a unit can move now to anywhere, the ordinary one first."""
        return self.ways_of(state, unit, [name for name in self._modes if name not in barred])

    def ways_of(self, state: Position, unit: int, modes: Iterable[str]) -> list[WayToMove]:
        """Of some ways those in which a unit can move now to anywhere."""
        rules, ways = self._movement, self._modes
        side, hex_bit = rules.forces.side[unit], rules.board.bit[state.cells[unit]]
        # Most stand where no way begins: that is told at once.
        begins_here = [name for name in modes if ways[name].begins(state, side) & hex_bit]
        if not begins_here or self.why_not(state, unit) is not None:
            return []
        ways_here = [
            WayToMove(name, self.destinations(state, unit, name))
            for name in begins_here
            if self._why_not_by(state, unit, name) is None
        ]
        return [way for way in ways_here if way.goals]

    def moves(self, unit: int, way: WayToMove) -> list[Action]:
        """A unit's moves by a way, destinations in map order."""
        board, by_cell = self._movement.board, self._moves_to.get((unit, way.mode))
        if by_cell is None:
            name = self._movement.forces.ids[unit]
            by_cell = self._moves_to[unit, way.mode] = MovesTo(name, board.number, way.mode)
        return [by_cell[cell] for cell in board.in_map_order(way.goals)]

    def surely_moves(self, state: Position, unit: int, barred: tuple[str, ...]) -> bool:
        """Whether a unit is known to have somewhere to go in the ordinary way, without looking how
        far it comes; where it is not, that means nothing.
        """
        if ORDINARY in barred or self.why_not(state, unit) is not None:
            return False
        rules = self._movement
        steps = rules.sure_steps(state, unit)
        return bool(steps & ~rules.stacking.perhaps_full(state, rules.forces.side[unit]))

    def why_not(self, state: Position, unit: int) -> Violation | None:
        """Why a unit may not move at all."""
        name = self._movement.forces.ids[unit]
        if not state.cells[unit]:
            return self._refuse("owner", f"{name} is not on the map.")
        return state.forbidden(unit, "move")

    def _why_not_by(self, state: Position, unit: int, mode: str) -> Violation | None:
        """Why a unit may not move in this way now, wherever it goes."""
        way, name = self._modes[mode], self._movement.forces.ids[unit]
        if not mode:
            return None
        if not way.fits(state, unit):
            return self._refuse("modes", f"{name} does not move {way.title}.")
        if not way.in_phase(state.phase_index) or not way.holds(state):
            return self._refuse("modes", f"Nobody moves {way.title} in this phase.")
        began = state.memory[WAYS]
        if (mode, unit) in began.failed:
            return self._refuse("check", f"{name} has failed its check to move {way.title}.")
        side = self._movement.forces.side[unit]
        most = way.most(unit)
        if most is not None and began.used.count(mode) >= most:
            many = "1 unit moves" if most == 1 else f"{most} units move"
            text = f"No more than {many} {way.title} in a phase."
            return self._refuse("modes", text)
        if not way.begins(state, side) >> state.cells[unit] & 1:
            number = self._movement.board.number[state.cells[unit]]
            return self._refuse("modes", f"{name} may not begin to move {way.title} in {number}.")
        spends = way.form.spends
        if spends and self._pools and self._pools.points(state, spends.pool) < spends.count:
            title = self._pools.pool(spends.pool).title
            return self._refuse("modes", f"{title}: there are too few points left.")
        return None

    def destinations(self, state: Position, unit: int, mode: str) -> int:
        """Mask of the hexes to which a unit may move in this way, and stop there."""
        rules = self._movement
        hex_bit = rules.board.bit[state.cells[unit]]
        reach = self._modes[mode].means(state, unit).reach & ~hex_bit
        if reach & rules.stacking.perhaps_full(state, rules.forces.side[unit]):
            reach &= ~rules.stacking.full(state, unit)
        return reach

    def explain(
        self, state: Position, unit: int, hexes: tuple[str, ...], mode: str
    ) -> Violation | None:
        """Why a unit may not make this move; ``None`` when it may."""
        rules, name = self._movement, self._movement.forces.ids[unit]
        if mode not in self._modes:
            ways_named = " or ".join(self.named) or "in no other way than the ordinary"
            return self._refuse(
                "modes", f"There is no way of moving {mode}; units move {ways_named}."
            )
        goal = rules.board.cell.get(hexes[-1])
        if goal is None:
            return self._refuse("map_edge", f"{hexes[-1]} is not a hex of the map.")
        refused = self.why_not(state, unit) or self._why_not_by(state, unit, mode)
        way = self._modes[mode]
        if refused is None and way.is_plain:
            refused = self._refusals.route(state, unit, hexes, way.means(state, unit))
        elif refused is None and (why := way.why_not_there(state, unit, hexes)):
            refused = self._refuse("modes", why)
        # Stacking is named last: a hex that is out of reach for other reasons is not called full.
        full = goal != state.cells[unit] and rules.stacking.full(state, unit) >> goal & 1
        return rules.stacking.refusal(unit, name, hexes[-1]) if full and not refused else refused

    def cells(
        self, state: Position, unit: int, hexes: tuple[str, ...], mode: str
    ) -> tuple[int, ...]:
        """The cells that a legal move enters, one after the other."""
        board = self._movement.board
        if len(hexes) > 1:
            return tuple(board.cell[number] for number in hexes[1:])
        return self._modes[mode].path(state, unit, board.cell[hexes[0]])

    def begins(self, state: Position, unit: int, mode: str) -> bool:
        """Let a unit begin to move in this way: roll its check, if it needs one, and mark it.

        Answers with whether it may; a check that failed leaves it the other ways.
        """
        way, began = self._modes[mode], state.memory[WAYS]
        terms = way.form
        if terms.check is not None and not self._passes(state, unit, way, terms.check):
            state.remember(WAYS, began._replace(failed=(*began.failed, (mode, unit))))
            return False
        if terms.mark and self._states is not None:
            self._states.put(state, terms.mark, 1 << unit)
        if not mode:
            return True
        state.remember(WAYS, began._replace(used=(*began.used, mode)))
        if terms.spends and self._pools:
            self._pools.spend(state, terms.spends.pool, terms.spends.count)
        if terms.deed:
            state.did(terms.deed, 1 << unit)
        return True

    def tell_way(self, state: Position, unit: int, mode: str) -> None:
        """Tell in which way a unit sets out."""
        if state.events is not None:
            name, title = self._movement.forces.ids[unit], self._modes[mode].title
            text = f"{name} moves: {title}."
            state.tell("way_taken", self.cite.get("modes", ""), text, unit=name, way=mode)

    def _passes(self, state: Position, unit: int, way: WayOfMoving, check: ModeCheck) -> bool:
        """Whether a unit passes the check for a way of moving: rolled now, if it needs one."""
        if not way.checks(state, unit):
            return True
        sides = max(1, self._values.die(state, unit, check.die))
        (face,) = throw_to_pass(state, (sides,), check.success)
        passed = face >= check.success
        name = self._movement.forces.ids[unit]
        how = "passed" if passed else "failed"
        text = f"{name} checks to move {way.title}: die {face}, {how}."
        rule = self.cite.get("check", "")
        state.tell("check", rule, text, unit=name, dice=(face,), passed=passed)
        return passed

    def _refuse(self, reason: str, message: str) -> Violation:
        """A violation of a rule of ``movement``, by its reason."""
        return self._refusals.refuse(reason, message)


# -- landings: the roll for a unit that has come somewhere, and units that drift (``drift``) -------

# A way of moving may name a table that is rolled on where the unit lands. One of its results may
# let it drift: so many hexes in a direction that a die chooses, where it may come to grief.


SIX = 6
"""Directions, and the faces of the die that chooses one of them."""


@dataclass(slots=True)
class LandingRoll(AutomaticTask):
    """A unit that has come to the end of its way is rolled for on a table."""

    kind = "landing_roll"
    rolls = True
    unit: int
    table: str

    def settle(self, state: Position) -> bool:
        """Put the roll on the agenda, if the unit is still on the map."""
        state.agenda.pop()
        if state.cells[self.unit]:
            from hexwar.rules.tables.section import RollOn  # where there are tables

            owed = pending(state, ForUnit(self.unit), Effect("roll", said=RollOn(table=self.table)))
            state.agenda += [owed] if owed else []
        return False


def drift(state: Position, parties: Parties, effect: Effect) -> Task | None:
    """The unit that is rolled for goes some hexes in a direction that a die chooses."""
    (unit,), how = parties.defenders, cast(Drift, effect.said)
    if not state.cells[unit]:
        return None
    face = state.roll(SIX)
    dice = how.hexes if isinstance(how.hexes, DiceThrow) else DiceThrow(0, SIX)
    # The direction first, then how far: so the event lists its dice.
    faces = tuple([state.roll(dice.sides) for _ in range(dice.count)])
    hexes = dice.read(faces) if isinstance(how.hexes, DiceThrow) else how.hexes
    from_cell, goal = state.cells[unit], state.cells[unit]
    for _ in range(hexes):
        goal = state.frame.board.neighbours[goal][face - 1] if goal else OFF_MAP
    lands = goal and not _closed(state, unit) >> goal & 1
    rule = state.rules[MovementRules].cite.get("drift", "")
    if state.events is not None:
        name, number = state.frame.unit_ids[unit], state.frame.board.number[goal]
        words_where = f"to {number}" if goal else "off the map"
        dice_thrown = (face, *faces)
        rolled = ", ".join(map(str, dice_thrown))
        far = "1 hex" if hexes == 1 else f"{hexes} hexes"
        text = f"{name} drifts {far} {words_where} (dice {rolled})."
        state.tell("drifted", rule, text, unit=name, dice=dice_thrown)
    if lands and not state.stopped(unit, goal):
        state.place(unit, goal)
        for hook in state.rules.hooks.moved:
            hook(state, unit)
    elif how.blocked == "eliminated" and goal != from_cell:
        eliminate(state, unit, rule)
    return None


def _closed(state: Position, unit: int) -> int:
    """Mask of the hexes in which a unit cannot land: of terrain, of others, or too full."""
    rules, board = state.rules[MovementRules], state.frame.board
    passable = rules.costs[unit].passable
    full = state.rules[StackingRules].full(state, unit)
    return board.on_map & ~passable | rules.passage(state, unit).closed | full


def drift_in_words(effect: Effect, names: Names) -> str:
    """What an effect ``drift`` does."""
    how = cast(Drift, effect.said)
    far = several(how.hexes, "hex") if isinstance(how.hexes, int) else f"{how.hexes} hexes"
    lost = "is lost" if how.blocked == "eliminated" else "stays"
    return f"the unit drifts {far}, and {lost} where it cannot be"
