"""Roads, tracks and railways as they lie in each hex: where they enter, and where they meet.

All is worked out once for a map, in units of the paper. Each way has a gate in the middle of every
hexside that it crosses, moved aside where several run together; a road that ends at the edge of the
map gets one more, over the edge. Two gates make a curve; more of them meet, in the place that lies
in the hex, or else on the curve of the way that passes through.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from hexwar.hexmap import Hex, HexMap
from hexwar.viewer.drawing.geometry import HexLayout, Point, midpoint
from hexwar.viewer.printed_map.lines import bend

_APART = 0.2  # of a hexside, between two ways that cross it
_TURNS_MOST = 0.35  # the cosine of the angle by which a road turns on its way off the map


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
    gates_of: dict[tuple[str, str], list[Point]] = {}
    shifts_of: dict[tuple[str, str], list[Point]] = {}
    """By kind and hex: where a way enters, and how far each gate is from its hexside's middle."""
    for (a, b), kinds in hexmap.paths.items():
        start, end = layout.hexside(hexmap.axial(a), hexmap.axial(b))
        x, y = midpoint(start, end)
        # Ways that run together lie side by side, in an order that is the same on both sides.
        for index, kind in enumerate(sorted(kinds)):
            aside = (index - (len(kinds) - 1) / 2) * _APART
            dx, dy = (end[0] - start[0]) * aside, (end[1] - start[1]) * aside
            for number in (a, b):
                gates_of.setdefault((kind, number), []).append((x + dx, y + dy))
                shifts_of.setdefault((kind, number), []).append((dx, dy))
    for (kind, number), gates in gates_of.items():
        # A road that ends in a hex at the edge of the map runs on over the edge.
        linked = [
            neighbor for neighbor in hexmap.neighbors(number) if hexmap.path(number, neighbor)
        ]
        if len(gates) == 1 and len(linked) == 1 and kind in hexmap.path(number, linked[0]):
            gate = midpoint(*layout.hexside(hexmap.axial(number), hexmap.axial(linked[0])))
            edge = edge_gate(hexmap, layout, number, gate)
            gates.extend([edge] if edge is not None else [])
    pieces: list[RoadPiece] = []
    joints: dict[str, Point] = {}
    for (kind, number), gates in sorted(gates_of.items()):
        center = layout.center(hexmap.axial(number))
        if any(hexmap.features(number).values()):
            joints[number] = center  # all ways meet in the place that lies there
        elif len(gates) == 2:
            # As far from the middle as its gates are, where it runs beside another.
            dxs, dys = zip(*shifts_of[kind, number], strict=True)
            center = center[0] + sum(dxs) / len(dxs), center[1] + sum(dys) / len(dys)
            # Ways that branch off in this hex meet it on its curve, and not beside it in the
            # middle.
            joints.setdefault(number, bend(center, gates))
        pieces.append(RoadPiece(kind, center, tuple(gates), number))
    return [road._replace(joint=joints.get(road.number)) for road in pieces]


def edge_gate(hexmap: HexMap, layout: HexLayout, number: str, gate: Point) -> Point | None:
    """Where a road that enters a hex of the map's edge through ``gate`` runs off the map.

    The middle of the outer side that lies most nearly opposite; None in a hex inside the map, or
    where no outer side lies ahead.
    """
    center = hexmap.axial(number)
    x, y = layout.center(center)
    corners = layout.corners(center)
    in_x, in_y = x - gate[0], y - gate[1]
    best, straightest = None, _TURNS_MOST
    for side, step in enumerate(layout.side_steps):
        if hexmap.number_at(Hex(center.q + step.q, center.r + step.r)) is not None:
            continue
        middle = midpoint(corners[side], corners[(side + 1) % 6])
        out_x, out_y = middle[0] - x, middle[1] - y
        cosine = (out_x * in_x + out_y * in_y) / (math.hypot(out_x, out_y) * math.hypot(in_x, in_y))
        if cosine > straightest:
            best, straightest = middle, cosine
    return best
