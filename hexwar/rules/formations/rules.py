"""Section ``formations``: who belongs together, and which formations are whole or lost.

A formation is the mask of its counters. Whether it is complete is asked of where they stand,
whether it is lost of what those that take part have lost.
"""

from __future__ import annotations

from collections.abc import Iterable

from hexwar.engine.frame import Frame
from hexwar.engine.position import bits
from hexwar.engine.state import Position
from hexwar.rules.formations.section import FormationLosses, Formations
from hexwar.rules.units.rules import Forces, mask_of, steps_missing
from hexwar.rules.units.section import Units


class FormationRules:
    """The units of every formation, as masks."""

    __slots__ = ("_forces", "_members", "_missing", "titles")

    def __init__(self, frame: Frame, forces: Forces, section: Formations) -> None:
        self._forces = forces
        self._missing = steps_missing(frame)
        self.titles = {name: formation.title for name, formation in section.by_id.items()}
        counters = frame.resolved[Units].counters.values()
        belongs = [unit.formation for unit in counters]
        self._members = {
            name: mask_of(unit for unit, formation in enumerate(belongs) if formation == name)
            for name in section.by_id
        }

    def of(self, names: Iterable[str]) -> int:
        """The mask of the counters of these formations, whether or not they are in play."""
        return sum([self._members[name] for name in set(names)])

    def named(self, unit: int) -> str:
        """The formation that a counter belongs to; empty if there is none."""
        return next((name for name, units in self._members.items() if units >> unit & 1), "")

    def complete(self, state: Position, unknown: int, part: int) -> int:
        """The units that stand in one hex with all of their formation that are in play.

        ``unknown`` are units of which whoever asks does not know where they are; of ``part``, a
        mask, every one must be there.
        """
        complete = 0
        for units in self._members.values():
            standing = [unit for unit in bits(units) if state.cells[unit]]
            whole = not units & part & ~mask_of(standing)
            if whole and len({state.cells[unit] for unit in standing}) == 1:
                complete |= 0 if units & unknown else mask_of(standing)
        return complete

    def is_lost(self, state: Position, units: int, said: FormationLosses) -> bool:
        """Whether so much of these units is lost."""
        lost = all_ = 0
        for unit in bits(units):
            # A counter that begins reduced has not lost the steps that it never had.
            missing = self._missing[unit]
            steps = 1 if said.in_ == "units" else self._forces.steps[unit] - missing
            gone = 0 if said.in_ == "units" else max(0, state.lost[unit] - missing)
            lost += steps if state.eliminated >> unit & 1 else gone
            all_ += steps
        return all_ > 0 and lost >= (said.at_least or said.share * all_)

    def worn(self, state: Position, part: int, said: FormationLosses) -> int:
        """The counters of formations of which so much is lost; ``part``: who takes part."""
        key = ("worn", said.share, said.at_least, said.in_)
        counters: int | None = state.near.get(key)
        if counters is None:
            members = self._members.values()
            worn = [units for units in members if self.is_lost(state, units & part, said)]
            counters = state.near[key] = sum(worn)
        return counters
