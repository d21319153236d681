"""What units did: states that every game has, until the next turn of their side begins.

They are marks, kept only of what some rule asks about, in whatever scope; in a game in which none
does this module does nothing.
"""

from __future__ import annotations

from typing import NamedTuple

from hexwar.engine.slot import Slot
from hexwar.engine.state import NOBODY, State
from hexwar.rules.movement.section import Movement
from hexwar.rules.scopes.overlays import Games
from hexwar.rules.states.section import DEEDS, States, StateSelectors
from hexwar.rules.units.rules import Forces


class Begun(NamedTuple):
    """The mask of the sides that have had a phase in this turn: their own turn has begun."""

    sides: int = 0


BEGUN = Slot("deeds", Begun(), lasts="turn")


class DeedRules:
    """Which deeds are kept, and of whom."""

    __slots__ = ("_forces", "_kept")

    def __init__(self, games: Games, forces: Forces) -> None:
        self._forces = forces
        sections = {id(section): section for game in games for section in game.sections.values()}
        asked = {
            name
            for section in sections.values()
            for selector in section.parts(StateSelectors)
            for name in selector.state
        }
        asked |= {name for game in games for name in game[States].by_id}
        ways = {name for game in games for name in game[Movement].modes}
        self._kept = frozenset(asked & {*DEEDS, *ways})

    def concerned_at(self, moment: str) -> bool:
        """Whether any deed is kept."""
        return bool(self._kept)

    def did(self, state: State, deed: str, units: int) -> None:
        """Keep what units (a mask) did."""
        if deed in self._kept:
            before = state.marks.get(deed, 0)
            if units & ~before:
                state.mark(deed, before | units)

    def phase_begins(self, state: State) -> None:
        """Forget what units did before, in the first phase of their side in a turn."""
        side, begun = state.phase_side, state.memory[BEGUN].sides
        if side == NOBODY or begun >> side & 1:
            return
        state.remember(BEGUN, Begun(begun | 1 << side))
        own = self._forces.mask_of_side[side]
        for deed in self._kept:
            if state.marks.get(deed, 0) & own:
                state.mark(deed, state.marks[deed] & ~own)

    def beaten(self, state: State, unit: int, cell: int) -> None:
        """A unit is out of play: what it did matters no more."""
        for deed in self._kept:
            if state.marks.get(deed, 0) >> unit & 1:
                state.mark(deed, state.marks[deed] ^ 1 << unit)
