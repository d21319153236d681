"""Groups of reinforcements compiled, and what is remembered of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from hexwar.engine.slot import Slot
from hexwar.engine.violation import Violation
from hexwar.hexmap import HexMap
from hexwar.rules.language.conditions import Test
from hexwar.rules.reinforcements.section import Group
from hexwar.rules.terrain.geometry import Area


def so_many(names: Sequence[str], most: int) -> str:
    """Units of which so many may enter.

    >>> so_many(("A", "B", "E"), 3), so_many(("A", "B", "E"), 2)
    ('A, B, E', '2 of A, B, E')
    """
    listed = ", ".join(names)
    return listed if most >= len(names) else f"{most} of {listed}"


class ArrivedGroups(NamedTuple):
    """By group that has happened: its index, the mask of the units that wait, how many may enter.

    A group that has happened once never happens again.
    """

    groups: tuple[tuple[int, int, int], ...] = ()

    @property
    def somebody_waits(self) -> bool:
        """Whether some group that has happened has units that may still enter."""
        return bool([index for index, units, more in self.groups if units and more])


class EntriesInPhase(NamedTuple):
    """Whether a unit that stood on the map has moved or overrun in this phase; and by which cells
    units have entered, one for each of them.
    """

    moves_begun: bool = False
    cells: tuple[int, ...] = ()


class Drawn(NamedTuple):
    """Mask of the units that came because dice drew them."""

    units: int = 0


DRAWN = Slot("drawn_units", Drawn(), lasts="game")
ARRIVALS = Slot("reinforcements", ArrivedGroups(), lasts="game")
ENTERING = Slot("entering", EntriesInPhase(), lasts="phase")


@dataclass(frozen=True, slots=True)
class CompiledGroup:
    """A reinforcement group compiled: its phase and side as indices, its area as a mask.

    ``index`` is its place in the section; ``ground`` are the hexes of its area that it enters at.
    """

    index: int
    section: Group
    phase: int
    side: int
    units: int
    area: int
    fallback: int
    holds: Test
    cost: int | None
    ground: Area

    @property
    def at_start(self) -> bool:
        """Whether its units enter before the others of their side move."""
        return self.section.entry.when == "start_of_phase"

    @property
    def is_owed(self) -> bool:
        """Whether its units must enter when they can."""
        return self.section.entry.placing == "owed"

    def refuse(self, reason: str, message: str) -> Violation:
        """A violation of this group's rules."""
        return Violation(self.section.cite.get(reason, ""), message, f"reinforcements.{reason}")


def fallback_of(hexmap: HexMap, section: Group) -> int:
    """Mask of the hexes to enter at while the enemy holds all of a group's area.

    Along the edge of the map distances are counted from edge hex to edge hex.
    """
    board, blocked = hexmap.board, section.entry.blocked
    if blocked is None:
        return 0
    # Outward from the area, ring by ring: the area itself is held by the enemy.
    area = fresh = board.mask(section.entry.hexes(hexmap))
    allowed = board.on_map
    if blocked.edge:
        allowed = board.mask(
            number for number in hexmap.numbers if len(hexmap.neighbors(number)) < 6
        )
    for _ in range(blocked.within):
        fresh = board.expand(fresh) & allowed & ~area
        area |= fresh
    return area
