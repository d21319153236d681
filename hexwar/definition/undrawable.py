"""Report texts with characters that no font of this machine has: players see boxes instead.

Every text of a game may be read by somebody, keys included (the results of a table), except names
of files. For a game that keeps to the shipped font only that much is checked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from hexwar.definition.diagnostics import Findings, Span
from hexwar.definition.tree import MappingNode, Node, ScalarNode, SequenceNode, SourceFile, pointer
from hexwar.fonts.machine import is_drawable, is_shipped, named

CODE = "HW030"
"""What it is found under: about this machine as much as about the game."""

_MOST_TEXTS = 200
_MOST_SIGNS = 5000
"""Different ones that are looked for: a hostile file must not keep the search busy."""
_MOST_NAMED = 5

_FILE_NAME = re.compile(r"\S+\.(png|jpe?g|gif|svg|md|txt|yaml)", re.IGNORECASE)


def signs_without_font(files: Iterable[SourceFile]) -> tuple[str, ...]:
    """List the characters of files of a game that no font of this machine has, in their order."""
    texts = (text for file in files if _may_lack(file) for text, *_ in _texts(file))
    lacking = dict.fromkeys(sign for text in texts for sign in text if not is_shipped(sign))
    return tuple(sign for sign in islice(lacking, _MOST_SIGNS) if not is_drawable(sign))


def report_undrawable(files: Sequence[SourceFile], findings: Findings) -> None:
    """Warn at each text with characters that no font of this machine has.

    None on a line with an error: what is there may not be a text for players.
    """
    lacking = frozenset(signs_without_font(files))
    if not lacking:
        return
    texts = (text for file in files if _may_lack(file) for text in _texts(file))
    wrong = {(error.file, error.line) for error in findings.errors}
    boxes = [
        (text, place, path)
        for text, place, path in texts
        if not lacking.isdisjoint(text) and (place.file, place.line) not in wrong
    ]
    for number, (text, place, path) in enumerate(boxes[:_MOST_TEXTS], 1):
        signs = tuple(dict.fromkeys(sign for sign in text if sign in lacking))
        message = f"no font of this machine has {listed(signs)}: players see boxes"
        if number == _MOST_TEXTS < len(boxes):
            message += f", as in {len(boxes) - number} more texts"
        has = "it" if len(signs) == 1 else "them"
        hint = f"install a font that has {has}, or write something else"
        findings.add(CODE, place, message, pointer=path, help=hint)


def listed(signs: Sequence[str]) -> str:
    """Name the first few of some signs, each with its number."""
    shown = ", ".join(map(named, signs[:_MOST_NAMED]))
    not_named = len(signs) - _MOST_NAMED
    return f"{shown} and {not_named} more" if not_named > 0 else shown


def _may_lack(file: SourceFile) -> bool:
    """Say whether a file has anything but ASCII, or an escape that may stand for it."""
    return not all(line.isascii() and "\\" not in line for line in file.lines)


def _texts(file: SourceFile) -> Iterator[tuple[str, Span, str]]:
    """Yield the texts of a file that are not ASCII: what each says, where, and its pointer."""
    if file.root is None:
        for number, line in enumerate(file.lines):
            if not line.isascii():
                yield line, file.place(number, 0, len(line)), ""
        return
    # All keys and single values, in their order.
    waiting: list[Node] = [file.root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ScalarNode):
            if not node.raw.isascii() and not _FILE_NAME.fullmatch(node.raw):
                yield node.raw, _place(node), pointer(node)
        elif isinstance(node, SequenceNode):
            waiting += reversed(node.items)
        elif isinstance(node, MappingNode):
            for entry in reversed(node.entries.values()):
                waiting += (entry.value, entry.key)


def _place(node: ScalarNode) -> Span:
    """Say where a text stands; of many lines the first that is not ASCII."""
    if node.line == node.end_line:
        return node.place()
    for number in range(node.line, min(node.end_line + 1, len(node.file.lines))):
        line = node.file.lines[number]
        if not line.isascii():
            return node.file.place(number, len(line) - len(line.lstrip()), len(line.strip()))
    return node.place()
