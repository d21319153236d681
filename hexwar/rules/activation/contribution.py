"""What other sections let a unit do when it is activated: search, leave the map."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import ClassVar, Literal

from hexwar.engine.action import Action
from hexwar.engine.state import State
from hexwar.engine.violation import Violation

When = Literal["alone", "last", "free"]


class ActivationContribution(ABC):
    """Verbs that a section adds to phases of kind activation; the first unit named is who acts.

    ``when``: ``alone``, all that the unit does in its activation; ``last``, like fire, which a move
    may come before; ``free``, before or after and as often as the section lets it. Whether the unit
    may act at all is asked before; what is put on the agenda is settled before it goes on.
    """

    __slots__ = ()
    verbs: ClassVar[frozenset[str]]
    when: ClassVar[When] = "last"
    after_done: ClassVar[bool] = False
    """Asked by the kernel; listed before ``done`` in any case."""

    @abstractmethod
    def concerns(self, phase: int) -> bool:
        """Whether any of its actions can be legal in a phase."""

    @abstractmethod
    def actions(self, state: State, unit: int) -> Iterator[Action]:
        """What the unit may do now, in a documented order."""

    @abstractmethod
    def explain(self, state: State, action: Action) -> Violation | None:
        """Why one of its verbs is illegal now; ``None`` when it is legal."""

    @abstractmethod
    def perform(self, state: State, action: Action) -> None:
        """Carry out a legal action."""
