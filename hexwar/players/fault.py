"""What is wrong with a player, in one sentence that names it."""

from __future__ import annotations

import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from traceback import extract_tb

from hexwar.definition.printable import clean

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
    try:
        name = getattr(player, "name", None)
    except KeyboardInterrupt:
        raise
    except BaseException:  # its own code, and this is to say what is wrong with it
        name = None
    if isinstance(name, str) and (told := exact(name)):
        return clean(told)
    kind = type(player)
    here = is_ours(player) or kind.__module__ in ("__main__", "builtins")
    return kind.__name__ if here else f"{kind.__module__}:{kind.__qualname__}"


def name_of_maker(make: object) -> str:
    """What is called whatever makes a player: its name, or that of a class, a function, a kind."""
    return make if isinstance(make, str) else str(getattr(make, "__name__", type(make).__name__))


def is_ours(player: object) -> bool:
    """Whether a player came with hexwar: what goes wrong in it is our own fault."""
    return type(player).__module__.startswith("hexwar.")


def exact(text: str) -> str:
    """A text as nothing but a text: a class of somebody's own may do anything when it is used."""
    return str.__str__(text)


@contextmanager
def blaming(player: object, what: str) -> Iterator[None]:
    """Whatever is raised within, Ctrl-C aside, is told as a :class:`PlayerError` of a player of
    one's own, or of whoever has this name; what is raised by ours is a fault of hexwar.
    """
    try:
        yield
    except (PlayerError, KeyboardInterrupt):
        raise
    except BaseException as problem:  # such as the CancelledError of asyncio, or SystemExit
        if is_ours(player):
            raise
        name = player if isinstance(player, str) else name_of(player)
        raise PlayerError(f"{name} {what}: {said(problem)}") from problem


def said(problem: BaseException) -> str:
    """What was raised, and where in the player's own files.

    >>> said(KeyError("A"))
    "KeyError: 'A'"
    """
    try:
        why = clean(exact(str(problem)))
    except KeyboardInterrupt:
        raise
    except BaseException:  # its own class cannot even say what it is
        why = ""
    told = f"{type(problem).__name__}: {why}".removesuffix(": ")
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
