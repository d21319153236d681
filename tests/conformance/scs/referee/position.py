"""A position as the referee sees it: who stands where with how many steps, and in which phase."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from tests.conformance.scs.referee.ground import (
    Counter,
    Values,
    cost,
    counters,
    neighbours,
    sources,
)

LIMIT = 3


def rounded(number: Fraction) -> int:
    """0.5 and more goes up."""
    return int(number + Fraction(1, 2))


@dataclass
class Position:
    """Units on the map by name: their hexes, steps lost, and who is out of supply.

    ``side`` is the side whose phase it is; ``exploiting`` whether that is the exploitation phase.
    """

    at: dict[str, str]
    lost: dict[str, int]
    unsupplied: frozenset[str]
    side: str
    exploiting: bool = False
    waiting: Mapping[str, int] = field(default_factory=dict)

    # -- units -----------------------------------------------------------------------------------

    def counter(self, unit: str) -> Counter:
        """What is printed on it."""
        return counters()[unit]

    def raw(self, unit: str) -> Values:
        """The side of the counter that shows."""
        return counters()[unit].steps[self.lost.get(unit, 0)]

    def steps_left(self, unit: str) -> int:
        """Steps until it is gone."""
        return len(counters()[unit].steps) - self.lost.get(unit, 0) if unit in self.at else 0

    def raw_attack(self, unit: str) -> int:
        """Attack strength; barrage is none (2.0a, 8.0a)."""
        return 0 if "barrage" in self.counter(unit).traits else self.raw(unit).attack

    def allowance(self, unit: str) -> int:
        """Movement allowance (24.2, 0.5)."""
        printed = self.raw(unit).movement
        return rounded(Fraction(printed, 2)) if unit in self.unsupplied else printed

    def of(self, side: str) -> list[str]:
        """The units of a side on the map."""
        return [unit for unit in self.at if counters()[unit].side == side]

    def enemies(self, side: str) -> list[str]:
        """Those of the other."""
        return [unit for unit in self.at if counters()[unit].side != side]

    def here(self, number: str, side: str) -> list[str]:
        """The units of a side in a hex."""
        return [unit for unit in self.of(side) if self.at[unit] == number]

    def held(self, side: str) -> frozenset[str]:
        """The hexes of the other side's units."""
        return frozenset(self.at[unit] for unit in self.enemies(side))

    # -- zones (2.0) -----------------------------------------------------------------------------

    def zone(self, unit: str) -> frozenset[str]:
        """The hexes that a unit controls."""
        if self.raw_attack(unit) < 1:
            return frozenset()
        here, leg = self.at[unit], self.counter(unit).leg
        return frozenset(n for n in neighbours(here) if cost(here, n, leg) is not None)

    def enemy_zone(self, side: str) -> frozenset[str]:
        """The hexes in zones of the enemies of a side."""
        return frozenset[str]().union(*map(self.zone, self.enemies(side)))

    # -- supply (12.1) ---------------------------------------------------------------------------

    def supplied(self, unit: str) -> bool:
        """Whether a line leads from the unit to a source."""
        side, leg = self.counter(unit).side, self.counter(unit).leg
        held, zone = self.held(side), self.enemy_zone(side)
        friends = {self.at[friend] for friend in self.of(side)}
        seen, fresh = {self.at[unit]}, [self.at[unit]]
        while fresh:
            here = fresh.pop()
            if here in sources(side):
                return True
            for there in neighbours(here):
                blocked = there in held or (there in zone and there not in friends)
                if there not in seen and not blocked and cost(here, there, leg) is not None:
                    seen.add(there)
                    fresh.append(there)
        return False
