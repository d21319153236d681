"""Section ``untried``: what units draw when they first fight."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from hexwar.engine.slot import Slot
from hexwar.engine.state import OFF_MAP, State
from hexwar.rules.language.selectors import Selectors
from hexwar.rules.losses.elimination import LossRules
from hexwar.rules.units.rules import Forces, Strength
from hexwar.rules.untried.section import Strengths, Untried


class Tried(NamedTuple):
    """The units that have drawn, each with its chit, by its place in the section."""

    units: tuple[tuple[int, int], ...] = ()

    def without(self, units: int) -> Tried:
        """The record without these units: their chits are in the bag again."""
        return Tried(tuple(entry for entry in self.units if not units >> entry[0] & 1))


TRIED = Slot("untried", Tried(), lasts="game")


class UntriedRules:
    """Who has drawn, and what. Before it is drawn there is nothing that anybody could know."""

    __slots__ = ("_chits", "_fits", "_forces", "_section")

    def __init__(self, section: Untried, forces: Forces, selectors: Selectors) -> None:
        self._section = section
        self._chits = section.chits
        self._forces = forces
        self._fits = selectors.fits(section.only)

    def strengths(self, state: State) -> Mapping[int, Strengths]:
        """What the units have drawn that have."""
        found: Mapping[int, Strengths] | None = state.near.get(TRIED)
        if found is None:
            drawn = state.memory[TRIED].units
            found = state.near[TRIED] = {unit: self._chits[chit][0] for unit, chit in drawn}
        return found

    def attack(self, state: State, unit: int, printed: Strength) -> Strength:
        """What a unit has drawn for attacks; until then what is printed on it."""
        drawn = self.strengths(state).get(unit)
        return drawn[0] if drawn else printed

    def defense(self, state: State, unit: int, printed: Strength) -> Strength:
        """What it has drawn for defence; until then what is printed on it."""
        drawn = self.strengths(state).get(unit)
        return drawn[1] if drawn else printed

    def is_untried(self, state: State, unit: int) -> bool:
        """Whether a unit is still to draw its strength."""
        return self._fits(state, unit) and unit not in self.strengths(state)

    def engages(self, state: State, attackers: Sequence[int], defenders: Sequence[int]) -> None:
        """A battle is about to be reckoned: who is untried draws, and may be nothing."""
        for doing, units in (("attack", attackers), ("defend", defenders)):
            for unit in units if doing in self._section.revealed else ():
                if self.is_untried(state, unit):
                    self._draw(state, unit)
        if self._section.zero == "eliminated":
            for index, units in enumerate((attackers, defenders)):
                for unit in units:
                    drawn = self.strengths(state).get(unit)
                    if drawn and not drawn[index] and state.cells[unit] != OFF_MAP:
                        state.rules[LossRules].eliminate(state, unit)

    def _draw(self, state: State, unit: int) -> None:
        """Draw a chit out of those that no unit has, each as likely."""
        drawn = state.memory[TRIED].units
        gone = [chit for _, chit in drawn]
        left = [count - gone.count(chit) for chit, (_, count) in enumerate(self._chits)]
        if not any(left):
            return
        at, chit = state.roll(sum(left)), 0
        while at > left[chit]:
            at -= left[chit]
            chit += 1
        state.remember(TRIED, Tried((*drawn, (unit, chit))))
        if state.events is not None:
            name, (attack, defense) = self._forces.ids[unit], self._chits[chit][0]
            text = f"{name} is tried for the first time: {attack}-{defense}."
            state.tell("tried", self._section.cite, text, unit=name)
