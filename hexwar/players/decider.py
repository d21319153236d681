"""A decision as it comes to a computer player, how much it thinks about it, and what decides it.

What every way of leading units is written against: an :class:`Effort` says how much may be
compared, a :class:`Briefing` is the decision with all that may be known of it, and a
:class:`Decider` answers with actions in order of preference. It answers lazily, and with more than
one: what is best in a guess may be refused by the position itself, and then the next is taken
without thinking again.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

from hexwar.engine import Action
from hexwar.engine.rules import Rules
from hexwar.rules.state import State

QUICK = 0.9
"""With less effort than this orders of a plot are drawn, the boldest likeliest; none is tried."""


@dataclass(frozen=True, slots=True)
class Effort:
    """A share of all thought, above 0: of what a player compares, so much of the most.

    ValueError for a share that is none.
    """

    share: float = 1.0

    def __post_init__(self) -> None:
        if not 0 < self.share <= 1:
            raise ValueError(f"an effort is above 0 and at most 1, not {self.share}")

    @property
    def is_full(self) -> bool:
        """Whether nothing is left out."""
        return self.share == 1.0

    @property
    def every(self) -> int:
        """What full effort reckons again each time is reckoned again only every so many times."""
        return round(1 / self.share)

    def of(self, most: int, least: int = 1) -> int:
        """So many of ``most`` things are compared, and never fewer than ``least``."""
        return most if self.is_full else max(least, round(most * self.share))


FULL = Effort()


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
