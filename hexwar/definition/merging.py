"""The one merge rule: mappings merge, everything else replaces, ``null`` removes.

``extends``, variants, scenarios, options and editions all change a game by this rule. A merged
tree is made of the nodes of the trees it came from, so every value still knows its file and line.
"""

from __future__ import annotations

from hexwar.definition.diagnostics import Findings
from hexwar.definition.tree import Entry, MappingNode, Node, ScalarNode, raw_plain


class MergeLog:
    """What the lines of patches did, over every game they were applied to."""

    def __init__(self) -> None:
        self._idle: dict[int, tuple[Node, str]] = {}
        self._vain: dict[int, tuple[Node, str]] = {}
        self._worked: set[int] = set()

    def worked(self, key: Node) -> None:
        """The line changed something."""
        self._worked.add(id(key))

    def idle(self, key: Node, name: str) -> None:
        """The line says what was so already."""
        self._idle[id(key)] = (key, name)

    def vain(self, key: Node, name: str) -> None:
        """The line removes what is not there."""
        self._vain[id(key)] = (key, name)

    def report(self, findings: Findings) -> None:
        """Findings for the lines that never did anything."""
        for at, (key, name) in self._idle.items():
            if at not in self._worked:
                message = f"the patch of {name} changes nothing: the game says the same without it"
                findings.add("HW109", key.place(), message, help="delete the line")
        for at, (key, name) in self._vain.items():
            if at not in self._worked:
                message = f"the patch removes {name}, which is not there"
                findings.add("HW110", key.place(), message, help="delete the line")


def merge(base: MappingNode, patch: MappingNode, log: MergeLog | None = None) -> MappingNode:
    """``base`` with ``patch`` laid over it; neither is changed.

    A sub-tree that the patch does not touch is the same object as in ``base``.
    """
    log = MergeLog() if log is None else log
    merged = dict(base.entries)
    for key, entry in patch.entries.items():
        _apply(merged, key, entry, log)
    start, end = (base.line, base.column), (base.end_line, base.end_column)
    return MappingNode(base.file, start, end, merged)


def _apply(merged: dict[str, Entry], key: str, entry: Entry, log: MergeLog) -> None:
    old = merged.get(key)
    new = entry.value
    if isinstance(new, ScalarNode) and new.value is None:
        if merged.pop(key, None) is not None:
            log.worked(entry.key)
        else:
            log.vain(entry.key, key)
        return
    if old is None:
        merged[key] = entry
        log.worked(entry.key)
        return
    if isinstance(old.value, MappingNode) and isinstance(new, MappingNode):
        merged[key] = Entry(old.key, merge(old.value, new, log))
        if not new.entries:
            log.idle(entry.key, key)
        return
    merged[key] = entry
    if raw_plain(old.value) == raw_plain(new):
        log.idle(entry.key, key)
    else:
        log.worked(entry.key)
