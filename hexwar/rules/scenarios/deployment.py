"""Where units begin until their players set them up: spread over the areas they are given.

Units may be set up within an area, and must stand somewhere until their players have moved them.
That is a matching of units to places in hexes: each side is seated as fully as can be, and of hexes
that two sides want it is tried which of them gets it. In nearly all scenarios everybody finds room
in the first hex of his area, and nothing of that is needed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace

from hexwar.definition.model import ResolvedGame
from hexwar.rules.movement.section import Movement
from hexwar.rules.sides.section import Sides
from hexwar.rules.stacking.points import heaviest
from hexwar.rules.stacking.section import Stacking
from hexwar.rules.terrain.section import Terrain
from hexwar.rules.units.section import Units

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
    seating = Seating(game)
    seats = seating.in_turn(areas)
    # One side after the other is soon done, and mostly enough; disputes are weighed only if not.
    if len(seats) < len(areas):
        seats = seating.apart(areas) or seats
    opening = {unit: seats.get(unit) or _named(game, unit) for unit in scenario.setup}
    return replace(game, scenario=replace(scenario, opening=opening))


def without_room(game: ResolvedGame) -> Iterator[tuple[list[str], set[str]]]:
    """For each side whose areas hold too few hexes: the units that are set up there, the hexes.

    Every one of the hexes is full, and none of the units may be set up anywhere else.
    """
    areas, seating = _areas(game), Seating(game)
    for side, units in seating.by_side(areas).items():
        at = seating.seated(side, units, areas)
        left = [unit for unit in units if unit not in at]
        hexes: set[str] = set()
        crowd = left[:1]
        # It grows while it is gone through: who fills a hex of these could make room only within
        # his own area, the hexes of which are then looked at as well.
        for unit in crowd:
            fresh = set(areas[unit]) - hexes
            hexes |= fresh
            crowd += [other for other, number in at.items() if number in fresh]
        crowd += [unit for unit in left[1:] if hexes.issuperset(areas[unit])]
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


def _named(game: ResolvedGame, unit: str) -> str:
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


class Seating:
    """Whose the units of a game are, and how many of a side a hex surely holds.

    The sides stand in the order in which they set up, then in the game's own.
    """

    __slots__ = ("_limits", "_side_of")

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
            there = stands.setdefault(first, [])
            if first and first not in closed and len(there) < limit:  # mostly there is room
                there.append(unit)
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
        as the only owner. To close a hex never helps anybody, so whoever fails alone fails.
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
            disputed = _disputed(seats)
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


def _disputed(found: Mapping[str, Mapping[str, str]]) -> str | None:
    """The first hex that units of two sides stand in."""
    owner: dict[str, str] = {}
    for side, placed in found.items():
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
    """Find room for one more unit; those who already have a hex make way if need be."""
    comes: dict[str, str] = {}
    asked = deque([unit])
    # Breadth first, for the shortest chain of units that make way (an augmenting path): so nobody
    # who has a hex ever loses it for good.
    while asked:
        mover = asked.popleft()
        for number in areas[mover]:
            if number in comes or number in closed:
                continue
            comes[number] = mover
            there = stands.setdefault(number, [])
            if len(there) < limit:
                _move_up(number, comes, stands, at)
                return
            asked.extend(there)


def _move_up(
    number: str, comes: Mapping[str, str], stands: dict[str, list[str]], at: dict[str, str]
) -> None:
    """Each unit on the way takes the hex that was found for it; the last leaves none behind."""
    while True:
        mover = comes[number]
        left = at.get(mover)
        at[mover] = number
        stands[number].append(mover)
        if left is None:
            return
        stands[left].remove(mover)
        number = left
