"""How a command ends."""

from __future__ import annotations

CLEAN, FINDINGS, USAGE = 0, 1, 2
"""Exit codes: nothing wrong; something found; a request that makes no sense, or our own fault."""

INTERRUPTED = 130
PIPE_CLOSED = 141


class UsageError(ValueError):
    """A request that makes no sense; the message is the sentence that the user reads."""
