"""Players: a person, and computer players that know the rules but no game in particular.

>>> from random import Random
>>> import hexwar
>>> from hexwar.players import make_player
>>> state = hexwar.load_game("strike_force_one").start("standard", seed=7)
>>> make_player("greedy").choose(state, Random(1)) in state.legal_actions()
True
"""

from __future__ import annotations

from collections.abc import Callable

from hexwar.definition.spelling import echoed, suggestion
from hexwar.players.greedy import GreedyPlayer
from hexwar.players.player import HumanPlayer, Player, RandomPlayer, choice_of

PLAYERS: dict[str, Callable[[], Player]] = {
    "human": HumanPlayer,
    "random": RandomPlayer,
    "greedy": GreedyPlayer,
}
"""Names of players, and how one is made."""

TITLES = {"human": "Person", "random": "Easy", "greedy": "Normal"}
"""What players who look for an opponent call them."""

__all__ = [
    "PLAYERS",
    "TITLES",
    "GreedyPlayer",
    "HumanPlayer",
    "Player",
    "RandomPlayer",
    "called",
    "choice_of",
    "make_player",
]


def called(name: str) -> str:
    """What whoever plays is called wherever it is read; one's own player by its own name.

    >>> called("greedy"), called("Brusilov")
    ('Normal', 'Brusilov')
    """
    return TITLES.get(name, name)


def make_player(name: str | Callable[[], Player]) -> Player:
    """A player by name, or of one's own: whatever makes one, such as its class.

    ValueError for a name that there is not, with the nearest there is.

    >>> make_player("gredy")
    Traceback (most recent call last):
        ...
    ValueError: there is no player 'gredy'; did you mean greedy?
    """
    if not isinstance(name, str):
        return name()
    if name not in PLAYERS:
        raise ValueError(f"there is no player {echoed(name)}; {suggestion(name, PLAYERS)}")
    return PLAYERS[name]()
