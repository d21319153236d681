"""The straight line from the centre of one hex to that of another, in whole numbers.

Every line lies between the directions to two neighbours: ``n`` steps lead along it, ``p`` of them
in the direction ``turned`` and the others, no fewer, in the direction ``ahead``. A hex is named by
``(i, k)``: the steps that lead to it, and how many of them were turned. In the column ``i`` the
line runs at the height ``i * p / n``, and the hex fills the heights nearer than half a hex to
``k`` for a third of a column to either side; no line is steep enough to cross it only elsewhere.
Multiplied out, the line crosses its interior if ``3 * (p * i - n * k)`` is nearer to 0 than
``2 * n - p``, and touches it at a corner if it is just as far.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, reduce
from itertools import pairwise
from math import prod
from operator import or_
from typing import NamedTuple

from hexwar.hexmap.axial import Hex, directions
from hexwar.hexmap.hexmap import HexMap

_WIDE = 1 << 20
"""More than any two coordinates differ, so that both fit in one number."""


class SightLine(NamedTuple):
    """What a line from centre to centre meets, in its order.

    ``hexes``: those whose interior it crosses, origin and target included. ``beside``: between each
    of them and the next what lies beside the line there: nothing where it crosses the side that the
    two share; one hex where it passes the corner at which the three meet; two hexes where it runs
    along the side between these.
    """

    hexes: tuple[Hex, ...]
    beside: tuple[tuple[Hex, ...], ...]


class _Heading(NamedTuple):
    """Where a line goes: ``n`` steps of which ``p`` are turned, as the module says. Steps are
    numbers that can be added up: one ``ahead``, or ``ahead + aside`` where it is turned. What they
    count is the caller's: differences of cells, or of packed coordinates.
    """

    ahead: int
    aside: int
    n: int
    p: int

    def at(self, i: int, k: int) -> int:
        """The way from the origin to the hex ``(i, k)``."""
        return i * self.ahead + k * self.aside

    def touches(self, i: int, k: int) -> bool:
        """Whether the line touches a hex that it does not cross."""
        return abs(3 * (self.p * i - self.n * k)) == 2 * self.n - self.p


def _heading(q: int, r: int, step_q: int, step_r: int) -> _Heading:
    """Where the line to the hex at ``(q, r)`` goes, with what a step along each axis counts."""
    # How fast the three differences of cube coordinates grow, each with the step in which it grows
    # most. The greatest is the sum of the others, so its step is between theirs. (`s` is the third
    # coordinate, `-q - r`.)
    q_over_r, r_over_s, s_over_q = q - r, q + 2 * r, -2 * q - r
    (least, _), (middle, turned), (greatest, ahead) = sorted(
        (
            (q_over_r, step_q - step_r) if q_over_r > 0 else (-q_over_r, step_r - step_q),
            (r_over_s, step_r) if r_over_s > 0 else (-r_over_s, -step_r),
            (s_over_q, -step_q) if s_over_q > 0 else (-s_over_q, step_q),
        )
    )
    return _Heading(ahead, turned - ahead, (middle + greatest) // 3, (middle - least) // 3)


class _Wall(NamedTuple):
    """A line along hexsides as masks in which its lower end is the margin's.

    ``crossed``: the hexes between its ends that it crosses. ``beside``: of each two that it runs
    between, the one; ``apart`` cells on is the other.
    """

    crossed: int
    beside: int
    apart: int


@cache
def _rows(n: int, p: int) -> tuple[tuple[int, int], ...]:
    """For each ``k`` the first ``i`` and the last of the hexes crossed between origin and target;
    where there are none, the last comes just before the first.
    """
    if not p:
        return ((1, n - 1),)
    slack, whole = 2 * n - p, 3 * p
    starts = range(0, 3 * n * p + 1, 3 * n)
    # Strictly between the bounds: a line that only touches a hex does not cross it.
    firsts = [(start - slack) // whole + 1 for start in starts]
    lasts = [(start + slack - 1) // whole for start in starts]
    # Neither the origin nor the target lies between the two.
    firsts[0], lasts[-1] = 1, n - 1
    return tuple(zip(firsts, lasts, strict=True))


def sight_line(a: Hex, b: Hex) -> SightLine:
    """The line from the centre of ``a`` to that of ``b``.

    >>> sight_line(Hex(0, 0), Hex(1, 1)).beside
    ((Hex(q=1, r=0), Hex(q=0, r=1)),)
    >>> sight_line(Hex(0, 0), Hex(2, 1)).hexes
    (Hex(q=0, r=0), Hex(q=1, r=0), Hex(q=1, r=1), Hex(q=2, r=1))
    """
    if a == b:
        return SightLine((a,), ())
    heading = _heading(b.q - a.q, b.r - a.r, _WIDE, 1)
    places = [(0, 0), (heading.n, heading.p)]
    rows = enumerate(_rows(heading.n, heading.p))
    places += ((i, k) for k, (first, last) in rows for i in range(first, last + 1))
    # Each step gains by a whole hex or by half of one: that is the order of the line.
    places.sort(key=lambda place: 2 * place[0] - place[1])

    def hexes_in(some: Sequence[tuple[int, int]]) -> tuple[Hex, ...]:
        ways = (_unpacked(heading.at(*place)) for place in some)
        return tuple(Hex(a.q + q, a.r + r) for q, r in ways)

    beside: list[tuple[Hex, ...]] = []
    for (i, k), (next_i, next_k) in pairwise(places):
        if next_i - i == 2:
            beside.append(hexes_in(((i + 1, k), (i + 1, k + 1))))
        elif next_k != k:
            beside.append(())
        else:
            near = ((i + 1, k + 1), (i, k - 1))
            beside.append(hexes_in([place for place in near if heading.touches(*place)]))
    return SightLine(hexes_in(places), tuple(beside))


def _unpacked(way: int) -> tuple[int, int]:
    """The ``q`` and ``r`` of which a number was made as ``q * _WIDE + r``."""
    r = (way + _WIDE // 2) % _WIDE - _WIDE // 2
    return (way - r) // _WIDE, r


class SightLines:
    """The lines between the hexes of a map as masks, one for all pairs that lie alike."""

    __slots__ = ("_along", "_board", "_combs", "_margin", "_met", "_packed", "_steps", "_walls")

    def __init__(self, hexmap: HexMap) -> None:
        board = self._board = hexmap.board
        # A line may leave the strip of its lower end by a hex that is not on the map.
        self._margin = board.stride + 1
        self._steps = (board.stride, 1) if board.orientation == "flat" else (1, board.stride)
        # The coordinates of each cell in one number: the difference of two is the way between them,
        # by which lines are kept, as all pairs that lie alike have the same line.
        self._packed = [0] * board.size
        for number, cell in board.cell.items():
            at = hexmap.axial(number)
            self._packed[cell] = at.q * _WIDE + at.r
        self._met: dict[int, int] = {0: 0}  # a cell and itself have nothing between them
        self._walls: dict[int, _Wall] = {}
        self._along = _rays({cell: hexmap.axial(number) for number, cell in board.cell.items()})
        strides = (1, board.stride, board.stride - 1)
        most = board.stride + board.size // board.stride
        self._combs = {apart: _combs(apart, most) for apart in strides}

    def met(self, a: int, b: int) -> int:
        """Mask of the hexes between two cells that the line crosses or runs beside."""
        low, high = (a, b) if a < b else (b, a)
        way = self._packed[high] - self._packed[low]
        met = self._met.get(way)
        if met is None:
            met = self._meet(way)
        return met << low >> self._margin & self._board.on_map

    def unmet(self, cell: int, mask: int, among: int) -> int:
        """Mask of those cells of some to which the line from a cell meets no hex of a mask."""
        clear, packed, moved = 0, self._packed, mask << self._margin
        here, bit, above = packed[cell], self._board.bit, moved >> cell
        # Lines are kept with their lower cell at the margin: the mask is moved there, once where
        # this cell is the lower one, and no line is moved.
        for to in self._board.cells(among):
            way = packed[to] - here if to > cell else here - packed[to]
            met = self._met.get(way)
            if met is None:
                met = self._meet(way)
            if not met & (above if to > cell else moved >> to):
                clear |= bit[to]
        return clear

    def along(self, cell: int) -> int:
        """Mask of the cells to which the line from a cell runs along hexsides; its own is one."""
        return self._along[cell]

    def walled(self, a: int, b: int, mask: int, enough: int) -> bool:
        """Whether a line along hexsides crosses a cell of a mask, or runs between two of which at
        least so many, 1 to 3, are in it.
        """
        low, high = (a, b) if a < b else (b, a)
        way = self._packed[high] - self._packed[low]
        wall = self._walls.get(way)
        if wall is None:
            wall = self._walls[way] = self._wall(way)
        here = mask << self._margin >> low
        if here & wall.crossed:
            return True
        over = here >> wall.apart if wall.apart > 0 else here << -wall.apart
        if enough == 1:
            return (here | over) & wall.beside != 0
        # Two are all that lie beside a hexside: where three are asked for, no such pair blocks.
        return enough == 2 and here & over & wall.beside != 0

    def crosses(self, a: int, b: int, cell: int, direction: int) -> bool:
        """Whether the line between two cells crosses the side of a hex in a direction (by number)
        and not only one of its ends; it crosses the hexes on both sides.
        """
        (q, r), (to_q, to_r) = (_unpacked(self._packed[at] - self._packed[a]) for at in (cell, b))
        steps = tuple(directions(self._board.orientation).values())
        side = steps[direction]
        # The ends of a side are the middles of the two hexes beside it and one more at its end.
        ends = (
            to_q * (3 * r + side.r + turn.r) - to_r * (3 * q + side.q + turn.q)
            # The directions before and after it: `- 5` is one further clockwise, counted from the
            # end.
            for turn in (steps[direction - 1], steps[direction - 5])
        )
        # On which side of the line each end lies: unlike signs are two sides, 0 is on the line.
        return prod(ends) < 0

    def _meet(self, way: int) -> int:
        """The hexes between two that are crossed or lie beside the line: a mask in which the lower
        cell of the two is the margin's. It is kept from then on.
        """
        ahead, aside, n, p = _heading(*_unpacked(way), *self._steps)
        if 2 * p == n:
            # As many turned steps as others: it runs along hexsides, and meets a hex every other
            # column.
            crossed, beside, _ = self._wall(way)
            met = crossed | beside | (beside << aside if aside > 0 else beside >> -aside)
        else:
            at, met, combs, forward = self._margin, 0, self._combs[abs(ahead)], ahead > 0
            # Teeth of a comb go upwards: where ahead leads down the board, the last of a row is
            # lowest.
            for first, last in _rows(n, p):
                met |= combs[last - first + 1] << at + (first if forward else last) * ahead
                at += aside
        self._met[way] = met
        return met

    def _wall(self, way: int) -> _Wall:
        """A line along hexsides: it crosses every other hex, and runs between two in turn."""
        ahead, aside, n, _ = _heading(*_unpacked(way), *self._steps)
        step = 2 * ahead + aside
        crossed = sum(1 << self._margin + i * step for i in range(1, n // 2))
        beside = sum(1 << self._margin + ahead + i * step for i in range(n // 2))
        return _Wall(crossed, beside, aside)


def _rays(hexes: dict[int, Hex]) -> dict[int, int]:
    """By cell, mask of the cells to which lines run along hexsides: in three directions of six."""
    lines: dict[tuple[int, int], int] = {}
    for cell, at in hexes.items():
        for line in _rays_through(at):
            lines[line] = lines.get(line, 0) | 1 << cell
    return {
        cell: reduce(or_, (lines[line] for line in _rays_through(at))) for cell, at in hexes.items()
    }


def _rays_through(at: Hex) -> tuple[tuple[int, int], ...]:
    """The three straight lines along hexsides through the centre of a hex, each by its direction
    (0 to 2) and by what stays the same along it.
    """
    return (0, at.q - at.r), (1, at.q + 2 * at.r), (2, 2 * at.q + at.r)


def _combs(apart: int, most: int) -> list[int]:
    """Masks of 0, 1, 2 ... cells, each so far from the next: rows of hexes across a board."""
    combs = [0]
    for tooth in range(most):
        combs.append(combs[-1] | 1 << tooth * apart)
    return combs
