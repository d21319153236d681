"""Bonds: zones of control of two units that close what lies between them.

Of every enemy any two hexes are looked at that lie two apart and hold units which bond. What they
close is a hex or a hexside; movement, retreat and supply each ask for that if the game says that
bonds bar them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from hexwar.engine.frame import Frame
from hexwar.engine.position import bits
from hexwar.engine.state import Position
from hexwar.engine.violation import Violation
from hexwar.hexmap import EntryCosts
from hexwar.rules.language.selectors import Selectors
from hexwar.rules.units.rules import Forces
from hexwar.rules.zones_of_control.rules import ZoneRules
from hexwar.rules.zones_of_control.section import Bonding, ZonesOfControl


class Bonds(NamedTuple):
    """What is closed to a side: a mask of hexes, and steps from a cell to a neighbour."""

    hexes: int = 0
    steps: frozenset[tuple[int, int]] = frozenset()

    def shut(self, cell: int) -> int:
        """Mask of the hexes into which no step leads from a cell."""
        return self.hexes | sum([1 << to for here, to in self.steps if here == cell])


NONE = Bonds()


class BondRules:
    """Two units of one side two hexes apart, whose zones both reach between them.

    Where one hex lies between, it is closed to their enemies unless one of these stands in it;
    where two do, the hexside that these share is.
    """

    __slots__ = ("_board", "_cite", "_fits", "_forces", "_said", "_zones")

    def __init__(
        self,
        frame: Frame,
        section: ZonesOfControl | None,
        forces: Forces,
        zones: ZoneRules,
        selectors: Selectors,
    ) -> None:
        self._board, self._forces, self._zones = frame.board, forces, zones
        self._said: Bonding | None = section.bonds if section else None
        self._cite = section.cite.get("bonds", "") if section else ""
        self._fits = selectors.mask(self._said.only if self._said else None)

    def bars(self, what: str) -> bool:
        """Whether bonds close anything to movement, retreat or supply."""
        return self._said is not None and what in self._said.blocks

    def against(self, state: Position, side: int) -> Bonds:
        """What the bonds of its enemies close to a side now."""
        if self._said is None:
            return NONE
        key = ("bonds", side)
        bonds: Bonds | None = state.near.get(key)
        if bonds is None:
            bonds = state.near[key] = self._found(state, side)
        return bonds

    def _found(self, state: Position, side: int) -> Bonds:
        adjacent, mine = self._board.adjacent, state.occupied[side]
        hexes, steps = 0, set()
        for zones in self._zones_of_enemies(state, side):
            for (a, zone_a), (b, zone_b) in combinations(zones.items(), 2):
                if adjacent[a] >> b & 1:
                    continue
                between = adjacent[a] & adjacent[b]
                # Both must control all that lies between: one gap, and the bond holds nothing.
                if not between or between & ~(zone_a & zone_b):
                    continue
                # More than one bit: two hexes lie between, which the hexside that they share parts.
                if between & (between - 1):
                    first, second = bits(between)
                    steps |= {(first, second), (second, first)}
                else:
                    hexes |= between & ~mine
        return Bonds(hexes, frozenset(steps))

    def _zones_of_enemies(self, state: Position, side: int) -> Iterator[dict[int, int]]:
        """For each of the others: the zones of those of its units that bond, by cell."""
        able = self._fits(state) & ~state.secret
        for other, units in enumerate(self._forces.of_side):
            zones: dict[int, int] = {}
            for unit in units if other in state.frame.foes[side] else ():
                zone = self._zones.zone_of(state, unit) if able >> unit & 1 else 0
                if zone:
                    cell = state.cells[unit]
                    zones[cell] = zones.get(cell, 0) | zone
            yield zones

    def passing(
        self, state: Position, side: int, closed: int, costs: EntryCosts
    ) -> tuple[int, EntryCosts]:
        """Closed hexes (a mask) and the costs of steps, with what bonds close besides."""
        hexes, steps = self.against(state, side)
        return closed | hexes, self._without(state, side, costs) if steps else costs

    def _without(self, state: Position, side: int, costs: EntryCosts) -> EntryCosts:
        """The costs of the steps that bonds leave; kept until anything changes."""
        # By identity: costs are compiled with the terrain, or kept in ``state.still``, so that they
        # live as long as what is kept here.
        key = ("bond costs", side, id(costs))
        left: EntryCosts | None = state.near.get(key)
        if left is None:
            left = state.near[key] = costs.without(self._board, self.against(state, side).steps)
        return left

    def refusal(self, unit: str, number: str) -> Violation:
        """Why a unit does not come to a hex: a bond closes it, or the way there."""
        text = f"A bond of enemy zones of control bars {unit}'s way to {number}."
        return Violation(self._cite, text, "zones_of_control.bonds")
