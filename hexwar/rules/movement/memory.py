"""What is remembered of a phase besides who has moved: ways of moving, ways of retreat."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from hexwar.engine.slot import Slot


class WaysTaken(NamedTuple):
    """What ways of moving were taken in a phase, unit by unit, and who failed its check for one."""

    used: tuple[str, ...] = ()
    failed: tuple[tuple[str, int], ...] = ()


class Fled(NamedTuple):
    """Ways of retreat in this phase: from which cell, and the mask of the cells entered."""

    ways: tuple[tuple[int, int], ...] = ()

    def from_any(self, origins: Iterable[int]) -> int:
        """The mask of the cells on ways that began in one of these."""
        mask = 0
        for origin, way in self.ways:
            mask |= way if origin in origins else 0
        return mask


FLED = Slot("fled", Fled(), lasts="phase")
WAYS = Slot("ways", WaysTaken(), lasts="phase")
