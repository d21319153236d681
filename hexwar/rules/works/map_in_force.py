"""The map as it is with works that were built and wrecked in play."""

from __future__ import annotations

from collections.abc import Sequence

from hexwar.engine.state import Position
from hexwar.hexmap import HexMap
from hexwar.rules.works.section import HexsideWork, Pair, Works, in_order

PREFIX = "works."
"""Before what tells in which places works stand otherwise than at the beginning: the name of an
effect that no game has.
"""

Site = tuple[HexsideWork, Pair]


class MapInForce:
    """The map of a scope: as it is with what has been built and wrecked."""

    __slots__ = ("map",)

    def __init__(self, board: HexMap) -> None:
        self.map = board


def map_now(state: Position) -> HexMap:
    """The map as a position has it: of games without works, as it is printed."""
    found = state.rules.find(MapInForce)
    return state.resolved.map if found is None else found.map


def sites_of(section: Works, board: HexMap) -> tuple[Site, ...]:
    """Every place of every work, in the order of the section and the map."""
    return tuple((said, pair) for said in section.by_id.values() for pair in said.places(board))


def named(changed: int) -> str:
    """The name under which the map is as it is with some places (a mask) changed."""
    return f"{PREFIX}{changed:x}"


def map_under(effects: Sequence[str], section: Works | None, board: HexMap) -> HexMap:
    """The map as it is under some effects."""
    name = next((name for name in effects if name.startswith(PREFIX)), "")
    if not name or section is None:
        return board
    changed = int(name.removeprefix(PREFIX), 16)
    hexsides = {in_order(*pair): kinds for pair, kinds in board.hexsides.items()}
    paths = {in_order(*pair): kinds for pair, kinds in board.paths.items()}
    for place, (said, pair) in enumerate(sites_of(section, board)):
        stands = (pair in said.begins(board)) != bool(changed >> place & 1)
        kinds = hexsides.get(pair, frozenset()) - {said.kind}
        hexsides[pair] = kinds | ({said.kind} if stands and said.kind else frozenset())
        if not stands:
            paths[pair] = paths.get(pair, frozenset()) - {*said.carries}
    return board.between_hexes(hexsides, paths)
