"""Axial coordinates: hexes as integer pairs, and the geometry that needs no map.

A hex is ``(q, r)``; its third cube coordinate is ``s = -q - r``. On a flat-topped map ``q`` counts
columns to the right and ``r`` counts hexes downwards; on a pointy-topped map ``r`` counts rows
downwards and ``q`` counts hexes to the right. The formulas are those of Red Blob Games,
"Hexagonal Grids".

First coordinates, distance, lines and rings; then which hexside of a hex another lies behind, and
how a unit with a facing sees that.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple

Orientation = Literal["flat", "pointy"]


class Hex(NamedTuple):
    """A hex in axial coordinates."""

    q: int
    r: int


AXIAL_DIRECTIONS: tuple[Hex, ...] = (
    Hex(0, -1),
    Hex(1, -1),
    Hex(1, 0),
    Hex(0, 1),
    Hex(-1, 1),
    Hex(-1, 0),
)
"""The steps to the six neighbours, clockwise; the first is N when flat, NW when pointy."""

FLAT_DIRECTIONS: Mapping[str, Hex] = MappingProxyType(
    dict(zip(("N", "NE", "SE", "S", "SW", "NW"), AXIAL_DIRECTIONS, strict=True))
)
"""Direction name to step on a flat-topped map, clockwise from north."""

POINTY_DIRECTIONS: Mapping[str, Hex] = MappingProxyType(
    dict(
        zip(
            ("NE", "E", "SE", "SW", "W", "NW"),
            AXIAL_DIRECTIONS[1:] + AXIAL_DIRECTIONS[:1],
            strict=True,
        )
    )
)
"""Direction name to step on a pointy-topped map, clockwise from north-east."""


def directions(orientation: Orientation) -> Mapping[str, Hex]:
    """Direction names and steps of a map, in clockwise order.

    >>> list(directions("pointy"))
    ['NE', 'E', 'SE', 'SW', 'W', 'NW']
    """
    return FLAT_DIRECTIONS if orientation == "flat" else POINTY_DIRECTIONS


def distance(a: Hex, b: Hex) -> int:
    """Hexes between ``a`` and ``b``, counting ``b`` but not ``a``.

    >>> distance(Hex(0, 0), Hex(2, -1))
    2
    """
    dq, dr = a.q - b.q, a.r - b.r
    return max(abs(dq), abs(dr), abs(dq + dr))


def round_axial(q: float, r: float) -> Hex:
    """The hex that contains a fractional position: cube rounding, for picking with a pointer.

    >>> round_axial(0.9, 0.2)
    Hex(q=1, r=0)
    """
    s = -q - r
    near_q, near_r, near_s = round(q), round(r), round(s)
    off = abs(near_q - q), abs(near_r - r), abs(near_s - s)
    return _on_plane(near_q, near_r, near_s, *off)


def _on_plane(q: int, r: int, s: int, off_q: float, off_r: float, off_s: float) -> Hex:
    """The hex of rounded cube coordinates, each of which was rounded by so much (its ``off_``).

    Rounded one by one they need no longer sum to 0; those of a hex do.
    """
    # The coordinate that moved furthest is the least to be trusted: the other two give it.
    if off_q > off_r and off_q > off_s:
        q = -r - s
    elif off_r > off_s:
        r = -q - s
    return Hex(q, r)


# A line that runs exactly along a hexside belongs to neither hex. Its points are nudged, always
# the same way, by (1, 2, -3) parts in 16 of the finest step: enough to break every tie between
# cube coordinates and too little to change anything else.
_NUDGE_Q, _NUDGE_R, _NUDGE_PARTS = 1, 2, 16


def line(a: Hex, b: Hex) -> tuple[Hex, ...]:
    """The straight line of hexes from ``a`` to ``b``, both included.

    Computed in whole numbers, so it is the same on every machine, and the line back is the same
    line reversed.

    >>> line(Hex(0, 0), Hex(2, 0))
    (Hex(q=0, r=0), Hex(q=1, r=0), Hex(q=2, r=0))
    """
    steps = distance(a, b)
    if steps == 0:
        return (a,)
    whole = steps * _NUDGE_PARTS
    hexes = []
    for step in range(steps + 1):
        back = steps - step
        q = (a.q * back + b.q * step) * _NUDGE_PARTS + _NUDGE_Q
        r = (a.r * back + b.r * step) * _NUDGE_PARTS + _NUDGE_R
        s = -q - r
        # Rounded to the nearest whole hex by integers: floats may break a tie either way.
        near_q, near_r, near_s = ((2 * parts + whole) // (2 * whole) for parts in (q, r, s))
        off = abs(near_q * whole - q), abs(near_r * whole - r), abs(near_s * whole - s)
        hexes.append(_on_plane(near_q, near_r, near_s, *off))
    return tuple(hexes)


def ring(center: Hex, radius: int) -> tuple[Hex, ...]:
    """The hexes at exactly ``radius`` from ``center``, clockwise from the first direction.

    >>> len(ring(Hex(0, 0), 2))
    12
    """
    if radius < 0:
        raise ValueError(f"a ring needs a radius of 0 or more, not {radius}")
    if radius == 0:
        return (center,)
    first = AXIAL_DIRECTIONS[0]
    q, r = center.q + first.q * radius, center.r + first.r * radius
    hexes = []
    for side in range(6):
        # From a corner, the next corner clockwise lies two directions further round.
        step = AXIAL_DIRECTIONS[(side + 2) % 6]
        for _ in range(radius):
            hexes.append(Hex(q, r))
            q, r = q + step.q, r + step.r
    return tuple(hexes)


def within(center: Hex, radius: int) -> tuple[Hex, ...]:
    """The hexes at most ``radius`` from ``center``, itself included, nearest first.

    >>> len(within(Hex(0, 0), 2))
    19
    """
    if radius < 0:
        raise ValueError(f"a radius is 0 or more, not {radius}")
    return tuple(hex_ for distance_ in range(radius + 1) for hex_ in ring(center, distance_))


def turned(facing: int, other: int) -> int:
    """By how many hexsides a unit turns from one facing to another, the shorter way.

    >>> turned(0, 5), turned(1, 4)
    (1, 3)
    """
    around = (other - facing) % 6
    return min(around, 6 - around)


# -- where hexes lie from one another, by the hexside through which the line leaves; facings -------

# A unit looks through a hexside or over a corner, both by their numbers clockwise, as the
# directions of the map have them. What it sees of another hex is first the hexside towards that
# (:func:`hexsides_toward`), and then how this hexside lies relative to its facing
# (:func:`hexside_seen`).


FLAT_CORNERS = ("NNE", "E", "SSE", "SSW", "W", "NNW")
"""The corners of a hex on a flat-topped map, clockwise, as :func:`corners` has them."""

POINTY_CORNERS = ("ENE", "ESE", "S", "WSW", "WNW", "N")
"""The corners of a hex on a pointy-topped map, clockwise."""

FROM_HEXSIDE = (
    "ahead",
    "right_ahead",
    "right_behind",
    "behind",
    "left_behind",
    "left_ahead",
)
"""The hexsides as seen by a unit that looks through one of them, clockwise."""

FROM_CORNER = (
    "right_ahead",
    "right",
    "right_behind",
    "left_behind",
    "left",
    "left_ahead",
)
"""The hexsides as seen by a unit that looks over a corner, clockwise: none lies straight ahead."""


def corners(orientation: Orientation) -> tuple[str, ...]:
    """The corners of a hex, clockwise; each lies behind the hexside with the same number.

    >>> corners("flat")[0], list(directions("flat"))[0]
    ('NNE', 'N')
    """
    return FLAT_CORNERS if orientation == "flat" else POINTY_CORNERS


def hexside_seen(facing: int, hexside: int, *, corner: bool) -> int:
    """Which hexside it is to a unit that looks through hexside ``facing``, or over that ``corner``:
    an index into :data:`FROM_HEXSIDE` or :data:`FROM_CORNER`.

    >>> FROM_HEXSIDE[hexside_seen(1, 2, corner=False)], FROM_CORNER[hexside_seen(1, 2, corner=True)]
    ('right_ahead', 'right_ahead')
    """
    # A corner lies behind the hexside with its number: what is right ahead over it is the next one.
    return (hexside - facing - corner) % 6


def hexsides_toward(a: Hex, b: Hex, orientation: Orientation) -> tuple[int, ...]:
    """The hexside of ``a`` through which the line of the centres leaves to ``b``, counted clockwise
    in the order of directions; the two beside the corner where it leaves over one, none for
    a hex itself.

    >>> hexsides_toward(Hex(0, 0), Hex(1, -3), "flat")
    (0,)
    >>> hexsides_toward(Hex(0, 0), Hex(1, -2), "flat")
    (0, 1)
    """
    dq, dr = b.q - a.q, b.r - a.r
    steps = tuple(directions(orientation).values())
    for side, (step, next_step) in enumerate(zip(steps, (*steps[1:], steps[0]), strict=True)):
        # The difference is so many steps in one direction and so many in the next one: Cramer's
        # rule, multiplied by the determinant in place of divided, as it is 1 or -1.
        determinant = step.q * next_step.r - step.r * next_step.q
        first = (dq * next_step.r - dr * next_step.q) * determinant
        second = (step.q * dr - step.r * dq) * determinant
        if first > 0 and second >= 0:
            # As many steps of both: the line leaves through the corner between the two hexsides.
            if first == second:
                return tuple(sorted((side, (side + 1) % 6)))
            return (side,) if first > second else ((side + 1) % 6,)
    return ()
