"""Computer players think in a thread, on a copy of the game, so that the window never waits."""

from __future__ import annotations

import threading
from random import Random

import pygame

from hexwar.engine import Action
from hexwar.players import Player, choice_of
from hexwar.rules.state import State

THOUGHT = pygame.event.custom_type()
"""The event that wakes the window when a player has chosen."""


class Thinker:
    """At most one thought at a time. A thought about a position that has gone is dropped.

    ``random`` is what players draw from; nothing that made the game's dice.
    """

    def __init__(self, random: Random | None = None) -> None:
        self._random = random or Random()
        self._about: int | None = None
        self._result: tuple[int, Action | Exception] | None = None
        self._thread: threading.Thread | None = None

    @property
    def busy(self) -> bool:
        """Whether a thought is under way or waits to be taken."""
        return self._about is not None

    def start(self, player: Player, state: State, version: int) -> None:
        """Think about a copy of ``state``; ``version`` names the position."""
        if self._about == version:
            return
        self._about = version
        twin, chance = state.clone(), Random(self._random.getrandbits(64))
        # The original and the copy share their caches; each thread needs some of its own.
        twin.forget_computed()
        self._thread = threading.Thread(
            target=self._think, args=(player, twin, version, chance), daemon=True
        )
        self._thread.start()

    def _think(self, player: Player, state: State, version: int, chance: Random) -> None:
        result: Action | Exception
        try:
            result = choice_of(player, state, chance)
        except Exception as error:  # raised again where the window can say so
            result = error
        self._result = (version, result)
        if pygame.display.get_init():
            pygame.event.post(pygame.event.Event(THOUGHT))

    def take(self, version: int) -> Action | None:
        """The thought about this position once it is there; raises what the player raised."""
        if self._result is None:
            return None
        about, result = self._result
        if about == self._about:
            self._about = None
        self._result = None
        if about != version:
            return None
        if isinstance(result, Exception):
            raise result
        return result

    def forget(self) -> None:
        """Drop whatever is being thought."""
        self._about, self._result = None, None
