"""The slow twin of lines of sight: every printed hex is cut with the line, in fractions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from hexwar.hexmap import HexMap, Numbering

Point = tuple[Fraction, Fraction]
"""A place on paper; one of the axes is shortened by the root of three, which moves no crossing."""

HALF = Fraction(1, 2)
FLAT_CORNERS = [(2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1)]
"""Of a hex with a flat top, in quarters of its width and halves of its height, clockwise."""


@dataclass(frozen=True)
class Twin:
    """What the line meets, by cutting every hex of the map with it: hex numbers in any order."""

    crossed: frozenset[str]
    sides: frozenset[frozenset[str]]
    along: frozenset[frozenset[str]]
    touched: frozenset[str]
    """Hexes that have only a corner on the line."""


def center(numbering: Numbering, number: str) -> Point:
    """Where the middle of a hex is printed, by its column and row alone."""
    place = numbering.parse(number)
    assert place is not None
    column, row = place
    across = column if numbering.columns_from == "left" else -column
    down = row if numbering.rows_from == "top" else -row
    shove = HALF if numbering.is_shoved(column, row) else Fraction(0)
    if numbering.runs_aslant:  # each line half a hex further than the one before
        line = across if numbering.orientation == "flat" else down
        shove = HALF * (-line if numbering.shoved.endswith(("up", "left")) else line)
    if numbering.orientation == "flat":
        return Fraction(3 * across, 2), down + shove
    return across + shove, Fraction(3 * down, 2)


def corners(numbering: Numbering, number: str) -> list[Point]:
    """The six corners of a hex, clockwise."""
    x, y = center(numbering, number)
    if numbering.orientation == "flat":
        return [(x + Fraction(a, 2), y + Fraction(b, 2)) for a, b in FLAT_CORNERS]
    return [(x + Fraction(b, 2), y + Fraction(a, 2)) for a, b in reversed(FLAT_CORNERS)]


def hand(a: Point, b: Point, point: Point) -> Fraction:
    """Positive on one hand of the line from a to b, negative on the other, 0 on it."""
    return (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])


def sides(shape: list[Point]) -> Iterator[tuple[Point, Point]]:
    """The sides of a shape, in its order."""
    yield from zip(shape, shape[1:] + shape[:1], strict=True)


def stretch(a: Point, b: Point, shape: list[Point]) -> tuple[Fraction, Fraction] | None:
    """From which share of the way from a to b to which it lies in a shape, its rim included."""
    low, high = Fraction(0), Fraction(1)
    for one, other in sides(shape):
        begins, ends = hand(one, other, a), hand(one, other, b)
        if begins < 0 and ends < 0:
            return None
        if begins != ends:
            share = begins / (begins - ends)
            low, high = (max(low, share), high) if ends > begins else (low, min(high, share))
    return (low, high) if low <= high else None


def within(share: Fraction, a: Point, b: Point) -> Point:
    """The point at a share of the way."""
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def twin(hexmap: HexMap, a: str, b: str) -> Twin:
    """The line from a to b, asked of every hex of the map by cutting its shape."""
    numbering = hexmap.numbering
    start, end = center(numbering, a), center(numbering, b)
    crossed, touched, rims = set(), set(), {}
    for number in hexmap:
        shape = corners(numbering, number)
        part = stretch(start, end, shape)
        if part is None:
            continue
        middle = within((part[0] + part[1]) / 2, start, end)
        inside = all(hand(one, other, middle) > 0 for one, other in sides(shape))
        if inside:
            crossed.add(number)
        elif part[0] == part[1]:
            touched.add(number)
        else:
            rims[number] = part
    along = {frozenset((n, m)) for n in rims for m in rims if n != m and rims[n] == rims[m]}
    single = {frozenset((n,)) for n in rims if not any(n in pair for pair in along)}
    meeting = (frozenset((n, m)) for n in crossed for m in hexmap.neighbors(n) if m in crossed)
    cut = frozenset(pair for pair in meeting if _cut(numbering, sorted(pair), start, end))
    return Twin(frozenset(crossed), cut, frozenset(along | single), frozenset(touched))


def _cut(numbering: Numbering, pair: list[str], start: Point, end: Point) -> bool:
    """Whether a line cuts the side between two hexes anywhere but at its ends."""
    one, other = (set(corners(numbering, number)) for number in pair)
    first, last = sorted(one & other)
    return hand(start, end, first) * hand(start, end, last) < 0
