"""A map of Tiled as a draft of a game: its terrain and all that is drawn on it.

The ground is the layer called terrain, else the lowest that is seen: its tiles are the kinds of
terrain, by their names, and the commonest is the default. Tiles of other layers are features;
objects are hexsides, paths, features and regions (``objects``). What lies on hexes without ground
is taken away and told. Nothing in such a map says what terrain costs, so that is left open.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from hexwar.definition.printable import as_title
from hexwar.hexmap import Numbering
from hexwar.imports.draft import Draft, game_file, terrain_file
from hexwar.imports.hexes import grid_of, names_of, ranges
from hexwar.imports.listing import ImportList, ListLine, about, counted, digest
from hexwar.imports.tiled.lattice import Place
from hexwar.imports.tiled.objects import DrawnObjects, drawn_on, off_void
from hexwar.imports.tiled.reading import TiledMap, TileLayer, read_map
from hexwar.imports.tiled.saying import boxes_of, numbering_of, titles_of
from hexwar.imports.writing import Ids, Nested, Rows, identity, told

OPEN = "open"
GROUND = "terrain"
"""A layer of tiles that is called so holds the terrain."""


@dataclass
class MapSaid:
    """The section ``map`` of a map of Tiled, and the kinds that it needs, by role and id."""

    section: dict[str, object]
    kinds: dict[str, dict[str, str]]
    hexes: int


def draft_of_map(path: Path, name: str) -> Draft:
    """A draft of a map. :class:`~hexwar.imports.refusal.ImportRefusedError` if it is none."""
    made, data = read_map(path)
    drawn = drawn_on(made)
    map_section = map_said(made, drawn)
    source = {"file": told(path.name), "digest": digest(data), "kind": "map of Tiled"}
    source |= {"version": told(made.version)} if made.version else {}
    draft = Draft(name, ImportList(source))
    title = as_title(name)
    game_file(draft, title, f"A draft on the map {told(path.name)}.", {})
    draft.add("map.yaml", {"map": Nested(map_section.section)})
    terrain_file(draft, map_section.kinds)
    _tell(draft.listing, made, drawn, map_section)
    return draft


def map_said(made: TiledMap, drawn: DrawnObjects) -> MapSaid:
    """The section ``map``, in the order and form in which drafts have it."""
    numbering = numbering_of(made.lattice, made.properties)
    ids = Ids(["void"], as_is=True)
    kinds: dict[str, dict[str, str]] = {"hexes": {}}
    of_tile: dict[str, str] = {}
    ground = _ground(made)
    terrain: dict[str, str] = {}
    for place in _places(made):
        tile = made.names.get(ground.cells.get(place, 0), "") if ground else OPEN
        if tile not in of_tile:
            of_tile[tile] = ids.one(tile, "terrain") if tile else "void"
            if tile:
                kinds["hexes"][of_tile[tile]] = told(tile)
        terrain[numbering.number_in(*place)] = of_tile[tile]
    boxes = boxes_of(made.properties)
    known = [box for box, (_, kind) in boxes.items() if kind in kinds["hexes"] or not kind]
    times = Counter(kind for kind in terrain.values() if kind != "void")
    # Of equally common kinds the first by name, so that equal maps give equal drafts.
    default = min(times, key=lambda kind: (-times[kind], kind)) if times else OPEN
    kinds["hexes"] = kinds["hexes"] or {OPEN: "Open"}
    section: dict[str, object] = {"grid": grid_of(numbering)}
    if names := names_of(numbering):
        section["numbers"] = names
    section["default"] = default
    others = [kind for kind in dict.fromkeys(terrain.values()) if kind != default]
    if others:
        listed = {
            kind: [n for n, its_kind in terrain.items() if its_kind == kind] for kind in others
        }
        section["hexes"] = Nested({k: ranges(numbering, n) for k, n in sorted(listed.items())})
    void = {place for place in _places(made) if terrain[numbering.number_in(*place)] == "void"}
    # Before anything is said of the objects: what is no hex may not be named.
    off_void(drawn, void)
    _say_objects(section, kinds, made, drawn, numbering)
    if known:
        section["boxes"] = Nested(
            {box: _box(title, kind) for box, (title, kind) in boxes.items() if box in known}
        )
    there = {*drawn.regions, *known}
    titles = {k: v for k, v in titles_of(made.properties).items() if k in there}
    if titles:
        section["titles"] = Nested(titles)
    kinds = {part: dict(sorted(named.items())) for part, named in kinds.items()}
    return MapSaid(section, kinds, sum(times.values()))


def _box(title: str, kind: str) -> dict[str, str]:
    return {"title": title} | ({"terrain": kind} if kind else {})


def _ground(made: TiledMap) -> TileLayer | None:
    """The layer of the terrain: that of this name, else the lowest that is seen and has tiles."""
    filled = [layer for layer in made.layers if layer.cells]
    named = [layer for layer in filled if layer.name.strip().lower() == GROUND]
    seen = [layer for layer in filled if layer.is_visible]
    return next(iter([*named, *seen, *filled]), None)


def _places(made: TiledMap) -> list[Place]:
    lattice = made.lattice
    return [(c, r) for c in range(lattice.width) for r in range(lattice.height)]


def _say_objects(
    section: dict[str, object],
    kinds: dict[str, dict[str, str]],
    made: TiledMap,
    drawn: DrawnObjects,
    numbering: Numbering,
) -> None:
    """Hexsides, paths, features and regions; tiles of further layers are features."""
    kinds |= {role: dict(titles) for role, titles in drawn.titles.items()}

    def n(place: Place) -> str:
        return numbering.number_in(*place)

    features: Mapping[str, Mapping[str, str]] = {
        kind: {n(place): name for place, name in named.items()}
        for kind, named in _with_tiles(made, drawn, kinds).items()
    }
    sections: dict[str, Mapping[str, object]] = {
        "hexsides": {k: [f"{n(a)}/{n(b)}" for a, b in v] for k, v in drawn.hexsides.items()},
        "paths": {k: ["-".join(map(n, chain)) for chain in v] for k, v in drawn.paths.items()},
        "features": {k: _named(numbering, v) for k, v in features.items()},
        "regions": {k: ranges(numbering, [*map(n, v)]) for k, v in drawn.regions.items()},
    }
    for part, named in sections.items():
        rows = {
            k: Rows(v) if isinstance(v, list) and part == "paths" else v
            for k, v in sorted(named.items())
        }
        if rows:
            section[part] = Nested(rows)


def _named(numbering: Numbering, named: Mapping[str, str]) -> object:
    """Features with their names, or where none has one only their hexes."""
    if not any(named.values()):
        return ranges(numbering, named)
    order = {number: at for at, number in enumerate(numbering.numbers())}
    return {number: named[number] for number in sorted(named, key=order.__getitem__)}


def _with_tiles(
    made: TiledMap, drawn: DrawnObjects, kinds: dict[str, dict[str, str]]
) -> dict[str, dict[Place, str]]:
    features = {kind: dict(named) for kind, named in drawn.features.items()}
    ground = _ground(made)
    ground_cells = ground.cells if ground else {}
    for layer in made.layers:
        if layer is ground:
            continue
        for place, number in layer.cells.items():
            if not (0 <= place[0] < made.lattice.width and 0 <= place[1] < made.lattice.height):
                continue
            # A tile above nothing lies on no hex.
            if place not in ground_cells:
                continue
            tile = made.names.get(number, "")
            kind = identity(tile, "feature")
            kinds.setdefault("features", {}).setdefault(kind, told(tile))
            features.setdefault(kind, {}).setdefault(place, "")
    return features


def _tell(listing: ImportList, made: TiledMap, drawn: DrawnObjects, said: MapSaid) -> None:
    layers = [layer.name for layer in made.layers]
    objects = [tiled_object for layer in made.objects for tiled_object in layer.objects]
    listing.found = [
        about("layers of tiles", layers),
        about("kinds of tile", made.names.values()),
        about("layers of objects", [layer.name for layer in made.objects]),
        about("objects", [tiled_object.name or tiled_object.kind for tiled_object in objects]),
    ]
    listing.carried = [
        ListLine("hexes", said.hexes),
        about("kinds of terrain", said.kinds["hexes"].values()),
        *(about(role, said.kinds.get(role, {}).values()) for role in ("hexsides", "paths")),
        about("kinds of feature", said.kinds.get("features", {}).values()),
        about("regions", drawn.regions),
    ]
    kinds = [title for named in said.kinds.values() for title in named.values()]
    listing.open = [
        about("costs and effects of terrain", kinds, "a map of Tiled does not say them"),
        ListLine("sides, units, scenarios and rules", 1, (), "a map of Tiled has none"),
    ]
    listing.left = [
        counted("objects", drawn.left, "they lie off the map, or on no hexes"),
        ListLine("tiles that are turned", made.turned, (), "the same terrain"),
        ListLine("layers of pictures", made.other_layers, (), "hexes are drawn by their terrain"),
        about("parts of the map", made.troubles, "what is wrong with each", 300),
    ]
    ground = _ground(made)
    where = f"the layer {told(ground.name)}" if ground else "there is no tile: all is open"
    listing.decided = {
        "terrain": f"{where}; tiles of other layers are features",
        "names": "the property terrain of a tile, its class, its property type or name, the name "
        "of its picture, its number",
    }
    listing.next = [
        "Say what terrain costs and does to battles, in terrain.yaml.",
        "Write sides, units and scenarios, in game.yaml or in files of your own.",
        "Write the turns and phases (`sequence`), then `movement`, `combat` and `victory`.",
    ]
