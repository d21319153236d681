"""Rivers, walls and bridges on hexsides; roads and railways; and their courses.

First how each is drawn: there all lengths are in pixels, and ``size`` is the pixels from a hex's
centre to its corner. :mod:`hexwar.viewer.printed_map.looks` says which style a kind has. Then where
water and ways run over the whole map, in units of the paper.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import NamedTuple

import pygame

from hexwar.hexmap import Hex, HexMap
from hexwar.rules.terrain.section import HexsideTerrain, PathTerrain
from hexwar.viewer.drawing import ink
from hexwar.viewer.drawing.geometry import (
    HexLayout,
    Point,
    between,
    goes_round,
    grid_point,
    midpoint,
    towards,
)
from hexwar.viewer.drawing.theme import PALETTE, Color, mix, parse_color
from hexwar.viewer.printed_map.looks import CROSSINGS, WATER, path_look, side_look

_EARTH = (92, 70, 48)


def draw_hexside(
    surface: pygame.Surface, a: Point, b: Point, size: int, style: HexsideTerrain
) -> None:
    """One hexside between the corners ``a`` and ``b``."""
    look = side_look(style)
    if look in WATER:
        draw_water(surface, [a, b], size, style, True)
        draw_water(surface, [a, b], size, style, False)
    elif look == "bridge":
        _bridge(surface, a, b, size)
    elif look == "ford":
        _ford(surface, a, b, size)
    elif look == "cliff":
        draw_scarp(surface, [a, b], size, style)
    elif look == "wall":
        _wall(surface, a, b, size, parse_color(style.color, (120, 104, 92)))
    else:
        ink.stroke(surface, [a, b], size * 0.1, parse_color(style.color, _EARTH))


def draw_water(
    surface: pygame.Surface, line: list[Point], size: int, style: HexsideTerrain, casing: bool
) -> None:
    """A river's line: all banks (``casing``) are drawn before any water, so that rivers join."""
    color = parse_color(style.color, (86, 140, 178))
    width = size * (0.08 if side_look(style) == "stream" else 0.15)
    if casing:
        bank = width + max(2.0, size * 0.04)
        ink.stroke(surface, line, bank, mix(color, PALETTE.map_ink, 0.5))
    else:
        ink.stroke(surface, line, width, color)


def _wall(surface: pygame.Surface, a: Point, b: Point, size: int, color: Color) -> None:
    """Masonry: stones of different length and tone in two courses, on their shadow."""
    rng = Random(f"{round(a[0] + b[0])} {round(a[1] + b[1])}")
    length = math.hypot(b[0] - a[0], b[1] - a[1]) or 1.0
    ux, uy = towards(a, b)
    off = size * 0.045
    low = [(x + off, y + off) for x, y in (a, b)]
    ink.stroke(surface, low, size * 0.17, mix(color, PALETTE.map_ink, 0.45))
    ink.stroke(surface, [a, b], size * 0.17, mix(color, PALETTE.map_ink, 0.75))
    for course in (-1, 1):
        done = 0.0
        while done < length:
            stone = min(size * rng.uniform(0.1, 0.19), length - done)
            start, end = done + size * 0.012, done + stone - size * 0.012
            done += stone
            if end <= start:
                continue
            tone = mix(color, PALETTE.white, rng.uniform(0.2, 0.5))
            x, y = a[0] - uy * course * size * 0.038, a[1] + ux * course * size * 0.038
            ends = (x + ux * start, y + uy * start), (x + ux * end, y + uy * end)
            ink.segment(surface, *ends, size * 0.062, tone)


def _ford(surface: pygame.Surface, a: Point, b: Point, size: int) -> None:
    """Stepping stones across the water, in two rows."""
    (x, y), dx, dy = midpoint(a, b), (b[0] - a[0]) / size, (b[1] - a[1]) / size
    for along in (-0.1, 0.1):
        for across in (-0.2, -0.07, 0.07, 0.2):
            spot = x + (dx * along - dy * across) * size, y + (dy * along + dx * across) * size
            ink.disc(surface, spot, size * 0.035, (44, 32, 24))


def _bridge(surface: pygame.Surface, a: Point, b: Point, size: int) -> None:
    """Two rails across the hexside from a to b, which turn outwards at their ends."""
    (x, y), dx, dy = midpoint(a, b), (b[0] - a[0]) / size, (b[1] - a[1]) / size
    for side in (-1, 1):
        rail = [
            (
                x + (dx * along * side - dy * across) * size,
                y + (dy * along * side + dx * across) * size,
            )
            for across, along in ((-0.33, 0.22), (-0.22, 0.13), (0.22, 0.13), (0.33, 0.22))
        ]
        ink.stroke(surface, rail, size * 0.055, (44, 32, 24))


def draw_scarp(
    surface: pygame.Surface,
    line: list[Point],
    size: int,
    style: HexsideTerrain,
    *,
    banks: bool = False,
) -> None:
    """A cliff with its hachures; ``banks``: one on either side of the river along the line."""
    color = parse_color(style.color, _EARTH)
    for side in (-1, 1) if banks else (1,):
        foot = beside(line, size * 0.13 * side, 1) if banks else line
        ink.stroke(surface, foot, size * 0.05, color)
        for piece in ink.dashes(foot, size * 0.01, size * 0.11):
            (x, y), (ux, uy) = piece[0], towards(piece[0], piece[-1])
            tip = x - uy * size * 0.13 * side, y + ux * size * 0.13 * side
            ink.segment(surface, (x, y), tip, size * 0.03, color)


def beside(line: Sequence[Point], off: float, calm: int) -> list[Point]:
    """The line moved to its right by so much; ``calm``: over how many points before and after
    each its direction is taken, so that it does not follow every turn.
    """
    moved = []
    for index, (x, y) in enumerate(line):
        before, after = line[max(0, index - calm)], line[min(len(line) - 1, index + calm)]
        ux, uy = towards(before, after)
        moved.append((x - uy * off, y + ux * off))
    return moved


def draw_path(
    surface: pygame.Surface,
    center: Point,
    gates: list[Point],
    size: int,
    style: PathTerrain,
    casing: bool,
    joint: Point | None = None,
) -> None:
    """A road's or railway's part inside one hex.

    ``gates`` are the middles of the hexsides it leaves through: two make a curve, one or three
    and more meet at ``joint`` or else at the centre. A way through a place meets there too: its
    joint is the centre itself. Called first with ``casing`` for the dark edges, then without.
    """
    look = path_look(style)
    color = parse_color(style.color, (54, 48, 44) if look == "rail" else (250, 240, 214))
    if len(gates) != 2:
        lines = [[gate, joint or center] for gate in gates]
    elif joint == center:
        lines = [_through_place(gates[0], center, gates[1])]
    else:
        lines = [ink.curve(gates[0], center, gates[1])]
    for line in lines:
        if look == "road" and casing:
            ink.stroke(surface, line, size * 0.15, mix(color, PALETTE.map_ink, 0.75))
        elif look == "road":
            ink.stroke(surface, line, size * 0.09, color)
        elif casing:
            continue  # nothing else has edges
        elif look == "track":
            for piece in ink.dashes(line, size * 0.2, size * 0.11):
                ink.stroke(surface, piece, size * 0.075, color)
        else:
            ink.stroke(surface, line, size * 0.04, color)
            for sleeper in ink.dashes(line, size * 0.03, size * 0.16):
                (x, y), (ux, uy) = sleeper[0], towards(sleeper[0], sleeper[-1])
                dx, dy = -uy * size * 0.08, ux * size * 0.08
                ink.segment(surface, (x - dx, y - dy), (x + dx, y + dy), size * 0.035, color)


def bend(center: Point, gates: list[Point]) -> Point:
    """The middle of the curve that a way makes between two gates."""
    return ink.curve(gates[0], center, gates[1])[5]


def _through_place(a: Point, middle: Point, b: Point) -> list[Point]:
    """A curve through the middle that meets both hexsides squarely (cubic Hermite)."""

    def half(start: Point, leaving: Point, end: Point, coming: Point) -> list[Point]:
        """From a point to another, by the directions in which the curve leaves and comes."""
        curve = []
        for step in range(6):
            t = step / 5
            weighed = (
                (2 * t**3 - 3 * t**2 + 1, start),
                (t**3 - 2 * t**2 + t, leaving),
                (3 * t**2 - 2 * t**3, end),
                (t**3 - t**2, coming),
            )
            x = sum(weight * point[0] for weight, point in weighed)
            y = sum(weight * point[1] for weight, point in weighed)
            curve.append((x, y))
        return curve

    inward = (middle[0] - a[0], middle[1] - a[1])
    turn = ((b[0] - a[0]) / 2, (b[1] - a[1]) / 2)
    outward = (b[0] - middle[0], b[1] - middle[1])
    return [*half(a, inward, middle, turn), *half(middle, turn, b, outward)[1:]]


# Rivers and shores as a draughtsman draws them: one line through many hexsides, without corners.
#
# All is worked out once for a map, in units of the paper, so that the tiles of a map meet. Hexsides
# are chained from junction to junction; the middle of each is moved a little aside, by a random
# number that depends on the hexes alone; the corners give way and a curve is laid through what
# remains. Shores begin with the outlines of open water and have their corners cut, but stay where
# rivers run in and where the map ends.


_EASE = 0.34  # how far a corner gives way towards its neighbours
_SWAY = (0.04, 0.1)  # by how much a line leaves the hexside, in units
_SHORE = 0.15  # by how much a shore leaves it
_PIECES = 5  # of a curve between two points

Corner = tuple[int, int]
"""A corner of hexes, by :func:`grid_point`."""


class _Reach(NamedTuple):
    """A hexside along which water runs, as seen from one of its corners, ``start``."""

    far: Corner
    start: Point
    middle: Point
    end: Point


def watercourses(
    hexmap: HexMap, layout: HexLayout, drawn: Mapping[str, str], patterns: Collection[str]
) -> list[tuple[str, list[Point]]]:
    """Lines where water runs, each with its kind, from a junction to the next.

    ``drawn`` is each kind of hexside with how it is drawn; lines are answered of the kinds that
    have one of ``patterns``. Whatever else runs along a river (a cliff) takes the river's course.
    It passes through the middle of a hexside that has a bridge.
    """
    courses: list[tuple[str, list[Point]]] = []
    sides = {
        pair: held
        for pair, held in hexmap.hexsides.items()
        if any(drawn[kind] in WATER for kind in held)
    }
    kinds = {kind for held in sides.values() for kind in held if drawn[kind] in patterns}
    # Counted over all kinds of water: a stream ends where it runs into a river, which goes on.
    meetings: dict[Corner, int] = {}
    for a, b in sides:
        for end in layout.hexside(hexmap.axial(a), hexmap.axial(b)):
            meetings[grid_point(end)] = meetings.get(grid_point(end), 0) + 1
    for kind in sorted(kinds):
        reaches: dict[Corner, list[_Reach]] = {}
        for (a, b), held in sides.items():
            if kind not in held:
                continue
            start, end = layout.hexside(hexmap.axial(a), hexmap.axial(b))
            rng, sway = Random(f"{a}{b}"), 0.0
            # A bridge is drawn on the middle of its hexside, where the water has to pass.
            if not any(drawn[other] in CROSSINGS for other in held):
                sway = rng.choice((-1, 1)) * rng.uniform(*_SWAY)
            middle, here, there = _swayed(start, end, sway), grid_point(start), grid_point(end)
            reaches.setdefault(here, []).append(_Reach(there, start, middle, end))
            reaches.setdefault(there, []).append(_Reach(here, end, middle, start))
        courses += [(kind, _eased(line)) for line in _chains(reaches, meetings)]
    return courses


def _chains(
    reaches: dict[Corner, list[_Reach]], meetings: Mapping[Corner, int]
) -> Iterable[list[Point]]:
    """Corners and middles in turn, along each line that does not branch."""
    used: set[frozenset[Corner]] = set()
    # From the ends first: begun in its middle a line would come apart in two.
    ends = [corner for corner in reaches if meetings[corner] != 2]
    for corner in [*ends, *reaches]:
        for first in reaches[corner]:
            if frozenset((corner, first.far)) in used:
                continue
            line, here, onward = [first.start], corner, [first]
            while onward:
                reach = onward[0]
                used.add(frozenset((here, reach.far)))
                line += [reach.middle, reach.end]
                here = reach.far
                # Where lines meet this one ends, and another begins.
                onward = [
                    other
                    for other in (reaches[here] if meetings[here] == 2 else ())
                    if frozenset((here, other.far)) not in used
                ]
            yield line


def _eased(line: list[Point]) -> list[Point]:
    """The line with its corners pulled in, as a smooth curve."""
    points = list(line)
    for index in range(2, len(line) - 1, 2):  # the corners; middles stay on their hexsides
        (ax, ay), (x, y), (bx, by) = line[index - 1], line[index], line[index + 1]
        points[index] = (x + ((ax + bx) / 2 - x) * _EASE, y + ((ay + by) / 2 - y) * _EASE)
    return through(points)


def through(points: list[Point]) -> list[Point]:
    """A curve through all of the points (Catmull-Rom)."""
    if len(points) < 3:
        return points
    whole = [points[0], *points, points[-1]]
    curve: list[Point] = []
    # Between each two points the curve is bent by the one before and the one after.
    for before, a, b, after in zip(whole, whole[1:], whole[2:], whole[3:], strict=False):
        for piece in range(_PIECES):
            xs, ys = zip(before, a, b, after, strict=True)
            curve.append((_spline(*xs, piece / _PIECES), _spline(*ys, piece / _PIECES)))
    return [*curve, points[-1]]


def _spline(a: float, b: float, c: float, d: float, t: float) -> float:
    """One coordinate of the curve a share ``t`` of the way from ``b`` to ``c``."""
    return 0.5 * (
        2 * b
        + (c - a) * t
        + (2 * a - 5 * b + 4 * c - d) * t * t
        + (3 * b - a - 3 * c + d) * t * t * t
    )


def _swayed(a: Point, b: Point, by: float, along: float = 0.5) -> Point:
    """A point along a hexside, its middle if not said, moved to one side."""
    return (
        a[0] + (b[0] - a[0]) * along + (a[1] - b[1]) * by,
        a[1] + (b[1] - a[1]) * along + (b[0] - a[0]) * by,
    )


def shores(
    hexmap: HexMap, layout: HexLayout, water: Collection[str], fixed: Iterable[Point]
) -> list[tuple[bool, list[Point]]]:
    """Outlines of the hexes of open water, without corners; whether each is an island's.

    They keep to the edge of the map, and to the points of ``fixed`` (where rivers run in).
    """
    meeting: dict[Corner, int] = {}
    for number in hexmap.numbers:
        for corner in layout.corners(hexmap.axial(number)):
            meeting[grid_point(corner)] = meeting.get(grid_point(corner), 0) + 1
    still = {corner for corner, hexes in meeting.items() if hexes < 3} | set(map(grid_point, fixed))
    coasts = []
    for loop in layout.outline([hexmap.axial(number) for number in water]):
        points: list[tuple[Point, bool]] = []
        for a, b in pairwise([*loop, loop[0]]):
            held = grid_point(a) in still
            points.append((a, held))
            if not (held and grid_point(b) in still):
                rng = Random(f"{grid_point(a)}")  # the same shore whenever it is drawn
                points += [
                    (_swayed(a, b, rng.uniform(-_SHORE, _SHORE), along), False)
                    for along in (0.22, 0.5, 0.78)
                ]
        for _ in range(3):
            points = _cut_corners(points)
        coasts.append((not goes_round(loop), [point for point, _ in points]))
    return coasts


def _cut_corners(points: list[tuple[Point, bool]]) -> list[tuple[Point, bool]]:
    """Chaikin's way to round a closed line; points that are held stay."""
    cut: list[tuple[Point, bool]] = []
    for (a, a_held), (b, b_held) in pairwise([*points, points[0]]):
        cut.append((a, True) if a_held else (between(a, b, 0.25), False))
        if not b_held:
            cut.append((between(a, b, 0.75), False))
    return cut


# Roads, tracks and railways as they lie in each hex: where they enter, and where they meet.
#
# All is worked out once for a map, in units of the paper. Each way has a gate in the middle of
# every hexside that it crosses, moved aside where several run together; a road that ends at the
# edge of the map gets one more, over the edge. Two gates make a curve; more of them meet, in the
# place that lies in the hex, or else on the curve of the way that passes through.


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
        gates.extend(_run_off(hexmap, layout, kind, number, gates))
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
    return [way._replace(joint=joints.get(way.number)) for way in pieces]


def _run_off(
    hexmap: HexMap, layout: HexLayout, kind: str, number: str, gates: list[Point]
) -> list[Point]:
    """The gate over the edge of the map of a road that ends in a hex there."""
    others = [other for other in hexmap.neighbors(number) if hexmap.path(number, other)]
    if len(gates) > 1 or len(others) != 1 or kind not in hexmap.path(number, others[0]):
        return []
    gate = midpoint(*layout.hexside(hexmap.axial(number), hexmap.axial(others[0])))
    edge = edge_gate(hexmap, layout, number, gate)
    return [edge] if edge is not None else []


def edge_gate(hexmap: HexMap, layout: HexLayout, number: str, gate: Point) -> Point | None:
    """Where a road that enters a hex of the map's edge through ``gate`` runs off the map.

    The middle of the outer side that lies most nearly opposite; None in a hex inside the map, or
    where no outer side lies ahead.
    """
    here = hexmap.axial(number)
    x, y = layout.center(here)
    corners = layout.corners(here)
    in_x, in_y = x - gate[0], y - gate[1]
    best, straightest = None, 0.35  # the cosine of the angle by which the road turns
    for side, step in enumerate(layout.side_steps):
        if hexmap.number_at(Hex(here.q + step.q, here.r + step.r)) is not None:
            continue
        middle = midpoint(corners[side], corners[(side + 1) % 6])
        out_x, out_y = middle[0] - x, middle[1] - y
        cosine = (out_x * in_x + out_y * in_y) / (math.hypot(out_x, out_y) * math.hypot(in_x, in_y))
        if cosine > straightest:
            best, straightest = middle, cosine
    return best
