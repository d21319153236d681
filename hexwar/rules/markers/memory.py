"""What is remembered of markers."""

from __future__ import annotations

from typing import NamedTuple

from hexwar.engine.slot import Slot
from hexwar.engine.state import State
from hexwar.rules.movement.memory import BEGAN, MOVED


class Lying(NamedTuple):
    """Where markers lie: by kind, in the order of the section, a mask of hexes.

    Empty as long as all lie where they began.
    """

    at: tuple[int, ...] = ()


class Laid(NamedTuple):
    """What was placed in a phase: how many by kind, and the mask of the units that placed any."""

    counts: tuple[int, ...] = ()
    units: int = 0

    def without(self, units: int) -> Laid:
        """The record without these units (a mask)."""
        return self._replace(units=self.units & ~units)


LYING = Slot("markers", Lying(), lasts="game")
LAID = Slot("markers_laid", Laid(), lasts="phase")


def why_no_time(state: State, unit: int, already: str, does: str) -> str:
    """Why a unit has no time to place or clear a marker in place of its move; empty if it has."""
    who, began = state.frame.unit_ids[unit], state.memory[BEGAN]
    if state.memory[LAID].units >> unit & 1:
        return f"{who} has already {already} in this phase."
    if began.outside >> unit & 1:
        return f"{who} does nothing in this phase."
    if (state.memory[MOVED].moved & ~began.held) >> unit & 1:
        return f"{who} has moved: it {does} markers in place of its move."
    return ""
