"""What is remembered of units from one phase to the next, and which phases of a turn take place.

It stands below all packages in which units act, as these know nothing of one another: how far the
moves of a phase have come (:class:`Moved`), how units stood when it began (:class:`Began`), who is
done for the turn (:data:`SPENT`), for whom the phases within an activation are (:class:`Active`),
and by which hexes units have fled (:class:`Fled`). Last, phases under a condition, and the
condition ``phase``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from hexwar.definition.model import Condition
from hexwar.engine.rules import Frame
from hexwar.engine.slot import Record, Slot, UnitMask
from hexwar.engine.state import NOBODY, Position
from hexwar.rules.language.conditions import Conditions, Measure
from hexwar.rules.language.wording import either, in_words
from hexwar.rules.sequence.contracts import Whom
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.units.rules import Forces, mask_of

Going = tuple[tuple[int, int], ...]
"""Units with the movement points that each has left."""


@dataclass(slots=True)
class Moved(Record):
    """The units that have moved, and those that are moving.

    ``moved`` is the mask of the units that have (or never may), ``mover`` and ``left`` the unit
    that moves now and the points it has left, ``stack`` the same for all units of the move under
    way, where stacks move. ``trail``: units with the cells that they came from, in order.
    ``crowded``: a hex holds more than the limit.
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
    # Around the initialiser of the dataclass, which takes longer than all the rest.
    record = _new(Moved)
    record.moved, record.mover, record.left = moved, mover, left
    record.stack, record.trail, record.crowded = stack, trail, crowded
    return record


class Began(NamedTuple):
    """Masks of units as the phase began: ``in_zone`` are those in an enemy zone, ``outside`` those
    that the phase is not for, ``held`` those that stay because of where they stand.
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
"""Mask of the units that neither move nor attack for the rest of the turn."""


def why_not_instead(state: Position, unit: int, does: str) -> str:
    """Why a unit ``does`` nothing in place of its move in this phase, or in one of orders or of
    markers; empty if it may.
    """
    who, began = state.frame.unit_ids[unit], state.memory[BEGAN]
    # Movement noted the units its phase leaves out; other phases within an activation have not.
    if not is_activated(state, unit):
        return f"{who} does nothing in this phase: it is not activated."
    if began.outside >> unit & 1:
        whom: tuple[Whom, ...] = state.rules.contributed["whom"]
        why = next((says.why_outside(state, unit) for says in whom), ".")
        return f"{who} does nothing in this phase{why}"
    if (state.memory[MOVED].moved & ~began.held) >> unit & 1:
        return f"{who} has moved: it {does} in place of its move."
    return ""


def going_on(stack: Going, going: Iterable[tuple[int, int]]) -> Going:
    """The move under way once some units have gone on; a unit of no stack moves by itself.

    With a unit that was no part of the move another begins, and it is over for all the rest.
    """
    before, after = dict(stack), dict(going)
    if not after.keys() <= before.keys():
        before = {}
    return tuple((before | after).items())


def end_moves(state: Position, units: tuple[int, ...]) -> None:
    """End the move of units that are on the move, or begin no other now, where they stand."""
    progress = state.memory[MOVED]
    starts = ((unit, state.cells[unit]) for unit in units if not progress.moved >> unit & 1)
    state.remember(
        MOVED,
        progress._replace(
            moved=progress.moved | mask_of(units),
            mover=units[-1],
            left=0,
            stack=going_on(progress.stack, ((unit, 0) for unit in units)),
            trail=(*progress.trail, *starts),
        ),
    )


EVERYBODY = -1
"""The mask of all units: every bit is set in it."""


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
    """Whether a unit may act in this phase as far as activations say: a phase within another is
    only for activated units.
    """
    phase = state.frame.resolved[SequenceOfPlay].phases[state.phase_index]
    return not phase.within or bool(state.memory[ACTIVE].units >> unit & 1)


class Fled(NamedTuple):
    """Ways of retreat in this phase: from which cell, and the mask of the cells entered."""

    ways: tuple[tuple[int, int], ...] = ()

    def from_any(self, origins: Iterable[int]) -> int:
        """The mask of the cells on ways that began in one of these."""
        mask = 0
        for origin, cells in self.ways:
            mask |= cells if origin in origins else 0
        return mask


FLED = Slot("fled", Fled(), lasts="phase")


class SequenceRules:
    """The phases' conditions."""

    def __init__(self, section: SequenceOfPlay, conditions: Conditions) -> None:
        self._conditional = any(phase.condition is not None for phase in section.phases)
        self._conditions = tuple(conditions.test(phase.condition) for phase in section.phases)

    def concerned_at(self, moment: str) -> bool:
        """Whether any phase is under a condition."""
        return self._conditional

    def takes_place(self, state: Position, phase: int) -> bool:
        """Whether the phase with this index takes place now."""
        return self._conditions[phase](state)


def _phase(condition: Condition, frame: Frame, forces: Forces) -> Measure:
    asked = condition.arguments["phase"]
    meant = [phase.id in asked for phase in frame.resolved[SequenceOfPlay].phases]
    return lambda state: int(meant[state.phase_index])


def _in_words(condition: Condition, names: Mapping[str, str]) -> str:
    return f"the phase is {either(map(in_words, condition.arguments['phase']))}"


SLOTS = (ACTIVE, MOVED, BEGAN, SPENT)
MEASURES = {"phase": _phase}
WORDINGS = {"phase": _in_words}
HOOKS = {"takes_place": (SequenceRules, SequenceRules.takes_place)}
