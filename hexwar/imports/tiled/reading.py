"""Read a map of Tiled as it is in its file: lattice, layers of tiles, objects, names of tiles.

Everything comes from a stranger, so that sizes, counts and places are bounded before anything is
made of them, and only files beside the map or in the folder above are opened (tilesets and
templates). What is wrong with the whole refuses the map; what is wrong with a part is one of its
``troubles``, and the rest is read.

:func:`read_map` reads the lattice first, then tilesets, as layers name tiles by their numbers, then
layers and objects; an infinite map is cut to its tiles at last. Tiled writes XML and JSON: JSON is
made into the elements that it would be in XML, so that one reader reads both.
"""

from __future__ import annotations

import base64
import binascii
import json
import math
import sys
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from hexwar.definition.markup import DEEPEST, MOST_ELEMENTS
from hexwar.definition.printable import path_named
from hexwar.imports.foreign_files import (
    BAD_LAYER,
    BAD_MARKUP,
    MOST_OF_ONE,
    OTHER_KIND,
    Element,
    ImportRefusedError,
    read_file,
    read_markup,
)
from hexwar.imports.tiled.lattice import HexLattice, Place, Point
from hexwar.imports.tiled.tilesets import FilesBeside, names_of_tiles, properties_of
from hexwar.imports.writing import told

MOST_LINES = 250
"""Columns or rows that a map may have."""
MOST_CELLS = 1_000_000
"""Of one layer, before an infinite map is cut."""
MOST_POINTS = 10_000
"""Of one object."""
MOST_POINTS_TOGETHER = 100_000
LARGEST_TILE = 4000
"""Pixels: the size of a tile is multiplied by places, and larger ones are a slip or an attack."""
FARTHEST = 1_000_000.0
"""Pixels from the corner of the map: what is said to be farther off lies nowhere."""
FLAGS = 0xF0000000
"""The upper four bits of a tile's number say how it is turned."""

JSON = (".tmj", ".tsj", ".tj", ".json")

_ACROSS = {"left": 0.5, "": 0.0, "right": -0.5}
_DOWN = {"top": 0.5, "": 0.0, "bottom": -0.5}
ANCHORS = {
    **{down + across: (_ACROSS[across], _DOWN[down]) for down in _DOWN for across in _ACROSS},
    "center": (0.0, 0.0),
    "unspecified": (0.5, -0.5),  # its lower left corner, but on isometric maps
    "": (0.5, -0.5),
}
"""How far the middle of an object that shows a tile lies right of and below the point by which it
hangs, in widths and heights of its own; by ``objectalignment`` of the tileset.
"""


@dataclass(frozen=True, slots=True)
class TiledObject:
    """An object: what it is called, its shape and points in pixels of the map."""

    name: str
    kind: str
    shape: str
    """``point``, ``ellipse``, ``rectangle``, ``polygon``, ``polyline`` or ``tile``."""
    points: tuple[Point, ...]
    properties: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class TileLayer:
    """A layer of tiles: numbers of tiles by column and row, without 0."""

    name: str
    cells: Mapping[Place, int]
    is_visible: bool
    properties: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ObjectLayer:
    """A layer of objects."""

    name: str
    objects: tuple[TiledObject, ...]
    properties: Mapping[str, str]


@dataclass
class TiledMap:
    """What was read of a map. ``names`` of tiles by number; ``troubles`` are told in the list."""

    lattice: HexLattice
    layers: list[TileLayer] = field(default_factory=list)
    objects: list[ObjectLayer] = field(default_factory=list)
    names: dict[int, str] = field(default_factory=dict)
    properties: Mapping[str, str] = field(default_factory=dict)
    version: str = ""
    troubles: list[str] = field(default_factory=list)
    turned: int = 0
    """Tiles that are turned or flipped."""
    other_layers: int = 0


@dataclass(frozen=True, slots=True)
class Tileset:
    """What a map needs to know of a tileset: names of its tiles by number, their size, and where
    an object that shows one has its anchor.
    """

    names: Mapping[int, str]
    size: tuple[float, float]
    alignment: str


class _NumberedTileset(NamedTuple):
    """A tileset and the number that a map has for its first tile; ``None`` if it is not there."""

    first: int
    tileset: Tileset | None


class _Template(NamedTuple):
    """The object of a template, and its own tileset."""

    object: Element | None = None
    tileset: Tileset | None = None


class _UnreadLayer(NamedTuple):
    """A layer or group that is still to be read: how far what is around it shifts it, and whether
    that is seen.
    """

    element: Element
    offset: Point = (0.0, 0.0)
    is_visible: bool = True


def read_map(path: Path, tilesets: Path | None = None) -> tuple[TiledMap, bytes]:
    """Read a map, and the bytes of its file; ``tilesets`` is a folder with more of those.

    :class:`ImportRefusedError` if it is no hexagonal one.
    """
    content = read_file(path, MOST_OF_ONE)
    root = _tree(path, content)
    if root.name != "map":
        raise ImportRefusedError(OTHER_KIND, f"{path_named(path.name)} is no map of Tiled")
    return _MapReading(path, tilesets).map(root), content


def _tree(path: Path, data: bytes) -> Element:
    """Read the elements of a file in XML or JSON, whatever it is called."""
    called = path_named(path.name)
    if path.suffix.lower() in JSON or data[:1] in (b"{", b"["):
        return read_json(data, called)
    return read_markup(data, called)


class _MapReading:
    """Reads one map, and the tilesets and templates beside it."""

    def __init__(self, path: Path, tilesets: Path | None) -> None:
        self._path = path
        self._folders = FilesBeside(path.parent, tilesets)
        self._called = path_named(path.name)
        self._tilesets: list[_NumberedTileset] = []
        self._templates: dict[str, _Template] = {}
        self._points = MOST_POINTS_TOGETHER

    def map(self, root: Element) -> TiledMap:
        """Read the map of its element."""
        orientation = root.get("orientation", "orthogonal")
        if orientation != "hexagonal":
            why = f"{self._called} is {orientation[:40]}, and only hexagonal maps are imported"
            raise ImportRefusedError(OTHER_KIND, why)
        tile_size = self._whole(root, "tilewidth"), self._whole(root, "tileheight")
        axis, index = root.get("staggeraxis", "y"), root.get("staggerindex", "odd")
        side = self._whole(root, "hexsidelength", 0)
        if min(tile_size) < 2 or side < 0 or max(*tile_size, side) > LARGEST_TILE:
            sizes = f"{tile_size[0]} by {tile_size[1]} with a side of {side} pixels"
            raise ImportRefusedError(BAD_LAYER, f"{self._called} has tiles of {sizes}")
        if axis not in ("x", "y") or index not in ("odd", "even"):
            raise ImportRefusedError(BAD_LAYER, f"{self._called} is staggered in no known way")
        width, height = self._whole(root, "width"), self._whole(root, "height")
        lattice = HexLattice(
            width, height, *tile_size, side,
            "x" if axis == "x" else "y", "odd" if index == "odd" else "even",
        )  # fmt: skip
        tiled = TiledMap(lattice, properties=properties_of(root), version=root.get("tiledversion"))
        for element in root.named("tileset"):
            self._tilesets.append(self._tileset(element, tiled))
        is_infinite = root.get("infinite", "0") in ("1", "true")
        if not is_infinite and not (0 < width <= MOST_LINES and 0 < height <= MOST_LINES):
            limit = f"and a map has at most {MOST_LINES} columns and rows"
            raise ImportRefusedError(BAD_LAYER, f"{self._called} is {width} by {height}, {limit}")
        self._read_layers(root, tiled)
        if is_infinite:
            self._cut(tiled)
        return tiled

    # -- tilesets

    def _tileset(self, element: Element, tiled: TiledMap) -> _NumberedTileset:
        """Read a tileset, which stands in the map or in a file of its own."""
        first_number, source = self._whole(element, "firstgid", 1), element.get("source")
        tiles = self._beside(source, tiled) if source else element
        if tiles is None:
            return _NumberedTileset(first_number, None)
        size = _real(tiles, "tilewidth"), _real(tiles, "tileheight")
        tileset = Tileset(names_of_tiles(tiles), size, tiles.get("objectalignment"))
        return _NumberedTileset(first_number, tileset)

    def _beside(self, source: str, tiled: TiledMap) -> Element | None:
        """Read a tileset or a template; nothing but what :class:`FilesBeside` may open."""
        target = self._folders.find(source)
        if target is None:
            way_out = "put it beside the map, or say --tilesets FOLDER with the folder it is in"
            tiled.troubles.append(f"{told(source, 160)} is not opened: {way_out}")
            return None
        try:
            return _tree(target, read_file(target, MOST_OF_ONE))
        except ImportRefusedError as problem:
            tiled.troubles.append(str(problem))
            return None

    # -- layers

    def _read_layers(self, root: Element, tiled: TiledMap) -> None:
        """Read all layers, those in groups too."""
        # A stack, as groups hold groups; reversed, so that layers keep their order.
        waiting = [_UnreadLayer(child) for child in reversed(root.children)]
        while waiting:
            element, offset, visible = waiting.pop()
            if element.name not in ("layer", "objectgroup", "group", "imagelayer"):
                continue
            offset = (offset[0] + _real(element, "offsetx"), offset[1] + _real(element, "offsety"))
            visible = visible and element.get("visible", "1") not in ("0", "false")
            if element.name == "group":
                members = reversed(element.children)
                waiting += [_UnreadLayer(member, offset, visible) for member in members]
            elif element.name == "layer":
                tiled.layers.append(self._tile_layer(element, tiled, visible))
            elif element.name == "objectgroup":
                objects = [
                    drawn
                    for child in element.named("object")
                    if (drawn := self._object(child, tiled, offset)) is not None
                ]
                tiled.objects.append(
                    ObjectLayer(element.get("name"), tuple(objects), properties_of(element))
                )
            else:
                tiled.other_layers += 1

    def _tile_layer(self, element: Element, tiled: TiledMap, visible: bool) -> TileLayer:
        """Read a layer of tiles, written as a whole or, of an infinite map, in parts (chunks)."""
        name = element.get("name")
        cells: dict[Place, int] = {}
        for data in element.named("data"):
            chunks = list(data.named("chunk"))
            for chunk in chunks or [data]:
                wide = self._whole(chunk if chunks else element, "width", tiled.lattice.width)
                high = self._whole(chunk if chunks else element, "height", tiled.lattice.height)
                left = self._whole(chunk, "x", 0) if chunks else 0
                top = self._whole(chunk, "y", 0) if chunks else 0
                if max(abs(left), abs(top)) > MOST_CELLS:
                    raise self._bad(name, f"has a part at {left}, {top}")
                numbers = self._numbers(name, data, chunk, wide * high)
                for n, number in enumerate(numbers):
                    tile = number & ~FLAGS
                    tiled.turned += tile != number
                    if tile:
                        cells[left + n % wide, top + n // wide] = tile
                if len(cells) > MOST_CELLS:
                    raise self._bad(name, f"has more than {MOST_CELLS:,} tiles")
        for number in set(cells.values()):
            first, tileset = self._of(number)
            if tileset is None:  # no tileset, or it is not there
                tiled.names.setdefault(number, f"tile-{number}")
            else:
                name_of_tile = tileset.names.get(number - first) or f"tile-{number - first}"
                tiled.names.setdefault(number, name_of_tile)
        return TileLayer(name, cells, visible, properties_of(element))

    def _of(self, number: int) -> _NumberedTileset:
        """Find the last tileset that begins at or before the number of a tile."""
        begun = [numbered for numbered in self._tilesets if numbered.first <= number]
        no_tileset = _NumberedTileset(0, None)
        return max(begun, default=no_tileset, key=lambda numbered: numbered.first)

    def _numbers(self, name: str, data: Element, chunk: Element, count: int) -> list[int]:
        """Read the numbers of ``count`` tiles in a chunk of the layer ``name``, packed in the way
        that the layer's ``data`` says.
        """
        if not 0 < count <= MOST_CELLS:
            raise self._bad(name, f"says that it has {count:,} tiles")
        encoding, packed = data.get("encoding"), data.get("compression")
        try:
            if encoding == "csv":
                # Counted first: a text of millions of numbers would be split in vain.
                if chunk.text.count(",") > count:
                    raise self._bad(name, f"has more tiles than {count:,}")
                numbers = [int(number) for number in chunk.text.split(",") if number.strip()]
            elif encoding == "base64":
                raw = _unpacked(
                    base64.b64decode("".join(chunk.text.split()), validate=True), packed, 4 * count
                )
                if len(raw) % 4:
                    raise ValueError("it breaks off")
                numbers = [int.from_bytes(raw[n : n + 4], "little") for n in range(0, len(raw), 4)]
            elif not encoding:
                numbers = [int(tile.get("gid") or 0) for tile in chunk.named("tile")]
            else:
                raise self._bad(name, f"is written as {encoding[:40]}, which is not known")
        except (ValueError, binascii.Error, zlib.error, EOFError) as problem:
            if isinstance(problem, ImportRefusedError):
                raise
            raise self._bad(name, f"cannot be read ({problem})") from None
        if len(numbers) != count:
            raise self._bad(name, f"has {len(numbers):,} tiles, and should have {count:,}")
        # Four bytes a tile, the flags for how it is turned included.
        if any(not 0 <= number <= 0xFFFFFFFF for number in numbers):
            raise self._bad(name, "has numbers that no tile has")
        return numbers

    def _object(self, element: Element, tiled: TiledMap, offset: Point) -> TiledObject | None:
        """Read an object with what its template says of it; ``None`` if it lies nowhere."""
        template = self._template(element.get("template"), tiled)
        merged = element
        if template.object is not None:
            # What the object says itself goes over what its template says.
            attributes = {**template.object.attributes, **element.attributes}
            children = [*element.children, *template.object.children]
            merged = Element("object", attributes, children)
        x, y = _real(merged, "x") + offset[0], _real(merged, "y") + offset[1]
        wide, high = _real(merged, "width"), _real(merged, "height")
        if gid := merged.get("gid")[:12]:
            # A template numbers tiles by a tileset of its own.
            tileset = None if element.get("gid") else template.tileset
            if tileset is None and gid.isdecimal():
                tileset = self._of(int(gid) & ~FLAGS).tileset
            size = (0.0, 0.0) if tileset is None else tileset.size
            wide, high = wide or size[0], high or size[1]
            across, down = ANCHORS.get("" if tileset is None else tileset.alignment, ANCHORS[""])
            shape, points = "tile", [(x + wide * across, y + high * down)]
        else:
            shape, points = _shape(merged, x, y, wide, high)
        self._points -= len(points)
        if self._points < 0:
            most = f"its objects have more than {MOST_POINTS_TOGETHER:,} points"
            raise ImportRefusedError(BAD_LAYER, f"{self._called} is not read: {most}")
        turn = _real(merged, "rotation")
        if turn and shape != "point":
            # Clockwise, as Tiled turns objects about their corner; y grows downwards.
            cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
            points = [
                (x + (a - x) * cos - (b - y) * sin, y + (a - x) * sin + (b - y) * cos)
                for a, b in points
            ]
        if not points or any(max(abs(a), abs(b)) > FARTHEST for a, b in points):
            tiled.troubles.append(f"object {merged.get('name') or merged.get('id')} lies nowhere")
            return None
        kind = merged.get("class") or merged.get("type")
        return TiledObject(merged.get("name"), kind, shape, tuple(points), properties_of(merged))

    def _template(self, source: str, tiled: TiledMap) -> _Template:
        """Read the template of this name once; an empty one where there is none."""
        if not source:
            return _Template()
        if source not in self._templates:
            root = self._beside(source, tiled)
            drawn = next(root.named("object"), None) if root else None
            tileset = next(root.named("tileset"), None) if root else None
            own_tileset = self._tileset(tileset, tiled).tileset if tileset is not None else None
            self._templates[source] = _Template(drawn, own_tileset)
        return self._templates[source]

    # -- infinite maps

    def _cut(self, tiled: TiledMap) -> None:
        """Cut an infinite map to the box around its tiles; an odd shift turns the stagger."""
        places = [place for layer in tiled.layers for place in layer.cells]
        if not places:
            raise ImportRefusedError(BAD_LAYER, f"{self._called} has no tile")
        left, top = min(c for c, _ in places), min(r for _, r in places)
        wide = max(c for c, _ in places) - left + 1
        high = max(r for _, r in places) - top + 1
        if max(wide, high) > MOST_LINES:  # looked at only now, as none says how large it is
            limit = f"and a map has at most {MOST_LINES} columns and rows"
            raise ImportRefusedError(BAD_LAYER, f"{self._called} is {wide} by {high}, {limit}")
        endless = tiled.lattice
        # Every second line is shifted: cut an odd number of them off, and it is the others.
        turns = (left if endless.axis == "x" else top) % 2 == 1
        tiled.lattice = replace(
            endless,
            width=wide,
            height=high,
            index="even" if (endless.index == "odd") == turns else "odd",
        )
        # All objects move as the first hex that is left does.
        (ax, ay), (bx, by) = endless.middle((left, top)), tiled.lattice.middle((0, 0))
        dx, dy = bx - ax, by - ay
        tiled.layers = [
            replace(
                layer,
                cells={(c - left, r - top): number for (c, r), number in layer.cells.items()},
            )
            for layer in tiled.layers
        ]
        tiled.objects = [
            replace(
                layer,
                objects=tuple(
                    replace(drawn, points=tuple((x + dx, y + dy) for x, y in drawn.points))
                    for drawn in layer.objects
                ),
            )
            for layer in tiled.objects
        ]

    def _whole(self, element: Element, attribute: str, default: int | None = None) -> int:
        """Read an attribute as a whole number; without a default it must be there."""
        text = element.get(attribute)
        if not text and default is not None:
            return default
        try:
            return int(text[:12])
        except ValueError:
            refusal = f"{self._called}: {attribute} is {text[:40]!r}, and should be a whole number"
            raise ImportRefusedError(BAD_MARKUP, refusal) from None

    def _bad(self, layer: str, why: str) -> ImportRefusedError:
        return ImportRefusedError(BAD_LAYER, f"{self._called}: layer {layer[:60]} {why}")


def _unpacked(raw: bytes, packed: str, most: int) -> bytes:
    """Unpack the bytes of a layer, but no more than one over ``most``. ValueError if they are
    packed in an unknown way.
    """
    if not packed:
        return raw
    if packed == "zstd":
        if sys.version_info >= (3, 14):
            from compression import zstd

            # One byte more than may be, so that too much is noticed and a bomb unpacks no further.
            return zstd.ZstdDecompressor().decompress(raw, most + 1)
        raise ValueError("it is packed by zstd: save it as CSV or with zlib")
    if packed not in ("zlib", "gzip"):
        raise ValueError(f"it is packed by {packed[:40]}, which is not known")
    # 31 and 15: the largest window, with the head of gzip or of zlib.
    unpacking = zlib.decompressobj(31 if packed == "gzip" else 15)
    return unpacking.decompress(raw, most + 1)


def _shape(
    element: Element, x: float, y: float, wide: float, high: float
) -> tuple[str, list[Point]]:
    """Say what an object without a tile is (:attr:`TiledObject.shape`), and its points."""
    for child in element.children:
        if child.name in ("polygon", "polyline"):
            return child.name, [(x + a, y + b) for a, b in _points(child.get("points"))]
        if child.name == "point":
            return "point", [(x, y)]
        if child.name == "ellipse":
            return "ellipse", [(x + wide / 2, y + high / 2)]
    if not wide and not high:
        return "point", [(x, y)]
    return "rectangle", [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)]


def _points(text: str) -> Iterator[Point]:
    for pair in text.split()[:MOST_POINTS]:
        x, _, y = pair.partition(",")
        try:
            point = float(x), float(y)
        except ValueError:
            continue
        if all(map(math.isfinite, point)):
            yield point


def _real(element: Element, attribute: str) -> float:
    """Read an attribute as a number; 0 where it is none."""
    try:
        number = float(element.get(attribute) or 0)
    except ValueError:
        return 0.0
    return number if math.isfinite(number) else 0.0


# -- maps of Tiled in JSON, as the elements that they are in XML: one reader reads both ------------

# What is single in a mapping becomes an attribute, lists become children, under the names that the
# form in XML has for them. Nothing is trusted: values of other kinds are left out, and how many
# elements there may be, and how deep, is bounded.


_WANG_LISTS = {
    "colors": "wangcolor", "cornercolors": "wangcornercolor", "edgecolors": "wangedgecolor",
}  # fmt: skip
_LAYERS = {"tilelayer": "layer", "objectgroup": "objectgroup", "group": "group"}


def read_json(data: bytes, called: str) -> Element:
    """Read a map, tileset or template. :class:`ImportRefusedError` if it is none."""
    try:
        mapping = json.loads(data)
    except (ValueError, RecursionError) as problem:
        why = "is nested too deep" if isinstance(problem, RecursionError) else "is no JSON"
        raise ImportRefusedError(BAD_MARKUP, f"{called} {why} that can be read") from None
    if not isinstance(mapping, dict):
        raise ImportRefusedError(BAD_MARKUP, f"{called} holds no map of Tiled")
    return _Making(called).element(str(mapping.get("type", "map")), mapping)


class _Making:
    """Makes elements of the mappings of one file, as many as may be made of it."""

    def __init__(self, called: str) -> None:
        self._called = called
        self._left = MOST_ELEMENTS

    def element(self, name: str, mapping: Mapping[str, Any], depth: int = 0) -> Element:
        """Make an element of a mapping: what is single is an attribute, lists are children."""
        self._left -= 1
        if self._left < 0 or depth > DEEPEST:
            raise ImportRefusedError(BAD_MARKUP, f"{self._called} has more in it than is read")
        attributes = {
            key: _written(value)
            for key, value in mapping.items()
            if isinstance(value, str | int | float | bool) and key != "data"
        }
        element = Element(name, attributes)
        properties = mapping.get("properties")
        if isinstance(properties, dict):  # as versions before 1.2 wrote them
            properties = [{"name": key, "value": value} for key, value in properties.items()]
        if _mappings(properties):
            element.children.append(self._all("properties", "property", properties, depth))
        for layer in _mappings(mapping.get("layers")):
            kind = _LAYERS.get(str(layer.get("type")))
            if kind is not None:
                element.children.append(self.element(kind, layer, depth + 1))
        for entry in _mappings(mapping.get("tilesets")):
            element.children.append(self.element("tileset", entry, depth + 1))
        for entry in _mappings(mapping.get("tiles")):
            element.children.append(self._tile(entry, depth))
        if isinstance(terrains := mapping.get("terrains"), list):
            element.children.append(self._all("terraintypes", "terrain", terrains, depth))
        if isinstance(mapping.get("wangsets"), list):
            element.children.append(self._wang_sets(mapping["wangsets"], depth))
        for entry in _mappings(mapping.get("objects")):
            element.children.append(self._object(entry, depth))
        if isinstance(mapping.get("object"), dict):
            element.children.append(self._object(mapping["object"], depth))
        if "data" in mapping or "chunks" in mapping:
            element.children.append(self._data(mapping))
        return element

    def _all(self, group: str, name: str, values: Any, depth: int) -> Element:
        """Make a group of elements of one name."""
        members = [self.element(name, entry, depth + 2) for entry in _mappings(values)]
        return Element(group, {}, members)

    def _wang_sets(self, values: Any, depth: int) -> Element:
        group = Element("wangsets", {})
        for entry in _mappings(values):
            wang_set = self.element("wangset", {"name": entry.get("name", "")}, depth + 2)
            for key, name in _WANG_LISTS.items():
                wang_set.children += self._all("", name, entry.get(key), depth).children
            for tile in _mappings(entry.get("wangtiles")):
                self._left -= 1
                # Eight colours, of sides and corners in turn around the tile.
                wangid = tile.get("wangid")
                numbers = ",".join(map(str, wangid[:8])) if isinstance(wangid, list) else wangid
                attributes = {"tileid": _written(tile.get("tileid", "")), "wangid": str(numbers)}
                wang_set.children.append(Element("wangtile", attributes))
            group.children.append(wang_set)
        return group

    def _tile(self, mapping: Mapping[str, Any], depth: int) -> Element:
        tile = self.element("tile", {k: v for k, v in mapping.items() if k != "image"}, depth + 1)
        if isinstance(mapping.get("terrain"), list):
            corners = {"terrain": ",".join(map(_written, mapping["terrain"][:4]))}
            tile.attributes = {**tile.attributes, **corners}
        if isinstance(mapping.get("image"), str):
            tile.children.append(Element("image", {"source": mapping["image"]}))
        return tile

    def _object(self, mapping: Mapping[str, Any], depth: int) -> Element:
        """Make an object; its shape is a child."""
        element = self.element("object", mapping, depth + 1)
        for kind in ("point", "ellipse"):
            if mapping.get(kind) is True:
                element.children.append(Element(kind, {}))
        for kind in ("polygon", "polyline"):
            if isinstance(mapping.get(kind), list):
                pairs = (f"{point.get('x')},{point.get('y')}" for point in _mappings(mapping[kind]))
                element.children.append(Element(kind, {"points": " ".join(pairs)}))
        return element

    def _data(self, mapping: Mapping[str, Any]) -> Element:
        """Make the tiles of a layer, whole or in chunks."""
        cells = mapping.get("data")
        form = {"encoding": "csv"}
        if mapping.get("encoding") == "base64" or isinstance(cells, str):
            form = {"encoding": "base64", "compression": str(mapping.get("compression", ""))}
        element = Element("data", form)
        if cells is not None:
            element.parts.append(_cells(cells))
        for chunk in _mappings(mapping.get("chunks")):
            box = {key: _written(chunk.get(key, "")) for key in ("x", "y", "width", "height")}
            element.children.append(Element("chunk", box, parts=[_cells(chunk.get("data"))]))
        return element


def _mappings(values: Any) -> list[Mapping[str, Any]]:
    """Take the mappings of a list; none where it is no list."""
    entries = values if isinstance(values, list) else ()
    return [entry for entry in entries if isinstance(entry, dict)]


def _written(value: Any) -> str:
    # Before numbers, as ``True`` is one to Python.
    if isinstance(value, bool):
        return "1" if value else "0"
    return str(value)


def _cells(cells: Any) -> str:
    """Write the cells of a layer as text: a list of numbers with commas, a text as it is."""
    if isinstance(cells, str):
        return cells
    if not isinstance(cells, list):
        return ""
    # "x" is no number to the reader of cells, which refuses the layer with its name.
    return ",".join(str(number) if isinstance(number, int) else "x" for number in cells)
