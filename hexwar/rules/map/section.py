"""What section ``map`` may say.

What lies where is read from the file itself, place by place: see the drawing of the map.
"""

from collections.abc import Mapping
from typing import Annotated, Literal

from hexwar.definition.forms import (
    ANY_ORDER,
    ID,
    NOT_EMPTY,
    ONLY_READ,
    Form,
    Hexes,
    PictureFile,
    RegionName,
    between,
    defines,
    matching,
    name_of,
    says,
)
from hexwar.hexmap.numbering import Shoved

GRID = {
    "columns": 9,
    "rows": 8,
    "orientation": "flat",
    "shoved": "even-columns-down",
    "ids": "CCRR",
}
KindOfHex = Annotated[str, name_of("terrain")]
KindOfFeature = Annotated[str, name_of("feature")]
KindOfPath = Annotated[str, name_of("path")]


class Grid(Form, example=GRID):
    """Size of the grid and the way its hexes are numbered."""

    columns: Annotated[int, between(1, 250), says("Number of columns.", 9)]
    rows: Annotated[
        int,
        between(1, 250),
        says("Number of rows in a column; hexes that the printed map lacks are void.", 8),
    ]
    orientation: Annotated[
        Literal["flat", "pointy"], says("Whether hexes have a flat or a pointed top.", "flat")
    ] = "flat"
    shoved: Annotated[
        Shoved | None,
        says(
            "Which columns stand half a hex lower, or which rows half a hex further right: the "
            "even or the odd ones. On a map whose rows run aslant each column stands half a hex "
            "lower, or higher, than the one left of it; each row further right, or left, than the "
            "one above.",
            "even-columns-down",
        ),
    ] = None
    ids: Annotated[
        Literal["CCRR", "RRCC", "CC.RR", "RR.CC", "C.R", "R.C", "A1", "A01", "1A", "01A"],
        says(
            "How a hex number is made of column (C) and row (R), padded to two digits where the "
            "letter stands twice; A stands for letters in place of the column, or of the row as "
            "`letters` says.",
            "CCRR",
        ),
    ] = "CCRR"
    rows_from: Annotated[
        Literal["top", "bottom"],
        says("Whether rows are counted from the top or from the bottom of the map.", "top"),
    ] = "top"
    columns_from: Annotated[
        Literal["left", "right"],
        says("Whether columns are counted from the left or from the right.", "left"),
    ] = "left"
    letters: Annotated[
        Literal["columns", "rows"],
        says("Whether it is columns or rows that have letters, where `ids` has some.", "rows"),
    ] = "columns"
    first_column: Annotated[int, between(0, 1000), says("The number of the first column.", 1)] = 1
    first_row: Annotated[int, between(0, 1000), says("The number of the first row.", 1)] = 1
    prefix: Annotated[
        str, matching("^[A-Za-z]{0,4}$"), says("Letters before every hex number of this map.", "A")
    ] = ""


class Edge(Form, example={"hexes": ["0902..0907"]}):
    """One edge."""

    hexes: Annotated[Hexes, says("The hexes along this edge.", ["0902..0907"])]


class Region(Form, one_of=True, example={"feature": "town"}):
    """A set of hexes by what is in them: one of these."""

    feature: Annotated[
        KindOfFeature | tuple[Annotated[KindOfFeature, says("A feature.", "town")], ...],
        NOT_EMPTY,
        says("Every hex with this feature, or with one of these.", "town", ["town", "fort"]),
    ]
    terrain: Annotated[
        KindOfHex | tuple[Annotated[KindOfHex, says("A kind of hex.", "woods")], ...],
        NOT_EMPTY,
        says("Every hex of this terrain, or of one of these.", "woods", ["woods", "town"]),
    ]
    path: Annotated[
        KindOfPath | tuple[Annotated[KindOfPath, says("A kind of path.", "rail")], ...],
        NOT_EMPTY,
        says("Every hex that a path of this kind leads through.", "rail", ["road", "rail"]),
    ]
    hexes: Annotated[Hexes, says("These hexes.", ["0701", "0702"])]
    regions: Annotated[
        tuple[Annotated[RegionName, says("A region.", "towns")], ...],
        NOT_EMPTY,
        says("All the hexes of these regions.", ["towns", "ridge"]),
    ]


class Box(Form, example={"title": "Malta", "terrain": "port"}):
    """A place off the map: a hex that touches no other, and a region of its own name."""

    title: Annotated[str, ONLY_READ, says("What players read.", "Malta")] = ""
    terrain: Annotated[
        KindOfHex, says("Its terrain; the `default` of the map if left out.", "port")
    ] = ""


PICTURE_GRID = {"dx": 64.5, "dy": 74, "x0": 32, "y0": 40}


class PictureGrid(Form, example=PICTURE_GRID):
    """Where the hexes lie on the picture, in its pixels. Across and down are measured apart, so
    that the hexes may be a little wider or higher than regular ones, as printed ones often are.
    """

    dx: Annotated[
        float,
        between(4, 2000),
        says(
            "How far it is across from a column to the next; with pointed tops, from a hex to the "
            "next in its row.",
            64.5,
        ),
    ]
    dy: Annotated[
        float,
        between(4, 2000),
        says(
            "How far it is down from a hex to the next in its column; with pointed tops, from a "
            "row to the next.",
            74,
        ),
    ]
    x0: Annotated[
        float,
        between(-100_000, 100_000),
        says(
            "How far from the left edge the middle of the first hex lies: the one in the first "
            "column and the first row, which may be void, or off the picture.",
            32,
        ),
    ]
    y0: Annotated[
        float,
        between(-100_000, 100_000),
        says("How far from the upper edge the middle of the first hex lies.", 40),
    ]
    lines: Annotated[
        bool, says("Whether the outlines of hexes are drawn over a picture that has none.", True)
    ] = False
    numbers: Annotated[
        bool, says("Whether hex numbers are drawn over a picture that has none.", True)
    ] = False


class PictureBeside(Form, example={"file": "pictures/east.png", "x": 2400, "y": 0}):
    """A picture of another part of the map, which lies beside the first one or over its edge."""

    file: Annotated[
        PictureFile,
        says("A picture in the game's folder, as large as the first one shows it.", "east.png"),
    ]
    x: Annotated[
        float,
        between(-100_000, 100_000),
        says("How far its left edge lies right of that of the first one.", 2400),
    ]
    y: Annotated[
        float,
        between(-100_000, 100_000),
        says("How far its upper edge lies below that of the first one.", 0),
    ]
    turned: Annotated[
        bool, says("Whether it lies there turned round: its lower edge is above.", True)
    ] = False


class BoardPicture(
    Form, only_read=True, example={"file": "pictures/board.png", "grid": PICTURE_GRID}
):
    """A picture of the map, such as a scan, that is shown in place of the drawn one."""

    file: Annotated[
        PictureFile,
        says(
            "A PNG, JPEG, GIF or SVG in the game's folder, of 64 million pixels at most.",
            "pictures/board.png",
        ),
    ]
    grid: PictureGrid
    beside: Annotated[
        tuple[PictureBeside, ...],
        NOT_EMPTY,
        says(
            "Pictures of its other parts, where several boards lie side by side. The grid runs "
            "on over all of them.",
            [{"file": "pictures/east.png", "x": 2400, "y": 0}],
        ),
    ] = ()


class Map(
    Form,
    example={
        "grid": GRID,
        "default": "open",
        "hexes": {"woods": ["0404", "0504"]},
        "hexsides": {"river": ["0304/0404"]},
        "features": {"town": {"0603": "Arden"}},
        "regions": {"towns": {"feature": "town"}},
    },
):
    """The board: its grid, the terrain of its hexes, what lies on hexsides, along paths and in
    hexes, and named regions.
    """

    grid: Grid
    numbers: Annotated[
        str,
        says(
            "What is printed in each hex where `ids` has no form for it, as rows under a header of "
            "column numbers, each row led by its number: letters and digits, with dots between; a "
            "dot alone is the number of the grid. Hexes are called so everywhere; ranges, and the "
            "rows of `terrain`, go by the columns and rows of the grid.",
            "rc 01 02 03\n01 AA BA W1\n02 AB BB .\n",
        ),
    ] = ""
    picture: Annotated[
        BoardPicture | None,
        says(
            "A picture of the map that is shown in place of the drawn one; which of the two is "
            "seen can be switched at any time.",
            {"file": "pictures/board.png", "grid": PICTURE_GRID},
        ),
    ] = None
    legend: Annotated[
        Mapping[
            Annotated[str, matching(r"^\S+$")],
            Annotated[KindOfHex, says("A terrain id, or void.", "woods")],
        ],
        says(
            "What each symbol of the terrain rows means: a terrain of the game, or void.",
            {".": "open", "w": "woods", "#": "void"},
        ),
    ] = {}
    terrain: Annotated[
        str,
        says(
            "The terrain of every hex as rows of symbols, under a header of column numbers, each "
            "row led by its number.",
            "rc 01 02 03\n01  .  w  .\n02  .  .  #\n",
        ),
    ] = ""
    default: Annotated[
        KindOfHex, says("The terrain of every hex that `hexes` does not list.", "open")
    ] = ""
    hexes: Annotated[
        Mapping[KindOfHex, Hexes],
        says(
            "Terrain by list: the hexes of each kind; void hexes are no part of the map.",
            {"woods": ["0404", "0504"], "void": ["0208"]},
        ),
    ] = {}
    hexsides: Annotated[
        Mapping[
            Annotated[str, name_of("hexside")],
            Annotated[
                tuple[
                    Annotated[
                        str,
                        says(
                            "Two adjacent hexes; more, on either side of a line in turn; or two "
                            "ranges, and every hexside between the ones and the others.",
                            "0304/0404",
                            "0304/0404/0405",
                            "0301..0305/0401..0405",
                        ),
                    ],
                    ...,
                ],
                ANY_ORDER,
                says("Hexsides of this kind, each stated once.", ["0304/0404"]),
            ],
        ],
        says(
            "What lies on the sides between hexes: each hexside is the two hexes that it parts.",
            {"river": ["0304/0404"]},
        ),
    ] = {}
    paths: Annotated[
        Mapping[
            Annotated[str, name_of("path")],
            Annotated[
                tuple[Annotated[str, says("A chain of adjacent hexes.", "0103-0203-0303")], ...],
                ANY_ORDER,
                says("Chains of hexes.", ["0103-0203"]),
            ],
        ],
        says(
            "What leads from hex to hex: each path is a chain of adjacent hexes; @W leaves the map "
            "by its west edge.",
            {"road": ["@W-0103-0203"]},
        ),
    ] = {}
    features: Annotated[
        Mapping[
            KindOfFeature,
            Annotated[
                Hexes | Mapping[str, Annotated[str, ONLY_READ, says("The printed name.", "Arden")]],
                says(
                    "Hex number on the left, printed name on the right; or only the hexes.",
                    {"0403": "Arden"},
                ),
            ],
        ],
        says(
            "What is printed in hexes: hex and name, or only the hexes.",
            {"town": {"0403": "Arden"}},
        ),
    ] = {}
    boxes: Annotated[
        Mapping[Annotated[str, matching(ID), defines("region")], Box],
        NOT_EMPTY,
        says(
            "Places off the map, shown beside it: units begin, arrive, stack and are supplied "
            "there as in any hex, and come and go by ways of moving (`movement.modes`) "
            "alone. Nothing is near to a box, and no battle is fought from one.",
            {"malta": {"title": "Malta", "terrain": "port"}},
        ),
    ] = {}
    edges: Annotated[
        Mapping[Annotated[str, matching(ID), defines("region")], Edge],
        says(
            "Edges of the map as regions of hexes, for entry and exit.",
            {"E": {"hexes": ["0902..0907"]}},
        ),
    ] = {}
    titles: Annotated[
        Mapping[RegionName, Annotated[str, says("What players read.", "the river crossings")]],
        ONLY_READ,
        says(
            "What regions and edges are called in sentences; their ids, with blanks, if left out.",
            {"towns": "the towns of the plain"},
        ),
    ] = {}
    regions: Annotated[
        Mapping[Annotated[str, matching(ID), defines("region")], Region | Hexes],
        says(
            "Named sets of hexes, for rules to speak of.",
            {"ridge": ["0701", "0702"], "towns": {"feature": "town"}},
        ),
    ] = {}
