"""Players: a person, and computer players that know the rules but no game in particular.

Here stands which players there are, and how one is made from its name. ``player`` is what every
player is; ``levels`` are the opponents for people, which search (``search``) on top of a policy
(``greedy``) that leads units in one of three ways: few and alike (``patrol``), armies
(``campaign``), or single units with fire (``skirmish``). ``named``, ``program`` and ``learned`` are
what comes from outside: classes, programs, weights. A name in a save may be anybody's, so it is
looked at and never imported before the person who plays has said so.

>>> from random import Random
>>> import hexwar
>>> from hexwar.players import make_player
>>> state = hexwar.load_game("strike_force_one").start("standard", seed=7)
>>> make_player("greedy").choose(state, Random(1)) in state.legal_actions()
True
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from hexwar.definition.printable import clean
from hexwar.players import named
from hexwar.players.learned import greedy_learned
from hexwar.players.levels import (
    LEVELS,
    MOST_ROLLOUTS,
    MOST_SECONDS,
    PLAIN,
    Level,
    apart,
    is_long,
    make_level,
)
from hexwar.players.player import (
    HumanPlayer,
    Player,
    PlayerError,
    RandomPlayer,
    choice_of,
    name_of_maker,
)

if TYPE_CHECKING:
    from hexwar.players.greedy import GreedyPlayer


def _make_greedy(*, plain: bool = False) -> Player:
    """The player of one phase; ``plain``: without what was learned of a game."""
    from hexwar.players.greedy import GreedyPlayer  # a third of what a window would import

    if plain:
        return GreedyPlayer(name=f"greedy{PLAIN}")
    return GreedyPlayer(learned=greedy_learned)


def __getattr__(name: str) -> Any:
    # So that ``from hexwar.players import GreedyPlayer`` works too, imported only when asked for.
    if name == "GreedyPlayer":
        from hexwar.players.greedy import GreedyPlayer

        return GreedyPlayer
    raise AttributeError(f"module 'hexwar.players' has no attribute {name!r}")


PLAYERS: dict[str, Callable[..., Player]] = {
    "human": HumanPlayer,
    "random": RandomPlayer,
    **{name: partial(make_level, name) for name in LEVELS},
    "greedy": _make_greedy,
}
"""Names of our players, and how one is made, with whichever options it takes."""

TITLES = {"human": "Person", "random": "Random", "greedy": "Greedy"}
TITLES |= {name: level.title for name, level in LEVELS.items()}
"""What they are called wherever a player reads of them."""

FOR_PEOPLE = ("human", *LEVELS)
"""The players to choose an opponent from; the others are for comparison."""

_LONGEST = 200
"""Characters of a name that somebody else has written."""

__all__ = [
    "FOR_PEOPLE",
    "LEVELS",
    "PLAYERS",
    "TITLES",
    "GreedyPlayer",
    "HumanPlayer",
    "Level",
    "Player",
    "PlayerError",
    "RandomPlayer",
    "absent",
    "called",
    "choice_of",
    "make_player",
    "require_player",
    "why_absent",
]


def called(name: str) -> str:
    """What a player is called wherever its name is read; one's own player by its own name.

    >>> called("normal"), called("Brusilov")
    ('Normal', 'Brusilov')
    >>> called("greedy,rollouts=200"), called("normal,plain")
    ('Greedy, 200 rollouts', 'Normal, unlearned')
    """
    try:
        name, rollouts, seconds, plain = apart(name)
    except ValueError:  # of a save that nobody here has written
        return clean(name, _LONGEST)
    parts = [TITLES.get(name) or clean(name, _LONGEST)]
    parts += [f"{rollouts} rollouts"] if rollouts is not None else []
    parts += [f"{seconds:g} s"] if seconds is not None else []
    parts += ["unlearned"] if plain else []
    return ", ".join(parts)


def absent(players: Mapping[str, str], unconfirmed: Iterable[str]) -> dict[str, str]:
    """Of sides and their players, those whose player only a save names and hexwar does not have, or
    not in that way: one that would think for ages, or takes no such setting.

    Whether such a name is a module, a program, or somebody who is not here is not looked up.

    >>> absent({"red": "random", "blue": "shy:Shy", "grey": "Brusilov"}, ["red", "blue"])
    {'blue': 'shy:Shy'}
    """
    return {
        side: name
        for side in unconfirmed
        if not _is_known(name := players[side]) or _why_not_so(name)
    }


def why_absent(name: str) -> str:
    """Why a player that only a save names does not play unasked."""
    why = (
        _why_not_so(name)
        if _is_known(name)
        else "which did not come with hexwar. It may be code on this computer; nothing of it is "
        "imported or started unasked."
    )
    return f"The save names {clean(name, _LONGEST)}, {why}"


def require_player(name: str, others: Iterable[str] = PLAYERS) -> None:
    """:class:`PlayerError`, with the nearest of ``others``, unless there is a player of that name
    that takes the settings behind it. One of one's own is imported; none is made.

    >>> require_player("human,rollouts=5")
    Traceback (most recent call last):
        ...
    hexwar.players.player.PlayerError: human takes no rollouts
    """
    wanted = apart(name)
    named.given_options(_maker(wanted.name, others), wanted.name, wanted.options)


def _maker(name: str, others: Iterable[str]) -> Callable[..., Player]:
    """What makes the player of a name, one of ours or of one's own."""
    return PLAYERS.get(name) or named.maker(name, others)


def _why_not_so(name: str) -> str:
    """Why a save may not have one of ours play with what is said behind his name; else empty."""
    try:
        require_player(name)
    except PlayerError as problem:
        return f"and {problem}."
    most = f"{MOST_ROLLOUTS} rollouts or {MOST_SECONDS:g} seconds a phase"
    return f"who would think longer than a save may ask for: {most}." if is_long(name) else ""


def _is_known(name: str) -> bool:
    """Whether a name is that of a player of ours, whatever is said behind it."""
    try:
        return apart(name).name in PLAYERS
    except ValueError:
        return False


def make_player(
    name: str | Callable[..., Player],
    *,
    rollouts: int | None = None,
    seconds: float | None = None,
) -> Player:
    """A player by name, or of one's own: whatever makes one, such as its class.

    A name is one of :data:`PLAYERS`, or of one's own as
    :mod:`hexwar.players.named` has it, such as ``"my_module:Player"``, whose module is imported
    then. ``rollouts`` or ``seconds`` are how long it may think, a phase for one of the levels; a
    name may say them too (``hard,rollouts=200``).
    :class:`PlayerError`, a ValueError, for a name that there is not, with the nearest there is, and
    for what a player does not take, and for one of one's own that is at fault.

    >>> make_player("gredy")
    Traceback (most recent call last):
        ...
    hexwar.players.player.PlayerError: there is no player 'gredy'; did you mean greedy?
    >>> make_player("random", seconds=2)
    Traceback (most recent call last):
        ...
    hexwar.players.player.PlayerError: random takes no seconds
    """
    if isinstance(name, str):
        wanted = apart(name)
        name, make = wanted.name, _maker(wanted.name, PLAYERS)
        options = wanted.options
    else:
        make, name, options = name, name_of_maker(name), dict[str, float | None]()
    options["rollouts"] = options.get("rollouts") or rollouts
    options["seconds"] = options.get("seconds") or seconds
    given = named.given_options(make, name, options)
    is_ours = PLAYERS.get(name) is make
    return make(**given) if is_ours else named.made(make, name, given)
