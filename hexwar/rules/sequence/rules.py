"""What stands below all packages in which units act: contracts, and the record of their acts.

Movement, combat, overruns, loading and searches know nothing of one another; what they share is
here. First the contracts by which packages that stand above add verbs to phases of others
(:class:`MovementContribution`, :class:`ActivationContribution`), owe something in them or bar units
from them. Then what is remembered of units that have moved or are activated. Last, phases under a
condition: which of a turn take place.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar, Literal, NamedTuple

from hexwar.definition.model import Condition
from hexwar.engine.action import Action
from hexwar.engine.rules import Frame
from hexwar.engine.slot import Record, Slot, UnitMask
from hexwar.engine.state import NOBODY, Position
from hexwar.engine.violation import Violation
from hexwar.rules.language.conditions import Conditions, Measure
from hexwar.rules.language.wording import either, in_words
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.units.rules import Forces, mask_of

# -- what sections add to phases of others: overruns to movement, searches to activations ----------


class MovementObligation(NamedTuple):
    """What must be done before a movement phase ends, and how it is done.

    ``why``: says which units must do it. ``verbs``: do it. ``held``: mask of the units that do
    nothing else before; ``first``: nor is anything done that names no unit.
    """

    why: Violation
    verbs: frozenset[str]
    held: int
    first: bool

    def holds(self, verb: str, units: int) -> bool:
        """Whether an action of these units (a mask) has to wait."""
        if verb == "done":
            return True
        return verb not in self.verbs and (bool(units & self.held) or (self.first and not units))


def drawn_of(actions: Iterable[Action], random: Random) -> Action | None:
    """One of some actions, each as likely; ``None`` where there is none."""
    listed = list(actions)
    return listed[int(random.random() * len(listed))] if listed else None


class MovementContribution(ABC):
    """Verbs that a section adds to movement phases, and what it has to know of moves.

    ``comes_last``: its actions are listed after those of others.
    """

    verbs: ClassVar[frozenset[str]]
    comes_last: ClassVar[bool] = False
    is_move: ClassVar[bool] = False
    """Whether its actions count as moves of the units that they name."""

    def concerns(self, phase: int) -> bool:
        """Whether any of its actions can be legal in a phase: in each, unless it says otherwise."""
        return True

    @abstractmethod
    def actions(self, state: Position) -> Iterator[Action]:
        """The legal actions, in a documented order."""

    @abstractmethod
    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why one of its verbs is illegal now; ``None`` when it is legal."""

    @abstractmethod
    def perform(self, state: Position, action: Action) -> None:
        """Carry out a legal action."""

    def who_acts(self, state: Position, action: Action) -> tuple[str, ...]:
        """The units that use their move for a legal action, if it is one: those that it names."""
        return action.units

    def sample(self, state: Position, random: Random) -> Action | None:
        """One legal action, each as likely; ``None`` where there is none."""
        return drawn_of(self.actions(state), random)

    def can_act(self, state: Position) -> bool:
        """Whether any action is legal."""
        return any(True for _ in self.actions(state))

    def owes_in(self, phase: int) -> bool:
        """Whether some of it can be owed in a phase, or comes too late once units have moved."""
        return False

    def before_move(self, state: Position, units: Sequence[int]) -> None:  # noqa: B027 - most need not know
        """Units are about to move or to fight while moving; called where something is owed."""

    def owed(self, state: Position) -> MovementObligation | None:
        """What must be done before the phase ends, if anything."""
        return None

    def why_ended(self, state: Position, units: Sequence[str]) -> Violation | None:
        """Why units may no longer move, if this is why."""
        return None

    def why_not_entered(self, state: Position, unit: int, cell: int) -> str:
        """What a unit may do in place of a move into a hex where enemies stand, as the end of a
        refusal; empty if nothing.
        """
        return ""

    def put_off_again(self, state: Position, unit: int) -> None:  # noqa: B027
        """A unit that entered in this phase had to leave the map."""

    def prompt(self, state: Position) -> str:
        """What should be done before anything moves, or nothing."""
        return ""


class Barring(ABC):
    """Units that a phase is not for, apart from its ``only``: those unable to pay or without
    orders.
    """

    @abstractmethod
    def bars_in(self, phase: int) -> bool:
        """Whether a phase may be barred to units at all."""

    @abstractmethod
    def barred(self, state: Position) -> int:
        """The mask of the units that the current phase is not for because of it."""


class Whom(ABC):
    """The units that phases are for, in words."""

    @abstractmethod
    def why_outside(self, state: Position, unit: int) -> str:
        """The end of a sentence that a unit does nothing in the current phase: which units the
        phase is for, if its ``only`` leaves the unit out; else a full stop.
        """


When = Literal["alone", "last", "free"]


class ActivationContribution(ABC):
    """Verbs that a section adds to phases of kind activation; the first unit named is the actor.

    ``when``: ``alone``, all that the unit does in its activation; ``last``, like fire, which a move
    may come before; ``free``, before or after and as often as the section lets it. Whether the unit
    may act at all is asked before; what is put on the agenda is settled before it goes on.
    """

    verbs: ClassVar[frozenset[str]]
    when: ClassVar[When] = "last"

    def concerns(self, phase: int) -> bool:
        """Whether any of its actions can be legal in a phase: in each, unless it says otherwise."""
        return True

    @abstractmethod
    def actions(self, state: Position, unit: int) -> Iterator[Action]:
        """What the unit may do now, in a documented order."""

    @abstractmethod
    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why one of its verbs is illegal now; ``None`` when it is legal."""

    @abstractmethod
    def perform(self, state: Position, action: Action) -> None:
        """Carry out a legal action."""


# -- which units have moved in a phase, and how; which are moving, or done for the turn ------------

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
