"""Strokes of the brush: what the pointer passes over, and what that changes on the map.

A point of the paper means a hex and the hexside nearest to it; a drag means all the points between
two looks at the pointer. A stroke does something where it comes to a new hex or hexside, so that
going to and fro within a hex does nothing twice.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hexwar.definition.map_editing import MapText
from hexwar.hexmap import HexMap
from hexwar.viewer.drawing.geometry import HexLayout, Point
from hexwar.viewer.tracing.traced_map import Brush

_STEP = 0.15  # units of paper between two looks at where a drag passes
_NEAR, _ENDS = 0.4, 0.2  # units from a hexside, and the share of it at each end that is not meant


class TracedSpot(NamedTuple):
    """What the pointer is on: a hex, the neighbour beyond the hexside that is nearest, and whether
    that hexside is meant: near its ends two others are as near.
    """

    hex: str
    beyond: str
    on_side: bool = False

    @property
    def side(self) -> frozenset[str]:
        """The hexes on both sides of the hexside."""
        return frozenset((self.hex, self.beyond))


def spot_at(layout: HexLayout, board: HexMap, at: Point) -> TracedSpot | None:
    """What is at a point of the paper; ``None`` where no hex is."""
    numbering = board.numbering
    number = numbering.number_at(layout.hex_at(*at))
    if number is None:
        return None
    around = [*board.neighbors(number)] if number in board else []
    centers = {neighbour: layout.center(numbering.axial(neighbour)) for neighbour in around}
    beyond = min(centers, key=lambda neighbour: math.dist(at, centers[neighbour]), default="")
    if not beyond:
        return TracedSpot(number, "")
    ends = layout.hexside(numbering.axial(number), numbering.axial(beyond))
    return TracedSpot(number, beyond, _is_meant(at, *ends))


def _is_meant(at: Point, start: Point, end: Point) -> bool:
    (x, y), (ax, ay), (bx, by) = at, start, end
    along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / math.dist(start, end) ** 2
    foot = ax + (bx - ax) * along, ay + (by - ay) * along
    return _ENDS < along < 1 - _ENDS and math.dist(at, foot) < _NEAR


def passed(layout: HexLayout, board: HexMap, start: Point, end: Point) -> Iterator[TracedSpot]:
    """What a drag passes over between two points of the paper, without the first one."""
    steps = max(1, math.ceil(math.dist(start, end) / _STEP))
    for step in range(1, steps + 1):
        # A fast drag skips pixels: hexes between two of them are painted as well.
        share = step / steps
        at = start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
        if (spot := spot_at(layout, board, at)) is not None:
            yield spot


def painted(brush: Brush, last: TracedSpot | None, spots: Sequence[TracedSpot]) -> list[TracedSpot]:
    """Those of the spots at which a stroke does something new, behind ``last``."""
    fresh_spots = []
    for spot in spots:
        if brush.part == "hexsides":
            fresh = spot.on_side and (last is None or spot.side != last.side)
        else:
            fresh = last is None or spot.hex != last.hex
        if fresh:
            fresh_spots.append(spot)
            last = spot
    return fresh_spots


def put(
    text: MapText, brush: Brush, name: str, spot: TracedSpot, last: TracedSpot | None, *, away: bool
) -> None:
    """Paint in a hex, on a hexside, or from the ``last`` hex to this one; or take it ``away``."""
    part, kind = brush.part, brush.id
    if part == "hexes":
        text.paint(spot.hex, (text.default or kind) if away else kind)
    elif part == "features" and away:
        text.without_feature(spot.hex, kind)
    elif part == "features":
        text.feature(spot.hex, kind, name or None)
    elif part == "hexsides" and spot.beyond:
        if (kind in text.board.hexside(spot.hex, spot.beyond)) == away:
            text.toggle_hexside(spot.hex, spot.beyond, kind)
    elif part == "paths" and last is not None and last.hex != spot.hex:
        step = last.hex, spot.hex
        near = step[1] in text.board.neighbors(step[0]) if step[0] in text.board else False
        if near and (kind in text.board.path(*step)) == away:
            text.toggle_path(*step, kind)
