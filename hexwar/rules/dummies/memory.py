"""Which counters lie face down, and which of them are nothing."""

from __future__ import annotations

from typing import NamedTuple

from hexwar.engine.slot import Slot


class FaceDown(NamedTuple):
    """Masks of units: whose counters lie face down, as everybody knows; which of them are nothing,
    as their sides alone know; which were turned up and were nothing.
    """

    units: int = 0
    nothing: int = 0
    gone: int = 0

    def without(self, units: int) -> FaceDown:
        """The record without these units (a mask)."""
        return FaceDown(self.units & ~units, self.nothing & ~units, self.gone & ~units)

    def turned_up(self, units: int) -> FaceDown:
        """The record when these units (a mask) have been turned up."""
        gone = self.gone | self.nothing & units
        return FaceDown(self.units & ~units, self.nothing & ~units, gone)


FACE_DOWN = Slot("face_down", FaceDown(), lasts="game")
