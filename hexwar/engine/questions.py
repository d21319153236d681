"""What can be asked of a position: the same questions of a state and of what a side knows."""

from __future__ import annotations

from abc import ABC, abstractmethod
from fractions import Fraction
from typing import TYPE_CHECKING

from hexwar.engine.names import index_of_side, named
from hexwar.engine.queries import Reach

if TYPE_CHECKING:
    from hexwar.engine.state import State


class Questions(ABC):
    """Questions about units, hexes and sides, by name.

    ValueError for a unit, a hex or a side that there is not.
    """

    __slots__ = ()

    @abstractmethod
    def _known(self) -> State:
        """The state that the answers are taken from."""

    def steps_lost(self, unit: str) -> int:
        """Steps that the unit has lost."""
        state = self._known()
        return state.lost[named(state.rules.unit_index, unit, "unit")]

    def reach(self, unit: str) -> dict[str, Reach]:
        """Hexes the unit can move to now, in map order; empty when it cannot move."""
        state = self._known()
        return state.rules.reach(state, named(state.rules.unit_index, unit, "unit"))

    def movement_left(self, unit: str) -> Fraction | None:
        """Movement points the unit may still spend now; ``None`` when it may not move."""
        state = self._known()
        return state.rules.movement_left(state, named(state.rules.unit_index, unit, "unit"))

    def threats(self, side: str) -> dict[str, tuple[str, ...]]:
        """Hexes that units of ``side`` could reach in a movement phase begun now, by whom."""
        state = self._known()
        return state.rules.threats(state, index_of_side(state.rules.side_ids, side))

    def attack_options(self) -> dict[str, tuple[tuple[str, ...], ...]]:
        """Hexes that can be attacked now, each with the groups of units able to attack it."""
        state = self._known()
        return state.rules.attack_options(state)

    def supply(self, side: str) -> dict[str, tuple[str, ...]]:
        """By movement class: hexes from which units of ``side`` could trace supply now, in map
        order. Empty when the game has no supply.
        """
        state = self._known()
        return state.rules.supply(state, index_of_side(state.rules.side_ids, side))

    def supply_path(self, unit: str) -> tuple[str, ...] | None:
        """One of the shortest traces of a unit now, from its hex to a source; ``None`` without."""
        state = self._known()
        return state.rules.supply_path(state, named(state.rules.unit_index, unit, "unit"))

    def in_supply(self, unit: str) -> bool:
        """Whether the unit counts as supplied: as its owner's latest supply phase found it."""
        state = self._known()
        return state.rules.in_supply(state, named(state.rules.unit_index, unit, "unit"))

    def points(self) -> dict[str, int]:
        """The victory points of each side now; empty when the game has none."""
        state = self._known()
        return state.rules.points(state)

    def controlled(self, side: str) -> tuple[str, ...]:
        """The hexes that a side controls, of those whose control matters."""
        state = self._known()
        return state.rules.controlled(state, index_of_side(state.rules.side_ids, side))

    def casualties(self, side: str) -> tuple[str, ...]:
        """The units of a side that have been eliminated, in the order of the units file."""
        state = self._known()
        return state.names_of(state.eliminated, index_of_side(state.rules.side_ids, side))

    def waiting(self, side: str) -> tuple[str, ...]:
        """The units of a side off the map that may enter: those of groups that have become
        available, in the order of the units file.
        """
        state = self._known()
        index = index_of_side(state.rules.side_ids, side)
        return state.names_of(state.rules.waiting(state), index)
