"""What a player is: somebody who chooses."""

from __future__ import annotations

from random import Random
from typing import NoReturn, Protocol

from hexwar.engine import Action, State


class Player(Protocol):
    """Chooses one legal action whenever the game waits for its side.

    ``is_human``: nobody asks it to choose; the choice comes from a window or a terminal.
    """

    @property
    def is_human(self) -> bool:
        """Whether a person plays."""

    def choose(self, state: State, random: Random) -> Action:
        """A legal action for the side whose choice it is.

        The state is not changed. All chance comes from ``random``, so a seed makes a game
        repeatable, and nothing is known of dice that have not been rolled.
        """


class HumanPlayer:
    """Somebody at a window or a terminal."""

    is_human = True

    def choose(self, state: State, random: Random) -> NoReturn:
        """Never asked: a person plays through a session."""
        raise TypeError("a human chooses for themselves, through a window or a terminal")


class RandomPlayer:
    """Draws from the legal actions: an opponent for tests, not for people."""

    is_human = False

    def choose(self, state: State, random: Random) -> Action:
        """One legal action, drawn in stages (a unit, then what it does)."""
        return state.sample_action(random)
