"""Files as an editor holds them, read again and again while they are written."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from hexwar.definition.diagnostics import Diagnostic, Findings
from hexwar.definition.files import Files
from hexwar.definition.tree import MappingEntry, MappingNode, Node, SourceFile


class _Read(NamedTuple):
    """A file as it was read from some bytes."""

    data: bytes
    file: SourceFile | None
    root: Node | None
    findings: list[Diagnostic]


class Unsaved(Files):
    """The files on the disk, those that an editor holds open in its own state.

    What is read again unchanged is the same: a whole file, or one of its sections that stands where
    it stood, so that nothing that was made of it need be made anew.
    """

    def __init__(self) -> None:
        self.texts: dict[Path, str] = {}
        """What the editor holds, by path."""
        self._read: dict[Path, _Read] = {}

    def content(self, folder: Path, path: Path) -> bytes:
        """The bytes of a file. :class:`OSError` of one that is not open and not to be read."""
        text = self.texts.get(path)
        if text is None:
            return super().content(folder, path)
        return text.encode("utf-8", "surrogatepass")

    def tree(
        self, path: Path, data: bytes, findings: Findings
    ) -> tuple[SourceFile | None, Node | None]:
        """The lines of a file, and its tree, as far as they are not those of before."""
        known = self._read.get(path)
        if known is None or known.data != data:
            fresh = Findings()
            file, root = super().tree(path, data, fresh)
            if known is not None and file is not None and known.file is not None:
                root = _grafted(known.root, known.file, root, file)
            known = self._read[path] = _Read(data, file, root, [*fresh])
        findings.include(known.findings)
        return known.file, known.root


def _grafted(
    old: Node | None, before: SourceFile, new: Node | None, now: SourceFile
) -> Node | None:
    """A tree with the sections of the one before that read the same in the same lines."""
    if not isinstance(old, MappingNode) or not isinstance(new, MappingNode):
        return new
    kept = {key: entry for key, entry in old.entries.items() if key in new.entries}
    # Old nodes in the new tree: by which nodes they are, caches know what was made of them.
    for key, entry in kept.items():
        if _same(entry, before, new.entries[key], now):
            new.entries[key] = entry
    return new


def _same(old: MappingEntry, before: SourceFile, new: MappingEntry, now: SourceFile) -> bool:
    """Whether a section is what it was, to the line and the column."""
    if (old.key.span, old.value.span) != (new.key.span, new.value.span):
        return False
    first, last = new.key.line, new.value.end_line
    return old.key.file.lines[first : last + 1] == now.lines[first : last + 1]
