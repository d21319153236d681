"""What it costs to enter or cross a kind of terrain, by movement class."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

Cost = Fraction | None
"""Movement points to enter; ``None`` means prohibited."""


WHOLE_MOVE = Fraction(10_000)
"""More than any unit has: what costs all movement is entered by a move of one hex only."""


@dataclass(frozen=True, slots=True)
class ClassCosts:
    """Costs for each movement class, or the same for all."""

    by_class: Mapping[str, Cost]
    usual: Cost = None

    def __getitem__(self, movement_class: str) -> Cost:
        return self.by_class.get(movement_class, self.usual)

    @property
    def stated(self) -> Mapping[str, Cost]:
        """Every cost by its class, or the one of all by no name."""
        return self.by_class or {"": self.usual}

    @property
    def all(self) -> tuple[Cost, ...]:
        """Every cost that is stated."""
        return tuple(self.stated.values())
