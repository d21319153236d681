"""Section ``stacking``: how many units of a side a hex may hold, and when that is checked."""

from __future__ import annotations

from hexwar.engine.frame import Frame
from hexwar.engine.state import State
from hexwar.engine.violation import Violation
from hexwar.rules.stacking.section import Stacking
from hexwar.rules.units.rules import Forces


class StackingRules:
    """The stacking limits, in units a hex, by side; huge where there is none.

    ``every_stop``: nobody stops in a full hex, even if others there could still move on.
    """

    __slots__ = ("bit", "cite", "every_stop", "limits", "units_of")

    def __init__(self, frame: Frame, section: Stacking, forces: Forces) -> None:
        most = map(section.most, frame.side_ids)
        self.limits = tuple(len(frame.unit_ids) if n is None else n for n in most)
        self.every_stop = "every_stop" in section.checked
        self.cite = section.cite
        self.bit = frame.board.bit
        self.units_of = forces.of_side

    def full(self, state: State, side: int) -> int:
        """Mask of the hexes with no room for one more unit of ``side``."""
        limit = self.limits[side]
        if limit == 1:
            return state.occupied[side]
        if limit == 2 or not state.stacked[side]:
            return state.stacked[side]
        return self.holding(state.cells, self.units_of[side], limit)

    def holding(self, cells: list[int], units: tuple[int, ...] | list[int], count: int) -> int:
        """Mask of the hexes that hold ``count`` or more of these units."""
        bit = self.bit
        levels = [0] * count
        for unit in units:
            here = bit[cells[unit]]
            for level, mask in enumerate(levels):
                levels[level] = mask | here
                here &= mask
                if not here:
                    break
        return levels[-1]

    def overstacked(self, state: State, side: int) -> int:
        """Mask of the hexes that hold more of ``side`` than its limit."""
        if self.limits[side] == 1 or not state.stacked[side]:
            return state.stacked[side]
        return self.holding(state.cells, self.units_of[side], self.limits[side] + 1)

    def misplaced(self, state: State) -> str:
        """Why units cannot stand as they do, or nothing."""
        numbers = state.frame.board.numbers
        for side, name in enumerate(state.frame.side_names):
            shared = state.occupied[side] & state.enemies_of(side)
            if shared:
                return f"units of two sides stand in {', '.join(numbers(shared))}"
            over = self.overstacked(state, side)
            if over:
                return f"{name} has too many units in {', '.join(numbers(over))}"
        return ""

    def refusal(self, side: int, unit: str, number: str) -> Violation:
        """Why a unit of a side may not stop in a hex."""
        limit = self.limits[side]
        what = "one unit" if limit == 1 else f"{limit} units"
        return Violation(
            self.cite.get("limit", ""),
            f"{unit} may not stop in {number}: the stacking limit is {what} a hex.",
            "stacking.limit",
        )

    def tell_sent_back(self, state: State, unit: int, here: int, origin: int) -> None:
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
