"""Write a map of a game as a map of Tiled, with a picture of its tiles; read again, it is the same.

Terrain is a layer of tiles; hexsides, paths, features and regions are layers of objects, each drawn
where the import looks for it (a hexside along its edge, a path through middles). Numbers, boxes and
titles, for which Tiled has no word, are properties of the map.

First a grid that Tiled can have, then the file line by line, then the picture of the tiles.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import count
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from hexwar.hexmap import HexMap, Numbering
from hexwar.hexmap.numbering import Shoved
from hexwar.imports.draft import light_color
from hexwar.imports.tiled.lattice import HexLattice, Place, Point, said_of
from hexwar.imports.writing import called, chains

LONG, HIGH, SIDE = 64, 56, 32
"""Of a tile: along the axis, across it, and the side of a hex along the axis."""


class Exported(NamedTuple):
    """A map and the picture of its tiles, as bytes."""

    map: bytes
    tiles: bytes


def exported(game_map: HexMap, picture: str) -> Exported:
    """Write a map of Tiled; ``picture`` is the name that the file of its tiles will have."""
    numbering = game_map.numbering
    if numbering.runs_aslant:
        # Tiled knows rows that run straight only.
        numbering = upright(
            numbering, [number for number in game_map if number not in game_map.boxes]
        )
    lattice = lattice_of(numbering)
    kinds = sorted({game_map.terrain(number) for number in game_map})
    text = "\n".join(_lines(game_map, numbering, lattice, kinds, picture)) + "\n"
    return Exported(text.encode(), _tiles(lattice, kinds))


def upright(numbering: Numbering, hexes: Iterable[str]) -> Numbering:
    """Number the hexes of a grid whose rows run aslant in one whose rows run straight, as a map of
    Tiled has them: each keeps its place beside the others, and its number as a name.
    """
    flat = numbering.orientation == "flat"
    # Lines are columns where tops are flat, else rows; in straight ones every second is shifted.
    places = {}
    for number in hexes:
        axial = numbering.axial(number)
        line, along = (axial.q, axial.r) if flat else (axial.r, axial.q)
        places[number] = line, along + line // 2
    lowest = min((along for _, along in places.values()), default=0)
    length = max((along for _, along in places.values()), default=0) - lowest + 1
    size = (numbering.columns, length) if flat else (length, numbering.rows)
    shoved: Shoved = "even-columns-down" if flat else "even-rows-right"
    straight = Numbering(*size, numbering.orientation, shoved)
    names = {}
    for number, (line, along) in places.items():
        across, down = (line, along - lowest) if flat else (along - lowest, line)
        names[straight.number_in(across, down)] = number
    return replace(called(straight, names), boxes=numbering.boxes)


def lattice_of(numbering: Numbering) -> HexLattice:
    """Make the lattice of a grid: of its size, with its first line shifted or not."""
    flat = numbering.orientation == "flat"
    # Numbers may begin anywhere, and which line is shifted goes by the number.
    first_hex = numbering.parse(numbering.number_in(0, 0)) or (1, 1)
    return HexLattice(
        numbering.columns,
        numbering.rows,
        LONG if flat else HIGH,
        HIGH if flat else LONG,
        SIDE,
        "x" if flat else "y",
        "even" if numbering.is_shoved(*first_hex) else "odd",
    )


def _lines(
    game_map: HexMap, numbering: Numbering, lattice: HexLattice, kinds: list[str], picture: str
) -> Iterator[str]:
    """Write the file, line by line: properties, a tile a kind of terrain, hexes, objects."""
    layers = _objects(game_map, _Middles(numbering, lattice))
    objects_in_all = sum(map(len, layers.values()))
    size = f'width="{lattice.width}" height="{lattice.height}"'
    tile = f'tilewidth="{lattice.tile_width}" tileheight="{lattice.tile_height}"'
    how = f'hexsidelength="{lattice.side}" staggeraxis="{lattice.axis}"'
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield (
        '<map version="1.10" tiledversion="1.10.2" orientation="hexagonal" '
        f'renderorder="right-down" {size} {tile} '
        f'infinite="0" {how} staggerindex="{lattice.index}" nextlayerid="{len(layers) + 2}" '
        f'nextobjectid="{objects_in_all + 1}">'
    )
    yield " <properties>"
    for key, text in said_of(game_map, numbering).items():
        yield f"  <property name={quoteattr(key)} value={quoteattr(text)}/>"
    yield " </properties>"
    columns = max(1, len(kinds))
    yield (
        f' <tileset firstgid="1" name="terrain" {tile} tilecount="{len(kinds)}" '
        f'columns="{columns}">'
    )
    wide = lattice.tile_width * columns
    yield f'  <image source={quoteattr(picture)} width="{wide}" height="{lattice.tile_height}"/>'
    for number, kind in enumerate(kinds):
        yield f'  <tile id="{number}" type={quoteattr(kind)}/>'
    yield " </tileset>"
    yield f' <layer id="1" name="terrain" {size}>'
    yield '  <data encoding="csv">'
    yield ",\n".join(_rows(game_map, numbering, lattice, kinds))
    yield "  </data>"
    yield " </layer>"
    ids = count(1)
    for ident, (name, objects) in enumerate(layers.items(), 2):
        yield f' <objectgroup id="{ident}" name="{name}">'
        yield from (f'  <object id="{next(ids)}" {element}' for element in objects)
        yield " </objectgroup>"
    yield "</map>"


def _rows(
    game_map: HexMap, numbering: Numbering, lattice: HexLattice, kinds: list[str]
) -> Iterator[str]:
    """Write the numbers of tiles, a row a line; 0 where there is no hex."""
    tiles = {kind: number for number, kind in enumerate(kinds, 1)}
    grid = [["0"] * lattice.width for _ in range(lattice.height)]
    for number in game_map:
        if number not in game_map.boxes:
            column, line = numbering.place(number) or (0, 0)
            grid[line][column] = str(tiles[game_map.terrain(number)])
    return (",".join(row) for row in grid)


class _Middles:
    """Knows where hexes are on the lattice, and what lies between two of them."""

    def __init__(self, numbering: Numbering, lattice: HexLattice) -> None:
        self._numbering, self.lattice = numbering, lattice
        self.order = {number: rank for rank, number in enumerate(numbering.numbers())}

    def middle(self, number: str) -> Point:
        """Reckon the middle of a hex."""
        return self.lattice.middle(self._place(number))

    def side(self, left: str, right: str) -> tuple[Point, Point] | None:
        """Reckon the side between two hexes, as it is drawn with the first of them on its left."""
        left_place, right_place = self._place(left), self._place(right)
        shared = {*self.lattice.corners(left_place)} & {*self.lattice.corners(right_place)}
        if len(shared) != 2:
            return None
        start, end = sorted(shared)
        x, y = self.lattice.middle(left_place)
        # The cross product with the middle of the first hex: its sign is the side of that.
        turn = (end[0] - start[0]) * (2 * y - start[1]) - (end[1] - start[1]) * (2 * x - start[0])
        if turn > 0:
            start, end = end, start
        return (start[0] / 2, start[1] / 2), (end[0] / 2, end[1] / 2)

    def around(self, number: str) -> list[Point]:
        """Reckon the corners of a hex."""
        corners = self.lattice.corners(self._place(number))
        return [(x / 2, y / 2) for x, y in corners]

    def _place(self, number: str) -> Place:
        return self._numbering.place(number) or (0, 0)


def _objects(game_map: HexMap, lattice: _Middles) -> dict[str, list[str]]:
    """Write the objects of a map, by the layer that they are drawn in."""
    hexsides, paths, features, regions = list[str](), list[str](), list[str](), list[str]()
    for (a, b), kinds in sorted(game_map.hexsides.items()):
        for kind in sorted(kinds):
            # Some are crossed in one direction alone: the line says in which.
            left, right = (b, a) if kind in game_map.crossed(b, a) else (a, b)
            side = lattice.side(left, right)
            if side is not None:
                hexsides.append(_object(kind, "", "polyline", side))
    for kind in sorted({kind for kinds in game_map.paths.values() for kind in kinds}):
        pairs = [pair for pair, kinds in game_map.paths.items() if kind in kinds]
        for chain in chains(pairs):
            paths.append(_object(kind, "", "polyline", [*map(lattice.middle, chain)]))
    for number in game_map:
        if number not in game_map.boxes:
            for kind, name in sorted(game_map.features(number).items()):
                features.append(_object(kind, name, "point", [lattice.middle(number)]))
    for name in sorted(game_map.regions):
        # A polygon for each hex of a region: together they are the region.
        on_grid = [number for number in game_map.region(name) if number in lattice.order]
        for number in sorted(on_grid, key=lattice.order.__getitem__):
            regions.append(_object("region", name, "polygon", lattice.around(number)))
    return {"hexsides": hexsides, "paths": paths, "features": features, "regions": regions}


def _object(kind: str, name: str, shape: str, points: Iterable[Point]) -> str:
    corners = list(points)
    # The place of an object is that of its first point, from which the others are counted.
    x, y = corners[0]
    begun = f'name={quoteattr(name)} type={quoteattr(kind)} x="{x:g}" y="{y:g}">'
    if shape == "point":
        return f"{begun}<point/></object>"
    drawn = " ".join(f"{a - x:g},{b - y:g}" for a, b in corners)
    return f'{begun}<{shape} points="{escape(drawn)}"/></object>'


# -- the picture of the tiles -------------------------------------------------------------------


def _tiles(lattice: HexLattice, kinds: list[str]) -> bytes:
    """Draw hexes side by side, each in a colour of its own, as a PNG."""
    wide, high = lattice.tile_width, lattice.tile_height
    colors = [light_color(kind) for kind in kinds] or [b"\0\0\0"]
    rows = []
    for y in range(high):
        in_hex = []
        for x in range(wide):  # whether the middle of each pixel lies in the hex
            long, across = (x, y) if lattice.axis == "x" else (y, x)
            edge = (LONG - SIDE) / 2 * abs(across + 0.5 - HIGH / 2) / (HIGH / 2)
            in_hex.append(edge <= long + 0.5 <= LONG - edge)
        row = b"".join(
            color + (b"\xff" if is_in_hex else b"\0") for color in colors for is_in_hex in in_hex
        )
        # Each line of a PNG begins with its filter, here none.
        rows.append(b"\0" + row)
    # 8 bits a channel, colour type 6 (with opacity), and the only methods that there are.
    size = (wide * len(colors)).to_bytes(4, "big") + high.to_bytes(4, "big")
    header = size + bytes([8, 6, 0, 0, 0])
    pixels = zlib.compress(b"".join(rows), 9)
    chunks = ((b"IHDR", header), (b"IDAT", pixels), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        len(body).to_bytes(4, "big") + kind + body + zlib.crc32(kind + body).to_bytes(4, "big")
        for kind, body in chunks
    )
