"""How a side guesses at what it does not see, one thing after the other."""

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


def guess(seen: Position, side: int) -> Guess | None:
    """How to put what is guessed into a copy of what a side sees; ``None`` if nothing is.

    Stacks are filled first; of who is on the map then nobody waits to enter any more.
    """
    rules = seen.rules
    stacks, hiding = rules.find(StackGuesses), rules.find(HiddenGuesses)
    found = [
        stacks.guess(seen, side) if stacks and stacks.are_needed else None,
        waiting.guess(seen) if rules.find(ReinforcementRules) else None,
        hiding.guess(seen, side) if hiding else None,
    ]
    guesses = [one for one in found if one]
    return partial(_all, guesses) if guesses else None


def _all(guesses: Sequence[Guess], world: Position, random: Random) -> None:
    for one in guesses:
        one(world, random)
