"""Rivers and shores as a draughtsman draws them: one line through many hexsides, without corners.

All is worked out once for a map, in units of the paper, so that the tiles of a map meet. Hexsides
are chained from junction to junction; the middle of each is moved a little aside, by a random
number that depends on the hexes alone; the corners give way and a curve is laid through what
remains. Shores begin with the outlines of open water and have their corners cut, but stay where
rivers run in and where the map ends.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import pairwise
from random import Random
from typing import NamedTuple

from hexwar.hexmap import HexMap
from hexwar.viewer.drawing.geometry import HexLayout, Point, between, goes_round, grid_point
from hexwar.viewer.printed_map.looks import CROSSINGS, WATER

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
    hexmap: HexMap, layout: HexLayout, looks: Mapping[str, str], patterns: Collection[str]
) -> list[tuple[str, list[Point]]]:
    """Lines where water runs, each with its kind, from a junction to the next.

    ``looks`` is each kind of hexside with how it is drawn; lines are answered of the kinds that
    have one of ``patterns``. Whatever else runs along a river (a cliff) takes the river's course.
    It passes through the middle of a hexside that has a bridge.
    """
    courses: list[tuple[str, list[Point]]] = []
    sides = {
        pair: features
        for pair, features in hexmap.hexsides.items()
        if any(looks[kind] in WATER for kind in features)
    }
    kinds = {kind for features in sides.values() for kind in features if looks[kind] in patterns}
    # Counted over all kinds of water: a stream ends where it runs into a river, which goes on.
    meetings: dict[Corner, int] = {}
    for a, b in sides:
        for end in layout.hexside(hexmap.axial(a), hexmap.axial(b)):
            meetings[grid_point(end)] = meetings.get(grid_point(end), 0) + 1
    for kind in sorted(kinds):
        reaches: dict[Corner, list[_Reach]] = {}
        for (a, b), features in sides.items():
            if kind not in features:
                continue
            start, end = layout.hexside(hexmap.axial(a), hexmap.axial(b))
            rng, sway = Random(f"{a}{b}"), 0.0
            # A bridge is drawn on the middle of its hexside, where the water has to pass.
            if not any(looks[feature] in CROSSINGS for feature in features):
                sway = rng.choice((-1, 1)) * rng.uniform(*_SWAY)
            middle = _swayed(start, end, sway)
            start_point, end_point = grid_point(start), grid_point(end)
            reaches.setdefault(start_point, []).append(_Reach(end_point, start, middle, end))
            reaches.setdefault(end_point, []).append(_Reach(start_point, end, middle, start))
        for line in _chains(reaches, meetings):
            points = list(line)
            for index in range(2, len(line) - 1, 2):  # corners are pulled in, middles stay
                (ax, ay), (x, y), (bx, by) = line[index - 1], line[index], line[index + 1]
                points[index] = (x + ((ax + bx) / 2 - x) * _EASE, y + ((ay + by) / 2 - y) * _EASE)
            courses.append((kind, through(points)))
    return courses


def _chains(
    reaches: dict[Corner, list[_Reach]], meetings: Mapping[Corner, int]
) -> Iterable[list[Point]]:
    """Corners and middles in turn, along each line that does not branch."""
    walked: set[frozenset[Corner]] = set()
    # From the ends first: begun in its middle a line would come apart in two.
    ends = [corner for corner in reaches if meetings[corner] != 2]
    for corner in [*ends, *reaches]:
        for first_step in reaches[corner]:
            if frozenset((corner, first_step.far)) in walked:
                continue
            line, corner_now, onward = [first_step.start], corner, [first_step]
            while onward:
                reach = onward[0]
                walked.add(frozenset((corner_now, reach.far)))
                line += [reach.middle, reach.end]
                corner_now = reach.far
                # Where lines meet this one ends, and another begins.
                onward = [
                    step
                    for step in (reaches[corner_now] if meetings[corner_now] == 2 else ())
                    if frozenset((corner_now, step.far)) not in walked
                ]
            yield line


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
            is_still = grid_point(a) in still
            points.append((a, is_still))
            if not (is_still and grid_point(b) in still):
                rng = Random(f"{grid_point(a)}")  # the same shore whenever it is drawn
                points += [
                    (_swayed(a, b, rng.uniform(-_SHORE, _SHORE), along), False)
                    for along in (0.22, 0.5, 0.78)
                ]
        for _ in range(3):
            # Chaikin's way to round a closed line; points that are held stay.
            cut: list[tuple[Point, bool]] = []
            for (a, a_held), (b, b_held) in pairwise([*points, points[0]]):
                cut.append((a, True) if a_held else (between(a, b, 0.25), False))
                if not b_held:
                    cut.append((between(a, b, 0.75), False))
            points = cut
        coasts.append((not goes_round(loop), [point for point, _ in points]))
    return coasts
