"""What objects of a map of Tiled are on a map of hexes: features, regions, hexsides and paths.

A property ``hexwar`` of the object or its layer says what it is, else the layer's name, else its
shape: points are features, areas are regions, and lines are hexsides where their points lie nearer
to corners than to middles, else paths. Lines are followed in steps that pass over no hex. What lies
on no hex is told, and how much is looked at in all is bounded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from math import ceil, hypot

from hexwar.imports.outline import Outline
from hexwar.imports.tiled.lattice import Corner, Edge, HexLattice, Place, Point, along
from hexwar.imports.tiled.reading import ObjectLayer, TiledMap, TiledObject
from hexwar.imports.writing import identity, told

ROLES = ("hexsides", "paths", "features", "regions")
MOST_LOOKS = 200_000
"""Hexes and points that are looked at for the objects of a map; what is beyond is left aside."""
ROLE = "hexwar"
"""The property by which a layer or an object says what it is."""

Side = tuple[Place, Place]


@dataclass
class DrawnObjects:
    """What lies on the map, by the id of its kind; ``titles`` of kinds by role and id."""

    features: dict[str, dict[Place, str]] = field(default_factory=dict)
    regions: dict[str, set[Place]] = field(default_factory=dict)
    hexsides: dict[str, list[Side]] = field(default_factory=dict)
    paths: dict[str, list[list[Place]]] = field(default_factory=dict)
    titles: dict[str, dict[str, str]] = field(default_factory=dict)
    left: Counter[str] = field(default_factory=Counter)


def drawn_on(made: TiledMap) -> DrawnObjects:
    """All objects of a map as what they are on hexes."""
    drawing = _ObjectDrawing(made.lattice, DrawnObjects())
    for layer in made.objects:
        for drawn in layer.objects:
            drawing.take(layer, drawn)
    return drawing.drawn


def off_void(drawn: DrawnObjects, void: set[Place]) -> None:
    """Take away what lies on hexes that are no part of the map; it is left, and told."""
    for kind, named in drawn.features.items():
        for place in [*named.keys() & void]:
            del named[place]
            drawn.left[f"features: {kind}"] += 1
    for kind, sides in drawn.hexsides.items():
        whole = [side for side in sides if void.isdisjoint(side)]
        drawn.left[f"hexsides: {kind}"] += len(sides) - len(whole)
        sides[:] = whole
    for kind, chains in drawn.paths.items():
        parts = [part for chain in chains for part in _parted(chain, void)]
        drawn.left[f"paths: {kind}"] += sum(not void.isdisjoint(chain) for chain in chains)
        chains[:] = parts
    for hexes in drawn.regions.values():
        hexes.difference_update(void)
    drawn.features = {kind: named for kind, named in drawn.features.items() if named}
    drawn.hexsides = {kind: sides for kind, sides in drawn.hexsides.items() if sides}
    drawn.paths = {kind: chains for kind, chains in drawn.paths.items() if chains}
    drawn.regions = {name: hexes for name, hexes in drawn.regions.items() if hexes}
    # Counters keep keys of 0, which are nothing to tell.
    drawn.left = +drawn.left


def _parted(chain: list[Place], void: set[Place]) -> Iterator[list[Place]]:
    """The parts of a chain that lie on the map."""
    part: list[Place] = []
    for place in [*chain, None]:
        if place is not None and place not in void:
            part.append(place)
            continue
        if len(part) > 1:
            yield part
        part = []


class _ObjectDrawing:
    def __init__(self, lattice: HexLattice, drawn: DrawnObjects) -> None:
        self._lattice, self.drawn = lattice, drawn
        self._left = MOST_LOOKS

    def take(self, layer: ObjectLayer, each: TiledObject) -> None:
        """Draw one object."""
        role = self._role(layer, each)
        name = each.kind or (layer.name if layer.name.lower() not in ROLES else "") or each.name
        kind = identity(name, role.rstrip("s"))
        draw = {
            "features": self._feature,
            "regions": self._region,
            "hexsides": self._hexsides,
            "paths": self._path,
        }[role]
        if not draw(kind, each):
            self.drawn.left[f"{role}: {told(each.name or name, 60)}"] += 1
        elif role != "regions":
            self.drawn.titles.setdefault(role, {}).setdefault(kind, told(name) or kind)

    def _role(self, layer: ObjectLayer, each: TiledObject) -> str:
        role = each.properties.get(ROLE) or layer.properties.get(ROLE) or layer.name
        plain = role.strip().lower().replace(" ", "")
        if each.shape in ("point", "ellipse", "tile"):
            return "features"
        if each.shape in ("rectangle", "polygon"):
            return "hexsides" if plain == "hexsides" and each.shape == "polygon" else "regions"
        if plain in ("hexsides", "paths"):
            return plain
        return "hexsides" if self._follows_corners(each.points) else "paths"

    def _follows_corners(self, points: Iterable[Point]) -> bool:
        """Whether the points of a line are nearer to corners than to middles."""
        nearer = 0
        for point in points:
            corner, place = self._lattice.corner_at(point), self._lattice.place_at(point)
            if corner is None or place is None:
                continue
            middle = self._lattice.middle(place)
            to_corner = hypot(corner[0] / 2 - point[0], corner[1] / 2 - point[1])
            to_middle = hypot(middle[0] - point[0], middle[1] - point[1])
            nearer += 1 if to_corner < to_middle else -1
        return nearer > 0

    def _feature(self, kind: str, each: TiledObject) -> bool:
        place = self._lattice.place_at(each.points[0])
        if place is not None:
            self.drawn.features.setdefault(kind, {})[place] = told(each.name)
        return place is not None

    def _region(self, kind: str, each: TiledObject) -> bool:
        name = identity(each.name, "region") if each.name else kind
        outline = Outline(each.points)
        hexes = {
            place for place in self._around(outline) if outline.holds(self._lattice.middle(place))
        }
        if hexes:
            self.drawn.regions.setdefault(name, set()).update(hexes)
        return bool(hexes)

    def _hexsides(self, kind: str, each: TiledObject) -> bool:
        points = list(each.points)
        if each.shape == "polygon":
            points.append(points[0])
        corners: list[Corner] = []
        for point in self._along(points):
            corner = self._lattice.corner_at(point)
            if corner is not None and corners[-1:] != [corner]:
                corners.append(corner)
        sides = self.drawn.hexsides.setdefault(kind, [])
        known = {frozenset(side) for side in sides}
        follows_any = False
        for a, b in pairwise(corners):
            beside = self._lattice.edges.get(frozenset((a, b)), [])
            if len(beside) == 2:
                follows_any = True
                if frozenset(beside) not in known:
                    sides.append(self._by_hand(beside, a, b))
                    known.add(frozenset(beside))
        if not sides:
            del self.drawn.hexsides[kind]
        return follows_any

    def _by_hand(self, beside: list[Place], a: tuple[int, int], b: tuple[int, int]) -> Side:
        """The hexes on both sides of an edge, the one on the left of its line first."""
        x, y = self._lattice.middle(beside[0])
        # The cross product of the line with the way to the middle of a hex: its sign is the side.
        turn = (b[0] - a[0]) * (2 * y - a[1]) - (b[1] - a[1]) * (2 * x - a[0])
        first, second = beside if turn < 0 else beside[::-1]
        return first, second

    def _path(self, kind: str, each: TiledObject) -> bool:
        chain: list[Place] = []
        chains = [chain]
        for point in self._along(each.points):
            place = self._lattice.place_at(point)
            if place is None or (chain and not self._touch(chain[-1], place)):
                # Off the map, or a leap: what follows is a path of its own.
                chain = [] if place is None else [place]
                chains.append(chain)
            elif chain[-1:] != [place]:
                chain.append(place)
        whole = [part for part in chains if len(part) > 1]
        if whole:
            self.drawn.paths.setdefault(kind, []).extend(whole)
        return bool(whole)

    def _touch(self, a: Place, b: Place) -> bool:
        if a == b:
            return True
        return bool(self._edges_of(a) & self._edges_of(b))

    def _edges_of(self, place: Place) -> set[Edge]:
        ring = self._lattice.corners(place)
        return {frozenset(pair) for pair in zip(ring, ring[1:] + ring[:1], strict=True)}

    def _around(self, outline: Outline) -> Iterator[Place]:
        """The hexes whose middles may lie in an outline."""
        lattice = self._lattice
        (x, y), (wide, high) = lattice.middle((0, 0)), lattice.pitch
        columns = range(
            max(0, int((outline.left - x) / wide) - 2),
            min(lattice.width, ceil((outline.right - x) / wide) + 3),
        )
        rows = range(
            max(0, int((outline.top - y) / high) - 2),
            min(lattice.height, ceil((outline.bottom - y) / high) + 3),
        )
        self._left -= 1 + len(columns) * len(rows) // 8  # of which each is soon looked at
        if self._left < 0:
            return
        for column in columns:
            for row in rows:
                yield column, row

    def _along(self, points: Iterable[Point]) -> list[Point]:
        """Points along a line, near enough that no hex is passed over."""
        every = list(points)
        step = self._lattice.reach / 3
        long = sum(hypot(a[0] - b[0], a[1] - b[1]) for a, b in pairwise(every))
        self._left -= int(long / step) + len(every)
        return along(every, step) if self._left >= 0 else []
