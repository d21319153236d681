"""What is remembered of activations."""

from __future__ import annotations

from typing import NamedTuple

from hexwar.engine.slot import Slot
from hexwar.engine.state import Position


class Acted(NamedTuple):
    """The mask of the units that have acted in this turn."""

    units: int = 0

    def without(self, units: int) -> Acted:
        """The record without these units (a mask)."""
        return Acted(self.units & ~units)


class ActivationBegun(NamedTuple):
    """Whether anybody has acted in this phase."""

    begun: bool = False


ACTED = Slot("acted", Acted(), lasts="turn")
BEGUN = Slot("activation", ActivationBegun(), lasts="phase")


def has_acted(state: Position, unit: int) -> bool:
    """Whether a unit has acted in this turn; nobody has where units do not act one at a time."""
    known = state.memory.get(ACTED)
    return known is not None and bool(known.units >> unit & 1)


def now_acted(state: Position, unit: int) -> None:
    """Remember that a unit has acted in this turn."""
    state.remember(ACTED, Acted(state.memory[ACTED].units | 1 << unit))
