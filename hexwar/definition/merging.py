"""Merge trees by the one rule: mappings merge, everything else replaces, ``null`` removes.

``extends``, variants, scenarios, options and editions all change a game by this rule. A merged
tree is made of the nodes of the trees it came from, so every value still knows its file and line.

A line of a patch that changes nothing is most likely a slip, but only if it changes nothing in any
game: so :class:`MergeLog` gathers what lines did, over all of them. :class:`Cache` keeps what was
merged, as a folder makes many games that share most of their sections.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from hexwar.definition.diagnostics import Findings
from hexwar.definition.editing import without
from hexwar.definition.tree import MappingEntry, MappingNode, Node, ScalarNode, raw_plain


class MergeLog:
    """What the lines of patches did, over every game they were applied to.

    A section of a patch, or a mapping in it, that never changes anything is reported. A single
    value that was the same already is not: a table restated in full may well keep one of its rows.
    """

    def __init__(self) -> None:
        self.changes = 0
        self._idle: dict[int, MappingEntry] = {}
        self._vain: dict[int, tuple[Node, str]] = {}
        self._worked: set[int] = set()

    def worked(self, key: Node) -> None:
        """Note that the line changed something."""
        self.changes += 1
        self._worked.add(id(key))

    def idle(self, entry: MappingEntry) -> None:
        """Note that the lines say what was so already."""
        self._idle[id(entry.key)] = entry

    def vain(self, key: Node, name: str) -> None:
        """Note that the line removes what is not there."""
        self._vain[id(key)] = (key, name)

    def has_worked(self, key: Node) -> bool:
        """Say whether a line changed something."""
        return id(key) in self._worked

    def include(self, other: MergeLog) -> None:
        """Take over what lines did that were followed by another log."""
        self.changes += other.changes
        self._idle |= other._idle
        self._vain |= other._vain
        self._worked |= other._worked

    def report(self, findings: Findings, among: Iterable[Node] | None = None) -> None:
        """Report the lines that never did anything, ``among`` all lines, by key."""
        keys_to_tell = None if among is None else {id(key) for key in among}
        idle = [
            entry
            for key, entry in self._idle.items()
            if key not in self._worked and (keys_to_tell is None or key in keys_to_tell)
        ]
        # In what does nothing, no line does: only the outermost is reported.
        inner_keys = {id(inner.key) for entry in idle for inner in _entries(entry.value)}
        for entry in idle:
            if id(entry.key) not in inner_keys:
                name = entry.key.raw
                message = f"{name} changes nothing in the patch: the game says the same without it"
                hint, fix = "delete it from the patch", without(entry.key)
                findings.add("HW109", entry.key.place(), message, help=hint, fix=fix)
        for key, name in self._vain.values():
            if id(key) not in self._worked:
                message = f"the patch removes {name}, which is not there"
                findings.add("HW110", key.place(), message, help="delete the line")


def _entries(node: Node) -> Iterator[MappingEntry]:
    """Yield every line of a mapping, at any depth."""
    if isinstance(node, MappingNode):
        for entry in node.entries.values():
            yield entry
            yield from _entries(entry.value)


def merge(
    base: MappingNode,
    patch: MappingNode,
    log: MergeLog | None = None,
    cache: Cache | None = None,
    *,
    outermost: bool = True,
) -> MappingNode:
    """Lay ``patch`` over ``base``; neither is changed.

    A sub-tree that the patch does not touch is the very object of ``base``, and one that was merged
    before, with the same ``cache``, is the object made then. What each line did is noted in
    ``log``.
    """
    noted = MergeLog() if log is None else log
    merged = dict(base.entries)
    for key, entry in patch.entries.items():
        changes_before = noted.changes
        _apply(merged, key, entry, noted, cache)
        is_collection = outermost or isinstance(entry.value, MappingNode)
        is_removal = isinstance(entry.value, ScalarNode) and entry.value.value is None
        if noted.changes > changes_before:
            noted.worked(entry.key)
        elif is_collection and not is_removal:
            noted.idle(entry)
    start, end = (base.line, base.column), (base.end_line, base.end_column)
    return MappingNode(base.file, start, end, merged)


def _apply(
    merged: dict[str, MappingEntry],
    key: str,
    entry: MappingEntry,
    log: MergeLog,
    cache: Cache | None,
) -> None:
    """Apply one line of a patch: it removes (``null``), adds, goes into a mapping, or replaces."""
    base = merged.get(key)
    value = entry.value
    if isinstance(value, ScalarNode) and value.value is None:
        if merged.pop(key, None) is not None:
            log.worked(entry.key)
        else:
            log.vain(entry.key, key)
    elif base is None:
        merged[key] = entry
        log.worked(entry.key)
    elif isinstance(base.value, MappingNode) and isinstance(value, MappingNode):
        if cache is None:
            mapping, lines = _laid_over(base.value, value)
        else:
            mapping, lines = cache.made(_laid_over, base.value, value)
        # Kept with what was merged, as the lines of a section from the cache take effect all the
        # same.
        log.include(lines)
        merged[key] = MappingEntry(base.key, mapping)
    else:
        merged[key] = _without_removals(entry, log)
        if raw_plain(base.value) != raw_plain(value):
            log.worked(entry.key)


def _laid_over(base: MappingNode, patch: MappingNode) -> tuple[MappingNode, MergeLog]:
    """Lay a mapping over another, and say what the lines did."""
    log = MergeLog()
    return merge(base, patch, log, outermost=False), log


def _without_removals(entry: MappingEntry, log: MergeLog) -> MappingEntry:
    """Take what comes in place of a list or a word, without the keys that it would remove."""
    node = entry.value
    if not isinstance(node, MappingNode):
        return entry
    remaining: dict[str, MappingEntry] = {}
    for key, inner in node.entries.items():
        if isinstance(inner.value, ScalarNode) and inner.value.value is None:
            log.vain(inner.key, key)
        else:
            remaining[key] = _without_removals(inner, log)
    if all(remaining.get(key) is inner for key, inner in node.entries.items()):
        return entry
    start, end = (node.line, node.column), (node.end_line, node.end_column)
    return MappingEntry(entry.key, MappingNode(node.file, start, end, remaining))


# What was made of parts of a game, kept while the parts stay the same.


Made = TypeVar("Made")


class Cache:
    """What functions returned, by their arguments.

    Texts are compared by value, all else by identity: a node of a tree that was read again is
    another one. What nobody asks for during a whole round is forgotten.
    """

    def __init__(self) -> None:
        self._now: dict[tuple[object, ...], tuple[tuple[object, ...], Any]] = {}
        self._before: dict[tuple[object, ...], tuple[tuple[object, ...], Any]] = {}

    def made(self, make: Callable[..., Made], *of: object) -> Made:
        """Call a function for some arguments the first time only."""
        key = (make, *(argument if isinstance(argument, str) else id(argument) for argument in of))
        entry = self._now.get(key) or self._before.get(key)
        if entry is None:
            entry = of, make(*of)  # arguments are kept too, so that no other gets their identity
        self._now[key] = entry
        product: Made = entry[1]
        return product

    def next_round(self) -> None:
        """Forget what was not asked for since the round before began."""
        self._before, self._now = self._now, {}
