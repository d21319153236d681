"""Roads, tracks and railways as they lie in each hex: where they enter, and where they meet.

All is worked out once for a map, in units of the paper. Each way has a gate in the middle of every
hexside that it crosses, moved aside where several run together; a road that ends at the edge of the
map gets one more, over the edge. Two gates make a curve, more of them meet: in the place that lies
in the hex, or else on the curve of the way that passes through.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from hexwar.hexmap import HexMap
from hexwar.viewer.drawing.geometry import HexLayout, Point
from hexwar.viewer.printed_map.lines import bend

_APART = 0.2  # of a hexside, between two ways that cross it


class RoadPiece(NamedTuple):
    """A road's part in one hex. ``gates`` are the middles of the hexsides it leaves through;
    ``joint`` is where the ways in the hex meet, if they do.
    """

    kind: str
    center: Point
    gates: tuple[Point, ...]
    number: str
    joint: Point | None = None


def ways(hexmap: HexMap, layout: HexLayout) -> list[RoadPiece]:
    """All ways of a map, hex by hex."""
    gates: dict[tuple[str, str], list[Point]] = {}
    shifts: dict[tuple[str, str], list[Point]] = {}
    for (a, b), kinds in hexmap.paths.items():
        start, end = layout.hexside(hexmap.axial(a), hexmap.axial(b))
        # Ways that run together lie side by side, in an order that is the same on both sides.
        for place, kind in enumerate(sorted(kinds)):
            aside = (place - (len(kinds) - 1) / 2) * _APART
            shift = (end[0] - start[0]) * aside, (end[1] - start[1]) * aside
            middle = _middle(start, end)
            for number in (a, b):
                gate = (middle[0] + shift[0], middle[1] + shift[1])
                gates.setdefault((kind, number), []).append(gate)
                shifts.setdefault((kind, number), []).append(shift)
    for (kind, number), known in gates.items():
        known.extend(_run_off(hexmap, layout, kind, number, known))
    pieces: list[RoadPiece] = []
    joints: dict[str, Point] = {}
    for (kind, number), known in sorted(gates.items()):
        center = layout.center(hexmap.axial(number))
        if any(hexmap.features(number).values()):
            joints[number] = center  # all ways meet in the place that lies there
        elif len(known) == 2:
            center = _beside_another(center, shifts[kind, number])
            # Ways that branch off in this hex meet it on its curve, and not beside it in the
            # middle.
            joints.setdefault(number, bend(center, known))
        pieces.append(RoadPiece(kind, center, tuple(known), number))
    return [way._replace(joint=joints.get(way.number)) for way in pieces]


def _beside_another(center: Point, shifts: list[Point]) -> Point:
    """The middle of a way that runs beside another one: as far from it as its gates are."""
    across, down = (sum(shift[axis] for shift in shifts) / len(shifts) for axis in (0, 1))
    return center[0] + across, center[1] + down


def _run_off(
    hexmap: HexMap, layout: HexLayout, kind: str, number: str, known: list[Point]
) -> list[Point]:
    """Roads that end in a hex of the map's edge go on to the edge."""
    others = [other for other in hexmap.neighbors(number) if hexmap.path(number, other)]
    if len(known) > 1 or len(others) != 1 or kind not in hexmap.path(number, others[0]):
        return []
    gate = _middle(*layout.hexside(hexmap.axial(number), hexmap.axial(others[0])))
    edge = edge_gate(hexmap, layout, number, gate)
    return [edge] if edge is not None else []


def _middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def edge_gate(hexmap: HexMap, layout: HexLayout, number: str, gate: Point) -> Point | None:
    """Where a road that enters a hex of the map's edge through ``gate`` runs off the map.

    The middle of the outer side that lies most nearly opposite; None in a hex inside the map, or
    where no outer side lies ahead.
    """
    here = hexmap.axial(number)
    x, y = layout.center(here)
    corners = layout.corners(here)
    best, ahead = None, 0.35
    for side, step in enumerate(layout.side_steps):
        if hexmap.number_at(type(here)(here.q + step.q, here.r + step.r)) is not None:
            continue
        a, b = corners[side], corners[(side + 1) % 6]
        middle = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
        way = (middle[0] - x) * (x - gate[0]) + (middle[1] - y) * (y - gate[1])
        share = way / (
            math.hypot(middle[0] - x, middle[1] - y) * math.hypot(x - gate[0], y - gate[1])
        )
        if share > ahead:
            best, ahead = middle, share
    return best
