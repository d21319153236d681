"""Where hexes lie from one another, by the hexside through which the line leaves; facings.

A unit looks through a hexside or over a corner, both by their numbers clockwise, as the directions
of the map have them. What it sees of another hex is first the hexside towards that
(:func:`hexsides_toward`), and then how this hexside lies to who looks so (:func:`hexside_seen`).
"""

from __future__ import annotations

from hexwar.hexmap.axial import Hex, Orientation, directions

FLAT_CORNERS = ("NNE", "E", "SSE", "SSW", "W", "NNW")
POINTY_CORNERS = ("ENE", "ESE", "S", "WSW", "WNW", "N")

FROM_HEXSIDE = (
    "ahead",
    "right_ahead",
    "right_behind",
    "behind",
    "left_behind",
    "left_ahead",
)
"""The hexsides as seen by who looks through one of them, clockwise."""

FROM_CORNER = (
    "right_ahead",
    "right",
    "right_behind",
    "left_behind",
    "left",
    "left_ahead",
)
"""The same of who looks over a corner: nothing lies straight ahead."""


def corners(orientation: Orientation) -> tuple[str, ...]:
    """The corners of a hex, clockwise; each lies behind the hexside with the same number.

    >>> corners("flat")[0], list(directions("flat"))[0]
    ('NNE', 'N')
    """
    return FLAT_CORNERS if orientation == "flat" else POINTY_CORNERS


def hexside_seen(facing: int, hexside: int, *, corner: bool) -> int:
    """Which hexside it is to who looks through hexside ``facing``, or over that ``corner``: a
    place in :data:`FROM_HEXSIDE` or :data:`FROM_CORNER`.

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
