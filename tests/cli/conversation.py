"""Talking with the text mode: lines typed, and what is printed."""

from __future__ import annotations

import io
from random import Random

import hexwar
from hexwar.cli.text.conversation import run_text
from hexwar.records import Session

GAME = "strike_force_one"


class Typed(io.StringIO):
    """Lines that somebody types at a terminal."""

    def isatty(self) -> bool:
        """Somebody does."""
        return True


def talk(session: Session, *lines: str) -> str:
    """Play a session with these lines; answers with everything that was printed."""
    output = io.StringIO()
    typed = io.StringIO("".join(f"{line}\n" for line in lines))
    assert run_text(session, input=typed, output=output, random=Random(1)) == 0
    return output.getvalue()


def position(phase: str, dice: list[int] | None = None, **setup: str) -> Session:
    """A session at a position that was set up by hand."""
    game = hexwar.load_game(GAME)
    return Session(game, game.start(setup=setup, phase=phase, dice=dice))


def answer(session: Session, line: str) -> str:
    """What is printed between typing a line and the next prompt."""
    printed = talk(session, line)
    return printed.partition(f"> {line}\n")[2].rpartition("\n\n")[0].rpartition("\n")[0]
