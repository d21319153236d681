"""The strengths that untried units have drawn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from hexwar.engine.slot import Slot
from hexwar.engine.state import State
from hexwar.rules.units.rules import Strength
from hexwar.rules.untried.section import StrengthChit, Strengths, Untried


class Tried(NamedTuple):
    """The units that have drawn, each with its chit, by its place in the bags together."""

    units: tuple[tuple[int, int], ...] = ()

    def without(self, units: int) -> Tried:
        """The record without these units: their chits are in the bag again."""
        return Tried(tuple(entry for entry in self.units if not units >> entry[0] & 1))


TRIED = Slot("untried", Tried(), lasts="game")


class DrawnStrengths:
    """What is drawn counts in place of what is printed. ``kinds``: the chits of all bags."""

    __slots__ = ("kinds",)

    def __init__(self, section: Untried) -> None:
        self.kinds = tuple(chit for bag in section.all_bags for chit in bag.chits)

    def strengths(self, state: State) -> Mapping[int, Strengths]:
        """What the units have drawn that have, at the steps that they have left."""
        found: Mapping[int, Strengths] | None = state.near.get(TRIED)
        if found is None:
            found = state.near[TRIED] = {
                unit: steps[min(state.lost[unit], len(steps) - 1)]
                for unit, (_, steps, _) in self.chits(state).items()
            }
        return found

    def chits(self, state: State) -> Mapping[int, StrengthChit]:
        """The chits of the units that have drawn."""
        return {unit: self.kinds[chit] for unit, chit in state.memory[TRIED].units}

    def attack(self, state: State, unit: int, printed: Strength) -> Strength:
        """What a unit has drawn for attacks; until then what is printed on it."""
        drawn = self.strengths(state).get(unit)
        return drawn[0] if drawn else printed

    def defense(self, state: State, unit: int, printed: Strength) -> Strength:
        """What it has drawn for defence; until then what is printed on it."""
        drawn = self.strengths(state).get(unit)
        return drawn[1] if drawn else printed
