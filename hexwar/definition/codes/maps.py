"""HW2xx: the map."""

from __future__ import annotations

from hexwar.definition.codes.code import error, given, warning

_GRID = """
    map:
      grid: {columns: 4, rows: 3}
      default: open
"""
_ROWS = """
    map:
      grid: {columns: 4, rows: 2}
      legend: {".": open}
      terrain: |
        rc 01 02 03 04
        01  .  .  .  .
"""
_RIVER = """
    terrain:
      hexes:
        open: {cost: 1}
      hexsides:
        river: {cost: 1}
"""
_ROAD = """
    terrain:
      hexes:
        open: {cost: 1}
      paths:
        road: {cost: 1/2}
"""
_WOODS = """
    terrain:
      hexes:
        open: {cost: 1}
        woods: {cost: 2}
"""

_PICTURED = _GRID + "      picture:\n        file: board.gif\n        grid: {dx: "
_GIF = "GIF89a\n\n\n\n;"
"""As much of a picture of 2,570 x 2,570 pixels as is looked at here."""

_NEAR = _GRID + "      hexsides: {river: [0101/0102]}\n"
_FAR = _GRID + "      hexsides: {river: [0101/0103]}\n"
_HYPHEN = _GRID + "      hexsides: {river: [0101-0102]}\n"

CODES = (
    error(
        "HW201",
        "the grid contradicts itself",
        "The map's grid cannot be: rows that stand further right belong to hexes with a pointed "
        "top, columns that stand lower to hexes with a flat top; the numbers of the last column "
        "and row must fit the way hexes are numbered. Terrain is stated as rows or as lists, not "
        "as both.",
        bad=given(
            "map.yaml",
            "map:\n  grid: {columns: 4, rows: 3, shoved: even-rows-right}\n  default: open\n",
        ),
        good=given(
            "map.yaml",
            """
            map:
              grid: {columns: 4, rows: 3, orientation: pointy, shoved: even-rows-right}
              default: open
            """,
        ),
    ),
    error(
        "HW202",
        "the rows of terrain do not fit the grid",
        "Under `terrain: |` the first line holds a corner word and the numbers of all columns; "
        "each line below holds a row's number and a symbol for every column. A row, a column, a "
        "label or a symbol is missing or too many. The labels are there so that a slipped symbol "
        "is found.",
        bad=given("map.yaml", _ROWS + "        02  .  .  .\n"),
        good=given("map.yaml", _ROWS + "        02  .  .  .  .\n"),
    ),
    error(
        "HW203",
        "there is no such hex",
        "A hex is named that the grid does not have, or that is void, which means that it is no "
        "part of the map. Hexes are named as they are printed, leading zeros included; quote them, "
        "because some readers take 0101 for a number.",
        bad=given("scenarios.yaml", 'scenarios:\n  duel:\n    setup: {A: "0101", X: "0502"}\n'),
        good=given("scenarios.yaml", 'scenarios:\n  duel:\n    setup: {A: "0101", X: "0402"}\n'),
    ),
    error(
        "HW204",
        "a hexside between hexes that are not adjacent",
        "A hexside is the two hexes that it parts, so they must touch. The help lists the "
        "neighbours of the first. If every second hexside is wrong, look at `shoved` in the map's "
        "grid: the columns may be shoved the other way.",
        bad=given("terrain.yaml", _RIVER, "map.yaml", _FAR),
        good=given("terrain.yaml", _RIVER, "map.yaml", _NEAR),
    ),
    error(
        "HW205",
        "a hexside is stated twice",
        "A hexside of one kind is stated once; 0101/0102 and 0102/0101 are the same. Delete one, "
        "or correct it if another was meant. Different kinds, such as a river and its bridge, may "
        "share a hexside.",
        bad=given(
            "terrain.yaml",
            _RIVER,
            "map.yaml",
            _GRID + "      hexsides: {river: [0101/0102, 0102/0101]}\n",
        ),
        good=given(
            "terrain.yaml",
            _RIVER,
            "map.yaml",
            _GRID + "      hexsides: {river: [0101/0102, 0102/0103]}\n",
        ),
    ),
    error(
        "HW206",
        "a path that jumps",
        "A path is a chain of hexes, each touching the next. One is left out here, or mistyped. "
        "The help lists the neighbours of the hex before the gap.",
        bad=given("terrain.yaml", _ROAD, "map.yaml", _GRID + "      paths: {road: [0101-0103]}\n"),
        good=given(
            "terrain.yaml", _ROAD, "map.yaml", _GRID + "      paths: {road: [0101-0102-0103]}\n"
        ),
    ),
    error(
        "HW208",
        "a hex has two terrains",
        "Every hex has one terrain, and this one stands in two lists or twice in one. A range such "
        "as 0101..0108 may run over it. Delete it from one of them; what is printed in a hex "
        "besides, such as a town, is a feature.",
        bad=given(
            "terrain.yaml", _WOODS, "map.yaml", _GRID + '      hexes: {woods: ["0201", "0201"]}\n'
        ),
        good=given(
            "terrain.yaml", _WOODS, "map.yaml", _GRID + '      hexes: {woods: ["0201", "0202"]}\n'
        ),
    ),
    error(
        "HW209",
        "a range that is neither a column nor a row",
        "A range such as 0901..0908 runs down one column, and one such as 0103..0503 along one "
        "row, from the lower number to the higher. This one does neither. List the hexes, or use "
        "several ranges.",
        bad=given(
            "terrain.yaml", _WOODS, "map.yaml", _GRID + "      hexes: {woods: [0201..0302]}\n"
        ),
        good=given(
            "terrain.yaml", _WOODS, "map.yaml", _GRID + "      hexes: {woods: [0201..0203]}\n"
        ),
    ),
    error(
        "HW210",
        "not a hexside, or not a path",
        "A hexside is written as two hexes with a slash, 0304/0404. A path is written as hexes "
        "with hyphens, 0103-0203-0303; it may begin or end with @ and a compass direction where it "
        "leaves the map.",
        bad=given("terrain.yaml", _RIVER, "map.yaml", _HYPHEN),
        good=given("terrain.yaml", _RIVER, "map.yaml", _NEAR),
    ),
    error(
        "HW211",
        "a symbol that the legend lacks",
        "Every symbol in the rows of terrain is explained in the map's `legend`, in upper or lower "
        "case as it stands there. This one is not.",
        bad=given("map.yaml", _ROWS + "        02  .  .  .  x\n"),
        good=given("map.yaml", _ROWS + "        02  .  .  .  .\n"),
    ),
    warning(
        "HW212",
        "a list of hexes that is empty, or names one twice",
        "Hexes, hexsides, paths and regions are lists of what they are. An empty one is as if it "
        "were not there; a hex that a region names twice was probably meant to be another.",
        bad=given("map.yaml", _GRID + "      hexes: {open: []}\n"),
        good=given("map.yaml", _GRID + '      hexes: {open: ["0101"]}\n'),
    ),
    warning(
        "HW213",
        "hexes that lie off the picture of the map",
        "`picture.grid` says in pixels of the picture where the middle of the first hex lies and "
        "how far it is to the next ones. By what it says some hexes of the map lie beside the "
        "picture, so one of the four numbers is wrong, or these hexes are void.",
        bad=given("map.yaml", _PICTURED + "300, dy: 1900, x0: 200, y0: 200}\n", "board.gif", _GIF),
        good=given("map.yaml", _PICTURED + "300, dy: 350, x0: 200, y0: 200}\n", "board.gif", _GIF),
    ),
)
