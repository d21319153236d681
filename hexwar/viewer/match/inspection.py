"""Inspecting enemies: where they could go in a move of theirs, and what they control.

A click on enemies inspects them, a second one ends that. For several units the reach is that of all
together. It comes from the position as known at this window, and is kept as long as that is the
same.
"""

from __future__ import annotations

from typing import NamedTuple

from hexwar.rules.language.wording import every
from hexwar.rules.units.section import Units
from hexwar.viewer.match.last_answer import LastAnswer
from hexwar.viewer.match.match import Match


class InspectedArea(NamedTuple):
    """Where units that are looked into could go, and what they control: both as hexes."""

    reach: frozenset[str]
    zones: frozenset[str]


class Inspection:
    """The units of one hex that are looked into, with what may be known of them and no more."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self._hex: str | None = None
        self._area = LastAnswer[InspectedArea]()

    @property
    def hex(self) -> str | None:
        """The hex that is looked into, as long as units are seen there."""
        number = self._hex
        return number if number is not None and self.match.visibility.units_at(number) else None

    @property
    def units(self) -> tuple[str, ...]:
        """The units that are seen there."""
        return self.match.visibility.units_at(self.hex) if self.hex else ()

    def look_into(self, units: tuple[str, ...]) -> None:
        """Look into the units of a hex; a second time, or for none, no more."""
        number = self.match.state.position(units[0]) if units else None
        self._hex = None if number == self.hex else number
        if self._hex is not None:
            self.match.say(self.in_words())

    def leave(self) -> None:
        """Look into nothing more."""
        self._hex = None

    @property
    def reach(self) -> frozenset[str]:
        """The hexes where one of them could be after a move of theirs that began now."""
        return self._look().reach

    @property
    def zones(self) -> frozenset[str]:
        """The hexes of their zones of control."""
        return self._look().zones

    def in_words(self) -> str:
        """What is drawn, and how it is left."""
        they, control = ("it", "controls") if len(self.units) == 1 else ("they", "control")
        zones = f", what {they} {control} hatched" if self.zones else ""
        hidden = " What lies below is not known." if self.match.visibility.hides(self.hex) else ""
        reach = f"outlined is where {they} could move{zones}."
        return f"{every(self.units)} in {self.hex}: {reach}{hidden} Another click leaves it."

    def _look(self) -> InspectedArea:
        def area() -> InspectedArea:
            # Asked of what is known at this window: where others could go must not betray an enemy
            # that hides.
            state, units = self.match.visibility.state, set(self.units)
            counters = self.match.resolved[Units].counters
            reach: set[str] = set()
            for side in {counters[unit].side for unit in units}:
                threats = state.threats(side).items()
                reach |= {number for number, able in threats if units & set(able)}
            zones = frozenset(number for unit in units for number in state.zone(unit))
            return InspectedArea(frozenset(reach), zones)

        question = self.match.version, self.match.visibility.sides, self.hex
        return self._area.about(question, area)
