"""Games checked in a thread of their own, so that whoever types is answered meanwhile.

A check takes longer than the next keystroke. So a game waits here to be checked, and who types
on makes the check that is under way outdated: it is given up between two of its functions and begun
anew with what the editor holds by then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextvars import copy_context
from threading import Condition, Thread

from hexwar.definition.checks import Stopped, outdated
from hexwar.language_server.open_files import OpenGame


class CheckingThread:
    """Checks games one after another; who is to be checked again is stopped and begun anew."""

    def __init__(self, told: Callable[[OpenGame], None], prepare: Callable[[], object]) -> None:
        """``told``: called in the thread when there are findings of a game.

        ``prepare``: called in the thread before anything is checked, while the editor starts.
        """
        self._told = told
        self._prepare = prepare
        self._change = Condition()
        # A dictionary for a set that keeps its order: who asked first is checked first, and once.
        self._wanted: dict[OpenGame, None] = {}
        self._current: OpenGame | None = None
        self._closed = False
        self._thread = Thread(target=self._run, name="checks", daemon=True)

    def start(self) -> None:
        """Begin to wait for games."""
        self._thread.start()

    def want(self, games: Iterable[OpenGame]) -> None:
        """Check games as soon as may be, whatever of them is being checked now."""
        with self._change:
            self._wanted |= dict.fromkeys(games)
            self._change.notify()

    def close(self) -> None:
        """Check nothing more."""
        with self._change:
            self._closed = True
            self._wanted.clear()
            self._change.notify()

    def _run(self) -> None:
        self._prepare()
        context = copy_context()
        context.run(outdated.set, self._is_outdated)
        while (game := self._next()) is not None:
            try:
                context.run(game.check, lambda: self._told(game))
            except Stopped:
                continue

    def _next(self) -> OpenGame | None:
        with self._change:
            self._change.wait_for(lambda: self._wanted or self._closed)
            if self._closed:
                return None
            self._current = next(iter(self._wanted))
            del self._wanted[self._current]
            return self._current

    def _is_outdated(self) -> bool:
        # Wanted again while it is checked: something was typed since, and what is found is of
        # yesterday.
        return self._closed or self._current in self._wanted
