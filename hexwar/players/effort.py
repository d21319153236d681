"""How much a computer player thinks about a decision: all it can, or a part for quick games."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Effort:
    """A share of all thought, above 0: of what a player compares, so much of the most.

    ValueError for a share that is none.
    """

    share: float = 1.0

    def __post_init__(self) -> None:
        if not 0 < self.share <= 1:
            raise ValueError(f"an effort is above 0 and at most 1, not {self.share}")

    @property
    def is_full(self) -> bool:
        """Whether nothing is left out."""
        return self.share == 1.0

    @property
    def every(self) -> int:
        """What is reckoned anew each time is reckoned anew at every so many-th."""
        return round(1 / self.share)

    def of(self, most: int, least: int = 1) -> int:
        """So many of ``most`` things are compared, and never fewer than ``least``."""
        return most if self.is_full else max(least, round(most * self.share))


FULL = Effort()
