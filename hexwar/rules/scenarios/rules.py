"""Setting up: units that may begin somewhere near the hex that the scenario gives them.

First where everybody stands when the game opens (:func:`deployed`): units with a choice of hexes
are matched with places in them. Then sides set up one after the other, unit by unit, within their
areas (:class:`SetupRules`, :class:`SetupTask`). Units still to be set up make way for a unit that
is placed: they are seated again around it, and a placement is refused only if there is no such
seating.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from hexwar.definition.grammar import opening
from hexwar.definition.model import ResolvedGame
from hexwar.engine.action import DONE, Action, Decision
from hexwar.engine.notation import FACING, PLACING, Verb
from hexwar.engine.position import bits
from hexwar.engine.rules import Frame
from hexwar.engine.slot import Slot
from hexwar.engine.state import OFF_MAP, Position
from hexwar.engine.task import Task
from hexwar.engine.violation import Violation
from hexwar.rules.language.wording import every, standing
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.movement.section import Movement
from hexwar.rules.sides.section import Sides
from hexwar.rules.stacking.rules import heaviest
from hexwar.rules.stacking.section import Stacking
from hexwar.rules.terrain.section import Terrain
from hexwar.rules.units.section import Units

if TYPE_CHECKING:
    from hexwar.rules.facing.rules import FacingRules


# Where units begin until their players set them up: spread over the areas they are given.
#
# Units may be set up within an area, and must stand somewhere until their players have moved them.
# That is a matching of units to places in hexes: each side is seated as fully as can be, and of
# hexes that two sides want it is tried which of them gets it. In nearly all scenarios everybody
# finds room in the first hex of his area, and nothing of that is needed.


Areas = Mapping[str, tuple[str, ...]]
"""The hexes where each unit may begin, the ones it would rather have first."""

_DISPUTES = 2000
"""So often two sides' claims to a hex are weighed before a set-up counts as impossible."""


def deployed(game: ResolvedGame) -> ResolvedGame:
    """The game with ``scenario.opening``: every unit's hex at the start.

    A unit with a hex of its own begins there, one with an area in the nearest hex of it that it
    may enter and that has room. If there is a set-up within the stacking limit in which no two
    sides share a hex, this is one; if there is none, the units that are left over begin in the
    hexes that the scenario names for them, too many or not.
    """
    scenario = game.scenario
    areas = _areas(game)
    if not any(has_area(game, unit) for unit in areas):
        return replace(game, scenario=replace(scenario, opening=dict(scenario.setup)))
    seating = SetUpSides(game)
    seats = seating.in_turn(areas)
    # One side after the other is soon done, and mostly enough; disputes are weighed only if not.
    if len(seats) < len(areas):
        seats = seating.apart(areas) or seats
    opening = {unit: seats.get(unit) or _hex_named(game, unit) for unit in scenario.setup}
    return replace(game, scenario=replace(scenario, opening=opening))


def without_room(game: ResolvedGame) -> Iterator[tuple[list[str], set[str]]]:
    """For each side whose areas hold too few hexes: the units that are set up there, the hexes.

    Every one of the hexes is full, and none of the units may be set up anywhere else.
    """
    areas, seating = _areas(game), SetUpSides(game)
    for side, units in seating.by_side(areas).items():
        at = seating.seated(side, units, areas)
        unplaced = [unit for unit in units if unit not in at]
        hexes: set[str] = set()
        crowd = unplaced[:1]
        # It grows while it is gone through: a unit that fills one of these hexes could make room
        # only within its own area, the hexes of which are then looked at as well.
        for unit in crowd:
            fresh = set(areas[unit]) - hexes
            hexes |= fresh
            crowd += [other for other, number in at.items() if number in fresh]
        crowd += [unit for unit in unplaced[1:] if hexes.issuperset(areas[unit])]
        if hexes and any(has_area(game, unit) for unit in crowd):
            yield [unit for unit in areas if unit in crowd], hexes


def _areas(game: ResolvedGame) -> Areas:
    """Where each unit of the scenario may begin, if it and its place exist."""
    return {
        unit: set_up_area(game, unit)
        for unit, place in game.scenario.setup.items()
        if unit in game[Units].counters and (place in game.map or place in game.map.regions)
    }


def has_area(game: ResolvedGame, unit: str) -> bool:
    """Whether a unit is set up somewhere near a hex or in a region: it has no hex of its own."""
    place = game.scenario.setup[unit]
    return bool(game.scenario.within.get(unit)) or _is_region(game, place)


def _is_region(game: ResolvedGame, place: str) -> bool:
    return place not in game.map and place in game.map.regions


def _hex_named(game: ResolvedGame, unit: str) -> str:
    """The hex that a scenario names for a unit, or the first of the region."""
    place = game.scenario.setup[unit]
    if _is_region(game, place):
        return next(
            (number for number in game.map.numbers if number in game.map.regions[place]), place
        )
    return place


def set_up_area(game: ResolvedGame, unit: str) -> tuple[str, ...]:
    """The hexes where a unit may be set up: only its own if it has no area.

    Of an area around a hex the nearest come first, of a region those that the map has first.
    """
    place, within = game.scenario.setup[unit], game.scenario.within.get(unit, 0)
    if not has_area(game, unit):
        return (place,)
    named = game[Units].counters[unit].type.movement_class
    kinds, movement_class = game[Terrain].hexes, game[Movement].class_of(named)
    near: Iterable[str] = (
        number for number in game.map.numbers if number in game.map.regions.get(place, ())
    )
    if within:
        near = game.map.within(place, within)
    return tuple(
        number
        for number in near
        if kinds[game.map.terrain(number)].cost[movement_class] is not None
    )


class SetUpSides:
    """Whose the units of a game are, and how many of a side a hex surely holds.

    The sides stand in the order in which they set up, then in the game's own.
    """

    def __init__(self, game: ResolvedGame) -> None:
        counters, stacking = game[Units].counters, game[Stacking]
        order = (*game.scenario.setup_order, *(side.id for side in game[Sides].all))
        limits = ((side, stacking.surely(side, heaviest(stacking, game[Units]))) for side in order)
        self._limits = {side: len(counters) if most is None else most for side, most in limits}
        self._side_of = {unit: counter.side for unit, counter in counters.items()}

    def around(
        self, stand: Mapping[str, str], rather: Mapping[str, str], within: Areas
    ) -> dict[str, str] | None:
        """A set-up in which units stand in these hexes; ``None`` if there is none.

        ``rather``: the other units, and the hexes where they stay if they can, else one ``within``.
        """
        areas: dict[str, tuple[str, ...]] = {unit: (number,) for unit, number in stand.items()}
        for unit, number in rather.items():
            areas[unit] = (number, *within[unit])
        seats = self.in_turn(areas)
        return seats if len(seats) == len(areas) else self.apart(areas)

    def by_side(self, areas: Areas) -> dict[str, list[str]]:
        """The units of each side, those that have no choice of hex first."""
        by_side: dict[str, list[str]] = {side: [] for side in self._limits}
        for unit in sorted(areas, key=lambda unit: len(areas[unit]) > 1):
            by_side[self._side_of[unit]].append(unit)
        return by_side

    def seated(
        self, side: str, units: Iterable[str], areas: Areas, closed: Collection[str] = ()
    ) -> dict[str, str]:
        """As many of these units of a side as find room, each in its hex: a maximum matching."""
        stands: dict[str, list[str]] = {}
        at: dict[str, str] = {}
        limit = self._limits[side]
        for unit in units:
            first = areas[unit][0] if areas[unit] else ""
            standing = stands.setdefault(first, [])
            if first and first not in closed and len(standing) < limit:  # mostly there is room
                standing.append(unit)
                at[unit] = first
            else:
                _seat(unit, areas, limit, closed, stands, at)
        return at

    def in_turn(self, areas: Areas) -> dict[str, str]:
        """The sides one after the other, each in what the units with no choice and it leave
        over.
        """
        fixed = {hexes[0]: self._side_of[unit] for unit, hexes in areas.items() if len(hexes) == 1}
        seats: dict[str, str] = {}
        for side, units in self.by_side(areas).items():
            closed = {number for number, owner in fixed.items() if owner != side}
            closed.update(seats.values())
            seats |= self.seated(side, units, areas, closed)
        return seats

    def apart(self, areas: Areas) -> dict[str, str] | None:
        """A set-up of all units with no hex of two sides, by deciding disputes one by one.

        Each side is seated as if it were alone; of a hex that two of them want, every side is tried
        as the only owner. To close a hex never helps, so a side that fails alone fails in any case.
        """
        by_side = self.by_side(areas)
        waiting: list[dict[str, frozenset[str]]] = [dict.fromkeys(by_side, frozenset())]
        for _ in range(_DISPUTES):
            if not waiting:
                return None
            closed = waiting.pop()
            seats = {
                side: self.seated(side, units, areas, closed[side])
                for side, units in by_side.items()
            }
            if any(len(seats[side]) < len(units) for side, units in by_side.items()):
                continue
            disputed = _first_disputed(seats)
            if disputed is None:
                return {
                    unit: number for placed in seats.values() for unit, number in placed.items()
                }
            # Put down in reverse, as the last is taken first: the first side is tried first as the
            # owner.
            waiting.extend(
                {
                    side: shut if side == owner else shut | {disputed}
                    for side, shut in closed.items()
                }
                for owner in reversed(by_side)
            )
        return None


def _first_disputed(written: Mapping[str, Mapping[str, str]]) -> str | None:
    """The first hex that units of two sides stand in."""
    owner: dict[str, str] = {}
    for side, placed in written.items():
        for number in placed.values():
            if owner.setdefault(number, side) != side:
                return number
    return None


def _seat(
    unit: str,
    areas: Areas,
    limit: int,
    closed: Collection[str],
    stands: dict[str, list[str]],
    at: dict[str, str],
) -> None:
    """Find room for one more unit; units that already have a hex make way if need be."""
    comes: dict[str, str] = {}
    to_seat = deque([unit])
    # Breadth first, for the shortest chain of units that make way (an augmenting path): so no unit
    # that has a hex is ever left without one.
    while to_seat:
        mover = to_seat.popleft()
        for number in areas[mover]:
            if number in comes or number in closed:
                continue
            comes[number] = mover
            standing = stands.setdefault(number, [])
            if len(standing) < limit:
                _move_up(number, comes, stands, at)
                return
            to_seat.extend(standing)


def _move_up(
    number: str, comes: Mapping[str, str], stands: dict[str, list[str]], at: dict[str, str]
) -> None:
    """Each unit on the way takes the hex that was found for it; the last leaves none behind."""
    entered: str | None = number
    while entered is not None:
        mover = comes[entered]
        hex_left = at.get(mover)
        at[mover] = entered
        stands[entered].append(mover)
        if hex_left is not None:
            stands[hex_left].remove(mover)
        entered = hex_left


LOOKING = f"{FACING} "


class SetUpByPlayer(NamedTuple):
    """Masks of the units that have been set up by their player, and that he has turned."""

    units: int = 0
    turned: int = 0

    def without(self, units: int) -> SetUpByPlayer:
        """What is left of both masks without these units (a mask)."""
        return SetUpByPlayer(self.units & ~units, self.turned & ~units)


PLACED = Slot("scenarios", SetUpByPlayer(), lasts="phase")


class SetupRules:
    """Where each unit may be set up; until placed, it stands where the scenario opens.

    A unit is placed once (a change of mind is an undo), so that setting up comes to an end.
    """

    def __init__(self, frame: Frame, movement: MovementRules, facing: FacingRules | None) -> None:
        resolved = frame.resolved
        scenario = resolved.scenario
        self._seating = SetUpSides(resolved)
        self.cite = scenario.cite
        self.movement, self.facing = movement, facing
        self.order = tuple(movement.forces.side_ids.index(side) for side in scenario.setup_order)
        self._within = {
            unit: set_up_area(resolved, unit) for unit in scenario.setup if has_area(resolved, unit)
        }
        self.areas = {
            movement.forces.index[unit]: resolved.map.board.mask(hexes)
            for unit, hexes in self._within.items()
        }

    def begin(self, state: Position, turn_in_order: int = 0) -> None:
        """Let the next side set up, or begin the first phase when all have."""
        if turn_in_order < len(self.order):
            state.agenda.append(SetupTask(turn_in_order))
        elif turn_in_order and not state.agenda:
            state.begin_turns(0)

    def free(self, state: Position, unit: int) -> int:
        """Mask of the hexes where a unit may be placed now, the one where it stands included.

        Units that are still to be set up are in nobody's way while they can stand elsewhere.
        """
        movement, hexes = self.movement, self._area(state, unit)
        if not hexes:
            return 0
        side = movement.forces.side[unit]
        # Only hexes that are taken or full have to be weighed: into all others anybody may go.
        crowded = state.enemies_of(side) | movement.stacking.full(state, unit)
        for cell in bits(hexes & crowded & ~movement.board.bit[state.cells[unit]]):
            if self._giving_way(state, unit, cell) is None:
                hexes &= ~movement.board.bit[cell]
        return hexes

    def is_waiting(self, state: Position, unit: int) -> bool:
        """Whether a unit may be placed somewhere now: mostly it may stay, which is soon told."""
        area = self._area(state, unit)
        return bool(area >> state.cells[unit] & 1 or (area and self.free(state, unit)))

    def _area(self, state: Position, unit: int) -> int:
        """Mask of the hexes of a unit on the map that is still to be set up; of others none."""
        if state.memory[PLACED].units >> unit & 1 or state.cells[unit] == OFF_MAP:
            return 0
        return self.areas.get(unit, 0)

    def _waiting(self, state: Position, unit: int) -> set[int]:
        """The other units with an area that have not been set up: of its side, or of later ones."""
        forces, placed = self.movement.forces, state.memory[PLACED].units
        sides = self.order[self.order.index(forces.side[unit]) :]
        return {
            other
            for other in self.areas
            if forces.side[other] in sides
            and not placed >> other & 1
            and other != unit
            and state.cells[other] != OFF_MAP
        }

    def _giving_way(self, state: Position, unit: int, cell: int) -> dict[str, str] | None:
        """Where those that wait stand if a unit is placed in a cell; ``None``: it is taken."""
        forces, number = self.movement.forces, self.movement.board.number
        waiting = self._waiting(state, unit)
        settled = [
            other for other, at in enumerate(state.cells) if at == cell and other not in waiting
        ]
        if any(forces.side[other] != forces.side[unit] for other in settled):
            return None
        if not self.movement.stacking.fit(state, cell, [*settled, unit]):
            return None
        at = {forces.ids[other]: number[at] for other, at in enumerate(state.cells) if at}
        # They stay where they stand as far as they can.
        rather = {forces.ids[other]: at[forces.ids[other]] for other in waiting}
        stand = {name: hexnumber for name, hexnumber in at.items() if name not in rather}
        stand[forces.ids[unit]] = number[cell]
        moved_over = self._seating.around(stand, rather, self._within)
        return moved_over and {
            name: moved_over[name] for name in rather if moved_over[name] != at[name]
        }

    def place(self, state: Position, unit: int, cell: int) -> None:
        """Set a unit up; those in its way that are still to be set up stand elsewhere meanwhile."""
        board, forces = self.movement.board, self.movement.forces
        side, origin = forces.side[unit], state.cells[unit]
        crowded = state.enemies_of(side) | self.movement.stacking.full(state, unit)
        if cell != origin and crowded >> cell & 1:
            for name, number in (self._giving_way(state, unit, cell) or {}).items():
                state.place(forces.index[name], board.cell[number])
                text = f"{name} makes way and stands in {number}."
                rule = self.cite.get("setup", "")
                state.tell("made_way", rule, text, unit=name, hex=number)
        state.place(unit, cell)
        placed = state.memory[PLACED]
        state.remember(PLACED, placed._replace(units=placed.units | 1 << unit))

    def tell(self, state: Position, side: int) -> None:
        """A side has set up: where the units stand that it could place or turn."""
        forces, facing = self.movement.forces, self.facing
        units = [
            unit
            for unit in forces.of_side[side]
            if state.cells[unit] and (unit in self.areas or (facing and facing.has(state, unit)))
        ]
        if state.events is None or not units:
            return
        places = [self.movement.board.number[state.cells[unit]] for unit in units]
        if facing is not None:
            looks = [facing.name(state, unit) for unit in units]
            places = [
                f"{at}{look and f' facing {look}'}" for at, look in zip(places, looks, strict=True)
            ]
        names = tuple(forces.ids[unit] for unit in units)
        who = opening(state.frame.side_names[side], "has")
        text = f"{who} set up: {standing(names, places)}."
        rule = self.cite.get("setup", "")
        state.tell("set_up", rule, text, units=names, places=tuple(places))

    def turnable(self, state: Position, side: int) -> tuple[int, ...]:
        """The units of a side that its player may still turn."""
        facing, done = self.facing, state.memory[PLACED].turned
        if facing is None:
            return ()
        mine = self.movement.forces.of_side[side]
        return tuple(
            unit
            for unit in mine
            if state.cells[unit] and not done >> unit & 1 and facing.has(state, unit)
        )

    def turn(self, state: Position, unit: int, look: str) -> None:
        """Let a unit look somewhere at first."""
        if self.facing is not None:
            self.facing.begins(state, unit, look)
            placed = state.memory[PLACED]
            state.remember(PLACED, placed._replace(turned=placed.turned | 1 << unit))

    def why_not_turn(self, state: Position, unit: int, look: str) -> Violation | None:
        """Why a unit is not turned to look somewhere while it is set up."""
        facing, name = self.facing, self.movement.forces.ids[unit]
        if facing is None or not facing.has(state, unit):
            return self.refuse(f"{name} has no facing.")
        if look not in facing.names:
            return facing.none_such(look)
        if state.memory[PLACED].turned >> unit & 1:
            return self.refuse(f"{name} has been turned; undo to turn it elsewhere.")
        return None if state.cells[unit] else self.refuse(f"{name} is not on the map.")

    def refuse(self, text: str) -> Violation:
        """A violation of the set-up, with the number the game cites for it."""
        return Violation(self.cite.get("setup", ""), text, "scenarios.setup")


@dataclass(slots=True)
class SetupTask(Task):
    """A side sets up: ``place UNIT HEX``, or ``done`` to leave the rest where they stand."""

    kind = "setup"
    index: int

    def side(self, state: Position) -> int:
        """The side whose turn it is to set up."""
        return state.rules[SetupRules].order[self.index]

    def _units_to_place(self, state: Position) -> list[int]:
        """The units that may still be placed."""
        key = "setup", self.index
        units: list[int] | None = state.near.get(key)
        if units is None:
            rules = state.rules[SetupRules]
            mine = rules.movement.forces.of_side[self.side(state)]
            units = state.near[key] = [unit for unit in mine if rules.is_waiting(state, unit)]
        return units

    def settle(self, state: Position) -> bool:
        """Go on when there is nobody left to place."""
        if self._units_to_place(state) or state.rules[SetupRules].turnable(state, self.side(state)):
            return True
        self._next(state)
        return False

    def _next(self, state: Position) -> None:
        state.rules[SetupRules].tell(state, self.side(state))
        state.agenda.pop()
        state.rules[SetupRules].begin(state, self.index + 1)

    def decision(self, state: Position) -> Decision:
        """Set-up: the units that may still be placed."""
        names = tuple(state.frame.unit_ids[unit] for unit in self._units_to_place(state))
        return self.asks(
            state,
            "Set up units within their areas, or leave them where they stand.",
            units=names,
            may_decline=True,
        )

    def actions(self, state: Position) -> Iterator[Action]:
        """Unit by unit, hexes in map order; then ``done``."""
        ids, board, rules = state.frame.unit_ids, state.frame.board, state.rules[SetupRules]
        for unit in self._units_to_place(state):
            for number in board.numbers(rules.free(state, unit)):
                yield Action("place", (ids[unit],), (number,))
        yield from self._turns(state)
        yield DONE

    def _turns(self, state: Position) -> Iterator[Action]:
        """Unit by unit, where it may look; to place it somewhere and say that is as good."""
        rules = state.rules[SetupRules]
        facing = rules.facing
        if facing is None:
            return
        for unit in rules.turnable(state, self.side(state)):
            looks = facing.name(state, unit)
            for look in facing.names:
                if look != looks:
                    yield Action("face", (state.frame.unit_ids[unit],), (), look)

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why a unit may not be placed there."""
        rules = state.rules[SetupRules]
        if action.verb == "done":
            return None
        turns = action.verb == "face" and rules.facing is not None
        places = action.verb == "place" and len(action.hexes) == 1
        if not (turns or places) or len(action.units) != 1:
            text = "Place units (place UNIT HEX), or end the set-up (done)."
            return rules.refuse(text)
        unit = rules.movement.forces.index[action.units[0]]
        if rules.movement.forces.side[unit] != self.side(state):
            return rules.refuse(f"{action.units[0]} belongs to the other side.")
        if turns:
            return rules.why_not_turn(state, unit, action.name)
        # Why a unit may not be placed in a hex; None when it may.
        number = action.hexes[0]
        name = state.frame.unit_ids[unit]
        cell = rules.movement.board.cell.get(number, OFF_MAP)
        if cell and rules.free(state, unit) >> cell & 1:
            refused = None
        elif state.memory[PLACED].units >> unit & 1:
            refused = rules.refuse(f"{name} has been placed; undo to place it elsewhere.")
        elif not rules.areas.get(unit, 0) >> cell & 1 or not cell:
            refused = rules.refuse(f"{name} may not be set up in {number}.")
        elif rules.movement.stacking.full(state, unit) >> cell & 1:
            refused = rules.movement.stacking.refusal(unit, name, number)
        else:
            refused = rules.refuse(f"{name} cannot be set up in {number}.")
        if refused is None and action.name:
            return rules.why_not_turn(state, unit, action.name.removeprefix(LOOKING))
        return refused

    def sample(self, state: Position, random: Random) -> Action:
        """A unit first, then its hex, or where it looks; now and then the end."""
        able, turns = self._units_to_place(state), list(self._turns(state))
        drawn = int(random.random() * (len(able) + bool(turns) + 1))
        if turns and drawn == len(able) + 1:
            return turns[int(random.random() * len(turns))]
        if drawn == len(able):
            return DONE
        unit, board = able[drawn], state.frame.board
        number = board.number[board.draw(state.rules[SetupRules].free(state, unit), random)]
        return Action("place", (state.frame.unit_ids[unit],), (number,))

    def perform(self, state: Position, action: Action) -> None:
        """Place a unit, or go on."""
        if action.verb == "done":
            self._next(state)
            return
        rules, frame = state.rules[SetupRules], state.frame
        name, rule = action.units[0], rules.cite.get("setup", "")
        unit, look = frame.unit_index[name], action.name.removeprefix(LOOKING)
        if look:
            rules.turn(state, unit, look)
        looks = f"facing {look}" if look else ""
        if action.verb == "face":
            state.tell("placed", rule, f"{name} is set up {looks}.", unit=name)
            return
        number = action.hexes[0]
        rules.place(state, unit, frame.board.cell[number])
        text = f"{name} is set up in {number}{looks and ', '}{looks}."
        state.tell("placed", rule, text, unit=name, hex=number)


def _line(action: Action, state: Position) -> str:
    looks = f", {action.name}" if action.name else ""
    return f"{every(action.units)} begins in {action.hexes[-1]}{looks}"


VERBS = {"place": Verb(PLACING, "goal", _line, needs=lambda game: game.scenario.setup_order)}
TASKS = {"setup": SetupTask}
SLOTS = (PLACED,)
HOOKS = {"set_up": (SetupRules, SetupRules.begin)}
