"""Section ``stacking``: how much of a side a hex may hold, and when that is checked.

Most games count units, all alike: then the masks of occupied and of stacked hexes tell nearly
everything. Where units do not count alike, ``points`` (:class:`StackPoints`) is asked instead.
Allies share no hex: where there are any, theirs are added to the full ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import or_

from hexwar.definition.grammar import does
from hexwar.engine.frame import Frame
from hexwar.engine.state import Position
from hexwar.engine.violation import Violation
from hexwar.rules.language.selectors import Selectors
from hexwar.rules.stacking.points import StackPoints
from hexwar.rules.stacking.section import Stacking
from hexwar.rules.units.rules import Forces


class StackingRules:
    """What hexes hold.

    Where units are counted, all alike, ``points`` is ``None`` and ``limits`` are in units, by
    side, huge where there is none; else so many units are never too many.
    ``allied``: whether some sides are allied, whose units share no hex; ``counted``: neither that
    nor points. ``every_stop``: nobody stops in a full hex, even if others there could still move
    on.
    """

    __slots__ = (
        "_allies",
        "_side",
        "allied",
        "bit",
        "cite",
        "counted",
        "every_stop",
        "limits",
        "on_map",
        "points",
        "units_of",
    )

    def __init__(
        self, frame: Frame, section: Stacking, forces: Forces, selectors: Selectors
    ) -> None:
        points = None if section.by_side else StackPoints(frame, section, forces, selectors)
        most = (section.surely(side, points.heaviest if points else 1) for side in frame.side_ids)
        self.points = points
        everybody = set(range(len(frame.side_ids)))
        self._allies = [everybody - {side, *foes} for side, foes in enumerate(frame.foes)]
        self.allied = any(self._allies)
        self.counted = points is None and not self.allied
        self.limits = tuple(len(frame.unit_ids) if n is None else n for n in most)
        self.every_stop = "every_stop" in section.checked
        self.cite = section.cite
        self.bit = frame.board.bit
        self.on_map = frame.board.on_map
        self.units_of = forces.of_side
        self._side = forces.side

    def full(self, state: Position, unit: int) -> int:
        """Mask of the hexes with no room for one more unit such as this."""
        side = self._side[unit]
        if self.points is not None:
            full = self.points.full(state, unit)
            return full | self._of_allies(state, side) if self.allied else full
        limit = self.limits[side]
        if self.allied:
            full = self.holding(state.cells, self.units_of[side], limit)
            return full | self._of_allies(state, side)
        if limit == 1:
            return state.occupied[side]
        # A stack is two units or more: where nowhere are two, nowhere are three.
        if limit == 2 or not state.stacked[side]:
            return state.stacked[side]
        return self.holding(state.cells, self.units_of[side], limit)

    def perhaps_full(self, state: Position, side: int) -> int:
        """Mask that holds all hexes that are full for any unit of a side, and perhaps more: what
        can be told without looking at what stands there.
        """
        if self.points is not None:
            perhaps = state.occupied[side] | self.points.narrow[side]
        elif self.limits[side] == 1:
            perhaps = state.occupied[side]
        else:
            perhaps = state.stacked[side]
        return perhaps | self._of_allies(state, side) if self.allied else perhaps

    def _of_allies(self, state: Position, side: int) -> int:
        """Mask of the hexes of allies, who share none."""
        return reduce(or_, [state.held(ally) for ally in self._allies[side]], 0)

    def has_room(self, state: Position, unit: int, cell: int) -> bool:
        """Whether another hex has room for one more unit such as this: it is not ``full``."""
        side = self._side[unit]
        if self.allied and self._of_allies(state, side) >> cell & 1:
            return False
        there = [mate for mate in state.standing(cell) if self._side[mate] == side]
        return self.fit(state, cell, [*there, unit])

    def without_room(self, state: Position, units: Sequence[int], hexes: int = -1) -> int:
        """Mask of the hexes with no room for these units of one side together, all there are of
        those of a mask.
        """
        side, cells = self._side[units[0]], state.cells
        mine = [unit for unit in self.units_of[side] if hexes >> cells[unit] & 1]
        others = [unit for unit in mine if unit not in units]
        return self.filled(state, others, units)

    def filled(self, state: Position, others: list[int], units: Sequence[int]) -> int:
        """Mask of the hexes with no room for some units of a side beside others of it."""
        side = self._side[units[0]]
        if self.points is not None:
            filled = self.points.filled(state, others, units)
        else:
            room = self.limits[side] - len(units)
            filled = self.on_map if room < 0 else self.holding(state.cells, others, room + 1)
        return filled | self._of_allies(state, side) if self.allied else filled

    def fit(self, state: Position, cell: int, units: Sequence[int]) -> bool:
        """Whether a hex may hold all of these units of one side."""
        if self.points is not None:
            return self.points.fit(state, cell, units)
        return not units or len(units) <= self.limits[self._side[units[0]]]

    def too_many(self, state: Position, unit: int) -> bool:
        """Whether the hex of a unit holds more of its side than it may."""
        side, cell = self._side[unit], state.cells[unit]
        there = [unit for unit in state.standing(cell) if self._side[unit] == side]
        return len(there) > self.limits[side] and not self.fit(state, cell, there)

    def holding(self, cells: list[int], units: Iterable[int], count: int) -> int:
        """Mask of the hexes that hold ``count`` or more of these units."""
        bit = self.bit
        levels = [0] * count
        for unit in units:
            here = bit[cells[unit]]
            # A unit is noted on the first level where its hex is not yet: level 0 has the hexes
            # with one unit or more, level 1 with two or more, and so on.
            for level, mask in enumerate(levels):
                levels[level] = mask | here
                here &= mask
                if not here:
                    break
        return levels[-1]

    def overstacked(self, state: Position, side: int) -> int:
        """Mask of the hexes that hold more of ``side`` than its limit."""
        if self.points is not None:
            return self.points.overstacked(state, self.units_of[side])
        if self.limits[side] == 1 or not state.stacked[side]:
            return state.stacked[side]
        return self.holding(state.cells, self.units_of[side], self.limits[side] + 1)

    def misplaced(self, state: Position) -> str:
        """Why units cannot stand as they do, or nothing."""
        numbers = state.frame.board.numbers
        for side, name in enumerate(state.frame.side_names):
            others = [hexes for at, hexes in enumerate(state.occupied) if at != side]
            shared = state.occupied[side] & reduce(or_, others, 0) & ~state.secret_at
            if shared and not state.resolved.has("melee"):
                return f"units of two sides stand in {', '.join(numbers(shared))}"
            over = self.overstacked(state, side)
            if over:
                return f"{does(name, 'has')} too many units in {', '.join(numbers(over))}"
        return ""

    def refusal(self, unit: int, who: str, number: str) -> Violation:
        """Why a unit, or it and others, may not stop in a hex; ``who``: their names."""
        limit = self.limits[self._side[unit]]
        what = "one unit" if limit == 1 else f"{limit} units"
        if self.points is not None:
            what = self.points.told(unit, number)
        return Violation(
            self.cite.get("limit", ""),
            f"{who} may not stop in {number}: the stacking limit is {what} a hex.",
            "stacking.limit",
        )

    def tell_sent_back(self, state: Position, unit: int, here: int, origin: int) -> None:
        """Tell that a unit has gone back from a hex that it could not stay in."""
        name, number = state.frame.unit_ids[unit], state.frame.board.number
        back = number[origin] or "off the map"
        text = f"{name} cannot stay in {number[here]} and goes back to {back}."
        rule = self.cite.get("sent_back", "")
        path = (number[here], number[origin])
        state.tell("sent_back", rule, text, unit=name, path=path)

    def overstacked_refusal(self, numbers: list[str]) -> Violation:
        """Why a phase cannot end: too many units in these hexes."""
        return Violation(
            self.cite.get("limit", ""),
            f"Too many units in {', '.join(numbers)}: move on before the phase ends.",
            "stacking.limit",
        )
