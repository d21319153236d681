"""Where letters would stand in the way: on counters, hex numbers and the names of places.

Lengths are in units of the paper.
"""

from __future__ import annotations

from collections.abc import Collection

from hexwar.hexmap import HexMap
from hexwar.viewer.drawing.geometry import HexLayout, Point

_COUNTER = 0.62  # half the side of a counter, and half a letter
_NUMBER = (0.5, 0.3, -0.68)  # half its width and height with half a letter, and where it stands
_NAME = (1.0, 0.32, 0.735)
_ON_COUNTER, _ON_NUMBER, _ON_NAME, _OFF_MAP = 1.0, 3.0, 5.0, 2.0


class LabelRoom:
    """The room between what lies in the hexes of a map; ``named`` are the hexes with a name."""

    def __init__(self, hexmap: HexMap, layout: HexLayout, named: Collection[str]) -> None:
        self._map, self._layout, self._named = hexmap, layout, frozenset(named)

    def cost(self, at: Point) -> float:
        """How much a letter with its middle there is in the way; 0 where it is free."""
        here = self._layout.hex_at(*at)
        number = self._map.number_at(here)
        if number is None:
            return _OFF_MAP
        x, y = self._layout.center(here)
        across, down = abs(at[0] - x), at[1] - y
        cost = 0.0
        if across < _COUNTER and abs(down) < _COUNTER:
            cost += _ON_COUNTER
        wide, high, where = _NUMBER
        if across < wide and abs(down - where) < high:
            cost += _ON_NUMBER
        wide, high, where = _NAME
        if number in self._named and across < wide and abs(down - where) < high:
            cost += _ON_NAME
        return cost
