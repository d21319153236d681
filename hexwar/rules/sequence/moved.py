"""Who has moved in a phase, and how; who is on the move or activated, or has finished the turn.

Packages of very different subjects ask this: movement, combat, overruns, markers, exits. The record
stands below them all, so that whoever ends a move need not know how units move.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from hexwar.engine.slot import Record, Slot, UnitMask
from hexwar.engine.state import NOBODY, Position
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.units.rules import mask_of

Going = tuple[tuple[int, int], ...]
"""Units with the movement points that each has left."""


@dataclass(slots=True)
class Moved(Record):
    """Who has moved, and who is on the move.

    ``moved`` is the mask of the units that have (or never may), ``mover`` and ``left`` who moves
    now and the points it has left, ``stack`` the same for all units of the move under way, where
    stacks move. ``trail``: who came from which cell, in order. ``crowded``: a hex holds more than
    the limit.
    """

    moved: int = 0
    mover: int = NOBODY
    left: int = 0
    stack: Going = ()
    trail: tuple[tuple[int, int], ...] = ()
    crowded: bool = False

    @property
    def done(self) -> int:
        """Mask of the units that have moved and are not on the move."""
        done = self.moved
        if self.mover != NOBODY:
            done &= ~(1 << self.mover)
        for mate, _ in self.stack:
            done &= ~(1 << mate)
        return done

    def without(self, units: int) -> Moved:
        """The record without these units (a mask)."""
        gone = self.mover >= 0 and units >> self.mover & 1
        return Moved(
            self.moved & ~units,
            NOBODY if gone else self.mover,
            0 if gone else self.left,
            tuple(pair for pair in self.stack if not units >> pair[0] & 1),
            tuple(pair for pair in self.trail if not units >> pair[0] & 1),
            self.crowded,
        )


_new = object.__new__


def moving(
    moved: int,
    mover: int,
    left: int,
    stack: Going,
    trail: tuple[tuple[int, int], ...],
    crowded: bool,
) -> Moved:
    """A record of all its fields, made as fast as can be: once for every move of every game."""
    now = _new(Moved)
    now.moved, now.mover, now.left = moved, mover, left
    # Around the initialiser of the dataclass, which takes longer than all the rest.
    now.stack, now.trail, now.crowded = stack, trail, crowded
    return now


class Began(NamedTuple):
    """Masks of the units that began the phase in an enemy zone, and of those it leaves out.

    ``outside``: whom the phase is not for; ``held``: who stays because of where it began.
    """

    in_zone: int = 0
    outside: int = 0
    held: int = 0

    def without(self, units: int) -> Began:
        """The record without these units (a mask)."""
        return Began(self.in_zone & ~units, self.outside & ~units, self.held & ~units)


IN_PLACE = "something in place of a move"
"""What units did that used their move for what is no move; no state has such a name."""

MOVED = Slot("moved", Moved(), lasts="phase")
BEGAN = Slot("began", Began(), lasts="phase")
SPENT = Slot("spent", UnitMask(), lasts="turn")
"""Mask of the units that neither move nor attack any more in this turn."""


def why_not_instead(state: Position, unit: int, does: str) -> str:
    """Why a unit ``does`` nothing in place of its move in this phase, or in one of orders or of
    markers; empty if it may.
    """
    who, began = state.frame.unit_ids[unit], state.memory[BEGAN]
    # Movement has noted whom its phase leaves out; other phases within an activation have not.
    if not is_activated(state, unit):
        return f"{who} does nothing in this phase: it is not activated."
    if began.outside >> unit & 1:
        return f"{who} does nothing in this phase."
    if (state.memory[MOVED].moved & ~began.held) >> unit & 1:
        return f"{who} has moved: it {does} in place of its move."
    return ""


def going_on(stack: Going, going: Iterable[tuple[int, int]]) -> Going:
    """The move under way once some units have gone on; a unit of no stack moves by itself.

    With somebody who was no part of the move another begins, and it is over for all the rest.
    """
    before, now = dict(stack), dict(going)
    if not now.keys() <= before.keys():
        before = {}
    return tuple((before | now).items())


def end_moves(state: Position, units: tuple[int, ...]) -> None:
    """End the move of units that are on the move, or begin no other now, where they stand."""
    now = state.memory[MOVED]
    starts = ((unit, state.cells[unit]) for unit in units if not now.moved >> unit & 1)
    state.remember(
        MOVED,
        now._replace(
            moved=now.moved | mask_of(units),
            mover=units[-1],
            left=0,
            stack=going_on(now.stack, ((unit, 0) for unit in units)),
            trail=(*now.trail, *starts),
        ),
    )


# All bits are set in it, so that it is a mask like any other.
EVERYBODY = -1


class Active(NamedTuple):
    """The mask of the units that the phases within a phase are for, and their side (an index)."""

    units: int = EVERYBODY
    side: int = 0

    def without(self, units: int) -> Active:
        """The record without these units (a mask)."""
        # A mask of everybody says nothing about single units, and stays as it is.
        return self if self.units == EVERYBODY else self._replace(units=self.units & ~units)


ACTIVE = Slot("active", Active(), lasts="turn")


def is_activated(state: Position, unit: int) -> bool:
    """Whether a unit may act in this phase as far as activations say: a phase within another is for
    those alone who are activated.
    """
    phase = state.frame.resolved[SequenceOfPlay].phases[state.phase_index]
    return not phase.within or bool(state.memory[ACTIVE].units >> unit & 1)


class WaysTaken(NamedTuple):
    """What ways of moving were taken in a phase, unit by unit, and who failed its check for one."""

    used: tuple[str, ...] = ()
    failed: tuple[tuple[str, int], ...] = ()


class Fled(NamedTuple):
    """Ways of retreat in this phase: from which cell, and the mask of the cells entered."""

    ways: tuple[tuple[int, int], ...] = ()

    def from_any(self, origins: Iterable[int]) -> int:
        """The mask of the cells on ways that began in one of these."""
        mask = 0
        for origin, way in self.ways:
            mask |= way if origin in origins else 0
        return mask


FLED = Slot("fled", Fled(), lasts="phase")
WAYS = Slot("ways", WaysTaken(), lasts="phase")
