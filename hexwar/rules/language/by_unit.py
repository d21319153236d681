"""Values that may differ, compiled: what holds for each unit."""

from __future__ import annotations

from typing import Generic, TypeVar

from hexwar.engine.state import Position
from hexwar.rules.language.cases import Cases
from hexwar.rules.language.selectors import Selectors

T = TypeVar("T")


class ByUnit(Generic[T]):
    """What holds for each unit.

    ``always``: the values by unit, where they never change; ``None`` where they hang on the
    position.
    """

    __slots__ = ("_cases", "_rest", "always")

    def __init__(self, said: T | Cases[T], selectors: Selectors) -> None:
        cases: Cases[T] = said if isinstance(said, Cases) else Cases((), said)
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
