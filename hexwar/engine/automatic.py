"""A task that never asks anybody."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NoReturn

from hexwar.engine.action import Action
from hexwar.engine.decision import Decision
from hexwar.engine.state import State
from hexwar.engine.task import Task
from hexwar.engine.violation import Violation


class AutomaticTask(Task):
    """Settles itself; it is never on top of the agenda while a player is asked."""

    __slots__ = ()

    def side(self, state: State) -> int:
        """Never asked."""
        return self._never()

    def decision(self, state: State) -> Decision:
        """Never asked."""
        return self._never()

    def actions(self, state: State) -> Iterator[Action]:
        """Never asked."""
        return self._never()

    def explain(self, state: State, action: Action) -> Violation | None:
        """Never asked."""
        return self._never()

    def sample(self, state: State, random: Random) -> Action:
        """Never asked."""
        return self._never()

    def perform(self, state: State, action: Action) -> None:
        """Never asked."""
        self._never()

    def _never(self) -> NoReturn:
        raise AssertionError(f"{self.kind} needs no choice")
