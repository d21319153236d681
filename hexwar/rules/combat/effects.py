"""Effects on battles: which of them count, what several come to, and what is printed of them.

Terrain and the game's own modifiers say the same kinds of things: add to a strength or multiply it,
shift the column, change the die. Here is what the reckoning in ``odds`` needs to know of several
together: which hexsides are alike, which hex is hardest, which effect of terrain is the best, what
multipliers come to.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import prod
from typing import TYPE_CHECKING, Literal

from hexwar.definition.model import CombatEffect
from hexwar.engine.state import OFF_MAP, Position
from hexwar.rules.language.effect_lines import Line, line_of
from hexwar.rules.language.selectors import Fits, Selectors
from hexwar.rules.language.wording import either
from hexwar.rules.terrain.geometry import Step
from hexwar.rules.terrain.rules import TerrainRules
from hexwar.rules.units.rules import Strength

if TYPE_CHECKING:
    from hexwar.rules.markers.rules import MarkerRules

ON_TABLE, ON_STRENGTH = ("shift", "roll"), ("add", "multiply")
"""What effects do to the result on the table, and to strengths."""

Moving = Literal["shift", "roll"]
"""What moves the result on the table: along its columns, or along its rows."""


def alike(crossed: Sequence[Sequence[Line]], heading: str = "") -> tuple[Line, ...]:
    """The effects of the first of several hexsides that all of them have, under all their names."""
    held = []
    for line in crossed[0] if crossed else ():
        same = [
            [other.title for other in lines if other.effect == line.effect] for lines in crossed
        ]
        if all(same):
            kinds = dict.fromkeys([line.title, *(title for titles in same for title in titles)])
            held.append(line._replace(title=f"{heading}{either(kinds)}"))
    return tuple(held)


def of_defenders(line: Line) -> bool:
    """Whether an effect is on the strength of defenders."""
    return line.effect.who == "defender" and line.effect.operation in ("add", "multiply")


def within(cell: int, cells: list[int], line: Line) -> Fits:
    """A line for those units alone that stand in a hex; who is off the map may be anywhere."""

    def fits(state: Position, unit: int) -> bool:
        return cells[unit] in (cell, OFF_MAP) and (line.fits is None or line.fits(state, unit))

    return fits


def with_markers(
    markers: MarkerRules | None,
    state: Position,
    hexes: Sequence[int],
    found: list[tuple[Line, ...]],
) -> list[tuple[Line, ...]]:
    """What was found for some hexes, each with what the markers do that act there."""
    if markers is None:
        return found
    return [(*own, *markers.lines(state, at)) for own, at in zip(found, hexes, strict=True)]


def ease(lines: Sequence[Line]) -> tuple[Fraction, Fraction, Fraction]:
    """How easy effects make it for the attacker: columns, the die, then his strength."""
    columns = sum((ln.effect.value for ln in lines if ln.effect.operation == "shift"), Fraction())
    die = sum((ln.effect.value for ln in lines if ln.effect.operation == "roll"), Fraction())
    strength = prod(ln.effect.value for ln in lines if ln.effect.operation == "multiply")
    return columns, die, Fraction(strength)


def lines_across(
    terrain: TerrainRules, selectors: Selectors
) -> dict[Step, tuple[tuple[Line, str], ...]]:
    """What hexsides do to battles across them, each with who has to cross."""
    rule, lines = terrain.cite.get("combat", ""), {}
    for step, effects in terrain.hexside_effects.items():
        titles, counts = terrain.hexside_titles[step], terrain.hexside_counts[step]
        lines[step] = tuple(
            (line_of(title, rule, effect, selectors, of_terrain=True), who)
            for title, effect, who in zip(titles, effects, counts, strict=True)
        )
    return lines


def counted_together(
    lines: Mapping[Step, tuple[tuple[Line, str], ...]], counts: Collection[str]
) -> dict[Step, tuple[Line, ...]]:
    """Those that are not on single attackers, of hexsides that count so."""
    return {
        step: tuple(line for line, who in across if who in counts and not on_each(line.effect))
        for step, across in lines.items()
    }


def on_each(effect: CombatEffect) -> bool:
    """Whether an effect is on the strength of single attackers."""
    return effect.who == "attacker" and effect.operation in ("add", "multiply")


def moving(operation: Moving, lines: Iterable[Line]) -> int:
    """How far effects together move the result along the columns, or along the rows."""
    return sum([int(ln.effect.value) for ln in lines if ln.effect.operation == operation])


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
    for multiplier in factors:
        if multiplier <= 1:
            down *= multiplier
        else:
            up = up + multiplier - 1 if together == "add" else up * multiplier
    # The most is on what raises a strength: halving is not bounded by it.
    return (up if most is None else min(up, most)) * down


def printed(effect: CombatEffect) -> str:
    """What an effect does: ``x2``, ``1 column left``, ``die +1``."""
    if effect.operation == "multiply":
        return f"x{effect.value}"
    if effect.operation == "shift":
        columns = "column" if abs(effect.value) == 1 else "columns"
        way = " right" if effect.value > 0 else " left" if effect.value else ""
        return f"{abs(effect.value)} {columns}{way}"
    if effect.operation == "roll":
        return f"die {signed(effect.value)}"
    if effect.operation == "set":
        return f"{effect.by.value} counts"
    return signed(effect.value)


def signed(value: Strength) -> str:
    """A number with its sign, as on a printed chart: ``+2``, ``0``, ``-1/2``."""
    return f"+{value}" if value > 0 else str(value)
