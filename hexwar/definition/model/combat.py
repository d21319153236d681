"""Battles and what follows them."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil
from typing import Any, Literal


@dataclass(frozen=True, slots=True)
class CombatEffect:
    """What terrain does to a battle fought into it.

    ``operation``: ``add`` or ``multiply`` change the strength of ``who``; ``shift`` moves the
    column (positive favours the attacker); ``roll`` is added to the die; ``prohibit`` forbids the
    attack. ``only`` is the
    selector of the units that are affected; all if there is none. ``by``: where values of units
    decide how much it is, which; ``cases``: where it hangs on who defends, how. ``set``: the value
    ``by`` is the strength of the unit. ``aim``: against whom, and from how far, it counts.
    """

    who: Literal["attacker", "defender"]
    operation: Literal["set", "add", "multiply", "shift", "roll", "prohibit"]
    value: Fraction = Fraction(0)
    only: Any = field(default=None, hash=False)
    by: Any = field(default=None, hash=False)
    cases: Any = field(default=None, hash=False)
    aim: Any = field(default=None, hash=False)


@dataclass(frozen=True, slots=True)
class Effect:
    """One step of a combat result's program.

    ``verb``: ``eliminate`` (``who``, ``count``; ``None`` is all, or that ``share`` of them, rounded
    up), ``lose_steps`` (the same), ``retreat`` (``who``, ``hexes``), ``advance`` (``count`` units,
    up to ``hexes``) or ``nothing``, or a verb that another section brings, with what is ``said`` of
    it. ``chooser`` names who picks the unit: its ``owner`` or the ``enemy``. ``only`` is the
    selector of the units of the side that are meant; all of them if there is none.
    """

    verb: str
    who: Literal["attacker", "defender", "actor", "target"] = "defender"
    count: int | None = 1
    hexes: int = 1
    chooser: Literal["owner", "enemy"] = "owner"
    said: object = None
    share: Fraction = Fraction(1)
    only: Any = field(default=None, hash=False)

    def number(self, there: int) -> int:
        """How many of those that there are."""
        return ceil(self.share * there) if self.count is None else min(there, self.count)


@dataclass(frozen=True, slots=True)
class CombatResult:
    """A code of the combat results table and what it does.

    ``by_pattern``: a pattern read it out of its code, and its title says all that it does.
    """

    code: str
    title: str
    effects: tuple[Effect, ...]
    by_pattern: bool = False
