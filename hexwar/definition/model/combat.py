"""Battles and what follows them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import Literal

from hexwar.definition.model.play import Condition
from hexwar.definition.model.values import Citations


@dataclass(frozen=True, slots=True)
class CombatEffect:
    """What terrain does to a battle fought into it.

    ``operation``: ``add`` or ``multiply`` change the strength of ``who``; ``shift`` moves the
    column (positive favours the attacker); ``prohibit`` forbids the attack. With a ``trait``
    only the units that have it are affected.
    """

    who: Literal["attacker", "defender"]
    operation: Literal["add", "multiply", "shift", "prohibit"]
    value: Fraction = Fraction(0)
    trait: str = ""


@dataclass(frozen=True, slots=True)
class Effect:
    """One step of a combat result's program.

    ``verb``: ``eliminate`` (``who``, ``count``; ``None`` is all), ``lose_steps`` (``who``,
    ``count``), ``retreat`` (``who``, ``hexes``), ``advance`` (``count`` units, up to ``hexes``) or
    ``nothing``, or a verb that another section brings, with what is ``said`` of it. ``chooser``
    names who picks the unit: its ``owner`` or the ``enemy``.
    """

    verb: str
    who: Literal["attacker", "defender"] = "defender"
    count: int | None = 1
    hexes: int = 1
    chooser: Literal["owner", "enemy"] = "owner"
    said: object = None


@dataclass(frozen=True, slots=True)
class CombatResult:
    """A code of the combat results table and what it does.

    ``by_pattern``: a pattern read it out of its code, and its title says all that it does.
    """

    code: str
    title: str
    effects: tuple[Effect, ...]
    by_pattern: bool = False


@dataclass(frozen=True, slots=True)
class Dice:
    """``count`` dice of ``sides`` faces, summed, or read one after the other as digits (11-66)."""

    count: int
    sides: int
    digits: bool = False

    def __str__(self) -> str:
        """The dice as games write them: ``2d6``, ``d66``."""
        return "d" + str(self.sides) * self.count if self.digits else f"{self.count}d{self.sides}"

    @property
    def totals(self) -> tuple[int, ...]:
        """Every total that can be rolled, ascending."""
        if self.digits:
            faces = range(1, self.sides + 1)
            return tuple(self.read(rolled) for rolled in product(faces, repeat=self.count))
        return tuple(range(self.count, self.count * self.sides + 1))

    def read(self, faces: Iterable[int]) -> int:
        """What the faces rolled amount to.

        >>> Dice(2, 6).read([3, 5]), Dice(2, 6, digits=True).read([3, 5])
        (8, 35)
        """
        return int("".join(map(str, faces))) if self.digits else sum(faces)


@dataclass(frozen=True, slots=True)
class BattleModifier:
    """A modifier of battles that does not come from terrain; ``effects`` are as terrain's.

    In force when ``condition`` holds, the attacking side is ``by`` (any if empty), and there is
    an attacker of each trait in ``attackers`` and a defender of each in ``defenders``.
    """

    id: str
    title: str
    effects: tuple[CombatEffect, ...]
    condition: Condition | None = None
    by: str = ""
    attackers: tuple[str, ...] = ()
    defenders: tuple[str, ...] = ()
    cite: str = ""


@dataclass(frozen=True, slots=True)
class Combat:
    """Section ``combat``.

    ``target``: a ``unit`` alone, or everything in a ``hex`` together. ``stacks``: units of one
    hex attack ``together`` or ``freely``. ``strength``: every unit counts one (``units``) or its
    printed values (``values``). ``odds``: ``attackers``, ``differential`` or ``ratio``, with
    ``rounding`` for ratios. ``columns`` are numbers in ascending order (a ratio 1:2 is 1/2);
    ``headings`` how they are printed. ``table`` maps a die total to one code a column.
    ``reach``: units attack into ``adjacent`` hexes, or only into those of their ``own_zone``;
    units of no strength, and those with the trait ``support``, then accompany others. ``below``:
    an attack to the left of the table is ``prohibited``, uses the ``first_column``, or is no roll
    but ``below_result``.
    """

    target: Literal["unit", "hex"]
    odds: Literal["attackers", "differential", "ratio"]
    dice: Dice
    columns: tuple[Fraction, ...]
    headings: tuple[str, ...]
    table: Mapping[int, tuple[str, ...]]
    results: Mapping[str, CombatResult]
    strength: Literal["units", "values"] = "units"
    rounding: Literal["down", "up", "nearest"] = "down"
    stacks: Literal["together", "freely"] = "freely"
    most_attackers: int | None = None
    reach: Literal["adjacent", "own_zone"] = "adjacent"
    support: str = ""
    below: Literal["prohibited", "first_column", "result"] = "first_column"
    below_result: str = ""
    above: Literal["prohibited", "last_column"] = "last_column"
    modifiers: tuple[BattleModifier, ...] = ()
    cite: Citations = field(default_factory=dict)

    @property
    def rows(self) -> list[tuple[str, tuple[str, ...]]]:
        """The table as it is printed: dice read as digits have one row for equal neighbours."""
        rows: list[tuple[str, tuple[str, ...]]] = []
        for total, codes in self.table.items():
            if self.dice.digits and rows and rows[-1][1] == codes:
                first = rows[-1][0].partition("-")[0]
                rows[-1] = (f"{first}-{total}", codes)
            else:
                rows.append((str(total), codes))
        return rows

    def row_of(self, total: int) -> str:
        """The heading of the printed row that a total is in; empty if there is none."""
        for heading, _ in self.rows:
            first, _, last = heading.partition("-")
            if int(first) <= total <= int(last or first):
                return heading
        return ""
