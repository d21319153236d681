"""What can be wrong with a record."""

from __future__ import annotations


class RecordError(ValueError):
    """A record that cannot be read, replayed or written; one sentence says why.

    ``line`` is the line of the file and ``action`` the number of the action (both from 1), where
    one of them is to blame.
    """

    def __init__(self, message: str, *, line: int | None = None, action: int | None = None) -> None:
        super().__init__(message)
        self.line = line
        self.action = action
