"""Rivers and shores as a draughtsman draws them: one line through many hexsides, without corners.

All is worked out once for a map, in units of the paper, so that the tiles of a map meet. Hexsides
are chained from junction to junction; the middle of each is moved a little aside, by a random
number that hangs on the hexes alone; the corners give way and a curve is laid through what remains.
Shores begin with the outlines of open water and have their corners cut, but stay where rivers run
in and where the map ends.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import pairwise
from random import Random

from hexwar.hexmap import HexMap
from hexwar.viewer.drawing.geometry import HexLayout, Point, between, grid_point
from hexwar.viewer.printed_map.looks import CROSSINGS, WATER

_EASE = 0.34  # how far a corner gives way towards its neighbours
_SWAY = (0.04, 0.1)  # by how much a line leaves the hexside, in units
_SHORE = 0.15  # by how much a shore leaves it
_PIECES = 5  # of a curve between two points

Corner = tuple[int, int]


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
        edges: dict[Corner, list[tuple[Corner, Point, Point, Point]]] = {}
        for (a, b), held in sides.items():
            if kind not in held:
                continue
            start, end = layout.hexside(hexmap.axial(a), hexmap.axial(b))
            # A bridge is drawn on the middle of its hexside, where the water has to pass.
            still = any(drawn[other] in CROSSINGS for other in held)
            middle = _swayed(start, end, 0.0 if still else _sway(f"{a}{b}"))
            key, other_key = grid_point(start), grid_point(end)
            edges.setdefault(key, []).append((other_key, start, middle, end))
            edges.setdefault(other_key, []).append((key, end, middle, start))
        courses += [(kind, _eased(line)) for line in _chains(edges, meetings)]
    return courses


def _chains(
    edges: dict[Corner, list[tuple[Corner, Point, Point, Point]]], meetings: Mapping[Corner, int]
) -> Iterable[list[Point]]:
    """Corners and middles in turn, along each line that does not branch."""
    used: set[frozenset[Corner]] = set()
    # From the ends first: begun in its middle a line would come apart in two.
    ends = [corner for corner in edges if meetings[corner] != 2]
    for corner in [*ends, *edges]:
        for first in edges[corner]:
            if frozenset((corner, first[0])) in used:
                continue
            line, at, step = [first[1]], corner, first
            while frozenset((at, step[0])) not in used:
                used.add(frozenset((at, step[0])))
                line += [step[2], step[3]]
                onward = [
                    edge for edge in edges[step[0]] if frozenset((step[0], edge[0])) not in used
                ]
                at = step[0]
                if meetings[at] != 2 or not onward:
                    break
                step = onward[0]
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
    for p0, p1, p2, p3 in zip(whole, whole[1:], whole[2:], whole[3:], strict=False):
        for piece in range(_PIECES):
            t = piece / _PIECES
            curve.append(
                (_spline(p0[0], p1[0], p2[0], p3[0], t), _spline(p0[1], p1[1], p2[1], p3[1], t))
            )
    return [*curve, points[-1]]


def _spline(a: float, b: float, c: float, d: float, t: float) -> float:
    return 0.5 * (
        2 * b
        + (c - a) * t
        + (2 * a - 5 * b + 4 * c - d) * t * t
        + (3 * b - a - 3 * c + d) * t * t * t
    )


def _sway(seed: str) -> float:
    rng = Random(seed)
    return rng.choice((-1, 1)) * rng.uniform(*_SWAY)


def _swayed(a: Point, b: Point, by: float, along: float = 0.5) -> Point:
    """A point along a hexside, its middle if not said, moved to one side."""
    return (
        a[0] + (b[0] - a[0]) * along + (a[1] - b[1]) * by,
        a[1] + (b[1] - a[1]) * along + (b[0] - a[0]) * by,
    )


def _bends(seed: str) -> list[tuple[float, float]]:
    """How far a shore leaves a hexside, and where along it."""
    rng = Random(seed)
    return [(rng.uniform(-_SHORE, _SHORE), along) for along in (0.22, 0.5, 0.78)]


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
        # The sign of the area says which way round an outline runs: those of islands run the other
        # way.
        area = sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise([*loop, loop[0]]))
        points: list[tuple[Point, bool]] = []
        for a, b in pairwise([*loop, loop[0]]):
            held = grid_point(a) in still
            points.append((a, held))
            if not (held and grid_point(b) in still):
                points += [(_swayed(a, b, *bend), False) for bend in _bends(f"{grid_point(a)}")]
        for _ in range(3):
            points = _cut_corners(points)
        coasts.append((area < 0, [point for point, _ in points]))
    return coasts


def _cut_corners(points: list[tuple[Point, bool]]) -> list[tuple[Point, bool]]:
    """Chaikin's way to round a closed line; points that are held stay."""
    cut: list[tuple[Point, bool]] = []
    for (a, a_held), (b, b_held) in pairwise([*points, points[0]]):
        cut.append((a, True) if a_held else (between(a, b, 0.25), False))
        if not b_held:
            cut.append((between(a, b, 0.75), False))
    return cut
