"""Section ``terrain``: what hexes, hexsides and paths cost and what they do to combat.

The one definition of "may this kind of unit be here, may it cross this": movement, retreat,
advance and entry all ask :class:`TerrainRules`. Before it stand what it is made of: the scale of
movement points, what lies between hexes, which hexes a rule is about; after it the sentences.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import lcm
from typing import Protocol

from hexwar.definition.model import CombatEffect, ResolvedGame
from hexwar.engine.rules import Frame
from hexwar.engine.state import Position
from hexwar.engine.violation import SectionRefusals, Violation
from hexwar.hexmap import Board, EntryCosts, HexMap
from hexwar.hexmap.flood import CANNOT_CROSS
from hexwar.rules.control.section import Ground
from hexwar.rules.language.reading import Charted, Speaker, Words
from hexwar.rules.language.selectors import is_at
from hexwar.rules.language.wording import every, in_words, number
from hexwar.rules.movement.section import Movement
from hexwar.rules.scopes.rules import Games
from hexwar.rules.terrain.section import (
    WHOLE_MOVE,
    ClassCosts,
    Cost,
    Feature,
    HexsideTerrain,
    HexTerrain,
    PathTerrain,
    Terrain,
)
from hexwar.rules.units.section import Units

# The scale of movement points, the same in every scope of a game; what lies on the map, and which
# hexes a rule is about.


Step = tuple[int, int]
"""Two neighbouring cells, from and to."""

NOTHING: frozenset[str] = frozenset()


class MovementScale:
    """``points``: the least whole number that makes every cost and allowance whole.

    In all scopes: what a unit has left in one is worth the same in the next.
    """

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
    """Knows whose a hex is: the rules of control, in games that have them."""

    def held_by(self, state: Position, name: str, side: int) -> int:
        """Mask of the hexes controlled by the sides that a side calls so: own, enemy, a name."""


class Area:
    """The hexes that are meant: all of the map where nothing is said."""

    def __init__(self, ground: Ground | None, frame: Frame, control: WhoHolds | None) -> None:
        self._control = control
        self._whose = ground.controlled if ground else ""
        self.hexes = frame.board.on_map if ground is None else ground_mask(ground, frame)

    def mask(self, state: Position, side: int) -> int:
        """Mask of the hexes, as a side sees them now."""
        if self._control is None or not self._whose:
            return self.hexes
        return self.hexes & self._control.held_by(state, self._whose, side)


def ground_mask(ground: Ground, frame: Frame) -> int:
    """Mask of the hexes that are meant, whichever side controls them."""
    return frame.board.mask(number for number in frame.map if is_at(ground, frame.map, number))


class TerrainRules:
    """Entry costs by movement class, in whole units of ``1/scale`` movement points."""

    def __init__(
        self, frame: Frame, terrain: Terrain, scale: MovementScale, geometry: Geometry, games: Games
    ) -> None:
        self.board: Board = frame.board
        self.cite = terrain.cite
        self.scale = scale.points
        self.together = terrain.together
        self._terrain = terrain
        self._geometry = geometry
        self._points: dict[int, Fraction] = {}
        self._written: dict[int, str] = {}
        self._parts: dict[tuple[str, Step], list[tuple[str, int]]] = {}
        classes = frame.resolved[Movement].classes
        self.costs = {name: self._entry_costs(name, roads=True) for name in classes}
        self.whole_moves = self._whole_moves()
        # Without paths, for what roads do not help: only a game with overruns asks.
        self.off_road = (
            {name: self._entry_costs(name, roads=False) for name in classes}
            if terrain.paths and any(game.has("overrun") for game in games)
            else self.costs
        )
        self.titles = {cell: terrain.hexes[kind].title for cell, kind in geometry.terrain.items()}
        self.effects: dict[int, tuple[CombatEffect, ...]] = {}
        self.effect_titles: dict[int, tuple[str, ...]] = {}
        """By cell: the title of the kind of hex, or feature, that each of those comes from."""
        for cell, kind in geometry.terrain.items():
            titled = [(terrain.hexes[kind].title, effect) for effect in terrain.hexes[kind].combat]
            there = (terrain.features[name] for name in geometry.features.get(cell, ()))
            titled += [(feature.title, effect) for feature in there for effect in feature.combat]
            if titled:
                self.effects[cell] = tuple(effect for _, effect in titled)
                self.effect_titles[cell] = tuple(title for title, _ in titled)
        self.hexside_effects: dict[Step, tuple[CombatEffect, ...]] = {}
        self.hexside_titles: dict[Step, tuple[str, ...]] = {}
        """By step: the title of the kind of hexside that each of those effects comes from."""
        self.hexside_counts: dict[Step, tuple[str, ...]] = {}
        """Likewise, which units have to cross it."""
        for step, kinds in geometry.hexsides.items():
            crossed = [terrain.hexsides[kind] for kind in kinds]
            if any(kind.combat for kind in crossed):
                crossings = [(side, effect) for side in crossed for effect in across(side)]
                self.hexside_effects[step] = tuple(effect for _, effect in crossings)
                self.hexside_titles[step] = tuple(side.title for side, _ in crossings)
                self.hexside_counts[step] = tuple(side.counts for side, _ in crossings)
        self._refuse = SectionRefusals("terrain", self.cite)

    def _entry_costs(self, movement_class: str, *, roads: bool) -> EntryCosts:
        """What each step costs a class: hexes with their features, hexsides, and ``roads`` last."""
        terrain, geometry = self._terrain, self._geometry
        by_kind = {
            name: self.scaled(kind.cost[movement_class]) for name, kind in terrain.hexes.items()
        }
        priced = {cell: by_kind[kind] for cell, kind in geometry.terrain.items()}
        entry = {cell: cost for cell, cost in priced.items() if cost is not None}
        extra_of = {
            name: self.scaled(feature.cost[movement_class])
            for name, feature in terrain.features.items()
        }
        if any(extra_of.values()):
            for cell, there in geometry.features.items():
                if cell in entry:
                    entry[cell] += sum(extra_of[name] or 0 for name in there)
        crossing: dict[Step, int] = {}
        extra_across = {
            name: self.scaled(kind.cost[movement_class]) for name, kind in terrain.hexsides.items()
        }
        # Features have added to their hex; hexsides add to the step alone, and may close it.
        for step, kinds in geometry.hexsides.items():
            base = entry.get(step[1])
            if base is not None:
                extra = [extra_across[kind] for kind in kinds]
                closed = None in extra
                total = CANNOT_CROSS if closed else base + sum(cost or 0 for cost in extra)
                crossing[step] = total
        # Paths last, as they are weighed against what the step costs without them.
        if roads:
            for step, kinds in geometry.paths.items():
                sides = [extra_across[kind] for kind in geometry.hexsides.get(step, ())]
                usable = []
                for kind in kinds:
                    path = terrain.paths[kind]
                    paid = [self.scaled(path.cost[movement_class])]
                    paid += sides if path.hexsides == "paid" else []
                    if None not in paid:
                        usable.append(sum(cost or 0 for cost in paid))
                if usable:
                    # A path may be used, it need not: where it is the dearer way, nobody takes it.
                    beside = crossing.get(step, entry.get(step[1], CANNOT_CROSS))
                    ways = usable if beside == CANNOT_CROSS else [*usable, beside]
                    crossing[step] = min(ways)
        stopping = {name for name, kind in terrain.hexes.items() if kind.stops(movement_class)}
        halting = sum(
            self.board.bit[cell] for cell, kind in geometry.terrain.items() if kind in stopping
        )
        return EntryCosts(self.board, entry, crossing, halting=halting)

    def parts(self, movement_class: str, step: Step) -> list[tuple[str, int]]:
        """What the points for a step are paid for, each by its title: the path that is used, else
        the hex with its features, and the hexsides that are crossed; nothing that is free.
        """
        # Every move that is told asks for each of its steps: they are worked out once.
        parts = self._parts.get((movement_class, step))
        if parts is None:
            parts = self._parts[movement_class, step] = self._parts_of(movement_class, step)
        return parts

    def _parts_of(self, movement_class: str, step: Step) -> list[tuple[str, int]]:
        terrain, geometry = self._terrain, self._geometry
        total = self.costs[movement_class].cost(*step) or 0

        def paid(kinds: Iterable[AnyTerrain]) -> list[tuple[str, int]]:
            return [(kind.title, self.scaled(kind.cost[movement_class]) or 0) for kind in kinds]

        crossed = paid(terrain.hexsides[kind] for kind in geometry.hexsides.get(step, ()))
        ground = terrain.hexes[geometry.terrain[step[1]]]
        features = geometry.features.get(step[1], ())
        entered = paid([ground, *(terrain.features[name] for name in features)])
        paths = [terrain.paths[kind] for kind in geometry.paths.get(step, ())]
        ways = [
            [*paid([path]), *(crossed if path.hexsides == "paid" else [])]
            for path in paths
            if path.cost[movement_class] is not None
        ]
        # Which of them was taken is not kept: it is one that comes to what the step costs.
        for way in (*ways, [*entered, *crossed]):
            if sum(points for _, points in way) == total:
                return [(title, points) for title, points in way if points]
        return [(ground.title, total)]

    def _whole_moves(self) -> dict[str, tuple[int, ...]]:
        """By movement class and cell: mask of the neighbours that cost a whole move; empty if none
        do.
        """
        terrain, board = self._terrain, self.board
        kinds = (terrain.hexes, terrain.hexsides, terrain.paths)
        # Only games in which something costs a whole move have to ask cell by cell.
        if not any(WHOLE_MOVE in kind.cost.all for part in kinds for kind in part.values()):
            return {}
        all_of_it = self.scaled(WHOLE_MOVE) or 0
        return {
            name: tuple(
                sum(
                    board.bit[to]
                    for to in neighbours
                    if to and (costs.cost(cell, to) or 0) >= all_of_it
                )
                for cell, neighbours in enumerate(board.neighbours)
            )
            for name, costs in self.costs.items()
        }

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
        return self._refuse(
            "prohibited",
            f"{unit} may not enter {self.board.number[cell]}: "
            f"{self.titles[cell]} is prohibited terrain there.",
        )

    def uncrossable(self, unit: str, origin: int, cell: int) -> Violation:
        """Why a unit may not step between two hexes that it could both enter."""
        number = self.board.number
        return self._refuse(
            "prohibited",
            f"{unit} may not cross from {number[origin]} to {number[cell]}: "
            "the hexside is closed to it.",
        )

    def must_stop(self, unit: str, cell: int) -> Violation:
        """Why a unit goes no further than a hex that it has entered."""
        return self._refuse(
            "stop",
            f"{unit} enters {self.titles[cell]} in {self.board.number[cell]} and must stop there.",
        )

    def unaffordable(self, unit: str, cell: int, left: int) -> Violation:
        """Why a unit that has some (scaled) points left may not enter: the terrain asks more."""
        why = f"it has {self.written(left)} left"
        if WHOLE_MOVE in self._terrain.hexes[self._geometry.terrain[cell]].cost.all:
            why = "it takes a whole move, from a hex beside it"
        return self._refuse(
            "cost", f"{unit} cannot pay for {self.board.number[cell]} ({self.titles[cell]}): {why}."
        )

    def points(self, scaled: int) -> Fraction:
        """Movement points of a scaled number."""
        points = self._points.get(scaled)
        if points is None:
            points = self._points[scaled] = Fraction(scaled, self.scale)
        return points

    def written(self, scaled: int) -> str:
        """Movement points of a scaled number as a sentence has them: ``4 1/2 MP``."""
        text = self._written.get(scaled)
        if text is None:
            text = self._written[scaled] = f"{number(self.points(scaled))} MP"
        return text


def across(kind: HexsideTerrain) -> Iterator[CombatEffect]:
    """What a kind of hexside does to battles fought across it, attacker by attacker where each
    attacker is affected for himself.
    """
    for effect in kind.combat:
        # The strength of the defender is one number for all his attackers: a doubling against some
        # of them is a halving of these.
        doubles = effect.who == "defender" and effect.operation == "multiply"
        if kind.counts == "each" and doubles and effect.value:
            yield CombatEffect("attacker", "multiply", 1 / effect.value)
        else:
            yield effect


# What the section ``terrain`` says, in sentences that players read. The chart has most of it.


AnyTerrain = HexTerrain | HexsideTerrain | PathTerrain | Feature
_CROSSED = {
    "all": "What it does in battle counts if all attackers cross it.",
    "any": "What it does in battle counts if any attacker crosses it.",
    "each": "What it does in battle counts against the attackers who cross it.",
}


def costs_in_words(costs: ClassCosts) -> str:
    """``1 MP``; ``2 MP for leg, 3 MP for motor``."""
    if not costs.by_class:
        return _points(costs.usual)
    return ", ".join(
        f"{_points(cost)} for {in_words(name)}" for name, cost in costs.by_class.items()
    )


def _points(cost: Fraction | None) -> str:
    if cost is None:
        return "not entered at all"
    return "a whole move" if cost == WHOLE_MOVE else f"{number(cost)} MP"


def _cost(kind: AnyTerrain, speaker: Speaker) -> str:
    return f"{kind.title} costs {costs_in_words(kind.cost)}."


def _entering(kind: HexTerrain, speaker: Speaker) -> str:
    words = {"stop": "units that enter must stop", "allowed": "units that enter may go on"}
    if isinstance(kind.entering, str):
        return f"{kind.title}: {words[kind.entering]}."
    by_class = (f"{words[how]} if they are {in_words(name)}" for name, how in kind.entering.items())
    return f"{kind.title}: {'; '.join(by_class)}."


def _combat(kind: HexTerrain | HexsideTerrain | Feature, speaker: Speaker) -> str:
    effects = every([speaker.said(effect) for effect in kind.combat]) or "no effect"
    return f"{kind.title} in battle: {effects}."


def _negates(kind: HexsideTerrain, speaker: Speaker) -> str:
    return f"{kind.title} makes {speaker.kinds('hexside', kind.negates) or 'nothing'} harmless."


def _counts(kind: HexsideTerrain, speaker: Speaker) -> str:
    return _CROSSED[kind.counts]


def _direction(kind: HexsideTerrain, speaker: Speaker) -> str:
    if kind.direction == "one_way":
        return "It is crossed so only by those who come from the hex that the map names first."
    return "It is the same whichever way it is crossed."


def _hexsides(kind: PathTerrain, speaker: Speaker) -> str:
    paid = "The hexsides that it crosses are paid for too."
    return paid if kind.hexsides == "paid" else "The hexsides that it crosses cost nothing more."


def _together(terrain: Terrain, speaker: Speaker) -> str:
    if terrain.together == "best":
        return "Of what hex and hexsides do in battle in the same way only the best counts."
    return "What hex and hexsides do in battle adds up."


_DRAWN = {"color": Charted(), "pattern": Charted()}
WORDS: Words = {
    Terrain: {"together": _together},
    HexTerrain: {
        "cost": Charted(_cost),
        "combat": Charted(_combat),
        "entering": Charted(_entering),
        **_DRAWN,
    },
    HexsideTerrain: {
        "cost": Charted(_cost),
        "combat": Charted(_combat),
        "negates": Charted(_negates),
        "counts": _counts,
        "direction": _direction,
        **_DRAWN,
    },
    PathTerrain: {"cost": Charted(_cost), "hexsides": _hexsides, **_DRAWN},
    Feature: {"cost": Charted(_cost), "combat": Charted(_combat), "sign": Charted(), **_DRAWN},
}

TITLES = {
    "terrain": lambda game: game[Terrain].hexes,
    "hexside": lambda game: game[Terrain].hexsides,
    "path": lambda game: game[Terrain].paths,
    "feature": lambda game: game[Terrain].features,
}
