"""What the user reads when a command fails: one sentence, and never a traceback.

``report`` sorts what was raised into faults of the user, of a game, of a player, of the system and
our own: only the last goes to a log. Below: standard streams that are closed or go away.
"""

from __future__ import annotations

import io
import os
import sys
import tempfile
import traceback
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from errno import EBADF
from pathlib import Path

import platformdirs

import hexwar
from hexwar.cli import FINDINGS, INTERRUPTED, PIPE_CLOSED, USAGE, UsageError
from hexwar.cli.terminal import colored
from hexwar.definition.diagnostics import ChoiceError, DefinitionError
from hexwar.definition.locations import UnknownGameError
from hexwar.definition.printable import clean, path_named
from hexwar.definition.report import format_full, summary
from hexwar.engine import IllegalAction
from hexwar.records.lines import RecordError, reason

LOG_NAME = "errors.log"


def report(problem: BaseException, arguments: Sequence[str]) -> int:
    """Tell the user of a failure and answer with the exit code.

    The notes of an exception (``add_note``) are sentences for the user too: what was saved, what
    to do next.
    """
    notes: list[str] = getattr(problem, "__notes__", [])
    if isinstance(problem, BrokenPipeError):
        _leave_closed_pipe()
        code, texts = PIPE_CLOSED, notes
    else:
        try:
            sys.stdout.flush()
        except OSError:  # Python's last flush would fail as well, and change the exit code
            _leave_closed_pipe()
        code, text = _code_and_message(problem, arguments)
        texts = [text, *notes]
    if texts:
        text = "\n".join(texts)
        with suppress(OSError):  # when nobody reads that either, the exit code remains
            print(text, file=sys.stderr, flush=True)
    return code


def _code_and_message(problem: BaseException, arguments: Sequence[str]) -> tuple[int, str]:
    match problem:
        case KeyboardInterrupt():
            return INTERRUPTED, "\nhexwar: stopped."
        case UnknownGameError() | ChoiceError() | UsageError():
            return USAGE, _sentence(problem)
        case DefinitionError():
            color = colored(sys.stderr)
            texts = [format_full(diagnostic, color=color) for diagnostic in problem.diagnostics]
            return FINDINGS, "\n\n".join([*texts, f"hexwar: {summary(problem.diagnostics)}"])
        case RecordError(line=int(line)) if line > 2:
            return (
                FINDINGS,
                f"{_sentence(problem)}; --up-to-line {line - 1} opens what is before it",
            )
        case RecordError() | IllegalAction():
            return FINDINGS, _sentence(problem)
        case ValueError() if _is_of_a_player(problem):
            return FINDINGS, _sentence(problem)
        case OSError():
            why = reason(problem)
            return USAGE, _sentence(
                f"{path_named(problem.filename)}: {why}" if problem.filename else why
            )
    # Keep the traceback for the developers of hexwar; the file, or None if none can be written.
    entry = [
        f"{datetime.now().astimezone().isoformat(timespec='seconds')} hexwar {' '.join(arguments)}",
        f"hexwar {hexwar.__version__}, Python {sys.version}",
        "".join(traceback.format_exception(problem)),
    ]
    details_file = next(
        (
            path
            for path in [
                platformdirs.user_state_path("hexwar", appauthor=False) / LOG_NAME,
                Path(tempfile.gettempdir()) / f"hexwar-{LOG_NAME}",
            ]
            if _append(path, "\n".join(entry) + "\n")
        ),
        None,
    )
    if type(problem) is ValueError:  # what our own code says of a wrong name or number
        return USAGE, _sentence(problem)
    where_kept = (
        f"the details are in {details_file}"
        if details_file
        else "the details could not be written anywhere"
    )
    fault = f"something went wrong in hexwar itself ({type(problem).__name__})"
    return USAGE, f"hexwar: {fault}; {where_kept}"


def _is_of_a_player(problem: ValueError) -> bool:
    """Whether a player is at fault. Only a process that has imported players has one that could be:
    they are many modules, and what is mistyped is to be told at once.
    """
    fault = sys.modules.get("hexwar.players.player")
    return fault is not None and isinstance(problem, fault.PlayerError)


def _sentence(problem: object) -> str:
    """On one line, and with nothing in it that a stranger's file could do to the terminal."""
    return f"hexwar: {clean(str(problem))}"


def _append(path: Path, entry: str) -> bool:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8", errors="replace") as file:
            file.write(entry)
    except OSError:
        return False
    return True


def _leave_closed_pipe() -> None:
    """The reader has gone, or the disk is full: Python's last flush is sent nowhere."""
    with suppress(OSError, ValueError):  # an output that is no real file has nothing to flush
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())


# -- standard streams that were closed before the program began (``hexwar list >&-``) --------------


class ClosedStream(io.TextIOBase):
    """In the place of a standard stream that is closed: code that needs it learns so in a sentence.

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
