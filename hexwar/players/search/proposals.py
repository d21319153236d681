"""What is proposed to a side beside what its policy would do."""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random
from typing import NamedTuple

from hexwar.engine import Action
from hexwar.rules.state import State


class Deployment(NamedTuple):
    """Actions to begin with, units that stay where they are then, and hexes to attack afterwards,
    the first first.
    """

    actions: tuple[Action, ...]
    staying: frozenset[str] = frozenset()
    targets: tuple[str, ...] = ()
    idea: str = ""


class Proposals(ABC):
    """What the rules propose to a side (an index) in a phase of its own."""

    def __init__(self, thought: State, side: int, random: Random) -> None:
        self._state, self._side, self._random = thought, side, random

    @abstractmethod
    def all(self) -> list[Deployment]:
        """All there are, the most promising first."""
