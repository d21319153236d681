"""Standard streams that were closed before the program began (``hexwar list >&-``)."""

from __future__ import annotations

import io
import os
import sys
from errno import EBADF
from pathlib import Path


class ClosedStream(io.TextIOBase):
    """In the place of a standard stream that is closed: whoever needs it learns so in a sentence.

    ``flush`` raises the error again, because some (argparse) write and swallow what happens.
    """

    def __init__(self, name: str) -> None:
        self._needed = False
        self._problem = f"the standard {name} is closed"

    def write(self, text: str, /) -> int:
        """Note that somebody had something to say; OSError."""
        self._needed = True
        raise OSError(EBADF, self._problem)

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        """Nothing can be read; OSError."""
        raise OSError(EBADF, self._problem)

    def flush(self) -> None:
        """OSError, once, if anything was to be written."""
        needed, self._needed = self._needed, False
        if needed:
            raise OSError(EBADF, self._problem)


def replace_closed_streams() -> None:
    """Fill the places of closed streams.

    Their numbers are taken as well: the first file that is opened, a save perhaps, would get one
    of them, and whatever a library says there would be written into it.
    """
    while (number := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(number)
    # Python sets a stream to None if its number is closed.
    sys.stdin = sys.stdin or ClosedStream("input")
    sys.stdout = sys.stdout or ClosedStream("output")
    if sys.stderr is None:  # nobody can be told, and the exit code remains
        sys.stderr = Path(os.devnull).open("w")  # noqa: SIM115
