"""What a player is: somebody who chooses."""

from __future__ import annotations

from random import Random
from typing import NoReturn, Protocol

from hexwar.engine import Action
from hexwar.rules.state import State


class Player(Protocol):
    """Chooses one legal action whenever the game waits for its side.

    ``is_human``: nobody asks it to choose; the choice comes from a window or a terminal.
    """

    @property
    def is_human(self) -> bool:
        """Whether a person plays."""

    def choose(self, state: State, random: Random) -> Action:
        """A legal action for the side whose choice it is.

        The state is what that side sees (``State.seen_by``), with dice of its own: it may be
        played on to think. All chance comes from ``random``, so a seed makes a game repeatable.
        """


def choice_of(player: Player, state: State, random: Random) -> Action:
    """What a player chooses for the side to act, who is shown what that side sees.

    What the side cannot see may forbid what looks legal to it; then any legal action is drawn.
    An action that is illegal as far as the side sees is answered as it is, for the rules to refuse.
    """
    seen = state.seen_by(state.side_to_act or "")
    action = player.choose(seen.clone(), random)
    if state.explain(action) is None or seen.explain(action) is not None:
        return action
    return state.sample_action(random)


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
