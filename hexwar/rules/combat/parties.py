"""Who fights whom: targets, battles, and who has fought in a phase."""

from __future__ import annotations

from typing import NamedTuple

from hexwar.engine.frame import Frame
from hexwar.engine.slot import Slot
from hexwar.rules.combat.section import Combat
from hexwar.rules.language.wording import every

Group = tuple[int, ...]
"""Units of one hex that attack together, or a single unit."""


class Fought(NamedTuple):
    """Masks of the units that have attacked, and that have been attacked, in this phase.

    ``bombarded``: those of the latter whose attack met no obligation, as it came from a distance.
    """

    fought: int = 0
    attacked: int = 0
    bombarded: int = 0


FOUGHT = Slot("combat", Fought(), lasts="phase")


def still_open(here: tuple[int, ...], attacked: int, section: Combat) -> tuple[int, ...]:
    """The units in a hex that may still be attacked, when some (a mask) have been in this phase.

    Where they may be attacked again, those come first who have not been, if it is one by one.
    """
    left = tuple(unit for unit in here if not attacked >> unit & 1)
    if section.battle.again == "allowed":
        return left if left and section.target == "unit" else here
    return () if section.target == "hex" and len(left) < len(here) else left


class Target(NamedTuple):
    """A hex that can be attacked now: who defends, and the groups that could attack it.

    ``also``: further hexes that are attacked in the same battle. ``kind``: the kind of battle,
    where that does not follow from who fights it.
    """

    cell: int
    defenders: tuple[int, ...]
    groups: tuple[Group, ...]
    also: tuple[int, ...] = ()
    kind: str = ""

    @property
    def hexes(self) -> tuple[int, ...]:
        """All hexes that are attacked."""
        return (self.cell, *self.also)


class Engagement(NamedTuple):
    """A battle: the hexes attacked, and the units that fight it."""

    hexes: tuple[int, ...]
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]

    def in_words(self, frame: Frame) -> str:
        """Who attacks what: ``A and B attack 0503``."""
        attack = "attack" if len(self.attackers) > 1 else "attacks"
        by = every(frame.unit_ids[unit] for unit in self.attackers)
        return f"{by} {attack} {every(frame.board.number[cell] for cell in self.hexes)}"

    @property
    def target(self) -> Target:
        """What is attacked."""
        return Target(self.hexes[0], self.defenders, (), self.hexes[1:])
