"""Effects on a strength that hang on whom it is used against, and from how far."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from hexwar.definition.model import CombatEffect
from hexwar.engine.state import State
from hexwar.rules.combat.modifiers import Aim, Distance
from hexwar.rules.language.selectors import Fits, Selectors
from hexwar.rules.states.values import NamedValues


class Aimed(NamedTuple):
    """An aim, compiled."""

    said: Aim
    against: Fits | None
    fits: Fits | None

    def holds(
        self,
        state: State,
        unit: int,
        at: int,
        cell: int,
        selectors: Selectors,
        values: NamedValues,
    ) -> bool:
        """Whether a unit in a hex is concerned, and as far from another as it has to be."""
        if self.fits is not None and not self.fits(state, unit):
            return False
        said = self.said

        def near(hexes: int | Distance) -> bool:
            reach = hexes
            if isinstance(reach, Distance):
                value = Fraction(values.number(state, unit, reach.value)) * reach.multiply
                reach = value.numerator // value.denominator
            return bool(selectors.around(cell, int(reach)) >> at & 1)

        return (said.within is None or near(said.within)) and not (
            said.beyond is not None and near(said.beyond)
        )


class Aims:
    """What the aims of a modifier's effects come to in a battle."""

    __slots__ = ("_aimed", "_selectors", "_values")

    def __init__(
        self, effects: Sequence[CombatEffect], selectors: Selectors, values: NamedValues
    ) -> None:
        self._selectors, self._values = selectors, values
        self._aimed = {
            effect: Aimed(
                effect.aim,
                selectors.fits(effect.aim.against) if effect.aim.against else None,
                selectors.fits(effect.only) if effect.only else None,
            )
            for effect in effects
            if effect.aim is not None
        }

    def __bool__(self) -> bool:
        return bool(self._aimed)

    def against(self, state: State, effect: CombatEffect, defenders: Sequence[int]) -> bool:
        """Whether an effect counts against these defenders, all of them."""
        aimed = self._aimed.get(effect)
        if aimed is None or aimed.against is None:
            return True
        return all(aimed.against(state, unit) for unit in defenders)

    def fits(
        self, effect: CombatEffect, fits: Fits | None, cell: int, cells: Sequence[int]
    ) -> Fits | None:
        """Whom an effect concerns in a battle for a hex, with the units in these cells."""
        aimed = self._aimed.get(effect)
        if aimed is None or (aimed.said.within is None and aimed.said.beyond is None):
            return fits
        selectors, values = self._selectors, self._values
        return lambda state, unit: aimed.holds(state, unit, cells[unit], cell, selectors, values)
