"""Say whether points lie in an outline of thousands of corners, thousands of times.

The crossings of a height with the outline are worked out once and sorted: a point lies inside if an
odd number of them is to its right. Hexes lie in rows, so that many points share a height.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

Point = tuple[float, float]

MOST_LINES = 5000
"""Heights for which crossings are kept."""


class Outline:
    """A polygon, closed by itself; by the even-odd rule. One of fewer than three corners is empty.

    >>> Outline([(0, 0), (10, 0), (10, 10), (0, 10)]).holds((5, 5))
    True
    """

    def __init__(self, corners: Sequence[Point]) -> None:
        self.corners = tuple(corners) if len(corners) > 2 else ()
        xs, ys = [x for x, _ in self.corners], [y for _, y in self.corners]
        self.left, self.right = min(xs, default=0), max(xs, default=0)
        self.top, self.bottom = min(ys, default=0), max(ys, default=0)
        self._crossings: dict[float, list[float]] = {}

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """The left, top, right and bottom of the box around it."""
        return self.left, self.top, self.right, self.bottom

    def __bool__(self) -> bool:
        return bool(self.corners)

    def holds(self, point: Point) -> bool:
        """Say whether a point lies in it."""
        x, y = point
        if not (self.left <= x <= self.right and self.top <= y <= self.bottom):
            return False
        crossings = self._crossings.get(y)
        if crossings is None:
            crossings = []  # where the outline crosses the height, from left to right
            ax, ay = self.corners[-1] if self.corners else (0.0, 0.0)
            for bx, by in self.corners:
                # Half open, so that a corner on the height counts for one of its two edges only.
                if (ay > y) != (by > y):
                    crossings.append((bx - ax) * (y - ay) / (by - ay) + ax)
                ax, ay = bx, by
            crossings.sort()
            if len(self._crossings) < MOST_LINES:
                self._crossings[y] = crossings
        return (len(crossings) - bisect_right(crossings, x)) % 2 == 1
