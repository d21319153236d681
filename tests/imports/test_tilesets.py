"""Tilesets of Tiled: found where they are, with names of their tiles; objects in their hexes."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import pytest

from hexwar.imports.tiled.reading import TiledMap, read_map

MAP = (
    '<map orientation="hexagonal" width="4" height="2" tilewidth="32" tileheight="28" '
    'hexsidelength="14" staggeraxis="x" staggerindex="odd">{tiles}<layer width="4" height="2">'
    '<data encoding="csv">1,2,1,2,1,1,2,2</data></layer>{objects}</map>'
)
INSIDE = '<tile id="0" type="clear"/><tile id="1" type="woods"/>'
OF_OLD = '<tile id="0" terrain="0,0,0,0"/><tile id="1" terrain="1,1,,0"/>'


def tileset(inside: str = INSIDE, attributes: str = "") -> str:
    """A tileset of two tiles."""
    return f'<tileset tilewidth="32" tileheight="28" {attributes}>{inside}</tileset>'


def read(folder: Path, tiles: str, objects: str = "", named: Path | None = None) -> TiledMap:
    """A map in a folder within folders."""
    path = folder / "maps" / "hex" / "m.tmx"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(MAP.format(tiles=tiles, objects=objects))
    return read_map(path, named)[0]


def elsewhere(folder: Path, source: str, at: str, named: str = "") -> list[str]:
    """What tiles are called whose tileset lies ``at``, and what is told."""
    file = folder / at
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(tileset())
    made = read(folder, f'<tileset firstgid="1" source="{source}"/>', "", folder / named or None)
    return [*made.names.values()] if made.troubles == [] else made.troubles


FOUND = ["clear", "woods"]


@pytest.mark.parametrize(
    ("source", "at", "named"),
    [
        ("t.tsx", "maps/hex/t.tsx", "none"),
        ("sub\\t.tsx", "maps/hex/sub/t.tsx", "none"),
        ("T.tsx", "maps/hex/t.TSX", "none"),
        ("../Tiles/T.tsx", "maps/tiles/t.tsx", "none"),
        ("a/../t.tsx", "maps/hex/t.tsx", "none"),
        ("my%20tiles/t.tsx", "maps/hex/my tiles/t.tsx", "none"),
        ("50%25.tsx", "maps/hex/50%25.tsx", "none"),
        ("../../../elsewhere/t.tsx", "maps/hex/t.tsx", "none"),
        ("C:/Users/me/t.tsx", "maps/hex/t.tsx", "none"),
        ("../../tiles/t.tsx", "tiles/t.tsx", "tiles"),
        ("../../tiles/hex/t.tsx", "tiles/hex/t.tsx", "tiles"),
        ("../../tiles/hex/t.tsx", "tiles/hex/t.tsx", "."),
        ("/home/me/My%20art/t.tsx", "art/my art/t.tsx", "art"),
    ],
)
def test_a_tileset_is_found(tmp_path: Path, source: str, at: str, named: str) -> None:
    assert elsewhere(tmp_path, source, at, named) == FOUND


@pytest.mark.parametrize("source", ["../../tiles/t.tsx", "/tiles/t.tsx", "", "..", "%00.tsx"])
def test_where_it_is_not_opened_the_way_out_is_told(tmp_path: Path, source: str) -> None:
    (trouble,) = elsewhere(tmp_path, source or ".", "tiles/t.tsx", "none")
    assert "--tilesets FOLDER" in trouble


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "maps/hex").mkdir(parents=True)
    (tmp_path / "maps/hex/t.tsx").symlink_to(tmp_path / "tiles/t.tsx")
    (trouble,) = elsewhere(tmp_path, "t.tsx", "tiles/t.tsx", "none")
    assert "is not opened" in trouble


WANG = (
    '<wangsets><wangset name="Ground"><wangcolor name="Sand"/><wangcolor name="Grass"/>'
    '<wangtile tileid="0" wangid="0,1,0,1,0,1,0,1"/><wangtile tileid="1" '
    'wangid="0,2,0,2,0,2,0,1"/></wangset></wangsets>'
)
WANG_OF_OLD = (
    '<wangsets><wangset name="Ground"><wangcornercolor name="Sand"/><wangcornercolor name="Grass"/>'
    '<wangedgecolor name="Road"/><wangtile tileid="0" wangid="0x10101010"/>'
    '<wangtile tileid="1" wangid="0x20202010"/></wangset></wangsets>'
)
TERRAIN = '<terraintypes><terrain name="Sand"/><terrain name="Grass"/></terraintypes>'


@pytest.mark.parametrize("inside", [WANG, WANG_OF_OLD, TERRAIN + OF_OLD])
def test_tiles_are_called_by_colours_and_terrain_types(tmp_path: Path, inside: str) -> None:
    """One that has several is between them, the commonest first."""
    made = read(tmp_path, tileset(inside, 'firstgid="1"'))
    assert [*made.names.values()] == ["Sand", "Grass-Sand"]


def test_what_a_tile_says_itself_goes_before_and_its_picture_after(tmp_path: Path) -> None:
    tiles = '<tile id="0" class="clear"/><tile id="1"><image source="a/b.png"/></tile>'
    assert [*read(tmp_path, tileset(tiles + WANG, 'firstgid="1"')).names.values()] == [
        "clear", "Grass-Sand",
    ]  # fmt: skip


def test_in_json_they_are_called_the_same(tmp_path: Path) -> None:
    colors = [{"name": "Sand"}, {"name": "Grass"}]
    tiles = [(0, [0, 1] * 4), (1, [0, 2, 0, 2, 0, 2, 0, 1])]
    wang = {"colors": colors, "wangtiles": [{"tileid": n, "wangid": w} for n, w in tiles]}
    old = {
        "terrains": colors,
        "tiles": [{"id": 0, "terrain": [0] * 4}, {"id": 1, "terrain": [1, 1, -1, 0]}],
    }
    said_of_tiles: list[dict[str, object]] = [{"wangsets": [wang]}, old]
    for number, said in enumerate(said_of_tiles):
        path = tmp_path / f"{number}.tmj"
        layer = {"type": "tilelayer", "width": 2, "height": 1, "data": [1, 2]}
        whole = {
            "type": "map", "orientation": "hexagonal", "width": 2, "height": 1, "tilewidth": 32,
            "tileheight": 28, "hexsidelength": 14, "tilesets": [said | {"firstgid": 1}],
            "layers": [layer],
        }  # fmt: skip
        path.write_text(json.dumps(whole))
        assert [*read_map(path)[0].names.values()] == ["Sand", "Grass-Sand"]


# -- objects that show tiles -----------------------------------------------------------------------

ALIGNMENTS = [
    *(f"{down}{across}" for down, across in product(("top", "", "bottom"), ("left", "", "right"))),
    "center",
    "unspecified",
]


@pytest.mark.parametrize("alignment", ALIGNMENTS)
@pytest.mark.parametrize("sized", [True, False])
def test_an_object_is_where_its_tile_is_drawn(tmp_path: Path, alignment: str, sized: bool) -> None:
    """All ten ways, and none; with the size of the tile if it has none of its own."""
    plain = alignment if alignment not in ("", "unspecified") else "bottomleft"
    x = 100 + (0 if "left" in plain else 32 if "right" in plain else 16)
    y = 50 + (0 if "top" in plain else 28 if "bottom" in plain else 14)
    said = f'objectalignment="{alignment}"' if alignment else ""
    size = 'width="32" height="28"' if sized else ""
    drawn = f'<object gid="2147483650" x="{x}" y="{y}" {size}/>'
    tiles = tileset(INSIDE, f'firstgid="1" {said}')
    made = read(tmp_path, tiles, f"<objectgroup>{drawn}</objectgroup>")
    assert made.objects[0].objects[0].points == ((116.0, 64.0),)


def test_a_template_numbers_tiles_by_its_own_tileset(tmp_path: Path) -> None:
    made_of = tileset(INSIDE, 'firstgid="1" objectalignment="center"')
    template = f'<template>{made_of}<object gid="1" width="32" height="28"/></template>'
    (tmp_path / "maps/hex").mkdir(parents=True)
    (tmp_path / "maps/hex/camp.tx").write_text(template)
    drawn = '<objectgroup><object template="camp.tx" x="50" y="40"/></objectgroup>'
    made = read(tmp_path, tileset(INSIDE, 'firstgid="1"'), drawn)
    assert made.objects[0].objects[0].points == ((50.0, 40.0),)
