"""Section ``breakdown``: who breaks down now, and who is put together.

Each entry is looked at both ways, the whole for its parts and the parts for the whole. What goes
must stand in one hex, at full strength, before it has moved, and in the open; what comes must be
off the map, not lost, and have room.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hexwar.engine.frame import Frame
from hexwar.engine.slot import Slot
from hexwar.engine.state import OFF_MAP, Position
from hexwar.engine.violation import Violation
from hexwar.rules.breakdown.section import Breakdown, Breakdowns
from hexwar.rules.language.wording import every
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.sequence.moved import MOVED
from hexwar.rules.units.rules import mask_of

BREAK, COMBINE = "break", "combine"


class Regrouped(NamedTuple):
    """The entries that have broken down or been put together in the phase, by their places."""

    entries: tuple[int, ...] = ()


REGROUPED = Slot("breakdown", Regrouped(), lasts="phase")


class CompiledBreakdown(NamedTuple):
    """An entry of the section, compiled: units and side by index."""

    place: int
    said: Breakdown
    side: int
    whole: int
    parts: tuple[int, ...]
    phases: frozenset[int]


class BreakdownRules:
    """What may be done of it in a movement phase, and doing it."""

    __slots__ = ("_frame", "_movement", "entries")

    def __init__(self, frame: Frame, section: Breakdowns, movement: MovementRules) -> None:
        self._frame, self._movement = frame, movement
        index = frame.unit_index
        self.entries = tuple(
            CompiledBreakdown(
                place,
                entry,
                frame.unit_side[index[entry.unit]],
                index[entry.unit],
                tuple(index[part] for part in entry.smaller),
                frozenset(map(frame.phase_ids.index, entry.phases or frame.phase_ids)),
            )
            for place, entry in enumerate(section.by_id.values())
        )

    def possible(self, state: Position) -> Iterator[tuple[str, CompiledBreakdown]]:
        """What its side may do now, verb by verb for each entry."""
        for entry in self.entries:
            for verb in (BREAK, COMBINE):
                if self.why_not(state, verb, entry) is None:
                    yield verb, entry

    def why_not(self, state: Position, verb: str, entry: CompiledBreakdown) -> Violation | None:
        """Why an entry does not break down, or is not put together, now."""
        title, done = entry.said.title, state.memory[REGROUPED].entries
        if entry.side != state.phase_side:
            return self._refuse(entry, f"{title} belongs to the other side.")
        if verb not in entry.said.does or state.phase_index not in entry.phases:
            what = "breaks down" if verb == BREAK else "is put together"
            return self._refuse(entry, f"{title} never {what} in this phase.")
        if entry.place in done:
            return self._refuse(entry, f"{title} has been regrouped in this phase.")
        before, after = self._units(verb, entry)
        return self._why_not_there(state, before) or self._why_no_room(state, before, after)

    def _units(
        self, verb: str, entry: CompiledBreakdown
    ) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The counters that go, and those that come."""
        if verb == BREAK:
            return (entry.whole,), entry.parts
        return entry.parts, (entry.whole,)

    def _why_not_there(self, state: Position, units: tuple[int, ...]) -> Violation | None:
        """Why these units cannot be replaced by others where they stand."""
        ids, cells = self._frame.unit_ids, state.cells
        moved = state.memory[MOVED].moved
        for unit in units:
            name = ids[unit]
            if cells[unit] == OFF_MAP:
                return self._violation(f"{name} is not on the map.")
            if cells[unit] != cells[units[0]]:
                return self._violation(f"{name} is not in one hex with {ids[units[0]]}.")
            if state.lost[unit]:
                return self._violation(f"{name} is not at full strength.")
            if moved >> unit & 1:
                return self._violation(f"{name} has moved, or does not move in this phase.")
            if state.secret >> unit & 1:
                return self._violation(f"{name} hides.")
        return None

    def _why_no_room(
        self, state: Position, before: tuple[int, ...], after: tuple[int, ...]
    ) -> Violation | None:
        """Why other units cannot take their place."""
        ids, cells, stacking = self._frame.unit_ids, state.cells, self._movement.stacking
        for unit in after:
            if cells[unit] != OFF_MAP or state.eliminated >> unit & 1:
                where = "is on the map" if cells[unit] else "has been lost"
                return self._violation(f"{ids[unit]} {where}.")
        cell = cells[before[0]]
        mates = [u for u in self._movement.forces.of_side[state.phase_side] if cells[u] == cell]
        if not stacking.fit(state, cell, [*(u for u in mates if u not in before), *after]):
            names = every(ids[unit] for unit in after)
            return stacking.refusal(after[0], names, self._frame.board.number[cell])
        return None

    def regroup(self, state: Position, verb: str, entry: CompiledBreakdown) -> None:
        """Break a unit down, or put it together from its parts."""
        before, after = self._units(verb, entry)
        cell = state.cells[before[0]]
        done = state.memory[REGROUPED].entries
        # What comes of it has begun its move in an enemy zone as well; the old counter is asked
        # while it is there.
        began = self._movement.began_in_zone(state, before[0])
        put_in_place(state, before, after)
        for unit in after if began else ():
            self._movement.begins_in_zone(state, unit)
        state.remember(REGROUPED, Regrouped((*done, entry.place)))
        self._tell(state, verb, entry, cell)

    def _tell(self, state: Position, verb: str, entry: CompiledBreakdown, cell: int) -> None:
        if state.events is None:
            return
        number, parts = self._frame.board.number[cell], every(entry.said.smaller)
        text = f"{entry.said.title} in {number} breaks down into {parts}."
        if verb == COMBINE:
            text = f"{parts} in {number} become {entry.said.title}."
        unseen = f"Units in {number} are regrouped."
        state.tell("regrouped", entry.said.cite, text, unit=entry.said.unit, unseen=unseen)

    def _refuse(self, entry: CompiledBreakdown, message: str) -> Violation:
        return Violation(entry.said.cite, message, "breakdown.when")

    @staticmethod
    def _violation(message: str) -> Violation:
        return Violation("", message, "breakdown.units")


def put_in_place(state: Position, before: tuple[int, ...], after: tuple[int, ...]) -> None:
    """Take counters off the map and put others in their place, at full strength; states that any
    of them were in they share.
    """
    cell, gone, come = state.cells[before[0]], mask_of(before), mask_of(after)
    shared = [name for name, marked in state.marks.items() if marked & gone]
    for unit in after:
        state.renew(unit)
        state.place(unit, cell)
    for unit in before:
        state.place(unit, OFF_MAP)
    for name in shared:
        # Last, as `renew` has taken every mark from those that come.
        state.mark(name, state.marks[name] & ~gone | come)
