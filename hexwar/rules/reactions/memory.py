"""What is remembered of actions that can be interrupted, and of who has reacted."""

from __future__ import annotations

from typing import NamedTuple

from hexwar.engine.slot import Slot

NOBODY = -1

Entry = tuple[int, ...]
"""A unit that has yet to act in an exchange: itself, its die, and those at whom it may fire."""


def left(units: tuple[int, ...], gone: int) -> tuple[int, ...]:
    """Those of some units that are not in a mask."""
    return tuple(unit for unit in units if not gone >> unit & 1)


class ActionUnderWay(NamedTuple):
    """The action that is under way: who acts, the cell that it fires at (or 0).

    ``tried`` is the mask of the units that have tried to react to it, ``declined`` of the sides
    that let the rest of it go on; ``late`` who acts after it. ``in_phase`` have tried in this
    phase; ``roller`` is the side whose die showed the latest 1.
    """

    actor: int = NOBODY
    target: int = 0
    tried: int = 0
    declined: int = 0
    late: tuple[Entry, ...] = ()
    in_phase: int = 0
    roller: int = NOBODY

    def without(self, units: int) -> ActionUnderWay:
        """The record without these units (a mask)."""
        gone = self.actor != NOBODY and units >> self.actor & 1
        return self._replace(
            actor=NOBODY if gone else self.actor,
            tried=self.tried & ~units,
            late=tuple(entry for entry in self.late if not units >> entry[0] & 1),
            in_phase=self.in_phase & ~units,
        )


class Reacted(NamedTuple):
    """Masks of units in this turn: who has tried to react, who has moved in reaction, and whose
    reactions have ended.
    """

    tried: int = 0
    moved: int = 0
    ended: int = 0

    def without(self, units: int) -> Reacted:
        """The record without these units (a mask)."""
        return Reacted(self.tried & ~units, self.moved & ~units, self.ended & ~units)


UNDER_WAY = Slot("under_way", ActionUnderWay(), lasts="phase")
REACTED = Slot("reacted", Reacted(), lasts="turn")
