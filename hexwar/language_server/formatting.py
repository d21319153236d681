"""Formatting a file: blanks at the ends of lines, between items, before comments; no more.

What a line says is never touched: if the tree would change, the file is left as it is. So lines may
be formatted by their characters alone (:func:`_ordered`), without a parser that knows all of YAML:
whatever that gets wrong shows in the tree, and then nothing is written.
"""

from __future__ import annotations

import re
from pathlib import Path

from hexwar.definition.diagnostics import Findings
from hexwar.definition.source import parse
from hexwar.definition.tree import MappingNode, Node, ScalarNode, SequenceNode, SourceFile

_TOKEN = re.compile(
    r"""(?P<quoted>"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')"""
    r"""|(?P<comment>(?:(?<=\s)|^)\#.*)|(?P<blank>[ ]+)|(?P<sign>[,{}\[\]])"""
    r"""|(?P<text>[^\s,{}\[\]"']+|["'])"""
)


_BREAKS = re.compile("[\x85\u2028\u2029]")
"""Where YAML begins a line and editors do not: such a file is not read (HW007)."""


def formatted(text: str) -> str | None:
    """The text in order; ``None`` if it is so already, or cannot be read."""
    before = None if _BREAKS.search(text) else _tree(text)
    if before is None:
        return None
    lines = text.split("\n")
    # The lines of texts that stand over several lines.
    comments = {
        line
        for node in _scalars(before)
        if node.end_line > node.line
        # One that ends at the margin of a line does not reach into it.
        for line in range(node.line + 1, node.end_line + bool(node.end_column))
    }
    inside = _flow_lines(before)
    ordered = [
        line if n in comments else _ordered(line, in_flow=n in inside)
        for n, line in enumerate(lines)
    ]
    result = "\n".join(ordered).rstrip("\n") + "\n"
    if result == text:
        return None
    after = _tree(result)
    return result if after is not None and _contents(after) == _contents(before) else None


def _tree(text: str) -> Node | None:
    findings = Findings()
    tree = parse(SourceFile(Path(), text), findings)
    return None if len(findings) else tree


def _contents(node: Node) -> object:
    """What a tree says, to the letter, with the order of its keys."""
    if isinstance(node, ScalarNode):
        return node.raw, node.value
    if isinstance(node, SequenceNode):
        return [_contents(item) for item in node.items]
    return [(key, _contents(entry.value)) for key, entry in node.entries.items()]


def _scalars(node: Node) -> list[ScalarNode]:
    scalars: list[ScalarNode] = []
    stack = [node]
    while stack:
        item = stack.pop()
        if isinstance(item, ScalarNode):
            scalars.append(item)
        elif isinstance(item, SequenceNode):
            stack += item.items
        else:
            stack += [part for entry in item.entries.values() for part in (entry.key, entry.value)]
    return scalars


def _flow_lines(root: Node) -> set[int]:
    """The lines on which brackets are open from a line before."""
    lines: set[int] = set()
    stack = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, ScalarNode):
            continue
        opens = node.file.lines[node.line][node.column : node.column + 1] in ("{", "[")
        if opens:
            lines |= set(range(node.line + 1, node.end_line + 1))
            continue
        inner = node.items if isinstance(node, SequenceNode) else []
        stack += [*inner]
        if isinstance(node, MappingNode):
            stack += [entry.value for entry in node.entries.values()]
    return lines


def _ordered(line: str, *, in_flow: bool) -> str:
    """One line: a blank behind each comma in brackets, none within them at their ends."""
    margin = line[: len(line) - len(line.lstrip(" "))]
    depth = 1 if in_flow else 0
    pieces: list[str] = []
    for token in _TOKEN.finditer(line, len(margin)):
        kind, text = token.lastgroup, token.group()
        last = pieces[-1] if pieces else ""
        if kind == "sign" and text in "{[":
            depth += 1
        elif kind == "sign" and text in "}]" and depth:
            depth -= 1
            pieces = pieces[:-1] if last == " " and len(pieces) > 1 else pieces
        if kind == "sign" and text == "," and last == " " and depth:
            pieces.pop()
        if kind == "blank":
            spare = last in ("{", "[") and depth
            pieces += [] if spare else [" " if depth else text]
            continue
        if last == "," and depth and kind != "blank":
            pieces.append(" ")
        pieces.append(text)
    return (margin + "".join(pieces)).rstrip()
