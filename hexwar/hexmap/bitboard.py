"""Sets of hexes as Python ints, laid out so that the six neighbours are six shifts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import compress
from random import Random

from hexwar.hexmap.axial import Hex, Orientation, directions

# Where at least one cell in so many is set, reading all binary digits beats picking bits singly.
_DENSE = 6
# And where it is one in so many, drawing cells until one is hit beats walking along the mask.
_SPARSE = 16
# Binary digits as text to bytes that `compress` takes for false and true.
_TRUTH = bytes.maketrans(b"01", b"\0\1")


class Board:
    """A map compiled to bitboards: bit ``cell`` of a mask stands for one hex.

    Columns (rows, on a pointy-topped map) lie one after the other, each ``stride`` cells after the
    last in axial coordinates. As axial columns climb half a hex each step, the straight strips of
    the paper leave one or two dead cells between one another: enough for a shift that runs off an
    end to land on a dead cell and never on the map. Cell 0 is never a hex, so it can stand for
    "off the map", and ``bit[0]`` is 0.

    ``cell``        hex number to cell
    ``number``      cell to hex number, "" where there is no hex
    ``bit``         cell to mask of that one cell, 0 for cell 0
    ``on_map``      mask of all hexes
    ``adjacent``    cell to mask of its neighbours
    ``neighbours``  cell to its six neighbour cells in direction order, 0 where off the map
    ``stride``      cells from a hex to its neighbour in the next strip
    ``size``        number of cells, dead ones included

    >>> board = Board({"0101": Hex(0, 0), "0102": Hex(0, 1), "0201": Hex(1, 0)})
    >>> board.numbers(board.adjacent[board.cell["0101"]])
    ['0102', '0201']
    """

    __slots__ = (
        "_order",
        "_shifts",
        "adjacent",
        "bit",
        "cell",
        "neighbours",
        "number",
        "on_map",
        "orientation",
        "size",
        "stride",
    )

    def __init__(self, hexes: Mapping[str, Hex], orientation: Orientation = "flat") -> None:
        """Compile the hexes of a map, given in map order as hex number to axial coordinates."""
        self.orientation = orientation
        flat = orientation == "flat"
        # The strip that a hex lies in, and its place along the strip.
        places = {number: (at.q, at.r) if flat else (at.r, at.q) for number, at in hexes.items()}
        self.stride = stride = _stride(places.values())
        raw = {number: strip * stride + along for number, (strip, along) in places.items()}
        base = 1 - min(raw.values(), default=1)
        self.cell = {number: index + base for number, index in raw.items()}
        self.size = size = max(self.cell.values(), default=0) + 1
        self.number = [""] * size
        for number, cell in self.cell.items():
            self.number[cell] = number
        self.bit = [0] + [1 << cell for cell in range(1, size)]
        self.on_map = self.mask(self.cell)
        self._order = {cell: order for order, cell in enumerate(self.cell.values())}
        self._shifts = tuple(
            (step.q * stride + step.r) if flat else (step.r * stride + step.q)
            for step in directions(orientation).values()
        )
        self.neighbours: list[tuple[int, ...]] = [(0,) * 6] * size
        for cell in self.cell.values():
            around = (cell + shift for shift in self._shifts)
            self.neighbours[cell] = tuple(
                to if 0 < to < size and self.number[to] else 0 for to in around
            )
        self.adjacent = [
            sum(self.bit[neighbour] for neighbour in around) for around in self.neighbours
        ]

    def direction_shift(self, direction: int) -> int:
        """How far a step in a direction moves a cell; negative towards cell 0.

        ``direction`` counts clockwise from 0: N on flat-topped maps, NE on pointy-topped ones.
        """
        return self._shifts[direction]

    def step(self, mask: int, direction: int) -> int:
        """Every hex of ``mask`` moved one hex in a direction; those that leave the map drop out."""
        shift = self._shifts[direction]
        return (mask << shift if shift > 0 else mask >> -shift) & self.on_map

    def expand(self, mask: int) -> int:
        """All hexes next to any hex of ``mask``, its own only where they touch one another."""
        # Six neighbours by four shifts: of the two in the next strip, one is the other's neighbour
        # along it, so both are had by shifting a hex and the one beside it together.
        stride = self.stride
        down = mask >> 1
        up = mask << 1
        return (down | up | (mask | down) << stride | (mask | up) >> stride) & self.on_map

    def within(self, mask: int, hexes: int) -> int:
        """All hexes at most so many hexes away from any hex of ``mask``, its own among them."""
        for _ in range(hexes):
            mask |= self.expand(mask)
        return mask

    def cells(self, mask: int) -> list[int]:
        """The cells of the hexes in a mask, in ascending order."""
        mask &= self.on_map
        if not mask:
            return []
        lowest = (mask & -mask).bit_length() - 1
        span = mask.bit_length() - lowest
        if mask.bit_count() * _DENSE >= span:
            # The highest digit comes first, after `0b`: read backwards, down to that.
            digits = bin(mask >> lowest).encode().translate(_TRUTH)
            return list(compress(range(lowest, lowest + span), digits[:1:-1]))
        cells = []
        bit = self.bit
        while mask:
            cell = mask.bit_length() - 1
            cells.append(cell)
            mask ^= bit[cell]
        cells.reverse()
        return cells

    def draw(self, mask: int, random: Random) -> int:
        """The cell of one of the hexes in a mask, each as likely; the mask must not be empty."""
        # `mask ^ mask - 1` for the lowest bit, not `mask & -mask`: a negative number takes as long
        # as two operations more.
        low = (mask ^ mask - 1).bit_length() - 1
        width, count = mask.bit_length() - low, mask.bit_count()
        if count * _SPARSE >= width:
            bit = self.bit
            while True:
                cell = low + int(random.random() * width)
                if mask & bit[cell]:
                    return cell
        # Take the lowest away until the one that was drawn is the lowest.
        for _ in range(int(random.random() * count)):
            mask &= mask - 1
        return (mask ^ mask - 1).bit_length() - 1

    def mask(self, numbers: Iterable[str]) -> int:
        """The mask of some hex numbers; raises ``KeyError`` for one that is not on the map."""
        mask = 0
        for number in numbers:
            mask |= self.bit[self.cell[number]]
        return mask

    def numbers(self, mask: int) -> list[str]:
        """The hex numbers of a mask, in map order."""
        number = self.number
        return [number[cell] for cell in self.in_map_order(mask)]

    def in_map_order(self, mask: int) -> list[int]:
        """The cells of the hexes in a mask, in map order."""
        cells = self.cells(mask)
        # Cells ascend strip by strip, which on a flat-topped map read from the top is map order.
        cells.sort(key=self._order.__getitem__)
        return cells


def _stride(places: Iterable[tuple[int, int]]) -> int:
    """The smallest stride that keeps a dead cell between any strip and the next.

    On paper, rows run straight: a hex lies ``along + strip // 2`` hexes from the top. From one
    strip to the next the axial coordinate of the top falls by 0 or 1, so strips of ``length`` hexes
    that start ``length + 2`` cells apart, less that fall, have one or two dead cells between them.
    """
    tops = [along + strip // 2 for strip, along in places]
    return max(tops, default=0) - min(tops, default=0) + 3
