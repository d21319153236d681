"""What is new in a file of a draft, added to the file as its author has changed it.

Keys are added that the author's file lacks and the last import did not have: what he took away is
not put back, and nothing that he wrote is changed. Comments and layout stay.
"""

from __future__ import annotations

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
    """The keys of a file, as ``units/counters/guard``; none of one that cannot be read."""
    tree = _tree(data)
    return ["/".join(path) for path in _paths(tree)] if tree is not None else []


def merged(own: bytes, new: bytes, before: Collection[str]) -> tuple[bytes, list[str]]:
    """The author's own file with the new keys of another, and their names; ``before`` are the keys
    that the last import wrote.
    """
    tree, source = _tree(own), _tree(new)
    if tree is None or source is None or not before:
        return own, []
    there = set(_paths(tree))
    known = {*there, *(tuple(path.split("/")) for path in before)}
    # What is in something new comes with it, and what the author has no place for is left.
    above = {(), *there}
    wanted = [path for path in _paths(source) if path not in known and path[:-1] in above]
    if len(wanted) > MOST_ADDED:
        return own, []
    added: list[str] = []
    text = own.decode("utf-8")
    for path in wanted:
        parent, node = _at(tree, path[:-1]), _at(source, path)
        if node is None or not isinstance(parent, MappingNode) or not len(parent.entries):
            continue
        text = YamlText(text).with_entry(parent, value(path[-1]), value(plain(node)))
        changed = _tree(text.encode())
        if changed is None:
            return own, []
        tree = changed
        added.append(path[-1])
    return text.encode(), added


def _tree(data: bytes) -> MappingNode | None:
    findings = Findings()
    file = read_bytes(Path("draft.yaml"), data, findings)
    tree = None if file is None else parse(file, findings)
    return tree if isinstance(tree, MappingNode) and not findings.errors else None


def _paths(tree: MappingNode, above: KeyPath = ()) -> Iterator[KeyPath]:
    for key, entry in tree.entries.items():
        path = (*above, key)
        yield path
        if isinstance(entry.value, MappingNode) and len(path) < DEEPEST:
            yield from _paths(entry.value, path)


def _at(tree: Node, path: KeyPath) -> Node | None:
    node: Node | None = tree
    for key in path:
        node = node.get(key) if isinstance(node, MappingNode) else None
    return node
