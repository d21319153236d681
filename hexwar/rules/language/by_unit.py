"""Values that may differ, compiled: what holds for each unit.

A key of a form may hold a value, or cases with a value each (``effects.Cases``). :class:`ByUnit`
compiles them: a table by unit where no unit's case changes in play, as in most games, else the
first case that fits now. Below, the same for effects on battles, which are lines with a title and a
rule, as they are shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Generic, NamedTuple, Protocol, TypeVar

from hexwar.definition.model import CombatEffect
from hexwar.engine.state import Position
from hexwar.rules.language.effects import Cases
from hexwar.rules.language.selectors import Fits, Selectors

# The one order in which several changes of one value are reckoned.


class Change(Protocol):
    """What becomes of a value; ``None`` where it is not set, added to or multiplied."""

    @property
    def set(self) -> int | Fraction | None:
        """The value is this, no matter what it was."""

    @property
    def add(self) -> Fraction | None:
        """This is added to the value."""

    @property
    def multiply(self) -> Fraction | None:
        """The value is multiplied by this, after all additions."""


def reckoned(changes: Sequence[Change], value: int | Fraction) -> int | Fraction:
    """A value after all of some changes: the last that is set, then all that is added, then all
    that is multiplied.
    """
    changed = last_set(changes, value)
    changed += sum([change.add for change in changes if change.add is not None])
    for change in changes:
        if change.multiply is not None:
            changed *= change.multiply
    return changed


def last_set(changes: Iterable[Change], value: int | Fraction) -> int | Fraction:
    """What the last of some changes sets a value to, or the value if none does."""
    latest = value
    for change in changes:
        if change.set is not None:
            latest = change.set
    return latest


T = TypeVar("T")


class ByUnit(Generic[T]):
    """What holds for each unit.

    ``always``: the values by unit, where they never change; ``None`` where they depend on the
    position.
    """

    def __init__(self, written: T | Cases[T], selectors: Selectors) -> None:
        cases: Cases[T] = written if isinstance(written, Cases) else Cases((), written)
        self._cases = tuple((selectors.anywhere(case.only), case.value) for case in cases.of)
        self._rest = cases.rest
        self.always: tuple[T, ...] | None = None
        fitting = [selectors.fitting(case.only) for case in cases.of]
        fixed = [mask for mask in fitting if isinstance(mask, int)]
        if len(fixed) == len(fitting):
            values = [case.value for case in cases.of]
            masks = list(zip(fixed, values, strict=True))
            self.always = tuple(
                next((value for mask, value in masks if mask >> unit & 1), cases.rest)
                for unit in range(len(selectors.forces.ids))
            )

    def now(self, state: Position, unit: int) -> T:
        """What holds for a unit in a position."""
        if self.always is not None:
            return self.always[unit]
        for fits, value in self._cases:
            if fits(state) >> unit & 1:
                return value
        return self._rest


# Effects on battles as they are reckoned, with the name and the rule that they are shown under.


class Line(NamedTuple):
    """An effect on a battle, with the name and the rule under which it is shown.

    ``fits``: the units that it concerns, where that is not all of them. ``of_terrain``: whether it
    is the terrain that does it. ``cases``: where its value depends on the defenders, the values by
    defender; the first that fits one of them holds.
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
    """An effect under the name and the rule under which it is shown; ``side`` is the one that
    counts as own.
    """
    by_case: Cases[int] | None = effect.cases
    cases: list[tuple[Fits | None, int]] = []
    if by_case is not None:
        cases = [(selectors.fits(case.only, side), case.value) for case in by_case.of]
        cases.append((None, by_case.rest))
    fits = selectors.fits(effect.only, side) if effect.only else None
    return Line(title, rule, effect, fits, of_terrain, tuple(cases))


def settled(state: Position, lines: Iterable[Line], defenders: Sequence[int]) -> Iterator[Line]:
    """The lines with the values that hold against these defenders, without those that have none."""
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
