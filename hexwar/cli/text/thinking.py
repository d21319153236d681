"""While the computer thinks in the terminal: a line says so, and Ctrl-C has it move now; a player
that cannot be hurried is given up.

There are two kinds of player: those that ask all the time whether they are hurried (the search),
and those that never ask (somebody's own). The first is told to move by Ctrl-C, the second is given
up by it. Below stands what commands may ask of the conversation, of which such patience is a part.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from random import Random
from threading import Timer, current_thread, main_thread
from time import monotonic
from types import FrameType
from typing import Protocol

from hexwar.engine import Event
from hexwar.players import PlayerError
from hexwar.records import Session

SOON = 0.5  # seconds for which nobody need be told that somebody thinks


class Patience:
    """Whether the person at the terminal still waits for a thought.

    ``say`` prints a line. Where nobody types (``typed`` is false: a script) nothing is said, and
    Ctrl-C ends the game as ever.
    """

    def __init__(self, say: Callable[[str], None], *, typed: bool) -> None:
        self._say, self.typed = say, typed
        self._who = ""
        self._begun = 0.0
        self._hurried = False

    @contextmanager
    def waiting(self, who: str) -> Iterator[None]:
        """While a player thinks that asks :meth:`hurried`, the first Ctrl-C wants the move now."""
        before = signal.getsignal(signal.SIGINT)
        at_terminal = self.typed and current_thread() is main_thread()
        self._hurried, self._begun = False, monotonic()
        # Where Ctrl-C is ignored, or handled in another way, it stays so.
        if not at_terminal or before is not signal.default_int_handler:
            yield
            return
        self._who = who
        signal.signal(signal.SIGINT, self._interrupted)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)
            self._who = ""

    @contextmanager
    def enduring(self, who: str) -> Iterator[None]:
        """While a player thinks that never asks: soon a line says so, and Ctrl-C gives it up, which
        is a :class:`PlayerError`.
        """
        if not self.typed:
            yield
            return
        begun = monotonic()
        # The player may never return, so the line comes from a thread beside it.
        notice = Timer(SOON, self._say, [f"{who} thinks ... (Ctrl-C: give it up)"])
        notice.daemon = True
        notice.start()
        try:
            yield
        except KeyboardInterrupt:
            waited = f"{monotonic() - begun:.0f} s"
            raise PlayerError(f"{who} was given up after {waited} without an answer") from None
        finally:
            notice.cancel()

    def hurried(self) -> bool:
        """Whether the move is wanted now. Asked while a player thinks; after a moment it prints
        that it does.
        """
        if self._who and not self._hurried and monotonic() - self._begun >= SOON:
            self._say(f"{self._who} thinks ... (Ctrl-C: move now)")
            self._who = ""
        return self._hurried

    def _interrupted(self, number: int, frame: FrameType | None) -> None:
        """The first Ctrl-C asks for the move, the second ends the program."""
        # Somebody who asks twice wants to leave.
        if self._hurried:
            signal.default_int_handler(number, frame)
        self._hurried = True


# -- what commands of the text mode ask of the conversation that they belong to --------------------


class Talk(Protocol):
    """The conversation that commands belong to; ``playing`` until somebody says ``quit``."""

    session: Session
    playing: bool
    patience: Patience

    def say(self, text: str = "") -> None:
        """Print a line."""

    def say_prose(self, text: str) -> None:
        """Print sentences, wrapped."""

    def tell(self, events: Iterable[Event]) -> None:
        """Print what happened."""

    def seat(self, side: str, player: str) -> None:
        """Let somebody else play a side from now on; ValueError if he cannot be had."""

    def drawing_apart(self) -> Random:
        """What a hint draws from, so that computer players draw the same with it and without."""

    def where_saved(self) -> str:
        """Where the game is saved, in a sentence."""
