"""Signals that end a long command: it stops as after Ctrl-C, and still says what it has found."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType

from hexwar.cli import INTERRUPTED

NAMES = "SIGTERM", "SIGHUP", "SIGXCPU", "SIGBREAK"
"""A kill or a time limit, a lost terminal, a limit on computing; a closed window of Windows."""


class EndedBySignal(KeyboardInterrupt):
    """A signal has ended the command; ``code`` is what a shell expects to hear of it."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.code = 128 + number


def code_of(interrupt: KeyboardInterrupt) -> int:
    """The exit code of a command that was ended so."""
    return interrupt.code if isinstance(interrupt, EndedBySignal) else INTERRUPTED


@contextmanager
def raised() -> Iterator[None]:
    """The first of the signals raises :class:`EndedBySignal`; later ones are ignored.

    A second one must not cut the report short: ``timeout`` sends its signal to a command twice.
    Signals that are ignored, as under ``nohup``, stay so.
    """
    if current_thread() is not main_thread():  # games played in a thread get no signals
        yield
        return
    numbers = [getattr(signal, name) for name in NAMES if hasattr(signal, name)]
    before = {number: signal.getsignal(number) for number in numbers}
    heard = [number for number in numbers if before[number] == signal.SIG_DFL]

    def end(number: int, frame: FrameType | None) -> None:
        # From the first signal on they are ignored: a second would cut off what is yet to be told.
        for other in heard:
            signal.signal(other, signal.SIG_IGN)
        raise EndedBySignal(number)

    for number in heard:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number in heard:
            signal.signal(number, before[number])
