"""Section ``untried``: what units draw when they first fight.

What an untried unit is worth nobody knows, not even its owner. When it first attacks or defends (as
the section has it) it draws a chit, out of the bag that such units draw from, and has the strengths
of that chit from then on; one that is nothing may be eliminated at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Protocol, Self, TypeVar

from hexwar.engine.slot import Slot
from hexwar.engine.state import OFF_MAP, Position
from hexwar.rules.combat.section import Combat
from hexwar.rules.language.selectors import Fits, Selectors
from hexwar.rules.units.rules import Forces, Strength, eliminate
from hexwar.rules.untried.section import StrengthChit, Strengths, Untried


class Tried(NamedTuple):
    """The units that have drawn, each with its chit, by its place in the bags together."""

    units: tuple[tuple[int, int], ...] = ()

    def without(self, units: int) -> Tried:
        """The record without these units: their chits are in the bag again."""
        return Tried(tuple(entry for entry in self.units if not units >> entry[0] & 1))


TRIED = Slot("untried", Tried(), lasts="game")


class Engaged(Protocol):
    """A battle, as far as units are tried in it."""

    @property
    def attackers(self) -> tuple[int, ...]:
        """Who attacks."""

    @property
    def defenders(self) -> tuple[int, ...]:
        """Who is attacked."""

    def still_there(self, state: Position) -> Self:
        """The battle with those who are still on the map."""


E = TypeVar("E", bound=Engaged)


class UntriedRules:
    """Who has drawn, and what. Before it is drawn there is nothing that anybody could know."""

    __slots__ = ("_bags", "_chits", "_forces", "_rule", "_section")

    def __init__(
        self, section: Untried, combat: Combat | None, forces: Forces, selectors: Selectors
    ) -> None:
        self._section = section
        self._rule = combat.cite.get("result", "") if combat else ""
        self._chits = tuple(chit for bag in section.all_bags for chit in bag.chits)
        self._forces = forces
        # Who draws from each bag, and the kinds of chit in it, by their places.
        self._bags: list[tuple[Fits, range]] = []
        for bag in section.all_bags:
            first = self._bags[-1][1].stop if self._bags else 0
            kinds = range(first, first + len(bag.chits))
            self._bags.append((selectors.fits(bag.only), kinds))

    def strengths(self, state: Position) -> Mapping[int, Strengths]:
        """What the units have drawn that have, at the steps that they have left."""
        drawn: Mapping[int, Strengths] | None = state.near.get(TRIED)
        if drawn is None:
            drawn = state.near[TRIED] = {
                unit: steps[min(state.lost[unit], len(steps) - 1)]
                for unit, (_, steps, _) in self._drawn(state).items()
            }
        return drawn

    def _drawn(self, state: Position) -> Mapping[int, StrengthChit]:
        return {unit: self._chits[chit] for unit, chit in state.memory[TRIED].units}

    def attack(self, state: Position, unit: int, printed: Strength) -> Strength:
        """What a unit has drawn for attacks; until then what is printed on it."""
        drawn = self.strengths(state).get(unit)
        return drawn[0] if drawn else printed

    def defense(self, state: Position, unit: int, printed: Strength) -> Strength:
        """What it has drawn for defence; until then what is printed on it."""
        drawn = self.strengths(state).get(unit)
        return drawn[1] if drawn else printed

    def is_untried(self, state: Position, unit: int) -> bool:
        """Whether a unit is still to draw its strength."""
        if unit in self.strengths(state):
            return False
        return any(fits(state, unit) for fits, _ in self._bags)

    def engages(self, state: Position, battle: E) -> E:
        """A battle is about to be reckoned: who is untried draws, and may be nothing."""
        parties = battle.attackers, battle.defenders
        for doing, units in zip(("attack", "defend"), parties, strict=True):
            for unit in units if doing in self._section.revealed else ():
                if self.is_untried(state, unit):
                    self._draw(state, unit)
        if self._section.zero == "eliminated":
            drawn = self._drawn(state)
            for index, units in enumerate(parties):
                for unit in units:
                    chit = drawn.get(unit)
                    if chit and not chit.steps[0][index] and state.cells[unit] != OFF_MAP:
                        eliminate(state, unit, self._rule)
        return battle.still_there(state)

    def _draw(self, state: Position, unit: int) -> None:
        """Draw a chit out of those in its bag that no unit has, each as likely."""
        drawn = state.memory[TRIED].units
        gone = [chit for _, chit in drawn]
        # Of several bags that a unit could draw from the first is its own.
        kinds = next(kinds for fits, kinds in self._bags if fits(state, unit))
        left = {chit: self._chits[chit].copies - gone.count(chit) for chit in kinds}
        if not any(left.values()):
            return
        # One roll over all chits that are left, counted off kind by kind.
        at, chit = state.roll(sum(left.values())), kinds.start
        while at > left[chit]:
            at -= left[chit]
            chit += 1
        state.remember(TRIED, Tried((*drawn, (unit, chit))))
        if state.events is not None:
            name = self._forces.ids[unit]
            text = f"{name} is tried for the first time: {self._chits[chit].written}."
            state.tell("tried", self._section.cite, text, unit=name)
