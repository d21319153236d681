"""Make a draft of a game out of a map of Tiled: its terrain and all that is drawn on it.

The ground is the layer called terrain, else the lowest that is seen: its tiles are the kinds of
terrain, by their names, and the commonest is the default. Tiles of other layers are features;
objects are hexsides, paths, features and regions. What lies on hexes without ground is taken away
and told. Nothing in such a map says what terrain costs, so that is left open.

:func:`draft_of_map` first finds out what the objects are (:func:`drawn_on`, below), then writes the
section ``map`` (:func:`map_said`), and tells at last what became of everything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from math import ceil, hypot
from pathlib import Path

from hexwar.definition.board import VOID
from hexwar.definition.printable import as_title
from hexwar.hexmap import Numbering
from hexwar.imports.draft import (
    Draft,
    ImportList,
    ListLine,
    about,
    counted,
    digest,
    game_file,
    terrain_file,
)
from hexwar.imports.outline import Outline
from hexwar.imports.tiled.lattice import (
    Corner,
    Edge,
    HexLattice,
    Place,
    Point,
    along,
    boxes_of,
    numbering_of,
    titles_of,
)
from hexwar.imports.tiled.reading import ObjectLayer, TiledMap, TiledObject, TileLayer, read_map
from hexwar.imports.writing import Ids, Nested, Rows, grid_of, identity, names_of, ranges, told

OPEN = "open"
"""The one kind of terrain of a map without tiles."""
GROUND = "terrain"
"""A layer of tiles that is called so holds the terrain."""


@dataclass
class MapSaid:
    """The section ``map`` of a map of Tiled, and the kinds that it needs, by role and id."""

    section: dict[str, object]
    kinds: dict[str, dict[str, str]]
    hexes: int


def draft_of_map(path: Path, name: str, tilesets: Path | None = None) -> Draft:
    """Make a draft of a map; ``tilesets`` is a folder where its tilesets may lie as well.

    :class:`~hexwar.imports.foreign_files.ImportRefusedError` if it is none.
    """
    tiled, data = read_map(path, tilesets)
    drawn = drawn_on(tiled)
    map_section = map_said(tiled, drawn)
    source = {"file": told(path.name), "digest": digest(data), "kind": "map of Tiled"}
    source |= {"version": told(tiled.version)} if tiled.version else {}
    draft = Draft(name, ImportList(source))
    title = as_title(name)
    game_file(draft, title, f"A draft on the map {told(path.name)}.", {})
    draft.add("map.yaml", {"map": Nested(map_section.section)})
    terrain_file(draft, map_section.kinds)
    _tell(draft.listing, tiled, drawn, map_section)
    return draft


def map_said(tiled: TiledMap, drawn: DrawnObjects) -> MapSaid:
    """Write the section ``map``, in the order and form in which drafts have it."""
    numbering = numbering_of(tiled.lattice, tiled.properties)
    kind_at, titles_of_hexes = _terrain(tiled)
    boxes = {
        name: box
        for name, box in boxes_of(tiled.properties).items()
        if box.terrain in titles_of_hexes or not box.terrain
    }
    kinds = {"hexes": titles_of_hexes or {OPEN: "Open"}}
    hexes_of = Counter(kind for kind in kind_at.values() if kind != VOID)
    # Of equally common kinds the first by name, so that equal maps give equal drafts.
    default = min(hexes_of, key=lambda kind: (-hexes_of[kind], kind)) if hexes_of else OPEN
    section: dict[str, object] = {"grid": grid_of(numbering)}
    if names := names_of(numbering):
        section["numbers"] = names
    section["default"] = default
    listed: dict[str, list[str]] = {}
    for place, kind in kind_at.items():
        if kind != default:
            listed.setdefault(kind, []).append(numbering.number_in(*place))
    if listed:
        hexes = {kind: ranges(numbering, numbers) for kind, numbers in sorted(listed.items())}
        section["hexes"] = Nested(hexes)
    # Before anything is said of the objects: what is no hex may not be named.
    off_void(drawn, {place for place, kind in kind_at.items() if kind == VOID})
    _say_objects(section, kinds, tiled, drawn, numbering)
    if boxes:
        section["boxes"] = Nested(
            {
                name: {"title": box.title} | ({"terrain": box.terrain} if box.terrain else {})
                for name, box in boxes.items()
            }
        )
    titled = drawn.regions.keys() | boxes.keys()
    if titles := {k: v for k, v in titles_of(tiled.properties).items() if k in titled}:
        section["titles"] = Nested(titles)
    kinds = {part: dict(sorted(kinds_of_part.items())) for part, kinds_of_part in kinds.items()}
    return MapSaid(section, kinds, hexes_of.total())


def _terrain(tiled: TiledMap) -> tuple[dict[Place, str], dict[str, str]]:
    """Say the id of the terrain at each place (``void`` without a tile), and titles by id."""
    ids = Ids([VOID], as_is=True)
    of_tile = {"": VOID}
    titles: dict[str, str] = {}
    kind_at: dict[Place, str] = {}
    ground = _ground(tiled)
    for column in range(tiled.lattice.width):
        for row in range(tiled.lattice.height):
            place = column, row
            tile = tiled.names.get(ground.cells.get(place, 0), "") if ground else OPEN
            if tile not in of_tile:
                of_tile[tile] = ids.one(tile, "terrain")
                titles[of_tile[tile]] = told(tile)
            kind_at[place] = of_tile[tile]
    return kind_at, titles


def _ground(tiled: TiledMap) -> TileLayer | None:
    """Find the layer of the terrain: that of this name, else the lowest seen with tiles."""
    filled = [layer for layer in tiled.layers if layer.cells]
    called_ground = [layer for layer in filled if layer.name.strip().lower() == GROUND]
    visible = [layer for layer in filled if layer.is_visible]
    return next(iter([*called_ground, *visible, *filled]), None)


def _say_objects(
    section: dict[str, object],
    kinds: dict[str, dict[str, str]],
    tiled: TiledMap,
    drawn: DrawnObjects,
    numbering: Numbering,
) -> None:
    """Write hexsides, paths, features and regions; tiles of further layers are features."""
    kinds |= {role: dict(titles) for role, titles in drawn.titles.items()}

    def hex_at(place: Place) -> str:
        return numbering.number_in(*place)

    order = {number: rank for rank, number in enumerate(numbering.numbers())}
    features: dict[str, object] = {}
    for kind, names in _with_tiles(tiled, drawn, kinds).items():
        named = {hex_at(place): name for place, name in names.items()}
        in_order = {number: named[number] for number in sorted(named, key=order.__getitem__)}
        # Where none has a name only their hexes.
        features[kind] = in_order if any(named.values()) else ranges(numbering, named)
    hexsides = {
        kind: [f"{hex_at(a)}/{hex_at(b)}" for a, b in sides]
        for kind, sides in drawn.hexsides.items()
    }
    paths = {
        kind: Rows("-".join(map(hex_at, chain)) for chain in chains)
        for kind, chains in drawn.paths.items()
    }
    regions = {
        name: ranges(numbering, [*map(hex_at, places)]) for name, places in drawn.regions.items()
    }
    by_role: dict[str, Mapping[str, object]] = {
        "hexsides": hexsides,
        "paths": paths,
        "features": features,
        "regions": regions,
    }
    section |= {role: Nested(dict(sorted(of.items()))) for role, of in by_role.items() if of}


def _with_tiles(
    tiled: TiledMap, drawn: DrawnObjects, kinds: dict[str, dict[str, str]]
) -> dict[str, dict[Place, str]]:
    """List features by kind, those that tiles of further layers are too; these have no names."""
    features = {kind: dict(names) for kind, names in drawn.features.items()}
    ground = _ground(tiled)
    ground_cells = ground.cells if ground else {}
    for layer in tiled.layers:
        if layer is ground:
            continue
        for place, number in layer.cells.items():
            on_map = 0 <= place[0] < tiled.lattice.width and 0 <= place[1] < tiled.lattice.height
            # A tile above nothing lies on no hex.
            if not on_map or place not in ground_cells:
                continue
            tile = tiled.names.get(number, "")
            kind = identity(tile, "feature")
            kinds.setdefault("features", {}).setdefault(kind, told(tile))
            features.setdefault(kind, {}).setdefault(place, "")
    return features


def _tell(listing: ImportList, tiled: TiledMap, drawn: DrawnObjects, draft: MapSaid) -> None:
    """Tell what was read, carried over, left open or left aside, and what was decided."""
    layers = [layer.name for layer in tiled.layers]
    objects = [tiled_object for layer in tiled.objects for tiled_object in layer.objects]
    listing.found = [
        about("layers of tiles", layers),
        about("kinds of tile", tiled.names.values()),
        about("layers of objects", [layer.name for layer in tiled.objects]),
        about("objects", [tiled_object.name or tiled_object.kind for tiled_object in objects]),
    ]
    listing.carried = [
        ListLine("hexes", draft.hexes),
        about("kinds of terrain", draft.kinds["hexes"].values()),
        *(about(role, draft.kinds.get(role, {}).values()) for role in ("hexsides", "paths")),
        about("kinds of feature", draft.kinds.get("features", {}).values()),
        about("regions", drawn.regions),
    ]
    kinds = [title for titles in draft.kinds.values() for title in titles.values()]
    listing.open = [
        about("costs and effects of terrain", kinds, "a map of Tiled does not say them"),
        ListLine("sides, units, scenarios and rules", 1, (), "a map of Tiled has none"),
    ]
    listing.left = [
        counted("objects", drawn.left, "they lie off the map, or on no hexes"),
        ListLine("tiles that are turned", tiled.turned, (), "the same terrain"),
        ListLine("layers of pictures", tiled.other_layers, (), "hexes are drawn by their terrain"),
        about("parts of the map", tiled.troubles, "what is wrong with each", 300),
    ]
    ground = _ground(tiled)
    ground_told = f"the layer {told(ground.name)}" if ground else "there is no tile: all is open"
    listing.decided = {
        "terrain": f"{ground_told}; tiles of other layers are features",
        "names": "the property terrain of a tile, its class, its property type or name, its Wang "
        "colours or terrain types, the name of its picture, its number",
    }
    listing.next = [
        "Say what terrain costs and does to battles, in terrain.yaml.",
        "Write sides, units and scenarios, in game.yaml or in files of your own.",
        "Write the turns and phases (`sequence`), then `movement`, `combat` and `victory`.",
    ]


# -- what objects of a map of Tiled are on a map of hexes: features, regions, hexsides and paths ---

# A property ``hexwar`` of the object or its layer says what it is, else the layer's name, else its
# shape: points are features, areas are regions, and lines are hexsides where their points lie
# nearer to corners than to middles, else paths. Lines are followed in steps that pass over no hex.
# What lies on no hex is told, and how much is looked at in all is bounded.


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


def drawn_on(tiled: TiledMap) -> DrawnObjects:
    """Say of all objects of a map what they are on hexes."""
    drawing = _ObjectDrawing(tiled.lattice, DrawnObjects())
    for layer in tiled.objects:
        for drawn in layer.objects:
            drawing.take(layer, drawn)
    return drawing.drawn


def off_void(drawn: DrawnObjects, void: set[Place]) -> None:
    """Take away what lies on hexes that are no part of the map; it is left, and told."""
    for kind, names in drawn.features.items():
        for place in [*names.keys() & void]:
            del names[place]
            drawn.left[f"features: {kind}"] += 1
    for kind, sides in drawn.hexsides.items():
        on_map = [side for side in sides if void.isdisjoint(side)]
        drawn.left[f"hexsides: {kind}"] += len(sides) - len(on_map)
        sides[:] = on_map
    for kind, chains in drawn.paths.items():
        drawn.left[f"paths: {kind}"] += sum(not void.isdisjoint(chain) for chain in chains)
        chains[:] = [piece for chain in chains for piece in _on_map(chain, void)]
    for hexes in drawn.regions.values():
        hexes.difference_update(void)
    drawn.features = {kind: names for kind, names in drawn.features.items() if names}
    drawn.hexsides = {kind: sides for kind, sides in drawn.hexsides.items() if sides}
    drawn.paths = {kind: chains for kind, chains in drawn.paths.items() if chains}
    drawn.regions = {name: hexes for name, hexes in drawn.regions.items() if hexes}
    # Counters keep keys of 0, which are nothing to tell.
    drawn.left = +drawn.left


def _on_map(chain: list[Place], void: set[Place]) -> Iterator[list[Place]]:
    """Yield the pieces of a chain that lie on the map."""
    piece: list[Place] = []
    for place in [*chain, None]:
        if place is not None and place not in void:
            piece.append(place)
            continue
        if len(piece) > 1:
            yield piece
        piece = []


class _ObjectDrawing:
    """Draws objects on the hexes of a map, each by what its role is; what it draws is ``drawn``."""

    def __init__(self, lattice: HexLattice, drawn: DrawnObjects) -> None:
        self._lattice, self.drawn = lattice, drawn
        self._left = MOST_LOOKS

    def take(self, layer: ObjectLayer, tiled_object: TiledObject) -> None:
        """Draw one object."""
        role = self._role(layer, tiled_object)
        # An author who has called a layer "Rivers" need not say of each line in it that it is one.
        name = (
            tiled_object.kind
            or (layer.name if layer.name.lower() not in ROLES else "")
            or tiled_object.name
        )
        kind = identity(name, role.rstrip("s"))
        draw = {
            "features": self._feature,
            "regions": self._region,
            "hexsides": self._hexsides,
            "paths": self._path,
        }[role]
        if not draw(kind, tiled_object):
            self.drawn.left[f"{role}: {told(tiled_object.name or name, 60)}"] += 1
        elif role != "regions":
            self.drawn.titles.setdefault(role, {}).setdefault(kind, told(name) or kind)

    def _role(self, layer: ObjectLayer, tiled_object: TiledObject) -> str:
        """Say which of :data:`ROLES` an object is: a word cannot change its shape."""
        role = tiled_object.properties.get(ROLE) or layer.properties.get(ROLE) or layer.name
        word = role.strip().lower().replace(" ", "")
        if tiled_object.shape in ("point", "ellipse", "tile"):
            return "features"
        if tiled_object.shape in ("rectangle", "polygon"):
            is_line = word == "hexsides" and tiled_object.shape == "polygon"
            return "hexsides" if is_line else "regions"
        if word in ("hexsides", "paths"):
            return word
        return "hexsides" if self._follows_corners(tiled_object.points) else "paths"

    def _follows_corners(self, points: Iterable[Point]) -> bool:
        """Say whether the points of a line are nearer to corners than to middles."""
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

    def _feature(self, kind: str, tiled_object: TiledObject) -> bool:
        place = self._lattice.place_at(tiled_object.points[0])
        if place is not None:
            self.drawn.features.setdefault(kind, {})[place] = told(tiled_object.name)
        return place is not None

    def _region(self, kind: str, tiled_object: TiledObject) -> bool:
        name = identity(tiled_object.name, "region") if tiled_object.name else kind
        outline = Outline(tiled_object.points)
        hexes = {
            place for place in self._around(outline) if outline.holds(self._lattice.middle(place))
        }
        if hexes:
            self.drawn.regions.setdefault(name, set()).update(hexes)
        return bool(hexes)

    def _around(self, outline: Outline) -> Iterator[Place]:
        """Yield the hexes whose middles may lie in an outline."""
        lattice = self._lattice
        (x, y), (wide, high) = lattice.middle((0, 0)), lattice.pitch
        # A line or two more on either side: every second one is shifted by half a hex.
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

    def _hexsides(self, kind: str, tiled_object: TiledObject) -> bool:
        """Draw the sides that a line follows from corner to corner."""
        points = list(tiled_object.points)
        if tiled_object.shape == "polygon":
            points.append(points[0])
        corners: list[Corner] = []
        for point in self._along(points):
            corner = self._lattice.corner_at(point)
            if corner is not None and corners[-1:] != [corner]:
                corners.append(corner)
        sides = self.drawn.hexsides.setdefault(kind, [])
        drawn_already = {frozenset(side) for side in sides}
        follows_any = False
        for a, b in pairwise(corners):
            both_sides = self._lattice.edges.get(frozenset((a, b)), [])
            if len(both_sides) == 2:
                follows_any = True
                if frozenset(both_sides) not in drawn_already:
                    x, y = self._lattice.middle(both_sides[0])
                    # The hex on the left of the line comes first: the sign of the cross product
                    # with the way to the middle of a hex tells on which side that lies.
                    turn = (b[0] - a[0]) * (2 * y - a[1]) - (b[1] - a[1]) * (2 * x - a[0])
                    first, second = both_sides if turn < 0 else both_sides[::-1]
                    sides.append((first, second))
                    drawn_already.add(frozenset(both_sides))
        if not sides:
            del self.drawn.hexsides[kind]
        return follows_any

    def _path(self, kind: str, tiled_object: TiledObject) -> bool:
        """Draw the hexes that a line runs through."""
        chain: list[Place] = []
        chains = [chain]
        for point in self._along(tiled_object.points):
            place = self._lattice.place_at(point)
            if place is None or (chain and not self._edges_of(chain[-1]) & self._edges_of(place)):
                # Off the map, or a leap: what follows is a path of its own.
                chain = [] if place is None else [place]
                chains.append(chain)
            elif chain[-1:] != [place]:
                chain.append(place)
        paths = [through for through in chains if len(through) > 1]
        if paths:
            self.drawn.paths.setdefault(kind, []).extend(paths)
        return bool(paths)

    def _edges_of(self, place: Place) -> set[Edge]:
        ring = self._lattice.corners(place)
        return {frozenset(pair) for pair in zip(ring, ring[1:] + ring[:1], strict=True)}

    def _along(self, points: Iterable[Point]) -> list[Point]:
        """List points along a line, near enough that no hex is passed over."""
        corners = list(points)
        step = self._lattice.reach / 3  # a line that cuts off a corner of a hex has a point in it
        length = sum(hypot(a[0] - b[0], a[1] - b[1]) for a, b in pairwise(corners))
        self._left -= int(length / step) + len(corners)
        return along(corners, step) if self._left >= 0 else []
