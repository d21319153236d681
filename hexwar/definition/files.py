"""What games are read from: the files on the disk, or what an editor holds of them unsaved."""

from __future__ import annotations

from pathlib import Path

from hexwar.definition.contents import read_from
from hexwar.definition.diagnostics import Findings
from hexwar.definition.source import MOST_BYTES, parse, read_bytes
from hexwar.definition.tree import Node, SourceFile


class Files:
    """The files on the disk, read whenever they are asked for."""

    def content(self, folder: Path, path: Path) -> bytes:
        """The bytes of a file, at most one more than a file may have. :class:`OSError`."""
        return read_from(folder, path, MOST_BYTES + 1)

    def tree(
        self, path: Path, data: bytes, findings: Findings
    ) -> tuple[SourceFile | None, Node | None]:
        """The lines of a file, and its tree, each as far as it could be read."""
        file = read_bytes(path, data, findings)
        return file, None if file is None else parse(file, findings)


ON_DISK = Files()
