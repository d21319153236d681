"""Section ``untried``: what units draw when they first fight."""

from __future__ import annotations

from typing import Protocol, Self, TypeVar

from hexwar.engine.state import OFF_MAP, State
from hexwar.rules.elimination.units import LossRules
from hexwar.rules.language.selectors import Fits, Selectors
from hexwar.rules.units.rules import Forces
from hexwar.rules.untried.section import Untried
from hexwar.rules.values.drawn import TRIED, DrawnStrengths, Tried


class Engaged(Protocol):
    """A battle, as far as units are tried in it."""

    @property
    def attackers(self) -> tuple[int, ...]:
        """Who attacks."""

    @property
    def defenders(self) -> tuple[int, ...]:
        """Who is attacked."""

    def still_there(self, state: State) -> Self:
        """The battle with those who are still on the map."""


E = TypeVar("E", bound=Engaged)


class UntriedRules:
    """Who draws, from which bag. Before it is drawn there is nothing that anybody could know."""

    __slots__ = ("_bags", "_drawn", "_forces", "_section")

    def __init__(
        self, section: Untried, forces: Forces, selectors: Selectors, drawn: DrawnStrengths
    ) -> None:
        self._section = section
        self._forces, self._drawn = forces, drawn
        # Who draws from each bag, and the kinds of chit in it, by their places.
        self._bags: list[tuple[Fits, range]] = []
        for bag in section.all_bags:
            first = self._bags[-1][1].stop if self._bags else 0
            kinds = range(first, first + len(bag.chits))
            self._bags.append((selectors.fits(bag.only), kinds))

    def is_untried(self, state: State, unit: int) -> bool:
        """Whether a unit is still to draw its strength."""
        if unit in self._drawn.strengths(state):
            return False
        return any(fits(state, unit) for fits, _ in self._bags)

    def engages(self, state: State, battle: E) -> E:
        """A battle is about to be reckoned: who is untried draws, and may be nothing."""
        parties = battle.attackers, battle.defenders
        for doing, units in zip(("attack", "defend"), parties, strict=True):
            for unit in units if doing in self._section.revealed else ():
                if self.is_untried(state, unit):
                    self._draw(state, unit)
        if self._section.zero == "eliminated":
            drawn = self._drawn.chits(state)
            for index, units in enumerate(parties):
                for unit in units:
                    chit = drawn.get(unit)
                    if chit and not chit.steps[0][index] and state.cells[unit] != OFF_MAP:
                        state.rules[LossRules].eliminate(state, unit)
        return battle.still_there(state)

    def _draw(self, state: State, unit: int) -> None:
        """Draw a chit out of those in its bag that no unit has, each as likely."""
        drawn, chits = state.memory[TRIED].units, self._drawn.kinds
        gone = [chit for _, chit in drawn]
        kinds = next(kinds for fits, kinds in self._bags if fits(state, unit))
        left = {chit: chits[chit].copies - gone.count(chit) for chit in kinds}
        if not any(left.values()):
            return
        at, chit = state.roll(sum(left.values())), kinds.start
        while at > left[chit]:
            at -= left[chit]
            chit += 1
        state.remember(TRIED, Tried((*drawn, (unit, chit))))
        if state.events is not None:
            name = self._forces.ids[unit]
            text = f"{name} is tried for the first time: {chits[chit].written}."
            state.tell("tried", self._section.cite, text, unit=name)
