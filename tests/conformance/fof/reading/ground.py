"""The table: distance, lines of sight by exact fractions, and cover.

The map is read here from its file once more, line by line. Hexes are numbered column and row, have
a flat top, and even columns lie half a hex lower. The plane is stretched so that all corners are
rational: the middle of a hex is at (3/2 column, row or row + 1/2), its corners a whole to the left
and right, and a half left or right, up or down. Stretching leaves straight lines straight.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path

import yaml

Point = tuple[Fraction, Fraction]
HALF = Fraction(1, 2)
BLOCKING = {"woods", "building"}
CORNERS = (
    (Fraction(1), Fraction(0)),
    (HALF, HALF),
    (-HALF, HALF),
    (Fraction(-1), Fraction(0)),
    (-HALF, -HALF),
    (HALF, -HALF),
)
"""The corners of a hex, seen from its middle, in their order around it."""


class Ground:
    """The table of the booklet, as the file of the map lays it out."""

    def __init__(self, file: Path) -> None:
        drawn = yaml.safe_load(file.read_text(encoding="utf-8"))["map"]
        self.columns, self.rows = drawn["grid"]["columns"], drawn["grid"]["rows"]
        lines = [line.split() for line in drawn["terrain"].splitlines() if line.strip()]
        self.terrain = {
            column + line[0]: drawn["legend"][sign]
            for line in lines[1:]
            for column, sign in zip(lines[0][1:], line[1:], strict=True)
        }
        self.low_cover = {
            frozenset(side.split("/"))
            for kind in ("wall", "stream")
            for side in drawn["hexsides"][kind]
        }

    def blocks(self, hex_: str) -> bool:
        """Woods and buildings block; walls, the stream and units never do."""
        return self.terrain[hex_] in BLOCKING

    def near(self, here: str, there: str) -> list[str]:
        """The hexes that a line between two can touch: those of the box around it."""
        columns = sorted((int(here[:2]), int(there[:2])))
        rows = sorted((int(here[2:]), int(there[2:])))
        return [
            f"{column:02}{row:02}"
            for column in range(max(columns[0] - 1, 1), min(columns[1] + 1, self.columns) + 1)
            for row in range(max(rows[0] - 1, 1), min(rows[1] + 1, self.rows) + 1)
        ]

    def blockers(self, here: str, there: str) -> set[str]:
        """What stands in the way: hexes that the line crosses, pairs that it runs between."""
        return set(_blockers(self, *sorted((here, there))))

    def sees(self, here: str, there: str) -> bool:
        """Whether the line is free, the same both ways."""
        return not self.blockers(here, there)

    def cover(self, firer: str, target: str) -> bool:
        """Whether the target has cover, once: its hex, or a wall or bank where the line enters.

        A line that comes in at a corner comes in by two hexsides, and both must be cover.
        """
        if self.blocks(target):
            return True
        entered = self.entered(firer, target)
        return bool(entered) and all(side in self.low_cover for side in entered)

    def entered(self, firer: str, target: str) -> list[frozenset[str]]:
        """The hexsides of the target's hex by which the line comes in: one, or two at a corner."""
        sides = []
        start, end = middle(firer), middle(target)
        for neighbor in self.neighbors(target):
            ends = [point for point in corners(target) if point in corners(neighbor)]
            if meets(start, end, ends[0], ends[1]):
                sides.append(frozenset((neighbor, target)))
        return sides

    def neighbors(self, hex_: str) -> list[str]:
        """The hexes beside a hex that are on the table."""
        return [
            other for other in self.near(hex_, hex_) if other != hex_ and distance(hex_, other) == 1
        ]


@cache
def middle(hex_: str) -> Point:
    """The middle of a hex."""
    column, row = int(hex_[:2]), int(hex_[2:])
    return Fraction(3 * column, 2), row + (HALF if column % 2 == 0 else Fraction(0))


@cache
def corners(hex_: str) -> tuple[Point, ...]:
    """The six corners of a hex."""
    x, y = middle(hex_)
    return tuple((x + across, y + down) for across, down in CORNERS)


def distance(here: str, there: str) -> int:
    """How many inches, which are hexes, lie between two: one for hexes side by side."""
    first, second = (
        (int(hex_[:2]), int(hex_[2:]) - (int(hex_[:2]) - 1) // 2) for hex_ in (here, there)
    )
    across, down = second[0] - first[0], second[1] - first[1]
    return (abs(across) + abs(down) + abs(across + down)) // 2


def turn(a: Point, b: Point, c: Point) -> Fraction:
    """On which side of the line from a to b the point c lies: 0 on the line."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def meets(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two segments that do not lie in one line have a point in common, ends included."""
    if turn(a, b, c) == turn(a, b, d) == 0:
        return False
    return turn(a, b, c) * turn(a, b, d) <= 0 and turn(c, d, a) * turn(c, d, b) <= 0


def crosses(a: Point, b: Point, hex_: str) -> bool:
    """Whether the segment runs through the inside of a hex: a corner or an edge is not inside."""
    inside = corners(hex_)
    low, high = Fraction(0), Fraction(1)
    for first, second in zip(inside, (*inside[1:], inside[0]), strict=True):
        start, end = turn(first, second, a), turn(first, second, b)
        if start <= 0 and end <= 0:
            return False
        if start < 0 or end < 0:
            at = start / (start - end)
            low, high = (max(low, at), high) if start < 0 else (low, min(high, at))
    return low < high


def along(a: Point, b: Point, one: str, other: str) -> bool:
    """Whether the segment runs along the hexside between two hexes."""
    ends = [point for point in corners(one) if point in corners(other)]
    if len(ends) < 2 or any(turn(a, b, point) != 0 for point in ends):
        return False
    reach = [_along(a, b, point) for point in ends]
    return max(reach) > 0 and min(reach) < 1


def _along(a: Point, b: Point, point: Point) -> Fraction:
    if a[0] != b[0]:
        return (point[0] - a[0]) / (b[0] - a[0])
    return (point[1] - a[1]) / (b[1] - a[1])


@cache
def _blockers(ground: Ground, here: str, there: str) -> frozenset[str]:
    if here == there:
        return frozenset()
    start, end = middle(here), middle(there)
    between = [
        hex_
        for hex_ in ground.near(here, there)
        if hex_ not in (here, there) and ground.blocks(hex_)
    ]
    found = {hex_ for hex_ in between if crosses(start, end, hex_)}
    found |= {
        f"{one}/{other}"
        for place, one in enumerate(between)
        for other in between[place + 1 :]
        if distance(one, other) == 1 and along(start, end, one, other)
    }
    return frozenset(found)
