"""How far long work is: a bar on the error stream, with the time that is left.

It stands on the error stream so that what is printed can go into a file; where that is no terminal
nothing is drawn. Work that a stranger's program does may never end, and then somebody has to be
told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread
from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from rich.progress import Progress

    from hexwar.players.matches import Match

PATIENT = 60.0
"""So many seconds without anything done are no reason to say so."""


class Underway(Protocol):
    """How far it is."""

    @property
    def done(self) -> int:
        """What is done, of what was there before too."""

    @property
    def of(self) -> int:
        """All there is to do, as far as is known."""


T = TypeVar("T", bound=Underway)
U = TypeVar("U")


def counted(work: Iterable[T], title: str, waiting: str = "") -> Iterator[T]:
    """Passes items of work on under a progress bar; each says how far the whole is.

    ``waiting`` is a line that is shown above it once, when nothing is done for a minute.
    """
    done, over = Event(), Event()

    def look_after_it() -> None:
        while done.wait(PATIENT):
            if over.is_set():
                return
            done.clear()
        with suppress(OSError):
            bar.console.print(waiting, markup=False, highlight=False)

    with _bar(title) as bar:
        # The work done here may never return, so progress is told by a thread beside it.
        if waiting:
            Thread(target=look_after_it, daemon=True).start()
        task = bar.add_task(title)
        try:
            for item in work:
                done.set()
                bar.update(task, completed=item.done, total=item.of)
                yield item
        finally:
            over.set()
            done.set()


def one_by_one(work: Iterable[U], title: str, total: int) -> Iterator[U]:
    """Passes items on unchanged under a progress bar; there are so many in all."""
    with _bar(title) as bar:
        yield from bar.track(work, total)


@contextmanager
def _bar(title: str) -> Iterator[Progress]:
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = TextColumn(title), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    with suppress(OSError):
        bar.start()
    try:
        yield bar
    finally:
        with suppress(OSError):  # a terminal that is gone ends the bar and nothing else
            bar.stop()


def patience_with(matches: Iterable[Match]) -> str:
    """What to say about matches in which no game ends; nothing where all players are hexwar's
    own.
    """
    from hexwar.players.matches import strangers

    unknown_players = strangers(matches)
    waited = f"no game has ended for {PATIENT:g} s"
    return (
        f"{waited}: {unknown_players} may not answer (Ctrl-C: end here)" if unknown_players else ""
    )
