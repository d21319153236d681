"""Work shared out among processes, by whoever may be interrupted at any moment.

Every process ends with its parent, however that ends, and leaves Ctrl-C to it: whoever interrupts a
command finds nothing that still computes, and need not wait for what was under way.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import active_children, parent_process
from threading import Thread
from typing import TypeVar

Task = TypeVar("Task")
Done = TypeVar("Done")


def shared(
    work: Callable[[Task], Done], tasks: Sequence[Task], jobs: int
) -> Generator[tuple[Task, Done], None, None]:
    """Tasks with what comes of them, in the order in which they end; ``jobs`` processes share them.

    Whoever stops asking, is interrupted or ended leaves no process behind, and waits for none: what
    is under way then is given up. BrokenProcessPool when a process ends by itself.
    """
    # Here, so that nothing need be pickled.
    if jobs == 1:
        yield from ((task, work(task)) for task in tasks)
        return
    others = set(active_children())
    pool = ProcessPoolExecutor(jobs, initializer=_depend_on_the_parent)
    futures = {pool.submit(work, task): task for task in tasks}
    try:
        for future in as_completed(futures):
            yield futures[future], future.result()
    except BaseException:
        # Whoever ends a command with a signal soon sends one that cannot be caught.
        for process in set(active_children()) - others:
            process.terminate()
        raise
    finally:
        # Not left to a with-statement: it would shut down a second time and cancel nothing then.
        pool.shutdown(cancel_futures=True)


def _depend_on_the_parent() -> None:
    _leave_interrupts_to_the_parent()
    Thread(target=_end_with_the_parent, daemon=True).start()


def _end_with_the_parent() -> None:
    """Who is ended with a signal that cannot be caught tells nobody."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _leave_interrupts_to_the_parent() -> None:
    """Ctrl-C is told to the parent too, which ends its children; what it does about other signals
    is no business of theirs.
    """
    for number in signal.valid_signals():
        if callable(signal.getsignal(number)):
            signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
