"""Sets of hexes for people: hex numbers outside, a mask inside.

What a state or a map answers with where the answer is some hexes. The engine works on masks;
whoever asks gets a set like any other of Python, which costs nothing until its numbers are looked
at.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from typing import Protocol

from hexwar.hexmap.axial import Hex
from hexwar.hexmap.bitboard import Board
from hexwar.hexmap.numbering import Numbering


class MapOfSet(Protocol):
    """The map of a set, as far as the set asks it."""

    @property
    def board(self) -> Board:
        """The map as sets of cells."""

    @property
    def numbering(self) -> Numbering:
        """Where a hex number lies."""

    def mask(self, hexes: Iterable[str]) -> int:
        """The mask of hex numbers; raises for one that is not on the map."""


class HexSet(AbstractSet[str]):
    """An immutable set of the hexes of one map.

    It iterates in map order, combines with other sets of the same map by ``| & - ^`` and ``~`` (all
    other hexes of the map), compares and hashes as a set of hex numbers does, and shows itself as a
    small map: ``#`` for its hexes and ``.`` for the others.

    ``mask`` is the same set as a mask of cells of ``hexmap.board``.
    """

    __slots__ = ("hexmap", "mask")

    def __init__(self, hexmap: MapOfSet, hexes: int | Iterable[str] = 0) -> None:
        """A set from a mask or from hex numbers; raises ``UnknownHexError`` for an unknown one."""
        self.hexmap = hexmap
        if isinstance(hexes, int):
            self.mask = hexes & hexmap.board.on_map
        elif isinstance(hexes, HexSet) and hexes.hexmap is hexmap:
            self.mask = hexes.mask
        else:
            self.mask = hexmap.mask(hexes)

    def __contains__(self, number: object) -> bool:
        cell = self.hexmap.board.cell.get(number) if isinstance(number, str) else None
        return cell is not None and bool(self.mask >> cell & 1)

    def __iter__(self) -> Iterator[str]:
        return iter(self.hexmap.board.numbers(self.mask))

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __bool__(self) -> bool:
        return self.mask != 0

    def __eq__(self, other: object) -> bool:
        if isinstance(other, HexSet) and other.hexmap is self.hexmap:
            return self.mask == other.mask
        return super().__eq__(other)

    def __hash__(self) -> int:
        # Equal to a frozenset of the same numbers, so it must hash like one.
        return hash(frozenset(self))

    def __invert__(self) -> HexSet:
        return HexSet(self.hexmap, self.hexmap.board.on_map ^ self.mask)

    def __or__(self, other: AbstractSet[str]) -> HexSet:  # type: ignore[override]
        return HexSet(self.hexmap, self.mask | self._mask_of(other))

    def __xor__(self, other: AbstractSet[str]) -> HexSet:  # type: ignore[override]
        return HexSet(self.hexmap, self.mask ^ self._mask_of(other))

    def __and__(self, other: AbstractSet[object]) -> HexSet:
        return HexSet(self.hexmap, self.mask & self._mask_of_shared(other))

    def __sub__(self, other: AbstractSet[object]) -> HexSet:
        return HexSet(self.hexmap, self.mask & ~self._mask_of_shared(other))

    def __rsub__(self, other: AbstractSet[str]) -> HexSet:
        return HexSet(self.hexmap, self._mask_of(other) & ~self.mask)

    __ror__ = __or__
    __rxor__ = __xor__
    __rand__ = __and__

    def _mask_of(self, other: AbstractSet[str]) -> int:
        return HexSet(self.hexmap, other).mask

    def _mask_of_shared(self, other: AbstractSet[object]) -> int:
        """The mask of those elements of a set that are hexes of this map."""
        if isinstance(other, HexSet) and other.hexmap is self.hexmap:
            return other.mask
        # Of another set (or another map) only what is in this one matters: it may hold anything.
        return self._mask_of(frozenset(number for number in self if number in other))

    def __repr__(self) -> str:
        board, numbering = self.hexmap.board, self.hexmap.numbering
        signs: dict[tuple[int, int], str] = {}
        for number, cell in board.cell.items():
            line, place = _on_paper(numbering.axial(number), numbering.orientation == "flat")
            signs[line, place] = "#" if self.mask >> cell & 1 else "."
        return _drawn(signs)

    __str__ = __repr__


def _on_paper(at: Hex, flat: bool) -> tuple[int, int]:
    """Line and column of text for a hex: half hexes down (right) become whole characters."""
    if flat:
        return 2 * at.r + at.q, 2 * at.q
    return at.r, 2 * at.q + at.r


def _drawn(signs: dict[tuple[int, int], str]) -> str:
    """Signs by line and column as text, moved to its top left corner."""
    if not signs:
        return ""
    top = min(line for line, _ in signs)
    left = min(place for _, place in signs)
    lines: dict[int, dict[int, str]] = {}
    for (line, place), sign in signs.items():
        lines.setdefault(line - top, {})[place - left] = sign
    return "\n".join(
        "".join(row.get(place, " ") for place in range(max(row, default=-1) + 1))
        for row in (lines.get(line, {}) for line in range(max(lines) + 1))
    )
