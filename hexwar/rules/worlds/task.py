"""What is guessed for the worlds that a side thinks possible, one thing after the other."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random

from hexwar.engine.moments import Guess
from hexwar.engine.state import Position
from hexwar.rules.reinforcements.rules import ReinforcementRules
from hexwar.rules.worlds import waiting
from hexwar.rules.worlds.hiding import HiddenGuesses
from hexwar.rules.worlds.stacks import StackGuesses


class Guesses:
    """Stacks are filled first; of who is on the map then nobody waits to enter any more."""

    __slots__ = ("_come", "_hiding", "_stacks")

    def __init__(
        self,
        stacks: StackGuesses | None,
        hiding: HiddenGuesses | None,
        reinforcements: ReinforcementRules | None,
    ) -> None:
        self._come = reinforcements is not None
        self._stacks = stacks if stacks and stacks.are_needed else None
        self._hiding = hiding

    def concerned_at(self, moment: str) -> bool:
        """Where everything is seen nothing is to be guessed."""
        return bool(self._stacks or self._hiding)

    def guess(self, seen: Position, side: int) -> Guess | None:
        """How to put what is guessed into a copy of what a side sees; ``None`` if nothing is."""
        if not seen.unseen:
            return None
        stacks = self._stacks.guess(seen, side) if self._stacks else None
        hiding = self._hiding.guess(seen, side) if self._hiding else None
        waits = waiting.guess(seen) if self._come else None
        guesses = [guess for guess in (stacks, waits, hiding) if guess]
        return partial(_all, guesses) if guesses else None


def _all(guesses: Sequence[Guess], world: Position, random: Random) -> None:
    for guess in guesses:
        guess(world, random)


HOOKS = {"guesses": (Guesses, Guesses.guess)}
