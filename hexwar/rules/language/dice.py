"""Dice as games write them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Annotated

from hexwar.definition.forms import becomes, matching


@dataclass(frozen=True, slots=True)
class DiceThrow:
    """``count`` dice of ``sides`` faces, summed, or read one after the other as digits (11-66)."""

    count: int
    sides: int
    digits: bool = False

    @classmethod
    def written(cls, text: str) -> DiceThrow:
        """``2d6`` as dice; ``d66`` are two dice read one after the other."""
        if text == "d66":
            return cls(2, 6, digits=True)
        count, faces = text.split("d")
        return cls(int(count), int(faces))

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

        >>> DiceThrow(2, 6).read([3, 5]), DiceThrow(2, 6, digits=True).read([3, 5])
        (8, 35)
        """
        return int("".join(map(str, faces))) if self.digits else sum(faces)

    def within(self, key: str) -> list[int]:
        """The totals that a row of a table is for: ``7``, or several such as ``11..23``.

        Where the dice are summed, totals that they cannot show are among them.

        >>> DiceThrow.written("d66").within("15..22"), DiceThrow.written("1d6").within("-1..1")
        ([15, 16, 21, 22], [-1, 0, 1])
        """
        first, dots, last = key.partition("..")
        low, high = sorted((int(first), int(last or first)))
        if not self.digits:
            return list(range(low, high + 1))
        between = {total for total in self.totals if low <= total <= high}
        return sorted(between | {low, high}) if dots else [low]


SEVERAL_DICE = matching(
    "^([1-9]d([2-9]|[1-9][0-9]|100)|d66)$",
    "1 to 9 dice of 2 to 100 faces, added up; d66 alone is two dice read as digits, 11 to 66.",
)
ONE_DIE = matching("^d([2-9]|[1-9][0-9]|100)$", "A die has 2 to 100 faces.")

DiceWritten = Annotated[
    str,
    SEVERAL_DICE,
    becomes(DiceThrow.written),
]
"""What reads dice in a form."""


@cache
def chances_of_totals(dice: DiceThrow) -> dict[int, Fraction]:
    """The probability of every total."""
    ways: dict[int, int] = {}
    for faces in product(range(1, dice.sides + 1), repeat=dice.count):
        total = dice.read(faces)
        ways[total] = ways.get(total, 0) + 1
    everything = sum(ways.values())
    return {total: Fraction(ways[total], everything) for total in sorted(ways)}
