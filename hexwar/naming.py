"""What an object that plays is called, in saves and in messages."""

from __future__ import annotations

SHIPPED = frozenset({"human", "random", "easy", "normal", "hard", "greedy"})
"""Names of the players that come with hexwar, as ``hexwar.players.PLAYERS`` makes them."""


def name_of(player: object) -> str:
    """A player by its ``name``, else by its class: as that is imported (``module:Class``), or as it
    is called where it cannot be.

    A player of one's own never gets the name of one that comes with hexwar: that one would play on
    in its place when a save is loaded.

    >>> class Brusilov:
    ...     name = "General Brusilov"
    >>> name_of(Brusilov())
    'General Brusilov'
    """
    try:
        name: object = getattr(player, "name", None)
    except KeyboardInterrupt:
        raise
    except BaseException:  # its own code: the caller wants to say what is wrong with it
        name = None
    kind = type(player)
    called = [exact(name)] if isinstance(name, str) else []
    if kind.__module__ in ("__main__", "builtins") or "<" in kind.__qualname__:
        called.append(kind.__name__)
    for candidate in called:
        # A stranger's player is not taken for one of ours, whatever it calls itself.
        if candidate and (is_ours(player) or candidate.partition(",")[0] not in SHIPPED):
            return candidate
    return f"{kind.__module__}:{kind.__qualname__}"


def is_ours(player: object) -> bool:
    """Whether a player came with hexwar: what goes wrong in it is our own fault."""
    return type(player).__module__.startswith("hexwar.")


def exact(text: str) -> str:
    """A text as nothing but a text: a class of somebody's own may do anything when it is used."""
    return str.__str__(text)
