"""Who enters which hex at one moment, who meets whom, and who is in whose way.

Two units clash if both would be in one hex at one moment, or would change places, and are not of
those that may be together. Enemies never are; friends only if the game says that they meet, too,
and then as stacking has it. Where an order among units matters (`order`), it is the initiative, a
value, the dice, or that of the units file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from hexwar.engine.frame import Frame
from hexwar.engine.state import Position
from hexwar.hexmap import Passage
from hexwar.rules.initiative.rules import InitiativeRules
from hexwar.rules.language.selector import ValueOf
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.plots.section import AS_USUAL, CarriedOut
from hexwar.rules.values.rules import NamedValues

Wants = dict[int, int]
"""Units that are to enter a hex now, each with its cell."""

Pair = tuple[int, int]


class Clash(NamedTuple):
    """Two units that would meet: one that moves, the other, and the hex that it is about.

    ``passing``: they change places. ``both``: both would enter the hex.
    """

    unit: int
    other: int
    cell: int
    passing: bool
    both: bool

    @property
    def pair(self) -> Pair:
        """The two, whoever comes to whom."""
        return min(self.unit, self.other), max(self.unit, self.other)


class TogetherRules:
    """What keeps units from entering a hex at the moment when others enter theirs."""

    __slots__ = ("_frame", "_friends_meet", "_initiative", "_movement", "_named", "_order")

    def __init__(
        self,
        frame: Frame,
        section: CarriedOut | None,
        movement: MovementRules,
        initiative: InitiativeRules | None,
        named: NamedValues,
    ) -> None:
        self._frame, self._movement = frame, movement
        self._initiative, self._named = initiative, named
        manner = section or AS_USUAL
        self._order = manner.order
        self._friends_meet = manner.meet.among == "all"

    @property
    def by_dice(self) -> bool:
        """Whether the dice say who of two enters a hex."""
        return self._order == "dice"

    def ordered(self, state: Position, units: Iterable[int]) -> list[int]:
        """Units in the order in which they come, where it matters."""
        order, owner = self._order, self._frame.unit_side
        if isinstance(order, ValueOf):
            value = order.value
            return sorted(units, key=lambda unit: (-self._value(state, unit, value), unit))
        if order == "initiative" and self._initiative is not None:
            sides = self._initiative.order(state)
            return sorted(units, key=lambda unit: (sides.index(owner[unit]), unit))
        return sorted(units)

    def _value(self, state: Position, unit: int, name: str) -> float:
        if name == "movement":
            return float(self._movement.values.allowance(state, unit))
        if name in ("attack", "defense"):
            return float(getattr(self._movement.values, name)(state, unit))
        return float(self._named.number(state, unit, name))

    # -- one unit ----------------------------------------------------------------------------------

    def passage(self, state: Position, unit: int) -> Passage:
        """What a unit may enter now, whoever stands there."""
        movement, bounds = self._movement, self._movement.bounds
        costs = bounds.costs(state, unit, movement.costs[unit])
        zone, effect = movement.zones.met_by(state, unit), movement.zones.effect(state, unit)
        closed = bounds.closed(state, unit)
        return bounds.passage(state, unit, costs, closed, zone, effect)

    def why_not(self, state: Position, unit: int, cell: int) -> str:
        """Why a unit does not enter a hex whoever else moves; empty if it may."""
        barred = self._movement.why_barred(state, unit) or state.forbidden(unit, "move")
        if barred is not None:
            return barred.message
        locked = self._movement.why_locked(state, unit)
        if locked is not None:
            return locked.message
        here, number = state.cells[unit], self._frame.board.number[cell]
        if cell not in self._frame.board.neighbours[here]:
            return f"{self._frame.unit_ids[unit]} is not next to {number} any more."
        passage = self.passage(state, unit)
        if passage.step_cost(here, cell) is None:
            return f"{self._frame.unit_ids[unit]} may not enter {number} any more."
        if passage.steered is not None and passage.steered.along((here, cell)) is None:
            return f"{self._frame.unit_ids[unit]} does not enter {number} for where it looks."
        return ""

    # -- two units ---------------------------------------------------------------------------------

    def apart(self, state: Position, unit: int, other: int, cell: int) -> bool:
        """Whether two units cannot be in a hex at the same moment."""
        owner = self._frame.unit_side
        if owner[other] in self._frame.foes[owner[unit]]:
            return True
        if not self._friends_meet:
            return False
        if owner[other] != owner[unit]:
            return True
        return not self._movement.stacking.fit(state, cell, [unit, other])

    def clashes(self, state: Position, wants: Wants) -> Iterator[Clash]:
        """The meetings of this moment, of each pair once, in the order of units."""
        met: set[Pair] = set()
        cells, present = state.cells, [unit for unit, cell in enumerate(state.cells) if cell]
        for unit in self.ordered(state, wants):
            goal = wants[unit]
            for other in present:
                if other == unit:
                    continue
                both = wants.get(other) == goal
                # Changing places: they would meet on the hexside, though never in a hex.
                passing = wants.get(other) == cells[unit] and goal == cells[other]
                stays = other not in wants and cells[other] == goal
                if not (both or passing or stays) or not self.apart(state, unit, other, goal):
                    continue
                clash = Clash(unit, other, goal, passing, both)
                if clash.pair not in met:
                    met.add(clash.pair)
                    yield clash

    def in_the_way(self, state: Position, wants: Wants) -> int | None:
        """A unit that would come through a friend who stays, where friends block; else ``None``."""
        if not self._movement.friends_block:
            return None
        owner = self._frame.unit_side
        for unit in self.ordered(state, wants):
            for other in state.standing(wants[unit]):
                if other not in wants and owner[other] == owner[unit]:
                    return unit
        return None
