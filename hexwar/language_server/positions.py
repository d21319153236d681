"""Places of files as the protocol counts them, and back."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from lsprotocol import types
from pygls import uris
from pygls.workspace import PositionCodec

from hexwar.definition.diagnostics import Span


def lines_of(text: str) -> list[str]:
    """The lines of a text as files are read: ended by a line feed, a return or both."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def range_of(place: Span, codec: PositionCodec, lines: Sequence[str] | None = None) -> types.Range:
    """The range of a stretch of a file; in its lines as they are now, if these are given."""
    ends = (place.line - 1, place.column - 1), (place.end_line - 1, place.end_column - 1)
    start, end = (_position(place, line, column, codec, lines) for line, column in ends)
    return types.Range(start, max(start, end))


def _position(
    place: Span, line: int, column: int, codec: PositionCodec, lines: Sequence[str] | None
) -> types.Position:
    if lines is not None:
        line = min(line, max(0, len(lines) - 1))
        text = lines[line] if lines else ""
    else:
        # Of a stretch the first line alone is known; of others every letter is taken to count one.
        text = place.text if line == place.line - 1 else " " * column
    return types.Position(line, codec.client_num_units(text[: max(0, column)]))


def place_of(
    lines: Sequence[str], position: types.Position, codec: PositionCodec
) -> tuple[int, int]:
    """Line and column, from 0, that a client means; within the lines, whatever it says."""
    if position.line >= len(lines):
        return len(lines) - 1, len(lines[-1])
    line = lines[position.line]
    if position.character >= codec.client_num_units(line):
        return position.line, len(line)
    return position.line, codec.position_from_client_units(lines, position).character


def path_of(uri: str) -> Path | None:
    """The file that a client means; ``None`` if it is none of this machine."""
    path = uris.to_fs_path(uri)
    return Path(path) if path else None


def uri_of(path: str) -> str:
    """How a client names a file."""
    return uris.from_fs_path(str(Path(path).absolute())) or ""
