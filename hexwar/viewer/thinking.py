"""Computer players think in a thread, on a copy of the game, so that the window never waits."""

from __future__ import annotations

from random import Random

from hexwar.engine import Action
from hexwar.players import Player, choice_of
from hexwar.rules.state import State
from hexwar.viewer.working import Work


class Thinker:
    """At most one thought at a time. A thought about a position that has gone is dropped.

    ``random`` is what players draw from; nothing that made the game's dice.
    """

    def __init__(self, random: Random | None = None) -> None:
        self._random = random or Random()
        self._about: int | None = None
        self._thought: Work[Action] | None = None

    @property
    def busy(self) -> bool:
        """Whether a thought is under way or waits to be taken."""
        return self._thought is not None

    def start(self, player: Player, state: State, version: int) -> None:
        """Think about a copy of ``state``; ``version`` names the position."""
        if self._thought is not None and self._about == version:
            return
        self._about = version
        twin, chance = state.clone(), Random(self._random.getrandbits(64))
        # The original and the copy share their caches; each thread needs some of its own.
        twin.forget_computed()
        self._thought = Work(lambda _: choice_of(player, twin, chance))

    def take(self, version: int) -> Action | None:
        """The thought about this position once it is there; raises what the player raised."""
        thought = self._thought
        if thought is None or not thought.is_over():
            return None
        self._thought = None
        return thought.result() if self._about == version else None

    def forget(self) -> None:
        """Drop whatever is being thought."""
        self._thought = None
