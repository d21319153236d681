"""Sound modules and maps that have much in them, to be broken."""

from __future__ import annotations

import json
from base64 import b64encode

from hexwar.definition.svg import SVG
from tests.imports.modules import (
    GRID,
    PIECE,
    board,
    counter,
    element,
    hex_grid,
    kassala,
    layer,
    module_map,
    palette,
    png,
    prototypes,
    roster,
    save,
    saved_stack,
    set_up,
    slot,
    stack,
    zipped,
)

NUMBERED: dict[str, object] = {
    "first": "V", "sep": ".", "hType": "A", "vType": "N", "hOff": 2, "vOff": 1, "vLeading": 1,
    "hDescend": "true", "vDescend": "true", "stagger": "true", "locationFormat": "H $gridLocation$",
}  # fmt: skip


def modules() -> list[bytes]:
    """A small one, and one with prototypes, layers, zones, saves and two boards."""
    made = kassala()
    guard = slot(
        counter("Guard", "a.png", (["prototype", "Army", "n=1"], ""), gpid="7"), "Guard", "7"
    )
    zone = element("Zone", name="Box", path="0,300;400,300;400,480;0,480", useParentGrid="false")
    grid = element("ZonedGrid", zone + hex_grid(NUMBERED, dx=40.0, dy=46.0, x0=-3, y0=20))
    replaced = (["replace", "Flip", "F", "PieceWindow:Pieces/PieceSlot:Guard"], "")
    label = (["label", "", "", "9", *[""] * 13, "L", "$Strength$"], "4-2")
    texts = {
        "Army": counter(
            "", "", (["mark", "Army,Strength"], "Blue,4-2"), (["prototype", "All"], "")
        ),
        "All": counter("", "", (layer(["a.png", "b.png"], True), "1"), (["delete", "D"], "")),
    }
    made.inside = [
        roster("Red", "Blue"),
        module_map(
            [
                board("East", "Board.png", grid),
                board("West", "Board.png", hex_grid(sideways="true")),
            ],
            stack(50, 60, guard, useGridLocation="true", location="H 3.C"),
            stack(100, 400, guard),
            edgeWidth=20,
        ),
        prototypes(texts),
        palette({"Red": [slot(counter("R", "b.png", replaced, label))], "Blue": [guard]}),
        set_up("Dawn", "dawn.vsav"),
        set_up("Stacks"),
    ]
    dawn = save(
        "Main MapBoardPicker\tEast\t0\t0\tWest/rev\t1\t0",
        counter("Guard", "a.png", ident="1", gpid="7"),
        counter("R", "b.png", (layer(["a.png"], False), "-1"), ident="2", at="Main Map;90;90"),
        saved_stack("Main Map", 160, 180, "1"),
        "PLAYER\tsecret\tBob\tRed",
        key=None,
    )
    made.files = {f"images/{name}.png": png(75, 75) for name in "ab"}
    made.files |= {"images/Board.png": png(640, 480), "dawn.vsav": dawn}
    made.inside.append(palette({"Red": [slot(counter("Line", "line.svg"), "Line")]}))
    own, beside = drawings()
    made.files |= {"images/line.svg": own.replace(b"#shape", b"signs.svg#shape")}
    made.files |= {"images/signs.svg": beside}
    return [kassala().data(), made.data(), in_zones(), of_its_own()]


def of_its_own() -> bytes:
    """Classes of its own in tabs of tabs, counters that do not stack, in a folder on top."""
    made = kassala()
    loners = [
        slot(counter(f"Loner {n}", "a.png", (["immob", *fields], "")), f"l{n}")
        for n, fields in enumerate((["i", "I", "R"], ["", "V"], ["n"]))
    ]
    tabs = "".join(
        element("TabWidget", palette({"Reds": loners, "Blues": loners[:1]}), entryName=year)
        for year in ("1941", "1942")
    )
    made.inside[3] = tabs + element("house.Thing", element("house.FieldChart", chartName="C"))
    text = made.xml().replace(GRID.encode(), b"house.FieldHexGrid")
    text = text.replace(PIECE.encode(), b"FieldPieceSlot")
    files = {"buildFile.xml": text, **made.files, "images/a.png": png(75, 75)}
    return zipped({f"Field-main\\{name}": data for name, data in files.items()})


def in_zones() -> bytes:
    """A board whose zones number one grid in their own ways, one of them aslant."""
    parts = ""
    for at, name in enumerate(("Map A", "Map B", "Sea")):
        said = NUMBERED | {"vType": "AN"[at % 2], "hOff": at, "sep": ".", "first": "HV"[at % 2]}
        path = f"{at * 220},0;{at * 220 + 220},0;{at * 220 + 220},480;{at * 220},480"
        grid = hex_grid(said, dx=60.0, dy=70.0, x0=40, y0=40)
        if at == 2:
            grid = grid.replace("HexGridNumbering", "ObliqueHexGridNumbering")
        parts += element("Zone", grid, name=name, path=path)
    made = kassala()
    field = board("Field", "Board.png", element("ZonedGrid", parts))
    made.inside[1] = module_map([field], stack(100, 75), stack(300, 75), stack(500, 75))
    return made.data()


def drawings() -> list[bytes]:
    """A counter in lines with all that refers to something, and one that is traced."""
    signs = (
        '<defs><g id="shape"><path d="M0 0L20 20A 5 5 0 0 1 30 9Z" fill="url(#paint)"/></g>'
        '<linearGradient id="paint"><stop offset="0" stop-color="#a33"/></linearGradient>'
        '<pattern id="tiles" width="4" height="4"><rect width="2" height="2"/></pattern>'
        '<clipPath id="edge"><circle cx="25" cy="25" r="20"/></clipPath></defs>'
    )
    drawn = (
        "<style>.st0, rect {fill: url(#tiles); stroke-width: 2}</style>"
        '<g clip-path="url(#edge)" transform="rotate(5) scale(1.1)"><rect class="st0" x="2" y="2" '
        'width="40" height="30" stroke="black" stroke-dasharray="3 2"/><use href="#shape" x="9"/>'
        '</g><text x="5" y="45" font-size="9">4-<tspan fill="red">3</tspan></text>'
    )
    held = b64encode(png(9, 7)).decode()
    drawn += f'<image x="3" width="9" height="7" href="data:image/png;base64,{held}"/>'
    head = f'<svg xmlns="{SVG}" width="50" height="50" viewBox="0 0 50 50">'
    return [f"{head}{signs}{drawn}</svg>".encode(), f"{head}{signs}</svg>".encode()]


def maps() -> list[bytes]:
    """One as XML with layers of objects, one as JSON, an infinite one."""
    head = (
        'orientation="hexagonal" width="4" height="3" tilewidth="64" tileheight="56" '
        'hexsidelength="32" staggeraxis="x" staggerindex="odd"'
    )
    tiles = (
        '<tileset firstgid="1"><tile id="0" type="clear"/><tile id="1" class="woods"/></tileset>'
    )
    cells = "1,2,0,1,2,1,1,1,2,1,1,3"
    objects = (
        '<object name="A" x="30" y="30"><point/></object>'
        '<object type="river" x="16" y="0"><polyline points="0,0 32,0 48,28"/></object>'
        '<object name="R" x="0" y="0" width="90" height="90" rotation="30"/>'
        '<object name="P" x="0" y="0"><polygon points="0,0 90,0 90,90"/></object>'
    )
    group = f'<group offsetx="2"><objectgroup name="things">{objects}</objectgroup></group>'
    packed = "eJxjZGBgYARiEGYCYhBmBmIA"
    colours = (
        '<wangsets><wangset><wangcolor name="Sand"/><wangcornercolor name="Grass"/><wangtile '
        'tileid="0" wangid="0,1,0,1,0,1,0,1"/><wangtile tileid="1" wangid="0x10203010"/></wangset>'
        '</wangsets><terraintypes><terrain name="Rock"/></terraintypes>'
        '<tile id="0" terrain="0,0,,1"/>'
    )
    hung = '<object gid="2" x="60" y="60" width="64" height="56" rotation="9"/><object gid="1"/>'
    return [
        f'<map {head}>{tiles}<layer width="4" height="3"><data encoding="csv">{cells}</data>'
        f"</layer>{group}</map>".encode(),
        f'<map {head}><layer width="4" height="3"><data encoding="base64" compression="zlib">'
        f"{packed}</data></layer></map>".encode(),
        f'<map {head} infinite="1">{tiles}<layer><data encoding="csv"><chunk x="-3" y="2" '
        f'width="4" height="3">{cells}</chunk></data></layer>{group}</map>'.encode(),
        json.dumps(
            {
                "type": "map", "orientation": "hexagonal", "width": 4, "height": 3, "tilewidth": 64,
                "tileheight": 56, "hexsidelength": 32, "staggeraxis": "y", "staggerindex": "even",
                "properties": [
                    {"name": "hexwar_boxes", "value": '{"b": ["B", ""]}'},
                    {"name": "hexwar_numbers",
                     "value": json.dumps([f"A.{n}" if n else "" for n in range(12)])},
                ],
                "tilesets": [{"firstgid": 1, "tiles": [{"id": 0, "type": "clear"}]}],
                "layers": [
                    {"type": "tilelayer", "width": 4, "height": 3, "data": [1] * 12},
                    {"type": "objectgroup", "name": "paths", "objects": [
                        {"id": 1, "x": 30, "y": 30,
                         "polyline": [{"x": 0, "y": 0}, {"x": 90, "y": 9}]}
                    ]},
                ],
            }
        ).encode(),
        f'<map {head}><tileset firstgid="1" objectalignment="topright" tilewidth="64" '
        f'tileheight="56">{colours}</tileset><tileset firstgid="3" source="../a%20b\\c.tsx"/>'
        f'<layer width="4" height="3"><data encoding="csv">{cells}</data></layer>'
        f"<objectgroup>{hung}</objectgroup></map>".encode(),
    ]  # fmt: skip
