"""The hexes of a map: those of one board, or of several whose grids go on in one another.

Boards that lie side by side are one map if each has hexes and a size, none lies there twice, and
all their hexes lie where those of the first one's grid do; else each is a map of its own, and the
list says why. Of a hex on the seam the board has the say that its middle lies on. The few hexes
that touch no others come from gaps in a frame, and are no part of the map.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from hexwar.imports.vassal.boards import HexField, LaidBoard, ModuleBoard, lies_on, places_between
from hexwar.imports.vassal.grids import ModuleGrid, Place, Point

_STRAYS = 0.02  # of all hexes: so few that touch no others are left out


class HexOwner(NamedTuple):
    """Who numbers a hex: a board, the field on it, and its place there."""

    board: ModuleBoard
    field: HexField
    place: Place

    @property
    def size(self) -> tuple[float, float]:
        """Width and height that its numbering counts from."""
        return self.board.size_under(self.field)


@dataclass(frozen=True)
class HexGround:
    """The hexes of one map, with who numbers each; the first of its boards lies at 0, 0, and is not
    turned round.
    """

    grid: ModuleGrid
    boards: tuple[LaidBoard, ...]
    owners: Mapping[Place, HexOwner]

    def has(self, board: ModuleBoard | None) -> bool:
        """Whether a board is one of its own."""
        return any(laid.board is board for laid in self.boards)

    def place(self, board: ModuleBoard, own: Place) -> Place:
        """Where the hex of a board lies on it."""
        lies = next(laid for laid in self.boards if laid.board is board)
        if board.main is None or len(self.boards) == 1:
            return own
        return self.grid.hex_at(lies.outer(board.main.grid.middle(own)))


def ground_of(board: ModuleBoard) -> HexGround | None:
    """That of one board; ``None`` if no hex of it lies whole on its picture."""
    main = board.main
    hexes = board.hexes(main) if main else []
    if main is None or not hexes:
        return None
    lies = LaidBoard(board)
    owners = {place: HexOwner(board, main, place) for place in hexes}
    if len(board.together) > 1:
        owners = dict(_owned(main.grid, [lies]))
    there = together(owners)
    return HexGround(main.grid, (lies,), {at: who for at, who in owners.items() if at in there})


def together(hexes: Collection[Place]) -> set[Place]:
    """Hexes without the few that touch no others: the gap in a frame is no part of the map."""
    left, parts = set(hexes), list[set[Place]]()
    while left:
        waiting, part = [left.pop()], set[Place]()
        while waiting:
            c, r = place = waiting.pop()
            part.add(place)
            low = r if c % 2 else r - 1  # odd columns stand half a hex lower
            beside = ((c + d, low + e) for d in (-1, 1) for e in (0, 1))
            for near in ((c, r - 1), (c, r + 1), *beside):
                if near in left:
                    left.discard(near)
                    waiting.append(near)
        parts.append(part)
    return {place for part in parts if len(part) >= _STRAYS * len(hexes) for place in part}


def joined(laid: Sequence[LaidBoard]) -> HexGround | str:
    """That of boards side by side; or why they are none together, in words that follow theirs."""
    # The first that is not turned round gives the grid, and all others are reckoned from it.
    boards = sorted(laid, key=lambda lying: (lying.is_turned, lying.origin[1], lying.origin[0]))
    first = boards[0]
    if len({id(lying.board) for lying in boards}) < len(boards):
        return "one of them lies there twice"
    if first.is_turned:
        return "all of them are turned round"
    x, y = first.origin
    boards = [replace(lying, origin=_moved(lying.origin, (-x, -y))) for lying in boards]
    main = first.board.main
    if main is None or any(
        lying.board.main is None or not all(lying.board.size) for lying in boards
    ):
        return "one of them has no hexes, or no size"
    if not all(_goes_on(main.grid, lying) for lying in boards):
        return "their grids do not go on in one another"
    return HexGround(main.grid, tuple(boards), dict(_owned(main.grid, boards)))


def _goes_on(grid: ModuleGrid, laid: LaidBoard) -> bool:
    """Whether the hexes of a board lie where those of a grid do."""
    main = laid.board.main
    if main is None or main.grid.sideways != grid.sideways:
        return False
    return all(
        lies_on(grid, laid.outer(field.grid.middle(own)))
        for field in laid.board.together
        for own in laid.board.hexes(field)
    )


def _owned(grid: ModuleGrid, boards: Sequence[LaidBoard]) -> list[tuple[Place, HexOwner]]:
    """The hexes that lie whole on the boards together; whoever has the middle numbers it."""
    right = max(laid.origin[0] + laid.board.size[0] for laid in boards)
    low = max(laid.origin[1] + laid.board.size[1] for laid in boards)
    corner = min(laid.origin[0] for laid in boards), min(laid.origin[1] for laid in boards)
    owned: list[tuple[Place, HexOwner]] = []
    for place in places_between(grid, corner, (right, low)):
        middle = grid.middle(place)
        there = _under(boards, middle)
        if there is not None and all(
            _under(boards, corner_of_hex) for corner_of_hex in grid.corners(place, 4)
        ):
            owned.append((place, there))
    return owned


def _under(boards: Sequence[LaidBoard], point: Point) -> HexOwner | None:
    """The hex of a board's own under a point."""
    for laid in boards:
        own = laid.own(point)
        field = None if own is None else laid.board.field_at(own)
        if own is not None and field is not None and field in laid.board.together:
            return HexOwner(laid.board, field, field.grid.hex_at(own))
    return None


def _moved(at: Point, by: Point) -> Point:
    return at[0] + by[0], at[1] + by[1]
