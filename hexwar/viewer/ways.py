"""Roads, tracks and railways as they lie in each hex: where they enter, and where they meet.

All is worked out once for a map, in units of the paper.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from hexwar.hexmap import HexMap
from hexwar.viewer.geometry import HexLayout, Point
from hexwar.viewer.lines import bend


class Way(NamedTuple):
    """A road's part in one hex. ``gates`` are the middles of the hexsides it leaves through;
    ``joint`` is where the ways in the hex meet, if they do.
    """

    kind: str
    center: Point
    gates: tuple[Point, ...]
    joint: Point | None


def ways(hexmap: HexMap, layout: HexLayout) -> list[Way]:
    """All ways of a map, hex by hex."""
    gates: dict[tuple[str, str], list[Point]] = {}
    for (a, b), kinds in hexmap.paths.items():
        middle = _middle(*layout.hexside(hexmap.axial(a), hexmap.axial(b)))
        for kind in kinds:
            gates.setdefault((kind, a), []).append(middle)
            gates.setdefault((kind, b), []).append(middle)
    for (kind, number), known in gates.items():
        known.extend(_run_off(hexmap, layout, kind, number, known))
    joints = _joints(hexmap, layout, gates)
    return [
        Way(kind, layout.center(hexmap.axial(number)), tuple(known), joints.get(number))
        for (kind, number), known in gates.items()
    ]


def _joints(
    hexmap: HexMap, layout: HexLayout, gates: dict[tuple[str, str], list[Point]]
) -> dict[str, Point]:
    """Where ways in a hex meet: in the place that lies there, or on the way that runs on."""
    joints: dict[str, Point] = {}
    for (_, number), known in gates.items():
        center = layout.center(hexmap.axial(number))
        if any(hexmap.features(number).values()):
            joints[number] = center
        elif len(known) == 2:
            joints.setdefault(number, bend(center, known))
    return joints


def _run_off(
    hexmap: HexMap, layout: HexLayout, kind: str, number: str, known: list[Point]
) -> list[Point]:
    """Roads that end in a hex of the map's edge go on to the edge."""
    others = [n for n in hexmap.neighbors(number) if hexmap.path(number, n)]
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
