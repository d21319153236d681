"""What is wrong with a player, in one sentence that names it."""

from __future__ import annotations

import sysconfig
from pathlib import Path
from traceback import extract_tb

from hexwar.definition.printable import clean

OUTCOMES = (Exception, SystemExit)
"""What the code of others may raise and the game outlives; Ctrl-C is none of it."""

_NOT_THEIRS = (str(Path(__file__).parents[1]), sysconfig.get_path("stdlib"), "<frozen")
"""Where files lie that are no player's own."""


class PlayerError(ValueError):
    """A player is not here, or is at fault; the message is the sentence that people read."""


def name_of(player: object) -> str:
    """What an object that plays is called: by its ``name``, else ``module:Class``.

    >>> class Brusilov:
    ...     name = "General Brusilov"
    >>> name_of(Brusilov())
    'General Brusilov'
    """
    name, kind = getattr(player, "name", None), type(player)
    if isinstance(name, str) and name:
        return clean(name)
    here = is_ours(player) or kind.__module__ in ("__main__", "builtins")
    return kind.__name__ if here else f"{kind.__module__}:{kind.__qualname__}"


def is_ours(player: object) -> bool:
    """Whether a player came with hexwar: what goes wrong in it is our own fault."""
    return type(player).__module__.startswith("hexwar.")


def said(problem: BaseException) -> str:
    """What was raised, and where in the player's own files.

    >>> said(KeyError("A"))
    "KeyError: 'A'"
    """
    told = f"{type(problem).__name__}: {clean(str(problem))}".removesuffix(": ")
    frames = extract_tb(problem.__traceback__)
    own = [frame for frame in frames if not frame.filename.startswith(_NOT_THEIRS)]
    return f"{told} ({Path(own[-1].filename).name}, line {own[-1].lineno})" if own else told


def sentence(problem: object) -> str:
    """What is told of a fault, with its full stop.

    >>> sentence("there is no Shi; did you mean Shy?"), sentence("shy:Shy is too slow")
    ('there is no Shi; did you mean Shy?', 'shy:Shy is too slow.')
    """
    told = clean(str(problem))
    return told if told.endswith((".", "?")) else f"{told}."
