"""The agenda's entries: small tasks that settle themselves or ask a player to choose."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

from hexwar.engine.action import Action
from hexwar.engine.violation import Violation

if TYPE_CHECKING:
    from hexwar.engine.decision import Decision
    from hexwar.engine.state import State


class Task(ABC):
    """Something the game has to settle before it can go on. Immutable.

    A task holds plain data and a reference to the compiled rules that understand it, so states
    share tasks freely. Every rule about one kind of choice has this one home: what may be
    chosen (:meth:`actions`), why not (:meth:`explain`), one at random (:meth:`sample`) and what
    follows (:meth:`perform`).
    """

    __slots__ = ()
    kind: ClassVar[str]

    def begin(self, state: State) -> None:  # noqa: B027 - most tasks bring nothing
        """What the beginning of a phase brings, before anybody chooses."""

    @abstractmethod
    def settle(self, state: State) -> bool:
        """Go on as far as no choice is needed.

        True: a player must choose and this task is still on top of the agenda. False: the task
        changed the agenda, and the kernel looks again.
        """

    @abstractmethod
    def side(self, state: State) -> int:
        """Index of the side whose choice it is."""

    @abstractmethod
    def decision(self, state: State) -> Decision:
        """The choice, described for people and programs."""

    @abstractmethod
    def actions(self, state: State) -> Iterator[Action]:
        """Every legal action, in a documented, deterministic order."""

    @abstractmethod
    def explain(self, state: State, action: Action) -> Violation | None:
        """Why the action is illegal here; ``None`` when it is legal."""

    @abstractmethod
    def sample(self, state: State, random: Random) -> Action:
        """One legal action, without listing them all."""

    @abstractmethod
    def perform(self, state: State, action: Action) -> None:
        """Carry out a legal action."""

    def to_dict(self) -> dict[str, Any]:
        """Plain data from which the rules make the same task again."""
        return {"task": self.kind}
