"""What can be wrong with a record."""

from __future__ import annotations

from hexwar.definition.printable import clean

LONGEST_PATH = 259
"""Of a longer one Windows says that it is not there, unless it was set up for long paths."""


class RecordError(ValueError):
    """A record that cannot be read, replayed or written; one sentence says why.

    Nothing in it moves a cursor. What a file says is repeated with
    :func:`~hexwar.definition.spelling.echoed`, so that it cannot fill the screen either.

    ``line`` is the line of the file and ``action`` the number of the action (both from 1), where
    one of them is to blame.
    """

    def __init__(self, message: str, *, line: int | None = None, action: int | None = None) -> None:
        super().__init__(clean(message))
        self.line = line
        self.action = action


def reason(problem: Exception) -> str:
    """Why the system could not do something; a path with a null byte is no OSError."""
    strerror = problem.strerror if isinstance(problem, OSError) else None
    if isinstance(problem, FileNotFoundError) and len(str(problem.filename)) > LONGEST_PATH:
        return f"{strerror} (Windows takes paths of {LONGEST_PATH} characters, and it is longer)"
    return strerror or str(problem) or type(problem).__name__
