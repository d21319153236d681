"""Why an action is refused, and what may be done where, said once for both.

A rule that bars cells is a :class:`Requirement`: its mask makes the list of what is legal, and its
refusal the answer to the question why not. Said twice, the two would come apart one day.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import reduce
from operator import and_
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Violation:
    """A refusal: the number of the rule broken (of the game's own rulebook) and what is wrong.

    ``reason`` is the same in every game (``zones_of_control.entering``); ``rule`` comes from the
    game's data and is empty when the game cites no rule for it.

    >>> print(Violation("4.31", "B must stop in 0504.", "zones_of_control.entering"))
    4.31: B must stop in 0504.
    """

    rule: str
    message: str
    reason: str = ""

    def __str__(self) -> str:
        return f"{self.rule}: {self.message}" if self.rule else self.message

    def to_dict(self) -> dict[str, str]:
        """Plain data."""
        return {"rule": self.rule, "message": self.message, "reason": self.reason}


class SectionRefusals(NamedTuple):
    """The refusals of a section by what they are about: ``cite`` has the game's rule for each."""

    section: str
    cite: Mapping[str, str]

    def __call__(self, about: str, message: str) -> Violation:
        """That something may not be, with the number of the rule that the game cites for it."""
        return Violation(self.cite.get(about, ""), message, f"{self.section}.{about}")


class IllegalAction(ValueError):  # noqa: N818 - the public name, as players say it
    """An action that the rules forbid; ``violation`` says which rule and why."""

    def __init__(self, violation: Violation) -> None:
        super().__init__(str(violation))
        self.violation = violation


class Requirement(NamedTuple):
    """What must hold where something is done: the mask of the cells where it does, and how it is
    refused elsewhere.
    """

    cells: int
    refusal: Callable[[], Violation]


def where_all_hold(required: Iterable[Requirement]) -> int:
    """Mask of the cells where all that is required holds, of which one at least is on the map."""
    return reduce(and_, (requirement.cells for requirement in required), -1)


def first_broken(required: Iterable[Requirement], cell: int) -> Violation | None:
    """The refusal by the first of some requirements that is not met in a cell."""
    for requirement in required:
        if not requirement.cells >> cell & 1:
            return requirement.refusal()
    return None
