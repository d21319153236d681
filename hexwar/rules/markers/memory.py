"""What is remembered of markers."""

from __future__ import annotations

from typing import NamedTuple

from hexwar.engine.slot import Slot


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
