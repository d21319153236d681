"""What games are read from: folders and packs on the disk, or what an editor holds of them unsaved.

A path into a pack is written as into a folder: ``games/crossing.hexwar/map.yaml``. So findings name
their places alike, and whoever reads games need not know which of the two it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from hexwar.definition.diagnostics import Findings
from hexwar.definition.locations import is_file, is_pack
from hexwar.definition.source import MOST_BYTES, parse, read_bytes
from hexwar.definition.tree import Node, SourceFile


def names_in(folder: Path, within: str = "") -> list[str]:
    """The names directly in a folder or a pack, or in a folder ``within`` it, sorted.

    OSError if it cannot be looked into.
    """
    if is_pack(folder):
        inside = f"{within}/" if within else ""
        there = (name for name in _of(folder) if name.startswith(inside))
        return sorted({name[len(inside) :].partition("/")[0] for name in there})
    return sorted(child.name for child in (folder / within).iterdir())


def holds(folder: Path, name: str) -> bool:
    """Whether there is such a file in a folder or a pack."""
    return name in _of(folder) if is_pack(folder) else is_file(folder / name)


def read_from(folder: Path, path: Path, most: int) -> bytes:
    """The first bytes of a file in a folder or a pack. OSError if it cannot be read."""
    if is_pack(folder):
        return _of(folder)[path.relative_to(folder).as_posix()][:most]
    with path.open("rb") as stream:
        return stream.read(most)


def stamp_of(folder: Path, path: Path) -> tuple[int, int]:
    """When a file in a folder or a pack was changed, in nanoseconds, and how many bytes it has.

    OSError if there is none.
    """
    if is_pack(folder):
        name = path.relative_to(folder).as_posix()
        if name not in _of(folder):
            raise OSError(f"there is no {name} in it")
        return folder.stat().st_mtime_ns, len(_of(folder)[name])
    at = path.stat()
    return at.st_mtime_ns, at.st_size


def _of(pack: Path) -> Mapping[str, bytes]:
    from hexwar.definition.packs import PackError, read_pack  # not for games in folders

    try:
        return read_pack(pack).files
    except PackError as problem:
        raise OSError(str(problem)) from None


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
