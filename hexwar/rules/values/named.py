"""The named values of units as they are now: printed, and changed by states."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexwar.engine.state import Position
from hexwar.rules.units.rules import Forces, Strength, plain

if TYPE_CHECKING:
    from hexwar.rules.states.rules import StateRules


class NamedValues:
    """Values of a game's own (``units.values``); in a game without states as they are printed."""

    __slots__ = ("_forces", "_states")

    def __init__(self, forces: Forces, states: StateRules | None) -> None:
        self._forces = forces
        self._states = states

    def number(self, state: Position, unit: int, name: str) -> Strength:
        """A number now; 0 if the unit does not print it and no state gives it."""
        printed = self._forces.number(unit, name)
        if self._states is None or not self._states.changes(name):
            return printed
        return plain(self._states.changed(state, unit, name, printed))

    def die(self, state: Position, unit: int, name: str) -> int:
        """The faces of a die now; 0 if the unit does not print it and no state gives it."""
        if self._states is None:
            return self._forces.die(unit, name)
        return self._states.die(state, unit, name)
