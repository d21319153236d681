"""What packages add to phases of others, as contracts: overruns to movement, fire to activations.

Movement, combat, overruns, loading and searches know nothing of one another. A package that adds
verbs to movement phases brings a :class:`MovementContribution`, one that adds them to activations
an :class:`ActivationContribution`; the phase lists what they list, asks them why something is
illegal, and lets them do it. Before that it asks which units it is not for (:class:`Barring`,
:class:`Whom`), and before it ends what is still owed (:class:`MovementObligation`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import ClassVar, Literal, NamedTuple

from hexwar.engine.action import Action
from hexwar.engine.state import Position
from hexwar.engine.violation import Violation


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
