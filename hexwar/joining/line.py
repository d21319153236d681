"""The line to a host: two threads that wait for the network, so that nobody else has to.

One hears what happens, again and again; the other sends what is said, in its order, and sends it
once more until it is answered: the host knows by the id of a message what it has done. The owner of
the line looks now and then what has come, and is never kept waiting.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import Any

from hexwar.joining.client import Client, LineError, Plain

LONGEST_WAIT = 20
"""Seconds for which the host is asked to wait for something to tell."""

FIRST_PAUSE, LONGEST_PAUSE = 0.25, 5.0
"""Seconds until a host that could not be reached is tried again: twice as many each time."""


class HostLine:
    """``cut`` is why the host cannot be heard just now, or empty. ``wake`` is called, in a thread,
    when there is news.
    """

    def __init__(self, client: Client) -> None:
        self.client, self.cut = client, ""
        self.wake: Callable[[], None] = lambda: None
        self._news: SimpleQueue[Plain] = SimpleQueue()
        self._said: SimpleQueue[Plain | None] = SimpleQueue()
        self._ended = Event()

    def open(self) -> None:
        """Begin to hear and to send."""
        Thread(target=self._hear, daemon=True).start()
        Thread(target=self._send, daemon=True).start()

    def say(self, kind: str, base: str, **parts: Any) -> str:
        """Send a message as soon as that goes; its id, which the answer has too."""
        message = self.client.message(kind, **{"base": base, **parts})
        self._said.put(message)
        return str(message["id"])

    def news(self) -> Iterator[Plain]:
        """What has come since this was asked last: messages of the host, and answers."""
        while True:
            try:
                yield self._news.get_nowait()
            except Empty:
                return

    def close(self) -> None:
        """Hear and send nothing more."""
        self._ended.set()
        self._said.put(None)

    def _hear(self) -> None:
        for pause in self._pauses():
            try:
                messages = self.client.hear(0 if self.cut else LONGEST_WAIT)
            except LineError as problem:
                pause(str(problem))
                continue
            pause("")
            for message in messages:
                self._news.put(message)
            self.wake()

    def _send(self) -> None:
        while (message := self._said.get()) is not None:
            for pause in self._pauses():
                try:
                    self._news.put(self.client.send(message))
                except LineError as problem:
                    pause(str(problem))
                    continue
                self.wake()
                break

    def _pauses(self) -> Iterator[Callable[[str], None]]:
        """While the line is open: a function to call with the reason why it is cut, or with an
        empty text. If it is cut it waits, longer each time, and says so once, not at every attempt.
        """
        seconds = FIRST_PAUSE

        def pause(why: str) -> None:
            nonlocal seconds
            is_news, self.cut = why != self.cut, why
            if is_news:
                self.wake()
            if why:
                self._ended.wait(seconds)
            seconds = min(LONGEST_PAUSE, 2 * seconds) if why else FIRST_PAUSE

        while not self._ended.is_set():
            yield pause
