"""What several effects come to together: the best of terrain, multipliers of one strength."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from fractions import Fraction

from hexwar.definition.model import CombatEffect
from hexwar.rules.combat.in_force import Line

ON_TABLE, ON_STRENGTH = ("shift", "roll"), ("add", "multiply")
"""What effects do to the result on the table, and to strengths."""


def best_for_defender(lines: Iterable[Line], operations: Collection[str]) -> Iterator[Line]:
    """The lines without those of terrain by which others of it are better for the defender.

    Only those of these operations are compared, each with those that do the same.
    """
    lines = tuple(lines)
    best: dict[tuple[str, str], Line] = {}
    for line in lines:
        if line.of_terrain and line.effect.operation in operations:
            kind = (line.effect.who, line.effect.operation)
            if kind not in best or _favour(line.effect) > _favour(best[kind].effect):
                best[kind] = line
    for line in lines:
        compared = line.of_terrain and line.effect.operation in operations
        if not compared or best[line.effect.who, line.effect.operation] is line:
            yield line


def _favour(effect: CombatEffect) -> Fraction:
    """How much an effect is in favour of the defender, among those that do the same."""
    return effect.value if effect.who == "defender" else -effect.value


def factor(factors: Sequence[Fraction], together: str, most: Fraction | None) -> Fraction:
    """What multipliers of one strength come to: those above 1 compounded or added up, no more
    than there may be, and then those below 1.

    >>> two = Fraction(2)
    >>> [int(factor([two, two], how, None)) for how in ("compound", "add")]
    [4, 3]
    >>> factor([two, two, Fraction(1, 2)], "compound", Fraction(3))
    Fraction(3, 2)
    """
    up = down = Fraction(1)
    for one in factors:
        if one <= 1:
            down *= one
        else:
            up = up + one - 1 if together == "add" else up * one
    return (up if most is None else min(up, most)) * down
