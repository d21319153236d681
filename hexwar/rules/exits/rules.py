"""Section ``exits``: who may leave the map where, and who has left it.

An exit is some hexes of one side, for some units, perhaps under a condition. Who leaves takes along
whom it escorts or carries; all of them are remembered with the exit and the turn, as conditions ask
for both.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import or_
from typing import NamedTuple

from hexwar.engine.frame import Frame
from hexwar.engine.slot import Slot
from hexwar.engine.state import OFF_MAP, Position
from hexwar.engine.violation import Violation
from hexwar.rules.escort.rules import EscortRules
from hexwar.rules.exits.section import Exit, Exits
from hexwar.rules.language.conditions import Conditions
from hexwar.rules.language.selectors import Fits, Selectors
from hexwar.rules.language.wording import every, mid_sentence
from hexwar.rules.transport.rules import TransportRules


class Departed(NamedTuple):
    """The units that have left the map: each with the exit, by its place, and the turn."""

    units: tuple[tuple[int, int, int], ...] = ()

    def without(self, units: int) -> Departed:
        """The record without these units."""
        return Departed(tuple(entry for entry in self.units if not units >> entry[0] & 1))


DEPARTED = Slot("exits", Departed(), lasts="game")


class ExitRules:
    """``exits`` are those of the section, each with its hexes and whom it is for; ``hexes`` by side
    the mask of those of its exits.
    """

    __slots__ = ("_escort", "_frame", "_open", "_transport", "exits", "hexes")

    def __init__(
        self,
        frame: Frame,
        section: Exits,
        selectors: Selectors,
        conditions: Conditions,
        escort: EscortRules | None,
        transport: TransportRules | None,
    ) -> None:
        self._frame, self._escort, self._transport = frame, escort, transport
        self._open = tuple(conditions.test(way.condition) for way in section.by_id.values())
        self.exits: tuple[tuple[Exit, int, int, Fits], ...] = tuple(
            (
                way,
                frame.side_ids.index(way.side),
                frame.board.mask(frame.map.region(way.region)),
                selectors.fits(way.only),
            )
            for way in section.by_id.values()
        )
        self.hexes = [
            reduce(or_, [hexes for _, whose, hexes, _ in self.exits if whose == side], 0)
            for side in range(len(frame.side_ids))
        ]

    def by(self, state: Position, unit: int) -> int | None:
        """The exit, by its place, by which a unit may leave from where it is; ``None`` if none."""
        return next((at for at in self._at(state, unit) if self._open[at](state)), None)

    def _at(self, state: Position, unit: int) -> Iterator[int]:
        """The exits, by their places, at which a unit stands that may leave by them when open."""
        cell, side = state.cells[unit], self._frame.unit_side[unit]
        for place, (_, whose, hexes, fits) in enumerate(self.exits):
            if whose == side and hexes >> cell & 1 and fits(state, unit):
                yield place

    def why_not(self, state: Position, unit: int) -> Violation | None:
        """Why a unit may not leave from where it is; ``None`` if it may."""
        if self.by(state, unit) is not None:
            return None
        name, side = self._frame.unit_ids[unit], self._frame.unit_side[unit]
        cell = state.cells[unit]
        mine = [way for way, whose, _, _ in self.exits if whose == side]
        rule = mine[0].cite if mine else ""
        if cell == OFF_MAP:
            return Violation(rule, f"{name} is not on the map.", "exits.where")
        if not mine:
            return Violation(rule, f"{name} cannot leave the map.", "exits.where")
        # It stands at an exit that is for it, so that only its condition is in the way.
        for at in self._at(state, unit):
            closed = self.exits[at][0]
            text = f"{name} cannot leave by {mid_sentence(closed.title)} now: it is not open."
            return Violation(closed.cite, text, "exits.if")
        titles = every(way.title for way in mine)
        text = f"{name} cannot leave the map from {self._frame.board.number[cell]}: {titles}."
        return Violation(rule, text, "exits.where")

    def leave(self, state: Position, unit: int) -> None:
        """Take a unit off the map for good, with those whom it escorts or carries."""
        place = self.by(state, unit)
        if place is None:
            raise LookupError(f"{self._frame.unit_ids[unit]} is at no exit of its side")
        ids, number = self._frame.unit_ids, self._frame.board.number[state.cells[unit]]
        mates = self._escort.leave(state, unit) if self._escort else ()
        loads = self._transport.leave(state, unit) if self._transport else ()
        going = (unit, *mates, *loads)
        state.place(unit, OFF_MAP)
        gone = tuple((leaver, place, state.turn) for leaver in going)
        state.remember(DEPARTED, Departed(state.memory[DEPARTED].units + gone))
        if state.events is not None:
            beside = f" with {every(ids[mate] for mate in going[1:])}" if going[1:] else ""
            text = f"{ids[unit]} leaves the map from {number}{beside}."
            state.tell("exited", self.exits[place][0].cite, text, unit=ids[unit])

    def gone(self, state: Position) -> int:
        """Mask of the units that have left the map."""
        return sum([1 << unit for unit, _, _ in state.memory[DEPARTED].units])

    def left_by(self, state: Position, exit_: str, fits: Fits, until: int | None) -> list[int]:
        """The units that fit and have left by an exit, in a turn or before."""
        return [
            unit
            for unit, place, turn in state.memory[DEPARTED].units
            if self.exits[place][0].id == exit_
            and (until is None or turn <= until)
            and fits(state, unit)
        ]
