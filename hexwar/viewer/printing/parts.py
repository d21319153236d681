"""The parts of a game that are printed, each a file of its own; and the map over leaves.

:func:`leaves_of` knows which module fills the leaves of which part. The map is filled here, as it
alone may be larger than a leaf: :func:`tiling` says on how many it lies, :func:`map_leaves` fills
them, each with its part of the map, crop marks and a plan of how they lie.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import product
from math import ceil
from typing import Literal, NamedTuple

from hexwar.definition.model import Catalog, ResolvedGame
from hexwar.rules.sheet import Sheet
from hexwar.viewer.drawing.geometry import SQRT3, PaperRect
from hexwar.viewer.printed_map.map_sheet import MapSheet
from hexwar.viewer.printed_map.pictured_map import painter_of
from hexwar.viewer.printing.booklet import aid_leaves, rules_leaves
from hexwar.viewer.printing.cards import card_leaves
from hexwar.viewer.printing.leaves import (
    GREY,
    MARGIN,
    InkedBox,
    InkedPicture,
    Item,
    Leaf,
    Letters,
    Paper,
    Stroke,
    width_of,
)
from hexwar.viewer.printing.pads import pad_leaves
from hexwar.viewer.printing.set_up_marks import has_set_up_marks, set_up_marks
from hexwar.viewer.printing.sheets import counter_leaves

Part = Literal["counters", "cards", "map", "aid", "pads", "rules"]


def leaves_of(
    part: Part,
    game: ResolvedGame,
    catalog: Catalog,
    paper: Paper,
    counter: float,
    *,
    saving: bool = False,
) -> list[Leaf]:
    """The leaves of one part, none where the game lacks it; ``counter``: millimetres of a counter's
    side.
    """
    match part:
        case "counters":
            return counter_leaves(game, paper, counter, saving=saving)
        case "cards":
            return card_leaves(game, paper, saving=saving)
        case "map":
            return map_leaves(game, paper, counter)
        case "aid":
            return aid_leaves(game, paper, counter)
        case "pads":
            return pad_leaves(game, paper)
        case "rules":
            return rules_leaves(game, catalog, paper)


# The map over several leaves, with overlap, crop marks and a plan of how they lie.
#
# How many leaves it takes depends on the size of the counters, which have to fit into hexes: of the
# sizes that do, the one with the fewest leaves is taken. Each leaf says which one it is and how it
# lies among the others; where there is room, a small plan shows it.


OVERLAP = 8.0
"""Millimetres that two neighbouring leaves both have."""

MOST_LEAVES = 150
"""Pages that a map may have."""

_ROOMY, _NARROW = 1.45, 1.22  # hex across its flats, in sides of a counter: as wished, at least
_WINDS = {
    "N": "north",
    "NE": "north-east",
    "E": "east",
    "SE": "south-east",
    "S": "south",
    "SW": "south-west",
    "W": "west",
    "NW": "north-west",
}
_DOTS = 150 / 25.4  # pixels to the millimetre
# In millimetres:
_FOOT, _LETTERS = 6.0, 2.8  # for the words below the map, and an em of these
_MARK_FROM, _MARK_TO = 1, 5  # from the edge of a part, where a crop mark begins and ends
_PLAN, _BELOW_PLAN = 3.2, 3  # a leaf on the small plan, and from there to the edge of the paper
_ABOVE_FOOT = 4  # by which the plan may be higher than the words


class TooLargeError(ValueError):
    """More paper is needed than anybody prints."""


class Tiling(NamedTuple):
    """How a map lies on leaves: paper, columns, rows, and millimetres to the unit."""

    paper: Paper
    columns: int
    rows: int
    scale: float

    @property
    def leaves(self) -> int:
        """How many leaves there are."""
        return self.columns * self.rows

    @property
    def room(self) -> tuple[float, float]:
        """Width and height of the map on one leaf, in millimetres."""
        return self.paper.width - 2 * MARGIN, self.paper.height - 2 * MARGIN - _FOOT


def tiling(sheet: PaperRect, paper: Paper, counter: float) -> Tiling:
    """The fewest leaves on which hexes hold counters of ``counter`` millimetres.

    For an equal number of leaves the hexes are the largest; a map that would just miss a leaf is
    drawn a little smaller.
    """
    candidates = []
    # Every size between the wished and the least, on paper upright and lying: it is little to
    # reckon.
    for percent in range(round(_ROOMY * 100), round(_NARROW * 100) - 1, -1):
        scale = counter * percent / 100 / SQRT3
        for side in (paper, paper.lying):
            wide, high = Tiling(side, 1, 1, scale).room
            columns = ceil((sheet.width * scale - OVERLAP) / (wide - OVERLAP))
            rows = ceil((sheet.height * scale - OVERLAP) / (high - OVERLAP))
            candidates.append(Tiling(side, max(1, columns), max(1, rows), scale))
    return min(candidates, key=lambda candidate: (candidate.leaves, -candidate.scale))


def map_leaves(game: ResolvedGame, paper: Paper, counter: float) -> list[Leaf]:
    """The leaves of the map from the upper left, row by row.

    :class:`TooLargeError` for more than :data:`MOST_LEAVES`.
    """
    painter = painter_of(game, flags=False)  # counters with words lie where a window has flags
    tiled = tiling(painter.sheet, paper, counter)
    if tiled.leaves > MOST_LEAVES:
        problem = f"the map needs {tiled.leaves} pages, and {MOST_LEAVES} is the most"
        raise TooLargeError(f"{problem}; smaller counters have smaller hexes")
    places = product(range(tiled.rows), range(tiled.columns))
    return [_leaf(game, painter, tiled, column, row) for row, column in places]


def _leaf(game: ResolvedGame, painter: MapSheet, tiled: Tiling, column: int, row: int) -> Leaf:
    """One leaf of the map; its part is drawn when the leaf is written."""
    sheet, scale = painter.sheet, tiled.scale
    wide, high = tiled.room
    left = sheet.left + column * (wide - OVERLAP) / scale
    top = sheet.top + row * (high - OVERLAP) / scale
    width = min(wide / scale, sheet.right - left)
    height = min(high / scale, sheet.bottom - top)
    view = PaperRect(left, top, width, height)
    draw = partial(painter.render, view, round(scale * _DOTS))
    leaf = Leaf(tiled.paper.width, tiled.paper.height)
    across, down = width * scale, height * scale
    # A map of one leaf lies in its middle; parts lie at the corner, where they are put together.
    at = MARGIN + (wide - across) / 2 if tiled.columns == 1 else MARGIN
    part = InkedPicture(draw, at, MARGIN, across, down, photo=True)
    marks = set_up_marks(game, painter, view, (part.left, part.top), scale)
    leaf.items += [part, *marks, *_crop_marks(part), *_words(game, tiled, column, row)]
    return leaf


def _crop_marks(part: InkedPicture) -> Iterator[Item]:
    """Beyond each corner; and where a neighbour's paper begins, at the edge that lies below it."""
    right, foot = part.left + part.width, part.top + part.height
    for across, out in ((part.left, -1), (right, 1)):
        for down, up in ((part.top, -1), (foot, 1)):
            yield Stroke((across + _MARK_FROM * out, down), (across + _MARK_TO * out, down))
            yield Stroke((across, down + _MARK_FROM * up), (across, down + _MARK_TO * up))


def _words(game: ResolvedGame, tiled: Tiling, column: int, row: int) -> Iterator[Item]:
    """Below the map: which leaf it is, and a small plan of where it lies among the others."""
    base = tiled.paper.height - MARGIN
    name = f"{game.header.title}: map, {_name(column, row)}"
    long_name = f"{name}; {tiled.columns} by {tiled.rows}, {OVERLAP:g} mm are on both neighbours"
    printed = game.section(Sheet)
    blows = ""
    if printed is not None and printed.wind is not None:
        blows = f"; the wind comes from the {_WINDS[printed.wind]}"
    begin = (
        "; letters, outline: set-up (+: or near); dashed: entry" if has_set_up_marks(game) else ""
    )
    words = f"{long_name if tiled.leaves > 1 else name}{blows}{begin}"
    yield Letters(words, MARGIN, base, _LETTERS, color=GREY)
    if tiled.leaves == 1:
        return
    right = tiled.paper.width - MARGIN
    if _PLAN * tiled.rows > _FOOT + _ABOVE_FOOT:  # a plan of many rows would lie on the map
        label = f"{_name(column, row)} of {tiled.leaves}"
        yield Letters(label, right - width_of(label, _LETTERS), base, _LETTERS)
        return
    left = right - _PLAN * tiled.columns
    top = tiled.paper.height - _BELOW_PLAN - _PLAN * tiled.rows
    for down in range(tiled.rows):
        for across in range(tiled.columns):
            fill = GREY if (across, down) == (column, row) else None
            corner = left + across * _PLAN, top + down * _PLAN
            yield InkedBox(*corner, _PLAN, _PLAN, fill=fill, edge=GREY)


def _name(column: int, row: int) -> str:
    """``A1`` is the upper left.

    >>> _name(1, 2)
    'B3'
    """
    return f"{chr(ord('A') + column % 26)}{row + 1}"
