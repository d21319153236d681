"""Section ``terrain``: what hexes, hexsides and paths cost and what they do to combat.

The one definition of "may this kind of unit be here, may it cross this": movement, retreat,
advance and entry all ask :class:`TerrainRules`.
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm

from hexwar.definition.model import CombatEffect, Cost, ResolvedGame
from hexwar.engine.violation import Violation
from hexwar.hexmap import Board, EntryCosts
from hexwar.hexmap.flood import CANNOT_CROSS
from hexwar.rules.language import wording
from hexwar.rules.movement.section import Movement
from hexwar.rules.overrun.section import Overrun
from hexwar.rules.reinforcements.section import Reinforcements
from hexwar.rules.zones_of_control.section import ZonesOfControl


class TerrainRules:
    """Entry costs by movement class, in whole units of ``1/scale`` movement points."""

    __slots__ = (
        "board",
        "cite",
        "costs",
        "effects",
        "hexside_effects",
        "hexside_titles",
        "off_road",
        "scale",
        "titles",
    )

    def __init__(self, resolved: ResolvedGame) -> None:
        hexmap, terrain = resolved.map, resolved.terrain
        self.board: Board = hexmap.board
        self.cite = terrain.cite
        self.scale = _scale(resolved)
        classes = resolved[Movement].classes
        self.costs = {name: self._entry_costs(resolved, name, roads=True) for name in classes}
        # Without paths, for what roads do not help: only a game with overruns asks.
        overruns = resolved.section(Overrun) is not None and bool(resolved.terrain.paths)
        self.off_road = (
            {name: self._entry_costs(resolved, name, roads=False) for name in classes}
            if overruns
            else self.costs
        )
        cell = self.board.cell
        self.titles = {cell[n]: terrain.hexes[hexmap.terrain(n)].title for n in hexmap.numbers}
        self.effects: dict[int, tuple[CombatEffect, ...]] = {
            cell[number]: effects
            for number in hexmap.numbers
            if (effects := terrain.hexes[hexmap.terrain(number)].combat)
        }
        self.hexside_effects: dict[tuple[int, int], tuple[CombatEffect, ...]] = {}
        self.hexside_titles: dict[tuple[int, int], tuple[str, ...]] = {}
        """By step: the title of the kind of hexside that each of those effects comes from."""
        for a, b, kinds in _hexsides(resolved):
            crossed = [terrain.hexsides[kind] for kind in kinds]
            if any(kind.combat for kind in crossed):
                step = cell[a], cell[b]
                self.hexside_effects[step] = tuple(e for kind in crossed for e in kind.combat)
                self.hexside_titles[step] = tuple(k.title for k in crossed for _ in k.combat)

    def _entry_costs(
        self, resolved: ResolvedGame, movement_class: str, *, roads: bool
    ) -> EntryCosts:
        hexmap, terrain = resolved.map, resolved.terrain
        cell = self.board.cell
        entry: dict[int, int] = {}
        for number in hexmap.numbers:
            cost = self.scaled(terrain.hexes[hexmap.terrain(number)].cost[movement_class])
            if cost is not None:
                entry[cell[number]] = cost
        crossing: dict[tuple[int, int], int] = {}
        for a, b, kinds in _hexsides(resolved):
            extra = [self.scaled(terrain.hexsides[kind].cost[movement_class]) for kind in kinds]
            base = entry.get(cell[b])
            if base is not None and extra:
                closed = None in extra
                total = CANNOT_CROSS if closed else base + sum(cost or 0 for cost in extra)
                crossing[cell[a], cell[b]] = total
        for a, b in _steps(resolved) if roads else ():
            along = [terrain.paths[path].cost[movement_class] for path in hexmap.path(a, b)]
            usable = [cost for path in along if (cost := self.scaled(path)) is not None]
            if usable:
                # A path may be used, it need not: where it is the dearer way, nobody takes it.
                beside = crossing.get((cell[a], cell[b]), entry.get(cell[b], CANNOT_CROSS))
                ways = usable if beside == CANNOT_CROSS else [*usable, beside]
                crossing[cell[a], cell[b]] = min(ways)
        return EntryCosts(self.board, entry, crossing)

    def steps_from(self, movement_class: str) -> tuple[int, ...]:
        """By cell: mask of the neighbours that units of a class may step into."""
        board, costs = self.board, self.costs[movement_class]
        if not costs.sided:
            return tuple(around & costs.passable for around in board.adjacent)
        return tuple(
            sum(board.bit[to] for to in neighbours if to and costs.cost(cell, to) is not None)
            for cell, neighbours in enumerate(board.neighbours)
        )

    def scaled(self, cost: Cost) -> int | None:
        """Movement points as a whole number of ``1/scale``; ``None`` stays prohibited."""
        return None if cost is None else int(cost * self.scale)

    def prohibited(self, unit: str, cell: int) -> Violation:
        """Why a unit may not enter a hex whose terrain (or hexside) is closed to it."""
        return Violation(
            self.cite.get("prohibited", ""),
            f"{unit} may not enter {self.board.number[cell]}: "
            f"{self.titles[cell]} is prohibited terrain there.",
            "terrain.prohibited",
        )

    def uncrossable(self, unit: str, origin: int, cell: int) -> Violation:
        """Why a unit may not step between two hexes that it could both enter."""
        number = self.board.number
        return Violation(
            self.cite.get("prohibited", ""),
            f"{unit} may not cross from {number[origin]} to {number[cell]}: "
            "the hexside is closed to it.",
            "terrain.prohibited",
        )

    def unaffordable(self, unit: str, cell: int, left: int) -> Violation:
        """Why a unit that has some (scaled) points left may not enter: the terrain asks more."""
        return Violation(
            self.cite.get("cost", ""),
            f"{unit} cannot pay for {self.board.number[cell]} ({self.titles[cell]}): "
            f"it has {self.written(left)} left.",
            "terrain.cost",
        )

    def points(self, scaled: int) -> Fraction:
        """Movement points of a scaled number."""
        return Fraction(scaled, self.scale)

    def written(self, scaled: int) -> str:
        """The same for a sentence: ``4 1/2 MP``."""
        return f"{wording.number(self.points(scaled))} MP"


def _steps(resolved: ResolvedGame) -> list[tuple[str, str]]:
    """Every ordered pair of neighbouring hexes that has a path along it."""
    hexmap = resolved.map
    return [(a, b) for a in hexmap.numbers for b in hexmap.neighbors(a) if hexmap.path(a, b)]


def _hexsides(resolved: ResolvedGame) -> list[tuple[str, str, list[str]]]:
    """Every ordered pair with the hexside kinds that count there: negated ones left out."""
    hexmap, kinds = resolved.map, resolved.terrain.hexsides
    if not kinds:
        return []
    found = []
    for a in hexmap.numbers:
        for b in hexmap.neighbors(a):
            there = sorted(hexmap.hexside(a, b))
            harmless = {negated for kind in there for negated in kinds[kind].negates}
            counting = [kind for kind in there if kind not in harmless]
            if counting:
                found.append((a, b, counting))
    return found


def _scale(resolved: ResolvedGame) -> int:
    """The least whole number that makes every movement cost and allowance whole."""
    terrain = resolved.terrain
    tables = [kind.cost for kind in terrain.hexes.values()]
    tables += [kind.cost for kind in terrain.hexsides.values()]
    tables += [kind.cost for kind in terrain.paths.values()]
    amounts = [cost for table in tables for cost in table.values() if cost is not None]
    everyone = resolved[Movement].allowance
    if everyone is not None:
        amounts.append(everyone)
    amounts += [s.movement for u in resolved.units.values() for s in u.steps if s.movement]
    amounts += [
        group.entry.cost for group in resolved[Reinforcements].groups.values() if group.entry.cost
    ]
    zones = resolved.section(ZonesOfControl)
    if zones is not None:
        amounts += [zones.entering.cost, zones.leaving.cost]
    overrun = resolved.section(Overrun)
    if overrun is not None:
        amounts += [overrun.cost, overrun.most_entry_cost or Fraction(0)]
    return lcm(*(Fraction(amount).denominator for amount in amounts))
