"""What changes movement allowances: states, and ``movement.modifiers``, in one reckoning.

Halved by supply, two points less in snow, at least one: whatever changes an allowance is reckoned
together and rounded once at the end, as rules have it. Reckoning in fractions takes long, so that
games in which nothing changes one never come here (`vary`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from math import ceil, floor
from typing import TYPE_CHECKING, NamedTuple

from hexwar.engine.state import Position
from hexwar.rules.language.by_unit import ByUnit
from hexwar.rules.language.reckoning import Change, reckoned
from hexwar.rules.language.selectors import Selectors
from hexwar.rules.movement.section import AllowanceModifier, Movement

if TYPE_CHECKING:
    from hexwar.rules.states.rules import StateRules

HALF = Fraction(1, 2)
MANY = 4
"""Of more states that change allowances it is not worked out what all of them together leave."""


class Allowances:
    """Allowances in movement points, as they are now.

    ``vary``: whether anything changes one; a game of which that is not true need never ask.
    ``by_place``: whether what does may come and go while units of the same side move.
    ``settled``: whether the same changes come to the same for a unit at any time.
    """

    __slots__ = ("_modifiers", "_states", "by_place", "settled", "vary")

    def __init__(self, section: Movement, selectors: Selectors, states: StateRules | None) -> None:
        self._modifiers = tuple(
            _Modifier(written, selectors) for written in section.modifiers.values()
        )
        self._states = states if states and states.changes("movement") else None
        self.vary = bool(self._modifiers or self._states)
        self.by_place = any(modifier.by_place for modifier in self._modifiers)
        self.settled = all(modifier.settled for modifier in self._modifiers)

    def in_force(self, state: Position, unit: int) -> int:
        """A bit for each state and modifier that changes a unit's allowance now."""
        changes = self._states.changing(state, unit, "movement") if self._states else 0
        for modifier in self._modifiers:
            changes = changes << 1 | modifier.fits(state, unit)
        return changes

    def least(self, points: Fraction) -> Fraction:
        """What is left of an allowance whatever befalls a unit; 0 if that takes long to tell."""
        changes = self._states.all_changes("movement") if self._states else ()
        if self._modifiers or len(changes) > MANY:
            return Fraction(0)
        # Any of them may be in force without the others.
        some = (
            several for count in range(len(changes) + 1) for several in combinations(changes, count)
        )
        return min(self._after(points, several, ()) for several in some)

    def now(self, state: Position, unit: int, points: Fraction) -> Fraction:
        """An allowance after all that changes it: whole movement points, rounded once."""
        states = self._states.held(state, unit, "movement") if self._states else ()
        return self._after(points, states, tuple(self._in_force(state, unit)))

    def _after(
        self, points: Fraction, states: Sequence[Change], held: Sequence[_Change]
    ) -> Fraction:
        changed = Fraction(reckoned([*states, *held], points))
        # Ceilings first: where one lies below a floor, the floor holds.
        highs = [modifier.at_most for modifier, *_ in held if modifier.at_most is not None]
        lows = [modifier.at_least for modifier, *_ in held if modifier.at_least is not None]
        changed = max(min([changed, *highs]), *lows, Fraction(0))
        if changed == points:
            return points
        # Rounded once, as the last of those in force has it.
        rounds = [modifier.round for modifier, *_ in held if modifier.round]
        return _whole(changed, rounds[-1] if rounds else "nearest")

    def titles(self, state: Position, unit: int) -> list[str]:
        """What the modifiers in force for a unit are called."""
        return [modifier.title for modifier, *_ in self._in_force(state, unit)]

    def _in_force(self, state: Position, unit: int) -> Iterator[_Change]:
        return (
            modifier.change(state, unit)
            for modifier in self._modifiers
            if modifier.fits(state, unit)
        )


class _Change(NamedTuple):
    """What a modifier does to the allowance of one unit."""

    said: AllowanceModifier
    set: Fraction | None
    add: Fraction | None
    multiply: Fraction | None


class _Modifier:
    """A modifier, and what it does to whom."""

    __slots__ = ("_amounts", "_by_unit", "_said", "by_place", "fits", "settled")

    def __init__(self, said: AllowanceModifier, selectors: Selectors) -> None:
        self.fits = selectors.fits(said.only)
        self._said = said
        self._amounts: tuple[ByUnit[Fraction | None], ...] = tuple(
            ByUnit(amount, selectors) for amount in (said.set, said.add, said.multiply)
        )
        always = [amount.always for amount in self._amounts if amount.always is not None]
        self.settled = len(always) == len(self._amounts)
        self._by_unit = (
            [_Change(said, *amounts) for amounts in zip(*always, strict=True)]
            if self.settled
            else None
        )
        self.by_place = not (self.settled and isinstance(selectors.fitting(said.only), int))

    def change(self, state: Position, unit: int) -> _Change:
        """What it does to a unit now."""
        if self._by_unit is not None:
            return self._by_unit[unit]
        amounts = [amount.now(state, unit) for amount in self._amounts]
        return _Change(self._said, *amounts)


def _whole(points: Fraction, rounding: str) -> Fraction:
    if rounding == "nearest":
        return Fraction(floor(points + HALF))
    return Fraction(ceil(points) if rounding == "up" else floor(points))
