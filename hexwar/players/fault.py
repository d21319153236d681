"""What is wrong with a player, in one sentence that names it.

A player may be anybody's class or program. Whatever it raises, even a word of its own that cannot
be written, becomes one clean sentence with the place in its own files; a fault of a player of ours
is no such thing and goes on as the error that it is.
"""

from __future__ import annotations

import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from traceback import extract_tb

from hexwar.definition.printable import clean
from hexwar.naming import exact, is_ours, name_of

_NOT_THEIRS = (str(Path(__file__).parents[1]), sysconfig.get_path("stdlib"), "<frozen")
"""Where files lie that are no player's own."""


class PlayerError(ValueError):
    """A player is not here, or is at fault; the message is the sentence that people read."""


def told_as(player: object) -> str:
    """An object that plays, or whoever has this name, as a sentence names it."""
    return player if isinstance(player, str) else clean(name_of(player))


def name_of_maker(make: object) -> str:
    """What is called whatever makes a player: its name, or that of a class, a function, a kind."""
    return make if isinstance(make, str) else str(getattr(make, "__name__", type(make).__name__))


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
        raise PlayerError(f"{told_as(player)} {what}: {said(problem)}") from problem


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
    wording = f"{type(problem).__name__}: {why}".removesuffix(": ")
    frames = extract_tb(problem.__traceback__)
    own = [frame for frame in frames if not frame.filename.startswith(_NOT_THEIRS)]
    return f"{wording} ({Path(own[-1].filename).name}, line {own[-1].lineno})" if own else wording


def sentence(problem: object) -> str:
    """What is told of a fault, with its full stop.

    >>> sentence("there is no Shi; did you mean Shy?"), sentence("shy:Shy is too slow")
    ('there is no Shi; did you mean Shy?', 'shy:Shy is too slow.')
    """
    wording = clean(str(problem))
    return wording if wording.endswith((".", "?")) else f"{wording}."
