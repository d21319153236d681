"""Effects on battles as they are reckoned, with the name and the rule that they are shown under."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from hexwar.definition.model import CombatEffect
from hexwar.engine.state import Position
from hexwar.rules.language.cases import Cases
from hexwar.rules.language.selectors import Fits, Selectors


class Line(NamedTuple):
    """An effect on a battle, with the name and the rule under which it is shown.

    ``fits``: the units that it concerns, where that is not all of them. ``of_terrain``: whether it
    is the terrain that does it. ``cases``: where its value hangs on the defenders, by whom; the
    first holds that fits one of them.
    """

    title: str
    rule: str
    effect: CombatEffect
    fits: Fits | None = None
    of_terrain: bool = False
    cases: tuple[tuple[Fits | None, int], ...] = ()


def line_of(
    title: str,
    rule: str,
    effect: CombatEffect,
    selectors: Selectors,
    *,
    of_terrain: bool = False,
    side: int | None = None,
) -> Line:
    """An effect under the name and the rule under which it is shown; ``side`` is who is own."""
    by_case: Cases[int] | None = effect.cases
    cases: list[tuple[Fits | None, int]] = []
    if by_case is not None:
        cases = [(selectors.fits(case.only, side), case.value) for case in by_case.of]
        cases.append((None, by_case.rest))
    fits = selectors.fits(effect.only, side) if effect.only else None
    return Line(title, rule, effect, fits, of_terrain, tuple(cases))


def settled(state: Position, lines: Iterable[Line], defenders: Sequence[int]) -> Iterator[Line]:
    """The lines with the values that hold against these defenders, without those of none."""
    for line in lines:
        fitting = (
            value
            for fits, value in line.cases
            if fits is None or any(fits(state, unit) for unit in defenders)
        )
        value = next(fitting, None)
        if value is None:
            yield line
        elif value:
            effect = replace(line.effect, value=Fraction(value), cases=None)
            yield line._replace(effect=effect, cases=())
