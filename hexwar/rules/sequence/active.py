"""Who is activated in phases that are run for one unit or formation after the other."""

from __future__ import annotations

from typing import NamedTuple

from hexwar.engine.slot import Slot

EVERYBODY = -1


class Active(NamedTuple):
    """The mask of the units that the phases within a phase are for, and their side (an index)."""

    units: int = EVERYBODY
    side: int = 0

    def without(self, units: int) -> Active:
        """The record without these units (a mask)."""
        return self if self.units == EVERYBODY else self._replace(units=self.units & ~units)


ACTIVE = Slot("active", Active(), lasts="turn")
