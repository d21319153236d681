"""Where the keys lead from hex to hex."""

from __future__ import annotations

import math

from hexwar.hexmap import HexMap
from hexwar.viewer.drawing.geometry import HexLayout

_LEAST = 0.3  # of the way to a neighbour that must lead where the key points


def leading(hexmap: HexMap, layout: HexLayout, number: str, way: tuple[int, int]) -> str | None:
    """The neighbour of a hex that lies most nearly a way (right and down) on the paper, if any.

    Where two lie equally near (left and right on a map of flat-topped hexes), the one in the lower
    half is taken from an even column and the upper from an odd one, so that a row of presses goes
    straight.
    """
    dx, dy = way
    here = hexmap.axial(number)
    x, y = layout.center(here)
    best, best_share = None, _LEAST
    for other in hexmap.neighbors(number):
        ox, oy = layout.center(hexmap.axial(other))
        share = ((ox - x) * dx + (oy - y) * dy) / math.hypot(ox - x, oy - y)
        lean = (oy - y if dx else ox - x) * (1 if (here.q if dx else here.r) % 2 else -1)
        share -= 0.001 * (lean > 0)
        if share > best_share:
            best, best_share = other, share
    return best
