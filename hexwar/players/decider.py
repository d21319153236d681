"""A decision as it comes to a computer player, and who decides it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

from hexwar.engine import Action
from hexwar.engine.rules import Rules
from hexwar.players.effort import FULL, Effort
from hexwar.rules.state import State

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Briefing:
    """What the side that decides (an index) knows of a state, and where its chance comes from.

    ``effort``: how much is thought about it.
    """

    seen: State
    side: int
    random: Random
    effort: Effort = FULL

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        return self.seen.rules

    @property
    def kind(self) -> str:
        """The kind of decision."""
        return self.seen.agenda[-1].kind


Value = Callable[[State], float]
"""How good a position is for the side that decides, in parts of a victory."""


class Decider(ABC, Generic[T]):
    """Decides one kind of decision. It may remember a plan from one decision to the next.

    ``priorities`` is what its player minds. ``reckons_with``: rules of other sections whose
    contributions to the phase it decides as well.
    """

    reckons_with: ClassVar[tuple[type[Any], ...]] = ()

    def __init__(self, priorities: T) -> None:
        self._priorities = priorities

    @abstractmethod
    def wanted(self, briefing: Briefing) -> Iterator[Action]:
        """Actions in order of preference; the first that is legal is taken."""
