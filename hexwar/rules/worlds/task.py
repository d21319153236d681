"""What is guessed for the worlds that a side thinks possible."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexwar.engine.registry import Guess
from hexwar.engine.state import Position
from hexwar.rules.stacking.task import VisibilityRules

if TYPE_CHECKING:
    from hexwar.rules.hidden.rules import HiddenRules


class Guesses:
    """In games that hide units: under top counters, or anywhere."""

    def __init__(self, visibility: VisibilityRules, hidden: HiddenRules | None) -> None:
        self._hide = visibility.limited or hidden is not None

    def concerned_at(self, moment: str) -> bool:
        """Where everything is seen nothing is to be guessed."""
        return self._hide

    def guess(self, seen: Position, side: int) -> Guess | None:
        """How to put what is guessed into a copy of what a side sees; ``None`` if nothing is."""
        if not seen.unseen:
            return None
        from hexwar.rules.worlds.guessing import guess  # needed by few games

        return guess(seen, side)


HOOKS = {"guesses": (Guesses, Guesses.guess)}
