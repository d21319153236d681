"""How far long work is: a bar on the error stream, with the time that is left."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Protocol, TypeVar


class Underway(Protocol):
    """How far it is."""

    @property
    def done(self) -> int:
        """What is done, of what was there before too."""

    @property
    def of(self) -> int:
        """All there is to do, as far as is known."""


T = TypeVar("T", bound=Underway)


def counted(work: Iterable[T], title: str) -> Iterator[T]:
    """The same items, each of which says how far the work is, under a bar."""
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
    task = bar.add_task(title)
    try:
        for item in work:
            bar.update(task, completed=item.done, total=item.of)
            yield item
    finally:
        with suppress(OSError):  # a terminal that is gone ends the bar and nothing else
            bar.stop()
