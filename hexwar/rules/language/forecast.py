"""The outcome of a battle in sentences, before it is fought.

How a choice that a result leaves to a player is told is brought by its section (``FORECASTS`` in
its ``task``): a function of the telling, the state and the task, by the task's kind.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hexwar.engine.state import Position


class Forecast:
    """The sentences so far, and what they must remember: choices name all that may be chosen.

    ``before`` are the cells of the units before the battle; ``losers`` maps a unit that may be
    lost by choice to those of whom one is chosen; ``retreating`` holds the units whose retreat
    has been told, ``retreats`` the hexes among which it goes, by the unit's id.
    """

    def __init__(self, state: Position) -> None:
        self.sentences: list[str] = []
        self.before = tuple(state.cells)
        self.losers: dict[int, tuple[int, ...]] = {}
        self.retreating: set[int] = set()
        self.retreats: dict[str, tuple[str, ...]] = {}
        self._ids = state.frame.unit_ids

    def choice(self, state: Position, task: Any) -> None:
        """Say what a player would have to choose."""
        tell = state.frame.registry.forecasts.get(task.kind)
        if tell is not None:
            tell(self, state, task)

    def names(self, units: Iterable[int]) -> list[str]:
        """The ids of units."""
        return [self._ids[unit] for unit in units]
