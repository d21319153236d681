"""What is remembered of markers."""

from __future__ import annotations

from typing import NamedTuple

from hexwar.engine.slot import Slot
from hexwar.engine.state import Position
from hexwar.rules.sequence.moved import why_not_instead


class LaidMarkers(NamedTuple):
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


LYING = Slot("markers", LaidMarkers(), lasts="game")
LAID = Slot("markers_laid", Laid(), lasts="phase")


def why_no_time(state: Position, unit: int, already: str, does: str) -> str:
    """Why a unit has no time to place or clear a marker in place of its move; empty if it has."""
    if state.memory[LAID].units >> unit & 1:
        return f"{state.frame.unit_ids[unit]} has already {already} in this phase."
    return why_not_instead(state, unit, f"{does} markers")
