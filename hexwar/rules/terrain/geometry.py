"""The scale of movement points, the same in every scope of a game; what lies on the map, and which
hexes a rule is about.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import lcm
from typing import Protocol

from hexwar.definition.model import ResolvedGame
from hexwar.engine.frame import Frame
from hexwar.engine.state import Position
from hexwar.hexmap import HexMap
from hexwar.rules.control.section import Ground
from hexwar.rules.language.selectors import is_at
from hexwar.rules.movement.section import Movement
from hexwar.rules.scopes.overlays import Games
from hexwar.rules.terrain.section import Terrain
from hexwar.rules.units.section import Units

Step = tuple[int, int]
"""Two neighbouring cells, from and to."""

NOTHING: frozenset[str] = frozenset()


class MovementScale:
    """``points``: the least whole number that makes every cost and allowance whole.

    In all scopes: what a unit has left in one is worth the same in the next.
    """

    __slots__ = ("points",)

    def __init__(self, frame: Frame, games: Games) -> None:
        sources = (_amounts, *frame.registry.amounts)
        amounts = (
            amount for costs_of in sources for game in games for amount in costs_of(game) if amount
        )
        # In whole units no rounding can ever make a path dearer than the sum of its steps.
        self.points = lcm(*(Fraction(amount).denominator for amount in amounts))


def _amounts(game: ResolvedGame) -> Iterator[Fraction | int | None]:
    """Every number of movement points of the terrain, of movement and of units."""
    terrain = game[Terrain]
    for kinds in (terrain.hexes, terrain.hexsides, terrain.paths, terrain.features):
        for kind in kinds.values():
            yield from kind.cost.all
    yield game[Movement].allowance
    yield from (step.movement for unit in game[Units].counters.values() for step in unit.steps)


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
        # Only hexes with something around them are looked at, as maps may have thousands.
        beside = {number for pair in (*sides, *paths) for number in pair}
        for a in filter(beside.__contains__, hexmap.numbers):
            for b in hexmap.neighbors(a):
                written = hexmap.crossed(a, b)
                # The map has each hexside once, in whichever order it was written.
                lying = sides.get((a, b)) or sides.get((b, a), NOTHING)
                there = [
                    kind
                    for kind in (sorted(lying) if kinds else ())
                    # A slope counts in the direction in which it is written only.
                    if kinds[kind].direction == "both" or kind in written
                ]
                # A bridge makes its river harmless: then the river is none, for movement and for
                # battle.
                harmless = {negated for kind in there for negated in kinds[kind].negates}
                counting = tuple(kind for kind in there if kind not in harmless)
                if counting:
                    self.hexsides[cell[a], cell[b]] = counting
                along = paths.get((a, b)) or paths.get((b, a), NOTHING)
                if along:
                    self.paths[cell[a], cell[b]] = tuple(along)


class WhoHolds(Protocol):
    """Who knows whose a hex is: the rules of control, in games that have them."""

    def held_by(self, state: Position, name: str, side: int) -> int:
        """Mask of the hexes that those control whom a side calls so: own, enemy, a name."""


class Area:
    """The hexes that are meant: all of the map where nothing is said."""

    __slots__ = ("_control", "_whose", "hexes")

    def __init__(self, said: Ground | None, frame: Frame, control: WhoHolds | None) -> None:
        self._control = control
        self._whose = said.controlled if said else ""
        self.hexes = frame.board.on_map if said is None else ground_mask(said, frame)

    def mask(self, state: Position, side: int) -> int:
        """Mask of the hexes, as a side sees them now."""
        if self._control is None or not self._whose:
            return self.hexes
        return self.hexes & self._control.held_by(state, self._whose, side)


def ground_mask(said: Ground, frame: Frame) -> int:
    """Mask of the hexes that are meant, whoever controls them."""
    return frame.board.mask(number for number in frame.map if is_at(said, frame.map, number))
