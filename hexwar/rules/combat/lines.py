"""Effects on battles, and which of them count where there are several hexes or hexsides."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from math import prod

from hexwar.definition.model import CombatEffect
from hexwar.engine.state import OFF_MAP, State
from hexwar.rules.combat.in_force import Line, line_of
from hexwar.rules.language.selectors import Fits, Selectors
from hexwar.rules.language.wording import either
from hexwar.rules.markers.rules import MarkerRules
from hexwar.rules.terrain.geometry import Step
from hexwar.rules.terrain.rules import TerrainRules


def alike(crossed: Sequence[Sequence[Line]], heading: str = "") -> tuple[Line, ...]:
    """The effects of the first of several hexsides that all of them have, under all their names."""
    held = []
    for line in crossed[0] if crossed else ():
        same = [
            [other.title for other in lines if other.effect == line.effect] for lines in crossed
        ]
        if all(same):
            kinds = dict.fromkeys([line.title, *(title for found in same for title in found)])
            held.append(line._replace(title=f"{heading}{either(kinds)}"))
    return tuple(held)


def of_defenders(line: Line) -> bool:
    """Whether an effect is on the strength of defenders."""
    return line.effect.who == "defender" and line.effect.operation in ("add", "multiply")


def within(cell: int, cells: list[int], line: Line) -> Fits:
    """A line for those units alone that stand in a hex; who is off the map may be anywhere."""

    def fits(state: State, unit: int) -> bool:
        return cells[unit] in (cell, OFF_MAP) and (line.fits is None or line.fits(state, unit))

    return fits


def with_markers(
    markers: MarkerRules | None, state: State, hexes: Sequence[int], found: list[tuple[Line, ...]]
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
        step: tuple(line for line, who in found if who in counts and not on_each(line.effect))
        for step, found in lines.items()
    }


def on_each(effect: CombatEffect) -> bool:
    """Whether an effect is on the strength of single attackers."""
    return effect.who == "attacker" and effect.operation in ("add", "multiply")
