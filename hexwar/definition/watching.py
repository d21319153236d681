"""Watch a game that is being written: what is wrong with it now, and how it last could be played.

A window or a terminal asks now and then whether anything has changed, and if so the folder is
checked, and a game is made of it if possible. As long as that fails, the last one stays, to be
shown beside the findings.

Files that have not changed are not read again, nor are sections in which nothing has (`Unsaved`):
a window asks as often as a file is saved, and an editor while one is typed and not yet saved.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from hexwar.definition.checking import Checker
from hexwar.definition.diagnostics import ChoiceError, DefinitionError, Diagnostic, Findings
from hexwar.definition.folder import Files
from hexwar.definition.loading import Definition
from hexwar.definition.locations import find_game, is_pack
from hexwar.definition.model import ResolvedGame
from hexwar.definition.tree import MappingNode, Node, SourceFile


class FileStamp(NamedTuple):
    """What shows that a file has changed: its name, when it was written, its size."""

    path: str
    written_ns: int
    size: int


Stamp = tuple[FileStamp, ...]
"""Of the files of a folder."""


class Glimpse(NamedTuple):
    """What was seen of a game: findings, and the last game that could be made of the files.

    ``is_last``: it is the last sound game; the files no longer make it. ``problem``: why the
    scenario that is wanted is not there, if it is not. ``open``: how much is still open of a draft.
    """

    title: str
    findings: list[Diagnostic]
    game: ResolvedGame | None
    is_last: bool = False
    problem: str = ""
    open: int = 0

    @property
    def errors(self) -> int:
        """How many findings keep the game from being played."""
        return sum(finding.severity == "error" for finding in self.findings)


class WatchedFolder:
    """A game's folder that is looked at again whenever a file in it, or in its series, changes."""

    def __init__(
        self,
        source: str | Path,
        scenario: str | None = None,
        options: Sequence[str] = (),
        edition: str | None = None,
    ) -> None:
        """:class:`DefinitionError` if there is no such game."""
        self.folder = find_game(source)
        self._choice = scenario, tuple(options), edition
        # No text is put into it: all files are those on the disk, and none is read twice.
        self._checker = Checker(self.folder, Unsaved())
        self._folders = [self.folder]
        self._seen: dict[Path, Stamp] | None = None
        """The files as they were before the latest look; ``None`` before the first."""
        self._game: ResolvedGame | None = None
        self._title = self.folder.resolve().name

    def changed(self) -> bool:
        """Say whether a file has changed since it was last looked at, or none was yet."""
        return self._stamps() != self._seen

    def look(self) -> Glimpse:
        """Check the game as it is now."""
        # Noted before the files are read: what is written meanwhile is then read again.
        stamps = self._stamps()
        read, findings = self._checker.check()
        self._folders = [self.folder, *(layer.folder for layer in read.layers)]
        # What a game extends is known only now that it was read; that alone is no change.
        self._seen = {folder: stamps.get(folder) or _stamp(folder) for folder in self._folders}
        if read.layers and read.catalog.header.title:
            self._title = read.catalog.header.title
        # Without a scenario, as in a draft, nothing can be played, even if nothing is wrong.
        if any(finding.severity == "error" for finding in findings) or not read.catalog.scenarios:
            return Glimpse(self._title, findings, self._game, is_last=True)
        try:
            self._game = Definition(read).resolve(*self._choice)
        except (ChoiceError, DefinitionError) as problem:
            return Glimpse(self._title, findings, self._game, is_last=True, problem=str(problem))
        return Glimpse(self._title, findings, self._game, open=len(read.open))

    def _stamps(self) -> dict[Path, Stamp]:
        """Note names, times and sizes of all files by folder."""
        return {folder: _stamp(folder) for folder in self._folders}


def _stamp(folder: Path) -> Stamp:
    """Note the files in a folder, or a pack, as they are now."""
    stamps = []
    try:
        paths = [folder] if is_pack(folder) else sorted(folder.iterdir())
        for path in paths:
            status = path.stat()
            stamps.append(FileStamp(str(path), status.st_mtime_ns, status.st_size))
    except OSError:  # being written this very moment: as soon as it is there, this is another
        stamps.append(FileStamp(str(folder), -1, -1))
    return tuple(stamps)


# Files as an editor holds them, read again and again while they are written.


class _Read(NamedTuple):
    """A file as it was read from some bytes."""

    data: bytes
    file: SourceFile | None
    root: Node | None
    findings: list[Diagnostic]


class Unsaved(Files):
    """The files on the disk, those that an editor holds open in its own state.

    What is read again unchanged is the same: a whole file, or one of its sections that stands where
    it stood, so that nothing that was made of it need be made again.
    """

    def __init__(self) -> None:
        self.texts: dict[Path, str] = {}
        """What the editor holds, by path."""
        self._read: dict[Path, _Read] = {}

    def content(self, folder: Path, path: Path) -> bytes:
        """Read the bytes of a file. :class:`OSError` of one that is not open and not to be read."""
        text = self.texts.get(path)
        if text is None:
            return super().content(folder, path)
        # Half a surrogate pair, as an editor's JSON may have, becomes a finding when read, and no
        # exception here.
        return text.encode("utf-8", "surrogatepass")

    def tree(
        self, path: Path, data: bytes, findings: Findings
    ) -> tuple[SourceFile | None, Node | None]:
        """Read the lines of a file, and its tree, as far as they are not those of before."""
        reading = self._read.get(path)
        if reading is None or reading.data != data:
            fresh = Findings()
            file, root = super().tree(path, data, fresh)
            if reading is not None:
                root = _grafted(reading.root, root)
            reading = self._read[path] = _Read(data, file, root, [*fresh])
        findings.include(reading.findings)
        return reading.file, reading.root


def _grafted(old_tree: Node | None, new_tree: Node | None) -> Node | None:
    """Put sections of the old tree into the new one where they read the same in the same lines:
    caches know by the node what was made of it.
    """
    if not isinstance(old_tree, MappingNode) or not isinstance(new_tree, MappingNode):
        return new_tree
    for name in old_tree.entries.keys() & new_tree.entries.keys():
        old, new = old_tree.entries[name], new_tree.entries[name]
        if (old.key.span, old.value.span) != (new.key.span, new.value.span):
            continue
        section = slice(new.key.line, new.value.end_line + 1)
        # Each in its own file: an entry that was kept before is of a file before the last one.
        if old.key.file.lines[section] == new.key.file.lines[section]:
            new_tree.entries[name] = old
    return new_tree
