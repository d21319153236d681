"""Where units look.

Three records: where units look, for the whole game; who has turned where it stands, and who is
struck in which arc, for the phase.
"""

from __future__ import annotations

from typing import NamedTuple

from hexwar.engine.slot import Slot
from hexwar.engine.state import NOBODY


class Looks(NamedTuple):
    """By unit, where it looks, counted from 1; 0 where it looks as it does at first. No unit is
    named beyond the last that was turned.
    """

    units: tuple[int, ...] = ()

    def without(self, units: int) -> Looks:
        """The record without these units (a mask)."""
        left = [0 if units >> unit & 1 else look for unit, look in enumerate(self.units)]
        while left and not left[-1]:
            # So that records that say the same are equal.
            left.pop()
        return Looks(tuple(left))

    def of(self, unit: int) -> int:
        """Where a unit looks, counted from 1; 0 if that has never been said."""
        return self.units[unit] if unit < len(self.units) else 0

    def turned(self, unit: int, look: int) -> Looks:
        """The record with a unit that looks elsewhere."""
        more = [*self.units, *[0] * (unit + 1 - len(self.units))]
        more[unit] = look
        return Looks(tuple(more))


LOOKS = Slot("looks", Looks(), lasts="game")


class TurnedHere(NamedTuple):
    """Who has turned in the hex where it stands, and by how many hexsides; or ``freely``, as its
    owner liked, for nothing.
    """

    unit: int = NOBODY
    hexsides: int = 0
    freely: int = 0

    def without(self, units: int) -> TurnedHere:
        """The record without these units (a mask)."""
        return TurnedHere() if self.unit >= 0 and units >> self.unit & 1 else self


class StruckUnits(NamedTuple):
    """In the battle or fire that is being carried out: triples of who is struck, who strikes it,
    and the arc of the one where the other stood.
    """

    units: tuple[tuple[int, int, int], ...] = ()

    def without(self, units: int) -> StruckUnits:
        """The record without these units (a mask)."""
        gone = [triple for triple in self.units if (units >> triple[0] | units >> triple[1]) & 1]
        return StruckUnits(tuple(triple for triple in self.units if triple not in gone))


STRUCK = Slot("struck", StruckUnits(), lasts="phase")
TURNED = Slot("turned_here", TurnedHere(), lasts="phase")
