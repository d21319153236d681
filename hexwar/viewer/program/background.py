"""Work that takes longer than a frame, pictures to be kept too: done in a thread.

A :class:`BackgroundWork` is one thing, begun at once; the code that waits for it looks in every
frame whether it is over. A :class:`Workshop` makes things by a key, one after the other, and keeps
the latest. What is raised in a thread is raised again where its result is asked for. Last come the
pictures of window and map that a player keeps: drawn and written by such work.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable, Hashable
from datetime import datetime
from pathlib import Path
from threading import Lock, Thread
from typing import Generic, TypeVar

import pygame

from hexwar.definition.writing_files import in_place_of
from hexwar.records.lines import reason
from hexwar.records.saves import free_name, saves_folder

T = TypeVar("T")
K = TypeVar("K", bound=Hashable)

DONE = pygame.event.custom_type()
"""The event that wakes the window when work is done."""

Heard = Callable[[float], None]
"""What work calls on its way with the share that is done; it stops the work that nobody wants."""


def wake_window() -> None:
    """Let the window look at once whether there is news; it may be asleep. From any thread."""
    if pygame.display.get_init():
        pygame.event.post(pygame.event.Event(DONE))


class StoppedError(Exception):
    """The work is no longer wanted."""


class BackgroundWork(Generic[T]):
    """One thing that is done, from now on. ``share`` of it is done already, from 0 to 1."""

    def __init__(self, do: Callable[[Heard], T]) -> None:
        self.share = 0.0
        self._wanted = True
        self._over = False
        self._done: list[T] = []
        self._problem: Exception | None = None
        Thread(target=self._run, args=(do,), daemon=True).start()

    def give_up(self) -> None:
        """It is no longer wanted: it stops when it next says how far it is."""
        self._wanted = False

    def is_over(self) -> bool:
        """Whether it is done, or has failed."""
        return self._over

    def result(self) -> T:
        """What came of it; raises what it raised."""
        if self._problem is not None:
            raise self._problem
        return self._done[0]

    def _hear(self, share: float) -> None:
        if not self._wanted:
            raise StoppedError
        self.share = share

    def _run(self, do: Callable[[Heard], T]) -> None:
        try:
            self._done.append(do(self._hear))
        except Exception as problem:  # raised again where the window can say so
            self._problem = problem
        self._over = True
        wake_window()


class Workshop(Generic[K, T]):
    """Makes what is asked for by a key, one after the other, and keeps the last ``keep`` things.

    What cannot be made (ValueError, OSError, pygame.error) is ``None``.
    """

    def __init__(self, make: Callable[[K], T | None], keep: int) -> None:
        self._make, self._keep = make, keep
        self._made: OrderedDict[K, T | None] = OrderedDict()
        self._wanted: deque[K] = deque()
        self._lock = Lock()
        self._thread: Thread | None = None
        self._news = False
        self._problem: Exception | None = None

    @property
    def busy(self) -> bool:
        """Whether something is still to be made, or to be asked for by :meth:`news`."""
        return bool(self._wanted) or self._news

    def of(self, key: K) -> T | None:
        """What was made for a key if it is there; else it is asked for."""
        with self._lock:
            if key in self._made:
                self._made.move_to_end(key)
                return self._made[key]
            if key not in self._wanted:
                self._wanted.append(key)
        # Threads end when there is nothing to make, and new ones begin for what is asked for later.
        if self._thread is None or not self._thread.is_alive():
            self._thread = Thread(target=self._work, daemon=True)
            self._thread.start()
        return None

    def has(self, key: K) -> bool:
        """Whether nothing more will come for a key."""
        return key in self._made

    def news(self) -> bool:
        """Whether something was made since this was asked last; raises what went wrong in it."""
        with self._lock:
            news, self._news = self._news, False
            problem, self._problem = self._problem, None
        if problem is not None:
            raise problem
        return news

    def stop(self) -> None:
        """Make nothing further: nothing is looked at from now on."""
        with self._lock:
            self._wanted.clear()

    def _work(self) -> None:
        while True:
            with self._lock:
                if not self._wanted:
                    self._thread = None
                    return
                # It stays among the wanted until it is made, or it would be asked for a second time
                # meanwhile.
                key = self._wanted[0]
            product, problem = None, None
            try:
                product = self._make(key)
            except (ValueError, OSError, pygame.error):
                pass
            except Exception as unexpected:  # raised again where the window can say so
                problem = unexpected
            with self._lock:
                self._made[key] = product
                while len(self._made) > self._keep:
                    self._made.popitem(last=False)
                # Stopped in between: nothing is wanted now.
                if self._wanted and self._wanted[0] == key:
                    self._wanted.popleft()
                self._news, self._problem = True, problem


# Pictures of window and map: written in the background, into the player's data folder.
#
# The picture is drawn in the thread, too. Its name has the time in it, and a number where two are
# taken within a second: no picture overwrites another.


_PATIENCE = 0.01
"""Seconds of a frame that may be spent waiting for a picture."""


def pictures_folder() -> Path:
    """Where pictures are kept: beside the saves."""
    return saves_folder().parent / "pictures"


class PictureWriter:
    """Writes pictures one after the other; a window of many pixels takes a while."""

    def __init__(self) -> None:
        self._thread: Thread | None = None
        self._outcome = ""

    @property
    def busy(self) -> bool:
        """Whether a picture is being written, or it has not been said what came of it."""
        return self._thread is not None

    def take(self, draw: Callable[[], pygame.Surface], name: str = "hexwar") -> bool:
        """Write a picture, drawn in the background, to a file whose name begins so.

        False, and nothing is done, while another picture is being written.
        """
        if self._thread is not None:
            return False
        self._thread = Thread(target=self._write, args=(draw, name), daemon=True)
        self._thread.start()
        return True

    def told(self) -> str:
        """What came of the picture, once, when it is written; empty until then."""
        if self._thread is None:
            return ""
        self._thread.join(_PATIENCE)
        if self._thread.is_alive():
            return ""
        self._thread = None
        return self._outcome

    def _write(self, draw: Callable[[], pygame.Surface], name: str) -> None:
        moment = datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
        folder = pictures_folder()
        path = folder / f"{name}-{moment}.png"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            path = free_name(path) if path.exists() else path
            with in_place_of(path) as part:
                pygame.image.save(draw(), str(part))
        except (OSError, pygame.error) as problem:
            why = reason(problem).rstrip(".")
            self._outcome = f"The picture could not be saved in {folder}: {why}."
        else:
            self._outcome = f"Saved a picture: {path}"
