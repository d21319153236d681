"""What is new in a file of a draft, added to the file as its author has changed it.

Keys are added that the author's file lacks and the last import did not have: what he took away is
not put back, and nothing that he wrote is changed. Comments and layout stay.
"""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Collection, Iterator
from pathlib import Path

from hexwar.definition.diagnostics import Findings
from hexwar.definition.editing import YamlText
from hexwar.definition.source import parse, read_bytes
from hexwar.definition.tree import MappingNode, Node, plain
from hexwar.imports.writing import value

DEEPEST = 4
"""Keys below one another: scenarios, one of them, its set-up, a counter."""
MOST_ADDED = 500
"""More are a draft of their own."""

KeyPath = tuple[str, ...]


def keys_of(data: bytes) -> list[str]:
    """The keys of a file, as ``units/counters/guard``; none of one that cannot be read.

    A slash in a key is ``~1``, as in a pointer of JSON.
    """
    tree = tree_of(data)
    return [_said(path) for path in _paths(tree)] if tree is not None else []


def merged(own: bytes, new: bytes, before: Collection[str]) -> tuple[bytes, list[str]]:
    """The author's own file with the new keys of another, and their names; ``before`` are the keys
    that the last import wrote.
    """
    tree, source = tree_of(own), tree_of(new)
    if tree is None or source is None or not before:
        return own, []
    there, known = set(_paths(tree)), set(before)
    # What is in something new comes with it, and what the author has no place for is left.
    above = {(), *there}
    wanted = [
        path
        for path in _paths(source)
        if path not in there and path[:-1] in above and _said(path) not in known
    ]
    if len(wanted) > MOST_ADDED:
        return own, []
    added: list[str] = []
    text = YamlText("\n".join(tree.file.lines))
    # Where two lists end in one line, the inner one ends first.
    for path in sorted(wanted, key=len, reverse=True):
        parent, node = _node_at(tree, path[:-1]), _node_at(source, path)
        if node is not None and isinstance(parent, MappingNode) and len(parent.entries):
            text.with_entry(parent, value(path[-1]), value(plain(node)))
            added.append(path[-1])
    made = encoded(text.text, like=own)
    # What cannot be read any more is not given back: the author's file stays as it was.
    if tree_of(made) is None:
        return own, []
    names = [path[-1] for path in wanted]
    return made, [name for name in names if name in set(added)]


def encoded(text: str, like: bytes) -> bytes:
    """A text as a file, with the ends of lines of another, and the mark that it begins with."""
    if b"\r\n" in like:
        text = text.replace("\n", "\r\n")
    return (BOM_UTF8 if like.startswith(BOM_UTF8) else b"") + text.encode()


def tree_of(data: bytes) -> MappingNode | None:
    """What a file says; ``None`` if it cannot be read, or is no mapping."""
    findings = Findings()
    file = read_bytes(Path("draft.yaml"), data, findings)
    tree = None if file is None else parse(file, findings)
    return tree if isinstance(tree, MappingNode) and not findings.errors else None


def _said(path: KeyPath) -> str:
    return "/".join(key.replace("~", "~0").replace("/", "~1") for key in path)


def _paths(tree: MappingNode, above: KeyPath = ()) -> Iterator[KeyPath]:
    for key, entry in tree.entries.items():
        path = (*above, key)
        yield path
        if isinstance(entry.value, MappingNode) and len(path) < DEEPEST:
            yield from _paths(entry.value, path)


def _node_at(tree: Node, path: KeyPath) -> Node | None:
    node: Node | None = tree
    for key in path:
        node = node.get(key) if isinstance(node, MappingNode) else None
    return node
