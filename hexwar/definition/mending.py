"""Findings mended in the files: those whose mending can be applied unseen."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from hexwar.definition.diagnostics import Diagnostic
from hexwar.definition.whole_files import write_whole


def mend(findings: Iterable[Diagnostic], folder: Path) -> int:
    """Apply the safe fixes of findings to files of a folder; how many were applied.

    A file is written whole or not at all, and only where each stretch still reads as it was
    checked. What lies outside the folder, as a series that the game extends, is left alone.
    :class:`OSError` where a file cannot be written.
    """
    by_file: dict[str, list[Diagnostic]] = {}
    for found in findings:
        if found.fix is not None and found.fix.safe:
            by_file.setdefault(found.file, []).append(found)
    return sum(
        _mend_file(Path(name), some)
        for name, some in by_file.items()
        if Path(name).resolve().is_relative_to(folder.resolve())
    )


def _mend_file(path: Path, findings: list[Diagnostic]) -> int:
    lines = path.read_bytes().decode("utf-8").split("\n")
    mark = lines[0][:1] if lines[0].startswith("\ufeff") else ""  # as Notepad begins a file
    lines[0] = lines[0].removeprefix(mark)
    applied = 0
    last = (len(lines) + 1, 1)
    for found in sorted(findings, key=lambda one: (one.line, one.column), reverse=True):
        place, fix = found.place, found.fix
        text = lines[place.line - 1] if place.line <= len(lines) else ""
        whole = place.line == place.end_line and text.rstrip("\r") == place.text
        if fix is None or not whole or (place.end_line, place.end_column) > last:
            continue
        lines[place.line - 1] = text[: place.column - 1] + fix.text + text[place.end_column - 1 :]
        applied += 1
        last = (place.line, place.column)
    if applied:
        write_whole(path.resolve(), (mark + "\n".join(lines)).encode("utf-8"))
    return applied
