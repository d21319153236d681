"""Section ``stacking``, key ``visible``: what a side sees of enemy stacks.

The counter on top is the one its owner put there, else the first of the units file; a unit that
attacks comes before those that do not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from hexwar.definition.model import ResolvedGame
from hexwar.engine.event import Event
from hexwar.engine.state import OFF_MAP, State
from hexwar.engine.violation import Violation
from hexwar.rules.combat.battle import Battle
from hexwar.rules.units.rules import Forces, bits, mask_of
from hexwar.rules.units.values import UnitValues

ON_TOP = "on_top"
"""Where ``this_game`` keeps the mask of the units that their owners put on top."""

_OUT_OF_SIGHT = {
    "moved": "A unit below a top counter moves.",
    "entered": "A unit enters below a top counter.",
    "sent_back": "A unit below a top counter goes back.",
    "placed": "A unit is set up below a top counter.",
    "made_way": "A unit below a top counter makes way.",
}
"""What is told of a unit that is not seen."""


class VisibilityRules:
    """Who is on top of a stack, what lies hidden under it, and what is told of that."""

    __slots__ = ("_forces", "_values", "cite", "limited")

    def __init__(self, resolved: ResolvedGame, forces: Forces, values: UnitValues) -> None:
        self.limited = resolved.stacking.visible == "top"
        self.cite = resolved.stacking.cite
        self._forces = forces
        self._values = values

    # -- what is seen ----------------------------------------------------------------------------

    def hidden(self, state: State, side: int) -> int:
        """Mask of the units that ``side`` cannot see: all but the top counters of enemy stacks.

        Those in a battle that is being settled are in the open.
        """
        mask = 0
        if not self.limited:
            return mask
        for other in range(len(self._forces.of_side)):
            if other != side and state.stacked[other]:
                for cell in bits(state.stacked[other]):
                    stack = self._stack(state, other, cell)
                    top = self.top(state, stack)
                    mask |= mask_of(unit for unit in stack if unit != top)
        if mask:
            for task in state.agenda:
                if isinstance(task, Battle):
                    mask &= ~mask_of((*task.attackers, *task.defenders))
        return mask

    def _stack(self, state: State, side: int, cell: int) -> list[int]:
        return [unit for unit in self._forces.of_side[side] if state.cells[unit] == cell]

    def top(self, state: State, stack: Sequence[int]) -> int:
        """The counter on top of a stack (units in the order of the units file)."""
        chosen = state.this_game.get(ON_TOP, 0)
        able = self._able(state, stack)
        return next((unit for unit in able if chosen >> unit & 1), able[0])

    def _able(self, state: State, stack: Sequence[int]) -> Sequence[int]:
        """Who may be on top: the units that attack, or all where none does."""
        raw_attack = self._values.raw_attack
        return [unit for unit in stack if raw_attack(state, unit) >= 1] or stack

    # -- the order of a stack --------------------------------------------------------------------

    def explain_top(self, state: State, side: int, unit: int) -> Violation | None:
        """Why ``side`` may not put a unit on top of its stack; ``None`` when it may."""
        name, cell = self._forces.ids[unit], state.cells[unit]
        if not self.limited:
            return self._refuse("The order of stacks does not matter: all units are seen.")
        if self._forces.side[unit] != side:
            return self._refuse(f"{name} does not belong to the side whose choice it is.")
        if cell == OFF_MAP or not state.stacked[side] >> cell & 1:
            return self._refuse(f"{name} is not in a stack.")
        stack = self._stack(state, side, cell)
        if unit not in self._able(state, stack):
            return self._refuse(f"{name} may not be on top: another unit of the stack attacks.")
        if self.top(state, stack) == unit:
            return self._refuse(f"{name} is on top already.")
        return None

    def put_on_top(self, state: State, unit: int) -> None:
        """Put a unit on top of its stack."""
        stack = self._stack(state, self._forces.side[unit], state.cells[unit])
        state.this_game[ON_TOP] = state.this_game.get(ON_TOP, 0) & ~mask_of(stack) | 1 << unit
        if state.events is not None:
            name, number = self._forces.ids[unit], state.rules.board.number[state.cells[unit]]
            text = f"{name} is put on top in {number}."
            state.tell("on_top", self.cite.get("order", ""), text, unit=name, hex=number)

    def _refuse(self, message: str) -> Violation:
        return Violation(self.cite.get("order", ""), message, "stacking.order")

    # -- what is told ----------------------------------------------------------------------------

    def unseen(self, state: State) -> list[int]:
        """For each side, the mask of the units that it cannot see; empty if none can be."""
        if not self.limited:
            return []
        return [self.hidden(state, side) for side in range(len(self._forces.side_ids))]

    def veil(self, before: Iterable[int], state: State, events: Iterable[Event]) -> None:
        """Note in events whom each side did not see, before nor after what they tell.

        Who takes part in a battle among them was in the open.
        """
        names, index = self._forces.ids, self._forces.index
        masks = [old & new for old, new in zip(before, self.unseen(state), strict=True)]
        events = tuple(events)
        for event in events:
            if event.kind == "battle":
                shown = mask_of(index[name] for name in (*event.attackers, *event.defenders))
                masks = [mask & ~shown for mask in masks]
        for event in events:
            named = mask_of(index[name] for name in _named(event))
            event.hidden = {
                side: tuple(names[unit] for unit in bits(mask & named))
                for side, mask in zip(self._forces.side_ids, masks, strict=True)
                if mask & named
            }


def _named(event: Event) -> set[str]:
    """The units that an event is about."""
    units = event.fields.get("units", ())
    unit = event.fields.get("unit", "")
    return {*units, unit} - {""}


def told(event: Event, side: str) -> Event:
    """An event as a side learns of it: without the units that it did not see."""
    hidden = event.hidden.get(side, ())
    if not hidden:
        return event
    names = "|".join(re.escape(unit) for unit in sorted(hidden, key=len, reverse=True))
    text = _OUT_OF_SIGHT.get(event.kind) or re.sub(
        rf"(?<![\w.])(?:{names})(?![\w])", "a hidden unit", event.text
    )
    seen = tuple(unit for unit in event.fields.get("units", ()) if unit not in hidden)
    return Event(event.kind, event.rule, text, **({"units": seen} if seen else {}))
