"""The scale of movement points, the same in every scope of a game; what lies on the map."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import lcm

from hexwar.definition.model import ResolvedGame
from hexwar.engine.frame import Frame
from hexwar.hexmap import HexMap
from hexwar.rules.language.cases import values_of
from hexwar.rules.markers.section import Markers
from hexwar.rules.melee.section import Melee
from hexwar.rules.movement.section import Movement
from hexwar.rules.overrun.section import Overrun
from hexwar.rules.reinforcements.section import Reinforcements
from hexwar.rules.scopes.overlays import Games
from hexwar.rules.terrain.section import Terrain
from hexwar.rules.units.section import Units
from hexwar.rules.zones_of_control.section import ZonesOfControl

Step = tuple[int, int]
"""Two neighbouring cells, from and to."""

NOTHING: frozenset[str] = frozenset()


class MovementScale:
    """``points``: the least whole number that makes every cost and allowance whole.

    In all scopes: what a unit has left in one is worth the same in the next.
    """

    __slots__ = ("points",)

    def __init__(self, games: Games) -> None:
        amounts = (amount for game in games for amount in _amounts(game) if amount)
        self.points = lcm(*(Fraction(amount).denominator for amount in amounts))


def _amounts(game: ResolvedGame) -> Iterator[Fraction | int | None]:
    """Every number of movement points in a game."""
    terrain = game[Terrain]
    for kinds in (terrain.hexes, terrain.hexsides, terrain.paths, terrain.features):
        for kind in kinds.values():
            yield from kind.cost.all
    yield game[Movement].allowance
    yield from (step.movement for unit in game[Units].counters.values() for step in unit.steps)
    yield from (group.entry.cost for group in game[Reinforcements].groups.values())
    markers = game.section(Markers)
    for marker in markers.by_id.values() if markers else ():
        yield marker.does.cost.add if marker.does.cost else None
    zones, overrun = game.section(ZonesOfControl), game.section(Overrun)
    if zones is not None:
        yield from (said.cost for said in values_of(zones.entering))
        yield from (said.cost for said in values_of(zones.leaving))
        yield from (said.cost for said in values_of(zones.zone_to_zone))
    melee = game.section(Melee)
    if melee is not None:
        yield melee.cost
        yield from (said.cost for said in values_of(melee.leaving))
    if overrun is not None:
        yield from (overrun.cost, overrun.most_entry_cost)


class Geometry:
    """What lies between neighbouring hexes, by step in both directions.

    ``hexsides``: the kinds of hexside that count there, negated ones left out; ``paths``: the
    kinds of path along it. ``terrain`` is the kind of each cell, ``features`` those in it.
    """

    __slots__ = ("features", "hexsides", "paths", "terrain")

    def __init__(self, frame: Frame, hexmap: HexMap) -> None:
        cell = frame.board.cell
        kinds = frame.resolved[Terrain].hexsides
        self.terrain = {cell[number]: hexmap.terrain(number) for number in hexmap.numbers}
        self.features = {
            cell[number]: tuple(hexmap.features(number))
            for number in hexmap.numbers
            if hexmap.features(number)
        }
        self.hexsides: dict[Step, tuple[str, ...]] = {}
        self.paths: dict[Step, tuple[str, ...]] = {}
        sides, paths = hexmap.hexsides, hexmap.paths
        beside = {number for pair in (*sides, *paths) for number in pair}
        for a in filter(beside.__contains__, hexmap.numbers):
            for b in hexmap.neighbors(a):
                written = hexmap.crossed(a, b)
                lying = sides.get((a, b)) or sides.get((b, a), NOTHING)
                there = [
                    kind
                    for kind in (sorted(lying) if kinds else ())
                    if kinds[kind].direction == "both" or kind in written
                ]
                harmless = {negated for kind in there for negated in kinds[kind].negates}
                counting = tuple(kind for kind in there if kind not in harmless)
                if counting:
                    self.hexsides[cell[a], cell[b]] = counting
                along = paths.get((a, b)) or paths.get((b, a), NOTHING)
                if along:
                    self.paths[cell[a], cell[b]] = tuple(along)
