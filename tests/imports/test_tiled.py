"""Maps of Tiled: each way of writing one, and the way there and back."""

from __future__ import annotations

import base64
import gzip
import json
import zlib
from itertools import product
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from hexwar.cli import main
from hexwar.definition.board import build_map
from hexwar.definition.diagnostics import Findings
from hexwar.definition.loading import load
from hexwar.definition.source import parse, read_bytes
from hexwar.definition.tree import MappingNode
from hexwar.hexmap import HexMap, Numbering
from hexwar.imports.draft import Draft
from hexwar.imports.foreign_files import ImportRefusedError
from hexwar.imports.tiled.drafting import draft_of_map
from hexwar.imports.tiled.exporting import exported, lattice_of
from hexwar.imports.tiled.lattice import HexLattice

GAMES = Path(__file__).resolve().parents[2] / "games"
CELLS = [1, 2, 0, 1, 2, 1, 1, 1, 2, 1, 1, 3]
"""Four columns and three rows."""
TILESET = (
    '<tileset firstgid="1" name="t"><tile id="0" type="clear"/><tile id="1">'
    '<image source="pictures/Dense Woods.png"/></tile></tileset>'
)
CSV = f'<data encoding="csv">{",".join(map(str, CELLS))}</data>'


def tmx(data: str = CSV, more: str = "", tileset: str = TILESET, **attributes: object) -> str:
    """A map of four by three."""
    said = {
        "orientation": "hexagonal", "width": 4, "height": 3, "tilewidth": 64, "tileheight": 56,
        "hexsidelength": 32, "staggeraxis": "x", "staggerindex": "odd",
    } | attributes  # fmt: skip
    every = "".join(f' {key}="{value}"' for key, value in said.items())
    layer = f'<layer id="1" name="ground" width="4" height="3">{data}</layer>'
    return f"<map{every}>{tileset}{layer}{more}</map>"


def drafted(folder: Path, text: str | bytes, name: str = "island.tmx") -> Draft:
    """The draft of a map."""
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return draft_of_map(path, "island")


def the_map(draft: Draft) -> Any:
    """The section ``map``."""
    return yaml.safe_load(draft.files["map.yaml"])["map"]


def built(draft: Draft) -> HexMap:
    """The map as a game has it."""
    findings = Findings()
    file = read_bytes(Path("map.yaml"), draft.files["map.yaml"], findings)
    assert file is not None
    root = parse(file, findings)
    assert isinstance(root, MappingNode)
    found = build_map(root.mapping("map"), findings)
    assert found is not None and not list(findings)
    return found


@pytest.mark.parametrize(
    ("axis", "index", "shoved"),
    [
        ("x", "odd", "even-columns-down"), ("x", "even", "odd-columns-down"),
        ("y", "odd", "even-rows-right"), ("y", "even", "odd-rows-right"),
    ],
)  # fmt: skip
def test_orientations(tmp_path: Path, axis: str, index: str, shoved: str) -> None:
    found = the_map(drafted(tmp_path, tmx(staggeraxis=axis, staggerindex=index)))
    assert found["grid"]["shoved"] == shoved
    assert found["default"] == "clear"
    assert found["hexes"]["void"] == ["0301"]
    assert found["hexes"]["dense_woods"] == ["0102", "0103", "0201"]


RAW = b"".join(number.to_bytes(4, "little") for number in CELLS)
FORMS = {
    "csv": CSV,
    "bare": f'<data encoding="base64">{base64.b64encode(RAW).decode()}</data>',
    "zlib": '<data encoding="base64" compression="zlib">'
    f"{base64.b64encode(zlib.compress(RAW)).decode()}</data>",
    "gzip": '<data encoding="base64" compression="gzip">\n  '
    f"{base64.b64encode(gzip.compress(RAW)).decode()}\n  </data>",
    "tiles": "<data>" + "".join(f'<tile gid="{number}"/>' for number in CELLS) + "</data>",
    "turned": f'<data encoding="csv">{",".join(str(n and n + 0xF0000000) for n in CELLS)}</data>',
}


@pytest.mark.parametrize("form", FORMS)
def test_forms_of_a_layer(tmp_path: Path, form: str) -> None:
    """All flags are no part of a tile's number."""
    assert the_map(drafted(tmp_path, tmx(FORMS[form]))) == the_map(drafted(tmp_path, tmx()))


def test_json_is_the_same_map(tmp_path: Path) -> None:
    said = {
        "type": "map", "orientation": "hexagonal", "width": 4, "height": 3, "tilewidth": 64,
        "tileheight": 56, "hexsidelength": 32, "staggeraxis": "x", "staggerindex": "odd",
        "infinite": False,
        "tilesets": [{"firstgid": 1, "name": "t", "tiles": [
            {"id": 0, "type": "clear"}, {"id": 1, "image": "pictures/Dense Woods.png"}]}],
        "layers": [{"type": "group", "layers": [
            {"type": "tilelayer", "name": "ground", "width": 4, "height": 3, "data": CELLS}]}],
    }  # fmt: skip
    found = drafted(tmp_path, json.dumps(said), "island.tmj")
    assert the_map(found) == the_map(drafted(tmp_path, tmx()))
    packed = base64.b64encode(zlib.compress(RAW)).decode()
    layer = said["layers"][0]["layers"][0]  # type: ignore[index]
    layer |= {"data": packed, "encoding": "base64", "compression": "zlib"}
    assert the_map(drafted(tmp_path, json.dumps(said), "b.tmj")) == the_map(found)


def test_names_of_tiles(tmp_path: Path) -> None:
    """The property, the class, other properties, the picture (see below), the number; of the last
    tileset that holds it.
    """
    tiles = (
        '<tile id="0" class="c"><properties><property name="terrain" value="p"/></properties>'
        '</tile><tile id="5" class="c"><image source="i.png"/></tile>'
        '<tile id="6"><properties><property name="name" value="n"/></properties>'
        '<image source="i.png"/></tile>'
    )
    sets = f'<tileset firstgid="1">{tiles}</tileset><tileset firstgid="8"/>'
    cells = [1, 6, 7, 8, 2, 9, 1, 1, 1, 1, 1, 1]
    data = f'<data encoding="csv">{",".join(map(str, cells))}</data>'
    found = the_map(drafted(tmp_path, tmx(data, tileset=sets)))
    kinds = found["hexes"]
    assert (found["default"], kinds) == (
        "p",
        {"c": ["0201"], "n": ["0301"], "tile_0": ["0401"], "tile_1": ["0102", "0202"]},
    )


def test_kinds_can_be_told_apart(tmp_path: Path) -> None:
    """Drawn as a word of theirs says, or in a colour of their own; one alone as it always is."""
    names = ("Snow_Forest", "Ocean", "woods", "tile", "Crater")
    tiles = "".join(f'<tile id="{at}" class="{name}"/>' for at, name in enumerate(names))
    cells = ",".join(str(1 + at % 5) for at in range(12))
    text = tmx(
        f'<data encoding="csv">{cells}</data>', tileset=f'<tileset firstgid="1">{tiles}</tileset>'
    )
    draft = drafted(tmp_path, text)
    kinds = yaml.safe_load(draft.files["terrain.yaml"])["terrain"]["hexes"]
    assert kinds["Snow_Forest"] == {"title": "Snow_Forest", "pattern": "forest"}
    assert kinds["Ocean"]["pattern"] == "sea" and kinds["woods"] == {"title": "woods"}
    assert kinds["tile"]["color"] != kinds["Crater"]["color"]
    alone = yaml.safe_load(drafted(tmp_path, tmx()).files["terrain.yaml"])["terrain"]["hexes"]
    assert len(alone) > 1 or all(each.keys() == {"title"} for each in alone.values())


def test_a_tileset_beside_the_map(tmp_path: Path) -> None:
    """It may be missing; nothing farther away is opened."""
    (tmp_path / "maps").mkdir()
    text = tmx(tileset='<tileset firstgid="1" source="t.tsx"/>')
    missing = drafted(tmp_path / "maps", text)
    assert the_map(missing)["default"] == "tile_1"
    (tmp_path / "maps" / "t.tsx").write_text(TILESET, encoding="utf-8")
    assert the_map(drafted(tmp_path / "maps", text))["default"] == "clear"
    (tmp_path / "t.tsx").write_text(TILESET, encoding="utf-8")
    above = text.replace("t.tsx", "../t.tsx")
    assert the_map(drafted(tmp_path / "maps", above))["default"] == "clear"
    (tmp_path / "maps" / "deep" / "er").mkdir(parents=True)
    for far in ("../../t.tsx", str(tmp_path / "t.tsx"), "C:\\t.tsx", "..\\..\\t.tsx"):
        draft = drafted(tmp_path / "maps" / "deep" / "er", text.replace("t.tsx", far))
        assert the_map(draft)["default"] == "tile_1"
        assert "is not opened" in draft.listing.text()


@pytest.mark.parametrize(
    ("axis", "left", "index"), [("x", 3, "even"), ("x", -2, "odd"), ("y", 3, "odd")]
)
def test_an_infinite_map_is_cut(tmp_path: Path, axis: str, left: int, index: str) -> None:
    """An odd shift along the axis turns odd and even; that across it does not."""
    chunk = f'<chunk x="{left}" y="2" width="4" height="3">{",".join(map(str, CELLS))}</chunk>'
    data = f'<data encoding="csv">{chunk}</data>'
    lattice = HexLattice(0, 0, 64, 56, 32, "x" if axis == "x" else "y", "odd")
    x, y = lattice.middle((left + 1, 3))
    point = f'<object name="Arden" x="{x}" y="{y}"><point/></object>'
    more = f'<objectgroup name="towns">{point}</objectgroup>'
    text = tmx(data, more, infinite=1, width=0, height=0, staggeraxis=axis)
    found = built(drafted(tmp_path, text))
    assert (found.numbering.columns, found.numbering.rows) == (4, 3)
    shoved = {"odd": "even", "even": "odd"}[index]
    assert found.numbering.shoved.startswith(shoved)
    assert found.features("0202") == {"towns": "Arden"}
    assert "0301" not in found


OBJECTS = """
<objectgroup name="towns"><object name="Arden" x="{0}" y="{1}"><ellipse/></object></objectgroup>
<group offsetx="1" offsety="1"><objectgroup name="Roads">
<object type="road" x="{2}" y="{3}"><polyline points="0,0 {4}"/></object></objectgroup></group>
<objectgroup name="hexsides"><object type="river" x="{5}" y="{6}">
<polyline points="0,0 {7}"/></object>
<object type="river" x="-5000" y="-5000"><polyline points="0,0 9,9"/></object></objectgroup>
<objectgroup name="plans"><object name="The West" x="0" y="0" width="70" height="500"/>
</objectgroup>
"""


def test_objects_on_hexes(tmp_path: Path) -> None:
    lattice = HexLattice(4, 3, 64, 56, 32, "x", "odd")
    town, begin, end = (lattice.middle(place) for place in ((1, 1), (0, 0), (3, 0)))
    shared = sorted({*lattice.corners((1, 1))} & {*lattice.corners((1, 2))})
    (ax, ay), (bx, by) = ((x / 2, y / 2) for x, y in shared)
    text = OBJECTS.format(
        *(round(each) for each in town), *begin, f"{end[0] - begin[0]},{end[1] - begin[1]}",
        ax, ay, f"{bx - ax},{by - ay}",
    )  # fmt: skip
    draft = drafted(tmp_path, tmx(more=text))
    found = built(draft)
    assert found.features("0202") == {"towns": "Arden"}
    assert found.hexside("0202", "0203") == {"river"}
    assert [pair for pair, kinds in found.paths.items() if "road" in kinds] == [("0101", "0201")]
    assert found.regions["the_west"] == {"0101", "0102", "0103"}
    assert "hexsides: river (1)" in draft.listing.text()


@pytest.mark.parametrize(
    ("text", "code", "why"),
    [
        (tmx(orientation="isometric"), "HW852", "is isometric"),
        ("<tileset/>", "HW852", "is no map of Tiled"),
        (tmx(CSV.replace("1,2,0,", "")), "HW854", "has 9 tiles, and should have 12"),
        (tmx('<data encoding="csv">1,2,x</data>'), "HW854", "cannot be read"),
        (tmx('<data encoding="base64">?</data>'), "HW854", "cannot be read"),
        (tmx('<data encoding="base64" compression="zlib">AAAA</data>'), "HW854", "cannot be read"),
        (tmx('<data encoding="base64" compression="lzma">AAAA</data>'), "HW854", "lzma"),
        (tmx('<data encoding="morse">.-</data>'), "HW854", "morse"),
        (tmx(width=100_000, height=100_000), "HW854", "at most 250"),
        (tmx(tilewidth=0), "HW854", "has tiles of"),
        (tmx(width="four"), "HW851", "should be a whole number"),
        (tmx(staggeraxis="z"), "HW854", "staggered in no known way"),
        (tmx(infinite=1, data="<data/>"), "HW854", "has 0 tiles, and should have 12"),
        ("<!DOCTYPE map><map/>", "HW851", "declares a document type"),
        ("", "HW851", "is no XML"),
        ("{", "HW851", "is no JSON"),
        ("[" * 100_000, "HW851", "nested too deep"),
        ("[1]", "HW851", "holds no map"),
    ],
)
def test_refusals(tmp_path: Path, text: str, code: str, why: str) -> None:
    with pytest.raises(ImportRefusedError, match=r"^island") as found:
        drafted(tmp_path, text)
    assert (found.value.code, why in str(found.value)) == (code, True), str(found.value)


def test_a_bomb_in_a_layer(tmp_path: Path) -> None:
    """A gigabyte of nothing is unpacked as far as the map goes."""
    packed = base64.b64encode(zlib.compress(b"\0" * 10_000_000)).decode()
    data = f'<data encoding="base64" compression="zlib">{packed}</data>'
    with pytest.raises(ImportRefusedError, match=r"cannot be read|should have 12"):
        drafted(tmp_path, tmx(data))


def test_objects_without_end_are_left_aside(tmp_path: Path) -> None:
    """A thousand lines to the end of the world, a thousand areas over all of the map."""
    line = '<object x="0" y="0"><polyline points="0,0 900000,900000 0,9"/></object>'
    area = '<object x="0" y="0" width="900000" height="900000"/>'
    more = f'<objectgroup name="much">{line * 500}{area * 500}</objectgroup>'
    assert built(drafted(tmp_path, tmx(more=more)))


# -- there and back -----------------------------------------------------------------------------


def back(game_map: HexMap, folder: Path) -> Draft:
    """A map, written for Tiled and read again."""
    return drafted(folder, exported(game_map, "island.png").map)


def alike(one: HexMap, other: HexMap) -> None:
    """Two maps are the same in all that Tiled can say."""
    assert one.numbering == other.numbering
    assert one.numbers == other.numbers
    for number in one:
        assert one.terrain(number) == other.terrain(number)
        assert dict(one.features(number)) == dict(other.features(number))
    assert dict(one.hexsides) == dict(other.hexsides)
    assert dict(one.paths) == dict(other.paths)
    for a, b in one.hexsides:
        assert (one.crossed(a, b), one.crossed(b, a)) == (other.crossed(a, b), other.crossed(b, a))
    assert dict(one.boxes) == dict(other.boxes)
    whole = {name: hexes for name, hexes in one.regions.items() if hexes}
    assert whole == {name: hexes for name, hexes in other.regions.items() if hexes}


SHIPPED = sorted(path.name for path in GAMES.iterdir() if (path / "map.yaml").is_file())


@pytest.mark.parametrize("name", SHIPPED)
def test_maps_of_games_come_back(name: str, tmp_path: Path) -> None:
    game_map = load(GAMES / name).resolve().map
    first = back(game_map, tmp_path)
    alike(game_map, built(first))
    again = back(built(first), tmp_path)
    assert again.files["map.yaml"] == first.files["map.yaml"]


GRIDS = [
    ("flat", shoved, ids, rows, first)
    for shoved, ids, rows, first in product(
        ("even-columns-down", "odd-columns-down"), ("CCRR", "A1"), ("top", "bottom"), (1, 4)
    )
] + [
    ("pointy", shoved, "RRCC", rows, first)
    for shoved, rows, first in product(
        ("even-rows-right", "odd-rows-right"), ("top", "bottom"), (1, 4)
    )
]


@pytest.mark.parametrize(("orientation", "shoved", "ids", "rows", "first"), GRIDS)
def test_every_numbering_comes_back(
    orientation: Any, shoved: Any, ids: Any, rows: Any, first: int, tmp_path: Path
) -> None:
    numbering = Numbering(
        5, 4, orientation, shoved, ids, rows_from=rows, first_column=first, first_row=first,
        columns_from="right" if first > 1 else "left", letters="rows" if first > 1 else "columns",
    )  # fmt: skip
    numbers = numbering.numbers()
    terrain = {number: ("woods" if n % 3 else "Clear") for n, number in enumerate(numbers) if n % 7}
    whole = HexMap(numbering, terrain)
    both = ((a, b) for a in terrain for b in whole.neighbors(a))
    pairs = [(b, a) if n % 2 else (a, b) for n, (a, b) in enumerate(both) if a < b]
    game_map = HexMap(
        numbering,
        terrain,
        features={number: {"town": f"N. & {number}"} for number in list(terrain)[:3]},
        hexsides={pair: frozenset({"river"}) for pair in pairs[:20:4]},
        crossed={pair: frozenset({"river"}) for pair in pairs[:20:4]},
        paths={pair: frozenset({"road", "rail"}) for pair in pairs[1:30:5]},
        regions={"Ridge": frozenset(list(terrain)[2:9:2])},
        titles={"Ridge": "the ridge"},
    )
    first_draft = back(game_map, tmp_path)
    alike(game_map, built(first_draft))
    assert built(first_draft).titles == {"Ridge": "the ridge"}
    assert back(built(first_draft), tmp_path).files["map.yaml"] == first_draft.files["map.yaml"]


@given(st.integers(1, 9), st.integers(1, 9), st.sampled_from(["flat", "pointy"]), st.booleans())
def test_middles_lie_in_their_hexes(columns: int, rows: int, how: Any, even: bool) -> None:
    lines = "columns-down" if how == "flat" else "rows-right"
    shoved: Any = f"{'even' if even else 'odd'}-{lines}"
    numbering = Numbering(columns, rows, how, shoved)
    lattice = lattice_of(numbering)
    for number in numbering.numbers():
        place = numbering.place(number)
        assert place is not None
        assert lattice.place_at(lattice.middle(place)) == place


@pytest.mark.parametrize(
    "grid",
    [
        "columns: 7, rows: 4, shoved: each-column-down",
        "columns: 7, rows: 4, shoved: each-column-up, ids: A1",
        "columns: 5, rows: 6, orientation: pointy, shoved: each-row-right",
        "columns: 5, rows: 6, orientation: pointy, shoved: each-row-left, rows_from: bottom",
    ],
)
def test_a_map_whose_rows_run_aslant_comes_back_with_all_its_hexes(
    grid: str, tmp_path: Path
) -> None:
    """Tiled has no such grid: it has them in one that runs straight, by their names."""
    folder = tmp_path / "aslant"
    folder.mkdir()
    cut = "A1" if "A1" in grid else "0101"
    files = {
        "game.yaml": "hexwar: 2\nid: aslant\ntitle: Aslant\ndraft: true\n",
        "map.yaml": f"map:\n  grid: {{{grid}}}\n  default: open\n  hexes: {{void: ['{cut}']}}\n",
        "terrain.yaml": "terrain: {hexes: {open: {title: Open}}}\n",
    }
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    assert main(["check", str(folder)]) == 0
    assert main(["export", "tiled", str(folder), "--out", str(tmp_path / "a.tmx")]) == 0
    assert main(["import", "tiled", str(tmp_path / "a.tmx"), str(tmp_path / "back")]) == 0
    there, back = (load(each).resolve().map for each in (folder, tmp_path / "back"))
    assert {*there} == {*back} and cut not in there and len(there) > 20
    assert not back.numbering.runs_aslant
    for number in there:
        assert {*there.neighbors(number)} == {*back.neighbors(number)}
    assert main(["render", str(folder), str(tmp_path / "a.png"), "--what", "map"]) == 0
