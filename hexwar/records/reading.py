"""Reading a save: a stranger's file, until every line of it has been looked at."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from stat import S_ISDIR, S_ISREG

from hexwar.definition.printable import path_named
from hexwar.records.errors import RecordError, reason
from hexwar.records.lines import Plain, RulesOfSave, SaveHeader, SaveLine, decoded

MOST_BYTES = 32_000_000
MOST_LINES = 200_000
LONGEST_LINE = 1_000_000

TORN = (
    "The last line of the save was torn off while it was written: "
    "the game goes on from the action before it."
)


@dataclass(frozen=True, slots=True)
class SaveFile:
    """A save as read. ``torn``: its last line was incomplete and is left out.

    ``raw`` holds the whole lines of the file; ``ended`` of them have their line end; ``size`` is
    that of the file, a torn line included. ``cut``: only its beginning was asked for, and more is
    in the file.
    """

    path: Path
    header: SaveHeader
    lines: tuple[SaveLine, ...]
    raw: tuple[bytes, ...]
    ended: int
    size: int
    torn: bool
    cut: bool = False

    @property
    def players(self) -> dict[str, str]:
        """Who plays each side where the save ends."""
        seats = (line for line in self.lines if line.kind == "seat")
        return dict(self.header.players) | {line.side: line.notation for line in seats}

    @property
    def rules(self) -> RulesOfSave:
        """What the game is played by where the save ends."""
        later = [line.rules for line in self.lines if line.rules is not None]
        return later[-1] if later else self.header.rules


def read_record(path: str | Path, until: int | None = None) -> SaveFile:
    """Read a save. :class:`RecordError` says in a sentence why it is not one.

    ``until``: its first lines only, so many, whatever comes after them.
    """
    path = Path(path)
    data = _read_bytes(path)
    torn = False
    pieces = data.split(b"\n")
    last = pieces.pop()
    ended = len(pieces)
    if last and _is_whole(last):
        pieces.append(last)
    else:
        torn = bool(last)
    if not pieces:
        what = "breaks off within its first line" if data[:1] == b"{" else "has no header"
        raise RecordError(f"{path.name} is not a hexwar save: it {what}")
    if len(pieces) > MOST_LINES:
        raise RecordError(f"{path.name} is too long to be a save: more than {MOST_LINES} lines")
    cut = until is not None and until < len(pieces)
    if cut:
        pieces, torn = pieces[: max(1, until or 1)], False
        ended = len(pieces)
    header = _header(path, pieces[0])
    lines = tuple(_line(path, piece, number) for number, piece in enumerate(pieces[1:], 2))
    raw = tuple(piece + b"\n" for piece in pieces)
    return SaveFile(path, header, lines, raw, ended, len(data), torn, cut)


def _read_bytes(path: Path) -> bytes:
    try:
        mode = path.stat().st_mode
        if S_ISREG(mode):  # a pipe would be waited for without end
            with path.open("rb") as file:
                data = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise RecordError(f"there is no file {path_named(path)}") from None
    except (OSError, ValueError) as problem:
        raise RecordError(f"{path_named(path)} cannot be read: {reason(problem)}") from problem
    if S_ISDIR(mode):
        raise RecordError(f"{path} is a folder, not a save")
    if not S_ISREG(mode):
        raise RecordError(f"{path} is not a file")
    if len(data) > MOST_BYTES:
        raise RecordError(f"{path.name} is too large to be a save: more than {MOST_BYTES} bytes")
    return data


def _is_whole(piece: bytes) -> bool:
    """Whether a last line without an end is complete: an object that lacks nothing parses."""
    try:
        return bool(decoded(piece))
    except ValueError:
        return False


def _header(path: Path, piece: bytes) -> SaveHeader:
    try:
        return SaveHeader.from_dict(_mapping(piece))
    except RecordError as problem:
        if str(problem).startswith("this "):
            raise
        raise RecordError(f"line 1 of {path.name} is not a header: {problem}", line=1) from None
    except ValueError:
        raise RecordError(f"{path.name} is not a hexwar save") from None


def _line(path: Path, piece: bytes, number: int) -> SaveLine:
    try:
        return SaveLine.from_dict(_mapping(piece), number)
    except RecordError as problem:
        message = f"line {number} of {path.name} is damaged: {problem}"
    except ValueError:
        message = f"line {number} of {path.name} is damaged: it is not a line of a save"
    raise RecordError(message, line=number)


def _mapping(piece: bytes) -> Plain:
    if len(piece) > LONGEST_LINE:
        raise RecordError("it is too long")
    return decoded(piece)
