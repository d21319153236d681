"""Warnings that an author has read and wants no more: ``# hexwar: ignore[HW412]`` beside them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain, islice

from hexwar.definition.codes import CODES, found_by_play
from hexwar.definition.diagnostics import Diagnostic, Findings, Span
from hexwar.definition.spelling import suggestion
from hexwar.definition.tree import SourceFile
from hexwar.definition.undrawable import CODE as UNDRAWABLE

_COMMENT = re.compile(r"(?P<before>^|\s)#\s*hexwar:\s*ignore\s*\[(?P<codes>[^\]#]*)\]")
_MARK = "hexwar:"
_MOST = 1000
"""Comments that are read; nobody writes more, and a hostile file must not keep anybody busy."""


@dataclass(slots=True)
class _Comment:
    """One code of a comment: whose line it is about, where it stands, whether it was of use."""

    code: str
    line: int
    place: Span
    used: bool = field(default=False)


def without_ignored(
    findings: Findings, files: Iterable[SourceFile], *, played: bool = False
) -> Findings:
    """The findings without the warnings that comments in files ask to leave out.

    A comment is about the line that it ends, or, alone on its line, about the next. One
    that leaves out nothing, names no code or an error's is itself a finding: HW021. Not so when a
    game is ``played``: its files were checked before, and told of what is of no use.
    """
    comments = [*islice(chain.from_iterable(map(_comments, files)), _MOST)]
    if not comments:
        return findings
    asked: dict[tuple[str, str, int], list[_Comment]] = {}
    for comment in comments:
        asked.setdefault((comment.code, comment.place.file, comment.line), []).append(comment)
    kept = Findings()
    kept.include(found for found in findings if not _left_out(found, asked))
    # Beside an error many warnings are not looked for: what would be left out may yet be found.
    partly = bool(findings.errors)
    for comment in [] if played else comments:
        if not comment.used and not _is_not_always_found(comment, partly=partly):
            kept.add("HW021", comment.place, *_useless(comment))
    return kept


def _left_out(found: Diagnostic, asked: dict[tuple[str, str, int], list[_Comment]]) -> bool:
    about = asked.get((found.code, found.file, found.line), ())
    for comment in about:
        comment.used = found.severity == "warning"
    return bool(about) and found.severity == "warning"


def _is_not_always_found(comment: _Comment, *, partly: bool) -> bool:
    """Whether a comment is about what playtests alone find, and not every time; about what some
    machines lack; or about any warning, where a game was checked ``partly``.
    """
    code = CODES.get(comment.code)
    if code is None or code.severity == "error":
        return False
    return partly or comment.code == UNDRAWABLE or comment.code in found_by_play()


def _useless(comment: _Comment) -> tuple[str]:
    code = CODES.get(comment.code)
    if code is None:
        return (f"there is no code {comment.code}; {suggestion(comment.code, CODES)}",)
    if code.severity == "error":
        return (f"{comment.code} is an error: a game cannot be played until it is mended",)
    return (f"nothing of {comment.code} is found on line {comment.line}",)


def _comments(file: SourceFile) -> Iterator[_Comment]:
    for number, text in enumerate(file.lines):
        found = _COMMENT.search(text) if _MARK in text else None
        if found is None:
            continue
        start, end = found.start() + len(found["before"]), found.end()
        place = file.place(number, start, end - start)
        about = place.line if text[: found.start()].strip() else place.line + 1
        for code in re.split(r"[,\s]+", found["codes"].strip()):
            yield _Comment(code[:20], about, place)
