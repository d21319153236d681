"""The record of one kind of finding."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import dedent
from typing import TypeAlias

from hexwar.definition.verdict import Severity

Files: TypeAlias = tuple[tuple[str, str], ...]
"""File names and their texts."""


@dataclass(frozen=True, slots=True)
class Code:
    """One kind of finding.

    ``bad`` and ``good`` are files that replace or join those of the tiny game in
    :mod:`hexwar.definition.codes.tiny`: the first makes exactly this finding, the second none. A
    file whose text is empty is missing from the folder.
    """

    code: str
    severity: Severity
    title: str
    explanation: str
    bad: Files = ()
    good: Files = ()


def error(code: str, title: str, explanation: str, *, bad: Files = (), good: Files = ()) -> Code:
    """A kind of finding that makes a game unsound."""
    return Code(code, "error", title, explanation, bad, good)


def warning(code: str, title: str, explanation: str, *, bad: Files = (), good: Files = ()) -> Code:
    """A kind of finding that a game can be played with."""
    return Code(code, "warning", title, explanation, bad, good)


def given(name: str, text: str, *more: str) -> Files:
    """Files for an example: names and texts in turn; the texts may be indented as a whole."""
    flat = (name, text, *more)
    return tuple((flat[n], dedent(flat[n + 1]).lstrip("\n")) for n in range(0, len(flat), 2))
