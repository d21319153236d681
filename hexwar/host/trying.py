"""A stranger's game is tried in a process of its own before anybody plays it here.

It is data and cannot run code, but it may be slow or large beyond all bounds. So it is loaded and
played for a while where time and memory have ends; a game that reaches one is refused, and the host
has lost nothing. On a system that cannot limit a process only its time is limited.

:func:`require_playable` is the host's side, and starts this module as a program; the rest runs in
there. The last line that it prints says why the game is refused; a process that is killed prints
none.
"""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from random import Random

from hexwar.definition.locations import find_game, shipped
from hexwar.definition.printable import clean

SECONDS = 60
"""Seconds of processor time; by the clock it may take twice as many, as the machine has other
work.
"""

BYTES = 1024 * 1024 * 1024
"""Of memory, for the process in all."""

ACTIONS = 60
"""So many are played of each scenario."""

SLOWEST = 5.0
"""Seconds that a list of choices or an action may take."""

_MOST_LETTERS = 300  # of the reason that a stranger's game gives


class TrialError(Exception):
    """A game is not to be played here; one sentence says why."""


def is_strange(source: str) -> bool:
    """Whether a game is none of those that come with hexwar."""
    return shipped("games").resolve() not in find_game(source).resolve().parents


def require_playable(source: str, seconds: int = SECONDS, size: int = BYTES) -> None:
    """Try a game. :class:`TrialError` if it is not sound, or takes too much time or memory."""
    command = [sys.executable, "-m", __name__, str(find_game(source)), str(seconds), str(size)]
    try:
        finished = subprocess.run(  # noqa: S603 - this very program
            command, capture_output=True, text=True, timeout=2 * seconds, check=False
        )
    except subprocess.TimeoutExpired:
        raise TrialError(f"{clean(source)} takes too long to be played here.") from None
    if finished.returncode == 0:
        return
    words = finished.stdout.strip().splitlines()
    why = clean(words[-1]) if words else "it takes too much time or memory"
    raise TrialError(f"{clean(source)} is not played here: {why[:_MOST_LETTERS]}")


def _why_not_playable(path: Path) -> str:
    """Play each scenario of a game for a while; why it is not to be played, or nothing."""
    from time import thread_time

    import hexwar
    from hexwar.definition.diagnostics import DefinitionError

    try:
        game = hexwar.load_game(path)
        for scenario in game.catalog.scenarios:
            state, random = game.start(scenario, seed=1), Random(1)
            for _ in range(ACTIONS):
                if state.is_over:
                    break
                begun = thread_time()  # what the host does at each step: filter, list, apply
                position = state.seen_by(state.side_to_act or "")
                position.choices()
                state.apply(state.sample_action(random))
                if thread_time() - begun > SLOWEST:
                    return f"it thinks for more than {SLOWEST:.0f} seconds about a choice"
    except DefinitionError as problem:
        return str(problem).splitlines()[0]
    except MemoryError:
        return "it takes too much memory"
    return ""


def main() -> int:
    """In the process: the path of the game, seconds, bytes."""
    path, seconds, size = sys.argv[1:]
    with suppress(ImportError):
        import resource

        # This process ends when it has used so much.
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds)))
        resource.setrlimit(resource.RLIMIT_AS, (int(size), int(size)))
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))  # it has nothing to write anywhere
    why = _why_not_playable(Path(path))
    sys.stdout.write(f"{why}\n")
    return 1 if why else 0


if __name__ == "__main__":
    sys.exit(main())
