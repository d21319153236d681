"""A host in a thread, on a free port of this machine, for tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

from hexwar.host.policy import Policy
from hexwar.host.serving import Place, Serving
from hexwar.joining.client import Client
from hexwar.records.lines import DiceKey


def keys_of(seed: int) -> Callable[[], DiceKey]:
    """Keys of dice that fall the same whenever the tests are run."""
    random = Random(seed)
    return lambda: DiceKey(random.randbytes(32))


@dataclass
class Running:
    """A host that serves."""

    serving: Serving

    @property
    def port(self) -> int:
        """Where it listens."""
        return urlsplit(self.serving.base).port or 0

    def begin(self, game: str, *choice: Any, **more: Any) -> tuple[str, dict[str, str]]:
        """A table, and the secrets of its seats; begun in the host's thread, as by its page."""
        begin = partial(self.serving.host.begin, game, *choice, **more)
        return self.serving.hub._thread.submit(begin).result()


@contextmanager
def running(
    folder: Path, *games: str, beat: float = 0.0, store: Path | str = "", **more: Any
) -> Iterator[Running]:
    """A host that serves until the block ends; without a store it keeps its games in a file of the
    folder.
    """
    kept = store or folder / "host.sqlite"
    serving = Serving(
        Place(port=0), kept, games, beat=beat, random=Random(1), keys=keys_of(1), **more
    )
    thread = Thread(target=serving.run, daemon=True)
    thread.start()
    try:
        while not serving.server.started:
            thread.join(0.01)
            assert thread.is_alive()
        yield Running(serving)
    finally:
        serving.server.should_exit = True
        thread.join(10)
        assert not thread.is_alive()


def seats(host: Running, game: str, *choice: Any, **more: Any) -> dict[str, Client]:
    """A new table, with a program in each of its seats."""
    _, tokens = host.begin(game, *choice, **more)
    return {seat: Client(host.serving.link(token)) for seat, token in tokens.items()}


HOUR = Policy(each=3600)
